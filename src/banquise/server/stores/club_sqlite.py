"""The players of a club in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from banquise.server.stores.club import (
    FACTS,
    FIRST_SEATS,
    UNUSED,
    Device,
    Kept,
    Played,
    Player,
    Wanted,
    Written,
    waiting_first,
)
from banquise.server.stores.club_alerts_sqlite import SqliteAlerts
from banquise.server.stores.club_daily_sqlite import SqliteDaily
from banquise.server.stores.club_duplicates import Duplicates
from banquise.server.stores.club_duplicates_sqlite import SqliteDoor
from banquise.server.stores.club_evenings_sqlite import SqliteEvenings, leave_evenings
from banquise.server.stores.club_meeting_sqlite import SqliteMeeting
from banquise.server.stores.club_pairing_sqlite import SqlitePairing
from banquise.server.stores.club_ratings import DESERTED
from banquise.server.stores.club_ratings_sqlite import SqliteRatings, let_go
from banquise.server.stores.store import Cardholder, Seating

if TYPE_CHECKING:
    from banquise.server.stores.sqlite import SqliteStore


def sit(connection: sqlite3.Connection, table: str, seating: Seating) -> None:
    """Write down whose a seat is from now on, in the transaction of the append."""
    connection.execute('DELETE FROM seatings WHERE "table" = ? AND seat = ?', (table, seating.seat))
    if seating.holder is not None:  # a card may have been deleted a moment ago: then the seat is nobody's
        connection.execute(
            "INSERT INTO seatings SELECT ?, ?, ?, id, NULL, ? FROM players WHERE id = ?",
            (table, seating.seat, seating.token, seating.holder.device, seating.holder.player),
        )


class SqliteClub:
    """Cards beside tables."""

    def __init__(self, store: SqliteStore):
        self._store = store
        self.ratings = SqliteRatings(store)
        self.pairing = SqlitePairing(store)
        self.alerts = SqliteAlerts(store)
        self.daily = SqliteDaily(store)
        self.meeting = SqliteMeeting(store)
        self.evenings = SqliteEvenings(store)
        self.duplicates = Duplicates(SqliteDoor(store))

    async def add_player(self, player: Player, device: Device) -> bool:
        """Keep a new card."""

        def do(connection: sqlite3.Connection) -> bool:
            if connection.execute("SELECT 1 FROM devices WHERE key = ?", (device.key,)).fetchone():
                return False
            connection.execute("INSERT INTO players VALUES (?, ?, ?, ?, ?)", player)
            _add(connection, player.id, device)
            return True

        return await self._store.wish(do)

    async def change_player(self, player: Player) -> None:
        """Write a card anew."""
        sql = "UPDATE players SET name = ?, shape = ?, languages = ? WHERE id = ?"
        values = (player.name, player.shape, player.languages, player.id)
        await self._store.wish(lambda connection: connection.execute(sql, values) and None)

    async def player(self, player: str) -> Player | None:
        """A card by its name."""
        return await self._card("SELECT * FROM players WHERE id = ?", player)

    async def player_of(self, key: str) -> Player | None:
        """The card that a key opens."""
        return await self._card("SELECT p.* FROM devices d JOIN players p ON p.id = d.player WHERE d.key = ?", key)

    async def _card(self, sql: str, value: str) -> Player | None:
        row = await self._store.look(lambda connection: connection.execute(sql, (value,)).fetchone())
        return Player(*row) if row else None

    async def devices(self, player: str) -> list[Device]:
        """The devices of a player, oldest first."""
        sql = "SELECT key, label, since FROM devices WHERE player = ? ORDER BY since, key"
        return await self._store.look(lambda connection: [Device(*row) for row in connection.execute(sql, (player,))])

    async def revoke(self, player: str, key: str) -> bool:
        """Forget a key of a player."""
        sql = "DELETE FROM devices WHERE player = ? AND key = ?"
        return await self._store.wish(lambda connection: connection.execute(sql, (player, key)).rowcount > 0)

    async def offer(self, code: str, player: str, until: int) -> None:
        """Let whoever brings this code hold the card too."""

        def do(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM moving WHERE player = ?", (player,))
            connection.execute("INSERT INTO moving VALUES (?, ?, ?)", (code, player, until))

        await self._store.wish(do)

    async def offered(self, player: str) -> int | None:
        """Until when a code holds."""
        sql = "SELECT until FROM moving WHERE player = ?"
        row = await self._store.look(lambda connection: connection.execute(sql, (player,)).fetchone())
        return row[0] if row else None

    async def arrive(self, code: str, device: Device) -> bool:
        """Give the card of a code to another device."""

        def do(connection: sqlite3.Connection) -> bool:
            found = connection.execute("SELECT player, until FROM moving WHERE code = ?", (code,)).fetchone()
            connection.execute("DELETE FROM moving WHERE code = ? OR until < ?", (code, device.since))
            if found is None or found[1] < device.since:
                return False
            connection.execute("DELETE FROM devices WHERE key = ?", (device.key,))
            _add(connection, found[0], device)
            return True

        return await self._store.wish(do)

    async def token_at(self, player: str, table: str) -> str | None:
        """The digest of the token that opens the player's seats at a table."""
        sql = 'SELECT token FROM seatings WHERE player = ? AND "table" = ? ORDER BY seat'
        row = await self._store.look(lambda connection: connection.execute(sql, (player, table)).fetchone())
        return row[0] if row else None

    async def players_at(self, table: str) -> dict[str, Cardholder]:
        """The players who sit at a table with a card."""
        sql = 'SELECT token, player, device FROM seatings WHERE "table" = ?'
        return await self._store.look(
            lambda connection: {row[0]: Cardholder(*row[1:]) for row in connection.execute(sql, (table,))}
        )

    async def played(self, player: str, wanted: Wanted) -> list[Played]:
        """A player's matches."""
        where = f"ended IS {'NOT ' if wanted.over else ''}NULL"
        values: list[str | int] = [player]
        if wanted.game is not None:
            where += " AND game = ?"
            values.append(wanted.game)
        if wanted.before is not None:
            where += ' AND (ended, "table") < (?, ?)'
            values += [wanted.before[0], wanted.before[1]]
        seats = "(SELECT group_concat(seat) FROM seatings m WHERE m.\"table\" = id AND m.player || '' = s.player)"
        sql = (
            f"SELECT {FACTS}, {seats} {FIRST_SEATS} AND s.player = ? AND {where} "
            'ORDER BY ended DESC, "table" DESC LIMIT ?'
        )

        def do(connection: sqlite3.Connection) -> list[Played]:
            rows = connection.execute(sql, (*values, wanted.limit))
            return [Played.read(row, map(int, row[7].split(","))) for row in rows]

        found = await self._store.look(do)
        return found if wanted.over else waiting_first(found)

    async def played_at(self, player: str) -> list[tuple[str, str]]:
        """Every table of a player, with the digest of the token."""
        sql = 'SELECT DISTINCT "table", token FROM seatings WHERE player = ? ORDER BY "table"'
        return await self._store.look(lambda connection: connection.execute(sql, (player,)).fetchall())

    async def rewrite(self, table: str, change: Callable[[Kept], Kept]) -> None:
        """Change a table's header, lines of its log and its summary."""

        def do(connection: sqlite3.Connection) -> None:
            found = connection.execute("SELECT header, summary FROM tables WHERE id = ?", (table,)).fetchone()
            rows = connection.execute('SELECT seq, body FROM log WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
            if found is not None:
                header, lines, summary = change(Kept(found[0], [Written(*row) for row in rows], found[1]))
                changed = [(line.body, table, line.seq) for line in lines]
                connection.executemany('UPDATE log SET body = ? WHERE "table" = ? AND seq = ?', changed)
                connection.execute("UPDATE tables SET header = ?, summary = ? WHERE id = ?", (header, summary, table))

        await self._store.wish(do)

    async def forget(self, player: str) -> bool:
        """Forget a card with its devices, codes, seats and ratings."""

        def do(connection: sqlite3.Connection) -> bool:
            let_go(connection, player)
            leave_evenings(connection, player)
            known = connection.execute("DELETE FROM players WHERE id = ?", (player,)).rowcount > 0
            connection.execute(DESERTED)
            return known

        known = await self._store.wish(do)
        await self._store.scrub()
        return known

    async def forget_unused(self, before: int) -> int:
        """Forget old cards under which nobody sits anywhere."""
        sql = f"DELETE FROM players WHERE since < ? AND {UNUSED}"  # noqa: S608 -- fixed words only
        return await self._store.wish(lambda connection: connection.execute(sql, (before,)).rowcount)


def _add(connection: sqlite3.Connection, player: str, device: Device) -> None:
    connection.execute("INSERT INTO devices VALUES (?, ?, ?, ?)", (device.key, player, device.label, device.since))
