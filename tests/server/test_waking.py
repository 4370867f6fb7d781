"""Nobody sleeps for good: whatever goes wrong, or comes in the wrong moment, bots, readers and watchers go on.

Nothing here rings by itself: no alarm, no word of another process saves what was forgotten (``quiet``).
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref

import pytest
from serving import Player, served

from banquise import new
from banquise.games.ice_lake.moves import DONE, LETTER
from banquise.server.live import bots as bots_module
from banquise.server.live import house as house_module
from banquise.server.live import room as room_module
from banquise.server.live.room import Room
from banquise.server.live.thinkers import Answer, Question, RandomThinker
from banquise.server.stores.sqlite import SqliteStore
from banquise.server.stores.store import Append, Card, StoreTrouble
from banquise.table import entries as e
from banquise.table.refused import Refused


def run(story):
    asyncio.run(asyncio.wait_for(story, 110))


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    """No alarm wakes a bot, and nobody waits long to try again."""
    monkeypatch.setattr(house_module, "STALE_BOT_MS", 3_600_000)
    monkeypatch.setattr(house_module, "CATCH_UP_EVERY", 0.05)
    monkeypatch.setattr(room_module, "PRESENCE_SECONDS", 3_600.0)
    monkeypatch.setattr(room_module, "TROUBLE_WAIT", ())
    monkeypatch.setattr(bots_module, "PAUSES", (0.05,))


def raising(real, error, times):
    """A coroutine function that raises so many times, then is as it was."""
    left = [times]

    async def do(*args):
        if left[0]:
            left[0] -= 1
            raise error
        return await real(*args)

    return do


# Bots -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, room_module.ATTEMPTS])
def test_bots_that_are_watched_go_on_when_the_store_is_well_again(times):
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["random", "random"])
            store = here.house.store
            store.append = raising(store.append, StoreTrouble("made by the test"), times)
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: {0, 1} <= {event["by"] for event in watcher.events[None]})

    run(story())


@pytest.mark.parametrize("turns", range(4))
def test_bots_that_are_stopped_in_the_moment_of_their_answer_stop(turns):
    """They went on as if nobody had stopped them, and whoever closed the house waited for them.

    However many turns of the loop lie between the answer and the stop: who has not told its answer yet is stopped.
    """

    class Slow:
        def levels_of(self, _game):
            return ("slow",)

        async def think(self, _question):
            return await answer

        async def close(self):
            pass

    async def story():
        nonlocal answer
        async with served() as here:
            here.house.thinkers = [Slow()]
            answer = asyncio.get_running_loop().create_future()
            match = new("ice_cult", 2, seed=1)
            question = Question("ice_cult", 2, {}, match.state, 0, "slow", 60.0)
            asked = asyncio.create_task(here.house.think(question))
            await asyncio.sleep(0.01)
            answer.set_result(Answer(match.legal(0)[:1], "slow"))
            for _ in range(turns):
                await asyncio.sleep(0)
            if asked.cancel():
                with pytest.raises(asyncio.CancelledError):
                    await asked
            else:
                assert turns > 0
                assert (await asked).level == "slow"

    answer = None
    run(story())


@pytest.mark.parametrize("error", [RuntimeError("unforeseen"), Refused("refused.busy")])
def test_bots_go_on_after_whatever_stopped_them(monkeypatch, error):
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["random", "random"])
            monkeypatch.setattr(RandomThinker, "think", raising_method(RandomThinker.think, error, 7))
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: {0, 1} <= {event["by"] for event in watcher.events[None]})

    run(story())


def raising_method(real, error, times):
    left = [times]

    async def do(self, *args):
        if left[0]:
            left[0] -= 1
            raise error
        return await real(self, *args)

    return do


class Foxes(RandomThinker):
    """Says which level it was asked for, and writes a programme letter by letter."""

    def levels_of(self, _game):
        return ("fox",)

    def __init__(self):
        self.asked = []

    async def think(self, question):
        self.asked.append(question.level)
        return await super().think(question)


@pytest.mark.parametrize("level", ["fox", "random"])
def test_a_bot_writes_its_programme_whole_and_nobody_else_writes_it(level):
    async def story():
        foxes = Foxes()
        async with served(thinkers=[foxes]) as here:
            seated = await here.make("ice_lake", [level, level])
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: watcher.view["view"]["round"] > 1 or watcher.table["status"] == "over")
            room = await here.house.existing(seated["table"])
            written = await room.look(lambda table: [entry for entry in table.match.log if entry.actor >= 0])
            first = [entry.codes for entry in written[:2]]
            assert all(codes[-1] == DONE for codes in first), first
            assert set(foxes.asked) == ({"fox"} if level == "fox" else set())
            assert not [note for note in watcher.notes if note["said"]["key"] == "note.relieved"]

    run(story())


class Restless(Foxes):
    """A bot that writes one letter, and then always one more."""

    async def think(self, question):
        self.asked.append(question.level)
        return Answer([LETTER], question.level)


def test_whoever_writes_on_and_on_is_asked_a_few_times_and_sends_what_is_written():
    async def story():
        restless = Restless()
        async with served(thinkers=[restless]) as here:
            seated = await here.make("ice_lake", ["fox", "me"])
            ada = await Player.come(here.ws, seated["table"], seated["token"])
            await ada.until(lambda: ada.view["view"]["finished"][0])
            room = await here.house.existing(seated["table"])
            written = await room.look(lambda table: [entry.codes for entry in table.match.log if entry.actor == 0])
            assert written == [(LETTER,) * house_module.MOST_SEARCHES + (DONE,)]
            assert len(restless.asked) == house_module.MOST_SEARCHES

    run(story())


class Broken(RandomThinker):
    """A bot that always fails, and so does the one that answers for it."""

    def levels_of(self, _game):
        return ("bear", "fox")

    async def think(self, question):
        raise RuntimeError("no move comes of it")


def test_where_the_fox_fails_as_well_somebody_moves():
    async def story():
        async with served(thinkers=[Broken()]) as here:
            seated = await here.make("ice_lake", ["bear", "bear"])
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: {0, 1} <= {event["by"] for event in watcher.events[None]})

    run(story())


def said(room, seats, thinking):
    """Another process says something of a table."""
    room.house._overheard(json.dumps(["other", room.name, seats, thinking]))


@pytest.mark.parametrize("how", ["withdrawn", "silent", "spent"])
def test_a_bot_moves_here_once_another_process_does_not_think_for_it(monkeypatch, how):
    if how == "silent":
        monkeypatch.setattr(room_module, "PRESENCE_SECONDS", 0.5)

    async def story():
        async with served() as here:
            seated = await here.make("ice_cult", ["me", "random"])
            player = await Player.come(here.ws, seated["table"], seated["token"])
            room = here.house.rooms[seated["table"]]
            before = await take_a_turn(player)
            await player.until(lambda: bot_moved(player, before) and player.view["to_act"] == [0])
            spent = await room.look(lambda table: max(claims_of(table)))
            said(room, [], spent if how == "spent" else [1_000_000, 1])
            before = await take_a_turn(player)
            if how == "withdrawn":
                await asyncio.sleep(0.1)
                assert not bot_moved(player, before), "another thinks for it"
                said(room, [], None)
            await player.until(lambda: bot_moved(player, before))

    run(story())


async def take_a_turn(player):
    """Make moves until it is the bot's turn; how many events there were before."""
    await player.until(lambda: player.view["to_act"] == [0])
    count = len(player.events[0])
    while player.view["to_act"] == [0] and not bot_moved(player, count):
        assert (await player.move(player.view["legal"][0]["code"]))["type"] == "done"
    return count


