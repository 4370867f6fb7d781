"""Tools for tests of the club: browsers that hold keys, at a server."""

from __future__ import annotations

import asyncio
import base64
import secrets
import sqlite3

import asyncpg
from serving import Player, served

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
