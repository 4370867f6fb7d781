"""Evenings, in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    from banquise.server.stores.sqlite import SqliteStore

SCHEMA = """
    CREATE TABLE evenings (
      id TEXT PRIMARY KEY,
      "right" TEXT NOT NULL,
      created INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      body BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX evenings_updated ON evenings (updated);
    CREATE TABLE evening_entrants (
      evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      ticket TEXT NOT NULL,
      name TEXT NOT NULL,
      entropy TEXT NOT NULL,
      player TEXT REFERENCES players (id) ON DELETE SET NULL,
      device TEXT NOT NULL,
      lot INTEGER NOT NULL,
      since INTEGER NOT NULL,
      gone INTEGER NOT NULL,
      PRIMARY KEY (evening, number)
    ) WITHOUT ROWID;
    CREATE INDEX evening_entrants_of_a_player ON evening_entrants (player) WHERE player IS NOT NULL;
    """


def leave_evenings(connection: sqlite3.Connection, player: str) -> None:
    """Somebody is to be forgotten: that a person of some name came to an evening, too."""
    for sql in (WRITTEN, LET_GO):
        connection.execute(sql.format("?"), (player,))


class SqliteEvenings:
    """Evenings and who came."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def open(self, row: EveningRow) -> None:
        """Keep a new evening."""
        sql = "INSERT INTO evenings VALUES (?, ?, ?, ?, ?, ?)"
        await self._store.wish(lambda connection: connection.execute(sql, row) and None)

    async def read(self, evening: str) -> tuple[EveningRow, list[Entrant]] | None:
        """An evening and who came."""

        def do(connection: sqlite3.Connection) -> tuple[EveningRow, list[Entrant]] | None:
            connection.execute("BEGIN")  # both as they were at one moment
            try:
                row = connection.execute("SELECT * FROM evenings WHERE id = ?", (evening,)).fetchone()
                found = connection.execute(ENTRANTS.format("?"), (evening,)).fetchall()
            finally:
                connection.execute("COMMIT")
            return (EveningRow(*row), [_entrant(one) for one in found]) if row else None

        return await self._store.look(do)

    async def revision(self, evening: str) -> int | None:
        """How often an evening was written."""

        def do(connection: sqlite3.Connection) -> int | None:
            row = connection.execute("SELECT revision FROM evenings WHERE id = ?", (evening,)).fetchone()
            return int(row[0]) if row else None

        return await self._store.look(do)

    async def states(self, tables: Sequence[str]) -> dict[str, TableState]:
        """How it stands with these tables."""
        sql = "SELECT id, status, summary FROM tables WHERE id = ?"

        def do(connection: sqlite3.Connection) -> dict[str, TableState]:
            rows = [connection.execute(sql, (table,)).fetchone() for table in tables]
            return {row[0]: TableState(*row[1:]) for row in rows if row}

        return await self._store.look(do)

    async def write(self, change: EveningChange) -> None:
        """Write an evening anew."""
        row = change.row
        sql = "UPDATE evenings SET updated = ?, revision = revision + 1, body = ? WHERE id = ? AND revision = ?"

        def do(connection: sqlite3.Connection) -> None:
            if connection.execute(sql, (row.updated, row.body, row.id, row.revision)).rowcount == 0:
                raise Conflict(row.id)
            connection.executemany(
                "INSERT OR REPLACE INTO evening_entrants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", change.entrants
            )
            for new in change.tables:
                self._store.create_in(connection, new.table, new.game, False, new.header, new.created, new.first)

        await self._store.wish(do)

    async def of_player(self, player: str) -> list[Entrant]:
        """Where a player came with a card."""
        sql = OF_PLAYER.format("?")
        return await self._store.look(lambda connection: [_entrant(row) for row in connection.execute(sql, (player,))])

    async def sweep(self, before: int) -> None:
        """Forget evenings that nothing has happened at since."""
        sql = "DELETE FROM evenings WHERE updated < ?"
        await self._store.wish(lambda connection: connection.execute(sql, (before,)) and None)


def _entrant(row: tuple[object, ...]) -> Entrant:
    found = Entrant(*row)  # type: ignore[arg-type] # the schema knows what is in it
    return found._replace(gone=bool(found.gone))
