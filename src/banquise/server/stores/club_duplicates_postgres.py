"""Duplicates in the PostgreSQL of their tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_duplicates import TABLES, Statement
from banquise.server.stores.store import Begun

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

MIGRATION = TABLES.format(text='text COLLATE "C"', big="bigint")


def _numbered(sql: str) -> str:
    """The places for values, as this store writes them."""
    number = count(1)
    return re.sub(r"\?", lambda _: f"${next(number)}", sql)


class PostgresDoor:
    """Reads and writes as the database wants it."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def rows(self, sql: str, *values: str | int) -> list[Any]:
        """Read."""

        async def do(connection: asyncpg.Connection[Any]) -> list[Any]:
            return list(await connection.fetch(_numbered(sql), *values))

        return await self._store.look(do)

    async def write(self, tables: Sequence[Begun], statements: Sequence[Statement]) -> list[Any]:
        """Make tables and say statements, all or none."""

        async def do(connection: asyncpg.Connection[Any]) -> list[Any]:
            async with connection.transaction():
                for one in tables:
                    await self._store.create_in(
                        connection, one.table, one.game, False, one.header, one.created, one.first
                    )
                given: list[Any] = []
                for sql, values in statements:
                    given = list(await connection.fetch(_numbered(sql), *values))
                return given

        return await self._store.look(do)
