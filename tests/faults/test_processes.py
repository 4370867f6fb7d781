"""P1: three processes on PostgreSQL behind a proxy, no stickiness, one of them killed every few seconds.

The small form is for every day; the large one is

    BANQUISE_MATCHES=300 BANQUISE_KILLS=30 python -m pytest tests/faults/test_processes.py

People think, in the large form from 4 to 16 seconds about a move, and have 15 seconds more on their clocks: whoever is
kept from moving for longer than that, by whatever, has lost.
"""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from fleet import Fleet, NoProxy, proxy
from hammering import compare

from banquise.server.live.house import make_store
from banquise.table import entries as e

MATCHES = int(os.environ.get("BANQUISE_MATCHES", "16"))
KILLS = int(os.environ.get("BANQUISE_KILLS", "30")) if MATCHES >= 100 else 2
PACE = 10.0 if MATCHES >= 100 else 0.1  # seconds that people think about a move, on average
WAIT = 10.0  # seconds from a command to its answer, come what may
BOT = 20.0  # seconds in which people see the move of a bot, whether its process has died or not


async def went_on(fleet: Fleet, since: float, seconds: float) -> list[str]:
    """The tables with a bot where no turn came since a time: wait until there are none, but not for longer."""
    until = time.monotonic() + seconds
    while True:
        still = [p.table for p in fleet.alone if not p.over and (not p.turns or p.turns[-1][0] < since)]
        if not still or time.monotonic() > until:
            return still
        await asyncio.sleep(0.2)


async def lost_on_time(database: str, tables: set[str], until: float) -> int:
    """How many were out of time as long as people were there to move."""
    store = make_store(database)
    await store.open()
    try:
        logs = [await store.read(table) for table in tables]
        rows = [row for stored in logs if stored is not None for row in stored.rows]
        entries = [e.decode(row.body) for row in rows if row.at < 1000 * until]
        return sum(isinstance(entry, e.Resign) and entry.late for entry in entries)
    finally:
        await store.close()


def test_p1_three_processes_behind_a_proxy_one_killed_again_and_again(postgres, capsys):
    async def story(database: str, fleet: Fleet) -> None:
        fleet.start()
        await fleet.everybody_sits()
        for _ in range(KILLS):
            await asyncio.sleep(1)
            await fleet.kill_one()
        stuck = await went_on(fleet, time.monotonic(), BOT + 2 * PACE)
        fleet.stopping, end = True, time.time()
        await asyncio.wait_for(asyncio.gather(*fleet.tasks), 120)
        verdict = await compare(database, fleet.people)
        late = await lost_on_time(database, {person.table for person in fleet.people}, end)
        wait, turn = fleet.longest_wait(), fleet.longest_turn()
        with capsys.disabled():
            more = {"kills": KILLS, "matches": len({p.table for p in fleet.people}), "lost on time": late}
            waits = sorted(wait for person in fleet.people for wait in person.waits)
            more |= {"p99 wait s": f"{waits[len(waits) * 99 // 100]:.2f}"}
            longest = {"longest wait s": f"{wait:.1f}", "longest turn of a bot s": f"{turn:.1f}"}
            longest |= {"people's own pause s": f"{fleet.pause:.1f}"}
            print("\n" + verdict.line("P1", **more, **longest))
        assert verdict.is_good, verdict
        assert stuck == []
        assert late == 0
        assert wait < WAIT
        assert turn < BOT
        assert verdict["acknowledged"] > 100

    database = postgres.fresh()
    fleet = Fleet(database, MATCHES, processes=3, pace=PACE)
    try:
        with proxy([server.port for server in fleet.servers]) as port:
            fleet.behind(port)
            asyncio.run(story(database, fleet))
    except NoProxy as error:
        pytest.skip(str(error))
    finally:
        fleet.close()
