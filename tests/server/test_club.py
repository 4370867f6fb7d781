"""The club, by those who know docs/protocol.md only: cards, devices, my matches, being forgotten; in both stores."""

from __future__ import annotations

import asyncio
import io
import json
import re
import secrets
import sqlite3
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import asyncpg
import pytest
from clubbing import DAYS, Browser, all_that_is_kept, at_a_club, deleted
from serving import Player, request, served

from banquise.server.live import house
from banquise.server.live.house import make_store
from banquise.server.live.tokens import card_digest
from banquise.server.operations import delete_player, export_player
from banquise.table import decode

SCHEMA_1 = Path(__file__).with_name("schema_1.sql")


def test_a_card_is_made_once_shown_to_all_and_changed_by_its_holder(database):
    async def story(here):
        ann = Browser(here)
        assert (await ann.get("/api/players/me"))[0] == 401
        me = await ann.card("Ann\u202e", shape="red", languages=["fr", "de"])
        assert me["card"]["name"] == "Ann"
        assert (me["card"]["shape"], me["card"]["languages"]) == ("red", ["fr", "de"])
        assert [(one["label"], one["here"]) for one in me["devices"]] == [("a browser", True)]
        assert (await ann.card("Another"))["card"] == me["card"]  # the same key again keeps its card
        await ann.post("/api/players/me", {"name": "Anna", "shape": "green", "languages": []})
        status, card = await here.get(f"/api/players/{me['card']['player']}")
        assert (status, card["name"], card["shape"]) == (200, "Anna", "green")
        assert (await here.get("/api/players/nobody"))[0] == 404
        for bad in ("short", ann.key + "A", ann.key[:-1] + "B"):  # 128 bits, and no bit more
            assert (await here.post("/api/players", {"name": "X"}, authorization=f"Bearer {bad}"))[0] == 401

    at_a_club(story, database)


def test_a_card_opens_its_seats_and_no_token_does(database):
    async def story(here):
        ann, ben = Browser(here), Browser(here)
        await ann.card("Ann")
        await ben.card("Ben")
        seated = await ann.make(name="Ann")
        assert seated["token"] is None
        assert seated["seats"] == [0]
        await ben.join(seated["table"], name="Ben")
        at = await ann.come(seated["table"])
        assert at.table["you"] == [0]
        assert (await at.move("GAD"))["type"] == "done"
        (mine,) = await ann.matches()
        (theirs,) = await ben.matches()
        assert (mine["turn"], theirs["turn"]) == (False, True)
        assert ([seat["name"] for seat in mine["seats"]], mine["mine"]) == (["Ann", "Ben"], [0])
        assert (await at.do("resign"))["type"] == "done"
        assert await ann.matches() == []
        (over,) = await ann.matches("?status=over")
        assert (over["winners"], over["turn"]) == ([1], False)
        await asyncio.gather(at.do("rematch"), (await ben.come(seated["table"])).do("rematch"))
        await at.until(lambda: at.table["rematch"])
        again = await ann.come(at.table["rematch"])  # the seats have turned, and the card opens the other one
        assert again.table["you"] == [1]
        assert [one["table"] for one in await ben.matches()] == [at.table["rematch"]]
        stranger = await Browser(here).come(seated["table"])
        assert stranger.table["you"] == []

    at_a_club(story, database)


def test_it_is_not_the_turn_of_whoever_has_given_up():
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        seated = await ann.make("altitude", ["me", "open", "open"])  # all choose their hands at once
        for name in ("Ben", "Cleo"):
            await here.join(seated["table"], name=name)
        at = await ann.come(seated["table"])
        assert [one["turn"] for one in await ann.matches()] == [True]
        assert (await at.do("resign"))["type"] == "done"
        assert [one["turn"] for one in await ann.matches()] == [False]

    at_a_club(story)


def test_who_gets_up_before_the_start_is_listed_there_no_longer(database):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        seated = await ann.make()
        assert len(await ann.matches()) == 1
        at = await ann.come(seated["table"])
        await at.do("leave")
        assert await ann.matches() == []
        await here.join(seated["table"], name="A guest")  # who has the seat now
        assert (await ann.come(seated["table"])).table["you"] == []

    at_a_club(story, database)


