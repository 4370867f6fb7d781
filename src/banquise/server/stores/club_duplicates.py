"""What is kept of duplicates: which tables are dealt the same chance, whether they may be looked at, who has seen what.

A table of a duplicate is settled when nobody plays with its chance any more, or when its time is up: from then on, and
for ever, it may be looked at. Both stores speak the same few words of SQL here; a ``Door`` says them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from banquise.server.stores.store import Begun

NOT_SETTLED, IN_TIME, LATE = range(3)
Statement = tuple[str, tuple[str | int | None, ...]]


class DealtTable(NamedTuple):
    """A table that belongs to a duplicate. ``turn``: by how many places its sides are turned."""

    table: str
    number: int
    turn: int
    known: bool  # whoever sits there may have seen the chance
    later: bool  # made when it was known to some already
    until: int  # when nobody waits for it any longer
    settled: int
    status: str
    summary: bytes
    header: bytes

    def is_waited_for(self, now: int) -> bool:
        """May nothing of this duplicate be told, because of this table?"""
        if self.settled or self.known or self.until <= now:
            return False
        return self.status == "running" or (self.status == "open" and not self.later)


class NewDealt(NamedTuple):
    """A table that is to be kept for a duplicate."""

    begun: Begun
    turn: int
    known: bool
    later: bool
    until: int


class Door(Protocol):
    """How a store is spoken to."""

    async def rows(self, sql: str, *values: str | int) -> list[Any]:
        """Read."""
        ...

    async def write(self, tables: Sequence[Begun], statements: Sequence[Statement]) -> list[Any]:
        """Make tables and say statements, all or none; what the last of them gives back."""
        ...


TABLES = """
    CREATE TABLE duplicates (id {text} PRIMARY KEY, "right" text NOT NULL, created {big} NOT NULL);
    CREATE TABLE duplicate_tables (
      "table" {text} PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
      duplicate {text} NOT NULL REFERENCES duplicates (id) ON DELETE CASCADE,
      number integer NOT NULL,
      turn integer NOT NULL,
      known integer NOT NULL,
      later integer NOT NULL,
      until {big} NOT NULL,
      settled integer NOT NULL
    );
    CREATE INDEX tables_of_a_duplicate ON duplicate_tables (duplicate, number);
    CREATE TABLE witnesses (
      "table" {text} NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      player {text} NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      PRIMARY KEY ("table", player)
    );
    CREATE INDEX witnesses_of_a_player ON witnesses (player);
