"""The store is full, locked or raises; one match's own code fails: no false acknowledgement, and the others play on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time

import pytest
from hammering import Person, compare
from serving import Player, play_out, served

from banquise.server.live.house import make_store
from banquise.server.stores.store import StoreTrouble


def run(story):
    asyncio.run(asyncio.wait_for(story, 110))


class Tally:
    """Stands for a hammer: these people are driven by the tests themselves."""

    acknowledged = 0
    stopping = False


async def told_the_truth(here, database, players):
    """Hold what players were told against the store, read by somebody else."""
    people = []
    for player in players:
        person = Person(Tally(), player.table["table"], player.seat, player.token)
        person.events = player.events.get(player.seat, [])
        person.acknowledged = [m["id"] for m in player.messages if m["type"] == "done"]
        people.append(person)
    verdict = await compare(database, people)
    assert verdict.is_good, verdict
    return verdict


async def duel(here, game="ice_lake"):
    first = await here.make(game, ["me", "open"])
    second = await here.join(first["table"])
    players = []
    for seated in (first, second):
        player = await Player.come(here.ws, first["table"], seated["token"])
        player.token = seated["token"]
        players.append(player)
    return players


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_f6_a_store_that_raises_at_random_never_makes_a_false_acknowledgement(tmp_path, when, capsys):
    """Before: nothing was written. After: it was written and nobody knows, as when a connection breaks at commit."""

    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            players = await duel(here, "ice_cult") + await duel(here, "ice_cult")
            rng, real, raised = random.Random(5), here.house.store.append, 0

            async def unsteady(append):
                nonlocal raised
                if rng.random() < 0.3:
                    raised += 1
                    if when == "after":
                        await real(append)
                    raise StoreTrouble("made by the test")
                await real(append)

            here.house.store.append = unsteady
            await play_out(players, rng, most=60)
            here.house.store.append = real
            await play_out(players, rng, most=10)
            await asyncio.sleep(0.2)
            verdict = await told_the_truth(here, database, players)
            with capsys.disabled():
                print("\n" + verdict.line(f"F6 raising {when} the write", raised=raised))
            assert raised > 10

    run(story())


@pytest.mark.slow
def test_f6_a_full_disk_refuses_and_heals(tmp_path, capsys):
    """SQLite's own 'database or disk is full', by allowing the file no more pages."""

    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            ann, ben = await duel(here)
            await ann.do("chat", text="x")
            writer = here.house.store._write_connection
            pages = writer.execute("PRAGMA page_count").fetchone()[0]
            writer.execute(f"PRAGMA max_page_count = {pages}")
            refused = 0
            for _ in range(400):  # the last page has room for some lines still
                answer = await ann.do("chat", text="x" * 400)
                if answer["type"] == "refused":
                    refused += 1
                    assert answer["reason"]["key"] == "refused.unavailable"
                    break
            assert refused
            assert (await here.get("/health"))[0] == 503  # whoever runs it is told ...
            assert (await here.get("/api/tables"))[0] == 200  # ... and reading goes on
            writer.execute("PRAGMA max_page_count = 1000000")
            assert (await ann.move("G"))["type"] == "done"
            assert (await ben.move("G"))["type"] == "done"
            assert (await here.get("/health"))[0] == 200
            verdict = await told_the_truth(here, database, [ann, ben])
            with capsys.disabled():
                print("\n" + verdict.line("F6 disk full", refused=refused))

    run(story())


@pytest.mark.slow
def test_f6_a_locked_database_is_waited_for(tmp_path, capsys):
    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            ann, ben = await duel(here)
            other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            start = time.monotonic()
            waiting = asyncio.create_task(ann.move("G"))
            await asyncio.sleep(3)
            assert not waiting.done()  # no answer is better than a false one
            other.execute("ROLLBACK")
            other.close()
            assert (await waiting)["type"] == "done"
            took = time.monotonic() - start
            assert (await ben.move("G"))["type"] == "done"
            verdict = await told_the_truth(here, database, [ann, ben])
            with capsys.disabled():
                print("\n" + verdict.line("F6 locked", answered_after=f"{took:.1f} s"))

    run(story())


@pytest.mark.parametrize("where", ["play", "tell"])
def test_f9_one_match_whose_code_raises_is_frozen_and_the_others_play_on(monkeypatch, where, tmp_path, capsys):
    from banquise.games.ice_lake import GAME

    home = GAME.rules if where == "play" else GAME.words
    real = getattr(home, where)
    armed = False

    def broken(s, *rest):
        if armed and s.seats == 3:
            raise ZeroDivisionError("a fault in the rules")
        return real(s, *rest)

    monkeypatch.setattr(home, where, broken)

    async def story():
        nonlocal armed
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            ann, ben = await duel(here)
            trio = await here.make("ice_lake", ["me", "me", "me"])
            three = await Player.come(here.ws, trio["table"], trio["token"])
            armed = True
            answer = await three.move("G", seat=0)
            assert answer["type"] in ("refused", "done")
            await three.until(lambda: any(m.get("code") == "frozen" for m in three.messages))
            frozen = await three.move("A", seat=0)
            assert frozen["reason"]["key"] == "refused.frozen"
            assert (await here.get(f"/api/tables/{trio['table']}"))[0] == 409
            late = await Player.come(here.ws, trio["table"], trio["token"])
            await late.until(lambda: late.closed == 4010)
            for player in (ann, ben):
                assert (await player.move("G"))["type"] == "done"
            await told_the_truth(here, database, [ann, ben])
            _, figures = await here.get("/metrics")
            assert b"banquise_tables_frozen" in figures
            armed = False
        with capsys.disabled():
            print(f"\nF9 fault in {where}: 1 table frozen and reported, 1 other played on")
        # Nothing of the frozen table is lost: with the fault gone it is read and goes on.
        async with served(database=database) as here:
            again = await Player.come(here.ws, trio["table"], trio["token"])
            assert (await again.move("G", seat=1))["type"] == "done"

    run(story())


def test_the_comparison_notices_a_lost_acknowledgement(tmp_path):
    """The measure itself can fail: an acknowledgement that is not in the log is found."""

    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            ann, _ = await duel(here)
            await ann.move("G")
            person = Person(Tally(), ann.table["table"], 0, ann.token)
            person.acknowledged = ["never"]
            person.events = [{"number": 0, "untrue": True}]
            verdict = await compare(database, [person])
            assert verdict["lost"] == 1
            assert verdict["untrue histories"] == 1
            assert not verdict.is_good

    run(story())


def test_a_store_of_a_newer_banquise_is_left_alone(tmp_path):
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(ValueError, match="made by a newer Banquise"):
        asyncio.run(make_store(f"sqlite:{tmp_path}/tables.db").open())