def test_a_card_moves_by_a_code_once_and_is_taken_from_a_device(database):
    async def story(here):
        old, new, thief = Browser(here), Browser(here), Browser(here)
        me = await old.card("Ann")
        seated = await old.make()
        await here.join(seated["table"], name="Ben")
        code = secrets.token_hex(11)
        assert (await old.post("/api/players/me/moving", {"code": code}))[0] == 201
        assert (await new.post("/api/players/arriving", {"code": secrets.token_hex(11)}))[0] == 404
        status, arrived = await new.post("/api/players/arriving", {"code": code, "label": "a phone"})
        assert (status, arrived["card"]) == (201, me["card"])
        assert (await thief.post("/api/players/arriving", {"code": code}))[0] == 404  # it was used
        assert (await old.get("/api/players/me"))[1]["devices"][1]["label"] == "a phone"
        there, here_too = await old.come(seated["table"]), await new.come(seated["table"])
        assert there.table["you"] == here_too.table["you"] == [0]
        first = next(one["device"] for one in arrived["devices"] if not one["here"])
        status, left = await new.post("/api/players/me/revoking", {"device": first})
        assert [one["label"] for one in left["devices"]] == ["a phone"]
        await there.until(lambda: there.closed is not None)
        assert there.closed == 4003
        assert (await old.get("/api/players/me"))[0] == 401
        assert (await old.come(seated["table"])).table["you"] == []
        assert (await here_too.move("GAD"))["type"] == "done"
        assert (await old.post("/api/players/me/moving", {"code": code}))[0] == 401

    at_a_club(story, database)


def test_matches_are_searched_filtered_and_taken_home(database):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        for name, game in (("Ben", "ice_lake"), ("Cleo", "ice_cult"), ("Ben", "alaska")):
            seated = await ann.make(game, name="Ann", title=f"against {name}")
            await here.join(seated["table"], name=name)
            at = await ann.come(seated["table"])
            await at.do("resign")
        await ann.make("altitude", ["me", "me"])
        assert [one["mine"] for one in await ann.matches()] == [[0, 1]]
        found = await ann.matches("?status=over")
        assert [one["game"] for one in found] == ["alaska", "ice_cult", "ice_lake"]
        assert [one["game"] for one in await ann.matches("?status=over&search=bEN")] == ["alaska", "ice_lake"]
        assert [one["game"] for one in await ann.matches("?status=over&game=ice_cult")] == ["ice_cult"]
        assert (await ann.get("/api/players/me/matches?status=won"))[0] == 400
        assert (await ann.get("/api/players/me/matches?after=x"))[0] == 400
        status, raw = await ann.get("/api/players/me/records")
        archive = zipfile.ZipFile(io.BytesIO(raw))
        assert status == 200
        assert {decode(archive.read(name)).game for name in archive.namelist()} == {"ice_lake", "ice_cult", "alaska"}
        assert (await Browser(here).get("/api/players/me/records"))[0] == 401

    at_a_club(story, database)


ATOM = "{http://www.w3.org/2005/Atom}"


async def entries(here, feed, language="en"):
    status, raw = await here.get(f"{feed}?language={language}")
    assert status == 200, raw
    root = ET.fromstring(raw)
    told = [[one.find(ATOM + part).text for part in ("id", "title", "summary")] for one in root.iter(ATOM + "entry")]
    return root.find(ATOM + "title").text, told, raw


def test_a_feed_tells_of_each_turn_once_and_of_no_secret():
    async def story(here):
        ann, ben = Browser(here), Browser(here)
        await ann.card("Ann")
        feed = (await ben.card("Ben"))["feed"]
        await ann.make(name="Ann")  # without days: nobody is told
        seated = await ann.make(name="<Ann> & @note", clock=DAYS, title="By post")
        assert (await entries(here, feed))[1] == []
        await ben.join(seated["table"], name="Ben")
        title, ((first, words, who),), before = await entries(here, feed)
        assert (title, words, who) == ("Banquise: your turn", "Your turn: Ice Lake", "By post · <Ann> & @note")
        at, other = await ann.come(seated["table"]), await ben.come(seated["table"])
        await at.move("GAD")
        assert (await entries(here, feed))[2] == before  # that Ann has moved in secret is told by nothing
        assert (await other.move("AAD"))["type"] == "done"
        again = (await entries(here, feed, "de"))[1]
        assert [one for one, *_ in again if one == first] == [], "another turn is another entry"
        for wrong in (feed[:-1] + ("0" if feed[-1] != "0" else "1"), feed.replace("/turns/", "x/turns/"), f"{feed}%00"):
            assert (await here.get(wrong))[0] in (400, 404)
        device = (await ben.get("/api/players/me"))[1]["devices"][0]["device"]
        await ben.post("/api/players/me/revoking", {"device": device})
        assert (await here.get(feed))[0] == 404

    at_a_club(story)


