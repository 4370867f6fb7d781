"""The secrets that open seats. Only digests of them are kept, and only digests come to a table."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_token() -> str:
    """A fresh secret for a player: 128 bits."""
    return secrets.token_urlsafe(16)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(b"banquise token" + token.encode()).hexdigest()
