"""Tables in PostgreSQL, which several processes may serve together.

Like the SQLite store it commits many appends at once. The rows of the tables concerned are locked in the order of their
names (so that two processes never wait for each other), their heads compared, and the winners' lines inserted; a
``NOTIFY`` in the same transaction tells them to the other processes, which need not read what they are told. An append
whose connection broke may have been committed: that is ``StoreTrouble``, and whoever asked reads the log again to know.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import asyncpg

from banquise.server.stores import club_alerts_postgres as alerts
from banquise.server.stores.club_postgres import OF_THE_CLUB, PostgresClub, sit
from banquise.server.stores.club_ratings_postgres import enter
from banquise.server.stores.crash import crash_point
from banquise.server.stores.store import (
    DOWN_AFTER,
    Append,
    BadRow,
    Conflict,
    Listed,
    Page,
    Stored,
    StoreTrouble,
)
from banquise.table.entries import OPEN, OVER, Row

T = TypeVar("T")
CHANNEL = "banquise"
WHISPERS = "banquise_whispers"
EVERYTHING = "*"  # heard instead of a table's name: something may have been missed
MOST_TOGETHER = 256
NOTIFY_BYTES = 7_900  # in one notification, which holds less than 8,000
CONNECTIONS = 4  # for all but the writer and the listener
IN_LINE = 20.0  # seconds that anybody waits for one of them: who gives up sooner and comes again makes more work
MIGRATION_LOCK = 0x62616E71

MIGRATIONS = (
    """
    CREATE TABLE tables (
      id text COLLATE "C" PRIMARY KEY,
      game text NOT NULL,
      public boolean NOT NULL,
      header bytea NOT NULL,
      created bigint NOT NULL,
      head integer NOT NULL,
      updated bigint NOT NULL,
      status text NOT NULL,
      deadline bigint,
      bots_due boolean NOT NULL,
      summary bytea NOT NULL
    ) WITH (fillfactor = 80);
    CREATE INDEX tables_listed ON tables (public, status, created DESC, id DESC);
    CREATE INDEX tables_listed_by_game ON tables (public, status, game, created DESC, id DESC);
    CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX tables_bots_due ON tables (updated) WHERE bots_due;
    CREATE TABLE log (
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seq integer NOT NULL,
      at bigint NOT NULL,
      command text,
      body bytea NOT NULL,
      PRIMARY KEY ("table", seq)
    );
    CREATE UNIQUE INDEX log_command ON log ("table", command) WHERE command IS NOT NULL;
    CREATE TABLE facts (name text PRIMARY KEY, value bigint NOT NULL);
    CREATE TABLE downtime (since bigint PRIMARY KEY, until bigint NOT NULL);
    """,
    """
    ALTER TABLE tables ADD COLUMN to_act integer NOT NULL DEFAULT 0;
    CREATE TABLE players (
      id text COLLATE "C" PRIMARY KEY,
      name text NOT NULL,
      shape text NOT NULL,
      languages text NOT NULL,
      since bigint NOT NULL
    );
    CREATE TABLE devices (
      key text COLLATE "C" PRIMARY KEY,
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      label text NOT NULL,
      since bigint NOT NULL
    );
    CREATE INDEX devices_of_a_player ON devices (player);
    CREATE TABLE moving (
      code text COLLATE "C" PRIMARY KEY,
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      until bigint NOT NULL
    );
    CREATE INDEX moving_of_a_player ON moving (player);
    CREATE TABLE seatings (
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      seat integer NOT NULL,
      token text NOT NULL,
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      ended bigint,
      PRIMARY KEY ("table", seat)
    );
    CREATE INDEX seatings_of_a_player ON seatings (player, ended, "table");
    """,
    """
    ALTER TABLE seatings ADD COLUMN device text NOT NULL DEFAULT '';
    CREATE TABLE rated_matches (
      number integer PRIMARY KEY,
      "table" text COLLATE "C" NOT NULL UNIQUE,
      game text NOT NULL,
      seats integer NOT NULL,
      at bigint NOT NULL
    );
    CREATE TABLE rated_seats (
      number integer NOT NULL REFERENCES rated_matches (number) ON DELETE CASCADE,
      seat bigint NOT NULL,
      place integer NOT NULL,
      level text,
      player text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
      mu_before float8 NOT NULL,
      sigma_before float8 NOT NULL,
      mu float8 NOT NULL,
      sigma float8 NOT NULL,
      PRIMARY KEY (number, seat)
    );
    CREATE INDEX rated_seats_of_a_player ON rated_seats (player) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      game text NOT NULL,
      seats integer NOT NULL,
      mu float8 NOT NULL,
      sigma float8 NOT NULL,
      matches integer NOT NULL,
      last bigint NOT NULL,
      low float8 NOT NULL,
      high float8 NOT NULL,
      PRIMARY KEY (player, game, seats)
    );
    CREATE INDEX standings ON ratings (game, seats, low DESC, player DESC, high);
    """,
    """
    CREATE TABLE waiting (
      ticket text COLLATE "C" PRIMARY KEY,
      kind text NOT NULL,
      name text NOT NULL,
      entropy text NOT NULL,
      player text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
      device text NOT NULL,
      since bigint NOT NULL,
      seen bigint NOT NULL,
      "table" text COLLATE "C",
      paired bigint,
      seat integer
    );
    CREATE INDEX waiting_longest ON waiting (kind, since, ticket) WHERE paired IS NULL;
    CREATE INDEX waiting_paired ON waiting (kind, paired) WHERE paired IS NOT NULL;
    CREATE INDEX waiting_of_a_player ON waiting (player) WHERE player IS NOT NULL;
    """,
    alerts.MIGRATION,
    *OF_THE_CLUB,
)

_UPDATE = """
    UPDATE tables SET head = n.head, updated = greatest(updated, n.at), status = n.status, deadline = n.deadline,
      bots_due = n.bots_due, summary = n.summary, to_act = n.to_act
    FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bigint[], $6::boolean[], $7::bytea[], $8::int[])
      AS n (id, head, at, status, deadline, bots_due, summary, to_act)
    WHERE tables.id = n.id
