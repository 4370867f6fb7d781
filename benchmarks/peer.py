"""Banquise beside boardgame.io, in one run: commands per second of server CPU.

    python benchmarks/peer.py --matches 1000 --spare 0 --seconds 8

The peer comes from npm, as its lock file has it, into a folder that is gone afterwards, and runs as in production. It
keeps everything in memory; Banquise has every command on disk before it is answered. Two rows for each game:

- *tutorial*: the peer plays the tic-tac-toe of its tutorial, whose moves are next to nothing;
- *the same game*: the peer plays the very matches that Banquise has just played, command by command, by the very same
  rules: their WebAssembly, called by a move of boardgame.io as its documentation has it (on the server only, secrets
  taken out by playerView, undo off). Every board that a seat was shown last is compared with ours. What the peer leaves
  out is to tell: it sends the new state alone, without the steps that led to it, their sentences, and what may be done.

The same client, the same number of matches and sockets, each server alone on the machine while it is measured, in turns
so that a change in the machine's mood hits both. Both are warmed up. Only moves are measured: tables are set before,
and matches that are over are followed by others that nobody is charged for.

Node is a build with all optimisations; a fair Python is one, too (Debian's python3 is, a plain pyenv build is not).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import load
from load import Server, Tally, free_port, peak, server_cpu
from sockets import Socket, dial

from banquise.games import game as game_named
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.wasm.export import manifest
from banquise.kernel.wasm.playing import answering

HOME = Path(__file__).parent / "boardgame_io"
TUTORIAL = "tic-tac-toe"
WARM = 5_000  # moves until the peer's compiler has settled
WARM_SECONDS = 2.0  # until ours has said most of what it says again and again


@contextlib.contextmanager
def installed(games: Sequence[Game]) -> Iterator[Path]:
    """The peer, as its lock file has it, from npm in a folder of its own, with the rules of these games."""
    with tempfile.TemporaryDirectory(prefix="banquise-peer-") as folder:
        home = Path(folder, "boardgame_io")
        shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("node_modules"))
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
        for game in games:
            code = answering(game)
            (home / f"{game.name}.wasm").write_bytes(code.raw)
            fields = [
                {"name": f.name, "see": f.see.name.lower(), "row": len(flat(f.zero())) // (f.shape or (1,))[0]}
                for f in game.schema.kept
            ]
            facts = manifest(code) | {"fields": fields, "chance": CHANCE, "nobody": NOBODY}
            (home / f"{game.name}.json").write_text(json.dumps(facts), encoding="utf-8")
        yield home


def flat(value: Any) -> list[int]:
    """All numbers of a field, row by row."""
    return [value] if isinstance(value, int) else list(chain.from_iterable(map(flat, value)))


class Peer:
    """A boardgame.io server in a process of its own."""

    def __init__(self, home: Path, games: Sequence[Game]):
        self.port = free_port()
        self.process = subprocess.Popen(
            ["node", "server.js", str(self.port), str(home), *(game.name for game in games)],
            cwd=home,
            env=os.environ | {"NODE_ENV": "production"},
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        while b"ready" not in self.process.stdout.readline():
            if self.process.poll() is not None:
                raise SystemExit("boardgame.io did not start")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Seat:
    """One player at the peer, who moves as soon as they may, in one match after another."""

    kind: str  # of the moves that it makes

    def __init__(self, tally: Tally, player: int, game: str):
        self.tally, self.player, self.game = tally, str(player), game
        self.sent: float | None = None
        self._heard_of = asyncio.Event()
        self.socket: Socket

    async def connect(self, port: int) -> None:
        self.socket = await dial(port, self.heard, self.closed, "/socket.io/?EIO=4&transport=websocket")
        self.socket.send(f"40/{self.game},".encode())
        await self._answer()

    async def sit(self, match: str) -> None:
        """Come to a match; whoever is first makes it."""
        self.match, self.is_playing = match, False
        self.emit("sync", match, self.player, None, 2)
        await self._answer()

    async def _answer(self) -> None:
        self._heard_of.clear()
        await asyncio.wait_for(self._heard_of.wait(), 20)

    def closed(self, code: int) -> None:
        if not self.tally.stopping:
            self.tally.errors += 1

    def emit(self, *message: object) -> None:
        self.socket.send(f"42/{self.game},{json.dumps(message)}".encode())

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.socket.send(b"3")  # engine.io's own ping
        elif text.startswith(b"40/"):
            self._heard_of.set()
        elif text.startswith(b"42/"):
            kind, *rest = load.msgspec.json.decode(text[text.index(b",") + 1 :])
            if kind == "sync":
                self.state = rest[1]["state"]
                self._heard_of.set()
            elif kind == "update":
                _, self.state, log = rest
                if not self.is_playing:
                    self._heard_of.set()
                    return
                if any(entry["action"]["payload"].get("playerID") == self.player for entry in log):
                    assert self.sent is not None
                    self.tally.waits.append(time.perf_counter() - self.sent)
                    self.tally.done += 1
                    self.sent = None
                self.move()

    def move(self) -> None:
        """Make a move, if it is our turn."""
        if not self.is_done and self.sent is None and self.may_move():
            self.sent = time.perf_counter()
            self.wish(self.kind, self.choose())

    def wish(self, kind: str, *args: object) -> None:
        """Ask for a move."""
        payload = {"type": kind, "args": args, "playerID": self.player, "credentials": None}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.number, self.match, self.player)

    @property
    def is_done(self) -> bool:
        """Has the match come as far as it is played?"""
        return "gameover" in self.state["ctx"]

    @property
    def number(self) -> object:
        """Which state of the match it has been shown."""
        return self.state["_stateID"]

    def may_move(self) -> bool:
        raise NotImplementedError

    def choose(self) -> object:
        raise NotImplementedError


class TutorialSeat(Seat):
    """A player of tic-tac-toe."""

    kind = "clickCell"

    def may_move(self) -> bool:
        return bool(self.state["ctx"]["currentPlayer"] == self.player)

    def choose(self) -> object:
        return random.choice([number for number, cell in enumerate(self.state["G"]["cells"]) if cell is None])


class Repeated:
    """A match that was played at Banquise: how it began, what each seat did, and what it saw in the end."""

    def __init__(self, game: Game, seats: Sequence[load.Seat]):
        first = game.schema.from_view(json.loads(bytes(seats[0].first)), 0)
        board = {name: flat(value) for name, value in game.schema.to_json(first).items()}
        self.beginning = board, game.rules.to_act(first)
        self.moves = [
            [game.words.read(first, 0, move) if isinstance(move, str) else [move] for move in seat.made]
            for seat in seats
        ]
        self.seen = [{name: flat(value) for name, value in json.loads(bytes(seat.last)).items()} for seat in seats]


class RepeatingSeat(Seat):
    """A player who does what a seat of Banquise did."""

    kind = "play"

    def take(self, match: Repeated) -> None:
        """The match that is played next."""
        self.moves, self.seen = match.moves[int(self.player)], match.seen[int(self.player)]
        self.made = 0

    async def begin(self, match: Repeated) -> None:
        """Let it begin as it began."""
        self.wish("begin", *match.beginning)
        await self._answer()

    @property
    def is_done(self) -> bool:
        return self.made == len(self.moves) and self.sent is None

    def may_move(self) -> bool:
        return self.made < len(self.moves) and bool(self.state["G"]["due"] >> int(self.player) & 1)

    def choose(self) -> object:
        self.made += 1
        return self.moves[self.made - 1]

    def check(self) -> None:
        """Has the match led to the same board?"""
        board = self.state["G"]["board"]
        for name, numbers in self.seen.items():
            if board[name] != numbers:
                raise SystemExit(f"the matches differ: {name} is {board[name]} at boardgame.io, {numbers} at Banquise")


async def play_all(pairs: Sequence[tuple[Seat, Seat]], server: int) -> tuple[float, float]:
    """A match for each pair, from the first move to the end; the seconds it took, and those of the server's CPU."""
    await asyncio.sleep(0.2)
    cpu, start = server_cpu(server), time.perf_counter()
    for pair in pairs:
        for seat in pair:
            seat.is_playing = True
            seat.move()
    while not all(one.is_done and other.is_done and one.number == other.number for one, other in pairs):
        await asyncio.sleep(0.005)
    return time.perf_counter() - start, server_cpu(server) - cpu


