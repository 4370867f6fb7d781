"""A club of 10,000 players and 100,000 matches: how long its pages take, from asking to the last byte.

    python benchmarks/club.py [--players 10000] [--matches 100000] [--asks 1000]

The wait is what the machine makes of it, with all else that it does; the processor time is what the page takes.
One of the players has played a fiftieth of all matches. Half of those who ask are that one. Everybody is told of their
turns by a webhook, and at every match that goes on somebody is to be told; twenty evenings of 64 people are in their
sixth round, and 5,000 have made their try at the deal of today.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import msgspec
from serving import served

from banquise.games import NAMES
from banquise.kernel import fair
from banquise.server import days
from banquise.server.club.evening import Body, Plan, PlayedRound, Sitting
from banquise.server.club.evening_rounds import next_round
from banquise.server.live.tokens import card_digest, digest_of
from banquise.server.stores.club_ratings_sqlite import enter
from banquise.server.stores.sqlite import SqliteStore, connect, migrate
from banquise.server.stores.store import Outcome

EVENINGS, AT_AN_EVENING, ROUNDS = 20, 64, 6
TRIES = 5_000  # at the deal of today
NEVER = 10**15  # when an alert is due that is not to be sent while we measure
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
    connection.executemany("INSERT INTO seatings VALUES (?, ?, ?, ?, ?, '')", seatings)
    for n, ((one, other), at) in enumerate(zip(pairs, ended, strict=True)):
        if at is not None and one != other:  # everybody is a little stronger than whoever has a higher number
            won = chance.random() < 0.5 + 0.4 * (other - one) / players
            outcome = Outcome(NAMES[n % len(NAMES)], (1, 2) if won else (2, 1), (None, None))
            enter(connection, f"t{n}", outcome, at)
    add_alerts(connection, players, [(n, pair) for n, pair in enumerate(pairs) if ended[n] is None])
    for number in range(EVENINGS):
        add_evening(connection, number, players)
    add_day(connection, min(TRIES, players))
    connection.execute("COMMIT")
    connection.close()


TABLE = "INSERT INTO tables VALUES (?, ?, 0, ?, ?, 0, ?, ?, NULL, 0, ?, 0)"


def add_alerts(connection: sqlite3.Connection, players: int, running: list[tuple[int, list[int]]]) -> None:
    """Everybody has a webhook, and at every match that goes on both are to be told."""
    hook = "https://example.org/", "", "whsec_", "en", "https://example.org/", BEGUN, 0, ""
    targets = ((f"a{n}", f"p{n}", None, *hook) for n in range(players))
    connection.executemany("INSERT INTO alert_targets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", targets)
    waiting = ((f"t{n}", f"a{one}", 0, NEVER, 0, 0) for n, pair in running for one in set(pair))
    connection.executemany("INSERT INTO alerts VALUES (?, ?, ?, ?, ?, ?)", waiting)


def add_evening(connection: sqlite3.Connection, number: int, players: int) -> None:
    """An evening whose last round is being played."""
    chance, people = random.Random(number), list(range(AT_AN_EVENING))
    body = Body(Plan("ice_cult", [2], "calm", "swiss", ROUNDS + 1, False, f"Evening {number}"))
    past, points = [], dict.fromkeys(people, 0)
    for round_ in range(ROUNDS):
        drawn = next_round("swiss", people, past, points, [2])
        past.append(drawn)
        tables = [Sitting(f"e{number}-{round_}-{n}", list(pair)) for n, pair in enumerate(drawn.tables)]
        is_last = round_ == ROUNDS - 1
        for one in tables:
            facts = summary([f"Guest {person}" for person in one.people], None if is_last else [0])
            status = "running" if is_last else "over"
            connection.execute(TABLE, (one.table, "ice_cult", b"{}", BEGUN, BEGUN, status, facts))
            if not is_last:
                one.points, one.by, one.ended = chance.choice([[12, 0], [0, 12], [6, 6]]), "match", BEGUN
                for person, won in zip(one.people, one.points, strict=True):
                    points[person] += won
        body.rounds.append(PlayedRound(tables, list(drawn.byes)))
    row = f"e{number}", digest_of(key_of(number)), BEGUN, BEGUN, 1, msgspec.json.encode(body)
    connection.execute("INSERT INTO evenings VALUES (?, ?, ?, ?, ?, ?)", row)
    came = (
        (row[0], n, digest_of(key_of(n)), f"Guest {n}", "", f"p{n}" if n < min(32, players) else None, "", n, 0, 0)
        for n in people
    )
    connection.executemany("INSERT INTO evening_entrants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", came)


def add_day(connection: sqlite3.Connection, tries: int) -> None:
    """So many have points at the deal of today; who asks most is one of them."""
    chance, day = random.Random(3), days.today()
    connection.execute("INSERT INTO days VALUES (?, ?)", (day, fair.seed_from(1).hex()))
    for n in range(tries):
        facts = summary([f"Player {n}"], [0])
        connection.execute(TABLE, (f"d{n}", "altitude", b"{}", BEGUN, BEGUN, "over", facts))
        row = day, "altitude", "alone", f"p{n}", f"d{n}", 1, chance.randrange(40, 140), 0
        connection.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


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
        "standings": ["/api/standings/ice_lake/2"],
        "standings, from the middle": ["/api/standings/alaska/2?after=20.0.0"],
        "ratings of a player": ["/api/players/p0/ratings"],
        "who is here": ["/api/counts"],
        "people I have played with": ["/api/players/me/people"],
        "my invitations": ["/api/players/me/invitations"],
        "an evening of 64": ["/api/evenings/e0"],
        "an evening of 64, by one who came": ["look"],
        "the deal of the day": ["/api/daily/altitude"],
        "my alerts": ["/api/players/me/alerts"],
    }
    print("| page | median wait, ms | p99 wait, ms | median processor, ms | p99 processor, ms |")
    print("|---|---:|---:|---:|---:|")
    async with served(database=f"sqlite:{path}") as here:
        for name, paths in pages.items():
            waits, works = [], []
            for _ in range(asks):
                number = 0 if chance.random() < 0.5 else chance.randrange(players)
                start, worked = time.perf_counter(), time.process_time()
                for one in paths:
                    if one == "look":
                        ticket = key_of(number % AT_AN_EVENING)
                        status, _answer = await here.post(
                            f"/api/evenings/e{number % EVENINGS}/look", {"ticket": ticket}
                        )
                    else:
                        status, _answer = await here.get(one, authorization=f"Bearer {key_of(number)}")
                    assert status == 200, (one, status)
                waits.append(1000 * (time.perf_counter() - start))
                works.append(1000 * (time.process_time() - worked))  # of whoever asks, too, and of all threads
            told = [f"{one[n]:.1f}" for one in (sorted(waits), sorted(works)) for n in (asks // 2, asks * 99 // 100)]
            print(f"| {name} | {' | '.join(told)} |", flush=True)


async def count_anew(path: Path) -> int:
    """All rated matches again; their tables have no logs here, so nothing is replayed."""
    store = SqliteStore(path)
    await store.open()
    tables = await store.club.ratings.tables()
    anew = await store.club.ratings.recompute({}, keep=True)
    await store.close()
    assert (anew.changed, anew.wrong) == ([], 0)
    return len(tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--asks", type=int, default=1_000)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        fill(path, wish.players, wish.matches)
        load = " ".join(f"{one:.0f}" for one in os.getloadavg())
        print(f"{wish.players} players, {wish.matches} matches, {path.stat().st_size >> 20} MB, at a load of {load}\n")
        asyncio.run(measure(path, wish.players, wish.asks))
        start = time.perf_counter()
        print(
            f"\nall ratings counted anew: {asyncio.run(count_anew(path))} matches, {time.perf_counter() - start:.1f} s"
        )


if __name__ == "__main__":
    main()
