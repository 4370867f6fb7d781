"""How people meet and keep apart, in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
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
    from banquise.server.stores.sqlite import SqliteStore

SCHEMA = """
    CREATE TABLE shunned (
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      other TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      how TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (player, other)
    ) WITHOUT ROWID;
    CREATE INDEX shunned_by_whom ON shunned (other);
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY,
      sender TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      receiver TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      until INTEGER NOT NULL,
      declined INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX invitations_received ON invitations (receiver, until);
    CREATE INDEX invitations_sent ON invitations (sender, until);
    CREATE INDEX invitations_to_a_table ON invitations ("table");
    CREATE INDEX invitations_until ON invitations (until);
    CREATE TABLE reports (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seat INTEGER NOT NULL,
      note INTEGER,
      reporter TEXT REFERENCES players (id) ON DELETE CASCADE,
      about TEXT REFERENCES players (id) ON DELETE CASCADE,
      why TEXT NOT NULL,
      closed INTEGER
    );
    CREATE INDEX reports_about_a_table ON reports ("table");
    CREATE INDEX reports_of_a_player ON reports (reporter);
    CREATE INDEX reports_about_a_player ON reports (about);
"""
_ALIKE = '"table" = ? AND seat = ? AND note IS ? AND reporter IS ? AND closed IS NULL'


class SqliteMeeting:
    """Acquaintances, invitations, blocks, reports."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._store.look(lambda connection: connection.execute(sql, values).fetchall())

    async def _count(self, sql: str, *values: Any) -> int:
        return await self._store.wish(lambda connection: connection.execute(sql, values).rowcount)

    async def met(self, player: str) -> list[Met]:
        """Those whom a player has played with."""
        sql = MET.format("?", "?", "?", LATEST, MOST_MET)
        return [Met(*row) for row in await self._rows(sql, player, player, player)]

    async def have_met(self, player: str, other: str) -> bool:
        """Have these two played together?"""
        return bool(await self._rows(HAVE_MET.format("?", "?"), player, other))

    async def invite(self, invitation: Invitation, most: int) -> bool:
        """Keep an invitation."""
        _, sender, receiver, table, at, _ = invitation

        def do(connection: sqlite3.Connection) -> bool:
            same = 'SELECT 1 FROM invitations WHERE sender = ? AND receiver = ? AND "table" = ?'
            if connection.execute(same, (sender, receiver, table)).fetchone():
                return True
            open_ones = "SELECT count(*) FROM invitations WHERE sender = ? AND until > ? AND declined = 0"
            if connection.execute(open_ones, (sender, at)).fetchone()[0] >= most:
                return False
            connection.execute("INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, 0)", invitation)
            return True

        return await self._store.wish(do)

    async def received(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player may answer."""
        return _invited(await self._rows(RECEIVED.format("?", "?"), player, now))

    async def sent(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player has sent."""
        return _invited(await self._rows(SENT.format("?", "?"), player, now))

    async def decline(self, player: str, invitation: str) -> bool:
        """Say no to an invitation."""
        sql = "UPDATE invitations SET declined = 1 WHERE receiver = ? AND id = ?"
        return await self._count(sql, player, invitation) > 0

    async def withdraw(self, player: str, invitation: str) -> bool:
        """Take back an invitation of one's own."""
        return await self._count("DELETE FROM invitations WHERE sender = ? AND id = ?", player, invitation) > 0

    async def sweep(self, now: int) -> None:
        """Forget invitations whose time is up."""
        await self._count("DELETE FROM invitations WHERE until <= ?", now)

    async def shun(self, player: str, other: str, how: str, at: int) -> bool:
        """Block or mute somebody."""
        sql = "INSERT OR REPLACE INTO shunned SELECT ?, id, ?, ? FROM players WHERE id = ?"
        return await self._count(sql, player, how, at, other) > 0

    async def forgive(self, player: str, other: str) -> None:
        """Neither block nor mute them any more."""
        await self._count("DELETE FROM shunned WHERE player = ? AND other = ?", player, other)

    async def shunned(self, player: str) -> list[Shunned]:
        """Those whom a player blocks or mutes."""
        return [Shunned(*row) for row in await self._rows(SHUNNED.format("?"), player)]

    async def shunned_at(self, player: str, table: str) -> dict[int, str]:
        """The seats of a table whose players are blocked or muted."""
        return dict(await self._rows(SHUNNED_AT.format("?", "?"), player, table))

    async def report(self, report: Report, most: int) -> None:
        """Keep a report."""
        _, at, table, seat, note, reporter, about, why, _ = report

        def do(connection: sqlite3.Connection) -> None:
            same = f"SELECT 1 FROM reports WHERE {_ALIKE}"  # noqa: S608 -- fixed words only
            counted = 'SELECT count(*) FROM reports WHERE "table" = ? AND closed IS NULL'
            if connection.execute(same, (table, seat, note, reporter)).fetchone():
                return
            if connection.execute(counted, (table,)).fetchone()[0] < most:
                connection.execute(
                    "INSERT INTO reports VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, NULL)",
                    (at, table, seat, note, reporter, about, why),
                )

        await self._store.wish(do)

    async def reports(self, closed: bool = False) -> list[Report]:
        """The reports that are open, or all."""
        which = "1 = 1" if closed else "closed IS NULL"
        return [Report(*row) for row in await self._rows(f"{REPORTS}{which} ORDER BY number")]

    async def reports_of(self, player: str) -> list[Report]:
        """The reports that a player has made."""
        return [Report(*row) for row in await self._rows(f"{REPORTS}reporter = ? ORDER BY number", player)]

    async def close_report(self, number: int, at: int) -> bool:
        """Nothing more is to be done about it."""
        return await self._count("UPDATE reports SET closed = ? WHERE number = ? AND closed IS NULL", at, number) > 0

    async def crowd(self, present: int) -> Crowd:
        """Who waits, and which tables are open."""
        waiting = await self._rows(WAITING.format("?"), present)
        open_ones = "SELECT game, count(*) FROM tables WHERE public = 1 AND status = 'open' GROUP BY game"
        return Crowd(dict(waiting), dict(await self._rows(open_ones)))


def _invited(rows: list[Any]) -> list[Invited]:
    found = (Invited(*row) for row in rows)
    return [one._replace(declined=bool(one.declined), accepted=bool(one.accepted)) for one in found]
