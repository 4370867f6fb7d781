"""Several servers on one PostgreSQL behind a proxy, and people and bots who play there while servers are killed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hammering import Hammer, Person
from serving import Process, free_port, request

CONFIG = Path(__file__).parents[1] / "deploy" / "haproxy.cfg"
OPTIONS = ("--bot-pause", "0", "--connections", "20000", "--connections-of-one", "20000")
SPARE = 15  # seconds that everybody has for a move beyond those that anybody thinks


def kept_port() -> int:
    """A free port that the system gives to no connection while a server that was killed is started again."""
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.randrange(first // 2, first)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class NoProxy(Exception):
    """Why there is none here."""


@contextlib.contextmanager
def proxy(ports: list[int]) -> Iterator[int]:
    """HAProxy as our example configures it, before servers on these ports of this machine; its own port."""
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if program is None:
        raise NoProxy("no HAProxy here: apt install haproxy")
    port = free_port()
    lines = [line for line in CONFIG.read_text().splitlines() if not line.strip().startswith("server ")]
    lines += [f"    server table{n} 127.0.0.1:{one}" for n, one in enumerate(ports)]
    text = "\n".join(lines).replace("bind :8080", f"bind 127.0.0.1:{port}") + "\n"
    with tempfile.TemporaryDirectory(prefix="banquise-proxy-") as folder:
        file = Path(folder, "haproxy.cfg")
        file.write_text(text)
        running = subprocess.Popen([program, "-db", "-q", "-f", str(file)], stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 30
            while True:
                with contextlib.suppress(OSError):
                    if request(f"http://127.0.0.1:{port}/health")[0] == 200:
                        break
                if running.poll() is not None or time.monotonic() > deadline:
                    raise NoProxy("HAProxy did not start")
                time.sleep(0.05)
            yield port
        finally:
            running.terminate()
            running.wait()


class Fleet(Hammer):
    """People at servers behind a proxy: half of the tables with two people, the others with a person and a bot."""

    def __init__(self, database: str, matches: int, processes: int, pace: float = 0.0):
        self.pace = pace
        self.clock = {"kind": "move", "seconds": round(1.6 * pace) + SPARE, "late": "resign"}
        self.database, self.pairs, self.game = database, matches, "ice_cult"
        self.people: list[Person] = []
        self.alone: list[Person] = []  # with a bot
        self.stopping = False
        self.acknowledged = 0
        self.made = 0
        self.kills: list[float] = []  # when
        self.pause = 0.0  # the longest that all people together stood still, because this very process did
        self.tasks: list[asyncio.Task[None]] = []
        with ThreadPoolExecutor() as threads:
            self.servers = list(threads.map(lambda _: self._start(kept_port()), range(processes)))

    def _start(self, port: int) -> Process:
        return Process(self.database, *OPTIONS, port=port)

    def behind(self, port: int) -> None:
        """Where everybody finds them."""
        self.port, self.ws = port, f"ws://127.0.0.1:{port}/ws"

    def _sit(self) -> list[Person]:
        self.made += 1
        if self.made % 2:
            return super()._sit()
        body = {
            "game": self.game,
            "clock": self.clock,
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
        }
        status, seated = request(f"http://127.0.0.1:{self.port}/api/tables", body)
        if status != 201:
            raise ConnectionError(str(seated))
        person = Person(self, seated["table"], 0, seated["token"])
        self.alone.append(person)
        return [person]

    def start(self) -> None:
        gc.disable()  # or everybody stands still together while Python looks for what nobody needs
        super().start()
        self.tasks.append(asyncio.create_task(self._watch()))

    async def _watch(self) -> None:
        while not self.stopping:
            before = time.monotonic()
            await asyncio.sleep(0.1)
            self.pause = max(self.pause, time.monotonic() - before - 0.1)

    async def everybody_sits(self) -> None:
        """Wait until all tables are made, and at each of them it has been somebody's turn."""
        async with asyncio.timeout(60 + self.pairs):
            while self.made < self.pairs or {p.table for p in self.people} > {p.table for p in self.people if p.turns}:
                await asyncio.sleep(0.1)

    async def kill_one(self) -> None:
        """Kill any of them, and start it again."""
        number = random.randrange(len(self.servers))
        port = self.servers[number].port
        self.servers[number].__exit__()
        self.kills.append(time.monotonic())
        self.servers[number] = await asyncio.to_thread(self._start, port)

    def longest_wait(self) -> float:
        """From first sending a command to its answer."""
        return max(wait for person in self.people for wait in person.waits)

    def longest_turn(self) -> float:
        """From a person's move to their next turn where they play with a bot: what the bot took, kills and all."""
        return max(turn for person in self.alone for _, turn in person.turns)

    def close(self) -> None:
        """Stop all servers."""
        gc.enable()
        for server in self.servers:
            server.__exit__()
