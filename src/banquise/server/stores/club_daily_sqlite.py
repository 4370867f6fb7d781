"""The deals of the day in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_daily import (
    COUNTS,
    ENDED,
    MINE,
    OF_PLAYER,
    SCORE,
    STANDINGS,
    TABLES,
    Counts,
    Deal,
    Ended,
    Scored,
    Stands,
    Try,
)
from banquise.server.stores.store import Begun

if TYPE_CHECKING:
    from banquise.server.stores.sqlite import SqliteStore

MIGRATION = TABLES.format(text="TEXT")


class SqliteDaily:
    """Seeds and tries."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def seed(self, day: str, fresh: str | None) -> str | None:
        """The seed of a day."""

        def do(connection: sqlite3.Connection) -> str | None:
            if fresh is not None:
                connection.execute("INSERT OR IGNORE INTO days VALUES (?, ?)", (day, fresh))
            return _seed(connection, day)

        known = await self._store.look(lambda connection: _seed(connection, day))
        return known if known is not None or fresh is None else await self._store.wish(do)

    async def begin(self, deal: Deal, player: str, begun: Begun) -> bool:
        """Keep a table, and the try if it is the first."""

        def do(connection: sqlite3.Connection) -> bool:
            self._store.create_in(connection, begun.table, begun.game, False, begun.header, begun.created, begun.first)
            wanted = 'INTO daily (day, game, kind, player, "table") SELECT ?, ?, ?, id, ? FROM players WHERE id = ?'
            return connection.execute(f"INSERT OR IGNORE {wanted}", (*deal, begun.table, player)).rowcount > 0

        return await self._store.wish(do)

    async def ended(self, deal: Deal) -> list[Ended]:
        """The tries that have ended and have no points yet."""
        return [Ended(*row) for row in await self._rows(ENDED.format("?", "?", "?"), *deal)]

    async def score(self, deal: Deal, scored: list[Scored]) -> None:
        """Write down what tries have come to."""
        sql = SCORE.format(*"???????")
        values = [(one.state, one.points, one.lead, *deal, one.player) for one in scored]
        await self._store.wish(lambda connection: connection.executemany(sql, values) and None)

    async def counts(self, deal: Deal) -> Counts:
        """How many have played, and play."""
        return Counts(*(await self._rows(COUNTS.format("?", "?", "?"), *deal))[0])

    async def standings(self, deal: Deal, limit: int) -> list[Stands]:
        """The best tries."""
        return [Stands(*row) for row in await self._rows(STANDINGS.format(*"????"), *deal, limit)]

    async def mine(self, deal: Deal, player: str) -> Try | None:
        """A player's try."""
        rows = await self._rows(MINE.format(*"????"), *deal, player)
        return Try(*rows[0][3:]) if rows else None

    async def of_player(self, player: str) -> list[tuple[Deal, Try]]:
        """All tries of a player."""
        return [(Deal(*row[:3]), Try(*row[3:])) for row in await self._rows(OF_PLAYER.format("?"), player)]

    async def _rows(self, sql: str, *values: str | int) -> list[Any]:
        return await self._store.look(lambda connection: connection.execute(sql, values).fetchall())


def _seed(connection: sqlite3.Connection, day: str) -> str | None:
    row = connection.execute("SELECT seed FROM days WHERE day = ?", (day,)).fetchone()
    return row[0] if row else None
