"""Those who wait, in the PostgreSQL of their tables, where any process pairs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

PAIRING_LOCK = 0x62616E73  # one process pairs at a time


class PostgresPairing:
    """A queue for each kind of match."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def wait(self, waiter: Waiter) -> None:
        """Join the queue."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                if waiter.player is not None:
                    sql = "DELETE FROM waiting WHERE player = $1 AND ticket != $2 AND paired IS NULL"
                    await connection.execute(sql, waiter.player, waiter.ticket)
                sql = "INSERT INTO waiting VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
                await connection.execute(sql, *waiter)

        await self._store.look(do)

    async def pair(self, kind: str, seats: int, present: int, make: Make) -> str | None:
        """Make a table of those who have waited longest."""

        async def do(connection: asyncpg.Connection[Any]) -> str | None:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", PAIRING_LOCK)
                rows = await connection.fetch(f"{WAITING.format('$1', '$2')} FOR UPDATE", kind, present)
                apart = {tuple(row) for row in await connection.fetch(APART.format("$1", "$2"), kind, present)}
                group = chosen([Waiter(*row) for row in rows], seats, apart)
                if group is None:
                    return None
                made = make(group)
                await self._store.create_in(
                    connection, made.table, made.game, False, made.header, made.created, made.first
                )
                sets = "SET \"table\" = $1, paired = $2, seat = $3, name = '', entropy = ''"
                sql = f"UPDATE waiting {sets} WHERE ticket = $4"
                sitting = [(made.table, made.created, seat, one.ticket) for seat, one in enumerate(made.order)]
                await connection.executemany(sql, sitting)
                return made.table

        return await self._store.look(do)

    async def look(self, ticket: str, now: int, present: int) -> Looked | None:
        """See how it stands."""

        async def do(connection: asyncpg.Connection[Any]) -> Looked | None:
            sql = "UPDATE waiting SET seen = $1 WHERE ticket = $2 AND paired IS NULL"
            await connection.execute(sql, now, ticket)
            row = await connection.fetchrow("SELECT * FROM waiting WHERE ticket = $1", ticket)
            if row is None:
                return None
            waiter = Waiter(*row)
            counted = COUNTED.format("$1::bigint", "$2", "$3", "$4", "$5::text", "$5::text")
            values = (waiter.since, ticket, waiter.kind, present, waiter.player)
            waiting, ahead = await connection.fetchrow(counted, *values)
            waits = [found[0] for found in await connection.fetch(WAITS.format("$1"), waiter.kind)]
            return Looked(waiter, waiting, ahead, waits)

        return await self._store.look(do)

    async def leave(self, ticket: str) -> bool:
        """Wait no longer."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            sql = "DELETE FROM waiting WHERE ticket = $1 AND paired IS NULL"
            return bool(await connection.execute(sql, ticket) != "DELETE 0")

        return await self._store.look(do)

    async def came(self, player: str, table: str) -> None:
        """A player has come to their table."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            await connection.execute(CAME.format("$1", "$2"), player, table)

        await self._store.look(do)

    async def missed(self, player: str) -> list[int]:
        """When a player was paired and has not come since."""

        async def do(connection: asyncpg.Connection[Any]) -> list[int]:
            return [row[0] for row in await connection.fetch(MISSED.format("$1"), player)]

        return await self._store.look(do)

    async def of_player(self, player: str) -> list[Waiter]:
        """Where a player waits."""

        async def do(connection: asyncpg.Connection[Any]) -> list[Waiter]:
            return [Waiter(*row) for row in await connection.fetch(OF_PLAYER.format("$1"), player)]

        return await self._store.look(do)

    async def sweep(self, seen_before: int, paired_before: int) -> None:
        """Forget those who are not there any more."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            sql = "DELETE FROM waiting WHERE (paired IS NULL AND seen < $1) OR paired < $2"
            await connection.execute(sql, seen_before, paired_before)

        await self._store.look(do)
