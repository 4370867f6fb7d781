"""The deals of the day in the PostgreSQL of their tables."""

from __future__ import annotations

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
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

MIGRATION = TABLES.format(text='text COLLATE "C"')


def _numbered(sql: str) -> str:
    """The places for values, as this store writes them."""
    return sql.format(*(f"${n}" for n in range(1, sql.count("{}") + 1)))


class PostgresDaily:
    """Seeds and tries."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def seed(self, day: str, fresh: str | None) -> str | None:
        """The seed of a day."""

        async def do(connection: asyncpg.Connection[Any]) -> str | None:
            known: str | None = await connection.fetchval("SELECT seed FROM days WHERE day = $1", day)
            if known is not None or fresh is None:
                return known
            await connection.execute("INSERT INTO days VALUES ($1, $2) ON CONFLICT DO NOTHING", day, fresh)
            first: str | None = await connection.fetchval("SELECT seed FROM days WHERE day = $1", day)
            return first

        return await self._store.look(do)

    async def begin(self, deal: Deal, player: str, begun: Begun) -> bool:
        """Keep a table, and the try if it is the first."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            async with connection.transaction():
                await self._store.create_in(
                    connection, begun.table, begun.game, False, begun.header, begun.created, begun.first
                )
                wanted = 'INTO daily (day, game, kind, player, "table") SELECT $1, $2, $3, id, $4 FROM players'
                sql = f"INSERT {wanted} WHERE id = $5 ON CONFLICT DO NOTHING"
                return bool(await connection.execute(sql, *deal, begun.table, player) == "INSERT 0 1")

        return await self._store.look(do)

    async def ended(self, deal: Deal) -> list[Ended]:
        """The tries that have ended and have no points yet."""
        return [Ended(*row) for row in await self._rows(_numbered(ENDED), *deal)]

    async def score(self, deal: Deal, scored: list[Scored]) -> None:
        """Write down what tries have come to."""
        values = [(one.state, one.points, one.lead, *deal, one.player) for one in scored]

        async def do(connection: asyncpg.Connection[Any]) -> None:
            await connection.executemany(_numbered(SCORE), values)

        await self._store.look(do)

    async def counts(self, deal: Deal) -> Counts:
        """How many have played, and play."""
        return Counts(*(await self._rows(_numbered(COUNTS), *deal))[0])

    async def standings(self, deal: Deal, limit: int) -> list[Stands]:
        """The best tries."""
        return [Stands(*row) for row in await self._rows(_numbered(STANDINGS), *deal, limit)]

    async def mine(self, deal: Deal, player: str) -> Try | None:
        """A player's try."""
        rows = await self._rows(_numbered(MINE), *deal, player)
        return Try(*tuple(rows[0])[3:]) if rows else None

    async def of_player(self, player: str) -> list[tuple[Deal, Try]]:
        """All tries of a player."""
        rows = [tuple(row) for row in await self._rows(_numbered(OF_PLAYER), player)]
        return [(Deal(*row[:3]), Try(*row[3:])) for row in rows]

    async def _rows(self, sql: str, *values: str | int) -> list[Any]:
        async def do(connection: asyncpg.Connection[Any]) -> list[Any]:
            return list(await connection.fetch(sql, *values))

        return await self._store.look(do)
