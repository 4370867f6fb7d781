"""uvicorn's HTTP with limits to what one connection may send, and to how long it may leave an answer unread.

A block of bytes is parsed in one breath, and whatever the parser calls costs more than the bytes did: ten thousand
requests in a row, headers without end, a body in pieces of one byte. So each of these is counted where the parser
tells of it, and the first too many ends the parsing.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from banquise.server import metrics
from banquise.server.http.limits import Doors

SPARE_DOORS = 32  # connections beyond the limit, for health and metrics
HEAD_BYTES = 32_768  # of one request's head; what a block of the network brings beyond it is seen afterwards
MOST_HEADERS = 100
MOST_WAITING = 8  # requests that come before the answer to the first
FEW_PIECES = 200  # of a body, however small ...
SMALL_PIECE = 64  # ... and more must have so many bytes on average
LEAST_READ = 1_024  # bytes a second of what it was sent that a client must have read: any line can do that


class TooMuch(Exception):
    """A client sends more than anybody needs; the parser stops here, and the client is told 400."""


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end, be it a client's or a proxy's."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else "?"


def guarded_http(seconds: float, doors: Doors, body_bytes: int) -> type[HttpToolsProtocol]:
    """uvicorn's HTTP with guards: a request that does not arrive within so many seconds is cut, and so is too much.

    The same time has whoever is answered to read some of it. ``body_bytes``: the longest body that any address takes.
    """

    class GuardedHttp(HttpToolsProtocol):
        _guard: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None
        _is_inside = False
        _in_body = False
        _arrived = 0  # bytes of a head, or of a body, that has not ended yet
        _body = 0  # bytes of it ...
        _pieces = 0  # ... in so many pieces

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn narrows it
            super().connection_made(transport)
            self._is_inside = doors.enter(peer_of(transport), SPARE_DOORS)
            if self._is_inside:
                self._arm()
            else:
                metrics.CUT.add("connections")
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Take what a client has sent, unless head or body have become too long."""
            self._arrived += len(data)
            super().data_received(data)
            # Twice: a body in chunks is longer on its way than it is.
            if self._arrived > (2 * body_bytes if self._in_body else HEAD_BYTES):
                metrics.CUT.add("request")
                self.transport.abort()

        def on_message_begin(self) -> None:
            self._check(len(self.pipeline) < MOST_WAITING)
            super().on_message_begin()
            self._arm()

        def on_header(self, name: bytes, value: bytes) -> None:
            self._check(len(self.headers) < MOST_HEADERS)
            super().on_header(name, value)

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._in_body = True
            self._arrived = self._body = self._pieces = 0

        def on_body(self, body: bytes) -> None:
            self._pieces += 1
            self._body += len(body)
            self._check(self._pieces < FEW_PIECES or self._body > SMALL_PIECE * self._pieces)
            super().on_body(body)

        def on_message_complete(self) -> None:
            self._disarm()
            super().on_message_complete()
            self._in_body, self._arrived = False, 0

        def handle_websocket_upgrade(self) -> None:
            self._disarm()
            super().handle_websocket_upgrade()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._watch(self.transport.get_write_buffer_size())

        def resume_writing(self) -> None:
            super().resume_writing()
            self._stop_watching()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            self._stop_watching()
            super().connection_lost(exc)
            if self._is_inside:
                doors.leave(peer_of(self.transport))

        def _check(self, is_bearable: bool) -> None:
            if not is_bearable:
                metrics.CUT.add("request")
                raise TooMuch

        def _watch(self, unread: int) -> None:
            """Look after a while whether the client has read enough of what was written for it."""
            self._stop_watching()
            self._unread = self.loop.call_later(seconds, self._look, unread)

        def _look(self, unread: int) -> None:
            now = self.transport.get_write_buffer_size()
            if unread - now < LEAST_READ * seconds:
                metrics.CUT.add("slow reader")
                self.transport.abort()
            else:
                self._watch(now)

        def _stop_watching(self) -> None:
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None

        def _arm(self) -> None:
            self._disarm()
            self._guard = self.loop.call_later(seconds, self.transport.abort)

        def _disarm(self) -> None:
            if self._guard is not None:
                self._guard.cancel()
                self._guard = None

    return GuardedHttp
