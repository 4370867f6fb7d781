"""Alerts in the PostgreSQL of their tables, where any process sends them, and one sends each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from banquise.server.stores.club_alerts import AGAIN, BEGUN, ENDED, FOUND, READY, WHOM, Due, Quiet, Target, Wishes
from banquise.server.stores.store import Append

if TYPE_CHECKING:
    import asyncpg

    from banquise.server.stores.postgres import PostgresStore

MIGRATION = """
    CREATE TABLE alert_targets (
      id text COLLATE "C" PRIMARY KEY,
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      device text COLLATE "C" REFERENCES devices (key) ON DELETE CASCADE,
      address text NOT NULL,
      key text NOT NULL,
      secret text NOT NULL,
      language text NOT NULL,
      home text NOT NULL,
      since bigint NOT NULL,
      lost integer NOT NULL,
      trouble text NOT NULL
    );
    CREATE INDEX alert_targets_of_a_player ON alert_targets (player);
    CREATE UNIQUE INDEX alert_target_of_a_device ON alert_targets (device) WHERE device IS NOT NULL;
    CREATE UNIQUE INDEX webhook_of_a_player ON alert_targets (player) WHERE device IS NULL;
    CREATE TABLE alerts (
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      target text COLLATE "C" NOT NULL REFERENCES alert_targets (id) ON DELETE CASCADE,
      turn bigint NOT NULL,
      due bigint NOT NULL,
      tries integer NOT NULL,
      leased bigint NOT NULL,
      PRIMARY KEY (target, "table")
    );
    CREATE INDEX alerts_due ON alerts (due);
    CREATE INDEX alerts_of_a_table ON alerts ("table");
    CREATE TABLE quiet_hours (
      player text COLLATE "C" PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
      begins integer NOT NULL,
      ends integer NOT NULL,
      zone text NOT NULL
    );
    CREATE TABLE silenced (
      player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      PRIMARY KEY (player, "table")
    );
    CREATE INDEX silenced_at_a_table ON silenced ("table");
    CREATE TABLE keys (name text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);