async def play_tutorial(pairs: Sequence[tuple[TutorialSeat, TutorialSeat]], peer: Peer) -> tuple[float, float]:
    """A match of tic-tac-toe for each pair."""
    for pair in pairs:
        match = f"match-{random.random()}"
        for seat in pair:
            await seat.sit(match)
    return await play_all(pairs, peer.process.pid)


async def repeat(
    pairs: Sequence[tuple[RepeatingSeat, RepeatingSeat]], peer: Peer, matches: Sequence[Repeated]
) -> tuple[float, float]:
    """These matches, so many at a time; every one of them must lead where it led at Banquise."""
    took = used = 0.0
    for at in range(0, len(matches), len(pairs)):
        playing = list(zip(pairs, matches[at : at + len(pairs)], strict=False))
        for pair, match in playing:
            name = f"match-{random.random()}"
            for seat in pair:
                seat.take(match)
                await seat.sit(name)
            await pair[0].begin(match)
        more = await play_all([pair for pair, _ in playing], peer.process.pid)
        took, used = took + more[0], used + more[1]
        for pair, _ in playing:
            for seat in pair:
                seat.check()
    return took, used


async def measure_peer(peer: Peer, options: argparse.Namespace, matches: Sequence[Repeated] = ()) -> tuple[str, float]:
    """A line about the peer, and its commands per second of CPU: tic-tac-toe, or these matches of another game."""
    tally = Tally()
    kind = RepeatingSeat if matches else TutorialSeat
    game = options.game if matches else TUTORIAL
    pairs: Any = [(kind(tally, 0, game), kind(tally, 1, game)) for _ in range(options.matches)]
    for pair in pairs:
        for seat in pair:
            await seat.connect(peer.port)

    async def play() -> tuple[float, float]:
        return await (repeat(pairs, peer, matches) if matches else play_tutorial(pairs, peer))

    while tally.done < WARM:
        await play()
    tally.waits.clear()
    tally.done = 0
    took = used = 0.0
    while took < options.seconds:
        more = await play()
        took, used = took + more[0], used + more[1]
    tally.stopping = True
    line = tally.line(f"boardgame.io {game}, in memory", took, used, sockets=2 * options.matches)
    return line, tally.done / max(used, 0.01)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--spare", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", default="ice_cult,ice_lake")
    options = parser.parse_args()
    games = [game_named(name) for name in options.games.split(",")]
    with installed(games) as home:
        compare(options, home, games)


