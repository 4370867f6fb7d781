"""Chance that can be checked by anyone afterwards.

Before anybody sits down the table commits to a secret seed by showing ``commitment(seed)``. Every player's client makes
a part of its own and shows only ``seal(part)``; when all sit, and all seals are known, the parts are revealed. Outcome
number ``k`` of the match is drawn from HMAC-SHA256, keyed by the seed, over the parts and ``k``; the seed is revealed
at the end. So neither the table nor a player could choose what they add knowing what the others add.
(docs/fair-chance.md says what is promised to whom, and what is not.)
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

SEED_BYTES = 32


class Promise(NamedTuple):
    """What is known of chance before a match: the commitment to its seed, and what the seats add to it."""

    commitment: str | None = None
    entropy: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()  # of these parts, in their order; empty where one was not sealed


NOTHING_PROMISED = Promise()


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(number: int) -> bytes:
    """The seed that an int names, for matches that should be repeatable rather than secret."""
    return hashlib.sha256(b"banquise seed %d" % number).digest()


def commitment(seed: bytes) -> str:
    """What is shown of the seed before the match."""
    return hashlib.sha256(b"banquise commitment" + seed).hexdigest()


SEALED = "sealed_"  # begins what stands for a part until it is revealed


def seal(part: str) -> str:
    """What is shown of a player's part before all are in.

    >>> seal("sixteen-letters!")
    'sealed_gV_Fl3aZnGYI0RN-WsWR_h9dlcM3dZI1haKfaoGN4ic'
    """
    digest = hashlib.sha256(b"banquise part" + part.encode()).digest()
    return SEALED + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def draw(seed: bytes, entropy: Sequence[str], counter: int, weights: Sequence[int]) -> int:
    """The outcome of chance number ``counter``: an index drawn exactly in proportion to the weights."""
    total = sum(weights)
    if total <= 0 or min(weights) < 0:
        raise ValueError(f"weights {list(weights)} do not describe chances")
    # Each part carries its length, so that no two different lists of entropy read the same.
    parts = [part.encode() for part in entropy]
    message = b"".join(b"%d:%b," % (len(part), part) for part in parts)
    limit = (1 << 256) // total * total
    attempt = 0
    while True:
        block = hmac.new(seed, b"%b|%d|%d" % (message, counter, attempt), hashlib.sha256).digest()
        number = int.from_bytes(block, "big")
        if number < limit:
            break
        attempt += 1
    left = number % total
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("a number below the sum of the weights falls under one of them")
