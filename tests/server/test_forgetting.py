"""A player who has left a trace everywhere takes it all home, and is then found in no table of the store."""

from __future__ import annotations

import asyncio
import base64
import secrets
import sqlite3
from pathlib import Path

import asyncpg
from clubbing import Browser, all_that_is_kept, at_a_club, deleted

from banquise.server.club import players
from banquise.server.live.house import make_store
from banquise.server.live.tokens import card_digest

ME = "/api/players/me"


async def done(browser, path, **body):
    status, told = await browser.post(path, body)
    assert status in (200, 201, 204), (path, told)
    return told


def a_key():
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


async def member(here, name):
    browser = Browser(here)
    return browser, (await browser.card(name))["card"]["player"]


async def a_whole_life(here):
    """Canary Ann, who has done everything there is to do, and Ben, with whom she did."""
    (ann, me), (ben, other) = await member(here, "Canary Ann"), await member(here, "Ben")
    rated = await ann.make(name="Canary Ann", rated=True, clock={"kind": "move", "seconds": 60, "late": "resign"})
    table = rated["table"]
    await ben.join(table, name="Ben")
    at = await ann.come(table)
    for text in ("canary words", "and more"):
        assert (await at.do("chat", text=text))["type"] == "done"
    await at.until(lambda: len([note for note in at.notes if note["chat"]]) == 2)
    said = next(note["number"] for note in at.notes if note["chat"] == "canary words")
    assert (await at.do("resign"))["type"] == "done"
    await done(ben, "/api/reports", table=table, note=said, why="of her")
    await done(ann, "/api/reports", table=table, seat=1, why="canary reason")
    for one, whom, name in ((ann, other, "Canary Ann"), (ben, me, "Ben")):
        free = await one.make(name=name, clock={"kind": "move", "seconds": 86_400})
        await done(one, f"{ME}/invitations", player=whom, table=free["table"])
        await done(one, f"{ME}/shunned", player=whom, how="mute")
    await done(ann, f"{ME}/alerts/webhook", address="http://127.0.0.1:9/canary")
    await done(ann, f"{ME}/alerts/quiet", begins=1, ends=2, zone="Pacific/Chatham")
    await done(ann, f"{ME}/alerts/tables/{table}", on=False)
    await done(ann, "/api/pairing", game="alaska", seats=3, ticket=a_key(), name="Canary Ann")
    evening = await done(ben, "/api/evenings", game="ice_cult", right=a_key())
    await done(ann, f"/api/evenings/{evening['evening']['evening']}/join", ticket=a_key(), name="Canary Ann")
    await done(ann, "/api/daily/altitude", kind="alone", name="Canary Ann")
    seen = await ben.make("altitude", ("me", "open"), name="Ben")
    await here.join(seen["table"], name="A guest")
    assert (await (await ben.come(seen["table"])).do("resign"))["type"] == "done"
    assert (await ann.get(f"/api/tables/{seen['table']}/record"))[0] == 200  # she knows its chance from now on
    await done(ann, f"{ME}/moving", code=secrets.token_hex(11))
    return ann, me, ben, other


async def places_of(database, player):
    """How often a player's name stands in each column that refers to players."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:"))
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [
            (table, row[3])
            for table in tables
            for row in connection.execute(f"PRAGMA foreign_key_list('{table}')")
            if row[2] == "players"
        ]
        count = 'SELECT count(*) FROM "{}" WHERE "{}" = ?'
        found = {one: connection.execute(count.format(*one), (player,)).fetchone()[0] for one in columns}
        connection.close()
        return found
    reader = await asyncpg.connect(database)
    columns = await reader.fetch(
        "SELECT c.conrelid::regclass::text, a.attname FROM pg_constraint c "
        "JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) "
        "WHERE c.contype = 'f' AND c.confrelid = 'players'::regclass"
    )
    count = 'SELECT count(*) FROM {} WHERE "{}" = $1'
    found = {tuple(one): await reader.fetchval(count.format(*one), player) for one in columns}
    await reader.close()
    return found


def test_all_that_a_player_has_left_anywhere_is_taken_home_and_deleted(database):
    async def story(here):
        ann, me, ben, other = await a_whole_life(here)
        before = await places_of(database, me)
        assert len(before) >= 17
        assert [place for place, count in before.items() if not count] == [], (
            "this story is to leave a trace everywhere"
        )
        status, kept = await ann.get(f"{ME}/kept")
        assert status == 200
        assert [what for what, told in kept.items() if not told and what not in {"duplicates"}] == []
        assert [(one["kind"].split()[0], one["name"]) for one in kept["waiting"]] == [("alaska", "Canary Ann")]
        assert kept["alerts"]["targets"][0]["address"] == "http://127.0.0.1:9/canary"
        theirs = await places_of(database, other)
        assert await asyncio.to_thread(deleted, f"{here.http}{ME}", ann.headers) == 204
        assert set((await places_of(database, me)).values()) == {0}
        whole = await all_that_is_kept(database)
        words = ("Canary", "canary", "Chatham", "of her", me, card_digest(ann.key))
        assert not [word for word in words if word in whole]
        if database.startswith("sqlite"):  # in its files neither, journal and free pages and all
            folder = Path(database.removeprefix("sqlite:")).parent
            left = {file.name: file.read_bytes() for file in folder.iterdir()}
            assert "tables.db" in left
            assert [name for name, content in left.items() if b"anary" in content or me.encode() in content] == []
        now = await places_of(database, other)
        between = {("shunned", "player"), ("shunned", "other"), ("reports", "reporter"), ("reports", "about")}
        between |= {("invitations", "sender"), ("invitations", "receiver")}
        assert {place for place in now if now[place] != theirs[place]} == between, "of Ben goes what was between them"
        assert (await ben.get(ME))[0] == 200

    at_a_club(story, database, alerts_nearby=True)


def test_who_sits_down_elsewhere_while_being_forgotten_is_forgotten_there_too(database, monkeypatch):
    async def story(here):
        ann, me = await member(here, "Canary Ann")
        first = (await ann.make(name="Canary Ann"))["table"]
        await here.join(first, name="Ben")
        at_one_table, late = players.forget_at, []

        async def slowly(store, table, token):
            if not late:  # on another device, meanwhile
                late.append((await ann.make("alaska", name="Canary Ann"))["table"])
                await here.join(late[0], name="Cleo")
            await at_one_table(store, table, token)

        monkeypatch.setattr(players, "forget_at", slowly)
        store = make_store(database)
        await store.open()
        assert await players.forget(store, me)
        await store.close()
        assert late
        assert "Canary" not in await all_that_is_kept(database)

    at_a_club(story, database)