"""
_ROWS = (
    'SELECT d."table", d.number, d.turn, d.known, d.later, d.until, d.settled, t.status, t.summary, t.header '
    'FROM duplicate_tables d JOIN tables t ON t.id = d."table" WHERE d.duplicate = ? ORDER BY d.number'
)
_OPEN = "INSERT INTO duplicates VALUES (?, ?, ?)"
_ADD = (
    "INSERT INTO duplicate_tables SELECT ?, id, "
    "(SELECT coalesce(max(number), -1) + 1 FROM duplicate_tables WHERE duplicate = duplicates.id), ?, ?, ?, ?, ? "
    "FROM duplicates WHERE id = ?"
)
_ADOPT = (
    "INSERT INTO duplicate_tables SELECT id, ?, 0, 0, 0, 0, 0, 1 FROM tables WHERE id = ? "
    'AND NOT EXISTS (SELECT 1 FROM duplicate_tables WHERE "table" = ?)'
)
_DESERTED = (
    "DELETE FROM duplicates WHERE NOT EXISTS (SELECT 1 FROM duplicate_tables d WHERE d.duplicate = duplicates.id)"
)
_SETTLE = (
    "UPDATE duplicate_tables SET settled = CASE WHEN known = 0 AND until <= "
    '(SELECT updated FROM tables WHERE id = "table") THEN 2 ELSE 1 END '
    "WHERE duplicate = ? AND settled = 0 AND (SELECT status FROM tables WHERE id = \"table\") = 'over' "
    'AND NOT EXISTS (SELECT 1 FROM duplicate_tables o JOIN tables t ON t.id = o."table" '
    "WHERE o.duplicate = duplicate_tables.duplicate AND o.settled = 0 AND o.known = 0 AND o.until > ? "
    "AND (t.status = 'running' OR (t.status = 'open' AND o.later = 0))) "
    'RETURNING "table"'
)
_OTHERS = (
    'IN (SELECT o."table" FROM duplicate_tables o JOIN duplicate_tables d ON d.duplicate = o.duplicate '
    'WHERE d."table" = ?)'
)
_KNOWS = (
    f'SELECT 1 FROM seatings WHERE player = ? AND "table" {_OTHERS} '  # noqa: S608 -- fixed words only
    f'UNION ALL SELECT 1 FROM witnesses WHERE player = ? AND "table" {_OTHERS} LIMIT 1'
)
_PLAYS = (
    'SELECT 1 FROM seatings s JOIN duplicate_tables n ON n."table" = s."table" '  # noqa: S608 -- fixed words only
    'JOIN tables t ON t.id = s."table" '
    f'WHERE s.player = ? AND s."table" {_OTHERS} AND s."table" != ? AND n.known = 0 AND t.status != \'over\' LIMIT 1'
)


class Duplicates:
    """Tables of one chance, in any store."""

    def __init__(self, door: Door):
        self._door = door

    async def open(self, duplicate: str, right: str, created: int, tables: Sequence[NewDealt]) -> None:
        """Keep a new duplicate with its tables; ``right``: the digest of what its opener leads it by."""
        added = [_added(duplicate, one) for one in tables]
        await self._door.write([one.begun for one in tables], [(_OPEN, (duplicate, right, created)), *added])

    async def adopt(self, table: str, fresh: str, created: int) -> str | None:
        """The duplicate whose first table a finished one is: that of old, or a fresh one. None: there is no such."""
        adopted: list[Statement] = [(_OPEN, (fresh, "", created)), (_ADOPT, (fresh, table, table)), (_DESERTED, ())]
        if await self.of(table) is None:
            await self._door.write((), adopted)
        return await self.of(table)

    async def add(self, duplicate: str, table: NewDealt) -> None:
        """Keep one more table of a duplicate."""
        await self._door.write([table.begun], [_added(duplicate, table)])

    async def of(self, table: str) -> str | None:
        """The duplicate that a table belongs to."""
        rows = await self._door.rows('SELECT duplicate FROM duplicate_tables WHERE "table" = ?', table)
        return rows[0][0] if rows else None

    async def tables(self, duplicate: str) -> list[DealtTable]:
        """All tables of a duplicate that are kept, in the order in which they were made."""
        rows = [tuple(row) for row in await self._door.rows(_ROWS, duplicate)]
        return [DealtTable._make((*row[:3], bool(row[3]), bool(row[4]), *row[5:])) for row in rows]

    async def settle(self, duplicate: str, now: int) -> list[str]:
        """Let what is over be looked at, unless somebody still plays with the same chance; which tables, newly."""
        return [row[0] for row in await self._door.write((), [(_SETTLE, (duplicate, now))])]

    async def is_settled(self, table: str) -> bool:
        """May a table be looked at? (One that belongs to no duplicate any more may.)"""
        rows = await self._door.rows('SELECT settled FROM duplicate_tables WHERE "table" = ?', table)
        return not rows or rows[0][0] != NOT_SETTLED

    async def until(self, table: str) -> int:
        """Until when one may sit down there."""
        rows = await self._door.rows('SELECT until FROM duplicate_tables WHERE "table" = ?', table)
        return rows[0][0] if rows else 0

    async def close(self, duplicate: str, right: str, now: int) -> bool:
        """Wait no longer for tables that nobody has begun at. False: that is not the right."""
        sql = 'SELECT 1 FROM duplicates WHERE id = ? AND "right" = ?'
        if not right or not await self._door.rows(sql, duplicate, right):
            return False
        close = (
            "UPDATE duplicate_tables SET until = ? WHERE duplicate = ? AND until > ? "
            "AND (SELECT status FROM tables WHERE id = \"table\") = 'open' RETURNING 1"
        )
        await self._door.write((), [(close, (now, duplicate, now))])
        return True

    async def saw(self, table: str, player: str) -> None:
        """A player has looked at a match of others."""
        if await self._door.rows('SELECT 1 FROM witnesses WHERE "table" = ? AND player = ?', table, player):
            return
        sql = (
            "INSERT INTO witnesses SELECT t.id, p.id FROM tables t, players p WHERE t.id = ? AND p.id = ? "
            "ON CONFLICT DO NOTHING"
        )
        await self._door.write((), [(sql, (table, player))])

    async def knows(self, table: str, player: str) -> bool:
        """Does a player sit, or has one sat, at any table of the same chance, or looked at one?"""
        return bool(await self._door.rows(_KNOWS, player, table, player, table))

    async def plays(self, table: str, player: str) -> bool:
        """Is a player to play, at another table, with the chance of this one?"""
        return bool(await self._door.rows(_PLAYS, player, table, table))

    async def of_player(self, player: str) -> tuple[list[str], list[str]]:
        """The duplicates at whose tables a player sat, and the tables of others that the player looked at."""
        sat = (
            'SELECT DISTINCT d.duplicate FROM duplicate_tables d JOIN seatings s ON s."table" = d."table" '
            "WHERE s.player = ? ORDER BY d.duplicate"
        )
        seen = 'SELECT "table" FROM witnesses WHERE player = ? ORDER BY "table"'
        return [row[0] for row in await self._door.rows(sat, player)], [
            row[0] for row in await self._door.rows(seen, player)
        ]

    async def sweep(self) -> None:
        """Forget duplicates of which no table is kept."""
        await self._door.write((), [(_DESERTED, ())])


def _added(duplicate: str, one: NewDealt) -> Statement:
    return _ADD, (one.begun.table, one.turn, int(one.known), int(one.later), one.until, NOT_SETTLED, duplicate)
