"""HTTP by people who send what no client sends: requests without waiting, heads and bodies without end, answers unread.

The server is as `banquise serve` starts it, and beside every attack honest people play.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import time

from attacking import DEFAULTS, Raw, duel, p99, run, waits_beside
from serving import Process, request, served

POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
WITHOUT_END = {  # how it begins, and what goes on
    "requests": (b"", b"GET / HTTP/1.1\r\n\r\n"),
    "requests to nowhere": (b"", b"GET /api/x HTTP/1.1\r\n\r\n"),
    "empty lines": (b"", b"\r\n"),
    "an address": (b"GET /", b"x"),
    "a header": (b"GET / HTTP/1.1\r\nA: ", b"x"),
    "headers": (b"GET / HTTP/1.1\r\n", b"a:b\r\n"),
    "a body": (POST + b"Content-Length: 100000000000\r\n\r\n", b"x"),
    "a body that nobody reads": (b"POST /nowhere HTTP/1.1\r\nContent-Length: 100000000000\r\n\r\n", b"x"),
    "chunks": (CHUNKED, b"1\r\nx\r\n"),
    "a chunk's extension": (CHUNKED + b"1;", b"x"),
    "trailers": (CHUNKED + b"0\r\n", b"a:b\r\n"),
}


def test_b7_requests_heads_and_bodies_without_end_cut_the_one_who_sends_them(tmp_path, capsys):
    """One anonymous connection at a time: before, each of most of these held everybody up for seconds."""
    cut: dict[str, float] = {}

    def attack(server: Process) -> None:
        for kind, (opening, block) in WITHOUT_END.items():
            raw = Raw(server, opening)
            cut[kind] = raw.pour(block, most=100_000_000_000, seconds=20)
            raw.close()
            assert raw.was_cut, kind
            assert request(server.http + "/health")[0] == 200

    async def story(server: Process, calm: Process) -> None:
        async with duel(server) as (ann, _):
            waits, bearable = await waits_beside(ann, calm, lambda: attack(server))
            with capsys.disabled():
                slowest, most = max(cut, key=lambda kind: cut[kind]), max(waits) * 1000
                print(
                    f"\nB7 HTTP: cut after {cut[slowest]:.2f} s at most ({slowest}), others wait {most:.0f} ms at most"
                )
            assert p99(waits) < bearable

    with Process(f"sqlite:{tmp_path}/a.db", *DEFAULTS) as server, Process(f"sqlite:{tmp_path}/b.db") as calm:
        run(story(server, calm))


def test_what_clients_and_proxies_do_send_is_taken():
    """A few requests at once, a long body in small pieces as a slow line brings it, and one in chunks."""
    body = b'{"game":"ice_lake","seats":[{"kind":"me"},{"kind":"open"}],"title":"' + b"x" * 50 + b'"}'
    three = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 3
    cookie = b"GET /health HTTP/1.1\r\nHost: x\r\nCookie: " + b"c" * 8_000 + b"\r\n\r\n"
    chunked = CHUNKED + b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:70], body[70:])) + b"0\r\n\r\n"
    long = b'{"record":"' + b"x" * 390_000 + b'"}'
    replay = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(long) + long

    def answers(port: int, sent: bytes, wanted: int, piece: int = 1 << 20) -> list[bytes]:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as pipe:
            for start in range(0, len(sent), piece):
                pipe.sendall(sent[start : start + piece])
            got = b""
            while len(re.findall(rb"HTTP/1.1 (\d+)", got)) < wanted:
                got += pipe.recv(65_536) or b"HTTP/1.1 0 gone"
            return re.findall(rb"HTTP/1.1 (\d+)", got)

    async def story() -> None:
        async with served() as here:
            assert await asyncio.to_thread(answers, here.port, three, 3) == [b"200"] * 3
            assert await asyncio.to_thread(answers, here.port, cookie, 1) == [b"200"]
            assert await asyncio.to_thread(answers, here.port, chunked, 1, 40) == [b"201"]
            assert await asyncio.to_thread(answers, here.port, replay, 1, 500) == [b"400"]  # read, and no record

    run(story())


def cuts(figures: bytes) -> int:
    """How many have left their answers unread."""
    found = re.search(rb'reason="slow reader"\} (\d+)', figures)
    return int(found[1]) if found else 0


def test_b5_whoever_does_not_read_an_answer_is_cut():
    """Else whatever was written for them would lie in memory for as long as they like."""

    async def story() -> None:
        async with served(handshake_seconds=0.5) as here:
            before = cuts((await here.get("/metrics"))[1])
            with socket.socket() as lazy:
                lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                lazy.connect(("127.0.0.1", here.port))
                deadline = time.monotonic() + 30
                while cuts((await here.get("/metrics"))[1]) == before:  # some of it goes to the system's own buffers
                    assert time.monotonic() < deadline, "nobody was cut"
                    with contextlib.suppress(OSError):  # nothing is read of us any more
                        lazy.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", socket.MSG_DONTWAIT)
                    await asyncio.sleep(0.05)

    run(story())
