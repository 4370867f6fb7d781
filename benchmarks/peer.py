"""Banquise beside boardgame.io, in one run: moves per second of server CPU.

    cd benchmarks/boardgame_io && npm install && cd ../..
    python benchmarks/peer.py --matches 50 --seconds 10

The peer plays tic-tac-toe in memory and keeps nothing; Banquise plays the game named, every move on disk before it is
answered. The same client, the same number of matches and sockets, each server alone on the machine while it is
measured, in turns so that a change in the machine's mood hits both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import time
from pathlib import Path

from load import Server, Tally, peak, server_cpu
from sockets import Socket, dial

HOME = Path(__file__).parent / "boardgame_io"
GAME = "tic-tac-toe"


class Peer:
    """A boardgame.io server in a process of its own."""

    def __init__(self, port: int = 8778):
        self.port = port
        self.process = subprocess.Popen(["node", str(HOME / "server.js"), str(port)], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        while b"ready" not in self.process.stdout.readline():
            if self.process.poll() is not None:
                raise SystemExit("boardgame.io did not start: npm install in benchmarks/boardgame_io")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Seat:
    """One player of tic-tac-toe, who moves as soon as it is their turn."""

    def __init__(self, tally: Tally, match: str, player: str):
        self.tally, self.match, self.player = tally, match, player
        self.sent: float | None = None
        self.synced = asyncio.Event()
        self.socket: Socket

    async def sit(self, port: int) -> None:
        self.socket = await dial(port, self.heard, self.closed, "/socket.io/?EIO=4&transport=websocket")
        self.socket.send(f"40/{GAME},".encode())
        await asyncio.wait_for(self.synced.wait(), 20)

    def closed(self, code: int) -> None:
        if not self.tally.stopping:
            self.tally.errors += 1

    def emit(self, *message: object) -> None:
        self.socket.send(f"42/{GAME},{json.dumps(message)}".encode())

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.socket.send(b"3")  # engine.io's own ping
        elif text.startswith(b"40/"):
            self.emit("sync", self.match, self.player, None, 2)
        elif text.startswith(b"42/"):
            kind, *rest = json.loads(text.partition(b",")[2])
            if kind == "sync":
                self.state = rest[1]["state"]
                self.synced.set()
            elif kind == "update":
                self.state = rest[1]
                if self.sent is not None:
                    self.tally.waits.append(time.perf_counter() - self.sent)
                    self.tally.done += 1
                    self.sent = None
                self.move()

    def move(self) -> None:
        if self.tally.stopping or self.state["ctx"]["currentPlayer"] != self.player:
            return
        payload = {"type": "clickCell", "args": [random.randrange(9)], "playerID": self.player, "credentials": None}
        self.sent = time.perf_counter()
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.state["_stateID"], self.match, self.player)


async def measure_peer(peer: Peer, matches: int, seconds: float) -> tuple[str, float]:
    tally = Tally()
    seats = []
    for number in range(matches):
        for player in ("0", "1"):
            seat = Seat(tally, f"match{number}-{random.random()}", player)
            if player == "1":
                seat.match = seats[-1].match
            await seat.sit(peer.port)
            seats.append(seat)
    cpu, start = server_cpu(peer.process.pid), time.perf_counter()
    for seat in seats:
        seat.move()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - start, server_cpu(peer.process.pid) - cpu
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
    import uvloop

    rates: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        peer = Peer()
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
