"""The players of a club in the PostgreSQL of their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

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
from banquise.server.stores.club_alerts_postgres import PostgresAlerts
from banquise.server.stores.club_daily_postgres import MIGRATION as DAILY
from banquise.server.stores.club_daily_postgres import PostgresDaily
from banquise.server.stores.club_duplicates import Duplicates
from banquise.server.stores.club_duplicates_postgres import MIGRATION as DUPLICATES
from banquise.server.stores.club_duplicates_postgres import PostgresDoor
from banquise.server.stores.club_evenings_postgres import SCHEMA as EVENINGS
from banquise.server.stores.club_evenings_postgres import PostgresEvenings, leave_evenings
from banquise.server.stores.club_meeting_postgres import SCHEMA as MEETING
from banquise.server.stores.club_meeting_postgres import PostgresMeeting
from banquise.server.stores.club_pairing_postgres import PostgresPairing
from banquise.server.stores.club_ratings import DESERTED
from banquise.server.stores.club_ratings_postgres import PostgresRatings, let_go
from banquise.server.stores.store import Cardholder, Seating

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

T = TypeVar("T")
OF_THE_CLUB = (DAILY, MEETING, EVENINGS, DUPLICATES)  # migrations in a row; what comes after them stands in postgres.py


async def sit(connection: asyncpg.Connection[Any], table: str, seating: Seating) -> None:
    """Write down whose a seat is from now on, in the transaction of the append."""
    await connection.execute('DELETE FROM seatings WHERE "table" = $1 AND seat = $2', table, seating.seat)
    if seating.holder is not None:  # a card may have been deleted a moment ago: then the seat is nobody's
        await connection.execute(
            "INSERT INTO seatings SELECT $1, $2, $3, id, NULL, $5 FROM players WHERE id = $4",
            *(table, seating.seat, seating.token, *seating.holder),
        )


class PostgresClub:
    """Cards beside tables."""

    def __init__(self, store: PostgresStore):
        self._store = store
        self.ratings = PostgresRatings(store)
        self.pairing = PostgresPairing(store)
        self.alerts = PostgresAlerts(store)
        self.daily = PostgresDaily(store)
        self.meeting = PostgresMeeting(store)
        self.evenings = PostgresEvenings(store)
        self.duplicates = Duplicates(PostgresDoor(store))

    async def _do(self, do: Callable[[asyncpg.Connection[Any]], Awaitable[T]]) -> T:
        """Several statements, all or none."""

        async def together(connection: asyncpg.Connection[Any]) -> T:
            async with connection.transaction():
                return await do(connection)

        return await self._store.look(together)

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        async def do(connection: asyncpg.Connection[Any]) -> list[Any]:
            return [tuple(row) for row in await connection.fetch(sql, *values)]

        return await self._store.look(do)

    async def _count(self, sql: str, *values: Any) -> int:
        async def do(connection: asyncpg.Connection[Any]) -> int:
            return int((await connection.execute(sql, *values)).rpartition(" ")[2])

        return await self._store.look(do)

    async def add_player(self, player: Player, device: Device) -> bool:
        """Keep a new card."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            if await connection.fetchval("SELECT 1 FROM devices WHERE key = $1", device.key):
                return False
            await connection.execute("INSERT INTO players VALUES ($1, $2, $3, $4, $5)", *player)
            await _add(connection, player.id, device)
            return True

        return await self._do(do)

    async def change_player(self, player: Player) -> None:
        """Write a card anew."""
        sql = "UPDATE players SET name = $1, shape = $2, languages = $3 WHERE id = $4"
        await self._count(sql, player.name, player.shape, player.languages, player.id)

    async def player(self, player: str) -> Player | None:
        """A card by its name."""
        rows = await self._rows("SELECT * FROM players WHERE id = $1", player)
        return Player(*rows[0]) if rows else None

    async def player_of(self, key: str) -> Player | None:
        """The card that a key opens."""
        rows = await self._rows("SELECT p.* FROM devices d JOIN players p ON p.id = d.player WHERE d.key = $1", key)
        return Player(*rows[0]) if rows else None

    async def devices(self, player: str) -> list[Device]:
        """The devices of a player, oldest first."""
        sql = "SELECT key, label, since FROM devices WHERE player = $1 ORDER BY since, key"
        return [Device(*row) for row in await self._rows(sql, player)]

    async def revoke(self, player: str, key: str) -> bool:
        """Forget a key of a player."""
        return await self._count("DELETE FROM devices WHERE player = $1 AND key = $2", player, key) > 0

    async def offer(self, code: str, player: str, until: int) -> None:
        """Let whoever brings this code hold the card too."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            await connection.execute("DELETE FROM moving WHERE player = $1", player)
            await connection.execute("INSERT INTO moving VALUES ($1, $2, $3)", code, player, until)

        await self._do(do)

    async def offered(self, player: str) -> int | None:
        """Until when a code holds."""
        rows = await self._rows("SELECT until FROM moving WHERE player = $1", player)
        return rows[0][0] if rows else None

    async def arrive(self, code: str, device: Device) -> bool:
        """Give the card of a code to another device."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            found = await connection.fetchrow("DELETE FROM moving WHERE code = $1 RETURNING player, until", code)
            if found is None or found["until"] < device.since:
                return False
            await connection.execute("DELETE FROM devices WHERE key = $1", device.key)
            await _add(connection, found["player"], device)
            return True

        return await self._do(do)

    async def token_at(self, player: str, table: str) -> str | None:
        """The digest of the token that opens the player's seats at a table."""
        sql = 'SELECT token FROM seatings WHERE player = $1 AND "table" = $2 ORDER BY seat LIMIT 1'
        rows = await self._rows(sql, player, table)
        return rows[0][0] if rows else None

    async def players_at(self, table: str) -> dict[str, Cardholder]:
        """The players who sit at a table with a card."""
        rows = await self._rows('SELECT token, player, device FROM seatings WHERE "table" = $1', table)
        return {token: Cardholder(player, device) for token, player, device in rows}

    async def played(self, player: str, wanted: Wanted) -> list[Played]:
        """A player's matches."""
        where = f"ended IS {'NOT ' if wanted.over else ''}NULL"
        values: list[str | int] = [player]
        if wanted.game is not None:
            values.append(wanted.game)
            where += f" AND game = ${len(values)}"
        if wanted.before is not None:
            values += list(wanted.before)
            where += f' AND (ended, "table") < (${len(values) - 1}::bigint, ${len(values)})'
        seats = "(SELECT array_agg(seat) FROM seatings m WHERE m.\"table\" = id AND m.player || '' = s.player)"
        sql = (
            f"SELECT {FACTS}, {seats} {FIRST_SEATS} AND s.player = $1 AND {where} "
            f'ORDER BY ended DESC, "table" DESC LIMIT {wanted.limit:d}'
        )
        found = [Played.read(row, row[7]) for row in await self._rows(sql, *values)]
        return found if wanted.over else waiting_first(found)

    async def played_at(self, player: str) -> list[tuple[str, str]]:
        """Every table of a player, with the digest of the token."""
        return await self._rows('SELECT DISTINCT "table", token FROM seatings WHERE player = $1 ORDER BY 1', player)

    async def rewrite(self, table: str, change: Callable[[Kept], Kept]) -> None:
        """Change a table's header, lines of its log and its summary."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            found = await connection.fetchrow("SELECT header, summary FROM tables WHERE id = $1 FOR UPDATE", table)
            rows = await connection.fetch('SELECT seq, body FROM log WHERE "table" = $1 ORDER BY seq', table)
            if found is not None:
                header, lines, summary = change(Kept(found[0], [Written(*row) for row in rows], found[1]))
                changed = [(line.body, table, line.seq) for line in lines]
                await connection.executemany('UPDATE log SET body = $1 WHERE "table" = $2 AND seq = $3', changed)
                sql = "UPDATE tables SET header = $1, summary = $2 WHERE id = $3"
                await connection.execute(sql, header, summary, table)

        await self._do(do)

    async def forget(self, player: str) -> bool:
        """Forget a card with its devices, codes, seats and ratings."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            await let_go(connection, player)
            await leave_evenings(connection, player)
            known = bool(await connection.execute("DELETE FROM players WHERE id = $1", player) != "DELETE 0")
            await connection.execute(DESERTED)
            return known

        return await self._do(do)

    async def forget_unused(self, before: int) -> int:
        """Forget old cards under which nobody sits anywhere."""
        return await self._count(f"DELETE FROM players WHERE since < $1 AND {UNUSED}", before)  # noqa: S608 -- fixed words only


async def _add(connection: asyncpg.Connection[Any], player: str, device: Device) -> None:
    sql = "INSERT INTO devices VALUES ($1, $2, $3, $4)"
    await connection.execute(sql, device.key, player, device.label, device.since)
