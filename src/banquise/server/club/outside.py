"""Requests to addresses that players have named: a push service's, a webhook's.

Whoever names an address could name one that only this machine reaches. So the name is looked up here, every address
that it leads to must be of the open internet, and the connection goes to the very one that was checked; redirects are
not followed, answers are not read, and nothing takes longer than a few seconds. Whoever runs the server may allow its
own networks.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpcore

from banquise.server.live.shares import Share, Shares

SECONDS = 10.0  # for one request, from the name to the answer
MOST_ADDRESSES = 3  # of one name that are tried
LONGEST = 1_000  # characters of an address
CONNECTIONS = 64
LOOKUPS = 8  # names that are looked up at the same time ...
LOOKUPS_OF_ONE = 2  # ... in one domain, whose owner decides how long that takes
UNICAST = IPv6Network("2000::/3")  # all of the open internet by IPv6, but for those that lead to IPv4:
TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: an IPv4 address in its last 32 bits


class BadAddress(ValueError):
    """An address to which nothing is sent; says what would be right."""


class Unreachable(Exception):
    """No answer came, for a reason in a word."""


class Answer(NamedTuple):
    """What came back: the status, and after how many seconds to come again, if that was said."""

    status: int
    retry_after: int | None


def is_open(address: str) -> bool:
    """Is this an address of the open internet, and not of this machine or a network that is somebody's own?

    >>> [is_open(one) for one in ("1.1.1.1", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False, False]
    """
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv6Address):
        if number not in UNICAST and number not in TRANSLATED:
            return False
        leads_to = _within(number)
    else:
        leads_to = [number]
    return all(one.is_global and not one.is_multicast for one in (number, *leads_to)) and not _is_own(number)


def _within(number: IPv6Address) -> list[IPv4Address]:
    """The IPv4 addresses that an IPv6 address leads to, by the ways that there are."""
    ways = [number.sixtofour, *(number.teredo or ())]
    if number in TRANSLATED:
        ways.append(IPv4Address(int(number) & 0xFFFFFFFF))
    return [one for one in ways if one is not None]


def _is_own(number: IPv4Address | IPv6Address) -> bool:
    """Would we talk to ourselves? The system says from which address it would; nothing is sent for that."""
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(number), 9))
        return bool(ip_address(probe.getsockname()[0].partition("%")[0]) == number)
    return False


def checked(address: str, schemes: tuple[str, ...]) -> tuple[str, int]:
    """Name and port of an address that may be sent to as far as can be seen; BadAddress says what would be right."""
    try:
        parts = urlsplit(address)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        name, port, parts = "", None, urlsplit("")
    if parts.scheme not in schemes or not name:
        wanted = " or ".join(f"{scheme}://" for scheme in schemes)
        raise BadAddress(f"{address[:80]!r} is no address to send to: it begins with {wanted}, and a name follows")
    if parts.username is not None or parts.fragment:
        raise BadAddress(f"{address[:80]!r} holds a user or a fragment: leave out what is before @ or behind #")
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        raise BadAddress(f"{address[:80]!r} is too long, or not as it is sent: at most {LONGEST} plain characters")
    return name, port or (443 if parts.scheme == "https" else 80)


class Names:
    """Looks names up, a few at a time. How long one takes is up to who owns its domain: others do not wait for it."""

    def __init__(self) -> None:
        self._shares = Shares(LOOKUPS, LOOKUPS_OF_ONE)
        self._asking: set[asyncio.Task[list[str]]] = set()

    async def look_up(self, name: str, port: int) -> list[str]:
        """The addresses of a name; OSError, if it has none or none that are told in time."""
        domain = ".".join(name.rstrip(".").lower().split(".")[-2:])
        if self._shares.waiting(domain) >= LOOKUPS:
            raise OSError("too many names of one domain")
        asking = asyncio.create_task(self._ask(name, port, Share(domain), asyncio.get_running_loop().time() + SECONDS))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        async with asyncio.timeout(SECONDS):
            return await asyncio.shield(asking)  # a question cannot be taken back, and keeps its turn until it ends

    async def _ask(self, name: str, port: int, share: Share, until: float) -> list[str]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[str]] = loop.create_future()

        def tell(found: list[str]) -> None:
            if not answer.done():
                answer.set_result(found)

        def ask() -> None:
            try:
                found = [str(one[4][0]) for one in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
            except (OSError, UnicodeError):
                found = []
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(tell, found)

        async with self._shares.turn(share):
            if loop.time() >= until:  # whoever wanted to know has gone
                return []
            threading.Thread(target=ask, name="lookup", daemon=True).start()  # nobody waits for it at the end
            return list(dict.fromkeys(await answer))


class Guard(httpcore.AsyncNetworkBackend):
    """Connects to open addresses only; to all, where whoever runs the server has allowed it."""

    def __init__(self, allow_all: bool):
        self.allow_all = allow_all
        self.names = Names()
        self._inner = httpcore.AnyIOBackend()

    async def resolve(self, name: str, port: int) -> list[str]:
        """The addresses that a name leads to; BadAddress if one of them may not be talked to."""
        try:
            addresses = await self.names.look_up(name, port)
        except OSError:  # a time that is over among them
            addresses = []
        if not addresses or not (self.allow_all or all(is_open(one) for one in addresses)):
            raise BadAddress(f"{name[:80]!r} is not to be found in the open internet")
        return addresses

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the address that was checked, whatever the name leads to a moment later."""
        trouble: Exception = httpcore.ConnectError("no address")
        for address in (await self.resolve(host, port))[:MOST_ADDRESSES]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
        raise trouble


class Outside:
    """The way out."""

    def __init__(self, allow_all: bool):
        self.guard = Guard(allow_all)
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=CONNECTIONS, max_keepalive_connections=8, keepalive_expiry=30, network_backend=self.guard
        )

    async def check(self, address: str, schemes: tuple[str, ...]) -> None:
        """May this be sent to? BadAddress says why not."""
        await self.guard.resolve(*checked(address, schemes))

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send something; what is answered, of which only the status is read. Unreachable says why nothing was."""
        each = {"connect": SECONDS / 2, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        host = [(b"host", urlsplit(address).netloc.encode()), (b"content-length", str(len(body)).encode())]
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._pool.stream(
                    "POST", address, headers=[*host, *sent], content=body, extensions={"timeout": each}
                ) as answer,
            ):
                return Answer(answer.status, _seconds(dict(answer.headers).get(b"retry-after", b"")))
        except BadAddress:
            raise Unreachable("address") from None
        except (TimeoutError, httpcore.TimeoutException):
            raise Unreachable("time") from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError, ValueError):
            raise Unreachable("connection") from None

    async def close(self) -> None:
        """Let go of what is open."""
        await self._pool.aclose()


def _seconds(raw: bytes) -> int | None:
    return int(raw) if raw.isdigit() and len(raw) < 8 else None
