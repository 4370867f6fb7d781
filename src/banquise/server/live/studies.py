"""Looking back on matches: replays through anybody's eyes, records from disk, analyses, and playing on from a moment.

All of it is for matches that are over, or for records that somebody brings: while a match runs, all of it refuses.
The event loop computes nothing: replays of our own tables are told in a thread, records of strangers are read in a
process that may be given up, and analyses are thought about by the bots' processes, between the moves of matches.
(In a browser the house has a worker to itself, and its bots another, which does all of it.)
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from banquise.games import game as game_named
from banquise.kernel.speech import Message, spelt
from banquise.server import journal, render
from banquise.server import looking_back as back
from banquise.server import protocol as p
from banquise.server.days import is_held_back
from banquise.server.live.house import BadTable, House
from banquise.server.live.shares import Share, Shares
from banquise.server.replays import CheckRecord, NoEyes, ReadRecord, replay_of
from banquise.server.stores.store import Cardholder
from banquise.table import BadRecord, Match, Record, decode, encode, replay
from banquise.table.entries import OVER
from banquise.table.match import Decision
from banquise.table.record import Written, go_through, record_of
from banquise.table.refused import Refused
from banquise.table.table import Table

if TYPE_CHECKING:
    from banquise.bots.analyse import Better
    from banquise.bots.pool import Job, Pool

T = TypeVar("T")
SIMULATIONS = 240_000  # for a whole match, so that a long one does not take all day ...
SIMULATIONS_A_LINE = (80, 400)  # ... but at least and at most so many for each line
PORTION = 1.0  # seconds of an analysis after which a bot may move
QUEUE = 16  # analyses and opinions that are under way or wait
KEPT = 200  # that are remembered
READERS = 2  # that tell replays and read records, one at a time for each address
WAITING = (4, 32)  # replays and records that may wait for them, of one address and in all
ABANDONED = 60.0  # seconds after which thinking stops that nobody asks about
RECORDS = 64  # of finished tables, kept at hand


@runtime_checkable
class Worker(Protocol):
    """Something that does jobs (``banquise.bots.pool.Job``) away from the tables."""

    async def do(self, job: Job) -> Any:
        """Do a job. TimeoutError or RuntimeError if it was given up."""
        ...

    async def close(self) -> None:
        """Do no more."""
        ...


class Reader:
    """Processes for what strangers send, started when they are first needed and killed when they take too long."""

    def __init__(self) -> None:
        self._pool: Pool | None = None

    async def do(self, job: Job) -> Any:
        """Let a process do it."""
        if self._pool is None:
            from banquise.bots.pool import Pool

            self._pool = Pool(READERS)
        return await asyncio.wrap_future(self._pool.do(job))

    async def close(self) -> None:
        """End the processes, if there are any."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)


async def _aside(function: Callable[[], T]) -> T:
    """Not in the event loop, where others wait; a browser's worker has no threads, and nobody else in it."""
    return function() if sys.platform == "emscripten" else await asyncio.to_thread(function)


