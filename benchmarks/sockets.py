"""A WebSocket client that costs next to nothing, so that a load program measures the server and not itself."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable


class Socket(asyncio.Protocol):
    """One connection: ``heard`` is called with the bytes of every text message."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None], closed: Callable[[int], None]):
        self.host = host
        self.path = path
        self.heard = heard
        self.closed = closed
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code = 1006
        self._buffer = bytearray()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(self._buffer[:12])
            del self._buffer[: end + 4]
            self._upgraded = True
            if status != b"HTTP/1.1 101":
                self.open.set_exception(ConnectionError(status.decode()))
                self.transport.close()
                return
            self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer = self._buffer
        while len(buffer) >= 2:
            size, at = buffer[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                return
            opcode, payload = buffer[0] & 15, bytes(buffer[at : at + size])
            del buffer[: at + size]
            if opcode == 1:
                self.heard(payload)
            elif opcode == 8:
                self.code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
                self._send(8, payload[:2])
                self.transport.close()
            elif opcode == 9:
                self._send(10, payload)

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._send(1, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        # A mask of zeros is a mask: the payload goes as it is.
        size = len(payload)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("lost"))
        self.closed(self.code)


async def dial(
    port: int, heard: Callable[[bytes], None], closed: Callable[[int], None] = lambda code: None, path: str = "/ws"
) -> Socket:
    """Connect to a server on this machine."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(f"127.0.0.1:{port}", path, heard, closed), "127.0.0.1", port
    )
    await socket.open
    return socket
