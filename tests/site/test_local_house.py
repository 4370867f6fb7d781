"""The house of a browser, run here: a server's answers, a server's words on the line, and matches that are kept."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
from dataclasses import replace

import pytest
from serving import Player, any_move, served
from without import run_without

import banquise
from banquise.bots.levels import decide_in, level_named
from banquise.bots.mind import World, believed
from banquise.games import game as game_named
from banquise.server.live.thinkers import PoolThinker, Question
from banquise.server.stores.store import Append, Card, Conflict, StoreTrouble
from banquise.site.browser import thinking
from banquise.site.browser.house import LocalHouse
from banquise.site.browser.store import BrowserStore
from banquise.site.browser.thinkers import WorkerThinker
from banquise.site.browser.thinking import Decide
from banquise.table.entries import Row

CARD = Card("open", None, False, b"{}")


class Disk:
    """What web/src/local/disk.ts promises, in memory."""

    def __init__(self):
        self.tables, self.rows, self.full = {}, {}, False

    async def cards(self):
        return [card for _, card in self.tables.values()]

    def _write(self, table, header, rows, card):
        if self.full:
            raise OSError("QuotaExceededError: no room")
        self.tables[table] = header, card
        self.rows.setdefault(table, []).extend(rows)

    async def create(self, table, header, rows, card):
        self._write(table, header, rows, card)

    async def append(self, table, head, rows, card):
        if len(self.rows[table]) != head:
            raise RuntimeError(f"the head of {table} is {len(self.rows[table])}, not {head}")
        self._write(table, self.tables[table][0], rows, card)

    async def read(self, table, since):
        return [self.tables[table][0], *self.rows[table][since:]] if table in self.tables else []

    async def forget(self, table):
        self.tables.pop(table, None)
        self.rows.pop(table, None)

    async def alive(self, now, longest):
        if self.full:
            raise OSError("QuotaExceededError: no room")
        return "[]"

    def listen(self, heard):
        pass


class Page:
    """A page that notes what it is told."""

    def __init__(self):
        self.heard, self.closed, self.news = [], {}, asyncio.Event()

    def send(self, line, text):
        self.heard.append(json.loads(text))
        self.news.set()

    def close(self, line, code):
        self.closed[line] = code
        self.news.set()

    async def until(self, wanted):
        while not (found := [each for each in self.heard if wanted(each)]):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)
        return found[-1]


class Bots:
    """Workers of the bots, in threads; others than the first come when they are called for, or do not answer."""

    def __init__(self, others=0, answer=True):
        self.others, self.answers, self.standing, self.asked = others, answer, 1, []

    def count(self):
        return self.standing

    def more(self):
        self.standing = 1 + self.others

    async def ask(self, number, asked):
        self.asked.append((number, pickle.loads(asked)))
        if number and not self.answers:
            raise RuntimeError("the browser has ended this worker")
        return await asyncio.to_thread(thinking.answer, asked)


async def opened(disk):
    page = Page()
    house = LocalHouse(disk, Bots(), page)
    await house.open()
    return house, page


async def answer(house, address, body=None):
    status, kind, text = await house.request(
        "GET" if body is None else "POST", address, "" if body is None else json.dumps(body)
    )
    return status, json.loads(text) if "json" in kind else text.encode()


def test_a_hint_is_the_same_with_a_server_and_in_a_browser_on_its_own():
    """The same command, the same words: pages do not know which of the two answers."""
    match = banquise.play("ice_cult", ["fox", "fox"], seed=3)
    line = next(n for n, entry in enumerate(match.log) if n > 9 and entry.actor >= 0)
    record = banquise.encode(banquise.to_record(match)).decode()
    wish = {"record": record, "line": line, "seat": match.log[line].actor, "level": "hare"}

    async def on_its_own():
        house, page = await opened(Disk())
        status, seated = await answer(house, "/api/play-on", wish)
        assert status == 201, seated
        house.connect(1)
        say = {"type": "hello", "protocol": 1, "table": seated["table"], "token": seated["token"], "language": "de"}
        house.hear(1, json.dumps(say))
        table = await page.until(lambda heard: heard["type"] == "table")
        house.hear(1, json.dumps({"type": "hint", "id": "h"}))
        hinted = await page.until(lambda heard: heard.get("id") == "h")
        house.hang_up(1)
        return table["hints"], hinted

    async def at_a_server():
        async with served(thinkers=[PoolThinker(1)]) as here:
            status, seated = await here.post("/api/play-on", wish)
            assert status == 201, seated
            ada = await Player.come(here.ws, seated["table"], seated["token"], language="de")
            return ada.table["hints"], await ada.do("hint", id="h")

    async def both():
        alone, served_too = await on_its_own(), await at_a_server()
        assert alone == served_too
        assert alone[0] is True
        assert alone[1]["type"] == "hinted", alone

    asyncio.run(asyncio.wait_for(both(), 100))


READ = [
    "/api/games/ice_cult/words/fa",
    "/api/games/alaska/rulebook/de",
    "/api/games/altitude/layout",
    "/api/games/ice_lake/diagrams",
    "/api/games/altitude/drawing?language=fr",
    "/api/games/chess/layout",
    "/api/games/alaska/rulebook/xx",
    "/api/lessons/ice_lake?language=fr",
    "/api/lessons/ice_lake/2?language=en",
    "/api/lessons/ice_lake/99",
    "/api/lessons/chess",
    "/api/puzzles/ice_cult?language=de&day=2026-01-02",
    "/api/puzzles/altitude/0?language=fa",
    "/api/puzzles/altitude/0/view?language=fa",
    "/api/puzzles/ice_cult/99999",
    "/api/puzzles/ice_cult?day=tomorrow",
    "/api/tables/nothing",
    "/api/tables/nothing/replay",
    "/api/studies/nothing",
]
SENT = [
    ("/api/lessons/ice_lake/1", {"move": "GA"}),
    ("/api/lessons/ice_lake/1", {"move": "nonsense", "language": "de"}),
    ("/api/lessons/ice_lake/0", {"move": "GA"}),
    ("/api/lessons/ice_lake/1/show", {}),
    ("/api/lessons/ice_lake/1/preview", {"move": "GA"}),
    ("/api/puzzles/ice_lake/0", {"move": "G-", "language": "fr"}),
    ("/api/puzzles/ice_lake/0", {"move": "nonsense"}),
    ("/api/puzzles/ice_lake/0/show", {}),
    ("/api/puzzles/ice_lake/0/show", {"made": ["face S"]}),
    ("/api/replay", {"record": "a letter"}),
    ("/api/play-on", {"line": 1, "seat": 0}),
    ("/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}),
    ("/api/tables", {"game": "ice_lake", "seats": [{"kind": "bot", "level": "cat"}]}),
]


def test_it_answers_as_a_server_does():
    async def story():
        house, _ = await opened(Disk())
        async with served() as here:
            for address in READ:
                assert await answer(house, address) == await here.get(address), address
            for address, body in SENT:
                assert await answer(house, address, body) == await here.post(address, body), (address, body)
            (_, local), (_, served_games) = await answer(house, "/api/games"), await here.get("/api/games")
            assert [game | {"levels": []} for game in local] == [game | {"levels": []} for game in served_games]
            assert local[0]["levels"] == ["hare", "fox", "wolf", "bear", "random"]
            assert "yeti" in next(game["levels"] for game in local if game["name"] == "ice_cult")

    asyncio.run(story())


async def seat(house, line, table, token):
    house.connect(line)
    house.hear(line, json.dumps({"type": "hello", "protocol": 1, "table": table, "token": token}))


async def play_on(house, page, line, chance, moves):
    """Make so many moves, or all; is it over?"""
    for number in range(moves):
        view = await page.until(lambda one: one["type"] == "table" or (one["type"] == "view" and one["legal"]))
        view = [one for one in page.heard if one["type"] == "view"][-1]
        if any(one["type"] == "table" and one["status"] == "over" for one in page.heard):
            return True
        if not view["legal"]:
            page.news.clear()
            await asyncio.wait_for(page.news.wait(), 60)
            continue
        move = {"type": "move", "id": f"{line}-{number}", "move": any_move(view["legal"], chance)}
        page.heard = [one for one in page.heard if one["type"] == "table"]
        house.hear(line, json.dumps(move))
        await page.until(lambda one, sent=move["id"]: one.get("id") == sent)
    return False


def test_a_match_at_a_server_is_told_ahead_and_goes_on_here():
    async def story():
        house, page = await opened(Disk())
        match = banquise.new("alaska", 2, seed=4)
        (seat,) = match.to_act
        move = str(match.legal(seat)[0])
        view, options = match.game.schema.view(match.state, seat), match.options
        wish = {"game": "alaska", "seats": 2, "options": options, "view": view, "seat": seat, "move": move, "seen": 7}
        status, told = await answer(house, "/api/ahead", wish)
        assert status == 200
        assert told["events"][0]["number"] == 7
        assert told["events"][0]["by"] == seat
        status, told = await answer(house, "/api/ahead", wish | {"seat": 1 - seat})
        assert told["events"] == []
        assert told["refused"]["text"], "the rules refuse it in words"
        places = [{"kind": "me"} if n == seat else {"kind": "bot", "level": "hare"} for n in range(2)]
        table = {"game": "alaska", "seats": places, "options": options, "name": "Ada"}
        status, seated = await answer(house, "/api/resume", {"table": table, "view": view, "seat": seat})
        assert status == 201
        house.connect(1)
        house.hear(1, json.dumps({"type": "hello", "protocol": 1, "table": seated["table"], "token": seated["token"]}))
        shown = await page.until(lambda said: said["type"] == "view")
        assert shown["view"] == view
        house.hear(1, json.dumps({"type": "move", "id": "a", "move": move}))
        await page.until(lambda said: said["type"] == "done")

    asyncio.run(story())


def test_a_match_is_kept_and_goes_on_in_the_next_house():
    async def story():
        disk, chance = Disk(), random.Random(2)
        house, page = await opened(disk)
        wish = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "bot", "level": "fox"}], "name": "Ada"}
        status, seated = await answer(house, "/api/tables", wish)
        assert status == 201
        await seat(house, 1, seated["table"], seated["token"])
        assert not await play_on(house, page, 1, chance, 2)
        kept = list(disk.rows[seated["table"]])
        again, page = await opened(disk)
        await seat(again, 2, seated["table"], seated["token"])
        assert await play_on(again, page, 2, chance, 500)
        assert disk.rows[seated["table"]][: len(kept)] == kept
        status, replay = await answer(again, f"/api/tables/{seated['table']}/replay?eyes=everything")
        assert status == 200
        assert all(check["holds"] for check in replay["checks"]), "chance is as it was sealed"
        status, study = await answer(again, "/api/studies", {"table": seated["table"]})
        while study["status"] in ("waiting", "thinking"):
            await asyncio.sleep(0.1)
            _, study = await answer(again, f"/api/studies/{study['key']}")
        assert study["status"] == "done"
        assert len(study["chances"]) == len(replay["log"]) + 1
        line = next(n for n, each in enumerate(replay["log"], 1) if each["by"] is not None)
        status, study = await answer(again, "/api/studies", {"table": seated["table"], "line": line})
        while study["status"] in ("waiting", "thinking"):
            await asyncio.sleep(0.1)
            _, study = await answer(again, f"/api/studies/{study['key']}")
        assert study["opinion"]["move"], "a bear says what it would have played"
        again.hang_up(2)

    asyncio.run(asyncio.wait_for(story(), 120))


def test_a_disk_that_is_full_in_mid_match_loses_nothing_and_the_match_goes_on_once_there_is_room():
    async def story():
        disk = Disk()
        house, page = await opened(disk)
        wish = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "bot", "level": "hare"}], "name": "Ada"}
        _, seated = await answer(house, "/api/tables", wish)
        await seat(house, 1, seated["table"], seated["token"])
        assert not await play_on(house, page, 1, random.Random(2), 2)
        view = await page.until(lambda one: one["type"] == "view" and one["legal"])
        kept, disk.full = list(disk.rows[seated["table"]]), True
        move = {"type": "move", "id": "a", "move": any_move(view["legal"], random.Random(1))}
        house.hear(1, json.dumps(move))
        refused = await page.until(lambda one: one["type"] == "refused")
        assert refused["reason"]["key"] == "refused.full"
        assert "no room left" in refused["reason"]["text"]
        status, told = await answer(house, "/api/tables", wish)
        assert (status, told["reason"]) == (503, "refused.full")
        again, page = await opened(disk)  # a reload of the page, the disk as full as before
        await seat(again, 2, seated["table"], seated["token"])
        shown = await page.until(lambda one: one["type"] == "view" and one["legal"])
        assert shown["legal"] == view["legal"]
        assert disk.rows[seated["table"]] == kept
        again.hear(2, json.dumps(move | {"id": "b"}))
        assert (await page.until(lambda one: one["type"] == "refused"))["reason"]["key"] == "refused.full"
        disk.full = False
        again.hear(2, json.dumps(move | {"id": "c"}))
        assert (await page.until(lambda one: one.get("id") == "c"))["type"] == "done"
        assert await play_on(again, page, 2, random.Random(3), 500)
        assert disk.rows[seated["table"]][: len(kept)] == kept
        again.hang_up(2)

    asyncio.run(asyncio.wait_for(story(), 120))


def test_strangers_and_bad_words_are_refused_on_the_line_as_by_a_server():
    async def story():
        house, page = await opened(Disk())
        house.connect(1)
        house.hear(1, "nonsense")
        house.hear(1, json.dumps({"type": "hello", "protocol": 1, "table": "nothing"}))
        said = await page.until(lambda one: one.get("code") == "no_table")
        assert said["text"] == "there is no such table"
        assert page.heard[0]["code"] == "bad_json"
        await page.until(lambda one: True)
        assert page.closed[1] == 4004

    asyncio.run(asyncio.wait_for(story(), 60))


def asked_at(match, level):
    """What a bot is asked at a table."""
    (seat,) = match.to_act
    position = believed(match.game, match.state, match.seats, seat, 1).state
    return Question(match.game.name, match.seats, match.options, position, seat, level, 8.0)


def test_a_bear_thinks_in_all_workers_and_decides_by_what_they_find_together():
    async def story():
        bots, question = Bots(others=2), asked_at(banquise.new("ice_cult", 2, seed=4), "bear")
        answer = await WorkerThinker(bots).think(question)
        *parts, (number, settle) = bots.asked
        assert [(n, look.part, look.parts) for n, look in parts] == [(0, 0, 3), (1, 1, 3), (2, 2, 3)]
        assert number == 0
        world = World(game_named("ice_cult"), question.position, 2, question.seat)
        thought = decide_in(world, level_named("bear/3"), settle.seed)
        assert answer == (thought.moves, "bear", tuple(thought.chances))
        bots.asked.clear()
        await WorkerThinker(bots).think(replace(question, level="wolf"))
        assert [(n, type(asked)) for n, asked in bots.asked] == [(0, Decide)], "a wolf is too quick to be shared out"

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_worker_that_does_not_answer_is_done_without():
    async def story():
        bots, question = Bots(others=1, answer=False), asked_at(banquise.new("ice_cult", 2, seed=4), "bear")
        thinker = WorkerThinker(bots)
        answer = await thinker.think(question)
        assert answer.level == "bear", "the first has found something, too"
        bots.asked.clear()
        await thinker.think(question)
        assert [(n, type(asked)) for n, asked in bots.asked] == [(0, Decide)]

    asyncio.run(asyncio.wait_for(story(), 60))


def test_the_store_keeps_its_promises():
    async def story():
        disk = Disk()
        store = BrowserStore(disk)
        await store.open()
        rows = (Row(0, 10, "c", b"0"), Row(1, 10, None, b"1"))
        await store.create("t", "ice_lake", True, b"header", 5, Append("t", 0, rows, CARD))
        with pytest.raises(Conflict):
            await store.append(Append("t", 1, (Row(1, 20, None, b"x"),), CARD))
        disk.full = True
        with pytest.raises(StoreTrouble, match="no room"):
            await store.append(Append("t", 2, (Row(2, 20, None, b"x"),), CARD))
        disk.full = False
        await store.append(Append("t", 2, (Row(2, 20, None, b"2"),), Card("running", 99, True, b"{}")))
        again = BrowserStore(disk)
        await again.open()
        stored = await again.read("t")
        assert stored.header == b"header"
        assert [row.body for row in stored.rows] == [b"0", b"1", b"2"]
        assert [row.seq for row in (await again.read("t", 1)).rows] == [1, 2]
        assert await again.alarms(100, 0) == ["t"]
        assert await again.waiting_for_bots() == ["t"]
        assert await again.counts() == {"running": 1}
        assert await again.delete("t")
        assert await again.read("t") is None

    asyncio.run(story())


def test_rooms_of_the_browser_are_entered_in_a_bare_python():
    """Every module of the kernel, the games, the table and the bots: no NumPy, no msgspec, no wasmtime."""
    program = """
    import importlib, pkgutil, sys
    for room in ("kernel", "games", "table", "bots", "site.browser"):
        package = importlib.import_module(f"banquise.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"banquise.{room}."):
            importlib.import_module(module.name)
    print(sorted({name.partition(".")[0] for name in sys.modules} & set(ABSENT)))
    """
    absent = ("numpy", "cupy", "wasmtime", "litestar", "prometheus_client", "typer", "rich", "uvicorn")
    found = run_without((*absent, "msgspec"), program.replace("ABSENT", repr(absent)))
    assert found.strip() == "[]"
