"""Duplicates in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_duplicates import TABLES, Statement
from banquise.server.stores.store import Begun

if TYPE_CHECKING:
    from banquise.server.stores.sqlite import SqliteStore

MIGRATION = TABLES.format(text="TEXT", big="INTEGER")


class SqliteDoor:
    """Reads and writes as the file wants it."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def rows(self, sql: str, *values: str | int) -> list[Any]:
        """Read."""
        return await self._store.look(lambda connection: connection.execute(sql, values).fetchall())

    async def write(self, tables: Sequence[Begun], statements: Sequence[Statement]) -> list[Any]:
        """Make tables and say statements, all or none."""

        def do(connection: sqlite3.Connection) -> list[Any]:
            for one in tables:
                self._store.create_in(connection, one.table, one.game, False, one.header, one.created, one.first)
            given: list[Any] = []
            for sql, values in statements:
                given = connection.execute(sql, values).fetchall()
            return given

        return await self._store.wish(do)
