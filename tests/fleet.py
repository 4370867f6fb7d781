"""Several servers on one PostgreSQL behind a proxy, and people and bots who play there while servers are killed."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
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
CLOCK = {"kind": "match", "seconds": 60, "increment": 2, "late": "resign"}


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
        self.database, self.pairs, self.game = database, matches, "ice_cult"
        self.people: list[Person] = []
        self.alone: list[Person] = []  # with a bot
        self.stopping = False
        self.acknowledged = 0
        self.made = 0
        self.kills: list[float] = []  # when
        self.tasks: list[asyncio.Task[None]] = []
        with ThreadPoolExecutor() as threads:
            self.servers = list(threads.map(lambda _: Process(database, *OPTIONS), range(processes)))

    def behind(self, port: int) -> None:
        """Where everybody finds them."""
        self.port, self.ws = port, f"ws://127.0.0.1:{port}/ws"

    def _sit(self) -> list[Person]:
        self.made += 1
        if self.made % 2:
            return super()._sit()
        body = {
            "game": self.game,
            "clock": CLOCK,
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
        }
        status, seated = request(f"http://127.0.0.1:{self.port}/api/tables", body)
        if status != 201:
            raise ConnectionError(str(seated))
        person = Person(self, seated["table"], 0, seated["token"])
        self.alone.append(person)
        return [person]

    async def kill_one(self) -> None:
        """Kill any of them, and start it again."""
        number = random.randrange(len(self.servers))
        port = self.servers[number].port
        self.servers[number].__exit__()
        self.kills.append(time.monotonic())
        self.servers[number] = await asyncio.to_thread(lambda: Process(self.database, *OPTIONS, port=port))

    def longest_wait(self) -> float:
        """From first sending a command to its answer."""
        return max(wait for person in self.people for wait in person.waits)

    def longest_turn(self) -> float:
        """From one's move, or the last kill after it, to one's next turn: what others and bots took."""
        return max(self._undisturbed(came, turn) for person in self.people for came, turn in person.turns)

    def _undisturbed(self, came: float, turn: float) -> float:
        return came - max([came - turn, *(kill for kill in self.kills if kill < came)])

    def close(self) -> None:
        """Stop all servers."""
        for server in self.servers:
            server.__exit__()
