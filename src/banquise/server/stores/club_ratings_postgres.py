"""Rated matches in the PostgreSQL of their tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from banquise.server.club.rating import Strength
from banquise.server.stores.club_ratings import (
    ENTRIES,
    STANDINGS,
    STATE,
    Entry,
    Pool,
    Rating,
    Recomputed,
    Standing,
    entrants,
    entries_of,
    recomputed,
    standing_of,
    values_of,
)
from banquise.server.stores.store import Cardholder, Outcome

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

RATINGS_LOCK = 0x62616E72  # whoever counts a match, counts it alone: the order of matches is one order
_KEEP = (
    "INSERT INTO ratings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player, game, seats) DO UPDATE SET "
    "mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches, last = excluded.last, "
    "low = excluded.low, high = excluded.high"
)


async def _alone(connection: asyncpg.Connection[Any]) -> None:
    await connection.execute("SELECT pg_advisory_xact_lock($1)", RATINGS_LOCK)


async def enter(connection: asyncpg.Connection[Any], table: str, outcome: Outcome, at: int) -> None:
    """A rated match is over: count it, once, in the transaction of the append that ended it."""
    if await connection.fetchval('SELECT 1 FROM rated_matches WHERE "table" = $1', table):
        return
    await _alone(connection)
    rows = await connection.fetch(
        "SELECT s.seat, s.player, s.device FROM seatings s JOIN players p ON p.id = s.player "
        'WHERE s."table" = $1 ORDER BY p.id FOR KEY SHARE OF p',  # no card is deleted before this is kept
        table,
    )
    seated = {row[0]: Cardholder(row[1], row[2]) for row in rows}
    pool = Pool(outcome.game, len(outcome.places))
    known = {one.player: await _known(connection, one.player, pool) for one in seated.values()}
    strengths = {player: rating.strength for player, rating in known.items() if rating is not None}
    found = entrants(outcome, seated, strengths)
    if found is None:
        return
    number = await connection.fetchval(
        'INSERT INTO rated_matches (number, "table", game, seats, at) '
        "SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM rated_matches RETURNING number",
        *(table, *pool, at),
    )
    for one in found:
        await connection.execute(
            "INSERT INTO rated_seats VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            *(number, *one[:4], *one.before, *one.after),
        )
        if one.player is not None:
            rating = known[one.player]
            matches = rating.matches + 1 if rating is not None else 1
            await connection.execute(_KEEP, *values_of(Rating(one.player, pool, one.after, matches, at)))


async def _known(connection: asyncpg.Connection[Any], player: str, pool: Pool) -> Rating | None:
    sql = "SELECT mu, sigma, matches, last FROM ratings WHERE player = $1 AND game = $2 AND seats = $3"
    row = await connection.fetchrow(sql, player, *pool)
    return Rating(player, pool, Strength(row[0], row[1]), row[2], row[3]) if row else None


async def let_go(connection: asyncpg.Connection[Any], player: str) -> None:
    """A player is about to be forgotten: how strong they came out of their matches is nobody's business any more."""
    await _alone(connection)
    await connection.execute("UPDATE rated_seats SET mu = mu_before, sigma = sigma_before WHERE player = $1", player)


class PostgresRatings:
    """Strengths beside cards."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        async def do(connection: asyncpg.Connection[Any]) -> list[tuple[Any, ...]]:
            return [tuple(row) for row in await connection.fetch(sql, *values)]

        return await self._store.look(do)

    async def standings(self, pool: Pool, after: tuple[float, str] | None, limit: int) -> list[Standing]:
        """The players of a pool."""
        where, values = "WHERE r.game = $1 AND r.seats = $2", [*pool]
        if after is not None:
            where += " AND (r.low, r.player) < ($3::float8, $4)"
            values += after
        sql = f"{STANDINGS} {where} ORDER BY r.low DESC, r.player DESC LIMIT {limit:d}"
        return [standing_of(row) for row in await self._rows(sql, *values)]

    async def state(self, pool: Pool) -> tuple[int | None, int]:
        """What has counted so far."""
        ((last, players),) = await self._rows(STATE.format("$1", "$2"), *pool)
        return last, players

    async def intervals(self, pool: Pool) -> list[tuple[float, float]]:
        """Where the intervals of all players of a pool begin and end."""
        rows = await self._rows("SELECT low, high FROM ratings WHERE game = $1 AND seats = $2", *pool)
        return [(low, high) for low, high in rows]

    async def of_player(self, player: str) -> list[Standing]:
        """Every rating of a player."""
        rows = await self._rows(f"{STANDINGS} WHERE r.player = $1 ORDER BY r.game, r.seats", player)
        return [standing_of(row) for row in rows]

    async def entries(self, player: str, tables: list[str] | None = None) -> list[Entry]:
        """The rated matches of a player."""
        where, values = "WHERE s.player = $1", [player]
        if tables is not None:
            where += ' AND m."table" = ANY($2::text[])'
        sql = f"{ENTRIES} {where} ORDER BY m.number, s.seat"
        return entries_of(await self._rows(sql, *values, *([tables] if tables is not None else [])))

    async def tables(self) -> list[str]:
        """The tables of all rated matches."""
        return [row[0] for row in await self._rows('SELECT "table" FROM rated_matches ORDER BY number')]

    async def recompute(self, places: Mapping[str, tuple[int, ...]], keep: bool) -> Recomputed:
        """Count everything anew."""

        async def do(connection: asyncpg.Connection[Any]) -> Recomputed:
            async with connection.transaction():
                await _alone(connection)
                rows = await connection.fetch(f"{ENTRIES} ORDER BY m.number, s.seat")
                kept = [tuple(row) for row in await connection.fetch("SELECT * FROM ratings")]
                anew = recomputed(entries_of(tuple(row) for row in rows), places, kept)
                if keep:
                    await _replace(connection, anew)
                return anew

        return await self._store.look(do)


async def _replace(connection: asyncpg.Connection[Any], anew: Recomputed) -> None:
    changed = [
        (one.place, *one.before, *one.after, entry.number, one.seat) for entry in anew.changed for one in entry.entrants
    ]
    await connection.executemany(
        "UPDATE rated_seats SET place = $1, mu_before = $2, sigma_before = $3, mu = $4, sigma = $5 "
        "WHERE number = $6 AND seat = $7",
        changed,
    )
    await connection.execute("DELETE FROM ratings")
    await connection.executemany(_KEEP, [values_of(rating) for rating in anew.ratings])