"""
_INSERT = """
    INSERT INTO log ("table", seq, at, command, body)
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bytea[])
"""
# The header first, then the lines: asked for at once, for in a rush everybody waits for each question of the others.
_READ = """
    SELECT -1 AS seq, 0::bigint AS at, NULL::text AS command, header AS body FROM tables WHERE id = $1
    UNION ALL SELECT seq, at, command, body FROM log WHERE "table" = $1 AND seq >= $2 ORDER BY seq
"""

# What a broken, refused or overloaded connection raises. A backend that was terminated while nothing was asked of it
# leaves a connection that looks well, and the next question raises InternalClientError.
_TROUBLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
_BAD = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)


@dataclass
class _Wish:
    append: Append
    answer: asyncio.Future[None]


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, address: str):
        self.address = address
        self.club = PostgresClub(self)
        self.batches = 0
        self.writes = 0
        self._wishes: asyncio.Queue[_Wish | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._pool: asyncpg.Pool[Any] | None = None
        # In the pool's own queue whoever comes may overtake those who wait, who begin anew at its end: here nobody may.
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._connection: asyncpg.Connection[Any] | None = None
        self._writer_pid = 0
        self._whispers: list[str] = []
        self._whispering: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and bring the schema up to date; several processes may do so at once."""
        try:
            self._pool = await asyncpg.create_pool(
                self.address, min_size=1, max_size=CONNECTIONS, command_timeout=20, reset=_as_it_is
            )
            async with self._pool.acquire() as connection:
                await _migrate(connection)
        except _TROUBLE as error:
            raise StoreTrouble(f"PostgreSQL does not answer: {error}") from error
        self._writer = asyncio.create_task(self._write_on())

    def claim(self) -> None:
        """Any number of processes may serve it."""

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._writer is not None:
            self._wishes.put_nowait(None)
            await self._writer
        if self._whispering is not None:
            await self._whispering
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), 2)
            except TimeoutError:
                self._pool.terminate()

    # Writing ------------------------------------------------------------------------------------

    async def append(self, append: Append) -> None:
        """Add lines to a log."""
        if self._writer is None or self._writer.done():
            raise StoreTrouble("the store is closed")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wishes.put_nowait(_Wish(append, answer))
        await answer

    async def _write_on(self) -> None:
        """One transaction for all that is waiting, again and again."""
        while True:
            wishes = [await self._wishes.get()]
            while not self._wishes.empty() and len(wishes) < MOST_TOGETHER:
                wishes.append(self._wishes.get_nowait())
            asked = [wish for wish in wishes if wish is not None]
            if asked:
                await self._write_together(asked)
            if len(asked) < len(wishes):
                if self._connection is not None:
                    await self._hang_up()
                while not self._wishes.empty():  # they came after we were asked to close
                    if (late := self._wishes.get_nowait()) is not None:
                        late.answer.set_exception(StoreTrouble("the store is closed"))
                return

    async def _write_together(self, wishes: list[_Wish]) -> None:
        try:
            answers = await self._commit([wish.append for wish in wishes])
        except _BAD as error:
            if len(wishes) > 1:  # find the bad one: each alone
                for wish in wishes:
                    await self._write_together([wish])
                return
            answers = [BadRow(str(error))]
        except Exception as error:  # whatever it was: nobody is told that it worked, and the writer goes on
            await self._hang_up()
            answers = [StoreTrouble(f"PostgreSQL: {error!r}") for _ in wishes]
        for wish, answer in zip(wishes, answers, strict=True):
            if wish.answer.done():
                continue
            if answer is None:
                wish.answer.set_result(None)
            else:
                wish.answer.set_exception(answer)

    async def _commit(self, appends: list[Append]) -> list[Exception | None]:
        connection = await self._connected()
        async with connection.transaction():
            names = sorted({append.table for append in appends})
            locked = await connection.fetch(
                "SELECT id, head FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE", names
            )
            heads = {row["id"]: row["head"] for row in locked}
            answers: list[Exception | None] = []
            won: list[Append] = []
            for append in appends:
                if heads.get(append.table) == append.head:
                    heads[append.table] += len(append.rows)
                    won.append(append)
                    answers.append(None)
                else:
                    answers.append(Conflict(append.table))
            if won:
                await self._write_won(connection, won)
            crash_point("before commit")
        crash_point("after commit")
        self.batches += 1
        self.writes += len(appends)
        return answers

    async def _write_won(self, connection: asyncpg.Connection[Any], won: list[Append]) -> None:
        last = {append.table: append for append in won}
        heads = {append.table: append.head + len(append.rows) for append in won}
        cards = [append.card for append in last.values()]
        waited_before = await alerts.waited_for(connection, last.values())
        await connection.execute(
            _UPDATE,
            list(last),
            [heads[table] for table in last],
            [append.rows[-1].at if append.rows else 0 for append in last.values()],
            [card.status for card in cards],
            [card.deadline for card in cards],
            [card.bots_due for card in cards],
            [card.summary for card in cards],
            [card.to_act for card in cards],
        )
        rows = [(append.table, row) for append in won for row in append.rows]
        await connection.execute(
            _INSERT,
            [table for table, _ in rows],
            [row.seq for _, row in rows],
            [row.at for _, row in rows],
            [row.command for _, row in rows],
            [row.body for _, row in rows],
        )
        for append in won:
            for seating in append.seatings:
                await sit(connection, append.table, seating)
        await alerts.note_turns(connection, last.values(), waited_before)
        for append in won:
            if append.outcome is not None:
                await enter(connection, append.table, append.outcome, append.rows[-1].at if append.rows else 0)
        over = [append for append in won if append.card.status == OVER and append.rows]
        if over:
            await connection.execute(
                "UPDATE seatings SET ended = n.at FROM unnest($1::text[], $2::bigint[]) AS n (id, at) "
                'WHERE "table" = n.id AND ended IS NULL',
                [append.table for append in over],
                [append.rows[-1].at for append in over],
            )
        crash_point("inside transaction")
        grown: dict[str, list[Row]] = {table: [] for table in heads}
        for table, row in rows:
            grown[table].append(row)
        await _notify(connection, CHANNEL, [_news(table, head, grown[table]) for table, head in heads.items()])

    async def _connected(self) -> asyncpg.Connection[Any]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self.address, timeout=5, command_timeout=20)
            self._writer_pid = self._connection.get_server_pid()
        return self._connection

    async def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
            self._writer_pid = 0  # another process may be given this number, and is to be heard

    async def create(self, table: str, game: str, public: bool, header: bytes, created: int, first: Append) -> None:
        """Keep a new table with the first lines of its log."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                await self.create_in(connection, table, game, public, header, created, first)

        try:
            await self.look(do)
        except BadRow as error:
            raise BadRow(f"table {table!r} cannot be kept: {error}") from error

    async def create_in(
        self,
        connection: asyncpg.Connection[Any],
        table: str,
        game: str,
        public: bool,
        header: bytes,
        created: int,
        first: Append,
    ) -> None:
        """The same in a transaction that does more than that."""
        sql = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, 0, $5, $6, NULL, false, $7)"
        await connection.execute(sql, table, game, public, header, created, first.card.status, first.card.summary)
        await self._write_won(connection, [first])

    async def delete(self, table: str) -> bool:
        """Forget a table and its log."""

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            return bool(await connection.execute("DELETE FROM tables WHERE id = $1", table) == "DELETE 1")

        return await self.look(do)

    async def alive(self, now: int) -> list[tuple[int, int]]:
        """Note that a server runs now; the times when none did."""

        async def do(connection: asyncpg.Connection[Any]) -> list[tuple[int, int]]:
            async with connection.transaction():
                await connection.execute("INSERT INTO facts VALUES ('alive', $1) ON CONFLICT DO NOTHING", now)
                last = await connection.fetchval("SELECT value FROM facts WHERE name = 'alive' FOR UPDATE")
                if now - last > DOWN_AFTER:
                    await connection.execute("INSERT INTO downtime VALUES ($1, $2) ON CONFLICT DO NOTHING", last, now)
                if now > last:
                    await connection.execute("UPDATE facts SET value = $1 WHERE name = 'alive'", now)
                rows = await connection.fetch("SELECT since, until FROM downtime ORDER BY since")
            return [(row["since"], row["until"]) for row in rows]

        return await self.look(do)

    # Reading ------------------------------------------------------------------------------------

    async def look(self, do: Callable[[asyncpg.Connection[Any]], Awaitable[T]]) -> T:
        if self._pool is None:
            raise StoreTrouble("the store is closed")
        try:
            async with asyncio.timeout(IN_LINE):
                await self._turns.acquire()
            try:
                async with self._pool.acquire(timeout=5) as connection:
                    return await do(connection)
            finally:
                self._turns.release()
        except _BAD as error:
            raise BadRow(str(error)) from error
        except _TROUBLE as error:
            raise StoreTrouble(f"PostgreSQL: {error!r}") from error

    async def read(self, table: str, since: int = 0) -> Stored | None:
        """A table and its log from line ``since`` on."""

        async def do(connection: asyncpg.Connection[Any]) -> Stored | None:
            found = await connection.fetch(_READ, table, since)
            return Stored(found[0]["body"], [Row(*row) for row in found[1:]]) if found else None

        return await self.look(do)

    async def listed(self, page: Page) -> list[Listed]:
        """Public tables, newest first."""
        values: list[str | int] = [page.status]
        where = ["public", "status = $1"]
        if page.game is not None:
            values.append(page.game)
            where.append(f"game = ${len(values)}")
        if page.before is not None:
            values += page.before
            where.append(f"(created, id) < (${len(values) - 1}::bigint, ${len(values)})")
        sql = (
            f"SELECT id, game, status, created, summary FROM tables WHERE {' AND '.join(where)} "  # noqa: S608 -- fixed words only
            f"ORDER BY created DESC, id DESC LIMIT {page.limit:d}"
        )

        async def do(connection: asyncpg.Connection[Any]) -> list[Listed]:
            return [Listed(*row) for row in await connection.fetch(sql, *values)]

        return await self.look(do)

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""

        async def do(connection: asyncpg.Connection[Any]) -> dict[str, int]:
            return dict(await connection.fetch("SELECT status, count(*) FROM tables GROUP BY status"))

        return await self.look(do)

    async def _names(self, sql: str, *values: Any) -> list[str]:
        async def do(connection: asyncpg.Connection[Any]) -> list[str]:
            return [row[0] for row in await connection.fetch(sql, *values)]

        return await self.look(do)

    async def alarms(self, now: int, stale: int) -> list[str]:
        """Tables whose deadline has passed, or that have waited long for a bot."""
        sql = (
            "SELECT id FROM tables WHERE deadline <= $1 UNION ALL "
            "SELECT id FROM tables WHERE bots_due AND updated <= $2 LIMIT 200"
        )
        return await self._names(sql, now, stale)

    async def waiting_for_bots(self) -> list[str]:
        """Tables that wait for a bot."""
        return await self._names("SELECT id FROM tables WHERE bots_due")

    async def expired(self, over_before: int, open_before: int) -> list[str]:
        """Tables that were over, or open and not begun, before these times."""
        sql = "SELECT id FROM tables WHERE status = $1 AND updated < $2 OR status = $3 AND updated < $4 LIMIT 1000"
        return await self._names(sql, OVER, over_before, OPEN, open_before)

    # Other processes ----------------------------------------------------------------------------

    def listen(self, heard: Callable[..., None], overheard: Callable[[str], None]) -> None:
        """Hear what other processes append; after a silence, hear that something may have been missed."""
        self._listener = asyncio.create_task(self._listen_on(heard, overheard))

    def whisper(self, text: str) -> None:
        """Notify the other processes (and ourselves) of something that is not kept."""
        self._whispers.append(json.dumps(text))
        if self._whispering is None or self._whispering.done():
            self._whispering = asyncio.create_task(self._whisper_on())

    async def _whisper_on(self) -> None:
        """All that is waiting in one transaction, again and again: each would keep every commit waiting for it."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            texts, self._whispers = self._whispers, []
            async with connection.transaction():
                await _notify(connection, WHISPERS, texts)

        while self._whispers:
            try:
                await self.look(do)
            except StoreTrouble:
                self._whispers.clear()

    async def _listen_on(self, heard: Callable[..., None], overheard: Callable[[str], None]) -> None:
        def whispered(connection: Any, pid: int, channel: str, payload: object) -> None:
            for text in json.loads(str(payload)):
                overheard(text)

        def notified(connection: Any, pid: int, channel: str, payload: object) -> None:
            if pid != self._writer_pid:
                for table, head, rows in json.loads(str(payload)):
                    heard(table, head, [Row(seq, at, command, body.encode()) for seq, at, command, body in rows])

        while True:
            connection = None
            try:
                connection = await asyncpg.connect(self.address, timeout=5)
                await connection.add_listener(CHANNEL, notified)
                await connection.add_listener(WHISPERS, whispered)
                heard(EVERYTHING, 0)
                while not connection.is_closed():
                    await asyncio.sleep(1)
                    await connection.execute("SELECT 1", timeout=5)
            except Exception:  # whatever it was: listen again
                await asyncio.sleep(0.5)
            finally:
                if connection is not None:
                    connection.terminate()


