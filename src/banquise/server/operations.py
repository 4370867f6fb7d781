"""What whoever runs a server needs beside it: copies, restoring, taking one table out, forgetting one."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from banquise.server.club.players import all_about, forget
from banquise.server.club.webpush import PushKey
from banquise.server.days import may_show_seed
from banquise.server.live.cards import outcome
from banquise.server.live.house import make_store
from banquise.server.now import now_ms
from banquise.server.stores.club_meeting import Report
from banquise.server.stores.club_ratings import Recomputed
from banquise.server.stores.sqlite import MIGRATIONS, connect, migrate
from banquise.server.stores.store import Outcome, Store, Stored, StoreTrouble
from banquise.table import entries as e
from banquise.table.notes import Note
from banquise.table.table import Table

T = TypeVar("T")
CONTEXT = 5  # lines before the one that was reported


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
        settled = store.club is None or await store.club.duplicates.is_settled(name)
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
    table.settled = settled
    if not may_show_seed(table):
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


@dataclass(frozen=True)
class Complaint:
    """A report with what it is about: a name, or what was said, among the last things said before it."""

    report: Report
    name: str
    said: str | None
    before: list[str]


async def reports(database: str, closed: bool = False) -> list[Complaint]:
    """What people have told the operator, with what it is about; what is closed too, if wanted."""

    async def do(store: Store) -> list[Complaint]:
        assert store.club is not None
        found = await store.club.meeting.reports(closed)
        tables = {name: await store.read(name) for name in {one.table for one in found}}
        return [_complaint(one, stored) for one in found if (stored := tables[one.table]) is not None]

    return await _with_store(database, do)


async def close_report(database: str, number: int) -> bool:
    """Nothing more is to be done about a report. Was it open?"""

    async def do(store: Store) -> bool:
        assert store.club is not None
        return await store.club.meeting.close_report(number, now_ms())

    return await _with_store(database, do)


def _complaint(report: Report, stored: Stored) -> Complaint:
    """What was said is only in the log: whoever was forgotten meanwhile has said nothing."""
    table = Table(report.table, e.decode_header(stored.header))
    talk: list[Note] = []
    for row in stored.rows:
        count = table.note_count
        table.read(row)
        talk += [note for note in table.notes if note.number >= count and note.chat is not None]
    names = [seat.name for seat in table.seats]
    said = {note.number: note for note in talk}
    if report.note is None or report.note not in said:
        return Complaint(report, names[report.seat], None, [_line(note, names) for note in talk[-CONTEXT:]])
    at = talk.index(said[report.note])
    before = [_line(note, names) for note in talk[max(0, at - CONTEXT) : at]]
    return Complaint(report, names[report.seat], said[report.note].chat, before)


def _line(note: Note, names: list[str]) -> str:
    return f"{names[note.seat] if note.seat is not None else ''}: {note.chat}"


async def recompute_ratings(database: str, keep: bool) -> tuple[int, Recomputed]:
    """Count all rated matches anew, from the logs of their tables where those are kept. How many, and what comes of it.

    Nothing is changed unless that is to be kept.
    """

    async def do(store: Store) -> tuple[int, Recomputed]:
        assert store.club is not None
        places, tables = {}, await store.club.ratings.tables()
        for name in tables:
            stored = await store.read(name)
            settled = _outcome(name, stored) if stored is not None else None
            if settled is not None:
                places[name] = settled.places
        return len(tables), await store.club.ratings.recompute(places, keep)

    return await _with_store(database, do)


async def push_key(database: str, renew: bool) -> str:
    """The public key by which push services know this house; a new one, if it is to be renewed."""

    async def do(store: Store) -> str:
        assert store.club is not None
        return PushKey(await store.club.alerts.push_key(PushKey.fresh(), renew)).public

    return await _with_store(database, do)


def _outcome(name: str, stored: Stored) -> Outcome | None:
    table = Table(name, e.decode_header(stored.header))
    table.read_all(stored.rows)
    return outcome(table)


async def _with_store(database: str, do: Callable[[Store], Awaitable[T]]) -> T:
    store = make_store(database)
    await store.open()
    try:
        return await do(store)
    finally:
        await store.close()
