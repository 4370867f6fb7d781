"""Tools for tests of the club: browsers that hold keys, at a server."""

from __future__ import annotations

import asyncio
import base64
import secrets
import sqlite3

import asyncpg
from serving import Player, served

ME = "/api/players/me"
DAYS = {"kind": "move", "seconds": 3 * 86_400}


class Browser:
    """A browser with a key of its own, at a server."""

    def __init__(self, here):
        self.here = here
        self.key = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")
        self.headers = {"authorization": f"Bearer {self.key}"}

    async def post(self, path, body):
        return await self.here.post(path, body, **self.headers)

    async def get(self, path):
        return await self.here.get(path, **self.headers)

    async def card(self, name, **more):
        status, me = await self.post("/api/players", {"name": name, "label": "a browser", **more})
        assert status == 201, me
        return me

    async def make(self, game="ice_lake", seats=("me", "open"), **more):
        places = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "level": s} for s in seats]
        status, seated = await self.post("/api/tables", {"game": game, "seats": places, **more})
        assert status == 201, seated
        return seated

    async def join(self, table, **more):
        status, seated = await self.post(f"/api/tables/{table}/join", more)
        assert status == 201, seated
        return seated

    async def come(self, table):
        return await Player.come(self.here.ws, table, card=self.key)

    async def matches(self, query=""):
        status, found = await self.get(f"/api/players/me/matches{query}")
        assert status == 200, found
        return found["matches"]


def at_a_club(story, database=None, thinkers=(), **changes):
    async def run():
        where = {"database": database} if database else {}
        async with served(thinkers=thinkers, **where, **changes) as here:
            await story(here)

    asyncio.run(asyncio.wait_for(run(), 100))


async def all_that_is_kept(database):
    """Every value of every table of a store, as one text."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:"))
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        rows = [row for (name,) in names for row in connection.execute(f'SELECT * FROM "{name}"')]
        connection.close()
    else:
        reader = await asyncpg.connect(database)
        names = await reader.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = [row for (name,) in names for row in await reader.fetch(f'SELECT * FROM "{name}"')]
        await reader.close()
    assert rows
    return " ".join(
        bytes(value).decode(errors="replace") if isinstance(value, bytes) else str(value)
        for row in rows
        for value in row
    )


def deleted(url, headers):
    import urllib.request

    with urllib.request.urlopen(urllib.request.Request(url, headers=headers, method="DELETE")) as answer:
        return answer.status


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
