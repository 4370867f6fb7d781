"""Alerts in the SQLite file of their tables."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from banquise.server.stores.club_alerts import AGAIN, BEGUN, ENDED, FOUND, READY, WHOM, Due, Quiet, Target, Wishes
from banquise.server.stores.store import Append

if TYPE_CHECKING:
    from banquise.server.stores.sqlite import SqliteStore

MIGRATION = """
    CREATE TABLE alert_targets (
      id TEXT PRIMARY KEY,
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      device TEXT REFERENCES devices (key) ON DELETE CASCADE,
      address TEXT NOT NULL,
      key TEXT NOT NULL,
      secret TEXT NOT NULL,
      language TEXT NOT NULL,
      home TEXT NOT NULL,
      since INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      trouble TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX alert_targets_of_a_player ON alert_targets (player);
    CREATE UNIQUE INDEX alert_target_of_a_device ON alert_targets (device) WHERE device IS NOT NULL;
    CREATE UNIQUE INDEX webhook_of_a_player ON alert_targets (player) WHERE device IS NULL;
    CREATE TABLE alerts (
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      target TEXT NOT NULL REFERENCES alert_targets (id) ON DELETE CASCADE,
      turn INTEGER NOT NULL,
      due INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      leased INTEGER NOT NULL,
      PRIMARY KEY (target, "table")
    ) WITHOUT ROWID;
    CREATE INDEX alerts_due ON alerts (due);
    CREATE INDEX alerts_of_a_table ON alerts ("table");
    CREATE TABLE quiet_hours (
      player TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
      begins INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      zone TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE silenced (
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      PRIMARY KEY (player, "table")
    ) WITHOUT ROWID;
    CREATE INDEX silenced_at_a_table ON silenced ("table");
    CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""


def waited_for(connection: sqlite3.Connection, append: Append) -> int:
    """The seats that could move before an append of which people are told; it has not been made yet."""
    if append.alert_at is None:
        return 0
    row = connection.execute("SELECT to_act FROM tables WHERE id = ?", (append.table,)).fetchone()
    return int(row[0]) if row else 0


def note_turns(connection: sqlite3.Connection, append: Append, before: int) -> None:
    """Write down whom to tell that their turn has begun, and cross out whose has ended, after an append."""
    if append.alert_at is None:
        return
    table, at, now = append.table, append.alert_at, append.card.to_act
    if before & ~now:
        connection.execute(ENDED.format(table="?1", seats="?2"), (table, before & ~now))
    if now & ~before:
        whom = set(connection.execute(WHOM.format(table="?1", seats="?2"), (table, now & ~before)))
        sql = BEGUN.format(table="?1", target="?2", at="?3")
        connection.executemany(sql, [(table, target, at) for (target,) in whom])


class SqliteAlerts:
    """Wishes, and what is to be told."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def push_key(self, fresh: bytes, renew: bool = False) -> bytes:
        """The key by which push services know this house."""

        def do(connection: sqlite3.Connection) -> bytes:
            if renew:
                connection.execute("DELETE FROM keys WHERE name = 'push'")
                connection.execute("DELETE FROM alert_targets WHERE device IS NOT NULL")
            connection.execute("INSERT OR IGNORE INTO keys VALUES ('push', ?)", (fresh,))
            return bytes(connection.execute("SELECT value FROM keys WHERE name = 'push'").fetchone()[0])

        return await self._store.wish(do)

    async def wishes(self, player: str) -> Wishes:
        """All that a player has said about alerts."""

        def do(connection: sqlite3.Connection) -> Wishes:
            targets = connection.execute("SELECT * FROM alert_targets WHERE player = ? ORDER BY since, id", (player,))
            found = [Target(*row) for row in targets]
            quiet = connection.execute("SELECT begins, ends, zone FROM quiet_hours WHERE player = ?", (player,))
            hours = quiet.fetchone()
            silent = connection.execute('SELECT "table" FROM silenced WHERE player = ? ORDER BY 1', (player,))
            return Wishes(found, Quiet(*hours) if hours else None, [row[0] for row in silent])

        return await self._store.look(do)

    async def add(self, target: Target) -> None:
        """Tell a player there too."""

        def do(connection: sqlite3.Connection) -> None:
            if target.is_webhook:
                connection.execute("DELETE FROM alert_targets WHERE player = ? AND device IS NULL", (target.player,))
            else:
                sql = "DELETE FROM alert_targets WHERE address = ? AND device IS NOT NULL AND device <> ?"
                connection.execute(sql, (target.address, target.device))
            connection.execute(AGAIN.format(values=", ".join("?" * len(target))), target)

        await self._store.wish(do)

    async def remove(self, target: str) -> None:
        """Tell nobody there any more."""
        await self._write("DELETE FROM alert_targets WHERE id = ?", target)

    async def _write(self, sql: str, *values: str | int) -> None:
        await self._store.wish(lambda connection: connection.execute(sql, values) and None)

    async def be_quiet(self, player: str, quiet: Quiet | None) -> None:
        """Hours in which a player is not told, or none."""
        if quiet is None:
            await self._write("DELETE FROM quiet_hours WHERE player = ?", player)
        else:
            await self._write("INSERT OR REPLACE INTO quiet_hours VALUES (?, ?, ?, ?)", player, *quiet)

    async def silence(self, player: str, table: str, silent: bool) -> None:
        """Tell a player of no turn at a table, or of all again."""

        def do(connection: sqlite3.Connection) -> None:
            connection.execute('DELETE FROM silenced WHERE player = ? AND "table" = ?', (player, table))
            if silent:
                connection.execute("INSERT INTO silenced VALUES (?, ?)", (player, table))
                theirs = "SELECT id FROM alert_targets WHERE player = ?"
                sql = f'DELETE FROM alerts WHERE "table" = ? AND target IN ({theirs})'  # noqa: S608 -- fixed words only
                connection.execute(sql, (table, player))

        await self._store.wish(do)

    async def take(self, now: int, before: int, until: int, most: int) -> list[Due]:
        """Alerts that were due before a time, to be sent now; where there is none, nothing is written."""
        sql = READY.format(now=":now", before=":before", most=":most")
        values = {"now": now, "before": before, "most": most}
        found = FOUND.format(seats="group_concat(s.seat)", target="?", table="?")

        def do(connection: sqlite3.Connection) -> list[Due]:
            taken = connection.execute(sql, values).fetchall()
            lease = 'UPDATE alerts SET leased = ? WHERE target = ? AND "table" = ?'
            connection.executemany(lease, [(until, *one) for one in taken])
            return [Due.read(connection.execute(found, one).fetchone()) for one in taken]

        if not await self._store.look(lambda connection: connection.execute(sql, values).fetchone()):
            return []
        return await self._store.wish(do)

    async def told(self, due: Due) -> None:
        """An alert has arrived, or need not."""

        def do(connection: sqlite3.Connection) -> None:
            sql = 'DELETE FROM alerts WHERE target = ? AND "table" = ? AND turn = ?'
            connection.execute(sql, (due.target.id, due.table, due.turn))
            if due.waits and due.target.lost:
                connection.execute("UPDATE alert_targets SET lost = 0, trouble = '' WHERE id = ?", (due.target.id,))

        await self._store.wish(do)

    async def put_off(self, due: Due, until: int, tries: int) -> None:
        """Try again at a time."""
        sql = 'UPDATE alerts SET due = ?, tries = ?, leased = 0 WHERE target = ? AND "table" = ? AND turn = ?'
        await self._write(sql, until, tries, due.target.id, due.table, due.turn)

    async def give_up(self, due: Due, trouble: str, most: int) -> bool:
        """Forget an alert that could not be delivered."""

        def do(connection: sqlite3.Connection) -> bool:
            sql = 'DELETE FROM alerts WHERE target = ? AND "table" = ? AND turn = ?'
            connection.execute(sql, (due.target.id, due.table, due.turn))
            sql = "UPDATE alert_targets SET lost = lost + 1, trouble = ? WHERE id = ?"
            connection.execute(sql, (trouble, due.target.id))
            sql = "DELETE FROM alert_targets WHERE id = ? AND lost >= ?"
            return connection.execute(sql, (due.target.id, most)).rowcount > 0

        return await self._store.wish(do)
