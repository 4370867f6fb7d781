"""Those who wait, in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from banquise.server.stores.club_pairing import (
    APART,
    CAME,
    COUNTED,
    MISSED,
    OF_PLAYER,
    WAITING,
    WAITS,
    Looked,
    Make,
    Waiter,
    chosen,
)

if TYPE_CHECKING:
    from banquise.server.stores.sqlite import SqliteStore


class SqlitePairing:
    """A queue for each kind of match."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def wait(self, waiter: Waiter) -> None:
        """Join the queue."""

        def do(connection: sqlite3.Connection) -> None:
            if waiter.player is not None:
                sql = "DELETE FROM waiting WHERE player = ? AND ticket != ? AND paired IS NULL"
                connection.execute(sql, (waiter.player, waiter.ticket))
            connection.execute("INSERT OR IGNORE INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", waiter)

        await self._store.wish(do)

    async def pair(self, kind: str, seats: int, present: int, make: Make) -> str | None:
        """Make a table of those who have waited longest."""

        def do(connection: sqlite3.Connection) -> str | None:
            rows = connection.execute(WAITING.format("?", "?"), (kind, present)).fetchall()
            apart = set(connection.execute(APART.format("?", "?"), (kind, present)))
            group = chosen([Waiter(*row) for row in rows], seats, apart)
            if group is None:
                return None
            made = make(group)
            self._store.create_in(connection, made.table, made.game, False, made.header, made.created, made.first)
            sql = "UPDATE waiting SET \"table\" = ?, paired = ?, seat = ?, name = '', entropy = '' WHERE ticket = ?"
            sitting = [(made.table, made.created, seat, one.ticket) for seat, one in enumerate(made.order)]
            connection.executemany(sql, sitting)
            return made.table

        return await self._store.wish(do)

    async def look(self, ticket: str, now: int, present: int) -> Looked | None:
        """See how it stands."""

        def do(connection: sqlite3.Connection) -> Looked | None:
            connection.execute("UPDATE waiting SET seen = ? WHERE ticket = ? AND paired IS NULL", (now, ticket))
            row = connection.execute("SELECT * FROM waiting WHERE ticket = ?", (ticket,)).fetchone()
            if row is None:
                return None
            waiter = Waiter(*row)
            values = (waiter.since, ticket, waiter.kind, present, waiter.player, waiter.player)
            waiting, ahead = connection.execute(COUNTED.format(*"??????"), values).fetchone()
            waits = [found[0] for found in connection.execute(WAITS.format("?"), (waiter.kind,))]
            return Looked(waiter, waiting, ahead, waits)

        return await self._store.wish(do)

    async def leave(self, ticket: str) -> bool:
        """Wait no longer."""
        sql = "DELETE FROM waiting WHERE ticket = ? AND paired IS NULL"
        return await self._store.wish(lambda connection: connection.execute(sql, (ticket,)).rowcount > 0)

    async def came(self, player: str, table: str) -> None:
        """A player has come to their table."""
        sql = CAME.format("?", "?")
        await self._store.wish(lambda connection: connection.execute(sql, (player, table)) and None)

    async def missed(self, player: str) -> list[int]:
        """When a player was paired and has not come since."""
        sql = MISSED.format("?")
        return await self._store.look(lambda connection: [row[0] for row in connection.execute(sql, (player,))])

    async def of_player(self, player: str) -> list[Waiter]:
        """Where a player waits."""
        sql = OF_PLAYER.format("?")
        return await self._store.look(lambda connection: [Waiter(*row) for row in connection.execute(sql, (player,))])

    async def sweep(self, seen_before: int, paired_before: int) -> None:
        """Forget those who are not there any more."""
        sql = "DELETE FROM waiting WHERE (paired IS NULL AND seen < ?) OR paired < ?"
        await self._store.wish(lambda connection: connection.execute(sql, (seen_before, paired_before)) and None)
