"""How much memory stays when tables are read and dropped again: M1.

    python benchmarks/memory.py --tables 5000 --passes 4

All tables are read from SQLite into a house as a server holds it, shown to a spectator, and dropped as idle ones are;
that again and again. A line tells the memory of this process after each pass.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import tempfile
import time
from pathlib import Path

from banquise.games import game as game_named
from banquise.server.live.cards import Cards
from banquise.server.live.house import House, make_store
from banquise.server.serve import look_for_garbage_seldom
from banquise.server.settings import Settings
from banquise.server.stores.store import Append
from banquise.table import entries as e
from banquise.table.table import Table

AT_ONCE = 50


def resident() -> float:
    """Megabytes of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def played(table: Table, moves: int) -> Append:
    """The log of a table after so many moves at random."""
    for seat in range(2):
        table.sit_again(seat, "Ann", secrets.token_hex(32), "", 0)
    table.start_if_full(0)
    for _ in range(moves):
        seats = table.to_act
        if seats and table.match is not None:
            table.act(seats[0], int(random.choice(table.match.legal(seats[0]))), 0)
    rows = tuple(e.Row(n, 0, None, e.encode(entry)) for n, entry in enumerate(table.draft))
    return Append(table.name, 0, rows, Cards().card(table, 0))


async def make(house: House, count: int, moves: int) -> list[str]:
    """Tables of a match that was begun, all alike."""
    wish = e.Header(
        game="ice_cult",
        rules=game_named("ice_cult").version,
        options={},
        places=[e.Place(), e.Place()],
        clock=e.Clock(),
        public=False,
        title="",
        seed=secrets.token_hex(32),
        commitment="",
        created=0,
    )
    first = played(Table("first", wish), moves)
    names = [secrets.token_urlsafe(12) for _ in range(count)]
    for start in range(0, count, AT_ONCE):
        await asyncio.gather(
            *(
                house.store.create(name, wish.game, False, e.encode_header(wish), 0, first._replace(table=name))
                for name in names[start : start + AT_ONCE]
            )
        )
    return names


async def read_all(house: House, names: list[str]) -> None:
    """Have every table in memory once, as somebody who watches it sees it; then let go of all."""
    for start in range(0, len(names), AT_ONCE):
        rooms = await asyncio.gather(*(house.existing(name) for name in names[start : start + AT_ONCE]))
        for room in rooms:
            await room.look(lambda _, room=room: (room.news().beside((), "en", 0), room.news().view(None, "en", 0)))
    house.drop_idle(time.monotonic() + 1)
    assert not house.rooms


async def main(tables: int, passes: int, moves: int) -> str:
    """A line of figures."""
    look_for_garbage_seldom()
    with tempfile.TemporaryDirectory(prefix="banquise-memory-") as folder:
        house = House(make_store(f"sqlite:{folder}/tables.db"), Settings())
        await house.open()
        names = await make(house, tables, moves)
        sizes = [resident()]
        for _ in range(passes):
            await read_all(house, names)
            sizes.append(resident())
        await house.close()
    told = ", ".join(f"{size:.0f}" for size in sizes[1:])
    grown = max(sizes[2:]) / sizes[1] - 1
    return f"M1: {tables} tables, {sizes[0]:.0f} MB before, after each pass {told} MB: {grown:+.0%} after the first"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--moves", type=int, default=40)
    options = parser.parse_args()
    print(asyncio.run(main(options.tables, options.passes, options.moves)))
