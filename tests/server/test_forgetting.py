"""A player who has left a trace everywhere takes it all home, and is then found in no table of the store."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import asyncpg
from clubbing import ME, a_whole_life, all_that_is_kept, at_a_club, deleted, member

from banquise.server.club import players
from banquise.server.live.house import make_store
from banquise.server.live.tokens import card_digest


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


async def tidied(database):
    """Where the files of a database are, after what docs/operations.md tells whoever wants them tidied at once."""
    operator = await asyncpg.connect(database)
    await operator.execute("VACUUM (FULL, ANALYZE)")  # statistics hold names as well
    await operator.execute("CHECKPOINT")
    path = await operator.fetchval(
        "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database "
        "WHERE datname = current_database()"
    )
    await operator.close()
    return Path(path)


def anywhere(folder, words):
    """The files in which one of these is found."""
    files = [file for file in folder.iterdir() if file.is_file()]
    assert files
    return [file.name for file in files if any(word in file.read_bytes() for word in words)]


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
        else:  # PostgreSQL frees rows, and leaves them in its files until somebody tidies up: docs/operations.md
            assert (
                await asyncio.to_thread(
                    anywhere, await tidied(database), (b"Canary Ann", b"/canary", b"Chatham", me.encode())
                )
                == []
            )
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


def test_a_title_goes_with_whoever_gave_it_and_stays_with_the_others(database):
    async def story(here):
        (ann, _), (ben, _) = await member(here, "Ann"), await member(here, "Ben")
        hers = (await ann.make(name="Ann", title="Canary evening"))["table"]
        his = (await ben.make(name="Ben", title="The usual table"))["table"]
        await ben.join(hers, name="Ben")
        await ann.join(his, name="Ann")
        at = await ben.come(hers)
        assert at.table["title"] == "Canary evening"
        assert await asyncio.to_thread(deleted, f"{here.http}{ME}", ann.headers) == 204
        await at.until(lambda: at.table["title"] == "")  # whoever looks on is told
        assert sorted(one["title"] for one in await ben.matches()) == ["", "The usual table"]
        assert (await ben.come(his)).table["title"] == "The usual table"
        assert "Canary" not in await all_that_is_kept(database)

    at_a_club(story, database)
