"""The secrets that open seats and cards. Only digests of them are kept, and only digests come to a table."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_token() -> str:
    """A fresh secret for a player: 128 bits."""
    return secrets.token_urlsafe(16)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(b"banquise token" + token.encode()).hexdigest()


def card_digest(key: str) -> str:
    """What is kept of the key of a card."""
    return sha256(b"banquise card" + key.encode()).hexdigest()


def code_digest(code: str) -> str:
    """What is kept of the code by which a card moves to another device."""
    return sha256(b"banquise code" + code.encode()).hexdigest()
