"""What whoever runs a server needs beside it: copies, restoring, taking one table out, forgetting one."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from banquise.server.club.players import all_about, forget
from banquise.server.live.house import make_store
from banquise.server.stores.sqlite import MIGRATIONS, connect, migrate
from banquise.server.stores.store import Store, StoreTrouble
from banquise.table import entries as e
from banquise.table.table import Table

T = TypeVar("T")


def _checked(path: Path) -> int:
    """Is this a whole store? How many tables are in it."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise ValueError(f"{path} is damaged: {verdict}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not 1 <= version <= len(MIGRATIONS):
            raise ValueError(f"{path} is no store of tables that this Banquise knows (its schema is {version})")
        gaps = connection.execute(
            'SELECT count(*) FROM tables t WHERE head != (SELECT count(*) FROM log WHERE "table" = t.id)'
        ).fetchone()[0]
        if gaps:
            raise ValueError(f"{path} is damaged: {gaps} tables have a log with gaps")
        count: int = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        return count
    finally:
        connection.close()


def backup(store: Path, target: Path) -> int:
    """Copy a store, also while it is served; whole or not at all. How many tables are in the copy."""
    if not store.exists():
        raise ValueError(f"there is no store {str(store)!r}")
    if target.exists():
        raise ValueError(f"{target} exists already; name a new file")
    draft = target.with_name(target.name + ".tmp")
    draft.unlink(missing_ok=True)
    source, copy = connect(store), sqlite3.connect(draft)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
        source.close()
    count = _checked(draft)
    draft.replace(target)
    return count


def restore(source: Path, store: Path, replace: bool) -> int:
    """Put a backup in the place of a store. How many tables are in it."""
    if not source.exists():
        raise ValueError(f"there is no file {str(source)!r}")
    if store.exists() and not replace:
        raise ValueError(f"{store} exists already; --replace puts the backup in its place")
    count = _checked(source)
    draft = store.with_name(store.name + ".tmp")
    draft.write_bytes(source.read_bytes())
    for leftover in (store.with_name(store.name + "-wal"), store.with_name(store.name + "-shm")):
        leftover.unlink(missing_ok=True)  # they belong to the store that is replaced
    draft.replace(store)
    connection = connect(store)
    try:
        migrate(connection)
    finally:
        connection.close()
    return count


async def check(database: str) -> None:
    """Can this store be opened? Says in a line why not; brings its schema up to date if it can."""
    store = make_store(database)
    try:
        await store.open()
        try:
            store.claim()
            await store.waiting_for_bots()
            await store.counts()
        finally:
            await store.close()
    except (StoreTrouble, OSError, sqlite3.Error) as error:
        raise ValueError(
            f"the tables cannot be opened: {error}; if the file is damaged, banquise restore puts a backup in its place"
        ) from None


async def export(database: str, name: str) -> bytes:
    """All that is kept about one table, as JSON: its header, its log, and what they come to. For whoever runs it."""
    store = make_store(database)
    await store.open()
    try:
        stored = await store.read(name)
    finally:
        await store.close()
    if stored is None:
        raise ValueError(f"there is no table {name!r}")
    header = e.decode_header(stored.header)
    table = Table(name, header)
    log = []
    for row in stored.rows:
        table.read(row)
        entry = msgspec.to_builtins(e.decode(row.body))
        entry.pop("token", None)  # a digest of a secret is nobody's data
        log.append({"seq": row.seq, "at": row.at, "entry": entry})
    facts = msgspec.to_builtins(header)
    if table.status != "over":
        facts.pop("seed")
    return msgspec.json.format(
        msgspec.json.encode({"table": name, "status": table.status, "header": facts, "log": log}), indent=1
    )


async def delete(database: str, table: str) -> bool:
    """Forget one table."""
    return await _with_store(database, lambda store: store.delete(table))


async def export_player(database: str, player: str) -> bytes:
    """All that is kept about one player, as JSON."""
    facts = await _with_store(database, lambda store: all_about(store, player))
    return msgspec.json.format(msgspec.json.encode(facts), indent=1)


async def delete_player(database: str, player: str) -> bool:
    """Forget one player: the card with all that hangs on it, their name and their words in every match."""
    return await _with_store(database, lambda store: forget(store, player))


async def _with_store(database: str, do: Callable[[Store], Awaitable[T]]) -> T:
    store = make_store(database)
    await store.open()
    try:
        return await do(store)
    finally:
        await store.close()
