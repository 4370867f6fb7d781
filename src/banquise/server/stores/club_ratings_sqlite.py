"""Rated matches in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING

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
    from banquise.server.stores.sqlite import SqliteStore

_KEEP = "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def enter(connection: sqlite3.Connection, table: str, outcome: Outcome, at: int) -> None:
    """A rated match is over: count it, once, in the transaction of the append that ended it."""
    if connection.execute('SELECT 1 FROM rated_matches WHERE "table" = ?', (table,)).fetchone():
        return
    rows = connection.execute('SELECT seat, player, device FROM seatings WHERE "table" = ?', (table,))
    seated = {seat: Cardholder(player, device) for seat, player, device in rows}
    pool = Pool(outcome.game, len(outcome.places))
    known = {one.player: _known(connection, one.player, pool) for one in seated.values()}
    strengths = {player: rating.strength for player, rating in known.items() if rating is not None}
    found = entrants(outcome, seated, strengths)
    if found is None:
        return
    number = connection.execute(
        'INSERT INTO rated_matches ("table", game, seats, at) VALUES (?, ?, ?, ?)', (table, *pool, at)
    ).lastrowid
    for one in found:
        connection.execute(
            "INSERT INTO rated_seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (number, *one[:4], *one.before, *one.after)
        )
        if one.player is not None:
            rating = known[one.player]
            matches = rating.matches + 1 if rating is not None else 1
            connection.execute(_KEEP, values_of(Rating(one.player, pool, one.after, matches, at)))


def _known(connection: sqlite3.Connection, player: str, pool: Pool) -> Rating | None:
    sql = "SELECT mu, sigma, matches, last FROM ratings WHERE player = ? AND game = ? AND seats = ?"
    row = connection.execute(sql, (player, *pool)).fetchone()
    return Rating(player, pool, Strength(row[0], row[1]), row[2], row[3]) if row else None


def let_go(connection: sqlite3.Connection, player: str) -> None:
    """A player is about to be forgotten: how strong they came out of their matches is nobody's business any more."""
    connection.execute("UPDATE rated_seats SET mu = mu_before, sigma = sigma_before WHERE player = ?", (player,))


class SqliteRatings:
    """Strengths beside cards."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def standings(self, pool: Pool, after: tuple[float, str] | None, limit: int) -> list[Standing]:
        """The players of a pool."""
        where, values = "WHERE r.game = ? AND r.seats = ?", [*pool]
        if after is not None:
            where += " AND (r.low, r.player) < (?, ?)"
            values += after
        sql = f"{STANDINGS} {where} ORDER BY r.low DESC, r.player DESC LIMIT ?"
        return await self._standings(sql, *values, limit)

    async def _standings(self, sql: str, *values: object) -> list[Standing]:
        return await self._store.look(lambda connection: [standing_of(row) for row in connection.execute(sql, values)])

    async def state(self, pool: Pool) -> tuple[int | None, int]:
        """What has counted so far."""
        return await self._store.look(lambda connection: connection.execute(STATE.format("?", "?"), pool).fetchone())

    async def intervals(self, pool: Pool) -> list[tuple[float, float]]:
        """Where the intervals of all players of a pool begin and end."""
        sql = "SELECT low, high FROM ratings WHERE game = ? AND seats = ?"
        return await self._store.look(lambda connection: connection.execute(sql, pool).fetchall())

    async def of_player(self, player: str) -> list[Standing]:
        """Every rating of a player."""
        return await self._standings(f"{STANDINGS} WHERE r.player = ? ORDER BY r.game, r.seats", player)

    async def entries(self, player: str, tables: list[str] | None = None) -> list[Entry]:
        """The rated matches of a player."""
        where, values = "WHERE s.player = ?", [player]
        if tables is not None:
            where += f' AND m."table" IN ({", ".join("?" * len(tables))})'
            values += tables
        sql = f"{ENTRIES} {where} ORDER BY m.number, s.seat"
        return await self._store.look(lambda connection: entries_of(connection.execute(sql, values)))

    async def tables(self) -> list[str]:
        """The tables of all rated matches."""
        sql = 'SELECT "table" FROM rated_matches ORDER BY number'
        return await self._store.look(lambda connection: [row[0] for row in connection.execute(sql)])

    async def recompute(self, places: Mapping[str, tuple[int, ...]], keep: bool) -> Recomputed:
        """Count everything anew."""

        def do(connection: sqlite3.Connection) -> Recomputed:
            rows = connection.execute(f"{ENTRIES} ORDER BY m.number, s.seat")
            anew = recomputed(entries_of(rows), places, connection.execute("SELECT * FROM ratings"))
            if keep:
                _replace(connection, anew)
            return anew

        return await self._store.wish(do)


def _replace(connection: sqlite3.Connection, anew: Recomputed) -> None:
    for entry in anew.changed:
        for one in entry.entrants:
            connection.execute(
                "UPDATE rated_seats SET place = ?, mu_before = ?, sigma_before = ?, mu = ?, sigma = ? "
                "WHERE number = ? AND seat = ?",
                (one.place, *one.before, *one.after, entry.number, one.seat),
            )
    connection.execute("DELETE FROM ratings")
    connection.executemany(_KEEP, [values_of(rating) for rating in anew.ratings])
