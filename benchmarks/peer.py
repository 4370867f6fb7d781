"""Banquise beside boardgame.io, in one run: moves per second of server CPU.

    python benchmarks/peer.py --matches 1000 --spare 0 --seconds 8

The peer comes from npm, as its lock file has it, into a folder that is gone afterwards.
The peer plays the tic-tac-toe of its tutorial in memory and keeps nothing; Banquise plays the game named, every move on
disk before it is answered. The same client, the same number of matches and sockets, each server alone on the machine
while it is measured, in turns so that a change in the machine's mood hits both. Only moves are measured: tables are set
before, and matches that are over are followed by others that nobody is charged for.

Node is a build with all optimisations; a fair Python is one, too (Debian's python3 is, a plain pyenv build is not).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from load import Server, Tally, free_port, peak, server_cpu
from sockets import Socket, dial

HOME = Path(__file__).parent / "boardgame_io"
GAME = "tic-tac-toe"
WARM = 5_000  # moves until the peer's compiler has settled


@contextlib.contextmanager
def installed() -> Iterator[Path]:
    """The peer, as its lock file has it, from npm in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="banquise-peer-") as folder:
        home = Path(folder, "boardgame_io")
        shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("node_modules"))
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
        yield home


class Peer:
    """A boardgame.io server in a process of its own."""

    def __init__(self, home: Path):
        self.port = free_port()
        self.process = subprocess.Popen(["node", str(home / "server.js"), str(self.port)], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        while b"ready" not in self.process.stdout.readline():
            if self.process.poll() is not None:
                raise SystemExit("boardgame.io did not start")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Seat:
    """One player of tic-tac-toe, who moves as soon as it is their turn, in one match after another."""

    def __init__(self, tally: Tally, player: str):
        self.tally, self.player = tally, player
        self.sent: float | None = None
        self.is_over = False
        self._heard_of = asyncio.Event()
        self.socket: Socket

    async def connect(self, port: int) -> None:
        self.socket = await dial(port, self.heard, self.closed, "/socket.io/?EIO=4&transport=websocket")
        self.socket.send(f"40/{GAME},".encode())
        await self._answer()

    async def sit(self, match: str) -> None:
        """Come to a match; whoever is first makes it."""
        self.match, self.is_over = match, False
        self.emit("sync", match, self.player, None, 2)
        await self._answer()

    async def _answer(self) -> None:
        self._heard_of.clear()
        await asyncio.wait_for(self._heard_of.wait(), 20)

    def closed(self, code: int) -> None:
        if not self.tally.stopping:
            self.tally.errors += 1

    def emit(self, *message: object) -> None:
        self.socket.send(f"42/{GAME},{json.dumps(message)}".encode())

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.socket.send(b"3")  # engine.io's own ping
        elif text.startswith(b"40/"):
            self._heard_of.set()
        elif text.startswith(b"42/"):
            kind, *rest = json.loads(text.partition(b",")[2])
            if kind == "sync":
                self.state = rest[1]["state"]
                self._heard_of.set()
            elif kind == "update":
                self.state = rest[1]
                if self.sent is not None:
                    self.tally.waits.append(time.perf_counter() - self.sent)
                    self.tally.done += 1
                    self.sent = None
                self.is_over = "gameover" in self.state["ctx"]
                self.move()

    def move(self) -> None:
        if self.is_over or self.state["ctx"]["currentPlayer"] != self.player:
            return
        free = [number for number, cell in enumerate(self.state["G"]["cells"]) if cell is None]
        payload = {"type": "clickCell", "args": [random.choice(free)], "playerID": self.player, "credentials": None}
        self.sent = time.perf_counter()
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.state["_stateID"], self.match, self.player)


async def play_all(pairs: list[tuple[Seat, Seat]], server: int) -> tuple[float, float]:
    """A match for each pair, from the first move to the end; the seconds it took, and those of the server's CPU."""
    for pair in pairs:
        match = f"match-{random.random()}"
        for seat in pair:
            await seat.sit(match)
    await asyncio.sleep(0.2)
    cpu, start = server_cpu(server), time.perf_counter()
    for pair in pairs:
        for seat in pair:
            seat.move()
    while not all(seat.is_over for pair in pairs for seat in pair):
        await asyncio.sleep(0.005)
    return time.perf_counter() - start, server_cpu(server) - cpu


async def measure_peer(peer: Peer, matches: int, seconds: float) -> tuple[str, float]:
    tally = Tally()
    pairs = [(Seat(tally, "0"), Seat(tally, "1")) for _ in range(matches)]
    for pair in pairs:
        for seat in pair:
            await seat.connect(peer.port)
    while tally.done < WARM:
        await play_all(pairs, peer.process.pid)
    tally.waits.clear()
    tally.done = 0
    took = used = 0.0
    while took < seconds:
        more = await play_all(pairs, peer.process.pid)
        took, used = took + more[0], used + more[1]
    tally.stopping = True
    line = tally.line("boardgame.io tic-tac-toe, in memory", took, used, sockets=2 * matches)
    return line, tally.done / max(used, 0.01)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--spare", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", default="ice_cult,ice_lake")
    options = parser.parse_args()
    with installed() as home:
        compare(options, home)


def compare(options: argparse.Namespace, home: Path) -> None:
    """In turns, then what each did at its best."""
    import uvloop

    rates: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        peer = Peer(home)
        try:
            line, rate = uvloop.run(measure_peer(peer, options.matches, options.seconds))
        finally:
            peer.stop()
        print(line)
        rates.setdefault("boardgame.io", []).append(rate)
        for game in options.games.split(","):
            server = Server(None)
            options.game = game
            try:
                line = uvloop.run(peak(server, options))
            finally:
                server.stop()
            print(line.replace("L2 peak", f"Banquise {game}, durable"))
            per_move = float(line.partition("server us/move ")[2].partition(",")[0])
            rates.setdefault(f"Banquise {game}", []).append(1e6 / per_move)
    print()
    base = max(rates["boardgame.io"])
    for name, found in rates.items():
        print(f"{name:24} {max(found):8,.0f} moves per second of server CPU  {max(found) / base:5.1f} x")


if __name__ == "__main__":
    main()
