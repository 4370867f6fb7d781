"""The way out of one WebSocket: bounded, and never waited for.

Whoever tells a table's news must not wait for the slowest reader. Under our own server (``serve.py``) a frame goes
straight to the transport, made once for all who get the same; under any other ASGI server it goes through a queue. In
both, a connection that leaves more than ``most`` bytes unread is cut: that is the named policy for slow readers.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from struct import pack
from typing import Any, Protocol

EXTENSION = "banquise.transport"

Send = Callable[[Any], Awaitable[None]]


def head_of(size: int) -> bytes:
    """What goes before so many bytes of text to make an unmasked frame of them (RFC 6455, 5.2).

    >>> head_of(5)
    b'\\x81\\x05'
    """
    if size < 126:
        return pack(">BB", 0x81, size)
    if size < 1 << 16:
        return pack(">BBH", 0x81, 126, size)
    return pack(">BBQ", 0x81, 127, size)


class Transport(Protocol):
    """What our own server offers beyond ASGI."""

    def send_frame(self, frame: bytes) -> int:
        """Send a whole frame now; how many bytes wait to be read by the client."""
        ...

    def cut(self) -> None:
        """Drop the connection without a word."""
        ...


class Wire:
    """What a connection sends through."""

    def __init__(self, most: int):
        self.most = most
        self.is_open = True

    def send(self, text: bytes) -> None:
        """Send a text frame; if the client has left too much unread, cut it instead."""
        raise NotImplementedError

    async def close(self, code: int) -> None:
        """Send what is waiting, then close with a code."""
        raise NotImplementedError


class DirectWire(Wire):
    """Straight to the transport."""

    def __init__(self, most: int, transport: Transport, send: Send):
        super().__init__(most)
        self._transport = transport
        self._send = send
        self._frames: list[bytes] = []
        self._soon = asyncio.get_running_loop().call_soon  # to ask which loop runs is a system call each time

    def send(self, text: bytes) -> None:
        """Write a frame with all others of this turn of the event loop: one call for news and acknowledgement."""
        if self.is_open:
            if not self._frames:
                self._soon(self._flush)
            self._frames += head_of(len(text)), text

    def _flush(self) -> None:
        frames, self._frames = self._frames, []
        if frames and self._transport.send_frame(b"".join(frames)) > self.most:
            self.is_open = False
            self._transport.cut()

    async def close(self, code: int) -> None:
        """Close; a client that does not read is not waited for."""
        self._flush()
        if self.is_open:
            self.is_open = False
            try:
                await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), 0.5)
            except Exception:
                self._transport.cut()


class QueueWire(Wire):
    """Through a queue and a task that empties it."""

    def __init__(self, most: int, send: Send):
        super().__init__(most)
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._send_on())

    def send(self, text: bytes) -> None:
        """Put a frame into the queue."""
        if not self.is_open:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if self._bytes > self.most:
            self.is_open = False
            self._task.cancel()
        self._wake.set()

    async def _send_on(self) -> None:
        with suppress(Exception):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    await self._send({"type": "websocket.send", "text": text.decode()})
                    self._bytes -= len(text)

    async def close(self, code: int) -> None:
        """Close after a moment for what is waiting."""
        for _ in range(10):
            if not self._waiting or self._task.done():
                break
            await asyncio.sleep(0.02)
        self._task.cancel()
        self.is_open = False
        with suppress(Exception):
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), 0.5)
