"""The process: uvicorn with our limits, a graceful stop, and a direct way to the transport."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from banquise.server import journal, metrics
from banquise.server.http.guarded import SPARE_DOORS, guarded_http, peer_of
from banquise.server.http.limits import Bucket, Doors
from banquise.server.http.study import RECORD_BYTES
from banquise.server.http.web import make_app
from banquise.server.live.house import House, make_store
from banquise.server.live.thinkers import Thinker
from banquise.server.live.wire import EXTENSION
from banquise.server.protocol import FRAME_BYTES, Close
from banquise.server.settings import Settings

SEND_BUFFER = 128 * 1024
PIECE = 1024  # bytes that are read of one connection before they are counted
FRAMES_PER_COMMAND = 2  # of every kind: commands, pings, pongs, fragments
FRAMES_AT_ONCE = 250  # more than a connection is warned about before it is closed (``connection.py``)
LAST_WORDS = 4 * PIECE  # what may still come from a client that has been told goodbye
GOODBYE_SECONDS = 1.0  # to answer it
DESCRIPTORS_EVERY = 0.5  # seconds, after which it is looked whether any are left


class TableSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a way to send a frame at once and a limit to everything that a client sends.

    What arrives is parsed in small pieces, and no further than the application has heard it: a block of tiny frames
    costs no more than a few. Whoever sends more frames than anybody needs is cut.
    """

    _rest = b""  # has arrived, and is not parsed as long as messages wait for the application
    _last_words = 0  # bytes since the connection was closed from here

    def __init__(self, *args: Any, commands_a_second: float, doors: Doors, **more: Any):
        super().__init__(*args, **more)
        self._doors = doors
        self.close_timeout = GOODBYE_SECONDS
        self._frames = Bucket(FRAMES_PER_COMMAND * commands_a_second, FRAMES_AT_ONCE + commands_a_second)

    def data_received(self, data: bytes) -> None:
        """Take what a client has sent."""
        self._rest += data
        self._parse()

    def _parse(self) -> None:
        while self._rest and not self.read_paused and not self.transport.is_closing():
            piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
            if self.close_sent:
                self._last_words += len(piece)
                if self._last_words > LAST_WORDS:
                    self.cut()
                    return
            super().data_received(piece)

    def handle_events(self) -> None:
        """Hand on what was parsed, unless it was too much."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
            return
        metrics.CUT.add("frames")
        if not self.close_sent:
            self.conn.send_close(Close.TOO_FAST)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.cut()

    async def receive(self) -> Any:
        """The next message; when all have been heard, more is read."""
        message = await super().receive()
        self._parse()
        return message

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the system's own buffer small: a client that does not read is to be noticed."""
        super().connection_made(transport)
        pipe = transport.get_extra_info("socket")
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        self._doors.leave(peer_of(self.transport))

    async def run_asgi(self) -> None:
        """Offer ourselves to the application."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment] # an extension is a dictionary to ASGI; ours is an object
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
    doors = Doors(settings.connections, settings.connections_of_one, settings.proxies)
    config = uvicorn.Config(
        make_app(house, doors),
        host=settings.host,
        port=settings.port,
        http=guarded_http(settings.handshake_seconds, doors, RECORD_BYTES),
        ws=partial(TableSocket, commands_a_second=settings.commands_a_second, doors=doors),  # type: ignore[arg-type] # a class to uvicorn; it only calls it
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=max(1, int(settings.stop_seconds) - 1),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        backlog=2048,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
    )
    return _Server(config), house


def _many_descriptors(needed: int) -> None:
    """Every connection is a descriptor: ask for as many as the system allows, and say if that is too few."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft != resource.RLIM_INFINITY and soft < needed:
        journal.note("too few descriptors for so many connections", allowed=soft, needed=needed)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What no task could be blamed for: no descriptor left for a new connection, for example."""
    error = context.get("exception")
    journal.note(str(context.get("message", "trouble"))[:200], level=40, error=type(error).__name__)


def _has_descriptors() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno not in (errno.EMFILE, errno.ENFILE)
    return True


async def _watch_descriptors() -> None:
    """Say when there are none left, and when there are again: whoever comes then is cut without a word."""
    had = True
    while True:
        has = _has_descriptors()
        if had and not has:
            journal.note("no descriptor is left: new connections are cut (ulimit -n allows more)", level=logging.ERROR)
        elif has and not had:
            journal.note("there are descriptors again")
        had = has
        await asyncio.sleep(DESCRIPTORS_EVERY)


async def run(settings: Settings, thinkers: Sequence[Thinker] = (), sockets: list[socket.socket] | None = None) -> None:
    """Serve until told to stop."""
    asyncio.get_running_loop().set_exception_handler(_report)
    _many_descriptors(settings.connections + SPARE_DOORS + 64)
    server, _ = make_server(settings, thinkers)
    watch = asyncio.create_task(_watch_descriptors())
    try:
        await server.serve(sockets=sockets)
    finally:
        watch.cancel()


def look_for_garbage_seldom() -> None:
    """Tables are many long-lived lists of ints, in no cycles: looking through them all for garbage, as often as Python
    does by default, costs a fifth of the server's time and finds nothing.
    """
    gc.set_threshold(100_000, 50, 100)


def serve(settings: Settings, thinkers: Sequence[Thinker] = ()) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    journal.to_stderr()
    look_for_garbage_seldom()
    # The writer thread takes Python's lock back after every statement; 5 ms of waiting each time would be its pace.
    sys.setswitchinterval(0.0005)
    runner: Any = asyncio.run
    with contextlib.suppress(ImportError):
        import uvloop

        runner = uvloop.run
    runner(run(settings, thinkers))
