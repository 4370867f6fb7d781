"""The server is killed, at random and at every named point of the write path: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import time

import pytest
from hammering import Hammer, hammered

from banquise.server.stores.crash import POINTS
from banquise.server.stores.sqlite import SqliteStore
from banquise.server.stores.store import Append, Card
from banquise.table.entries import Row

KILLS = int(os.environ.get("BANQUISE_KILLS", "30"))
pytestmark = pytest.mark.slow


async def kill_often(hammer: Hammer, kills: int = KILLS) -> None:
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.2, 0.8))
        hammer.server.kill()
        await hammer.restart()


def test_f1_kill_at_random_under_forty_sockets(tmp_path, capsys):
    async def story():
        hammer = Hammer(f"sqlite:{tmp_path}/tables.db", pairs=20, game="ice_lake")
        verdict = await hammered(hammer, kill_often, enough=101)
        with capsys.disabled():
            print("\n" + verdict.line("F1 on SQLite", kills=KILLS, sockets=40))
        assert verdict.is_good, verdict
        assert verdict["acknowledged"] > 100

    asyncio.run(story())


def test_f1_on_postgresql_with_backends_terminated(postgres, capsys):
    async def story():
        address = postgres.fresh()
        name = address.rpartition("/")[2]
        terminated = 0

        async def trouble(hammer):
            nonlocal terminated
            for number in range(KILLS):
                await asyncio.sleep(random.uniform(0.1, 0.5))
                if number % 5 == 4:
                    hammer.server.kill()
                    await hammer.restart()
                sql = (
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    f"WHERE datname = '{name}' AND random() < 0.7"
                )
                terminated += int(await asyncio.to_thread(postgres.query, "postgres", sql))

        verdict = await hammered(Hammer(address, pairs=20), trouble, finish=4.0, enough=101)
        with capsys.disabled():
            line = verdict.line("F1 on PostgreSQL", kills=KILLS // 5, backends_terminated=terminated, sockets=40)
            print("\n" + line)
        assert verdict.is_good, verdict
        assert verdict["acknowledged"] > 100

    asyncio.run(story())


@pytest.mark.parametrize("point", POINTS)
def test_f2_crash_at_each_point_of_the_write_path(point, tmp_path, capsys):
    async def story():
        hammer = Hammer(f"sqlite:{tmp_path}/tables.db", pairs=4, BANQUISE_CRASH_AT=f"{point}:40")

        async def trouble(hammer):
            deadline = time.monotonic() + 60
            while hammer.server.process.poll() is None:
                assert time.monotonic() < deadline, f"the point {point!r} was not passed"
                await asyncio.sleep(0.02)
            assert hammer.server.process.returncode == -signal.SIGKILL
            await hammer.restart()

        verdict = await hammered(hammer, trouble)
        with capsys.disabled():
            print("\n" + verdict.line(f"F2 {point}"))
        assert verdict.is_good, verdict

    asyncio.run(story())


def test_f4_stopping_is_quick_polite_and_loses_nothing(tmp_path, capsys):
    async def story():
        hammer = Hammer(f"sqlite:{tmp_path}/tables.db", pairs=10)
        took = []

        async def trouble(hammer):
            for _ in range(3):
                await asyncio.sleep(1)
                start = time.monotonic()
                assert await asyncio.to_thread(hammer.server.stop) == 0
                took.append(time.monotonic() - start)
                await hammer.restart()

        verdict = await hammered(hammer, trouble)
        closes = sum((person.closes for person in hammer.people), start=type(hammer.people[0].closes)())
        with capsys.disabled():
            print("\n" + verdict.line("F4", exit_seconds=round(max(took), 2), closed_with_1012=closes[1012]))
        assert verdict.is_good, verdict
        assert max(took) <= 5
        assert closes[1012] >= 20
        assert closes[1006] == 0

    asyncio.run(story())


def test_f5_a_torn_write_ahead_log_opens_to_a_prefix(tmp_path, capsys):
    """Cut the write-ahead log anywhere: the store opens, and holds a prefix of what was written."""
    card = Card("open", None, False, b"{}")

    async def write():
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        await store.create("t", "ice_lake", True, b"{}", 1, Append("t", 0, (), card))
        for seq in range(30):
            await store.append(Append("t", seq, (Row(seq, seq, f"c{seq}", b"x" * 50),), card))
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"tables.db{ending}", tmp_path / f"kept.db{ending}")
        await store.close()

    asyncio.run(write())
    log = (tmp_path / "kept.db-wal").read_bytes()
    cuts = sorted({*range(0, len(log), 4120 - 8), *range(32, len(log), 4120), *random.sample(range(len(log)), 40)})
    seen = set()

    async def reopen(cut):
        folder = tmp_path / "torn"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        shutil.copy(tmp_path / "kept.db", folder / "tables.db")
        (folder / "tables.db-wal").write_bytes(log[:cut])
        store = SqliteStore(folder / "tables.db")
        await store.open()
        stored = await store.read("t")
        rows = [row.seq for row in stored.rows] if stored else []
        assert rows == list(range(len(rows)))
        seen.add(len(rows))
        await store.close()

    for cut in cuts:
        asyncio.run(reopen(cut))
    with capsys.disabled():
        print(f"\nF5: {len(cuts)} cuts, every one opened to a prefix, lengths {min(seen)} to {max(seen)}")
    assert max(seen) > 20
