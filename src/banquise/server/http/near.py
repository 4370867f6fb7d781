"""The address under which the computers of the local network reach this one."""

from __future__ import annotations

import socket
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 -- nothing is bound: so a server that listens to everybody is told
A_NEIGHBOUR = ("192.0.2.1", 9)  # an address that is nobody's: the system only says how it would go there


def near_address(host: str, port: int) -> str | None:
    """An address for friends in the same network; None where only this computer is listened to.

    >>> near_address("127.0.0.1", 8000) is None
    True
    >>> near_address("192.168.1.20", 8000)
    'http://192.168.1.20:8000'
    """
    own = _own_address() if host in EVERYWHERE else host
    if own is None or own == "localhost" or _is_loopback(own):
        return None
    return f"http://{f'[{own}]' if ':' in own else own}:{port}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False  # a name


def _own_address() -> str | None:
    """The system is asked which way it would go; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(A_NEIGHBOUR)
        except OSError:
            return None  # no network at all
        own: str = way.getsockname()[0]
        return own