def bot_moved(player, since):
    return any(event["by"] == 1 for event in player.events[0][since:])


def claims_of(table):
    """What bots have moved for at a table: the length of the log that they thought about, and their seat."""
    return [[int(part) for part in one.split(":")[1:]] for one in table.commands if one.startswith("bot:")]


# Reading and telling ----------------------------------------------------------------------------


def test_whoever_reads_while_another_reading_fails_is_answered():
    """Of those who waited for a reading that failed, one used to wait for the next, which knew nothing of it."""

    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "open"])
            room = here.house.room(seated["table"])
            room._table = None
            read, late = here.house.store.read, []

            async def fails(*args):
                here.house.store.read = read
                late.append(asyncio.create_task(room.look(lambda table: table.head)))
                raise StoreTrouble("made by the test")

            here.house.store.read = fails
            looks = [asyncio.create_task(room.look(lambda table: table.head)) for _ in range(3)]
            done, waiting = await asyncio.wait(looks, timeout=20)
            assert not waiting
            assert all(isinstance(one.exception(), StoreTrouble) for one in done)
            assert await late[0] > 0

    run(story())


async def append_elsewhere(here, table, text):
    """Another process adds a word of seat 0 to a log."""
    store = SqliteStore(here.house.store.path)
    await store.open()
    head = len((await store.read(table)).rows)
    rows = (e.Row(head, 1, None, e.encode(e.Chat(0, text))),)
    await store.append(Append(table, head, rows, Card("open", None, False, b"{}")))
    await store.close()
    return head + 1


