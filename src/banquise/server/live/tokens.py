"""The secrets that open seats and cards. Only digests of them are kept, and only digests come to a table."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_token() -> str:
    """A fresh secret for a player: 128 bits."""
    return secrets.token_urlsafe(16)


def new_name() -> str:
    """A table's name that nobody guesses: 96 bits, or hardly less. One with a hyphen in front would be an option."""
    while (name := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return name


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(b"banquise token" + token.encode()).hexdigest()


def card_digest(key: str) -> str:
    """What is kept of the key of a card."""
    return sha256(b"banquise card" + key.encode()).hexdigest()


def feed_secret(card: str) -> str:
    """What opens the feed of a device, from what is kept of its key; the key does not follow from it."""
    return sha256(b"banquise feed" + card.encode()).hexdigest()[:32]


def code_digest(code: str) -> str:
    """What is kept of the code by which a card moves to another device."""
    return sha256(b"banquise code" + code.encode()).hexdigest()