async def a_past(here):
    """Ann has played against a bot and against Ben, and has talked."""
    ann, ben = Browser(here), Browser(here)
    me = await ann.card("Canary Ann")
    await ben.card("Ben")
    alone = await ann.make(seats=["me", "random"], name="Canary Ann")
    seated = await ann.make(name="Canary Ann")
    await ben.join(seated["table"], name="Ben")
    at, other = await ann.come(seated["table"]), await ben.come(seated["table"])
    await at.do("chat", text="canary words")
    await other.do("chat", text="kept words")
    await at.move("GAD")
    return ann, ben, me["card"]["player"], alone["table"], seated["table"], at


def test_who_is_forgotten_is_nowhere_and_the_others_match_goes_on(database):
    async def story(here):
        ann, ben, player, alone, shared, at = await a_past(here)
        status, kept = await ann.get("/api/players/me/kept")
        told = json.dumps(kept)
        assert status == 200
        assert "Canary Ann" in told
        assert "canary words" in told
        assert "kept words" not in told
        assert {one["table"] for one in kept["matches"]} == {alone, shared}
        answer = await asyncio.to_thread(deleted, f"{here.http}/api/players/me", ann.headers)
        assert answer == 204
        await at.until(lambda: at.closed is not None)
        assert (await ann.get("/api/players/me"))[0] == 401
        assert (await here.get(f"/api/players/{player}"))[0] == 404
        assert (await here.get(f"/api/tables/{alone}"))[0] == 404
        (left,) = await ben.matches()
        assert [seat["name"] for seat in left["seats"]] == ["Guest", "Ben"]
        other = await ben.come(shared)
        assert other.table["seats"][0]["name"] == "Guest"
        assert [note["chat"] for note in other.notes if note["chat"]] == ["…", "kept words"]
        assert (await other.move("AAD"))["type"] == "done"
        whole = await all_that_is_kept(database)
        assert not [word for word in ("Canary", "canary", player, card_digest(ann.key)) if word in whole]

    at_a_club(story, database)


def test_whoever_runs_the_server_takes_a_player_out_and_forgets_them(database):
    players = []

    async def story(here):
        players.append((await a_past(here))[2])

    at_a_club(story, database)
    told = asyncio.run(export_player(database, players[0]))
    assert b"Canary Ann" in told
    assert asyncio.run(delete_player(database, players[0]))
    assert not asyncio.run(delete_player(database, players[0]))
    assert "anary" not in asyncio.run(all_that_is_kept(database))
    with pytest.raises(ValueError, match="there is no player"):
        asyncio.run(export_player(database, players[0]))


def test_no_key_code_or_token_is_kept_or_sent(database):
    async def story(here):
        ann, code = Browser(here), secrets.token_hex(11)
        me = await ann.card("Ann")
        await ann.post("/api/players/me/moving", {"code": code})
        seated = await ann.make(public=True)
        ben = Browser(here)
        await ben.card("Ben")
        await ben.join(seated["table"])
        at, other = await ann.come(seated["table"]), await ben.come(seated["table"])
        watcher = await Player.come(here.ws, seated["table"])
        await at.move("GAD")
        told = [frame for player in (at, other, watcher) for frame in player.frames]
        public = [f"players/{me['card']['player']}", "tables?status=running", f"tables/{seated['table']}"]
        told += [json.dumps((await ben.get(f"/api/{path}"))[1]) for path in (*public, "players/me/matches")]
        secret = [ann.key, code, card_digest(ann.key), "GAD"]
        assert not [word for word in secret for text in told if word in text and text not in at.frames]
        assert not [word for word in secret[:3] for text in at.frames if word in text]
        whole = await all_that_is_kept(database)
        assert not [word for word in (ann.key, code) if word in whole]

    at_a_club(story, database)


