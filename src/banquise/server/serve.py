"""The process: uvicorn with our limits, a graceful stop, and a direct way to the transport."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from banquise.server import journal
from banquise.server.house import House, make_store
from banquise.server.protocol import FRAME_BYTES
from banquise.server.settings import Settings
from banquise.server.thinkers import Thinker
from banquise.server.web import make_app
from banquise.server.wire import EXTENSION, frame_length, short_text

SEND_BUFFER = 128 * 1024
LONGEST_FRAME = FRAME_BYTES + 14  # with its head
MOST_UNREAD = 8  # messages that wait for the application before the client has to wait


class Inbox:
    """Messages that wait for the one who reads them: what uvicorn does with an ``asyncio.Queue``, and no more."""

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._loop = asyncio.get_running_loop()
        self._reader: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many there are."""
        return len(self._messages)

    def empty(self) -> bool:
        """Is there none?"""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        """One more; whoever waits is woken."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The first, as soon as there is one."""
        if not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.popleft()


class TableSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a way to send a frame at once and to cut a client that does not read.

    It reads short text frames, as nearly all are, by itself; whatever else a client sends goes to uvicorn's parser,
    frame by frame. That parser takes longer for a move than the rules do.
    """

    _rest = b""  # the start of a frame whose end has not come
    _fragmented = False  # a message in several frames has begun
    _is_raw = False  # from now on uvicorn's parser is given everything as it comes

    def data_received(self, data: bytes) -> None:
        """Take what a client has sent, frame by frame."""
        if self._is_raw or not self.handshake_complete:
            self._is_raw = self._is_raw or self.handshake_initiated  # it has not waited to be let in
            super().data_received(data)
            return
        data = self._rest + data
        while data and not self.transport.is_closing():
            length = frame_length(data)
            if length is not None and length > LONGEST_FRAME:
                self._is_raw = True
                super().data_received(data)
                return
            if length is None or length > len(data):
                break
            self._take(data[:length])
            data = data[length:]
        self._rest = data

    def _take(self, frame: bytes) -> None:
        """One whole frame."""
        text = None if self._fragmented or self.close_sent else short_text(frame)
        if text is None:
            if not frame[0] & 8:  # no control frame
                self._fragmented = not frame[0] & 128
            super().data_received(frame)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True  # until the application has caught up
            self.transport.pause_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the system's own buffer small: a client that does not read is to be noticed."""
        super().connection_made(transport)
        self.queue = Inbox()  # type: ignore[assignment]  # all of a queue that is used
        pipe = transport.get_extra_info("socket")
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def run_asgi(self) -> None:
        """Offer ourselves to the application."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def send_frame(self, frame: bytes) -> int:
        """Write a whole frame; how many bytes wait to be read by the client."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def cut(self) -> None:
        """Drop the connection; what it has not read is not kept."""
        self.transport.abort()


def guarded_http(seconds: float) -> type[HttpToolsProtocol]:
    """uvicorn's HTTP, except that a request which does not arrive within so many seconds is cut."""

    class GuardedHttp(HttpToolsProtocol):
        _guard: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._arm()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._arm()

        def on_message_complete(self) -> None:
            self._disarm()
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._disarm()
            super().handle_websocket_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            super().connection_lost(exc)

        def _arm(self) -> None:
            self._disarm()
            self._guard = self.loop.call_later(seconds, self.transport.abort)

        def _disarm(self) -> None:
            if self._guard is not None:
                self._guard.cancel()
                self._guard = None

    return GuardedHttp


class _Server(uvicorn.Server):
    """A server that stops when told and exits with 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._stop)
        yield

    def _stop(self) -> None:
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True


def make_server(settings: Settings, thinkers: Sequence[Thinker] = ()) -> tuple[uvicorn.Server, House]:
    """A server that is ready to run."""
    house = House(make_store(settings.database), settings, thinkers)
    config = uvicorn.Config(
        make_app(house),
        host=settings.host,
        port=settings.port,
        http=guarded_http(settings.handshake_seconds),
        ws=TableSocket,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=max(1, int(settings.stop_seconds) - 1),
        limit_concurrency=settings.connections,
        backlog=2048,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
    )
    return _Server(config), house


async def run(settings: Settings, thinkers: Sequence[Thinker] = (), sockets: list[socket.socket] | None = None) -> None:
    """Serve until told to stop."""
    server, _ = make_server(settings, thinkers)
    await server.serve(sockets=sockets)


def serve(settings: Settings, thinkers: Sequence[Thinker] = ()) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    journal.to_stderr()
    # Tables are many long-lived lists of ints, in no cycles: looking through them all for garbage, as often as Python
    # does by default, costs a fifth of the server's time and finds nothing.
    gc.set_threshold(100_000, 50, 100)
    # The writer thread takes Python's lock back after every statement; 5 ms of waiting each time would be its pace.
    sys.setswitchinterval(0.0005)
    runner: Any = asyncio.run
    with contextlib.suppress(ImportError):
        import uvloop

        runner = uvloop.run
    runner(run(settings, thinkers))
