"""Evenings, in the PostgreSQL of their tables, where any process serves them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_evenings import (
    ENTRANTS,
    LET_GO,
    OF_PLAYER,
    WRITTEN,
    Entrant,
    EveningChange,
    EveningRow,
    TableState,
)
from banquise.server.stores.store import Conflict

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

SCHEMA = """
    CREATE TABLE evenings (
      id text COLLATE "C" PRIMARY KEY,
      "right" text NOT NULL,
      created bigint NOT NULL,
      updated bigint NOT NULL,
      revision integer NOT NULL,
      body bytea NOT NULL
    );
    CREATE INDEX evenings_updated ON evenings (updated);
    CREATE TABLE evening_entrants (
      evening text COLLATE "C" NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
      number integer NOT NULL,
      ticket text NOT NULL,
      name text NOT NULL,
      entropy text NOT NULL,
      player text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
      device text NOT NULL,
      lot bigint NOT NULL,
      since integer NOT NULL,
      gone boolean NOT NULL,
      PRIMARY KEY (evening, number)
    );
    CREATE INDEX evening_entrants_of_a_player ON evening_entrants (player) WHERE player IS NOT NULL;
    """
_PUT = """
    INSERT INTO evening_entrants VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (evening, number) DO UPDATE SET ticket = excluded.ticket, name = excluded.name,
      entropy = excluded.entropy, player = excluded.player, device = excluded.device, lot = excluded.lot,
      since = excluded.since, gone = excluded.gone
"""


async def leave_evenings(connection: asyncpg.Connection[Any], player: str) -> None:
    """Somebody is to be forgotten: that a person of some name came to an evening, too."""
    for sql in (WRITTEN, LET_GO):
        await connection.execute(sql.format("$1"), player)


class PostgresEvenings:
    """Evenings and who came."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def open(self, row: EveningRow) -> None:
        """Keep a new evening."""
        sql = "INSERT INTO evenings VALUES ($1, $2, $3, $4, $5, $6)"
        await self._store.look(lambda connection: connection.execute(sql, *row))

    async def read(self, evening: str) -> tuple[EveningRow, list[Entrant]] | None:
        """An evening and who came."""

        async def do(connection: asyncpg.Connection[Any]) -> tuple[EveningRow, list[Entrant]] | None:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                row = await connection.fetchrow("SELECT * FROM evenings WHERE id = $1", evening)
                found = await connection.fetch(ENTRANTS.format("$1"), evening)
            return (EveningRow(*row), [Entrant(*one) for one in found]) if row else None

        return await self._store.look(do)

    async def revision(self, evening: str) -> int | None:
        """How often an evening was written."""

        async def do(connection: asyncpg.Connection[Any]) -> int | None:
            found: int | None = await connection.fetchval("SELECT revision FROM evenings WHERE id = $1", evening)
            return found

        return await self._store.look(do)

    async def states(self, tables: Sequence[str]) -> dict[str, TableState]:
        """How it stands with these tables."""
        sql = "SELECT id, status, summary FROM tables WHERE id = ANY($1::text[])"

        async def do(connection: asyncpg.Connection[Any]) -> dict[str, TableState]:
            rows = await connection.fetch(sql, list(tables))
            return {row[0]: TableState(row[1], row[2]) for row in rows}

        return await self._store.look(do)

    async def write(self, change: EveningChange) -> None:
        """Write an evening anew."""
        row = change.row
        sql = "UPDATE evenings SET updated = $1, revision = revision + 1, body = $2 WHERE id = $3 AND revision = $4"

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                if await connection.execute(sql, row.updated, row.body, row.id, row.revision) == "UPDATE 0":
                    raise Conflict(row.id)
                await connection.executemany(_PUT, list(change.entrants))
                for new in change.tables:
                    await self._store.create_in(
                        connection, new.table, new.game, False, new.header, new.created, new.first
                    )

        await self._store.look(do)

    async def of_player(self, player: str) -> list[Entrant]:
        """Where a player came with a card."""

        async def do(connection: asyncpg.Connection[Any]) -> list[Entrant]:
            return [Entrant(*row) for row in await connection.fetch(OF_PLAYER.format("$1"), player)]

        return await self._store.look(do)

    async def sweep(self, before: int) -> None:
        """Forget evenings that nothing has happened at since."""
        sql = "DELETE FROM evenings WHERE updated < $1"
        await self._store.look(lambda connection: connection.execute(sql, before))
