"""A club of 10,000 players and 100,000 matches: how long its pages take, from asking to the last byte.

    python benchmarks/club.py [--players 10000] [--matches 100000] [--asks 1000]

One of the players has played a fiftieth of all matches. Half of those who ask are that one.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from serving import served

from banquise.games import NAMES
from banquise.server.live.tokens import card_digest
from banquise.server.stores.sqlite import connect, migrate

YEAR_MS = 31_536_000_000
BEGUN = 1_700_000_000_000


def key_of(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes(16, "big")).decode().rstrip("=")


def summary(names: list[str], winners: list[int] | None) -> bytes:
    seats = [{"colour": "red", "name": name, "kind": "person", "level": ""} for name in names]
    facts = {"title": "", "options": {}, "clock": {"kind": "move", "seconds": 86_400}, "seats": seats}
    return json.dumps({**facts, "winners": winners}).encode()


def fill(path: Path, players: int, matches: int) -> None:
    """A store as such a club would have after a year."""
    chance = random.Random(1)
    connection = connect(path)
    migrate(connection)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    cards = ((f"p{n}", f"Player {n}", "red", "en", BEGUN + n) for n in range(players))
    connection.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?)", cards)
    devices = ((card_digest(key_of(n)), f"p{n}", "a browser", BEGUN + n) for n in range(players))
    connection.executemany("INSERT INTO devices VALUES (?, ?, ?, ?)", devices)

    def tables() -> Iterator[tuple[Any, ...]]:
        for n in range(matches):
            pair = [0 if n % 50 == 0 else chance.randrange(1, players), chance.randrange(1, players)]
            at = BEGUN + chance.randrange(YEAR_MS)
            status = "over" if n % 97 else "running"
            facts = summary([f"Player {one}" for one in pair], [0] if status == "over" else None)
            pairs.append(pair)
            ended.append(at + 600_000 if status == "over" else None)
            yield f"t{n}", NAMES[n % len(NAMES)], n % 2, b"{}", at, 0, at + 600_000, status, None, 0, facts, n % 3

    pairs: list[list[int]] = []
    ended: list[int | None] = []
    connection.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", tables())
    seatings = (
        (f"t{n}", seat, "", f"p{one}", ended[n]) for n, pair in enumerate(pairs) for seat, one in enumerate(pair)
    )
    connection.executemany("INSERT INTO seatings VALUES (?, ?, ?, ?, ?)", seatings)
    connection.execute("COMMIT")
    connection.close()


async def measure(path: Path, players: int, asks: int) -> None:
    chance = random.Random(2)
    pages = {
        "home: open, running and finished tables": [
            "/api/tables",
            "/api/tables?status=running",
            "/api/tables?status=over",
        ],
        "my matches: running and finished": ["/api/players/me/matches", "/api/players/me/matches?status=over"],
        "my matches, searched": ["/api/players/me/matches?status=over&search=player%207"],
        "my card": ["/api/players/me"],
    }
    async with served(database=f"sqlite:{path}") as here:
        for name, paths in pages.items():
            took = []
            for _ in range(asks):
                number = 0 if chance.random() < 0.5 else chance.randrange(players)
                start = time.perf_counter()
                for one in paths:
                    status, _answer = await here.get(one, authorization=f"Bearer {key_of(number)}")
                    assert status == 200, (one, status)
                took.append(1000 * (time.perf_counter() - start))
            took.sort()
            print(f"{name}: median {took[asks // 2]:.1f} ms, p99 {took[asks * 99 // 100]:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--asks", type=int, default=1_000)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        fill(path, wish.players, wish.matches)
        print(f"{wish.players} players, {wish.matches} matches, {path.stat().st_size >> 20} MB")
        asyncio.run(measure(path, wish.players, wish.asks))


if __name__ == "__main__":
    main()