"""


async def waited_for(connection: asyncpg.Connection[Any], appends: Iterable[Append]) -> dict[str, int]:
    """The seats that could move before appends of which people are told; they have not been made yet."""
    names = [append.table for append in appends if append.alert_at is not None]
    if not names:
        return {}
    return dict(await connection.fetch("SELECT id, to_act FROM tables WHERE id = ANY($1)", names))


async def note_turns(
    connection: asyncpg.Connection[Any], appends: Iterable[Append], waited_before: dict[str, int]
) -> None:
    """Write down whom to tell that their turn has begun, and cross out whose has ended, after appends."""
    for append in appends:
        if append.alert_at is None:
            continue
        table, now, before = append.table, append.card.to_act, waited_before.get(append.table, 0)
        if before & ~now:
            await connection.execute(ENDED.format(table="$1", seats="$2::int"), table, before & ~now)
        if now & ~before:
            # Locked, so that none of them is forgotten before we are done: that would spoil the move.
            whom = WHOM.format(table="$1", seats="$2::int") + " FOR KEY SHARE OF t"
            targets = {row[0] for row in await connection.fetch(whom, table, now & ~before)}
            sql = BEGUN.format(table="$1", target="$2", at="$3")
            await connection.executemany(sql, [(table, target, append.alert_at) for target in sorted(targets)])


class PostgresAlerts:
    """Wishes, and what is to be told."""

    def __init__(self, store: PostgresStore):
        self._store = store

    async def push_key(self, fresh: bytes, renew: bool = False) -> bytes:
        """The key by which push services know this house."""

        async def do(connection: asyncpg.Connection[Any]) -> bytes:
            async with connection.transaction():
                if renew:
                    await connection.execute("DELETE FROM keys WHERE name = 'push'")
                    await connection.execute("DELETE FROM alert_targets WHERE device IS NOT NULL")
                await connection.execute("INSERT INTO keys VALUES ('push', $1) ON CONFLICT DO NOTHING", fresh)
            return bytes(await connection.fetchval("SELECT value FROM keys WHERE name = 'push'"))

        return await self._store.look(do)

    async def wishes(self, player: str) -> Wishes:
        """All that a player has said about alerts."""

        async def do(connection: asyncpg.Connection[Any]) -> Wishes:
            targets = await connection.fetch("SELECT * FROM alert_targets WHERE player = $1 ORDER BY since, id", player)
            hours = await connection.fetchrow("SELECT begins, ends, zone FROM quiet_hours WHERE player = $1", player)
            silent = await connection.fetch('SELECT "table" FROM silenced WHERE player = $1 ORDER BY 1', player)
            quiet = Quiet(*hours) if hours else None
            return Wishes([Target(*row) for row in targets], quiet, [row[0] for row in silent])

        return await self._store.look(do)

    async def add(self, target: Target) -> None:
        """Tell a player there too."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                if target.is_webhook:
                    sql = "DELETE FROM alert_targets WHERE player = $1 AND device IS NULL"
                    await connection.execute(sql, target.player)
                else:
                    sql = "DELETE FROM alert_targets WHERE address = $1 AND device IS NOT NULL AND device <> $2"
                    await connection.execute(sql, target.address, target.device)
                values = ", ".join(f"${n + 1}" for n in range(len(target)))
                await connection.execute(AGAIN.format(values=values), *target)

        await self._store.look(do)

    async def remove(self, target: str) -> None:
        """Tell nobody there any more."""
        await self._write("DELETE FROM alert_targets WHERE id = $1", target)

    async def _write(self, sql: str, *values: str | int) -> None:
        async def do(connection: asyncpg.Connection[Any]) -> None:
            await connection.execute(sql, *values)

        await self._store.look(do)

    async def be_quiet(self, player: str, quiet: Quiet | None) -> None:
        """Hours in which a player is not told, or none."""
        if quiet is None:
            await self._write("DELETE FROM quiet_hours WHERE player = $1", player)
        else:
            sql = "INSERT INTO quiet_hours VALUES ($1, $2, $3, $4) ON CONFLICT (player) DO UPDATE SET "
            new = "begins = excluded.begins, ends = excluded.ends, zone = excluded.zone"
            await self._write(sql + new, player, *quiet)

    async def silence(self, player: str, table: str, silent: bool) -> None:
        """Tell a player of no turn at a table, or of all again."""

        async def do(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                if not silent:
                    sql = 'DELETE FROM silenced WHERE player = $1 AND "table" = $2'
                    await connection.execute(sql, player, table)
                    return
                await connection.execute("INSERT INTO silenced VALUES ($1, $2) ON CONFLICT DO NOTHING", player, table)
                theirs = "SELECT id FROM alert_targets WHERE player = $1"
                sql = f'DELETE FROM alerts WHERE "table" = $2 AND target IN ({theirs})'  # noqa: S608 -- fixed words only
                await connection.execute(sql, player, table)

        await self._store.look(do)

    async def take(self, now: int, before: int, until: int, most: int) -> list[Due]:
        """Alerts that were due before a time, to be sent now. Who is a moment later skips what is being taken."""
        sql = READY.format(now="$1::bigint", before="$2::bigint", most="$3") + " FOR UPDATE SKIP LOCKED"
        lease = 'UPDATE alerts SET leased = $1 WHERE target = $2 AND "table" = $3'
        found = FOUND.format(seats="string_agg(s.seat::text, ',')", target="$1", table="$2")

        async def do(connection: asyncpg.Connection[Any]) -> list[Due]:
            async with connection.transaction():
                taken = [tuple(row) for row in await connection.fetch(sql, now, before, most)]
                await connection.executemany(lease, [(until, *one) for one in taken])
                return [Due.read(tuple(await connection.fetchrow(found, *one))) for one in taken]

        return await self._store.look(do)

    async def told(self, due: Due) -> None:
        """An alert has arrived, or need not."""
        await self._forget(due)
        if due.waits and due.target.lost:
            await self._write("UPDATE alert_targets SET lost = 0, trouble = '' WHERE id = $1", due.target.id)

    async def _forget(self, due: Due) -> None:
        sql = 'DELETE FROM alerts WHERE target = $1 AND "table" = $2 AND turn = $3'
        await self._write(sql, due.target.id, due.table, due.turn)

    async def put_off(self, due: Due, until: int, tries: int) -> None:
        """Try again at a time."""
        sql = 'UPDATE alerts SET due = $1, tries = $2, leased = 0 WHERE target = $3 AND "table" = $4 AND turn = $5'
        await self._write(sql, until, tries, due.target.id, due.table, due.turn)

    async def give_up(self, due: Due, trouble: str, most: int) -> bool:
        """Forget an alert that could not be delivered."""
        await self._forget(due)
        await self._write(
            "UPDATE alert_targets SET lost = lost + 1, trouble = $1 WHERE id = $2", trouble, due.target.id
        )

        async def do(connection: asyncpg.Connection[Any]) -> bool:
            sql = "DELETE FROM alert_targets WHERE id = $1 AND lost >= $2"
            return bool(await connection.execute(sql, due.target.id, most) != "DELETE 0")

        return await self._store.look(do)
