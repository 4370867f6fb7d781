"""Tables in one SQLite file: many appends in one transaction, committed by a thread.

WAL with synchronous FULL: every commit waits for the disk. All appends that arrive while one commit is under way share
the next, so that the number of moves a second is not the number of commits. An append that is refused does not touch
the others: if one raises, all are done again, each behind a savepoint of its own.

Statements only change pages in memory (one that is not there is read from the file), so the event loop carries them out
itself, and the thread is left with what takes long, the commit: two threads that both run Python hinder each other more
than the statements cost. If a transaction cannot begin at once, because somebody else writes to the file, the thread
does it all, with patience.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

from banquise.server.stores import club_alerts_sqlite as alerts
from banquise.server.stores.club_daily_sqlite import MIGRATION as DAILY
from banquise.server.stores.club_duplicates_sqlite import MIGRATION as DUPLICATES
from banquise.server.stores.club_evenings_sqlite import SCHEMA as EVENINGS
from banquise.server.stores.club_meeting_sqlite import SCHEMA as MEETING
from banquise.server.stores.club_ratings_sqlite import enter
from banquise.server.stores.club_sqlite import SqliteClub, sit
from banquise.server.stores.crash import crash_point
from banquise.server.stores.store import (
    DOWN_AFTER,
    Append,
    BadRow,
    Conflict,
    InUse,
    Listed,
    Page,
    Stored,
    StoreTrouble,
)
from banquise.table.entries import OPEN, OVER, Row

try:
    import fcntl
except ImportError:  # not on this system: nobody watches over a second server there
    fcntl = None  # type: ignore[assignment] # a module or nothing: asked before it is used

T = TypeVar("T")
_Wish = tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]]  # what to write, and who waits for it
_BAD = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError, TypeError)  # rows that cannot be
MOST_TOGETHER = 256
BUSY_MS = 2_000
CACHE_KIB = 32_768  # pages that the writer remembers: a move of a running match reads nothing from the disk
WAL_PAGES = 4_000  # of the log of changes (16 MB) before they go to the file itself, each page once

MIGRATIONS = (
    """
    CREATE TABLE tables (
      id TEXT PRIMARY KEY,
      game TEXT NOT NULL,
      public INTEGER NOT NULL,
      header BLOB NOT NULL,
      created INTEGER NOT NULL,
      head INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      status TEXT NOT NULL,
      deadline INTEGER,
      bots_due INTEGER NOT NULL,
      summary BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_listed ON tables (public, status, created DESC, id DESC);
    CREATE INDEX tables_listed_by_game ON tables (public, status, game, created DESC, id DESC);
    CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX tables_bots_due ON tables (updated) WHERE bots_due = 1;
    CREATE TABLE log (
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      command TEXT,
      body BLOB NOT NULL,
      PRIMARY KEY ("table", seq)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX log_command ON log ("table", command) WHERE command IS NOT NULL;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    CREATE TABLE downtime (since INTEGER PRIMARY KEY, until INTEGER NOT NULL);
    """,
    """
    ALTER TABLE tables ADD COLUMN to_act INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE players (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      shape TEXT NOT NULL,
      languages TEXT NOT NULL,
      since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE devices (
      key TEXT PRIMARY KEY,
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      label TEXT NOT NULL,
      since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX devices_of_a_player ON devices (player);
    CREATE TABLE moving (
      code TEXT PRIMARY KEY,
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX moving_of_a_player ON moving (player);
    CREATE TABLE seatings (
      "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seat INTEGER NOT NULL,
      token TEXT NOT NULL,
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      ended INTEGER,
      PRIMARY KEY ("table", seat)
    ) WITHOUT ROWID;
    CREATE INDEX seatings_of_a_player ON seatings (player, ended, "table");
    """,
    """
    ALTER TABLE seatings ADD COLUMN device TEXT NOT NULL DEFAULT '';
    CREATE TABLE rated_matches (
      number INTEGER PRIMARY KEY,
      "table" TEXT NOT NULL UNIQUE,
      game TEXT NOT NULL,
      seats INTEGER NOT NULL,
      at INTEGER NOT NULL
    );
    CREATE TABLE rated_seats (
      number INTEGER NOT NULL REFERENCES rated_matches (number) ON DELETE CASCADE,
      seat INTEGER NOT NULL,
      place INTEGER NOT NULL,
      level TEXT,
      player TEXT REFERENCES players (id) ON DELETE SET NULL,
      mu_before REAL NOT NULL,
      sigma_before REAL NOT NULL,
      mu REAL NOT NULL,
      sigma REAL NOT NULL,
      PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;
    CREATE INDEX rated_seats_of_a_player ON rated_seats (player) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      game TEXT NOT NULL,
      seats INTEGER NOT NULL,
      mu REAL NOT NULL,
      sigma REAL NOT NULL,
      matches INTEGER NOT NULL,
      last INTEGER NOT NULL,
      low REAL NOT NULL,
      high REAL NOT NULL,
      PRIMARY KEY (player, game, seats)
    ) WITHOUT ROWID;
    CREATE INDEX standings ON ratings (game, seats, low DESC, player DESC, high);
    """,
    """
    CREATE TABLE waiting (
      ticket TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      entropy TEXT NOT NULL,
      player TEXT REFERENCES players (id) ON DELETE CASCADE,
      device TEXT NOT NULL,
      since INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      "table" TEXT,
      paired INTEGER,
      seat INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX waiting_longest ON waiting (kind, since, ticket) WHERE paired IS NULL;
    CREATE INDEX waiting_paired ON waiting (kind, paired) WHERE paired IS NOT NULL;
    CREATE INDEX waiting_of_a_player ON waiting (player) WHERE player IS NOT NULL;
    """,
    alerts.MIGRATION,
    DAILY,
    MEETING,
    EVENINGS,
    DUPLICATES,
)


def connect(path: str | Path) -> sqlite3.Connection:
    """A connection that commits only when told to, and then to the disk itself."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is written over; not every build does so unasked
    return connection


class NewerStore(ValueError):
    """The file was written by a newer Banquise."""

    def __init__(self, version: int):
        super().__init__(
            f"this store has schema {version}, and this Banquise knows schemas up to {len(MIGRATIONS)}: "
            "it was made by a newer Banquise; serve it with that one"
        )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, one step in one transaction each."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise NewerStore(version)
    for number, steps in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {number}; COMMIT;")


class SqliteStore:
    """A store in one file."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self.club = SqliteClub(self)
        self.batches = 0
        self.writes = 0
        self._gathered: list[_Wish] = []
        self._is_writing = False
        self._is_open = False
        self._lock: TextIO | None = None
        self._jobs: queue.SimpleQueue[tuple[list[_Wish], list[Any] | None] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="banquise-read")
        self._committer = threading.Thread(target=self._commit_on, name="banquise-commit", daemon=True)

    async def open(self) -> None:
        """Open the file, make it if there is none, and start the thread that commits."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._loop = asyncio.get_running_loop()
        self._write_connection = connect(self.path)
        migrate(self._write_connection)
        self._write_connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._write_connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        self._write_connection.execute("PRAGMA busy_timeout = 0")  # the event loop waits for nobody
        self._read_connection = connect(self.path)
        self._committer.start()
        self._is_open = True

    def claim(self) -> None:
        """Hold a lock beside the file for as long as this process serves it; the system lets go when we die."""
        if fcntl is None:
            return
        lock = self.path.with_name(self.path.name + "-server").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise InUse(
                f"{self.path} is served by another process; stop that one, give another --database, or use PostgreSQL, "
                "which any number of processes may serve"
            ) from None
        self._lock = lock

    async def close(self) -> None:
        """Write what is waiting, then close."""
        self._is_open = False
        while self._gathered or self._is_writing:
            await asyncio.sleep(0.001)
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._committer.join)
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        self._readers.shutdown()
        self._read_connection.close()
        self._write_connection.close()

    # Writing ------------------------------------------------------------------------------------

    def wish(self, do: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        if not self._is_open:
            raise StoreTrouble("the store is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._gathered.append((do, answer))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._write_together)  # with all other wishes of this turn of the event loop
        return answer

    def _write_together(self) -> None:
        """Carry out all wishes that have gathered, as far as that takes no waiting; the thread does the rest."""
        wishes, self._gathered = self._gathered[:MOST_TOGETHER], self._gathered[MOST_TOGETHER:]
        try:
            answers: list[Any] | None = self._carry_out(wishes)
        except Exception:  # locked, full, damaged: the thread will see
            self._roll_back()
            answers = None
        self._jobs.put((wishes, answers))

    def _commit_on(self) -> None:
        """The thread: commit what was carried out, again and again."""
        while (job := self._jobs.get()) is not None:
            wishes, answers = job
            try:
                if answers is None:
                    answers = self._carry_out_patiently(wishes)
                crash_point("before commit")
                self._write_connection.execute("COMMIT")
                crash_point("after commit")
            except Exception as error:  # nobody is told that it worked, and the thread goes on
                self._roll_back()
                answers = [StoreTrouble(str(error))] * len(wishes)
            else:
                self.batches += 1
                self.writes += len(wishes)
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._answer, wishes, answers)

    def _carry_out_patiently(self, wishes: list[_Wish]) -> list[Any]:
        self._write_connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        try:
            return self._carry_out(wishes)
        finally:
            self._write_connection.execute("PRAGMA busy_timeout = 0")

    def _carry_out(self, wishes: list[_Wish]) -> list[Any]:
        """Begin a transaction and do in it what is wished; what comes of each wish."""
        self._write_connection.execute("BEGIN IMMEDIATE")
        try:
            return [self._do(do) for do, _ in wishes]
        except _BAD:  # one of them, at least: each behind a savepoint of its own, so that it spoils only itself
            self._roll_back()
            self._write_connection.execute("BEGIN IMMEDIATE")
            return [self._do_apart(do) for do, _ in wishes]

    def _roll_back(self) -> None:
        """Whatever becomes of it: who waits is answered, and the next transaction shows whether the disk is well."""
        if self._write_connection.in_transaction:
            with suppress(sqlite3.Error):
                self._write_connection.execute("ROLLBACK")

    def _do(self, do: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            return do(self._write_connection)
        except Conflict as conflict:  # found before anything is written
            return conflict

    def _do_apart(self, do: Callable[[sqlite3.Connection], Any]) -> Any:
        self._write_connection.execute("SAVEPOINT one")
        try:
            answer = self._do(do)
        except _BAD as error:
            self._write_connection.execute("ROLLBACK TO one")
            answer = BadRow(str(error))
        self._write_connection.execute("RELEASE one")
        return answer

    def _answer(self, wishes: list[_Wish], answers: list[Any]) -> None:
        if self._gathered:
            self._loop.call_soon(self._write_together)
        else:
            self._is_writing = False
        for (_, waiting), answer in zip(wishes, answers, strict=True):
            if waiting.done():
                continue  # nobody waits any more
            if isinstance(answer, Exception):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)

    async def create(self, table: str, game: str, public: bool, header: bytes, created: int, first: Append) -> None:
        """Keep a new table with the first lines of its log."""
        await self.wish(lambda connection: self.create_in(connection, table, game, public, header, created, first))

    @staticmethod
    def create_in(
        connection: sqlite3.Connection,
        table: str,
        game: str,
        public: bool,
        header: bytes,
        created: int,
        first: Append,
    ) -> None:
        """The same in a transaction that does more than that."""
        card = first.card
        connection.execute(
            "INSERT INTO tables (id, game, public, header, created, head, updated, status, deadline, bots_due, "
            "summary) VALUES (?, ?, ?, ?, ?, 0, ?, ?, NULL, 0, ?)",
            (table, game, public, header, created, created, card.status, card.summary),
        )
        _append(connection, first)

    def append(self, append: Append) -> asyncio.Future[None]:
        """Add lines to a log."""
        return self.wish(lambda connection: _append(connection, append))

    async def delete(self, table: str) -> bool:
        """Forget a table and its log."""

        def do(connection: sqlite3.Connection) -> bool:
            return connection.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount > 0

        return await self.wish(do)

    async def scrub(self) -> None:
        """Write over what was deleted in the journal too, where it stood until as much again had been written."""
        await self.look(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())

    async def alive(self, now: int) -> list[tuple[int, int]]:
        """Note that a server runs now; the times when none did."""

        def do(connection: sqlite3.Connection) -> list[tuple[int, int]]:
            last = connection.execute("SELECT value FROM facts WHERE name = 'alive'").fetchone()
            if last and now - last[0] > DOWN_AFTER:
                connection.execute("INSERT OR IGNORE INTO downtime VALUES (?, ?)", (last[0], now))
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('alive', ?)", (now,))
            return connection.execute("SELECT since, until FROM downtime ORDER BY since").fetchall()

        return await self.wish(do)

    # Reading ------------------------------------------------------------------------------------

    async def look(self, do: Callable[[sqlite3.Connection], T]) -> T:
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, do, self._read_connection)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreTrouble(str(error)) from error

    async def read(self, table: str, since: int = 0) -> Stored | None:
        """A table and its log from line ``since`` on."""

        def do(connection: sqlite3.Connection) -> Stored | None:
            header = connection.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()
            if header is None:
                return None
            rows = connection.execute(
                'SELECT seq, at, command, body FROM log WHERE "table" = ? AND seq >= ? ORDER BY seq', (table, since)
            )
            return Stored(header[0], [Row(*row) for row in rows])

        return await self.look(do)

    async def listed(self, page: Page) -> list[Listed]:
        """Public tables, newest first."""
        values: list[str | int] = [page.status]
        where = "public = 1 AND status = ?"
        if page.game is not None:
            where += " AND game = ?"
            values.append(page.game)
        if page.before is not None:
            where += " AND (created, id) < (?, ?)"
            values += page.before
        sql = (
            f"SELECT id, game, status, created, summary FROM tables WHERE {where} "  # noqa: S608 -- fixed words only
            "ORDER BY created DESC, id DESC LIMIT ?"
        )
        return await self.look(lambda c: [Listed(*row) for row in c.execute(sql, (*values, page.limit))])

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        return await self.look(lambda c: dict(c.execute("SELECT status, count(*) FROM tables GROUP BY status")))

    async def alarms(self, now: int, stale: int) -> list[str]:
        """Tables whose deadline has passed, or that have waited long for a bot."""
        sql = (
            "SELECT id FROM tables WHERE deadline IS NOT NULL AND deadline <= ? UNION ALL "
            "SELECT id FROM tables WHERE bots_due = 1 AND updated <= ? LIMIT 200"
        )
        return await self.look(lambda c: [row[0] for row in c.execute(sql, (now, stale))])

    async def waiting_for_bots(self) -> list[str]:
        """Tables that wait for a bot."""
        return await self.look(lambda c: [row[0] for row in c.execute("SELECT id FROM tables WHERE bots_due = 1")])

    async def expired(self, over_before: int, open_before: int) -> list[str]:
        """Tables that were over, or open and not begun, before these times."""
        sql = "SELECT id FROM tables WHERE status = ? AND updated < ? OR status = ? AND updated < ? LIMIT 1000"
        values = (OVER, over_before, OPEN, open_before)
        return await self.look(lambda c: [row[0] for row in c.execute(sql, values)])

    def listen(self, heard: Callable[..., None], overheard: Callable[[str], None]) -> None:
        """One process owns the file; there is nobody to hear."""

    def whisper(self, text: str) -> None:
        """One process owns the file; there is no other to tell."""


_UPDATE = (
    "UPDATE tables SET head = ?, updated = max(updated, ?), deadline = ?, bots_due = ?, summary = ?, to_act = ? "
    "WHERE id = ? AND head = ? AND status = ?"
)
_UPDATE_STATUS = "UPDATE tables SET status = ? WHERE id = ? AND head = ?"
_INSERT = "INSERT INTO log VALUES (?, ?, ?, ?, ?)"


def _append(connection: sqlite3.Connection, append: Append) -> None:
    waited_before = alerts.waited_for(connection, append)
    _update(connection, append)
    connection.executemany(_INSERT, [(append.table, *row[:-1], bytearray(row.body)) for row in append.rows])
    for seating in append.seatings:
        sit(connection, append.table, seating)
    alerts.note_turns(connection, append, waited_before)
    if append.outcome is not None:
        enter(connection, append.table, append.outcome, append.rows[-1].at if append.rows else 0)
    crash_point("inside transaction")


def _update(connection: sqlite3.Connection, append: Append) -> None:
    """Renew what lists and alarms need to know; the indexes of the lists are written to only if the status changes."""
    table, head, rows, (status, deadline, bots_due, summary, to_act), *_ = append
    # Whole numbers and bytearrays, as for bytes and truths Python looks for an adapter, each time in vain.
    kept = deadline, int(bots_due), bytearray(summary), to_act
    new = (head + len(rows), rows[-1].at if rows else 0, *kept, table, head, status)
    if connection.execute(_UPDATE, new).rowcount == 0:
        if connection.execute(_UPDATE_STATUS, (status, table, head)).rowcount == 0:
            raise Conflict(table)
        connection.execute(_UPDATE, new)
        if status == OVER:
            connection.execute('UPDATE seatings SET ended = ? WHERE "table" = ?', (rows[-1].at if rows else 0, table))
