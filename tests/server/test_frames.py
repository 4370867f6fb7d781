"""What our own reading of short frames must not change.

Whatever a client sends, and in whatever pieces it comes, is heard as uvicorn hears it frame by frame. (Given a good
frame and a broken one in one piece, uvicorn forgets the good one: there we do better.)
"""

from __future__ import annotations

import asyncio
import struct

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from banquise.server.protocol import FRAME_BYTES
from banquise.server.serve import MOST_UNREAD, TableSocket

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Pipe(asyncio.Transport):
    """A transport that remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False
        self.pauses = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None:
        pass


def heard_by(kind: type[WebSocketsSansIOProtocol], pieces: list[bytes], keen: bool = True):
    """What an application hears, and what is written to the client, when these pieces arrive one after another."""
    heard: list[object] = []
    over = asyncio.Event()

    async def application(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        while keen:
            message = await receive()
            heard.append({name: value for name, value in message.items() if name != "reason"})
            if message["type"] == "websocket.disconnect":
                return
        await over.wait()

    async def listen() -> Pipe:
        config = uvicorn.Config(application, ws_max_size=FRAME_BYTES, ws_per_message_deflate=False, log_config=None)
        pipe, state = Pipe(), ServerState()
        socket = kind(config, state, {})
        socket.connection_made(pipe)
        socket.data_received(HELLO)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for piece in pieces:
            if pipe.closed:
                break
            socket.data_received(piece)
            await asyncio.sleep(0)
        for _ in range(20 if keen else 0):
            await asyncio.sleep(0)
        socket.connection_lost(None)
        over.set()
        await asyncio.gather(*state.tasks)
        return pipe

    pipe = asyncio.run(listen())
    return heard, pipe.written, pipe.closed, pipe.pauses


def frame(opcode: int, payload: bytes, *, last: bool = True, mask: bytes | None = b"\x37\xfa\x21\x3d") -> bytes:
    size, masked = len(payload), 128 if mask else 0
    head = bytes([opcode | (128 if last else 0)])
    if size < 126:
        head += bytes([masked | size])
    elif size < 1 << 16:
        head += bytes([masked | 126]) + struct.pack("!H", size)
    else:
        head += bytes([masked | 127]) + struct.pack("!Q", size)
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
payloads = st.text(max_size=40).map(str.encode) | st.binary(max_size=130) | st.just(b"x" * 1000)
masks = st.binary(min_size=4, max_size=4)
frames = st.one_of(
    st.builds(frame, st.just(TEXT), payloads, mask=masks),
    st.builds(frame, st.just(TEXT), st.text(max_size=40).map(str.encode), mask=masks),  # most of them: plain news
    st.builds(frame, st.sampled_from([TEXT, BINARY]), payloads, last=st.booleans(), mask=masks),
    st.builds(frame, st.just(0), payloads, last=st.booleans(), mask=masks),
    st.builds(frame, st.sampled_from([PING, PONG]), st.binary(max_size=125), mask=masks),
    st.sampled_from([frame(CLOSE, b"\x03\xe8"), frame(CLOSE, b""), frame(CLOSE, b"\x00")]),
    st.builds(frame, st.integers(0, 127), payloads, last=st.booleans(), mask=st.none() | masks),  # mostly broken
    st.sampled_from(
        [frame(TEXT, b"y" * (FRAME_BYTES + 1)), frame(TEXT, b"z" * FRAME_BYTES), b"\x81\xff" + b"\xff" * 8]
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(frames, max_size=6), st.data())
def test_our_reading_of_frames_is_uvicorns(sent, data):
    stream = b"".join(sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True) if a < b]
    assert heard_by(TableSocket, pieces)[:3] == heard_by(WebSocketsSansIOProtocol, sent)[:3]


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_frame_may_come_in_two_pieces(cut):
    stream = frame(TEXT, b'{"type":"ping"}') * 2
    heard = heard_by(TableSocket, [stream[:cut], stream[cut:]])[0]
    assert heard[:2] == [{"type": "websocket.receive", "text": '{"type":"ping"}'}] * 2


def test_a_client_waits_while_the_application_is_busy():
    few, many = [frame(TEXT, b"a")] * (MOST_UNREAD - 1), [frame(TEXT, b"a")] * 3 * MOST_UNREAD
    assert heard_by(TableSocket, few, keen=False)[3] == 0
    assert heard_by(TableSocket, many, keen=False)[3] == 1
