"""The house of a browser, run here: a server's answers, a server's words on the line, and matches that are kept."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from serving import served
from without import run_without

import banquise
from banquise.server.stores.store import Append, Card, Conflict, StoreTrouble
from banquise.site.browser import thinking
from banquise.site.browser.house import LocalHouse
from banquise.site.browser.store import BrowserStore
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


async def ask(asked):
    """The worker of the bots, in a thread."""
    return await asyncio.to_thread(thinking.answer, asked)


async def opened(disk):
    page = Page()
    house = LocalHouse(disk, ask, page)
    await house.open()
    return house, page


async def answer(house, address, body=None):
    status, kind, text = await house.request(
        "GET" if body is None else "POST", address, "" if body is None else json.dumps(body)
    )
    return status, json.loads(text) if "json" in kind else text.encode()


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
        move = {"type": "move", "id": f"{line}-{number}", "move": chance.choice(view["legal"])["text"]}
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
    """Every module of the kernel, the games, the table and the bots: no NumPy, no Numba, no msgspec, no wasmtime."""
    program = """
    import importlib, pkgutil, sys
    for room in ("kernel", "games", "table", "bots", "site.browser"):
        package = importlib.import_module(f"banquise.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"banquise.{room}."):
            importlib.import_module(module.name)
    print(sorted({name.partition(".")[0] for name in sys.modules} & set(ABSENT)))
    """
    absent = ("numpy", "numba", "llvmlite", "wasmtime", "litestar", "prometheus_client", "typer", "rich", "uvicorn")
    found = run_without((*absent, "msgspec"), program.replace("ABSENT", repr(absent)))
    assert found.strip() == "[]"