async def _as_it_is(connection: Any) -> None:
    """Nothing that we ask leaves anything in a session, so nothing is asked of the database to clear it."""


def _news(table: str, head: int, rows: list[Row]) -> str:
    """What others are told of a table that has grown: with its new rows, if there is room for them."""
    news = json.dumps([table, head, [(row.seq, row.at, row.command, row.body.decode()) for row in rows]])
    return news if len(news) + 2 <= NOTIFY_BYTES else json.dumps([table, head, []])


async def _notify(connection: Any, channel: str, texts: list[str]) -> None:
    """Send texts of JSON, as many in one notification as go into it."""
    payloads: list[list[str]] = []
    size = NOTIFY_BYTES
    for text in texts:
        if size + len(text) > NOTIFY_BYTES:
            payloads.append([])
            size = 2
        payloads[-1].append(text)
        size += len(text) + 1
    for payload in payloads:
        await connection.execute("SELECT pg_notify($1, $2)", channel, f"[{','.join(payload)}]")


async def _migrate(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
        if version > len(MIGRATIONS):
            raise ValueError(
                f"this database has schema {version}, and this Banquise knows schemas up to {len(MIGRATIONS)}: "
                "it was made by a newer Banquise; serve it with that one"
            )
        for number, steps in enumerate(MIGRATIONS[version:], version + 1):
            await connection.execute(steps)
            await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
