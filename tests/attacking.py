"""What attacks on a server have in common: honest people who play beside them, and programs that read without end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from serving import Player, Process, request

P99 = 0.25  # seconds that an honest player waits for an answer, 99 times of 100
DEFAULTS = ("--rate", "20", "--tables", "30")  # of `banquise serve`; the last word counts


def run(story, seconds=100):
    asyncio.run(asyncio.wait_for(story, seconds))


def post(server: Process, path: str, body: object) -> dict:
    status, answer = request(server.http + path, body)
    assert status == 201, answer
    return answer


@contextlib.asynccontextmanager
async def duel(server: Process, **more: object) -> AsyncIterator[tuple[Player, Player]]:
    """Two people at a public table."""
    body = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True, **more}
    first = await asyncio.to_thread(post, server, "/api/tables", body)
    second = await asyncio.to_thread(post, server, f"/api/tables/{first['table']}/join", {})
    players = [await Player.come(server.ws, first["table"], seated["token"]) for seated in (first, second)]
    yield players[0], players[1]
    for player in players:
        await player.leave()


async def asked(player: Player) -> float:
    """How long an honest player waits for an answer."""
    start = time.monotonic()
    answer = await player.do("chat", text="hello")
    assert answer["type"] == "done", answer
    await asyncio.sleep(0.06)  # 16 a second: fewer than are allowed
    return time.monotonic() - start - 0.06


async def waits_beside(player: Player, calm: Process, attack: Callable[[], object], least: int = 30) -> Waits:
    """How long an honest player waits for each answer while an attack lasts, and a little longer."""
    waits, elsewhere = [], []
    attacking = asyncio.create_task(asyncio.to_thread(attack))
    async with duel(calm) as (other, _):
        while not attacking.done() or len(waits) < least:
            here, there = await asyncio.gather(asked(player), asked(other))
            waits.append(here)
            elsewhere.append(there)
    await attacking
    return Waits(waits, max(P99, 3 * p99(elsewhere)))


class Waits(NamedTuple):
    """How long an honest player waited, and how long was bearable: on a busy machine those at a server
    that nobody attacks wait, too.
    """

    waits: list[float]
    bearable: float


def p99(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)]


class Raw:
    """A bare socket to a server."""

    def __init__(self, server: Process, opening: bytes = b""):
        self.pipe = socket.create_connection(("127.0.0.1", server.port))
        self.pipe.sendall(opening)
        self.taken = 0  # bytes that the server has taken, or that lie in buffers of the system
        self.was_cut = False

    def pour(self, block: bytes, most: int, seconds: float) -> float:
        """Send the same again and again, and read what is sent; how long until we were cut."""
        start = time.monotonic()
        self.pipe.settimeout(0.2)
        threading.Thread(target=self._read, daemon=True).start()
        block *= 65_536 // len(block) + 1
        try:
            while self.taken < most and time.monotonic() - start < seconds:
                with contextlib.suppress(TimeoutError):
                    self.taken += self.pipe.send(block)
        except ConnectionError:
            self.was_cut = True
        return time.monotonic() - start

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                with contextlib.suppress(TimeoutError):
                    if not self.pipe.recv(65_536):
                        return

    def close(self) -> None:
        self.pipe.close()


READERS = """
import asyncio, collections, json, sys
port, path, at_once = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
counts = collections.Counter()

async def read():
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n".encode())
        counts[(await reader.read())[9:12].decode()] += 1
        writer.close()

async def main():
    readers = [asyncio.create_task(read()) for _ in range(at_once)]
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(counts))

asyncio.run(main())
"""


async def reading(server: Process, path: str, at_once: int) -> asyncio.subprocess.Process:
    """So many at a time read an address again and again, from a process of their own."""
    arguments = (sys.executable, "-c", READERS, str(server.port), path, str(at_once))
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe)


async def stopped(readers: asyncio.subprocess.Process) -> dict[str, int]:
    """How often they got which status."""
    said, _ = await readers.communicate(b"")
    return json.loads(said)
