"""What every store promises, SQLite and PostgreSQL alike; two processes on one database; lists that stay fast."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
import time

import pytest
from serving import Here, Player, Process, any_move

from banquise.server import protocol as p
from banquise.server.live import house as house_module
from banquise.server.live.house import House, make_store
from banquise.server.live.thinkers import RandomThinker
from banquise.server.settings import Settings
from banquise.server.stores.postgres import CONNECTIONS
from banquise.server.stores.sqlite import SqliteStore
from banquise.server.stores.store import DOWN_AFTER, Append, BadRow, Card, Conflict, Page, StoreTrouble
from banquise.table.entries import Row

CARD = Card("open", None, False, b"{}")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/tables.db"
    return request.getfixturevalue("postgres").fresh()


def rows(first, count, command=None):
    return tuple(Row(first + n, 10, command if n == 0 else None, b"%d" % (first + n)) for n in range(count))


def with_store(database, story):
    async def run():
        store = make_store(database)
        await store.open()
        try:
            await store.create("t", "ice_lake", True, b"header", 5, Append("t", 0, rows(0, 2), CARD))
            await story(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_what_was_appended_is_read_back(database):
    async def story(store):
        await store.append(Append("t", 2, rows(2, 3, "cmd"), CARD))
        stored = await store.read("t")
        assert stored.header == b"header"
        assert [row.body for row in stored.rows] == [b"0", b"1", b"2", b"3", b"4"]
        assert stored.rows[2].command == "cmd"
        assert [row.seq for row in (await store.read("t", 3)).rows] == [3, 4]
        assert await store.read("nothing") is None

    with_store(database, story)


def test_an_append_on_an_old_head_is_refused_whole(database):
    async def story(store):
        with pytest.raises(Conflict):
            await store.append(Append("t", 1, rows(1, 2), CARD))
        with pytest.raises(Conflict):
            await store.append(Append("unknown", 0, rows(0, 1), CARD))
        assert len((await store.read("t")).rows) == 2

    with_store(database, story)


def test_of_many_appends_at_once_exactly_one_wins(database):
    async def story(store):
        answers = await asyncio.gather(
            *(store.append(Append("t", 2, rows(2, 1, f"c{n}"), CARD)) for n in range(40)), return_exceptions=True
        )
        assert sum(answer is None for answer in answers) == 1
        assert all(answer is None or isinstance(answer, Conflict) for answer in answers)
        assert len((await store.read("t")).rows) == 3

    with_store(database, story)


def test_a_bad_row_in_a_batch_never_stops_the_others(database):
    async def story(store):
        await store.create("u", "ice_lake", True, b"h", 6, Append("u", 0, (), CARD))
        await store.append(Append("t", 2, rows(2, 1, "same"), CARD))
        bad = Append("t", 3, rows(3, 1, "same"), CARD)  # a command that is in the log already
        answers = await asyncio.gather(
            store.append(bad), store.append(Append("u", 0, rows(0, 1), CARD)), return_exceptions=True
        )
        assert isinstance(answers[0], BadRow)
        assert answers[1] is None
        assert len((await store.read("t")).rows) == 3
        await store.append(Append("t", 3, rows(3, 1, "other"), CARD))

    with_store(database, story)


def test_many_appends_share_a_commit(database):
    async def story(store):
        for n in range(50):
            await store.create(f"x{n}", "ice_lake", True, b"h", 6, Append(f"x{n}", 0, (), CARD))
        batches = store.batches
        await asyncio.gather(*(store.append(Append(f"x{n}", 0, rows(0, 1), CARD)) for n in range(50)))
        assert store.batches - batches < 25

    with_store(database, story)


def test_lists_alarms_and_forgetting(database):
    async def story(store):
        running = Card("running", 500, True, b'{"a":1}')
        await store.append(Append("t", 2, rows(2, 1), running))
        await store.create("hidden", "ice_lake", False, b"h", 7, Append("hidden", 0, (), running))
        for n in range(5):
            await store.create(f"o{n}", "ice_cult", True, b"h", 100 + n, Append(f"o{n}", 0, (), CARD))
        assert [one.table for one in await store.listed(Page("open"))] == ["o4", "o3", "o2", "o1", "o0"]
        page = await store.listed(Page("open", "ice_cult", (102, "o2"), 2))
        assert [one.table for one in page] == ["o1", "o0"]
        assert [one.table for one in await store.listed(Page("running"))] == ["t"]
        assert sorted(await store.alarms(499, 0)) == []
        assert "t" in await store.alarms(500, 0)
        assert "t" in await store.alarms(0, 10)
        assert sorted(await store.waiting_for_bots()) == ["hidden", "t"]
        assert (await store.counts())["open"] == 5
        assert sorted(await store.expired(0, 103)) == ["o0", "o1", "o2"]
        assert await store.delete("t") is True
        assert await store.delete("t") is False
        assert await store.read("t") is None

    with_store(database, story)


def test_times_when_no_server_ran_are_noted_once(database):
    async def story(store):
        assert await store.alive(1_000_000) == []
        assert await store.alive(1_005_000) == []
        down = [(1_005_000, 1_005_000 + DOWN_AFTER + 1)]
        assert await store.alive(1_005_000 + DOWN_AFTER + 1) == down
        assert await store.alive(1_005_000 + DOWN_AFTER + 2) == down

    with_store(database, story)


def test_a_closed_store_says_so(tmp_path):
    async def run():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        await store.close()
        with pytest.raises(StoreTrouble):
            await store.append(Append("t", 0, rows(0, 1), CARD))

    asyncio.run(run())


def test_whatever_a_commit_raises_the_writer_goes_on(database, monkeypatch):
    async def story(store):
        def raises(*_):
            raise RuntimeError("unforeseen")

        with monkeypatch.context() as patch:
            patch.setattr(store, "_carry_out" if isinstance(store, SqliteStore) else "_commit", raises)
            with pytest.raises(StoreTrouble, match="unforeseen"):
                await store.append(Append("t", 2, rows(2, 1), CARD))
        await store.append(Append("t", 2, rows(2, 1), CARD))
        assert len((await store.read("t")).rows) == 3

    with_store(database, story)


class Failing:
    """A connection to a disk that fails: neither COMMIT nor ROLLBACK comes through, so many times."""

    def __init__(self, real, times):
        self.real, self.left = real, {"COMMIT": times, "ROLLBACK": times}

    def execute(self, sql, *args):
        if self.left.get(sql):
            self.left[sql] -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return self.real.execute(sql, *args)

    def __getattr__(self, name):
        return getattr(self.real, name)


def test_a_rollback_that_fails_leaves_nobody_waiting(tmp_path):
    async def story(store):
        real = store._write_connection
        store._write_connection = Failing(real, 1)
        with pytest.raises(StoreTrouble, match="disk I/O"):
            await asyncio.wait_for(store.append(Append("t", 2, rows(2, 1), CARD)), 20)
        await asyncio.wait_for(store.append(Append("t", 2, rows(2, 2), CARD)), 20)
        assert len((await store.read("t")).rows) == 4, "and nothing of what failed is there"

    with_store(f"sqlite:{tmp_path}/tables.db", story)


@pytest.mark.slow
def test_a_backend_that_is_terminated_costs_one_append_at_most(postgres):
    """Its connection looks well until it is asked something: asyncpg then raises InternalClientError, or others."""

    async def story(store):
        head = 2
        for _ in range(40):
            await store.append(Append("t", head, rows(head, 1), CARD))
            head += 1
            async with store._pool.acquire() as connection:
                await connection.execute("SELECT pg_terminate_backend($1)", store._writer_pid)
            with contextlib.suppress(StoreTrouble):
                await store.append(Append("t", head, rows(head, 1), CARD))
            head = len((await store.read("t")).rows)
        assert [row.seq for row in (await store.read("t")).rows] == list(range(head))
        assert head >= 42

    with_store(postgres.fresh(), story)


@pytest.mark.slow
def test_a_list_of_a_hundred_thousand_tables_is_quick(tmp_path, capsys):
    async def run():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        other = sqlite3.connect(tmp_path / "t.db")
        status = ("open", "running", "over")
        other.executemany(
            "INSERT INTO tables VALUES (?, ?, 1, x'', ?, 0, 0, ?, NULL, 0, x'7b7d', 0)",
            ((f"t{n}", ("ice_lake", "alaska")[n % 2], n, status[n % 3]) for n in range(100_000)),
        )
        other.commit()
        other.close()
        took = []
        for game in (None, "alaska"):
            for before in (None, (50_000, "t50000")):
                start = time.perf_counter()
                assert len(await store.listed(Page("over", game, before))) == 50
                took.append(time.perf_counter() - start)
        await store.close()
        with capsys.disabled():
            print(f"\nlobby: a page of 100,000 tables in {max(took) * 1000:.1f} ms at most")
        assert max(took) < 0.2

    asyncio.run(run())


@pytest.mark.slow
def test_in_a_rush_whoever_asked_first_is_answered_first(postgres):
    """When a process dies, hundreds come to another at once; somebody was overtaken again and again, for 10 s."""

    async def story():
        store, asked, answered = make_store(postgres.fresh()), itertools.count(), []
        await store.open()

        async def ask():
            number = next(asked)

            async def do(connection):
                answered.append(number)
                await connection.execute("SELECT pg_sleep(0.001)")

            await store.look(do)

        try:
            await asyncio.gather(*(store.look(lambda c: c.execute("SELECT pg_sleep(0.2)")) for _ in range(CONNECTIONS)))
            rush = []
            for _ in range(300):  # one more in every turn of the loop: whenever one is done, somebody has just come
                rush.append(asyncio.create_task(ask()))
                await asyncio.sleep(0)
            while not all(one.done() for one in rush[:100]):
                rush.append(asyncio.create_task(ask()))
                await asyncio.sleep(0.0005)
            await asyncio.gather(*rush)
        finally:
            await store.close()
        overtaken = [sum(one > number for one in answered[:at]) for at, number in enumerate(answered)]
        assert max(overtaken) < 2 * CONNECTIONS, "by no more than those whose turn it is at once"

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.slow
def test_two_processes_serve_one_match_and_either_may_die(postgres, capsys):
    async def story():
        address = postgres.fresh()
        with Process(address) as one, Process(address) as other:
            here, there = Here(one.port, None), Here(other.port, None)
            first = await here.make("ice_lake", ["me", "open"], name="Ann")
            second = await there.join(first["table"], name="Ben")
            ann = await Player.come(here.ws, first["table"], first["token"])
            ben = await Player.come(there.ws, first["table"], second["token"])
            await ann.until(lambda: ann.table["seats"][1]["connected"])  # each process knows whom the other has
            await ben.until(lambda: ben.table["seats"][0]["connected"])
            assert (await ann.do("claim", of=1, level="random"))["reason"]["key"] == "refused.not_absent"
            waits = []
            for count in range(10):
                start = time.monotonic()
                assert (await ann.do("chat", text=f"n{count}"))["type"] == "done"
                await ben.until(lambda c=count: any(note["chat"] == f"n{c}" for note in ben.notes))
                waits.append(time.monotonic() - start)
            assert (await ann.move("GAD"))["type"] == "done"
            await ben.until(lambda: ben.view["to_act"] == [1])
            both = await asyncio.gather(ben.move("AAD"), ann.do("chat", text="at the same time"))
            assert [answer["type"] for answer in both] == ["done", "done"]
            await ann.until(lambda: len(ann.events[0]) > 3)
            one.kill()
            again = await Player.come(there.ws, first["table"], first["token"])
            assert again.events[0][: len(ann.events[0])] == ann.events[0]
            await again.until(lambda: bool(again.view["legal"]))
            assert (await again.move(any_move(again.view["legal"])))["type"] == "done"
            with capsys.disabled():
                print(f"\ntwo processes: a word crosses in {sorted(waits)[5] * 1000:.0f} ms; one killed, nothing lost")

    asyncio.run(asyncio.wait_for(story(), 100))


class Slow(RandomThinker):
    """A bot that takes its time, and counts."""

    def levels_of(self, _game):
        return ("slow",)

    def __init__(self, seconds):
        self.seconds = seconds
        self.thoughts = 0

    async def think(self, question):
        self.thoughts += 1
        await asyncio.sleep(self.seconds)
        return await super().think(question)


async def in_time(is_so, seconds=40):
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.05)


@pytest.mark.slow
def test_of_two_processes_one_thinks_for_a_bot_and_the_other_if_it_dies(postgres, monkeypatch):
    monkeypatch.setattr(house_module, "STALE_BOT_MS", 1_000)

    async def story():
        address, thinkers = postgres.fresh(), (Slow(60), Slow(0))
        one, other = (House(make_store(address), Settings(bot_pause=0), [thinker]) for thinker in thinkers)
        await one.open()
        await other.open()
        try:
            # In Ice Lake everybody writes at once: the bot thinks in one process while its person moves by the other.
            seated = await one.create(p.NewTable("ice_lake", [p.PlaceWish("me"), p.PlaceWish("bot", "slow")]))
            there = await other.existing(seated.table)
            await in_time(lambda: thinkers[0].thoughts == 1)
            one.show_presence(one.room(seated.table))  # as it does every few seconds
            await in_time(there._others)
            await there.change(lambda table, at: table.act(0, "GA", at))
            await asyncio.sleep(3)  # the alarm rings as well, because the table has been waiting
            assert [thinker.thoughts for thinker in thinkers] == [1, 0]
        finally:
            await one.close()
        async with asyncio.timeout(40):
            while not await there.look(lambda table: any(entry.actor == 1 for entry in table.match.log)):
                await asyncio.sleep(0.05)
        assert thinkers[1].thoughts > 0
        await other.close()

    asyncio.run(asyncio.wait_for(story(), 120))
