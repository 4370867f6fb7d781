"""Time to think: reckoned from the log, never charged for downtime, never telling a secret."""

from __future__ import annotations

import asyncio

import pytest
from serving import Player, served

from banquise.table.clocks import Clocks, awake
from banquise.table.entries import Clock


def test_downtime_is_not_charged():
    assert awake(0, 100, []) == 100
    assert awake(0, 100, [(10, 30), (90, 200)]) == 70
    assert awake(50, 40, []) == 0


def test_a_clock_for_each_move_starts_afresh_when_the_turn_passes():
    clocks = Clocks(Clock("move", 10), 2, [])
    clocks.follow([0], 1000)
    assert clocks.remaining(0, 4000) == 7000
    clocks.follow([1], 5000)
    assert clocks.remaining(0, 9000) == 10_000
    assert clocks.deadline(5000) == 15_000
    assert clocks.late(15_000) == [1]


def test_a_clock_for_the_match_keeps_count_and_adds_the_increment():
    clocks = Clocks(Clock("match", 60, 5), 2, [])
    clocks.follow([0], 0)
    clocks.follow([1], 20_000)
    assert clocks.remaining(0, 99_000) == 45_000
    clocks.follow([0], 30_000)
    assert clocks.late(74_999) == []
    assert clocks.late(75_000) == [0]


def test_both_think_at_once_and_each_for_their_own_time():
    clocks = Clocks(Clock("match", 60), 2, [])
    clocks.follow([0, 1], 0)
    clocks.follow([1], 10_000)
    assert clocks.remaining(0, 50_000) == 50_000
    assert clocks.remaining(1, 50_000) == 10_000


def test_no_clock_never_rings():
    clocks = Clocks(Clock(), 2, [])
    clocks.follow([0, 1], 0)
    assert clocks.deadline(0) is None
    assert clocks.late(10**12) == []


def test_the_last_to_decide_in_secret_has_a_fresh_clock_in_the_next_round():
    async def story():
        async with served() as here:
            ann, ben = await here.duel(clock={"kind": "move", "seconds": 86_400})
            assert (await ann.move("GAD"))["type"] == "done"
            table = await here.house.room(ann.table["table"]).look(lambda table: table)
            began = dict(table.clocks.since)
            assert list(began) == [1]  # Ann's secret decision is made; Ben's time goes on, and shows nothing of hers
            assert (await ben.move("AAD"))["type"] == "done"
            assert sorted(table.clocks.since) == [0, 1]
            assert table.clocks.since[1] > began[1]

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.parametrize(("late", "says"), [("bot", "note.late_stand_in"), ("resign", "note.late_resigns")])
def test_time_is_up_and_the_rule_of_the_table_is_followed(late, says):
    async def story():
        async with served() as here:
            ann, ben = await here.duel(clock={"kind": "move", "seconds": 1, "late": late})
            assert 0 < ann.view["clocks"][0]["left"] <= 1000
            assert ann.view["clocks"][0]["running"]
            await ann.until(lambda: any(note["said"]["key"] == says for note in ann.notes), 10)
            if late == "resign":
                await ann.until(lambda: ann.table["status"] == "over")
            else:
                await ann.until(lambda: any(event["by"] is not None for event in ann.events[0]), 10)
                held = await ann.move("G")
                assert held["type"] == "refused"
                back = await ben.do("back")
                assert back["type"] == "done"

    asyncio.run(asyncio.wait_for(story(), 60))


def test_deadlines_survive_a_restart_and_downtime_is_credited(tmp_path, monkeypatch):
    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        shift = 0
        from banquise.server.live import house, room, viewer

        real = room.now_ms
        for module in (room, house, viewer):
            monkeypatch.setattr(module, "now_ms", lambda: real() + shift)
        async with served(database=database) as here:
            seated = await here.make("ice_lake", ["me", "me"], clock={"kind": "move", "seconds": 120})
            player = await Player.come(here.ws, seated["table"], seated["token"])
            left = player.views[0]["clocks"][0]["left"]
        shift = 3_600_000  # an hour in which no server ran
        async with served(database=database) as here:
            await asyncio.sleep(0.6)  # alarms have looked at it
            again = await Player.come(here.ws, seated["table"], seated["token"])
            assert left - 10_000 < again.views[0]["clocks"][0]["left"] <= left
            assert again.table["seats"][0]["level"] is None
            shift += 121_000
            await again.until(lambda: again.table["seats"][0]["level"] == "random", 10)

    asyncio.run(asyncio.wait_for(story(), 60))
