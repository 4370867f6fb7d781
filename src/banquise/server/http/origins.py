"""Which web pages may talk to this server.

A browser tells where a page comes from. Pages of this very server may (its address being a number, or localhost, or
named by whoever runs it), and pages of the origins that were allowed. A page of any other origin is refused before a
WebSocket is opened: otherwise every site that a player visits could play for them. A name that nobody configured is not
trusted even if it leads here, because names can be made to lead anywhere (DNS rebinding). Programs that are no browser
send no origin and are welcome: they hold no one's cookies, and neither do we.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


def is_allowed(origin: str | None, host: str | None, allowed: Iterable[str]) -> bool:
    """May a page of this origin talk to us, whom it addressed as ``host``?

    >>> is_allowed("http://127.0.0.1:8000", "127.0.0.1:8000", [])
    True
    >>> is_allowed("http://evil.example", "127.0.0.1:8000", [])
    False
    >>> is_allowed("http://rebound.example:8000", "rebound.example:8000", [])
    False
    >>> is_allowed("https://games.example.org", "games.example.org", ["https://games.example.org"])
    True
    """
    if origin is None:
        return True
    if origin.rstrip("/").lower() in {one.rstrip("/").lower() for one in allowed}:
        return True
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or host is None or parts.netloc.lower() != host.lower():
        return False
    return name == "localhost" or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