@dataclass
class _Work:
    """One match, or one line of it, that is thought about."""

    key: str
    record: bytes
    game: str
    line: int | None
    simulations: int
    lines: int
    visitors: set[str]
    judge: str
    status: back.Progress = "waiting"
    chances: list[list[float]] = field(default_factory=list)
    swings: list[back.SwingInfo] = field(default_factory=list)
    opinion: Better | None = None
    asked: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Is it still to be done?"""
        return self.status in ("waiting", "thinking")

    @property
    def is_abandoned(self) -> bool:
        """Has nobody asked about it for long?"""
        return time.monotonic() - self.asked > ABANDONED


class Studies:
    """All looking back in one process. Nothing of it is stored; what was thought is remembered while we run."""

    def __init__(self, house: House, reader: Worker | None = None):
        self.house = house
        self._reader = reader or Reader()
        self._works: OrderedDict[str, _Work] = OrderedDict()
        self._records: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)  # one analysis at a time: the bots at the tables come first
        self._desks = Shares(READERS, of_one=1)

    async def close(self) -> None:
        """Stop thinking and reading."""
        tasks = [work.task for work in self._works.values() if work.task is not None and not work.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reader.close()

    # Matches ------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _desk(self, visitor: str) -> AsyncIterator[None]:
        """Wait to be served. Whoever asks for much waits for their own: another address is served beside them."""
        of_one, of_all = WAITING
        if self._desks.waiting(visitor) >= of_one or self._desks.waiting() >= of_all:
            raise Refused("refused.busy")
        async with self._desks.turn(Share(visitor)):
            yield

    async def replay_table(self, table: str, eyes: str, language: str, visitor: str = "") -> bytes:
        """A finished table's match through somebody's eyes. Refused while the match runs, to whomever it may be."""
        room = await self.house.existing(table)

        def look(table: Table) -> tuple[p.Table, Match, list[Decision], list[int]]:
            beginning, log = _finished(table)
            return render.table(table, [], room.present(), language, 0), beginning, log, list(table.moments)

        async with self._desk(visitor):
            shown, beginning, log, moments = await room.look(look)
            return await _aside(
                lambda: p.encode(replay_of(beginning, log, eyes, language, shown, moments)),
            )

    async def replay_record(self, wish: back.OpenRecord, visitor: str = "") -> bytes:
        """A record through somebody's eyes."""
        told: bytes = await self._read(ReadRecord(wish.record, wish.eyes, wish.language), visitor)
        return told

    async def record(self, source: back.Source, visitor: str = "") -> bytes:
        """The record to look back on, every line of it known to be legal."""
        if source.record is not None and source.table is None:
            checked: bytes = await self._read(CheckRecord(source.record), visitor)
            if decode(checked).position:
                raise Refused("refused.set_up")
            return checked
        if source.table is None or source.record is not None:
            raise BadTable("give either the name of a finished table or the text of a record")
        return await self._record_of_table(source.table)

    async def _record_of_table(self, table: str) -> bytes:
        room = await self.house.existing(table)  # a table that was forgotten is forgotten here too
        if table in self._records:
            self._records.move_to_end(table)
            return self._records[table]
        beginning, log = await room.look(_finished)
        record = await _aside(lambda: _written(beginning, log))
        self._records[table] = record
        if len(self._records) > RECORDS:
            self._records.popitem(last=False)
        return record

    async def _read(self, job: Job, visitor: str) -> Any:
        """Let the reader do something with a record of a stranger."""
        try:
            async with self._desk(visitor):
                answer = await self._reader.do(job)
        except (TimeoutError, RuntimeError) as error:
            journal.note("a record could not be read", why=type(error).__name__)
            raise BadRecord(
                "this record takes too long to read; it should be that of a match as people play it"
            ) from None
        if isinstance(answer, BadRecord | NoEyes):
            raise answer
        return answer

    # Playing on ---------------------------------------------------------------------------------

    async def play_on(self, wish: back.PlayOn, visitor: str = "", holder: Cardholder | None = None) -> p.Seated:
        """A new table whose match begins after so many lines of the log, with one person and bots."""
        record = decode(await self.record(wish, visitor))
        if wish.line > len(record.log):
            raise BadTable(f"the log of that match has {len(record.log)} lines, not {wish.line}")
        if wish.seat >= len(record.seats):
            raise BadTable(
                f"that match has {len(record.seats)} seats, numbered from 0; there is none of number {wish.seat}"
            )
        match = await _aside(lambda: replay(record, wish.line))
        seats = [
            p.PlaceWish("me") if seat == wish.seat else p.PlaceWish("bot", wish.level) for seat in range(match.seats)
        ]
        table = p.NewTable(record.game, seats, record.options, wish.name, entropy=wish.entropy)
        before = [entry for entry in (*match.before, *match.log) if not entry.gives_up]
        return await self.house.create(table, before, holder=holder)

    # Thinking -----------------------------------------------------------------------------------

    def _thinker(self) -> Worker:
        for thinker in self.house.thinkers:
            if isinstance(thinker, Worker):
                return thinker
        raise Refused("refused.no_search")

    async def start(self, wish: back.StudyWish, visitor: str) -> back.Study:
        """Think about a match, or about one line of it; what is known already is answered at once."""
        record = await self.record(wish, visitor)
        thinker, read = self._thinker(), decode(record)
        if wish.line is not None:
            _check_line(read, wish.line)
        key = sha256(record).hexdigest()[:32] + (f"-{wish.line}" if wish.line is not None else "")
        work = self._works.get(key)
        if work is None or work.status in ("failed", "stopped"):
            known = work.chances if work is not None else []
            work = self._works[key] = self._new_work(key, record, read, wish.line, visitor)
            work.chances += known  # of an analysis that was stopped half-way
            self._works.move_to_end(key)
            work.task = asyncio.create_task(self._think(work, thinker))
        work.visitors.add(visitor)
        return self.told(work.key, wish.language)

    def _new_work(self, key: str, record: bytes, read: Record, line: int | None, visitor: str) -> _Work:
        under_way = [work for work in self._works.values() if work.is_open]
        if any(visitor in work.visitors and (work.line is None) == (line is None) for work in under_way):
            raise Refused("refused.study_mine")
        if len(under_way) >= QUEUE:
            raise Refused("refused.study_full")
        for old in [old for old, work in self._works.items() if not work.is_open][: max(0, len(self._works) - KEPT)]:
            del self._works[old]
        from banquise.bots.levels import judge_of

        least, most = SIMULATIONS_A_LINE
        judge = judge_of(game_named(read.game), len(read.seats))
        simulations = max(least, min(most, SIMULATIONS // (len(read.log) + 1)))
        return _Work(key, record, read.game, line, simulations, len(read.log) + 1, {visitor}, judge)

    async def _think(self, work: _Work, thinker: Worker) -> None:
        try:
            if work.line is not None:
                await self._ask(work, thinker)
            else:
                async with self._turn:
                    await self._judge(work, thinker)
        except asyncio.CancelledError:
            work.status = "stopped"
            raise
        except Exception as error:
            work.status = "failed"
            journal.fault("an analysis failed", error)

    async def _judge(self, work: _Work, thinker: Worker) -> None:
        """Portion by portion, so that bots may move in between."""
        from banquise.bots.analyse import Chances, assembled

        work.status = "thinking"
        while len(work.chances) < work.lines:
            if work.is_abandoned:
                work.status = "stopped"
                return
            job = Chances(work.record, work.game, len(work.chances), work.simulations, PORTION)
            work.chances += await thinker.do(job)
            work.status = "thinking"
        found = assembled(decode(work.record), work.chances, work.simulations)
        points = [found.points[index] for index in found.swings]
        work.swings = [back.SwingInfo(point.line, point.swung, point.swing) for point in points if point.swing]
        work.status = "done"

    async def _ask(self, work: _Work, thinker: Worker) -> None:
        from banquise.bots.analyse import Opinion

        assert work.line is not None
        work.status = "thinking"
        work.opinion = await thinker.do(Opinion(work.record, work.game, work.line))
        work.status = "done"

    def told(self, key: str, language: str) -> back.Study:
        """How far it has come."""
        work = self._works.get(key)
        if work is None:
            raise Refused("refused.no_study")
        work.asked = time.monotonic()
        before = [one for one in self._works.values() if one.is_open and one.line is None]
        return back.Study(
            key=work.key,
            status=work.status,
            judge=work.judge,
            ahead=before.index(work) if work.status == "waiting" and work in before else 0,
            done=len(work.chances),
            all=work.lines if work.line is None else 1,
            chances=work.chances,
            swings=work.swings,
            opinion=_opinion(work, language) if work.opinion is not None else None,
        )

    def stop(self, key: str, visitor: str) -> None:
        """This visitor does not want it any more; it stops when nobody does."""
        work = self._works.get(key)
        if work is None:
            raise Refused("refused.no_study")
        work.visitors.discard(visitor)
        if work.is_open and not work.visitors and work.task is not None:
            work.status = "stopped"
            work.task.cancel()


def _finished(table: Table) -> tuple[Match, list[Decision]]:
    """What is needed to play a finished match again; a match that runs is nobody's to look back on."""
    if table.match is None or table.status != OVER:
        raise Refused("refused.not_over")
    if is_held_back(table):
        raise Refused("refused.duplicate_closed")
    return table.match.copy(0), list(table.match.log)


def _written(match: Match, log: list[Decision]) -> bytes:
    """The record of a match played again, far from the table that it was played at."""
    written = Written()
    go_through(match, log, written)
    return encode(record_of(match, written, reveal=True))


def _check_line(record: Record, line: int) -> None:
    if line > len(record.log):
        raise BadTable(f"the log of that match has {len(record.log)} lines, not {line}")
    if not record.log[line - 1].is_move:
        raise BadTable(f"line {line} of the log is no move; give a line where a seat moved")


def _opinion(work: _Work, language: str) -> back.OpinionInfo:
    found = work.opinion
    assert found is not None
    folder = game_named(work.game).folder

    def told(messages: list[Message]) -> list[p.Said]:
        return [render.spoken(message, language, folder) for message in messages]

    return back.OpinionInfo(
        line=found.line,
        seat=found.seat,
        level=found.level,
        move=spelt(found.move, language, folder),
        said=told(found.said),
        chance=found.chance,
        reason=render.spoken(found.reason, language, folder) if found.reason else None,
        played=spelt(found.played, language, folder),
        played_said=told(found.played_said),
        same=found.same,
    )