@pytest.mark.parametrize("trouble", ["the store", "a draft thrown away"])
def test_news_of_another_process_reach_those_who_watch_in_spite_of(trouble):
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "open"])
            player = await Player.come(here.ws, seated["table"], seated["token"])
            room = here.house.rooms[seated["table"]]
            head = await append_elsewhere(here, seated["table"], "hello")
            if trouble == "the store":
                here.house.store.read = raising(here.house.store.read, StoreTrouble("made by the test"), 3)
            else:

                def half(table, at):
                    table.chat(0, "never stored", at)
                    raise Refused("refused.busy")

                with pytest.raises(Refused):
                    await room.change(half)
            here.house._heard(seated["table"], head)
            await player.until(lambda: any(note["chat"] == "hello" for note in player.notes))

    run(story())


def test_rows_that_are_told_need_not_be_read_and_a_gap_is():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "open"])
            player = await Player.come(here.ws, seated["table"], seated["token"])
            read, reads = here.house.store.read, []

            async def counted(*args):
                reads.append(args)
                return await read(*args)

            here.house.store.read = counted
            for text in ("told", "missed", "told after a gap"):
                head = await append_elsewhere(here, seated["table"], text)
                row = e.Row(head - 1, 1, None, e.encode(e.Chat(0, text)))
                if text != "missed":
                    here.house._heard(seated["table"], head, [row])
                    here.house._heard(seated["table"], head, [row])  # and hearing it twice does no harm
                    await player.until(lambda text=text: any(note["chat"] == text for note in player.notes))
                assert len(reads) == (text == "told after a gap")
            assert [note["chat"] for note in player.notes if note["chat"]] == ["told", "missed", "told after a gap"]

    run(story())


def slow_append(house):
    """Appends wait for a word of ours, after which they are as always."""
    real, begun, go_on = house.store.append, asyncio.Event(), asyncio.Event()

    async def append(wish):
        begun.set()
        await go_on.wait()
        await real(wish)

    house.store.append = append
    return begun, go_on


def test_who_goes_while_something_is_stored_is_seen_to_go():
    async def story():
        async with served() as here:
            one, other = await here.duel()
            begun, go_on = slow_append(here.house)
            moving = asyncio.create_task(one.move("GAD"))
            await begun.wait()
            room = here.house.rooms[one.table["table"]]
            await other.leave()
            while len(room.watchers) > 1:
                await asyncio.sleep(0.01)
            go_on.set()
            assert (await moving)["type"] == "done"
            await one.until(lambda: not one.table["seats"][other.seat]["connected"])

    run(story())