def compare(options: argparse.Namespace, home: Path, games: Sequence[Game]) -> None:
    """In turns, then what each did at its best."""
    import uvloop

    rates: dict[str, list[float]] = {}

    def measure(name: str, matches: Sequence[Repeated] = ()) -> None:
        peer = Peer(home, games)
        try:
            line, rate = uvloop.run(measure_peer(peer, options, matches))
        finally:
            peer.stop()
        print(line, flush=True)
        rates.setdefault(name, []).append(rate)

    for _ in range(options.rounds):
        measure(TUTORIAL)
        for game in games:
            server = Server(None)
            options.game = game.name
            played: list[tuple[load.Seat, load.Seat]] = []
            try:
                uvloop.run(peak(server, argparse.Namespace(**vars(options) | {"seconds": WARM_SECONDS})))
                line = uvloop.run(peak(server, options, played))
            finally:
                server.stop()
            print(line.replace("L2 peak", f"Banquise {game.name}, durable"), flush=True)
            per_move = float(line.partition("server us/move ")[2].partition(",")[0])
            rates.setdefault(f"Banquise {game.name}", []).append(1e6 / per_move)
            measure(game.name, [Repeated(game, pair) for pair in played])
    print("\n| us of server CPU a command | boardgame.io | Banquise | times the peer |\n|---|---:|---:|---:|")
    for game in games:
        ours = max(rates[f"Banquise {game.name}"])
        for beside, peer_plays in (("tutorial", TUTORIAL), ("the same game", game.name)):
            theirs = max(rates[peer_plays])
            print(f"| {game.title}, {beside} | {1e6 / theirs:.0f} | {1e6 / ours:.0f} | {ours / theirs:.1f} |")


if __name__ == "__main__":
    main()
