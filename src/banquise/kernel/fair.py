"""Chance that can be checked by anyone afterwards.

Before anybody sits down the table commits to a secret seed by showing ``commitment(seed)``. Every player's client makes
a part of its own and shows only ``seal(part)``; when all sit, and all seals are known, the parts are revealed. Outcome
number ``k`` of the match is drawn from HMAC-SHA256, keyed by the seed, over the parts and ``k``; the seed is revealed
at the end. So neither the table nor a player could choose what they add knowing what the others add.
Where a match is dealt from decks (``next_card``), the seed shuffles them, and cards are drawn in their order.
(docs/fair-chance.md says what is promised to whom, and what is not.)
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

SEED_BYTES = 32


class Promise(NamedTuple):
    """What is known of chance before a match: the commitment to its seed, and what the seats add to it."""

    commitment: str | None = None
    entropy: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()  # of these parts, in their order; empty where one was not sealed
    decks: bool = False  # is it drawn from decks?
    dealt: str = ""  # the duplicate whose chance it is: several matches have the same


NOTHING_PROMISED = Promise()


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(number: int) -> bytes:
    """The seed that an int names, for matches that should be repeatable rather than secret."""
    return hashlib.sha256(b"banquise seed %d" % number).digest()


def seed_of(seed: int | bytes | None) -> bytes:
    """The seed that is meant: itself, the one that an int names, or without any a fresh one."""
    return new_seed() if seed is None else seed_from(seed) if isinstance(seed, int) else seed


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
    message = _added(entropy)
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


def _added(entropy: Sequence[str]) -> bytes:
    """All parts in one. Each carries its length, so that no two different lists of entropy read the same."""
    parts = [part.encode() for part in entropy]
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


# Decks ------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A card that has come: of which kind of draw, from which deck and where in it, and what is left of that deck."""

    kind: str
    number: int  # of the deck, among those of its kind
    whole: tuple[int, ...]  # how many cards of each outcome it began with
    place: int
    left: tuple[int, ...]


@lru_cache(maxsize=64)
def shuffled(
    seed: bytes, entropy: tuple[str, ...], kind: str, number: int, weights: tuple[int, ...]
) -> tuple[int, ...]:
    """A deck, number so and so of a kind, with so many cards of each outcome: in the order in which they come.

    Every card has a number of its own, HMAC-SHA256 keyed by the seed, and they lie in the order of these. So two decks
    that differ by a card lie in the same order but for it.

    >>> seed = seed_from(1)
    >>> [card for card in shuffled(seed, (), "drawing", 0, (1, 1, 1, 1, 1)) if card != 2]
    [4, 3, 1, 0]
    >>> shuffled(seed, (), "drawing", 0, (1, 1, 0, 1, 1))
    (4, 3, 1, 0)
    """
    head = b"%b|deck|%b|%d" % (_added(entropy), kind.encode(), number)

    def place(card: tuple[int, int]) -> bytes:
        return hmac.new(seed, b"%b|%d|%d" % (head, *card), hashlib.sha256).digest()

    cards = [(outcome, copy) for outcome, weight in enumerate(weights) for copy in range(weight)]
    return tuple(outcome for outcome, _ in sorted(cards, key=lambda card: (place(card), card)))


def next_card(
    seed: bytes, entropy: tuple[str, ...], before: Sequence[Drawn], kind: str, weights: tuple[int, ...]
) -> int:
    """What comes next of a kind, after what was drawn before."""
    number, whole, place = _on_top(before, kind, weights)
    return shuffled(seed, entropy, kind, number, whole)[place]


def drawn(before: Sequence[Drawn], kind: str, weights: tuple[int, ...], outcome: int) -> Drawn:
    """What is remembered of an outcome that chance has had, for the draws after it."""
    left = (*weights[:outcome], weights[outcome] - 1, *weights[outcome + 1 :])
    return Drawn(kind, *_on_top(before, kind, weights), left)


def _on_top(before: Sequence[Drawn], kind: str, weights: tuple[int, ...]) -> tuple[int, tuple[int, ...], int]:
    """The deck that the next card of a kind comes from: its number, what it began with, and the card's place in it.

    A deck holds what could come when it was begun. As long as nothing but what was drawn has left it, and nothing has
    come back, the next card of it comes; otherwise another deck is begun. (Who begins, say, is drawn from a new one
    each time.)
    """
    last = next((one for one in reversed(before) if one.kind == kind), None)
    if last is None:
        return 0, weights, 0
    if last.left == weights:
        return last.number, last.whole, last.place + 1
    return last.number + 1, weights, 0