def test_what_is_stored_although_nobody_waits_for_it_any_more_is_told():
    async def story():
        async with served() as here:
            one, other = await here.duel()
            room = here.house.rooms[one.table["table"]]
            real, begun = here.house.store.append, asyncio.Event()

            async def append(wish):
                await real(wish)
                begun.set()
                await asyncio.sleep(3_600)

            here.house.store.append = append
            task = asyncio.create_task(room.change(lambda table, at: table.chat(0, "still there", at)))
            await begun.wait()
            here.house.store.append = real
            task.cancel()
            await other.until(lambda: any(note["chat"] == "still there" for note in other.notes))

    run(story())


def test_a_process_that_has_died_takes_its_people_with_it(monkeypatch):
    monkeypatch.setattr(house_module, "ALIVE_EVERY", 0.1)
    monkeypatch.setattr(room_module, "PRESENCE_SECONDS", 0.3)

    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "open"])
            await here.join(seated["table"])
            player = await Player.come(here.ws, seated["table"], seated["token"])
            said(here.house.rooms[seated["table"]], [1], None)
            await player.until(lambda: player.table["seats"][1]["connected"])
            await player.until(lambda: not player.table["seats"][1]["connected"])

    run(story())


# Upkeep -----------------------------------------------------------------------------------------


def test_a_table_whose_alarm_fails_does_not_keep_others_from_ringing(monkeypatch):
    rung = []

    async def change(self, decide, command=None):
        rung.append(self.name)
        if self.name == "bad":
            raise RuntimeError("unforeseen")

    async def story():
        async with served() as here:
            tables = [(await here.make("ice_lake", ["me", "open"]))["table"] for _ in range(2)]

            async def alarms(now, stale):
                return ["bad", *tables]

            async def look(self, look):
                return 0

            monkeypatch.setattr(Room, "look", look)
            monkeypatch.setattr(Room, "change", change)
            monkeypatch.setattr(Room, "refresh_card", lambda self: asyncio.sleep(0))
            here.house.store.alarms = alarms
            async with asyncio.timeout(20):
                while tables[1] not in rung:
                    await asyncio.sleep(0.01)

    run(story())


def test_a_rematch_that_was_agreed_on_when_the_server_died_is_made_when_asked_for_again():
    async def story():
        async with served() as here:
            one, other = await here.duel()
            assert (await one.do("resign"))["type"] == "done"
            await other.until(lambda: other.table["status"] == "over")
            assert (await one.do("rematch", id="r1"))["type"] == "done"
            keep = here.house.keep_new
            here.house.keep_new = raising(keep, RuntimeError("as if it had died here"), 1)
            await other.say({"type": "rematch", "id": "r2"})
            await other.until(lambda: other.messages[-1]["type"] == "error")
            assert other.table["rematch"] is None
            assert (await other.do("rematch", id="r2"))["type"] == "done"
            await one.until(lambda: one.table["rematch"] is not None)

    run(story())


def test_a_table_that_nobody_needs_is_freed_at_once():
    """The rare collections of the server find it much later, and meanwhile it is memory that is used for nothing."""

    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["random", "random"])
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: watcher.table["status"] == "over")
            room = weakref.ref(here.house.rooms[seated["table"]])
            await watcher.leave()
            while room().is_busy:
                await asyncio.sleep(0.01)
            gc.disable()
            try:
                here.house.drop_idle(time.monotonic() + 1)
                await asyncio.sleep(0.05)
                assert room() is None
            finally:
                gc.enable()

    run(story())


def test_tables_that_are_read_one_after_the_other_do_not_fill_the_memory():
    async def story():
        async with served(tables_in_memory=3) as here:
            ann, _ = await here.duel()
            names = [(await here.make("ice_lake", ["me", "open"]))["table"] for _ in range(6)]
            for name in names:
                assert (await here.get(f"/api/tables/{name}"))[0] == 200
            here.house.drop_idle(0.0)  # as every few seconds
            assert set(here.house.rooms) == {ann.table["table"], *names[-2:]}  # who is there stays, and the latest
            assert (await here.get(f"/api/tables/{names[0]}"))[0] == 200

    run(story())
