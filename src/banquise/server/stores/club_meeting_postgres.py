"""How people meet and keep apart, in the PostgreSQL of their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_meeting import (
    HAVE_MET,
    LATEST,
    MET,
    MOST_MET,
    RECEIVED,
    REPORTS,
    SENT,
    SHUNNED,
    SHUNNED_AT,
    WAITING,
    Crowd,
    Invitation,
    Invited,
    Met,
    Report,
    Shunned,
)

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

SCHEMA = """
    CREATE TABLE shunned (
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      other text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      how text NOT NULL,
      since bigint NOT NULL,
      PRIMARY KEY (player, other)
    );
    CREATE INDEX shunned_by_whom ON shunned (other);
    CREATE TABLE invitations (
      id text COLLATE "C" PRIMARY KEY,
      sender text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      receiver text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      at bigint NOT NULL,
      until bigint NOT NULL,
      declined integer NOT NULL DEFAULT 0
    );
    CREATE INDEX invitations_received ON invitations (receiver, until);
    CREATE INDEX invitations_sent ON invitations (sender, until);
    CREATE INDEX invitations_to_a_table ON invitations ("table");
    CREATE INDEX invitations_until ON invitations (until);
    CREATE TABLE reports (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at bigint NOT NULL,
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seat integer NOT NULL,
      note integer,
      reporter text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
      about text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
      why text NOT NULL,
      closed bigint
    );
    CREATE INDEX reports_about_a_table ON reports ("table");
    CREATE INDEX reports_of_a_player ON reports (reporter);
    CREATE INDEX reports_about_a_player ON reports (about);
"""
_SAME = "IS NOT DISTINCT FROM"
_ALIKE = f'"table" = $1 AND seat = $2 AND note {_SAME} $3 AND reporter {_SAME} $4 AND closed IS NULL'


class PostgresMeeting:
    """Acquaintances, invitations, blocks, reports."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        async def do(connection: asyncpg.Connection[Any]) -> list[Any]:
            return [tuple(row) for row in await connection.fetch(sql, *values)]

        return await self._store.look(do)

    async def _count(self, sql: str, *values: Any) -> int:
        async def do(connection: asyncpg.Connection[Any]) -> int:
            return int((await connection.execute(sql, *values)).rpartition(" ")[2])

        return await self._store.look(do)

    async def met(self, player: str) -> list[Met]:
        """Those whom a player has played with."""
        return [Met(*row) for row in await self._rows(MET.format("$1", "$1", "$1", LATEST, MOST_MET), player)]

    async def have_met(self, player: str, other: str) -> bool:
        """Have these two played together?"""
        return bool(await self._rows(HAVE_MET.format("$1", "$2"), player, other))

    async def invite(self, invitation: Invitation, most: int) -> bool:
        """Keep an invitation."""
        _, sender, receiver, table, at, _ = invitation

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            async with connection.transaction():
                await connection.execute("SELECT 1 FROM players WHERE id = $1 FOR UPDATE", sender)  # one at a time
                same = 'SELECT declined FROM invitations WHERE sender = $1 AND receiver = $2 AND "table" = $3'
                if await connection.fetchval(same, sender, receiver, table) is not None:
                    return True
                open_ones = "SELECT count(*) FROM invitations WHERE sender = $1 AND until > $2 AND declined = 0"
                if await connection.fetchval(open_ones, sender, at) >= most:
                    return False
                await connection.execute("INSERT INTO invitations VALUES ($1, $2, $3, $4, $5, $6)", *invitation)
                return True

        return await self._store.look(do)

    async def received(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player may answer."""
        return [Invited(*row) for row in await self._rows(RECEIVED.format("$1", "$2"), player, now)]

    async def sent(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player has sent."""
        return [Invited(*row) for row in await self._rows(SENT.format("$1", "$2"), player, now)]

    async def decline(self, player: str, invitation: str) -> bool:
        """Say no to an invitation."""
        sql = "UPDATE invitations SET declined = 1 WHERE receiver = $1 AND id = $2"
        return await self._count(sql, player, invitation) > 0

    async def withdraw(self, player: str, invitation: str) -> bool:
        """Take back an invitation of one's own."""
        return await self._count("DELETE FROM invitations WHERE sender = $1 AND id = $2", player, invitation) > 0

    async def sweep(self, now: int) -> None:
        """Forget invitations whose time is up."""
        await self._count("DELETE FROM invitations WHERE until <= $1", now)

    async def shun(self, player: str, other: str, how: str, at: int) -> bool:
        """Block or mute somebody."""
        sql = (
            "INSERT INTO shunned SELECT $1, id, $2, $3 FROM players WHERE id = $4 "
            "ON CONFLICT (player, other) DO UPDATE SET how = excluded.how, since = excluded.since"
        )
        return await self._count(sql, player, how, at, other) > 0

    async def forgive(self, player: str, other: str) -> None:
        """Neither block nor mute them any more."""
        await self._count("DELETE FROM shunned WHERE player = $1 AND other = $2", player, other)

    async def shunned(self, player: str) -> list[Shunned]:
        """Those whom a player blocks or mutes."""
        return [Shunned(*row) for row in await self._rows(SHUNNED.format("$1"), player)]

    async def shunned_at(self, player: str, table: str) -> dict[int, str]:
        """The seats of a table whose players are blocked or muted."""
        return dict(await self._rows(SHUNNED_AT.format("$1", "$2"), player, table))

    async def report(self, report: Report, most: int) -> None:
        """Keep a report."""
        _, at, table, seat, note, reporter, about, why, _ = report

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                await connection.execute("SELECT 1 FROM tables WHERE id = $1 FOR UPDATE", table)  # one at a time
                same = f"SELECT 1 FROM reports WHERE {_ALIKE}"  # noqa: S608 -- fixed words only
                counted = 'SELECT count(*) FROM reports WHERE "table" = $1 AND closed IS NULL'
                if await connection.fetchval(same, table, seat, note, reporter):
                    return
                if await connection.fetchval(counted, table) < most:
                    await connection.execute(
                        'INSERT INTO reports (at, "table", seat, note, reporter, about, why) '
                        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                        *(at, table, seat, note, reporter, about, why),
                    )

        await self._store.look(do)

    async def reports(self, closed: bool = False) -> list[Report]:
        """The reports that are open, or all."""
        which = "true" if closed else "closed IS NULL"
        return [Report(*row) for row in await self._rows(f"{REPORTS}{which} ORDER BY number")]

    async def reports_of(self, player: str) -> list[Report]:
        """The reports that a player has made."""
        return [Report(*row) for row in await self._rows(f"{REPORTS}reporter = $1 ORDER BY number", player)]

    async def close_report(self, number: int, at: int) -> bool:
        """Nothing more is to be done about it."""
        return await self._count("UPDATE reports SET closed = $1 WHERE number = $2 AND closed IS NULL", at, number) > 0

    async def crowd(self, present: int) -> Crowd:
        """Who waits, and which tables are open."""
        waiting = await self._rows(WAITING.format("$1"), present)
        open_ones = "SELECT game, count(*) FROM tables WHERE public AND status = 'open' GROUP BY game"
        return Crowd(dict(waiting), dict(await self._rows(open_ones)))