def test_what_one_may_not_see_changes_nothing_in_ones_matches():
    """S1 for my matches: a secret move of another seat, this or that or none, is not to be told from the list."""

    async def listed(move):
        async with served() as here:
            ann, ben = Browser(here), Browser(here)
            await ann.card("Ann")
            await ben.card("Ben")
            seated = await ann.make(name="Ann")
            await ben.join(seated["table"], name="Ben")
            at = await ann.come(seated["table"])
            before = await ben.matches()
            if move:
                assert (await at.move(move))["type"] == "done"
            assert await ben.matches() == before
            return re.sub(r'"(table|created)": ("[^"]*"|\d+)', "", json.dumps(before))

    async def story():
        assert await listed("GAD") == await listed("DAG") == await listed("")

    asyncio.run(asyncio.wait_for(story(), 60))


async def a_store_of_before_the_club(database, rows):
    """Schema 1, with the same rows in both kinds of store."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:"))
        connection.executescript(SCHEMA_1.read_text(encoding="utf-8"))
        connection.close()
        return
    writer = await asyncpg.connect(database)
    await writer.execute(SCHEMA_1.with_name("schema_1_postgres.sql").read_text(encoding="utf-8"))
    for row in rows["tables"]:  # SQLite says 0 and 1
        values = [bool(value) if n in (2, 9) else value for n, value in enumerate(row)]
        await writer.execute("INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", *values)
    await writer.executemany("INSERT INTO log VALUES ($1, $2, $3, $4, $5)", rows["log"])
    await writer.executemany("INSERT INTO facts VALUES ($1, $2)", rows["facts"])
    await writer.close()


async def rows_of(database):
    """The tables and the log, without what the club has added to a table."""
    tables, log = "SELECT * FROM tables ORDER BY id", 'SELECT * FROM log ORDER BY "table", seq'
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:"))
        found = [connection.execute(sql).fetchall() for sql in (tables, log)]
        connection.close()
    else:
        reader = await asyncpg.connect(database)
        found = [[tuple(row) for row in await reader.fetch(sql)] for sql in (tables, log)]
        await reader.close()
    return [row[:11] for row in found[0]], found[1]


def test_a_store_of_before_the_club_is_opened_and_everything_is_there(database):
    dump = sqlite3.connect(":memory:")
    dump.executescript(SCHEMA_1.read_text(encoding="utf-8"))
    before = {table: dump.execute(f"SELECT * FROM {table}").fetchall() for table in ("tables", "log", "facts")}
    dump.close()
    assert [len(rows) for rows in before.values()] == [3, 17, 1]

    async def opened():
        await a_store_of_before_the_club(database, before)
        store = make_store(database)
        await store.open()
        await store.close()
        return await rows_of(database)

    tables, log = asyncio.run(opened())
    assert tables == sorted(before["tables"])
    assert log == sorted(before["log"], key=lambda row: row[:2])
    over, running = (next(row[0] for row in before["tables"] if row[7] == status) for status in ("over", "running"))

    async def story(here):
        assert (await here.get(f"/api/tables/{over}/record"))[0] == 200
        watcher = await Player.come(here.ws, running)
        assert [seat["name"] for seat in watcher.table["seats"]] == ["Cleo", "Dan"]
        ann = Browser(here)
        await ann.card("Ann")
        await ann.make()
        assert len(await ann.matches()) == 1

    at_a_club(story, database)


def test_a_card_that_nobody_plays_under_is_forgotten_and_no_other(database, monkeypatch):
    async def story(here):
        played, fresh = Browser(here), Browser(here)
        await played.card("Ann")
        await played.make()
        await fresh.card("Ben")
        await here.house.forget_unused_cards()
        assert [(await one.get("/api/players/me"))[0] for one in (played, fresh)] == [200, 200]
        monkeypatch.setattr(house, "UNUSED_CARD_MS", -1_000)  # as if a month had passed
        await here.house.forget_unused_cards()
        assert [(await one.get("/api/players/me"))[0] for one in (played, fresh)] == [200, 401]
        assert len(await played.matches()) == 1
        assert (await fresh.card("Ben"))["card"]["name"] == "Ben"  # the same key, a new card

    at_a_club(story, database)


def test_without_a_card_nothing_has_changed():
    async def story(here):
        seated = await here.make("ice_lake", ["me", "open"])
        assert seated["token"]
        at = await Player.come(here.ws, seated["table"], seated["token"], card=Browser(here).key)
        assert at.table["you"] == [0]
        wanted = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]}
        stranger = {"authorization": f"Bearer {Browser(here).key}"}
        bad = await asyncio.to_thread(request, f"{here.http}/api/tables", wanted, stranger)
        assert bad[0] == 201
        assert bad[1]["token"]  # a key that opens no card is no key

    at_a_club(story)
