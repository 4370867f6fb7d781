"""One table in memory: a cache of its log, the people who watch it, and the bots that play at it.

Everything that changes a table goes through ``Room.change``: decide in memory, store, and only then tell. If storing
fails in any way, the cache is thrown away and read again, and the command is looked for in what was stored: an
acknowledgement is never a guess.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from banquise.server import journal, metrics
from banquise.server.days import is_held_back
from banquise.server.live.bots import Bots, Claim
from banquise.server.live.cards import Cards, alert_at, outcome, seatings
from banquise.server.live.errors import Frozen, NoTable
from banquise.server.live.viewer import News, Viewer
from banquise.server.now import now_ms
from banquise.server.stores.crash import crash_point
from banquise.server.stores.store import Append, BadRow, Cardholder, Conflict, StoreFull, StoreTrouble
from banquise.table import entries as e
from banquise.table.entries import OVER, RUNNING
from banquise.table.refused import Refused
from banquise.table.table import Table

if TYPE_CHECKING:
    from banquise.server.live.house import House

T = TypeVar("T")
ATTEMPTS = 8
PRESENCE_SECONDS = 15.0
_OF_THE_MATCH = frozenset((e.Act, e.Chance))  # entries that leave the table beside the match as it is
TROUBLE_WAIT = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0)  # seconds between attempts while the store is in trouble


class Elsewhere(NamedTuple):
    """What another process says of a table, until when: whose people it has, and what a bot thinks about there."""

    seats: frozenset[int]
    thinking: Claim | None
    until: float


class Room:
    """A live table."""

    def __init__(self, house: House, name: str):
        self.house = house
        self.name = name
        self.watchers: set[Viewer] = set()
        self._elsewhere: dict[str, Elsewhere] = {}  # by process
        self.last_seen: dict[int, float] = {}  # when the person of a seat was last connected
        self.touched = time.monotonic()
        self.frozen = False
        self._table: Table | None = None
        self._untold = False  # an append went wrong: it may have been stored, and was not told
        self._news: News | None = None  # as last told
        self._cards = Cards()
        self._lock = asyncio.Lock()
        self._waiting: dict[str, int] = {}  # commands, by whose they are
        self._readers: list[Callable[[Table], None]] = []  # who waits to read while something is being stored
        self._reading: asyncio.Task[None] | None = None
        self.bots = Bots(self)

    # Reading ------------------------------------------------------------------------------------

    async def read(self) -> Table:
        """The table as it is stored. Call under the lock, or just after a change; do not keep it."""
        self.touched = time.monotonic()
        if self.frozen:
            raise Frozen(self.name)
        if self._table is None:
            stored = await self.house.store.read(self.name)
            if stored is None:
                raise NoTable(self.name)
            try:
                table = Table(self.name, e.decode_header(stored.header), self.house.downtime)
                table.read_all(stored.rows)
            except Exception as error:
                self.freeze(error)
                raise Frozen(self.name) from error
            dealt = table.header.dealt
            if dealt is not None and dealt.duplicate and self.house.store.club is not None:
                table.settled = await self.house.store.club.duplicates.is_settled(self.name)
            self._table = table
            if self._untold:  # something was stored, perhaps, and those who watch have not heard of it
                self._tell(table, table_changed=True)
                if self._table is None:
                    raise Frozen(self.name)
        return self._table

    async def look(self, look: Callable[[Table], T]) -> T:
        """Read something off the table as it is on disk.

        Readers wait in no queue of the players': as long as nothing is being stored they read at once, and otherwise
        all of them together as soon as it is.
        """
        if self._table is not None:
            self.touched = time.monotonic()
            return self._look(self._table, look)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def read(table: Table) -> None:
            if not answer.done():
                try:
                    answer.set_result(self._look(table, look))
                except Exception as error:
                    answer.set_exception(error)

        self._readers.append(read)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        reading = self._reading  # ours: whoever comes after its end begins another
        await asyncio.wait((answer, reading), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            reading.result()  # it raises what stopped it
        return answer.result()

    def _look(self, table: Table, look: Callable[[Table], T]) -> T:
        if self.frozen:
            raise Frozen(self.name)
        try:
            return look(table)
        except Refused:
            raise
        except Exception as error:
            self.freeze(error)
            raise Frozen(self.name) from error

    async def _read(self) -> None:
        """For all who wait to read: have the table in memory."""
        async with self._lock:
            try:
                self._let_read(await self.read())
            finally:
                self._readers.clear()  # who waits for this task hears what stopped it

    def _let_read(self, table: Table) -> None:
        readers, self._readers = self._readers, []
        for read in readers:
            read(table)

    @property
    def is_over(self) -> bool:
        """Has the match ended, as far as is known here without reading?"""
        return self._table is not None and self._table.status == OVER

    @property
    def is_behind(self) -> bool:
        """Is there something that those who watch have perhaps not heard of?"""
        return self._untold and not self.frozen

    async def refresh(self, head: int | None = None, rows: Sequence[e.Row] = ()) -> None:
        """Take what another process has appended, given or read, and tell. Its bots are its own affair."""
        async with self._lock:
            try:
                if self._table is not None:
                    await self._take(self._table, head, rows)
                elif self.is_behind or self.watchers:
                    self._untold = True  # whatever became of the table that we had: they have not heard of this
                    await self.read()
            except StoreTrouble:
                self._table = None
                self._untold = True
                self.house.refresh_later(self)
            except (Frozen, NoTable):
                self._untold = False

    async def _take(self, table: Table, head: int | None, rows: Sequence[e.Row]) -> None:
        if head is not None and table.head >= head:
            return
        fresh = [row for row in rows if row.seq >= table.head]
        if not fresh or fresh[0].seq != table.head:  # none were given, or some were missed
            stored = await self.house.store.read(self.name, table.head)
            fresh = stored.rows if stored is not None else []
        try:
            for row in fresh:
                table.read(row)
        except Exception as error:
            self.freeze(error)
        else:
            if fresh:
                self._tell(table, table_changed=True)

    async def reread(self) -> None:
        """The log was rewritten: read it again, and tell."""
        async with self._lock:
            self._table, self._untold = None, True
            try:
                await self.read()
            except StoreTrouble:
                self.house.refresh_later(self)
            except (Frozen, NoTable):
                self._untold = False

    async def settle(self) -> None:
        """Nobody plays with the chance of this table any more: whoever is here is told, if they were not."""

        def tell(table: Table) -> None:
            if not table.settled:
                table.settled = True
                self._tell(table, table_changed=True)

        with suppress(StoreTrouble, Frozen, NoTable):
            await self.look(tell)

    # Changing -----------------------------------------------------------------------------------

    async def change(
        self,
        decide: Callable[[Table, int], T],
        command: str | None = None,
        sitters: Mapping[str, Cardholder] | None = None,
        by: str = "",
    ) -> T | None:
        """Decide, store, tell. None if this very command was stored before: it has its effect, and only once.

        ``sitters``: players who sit down with a card, by the digests of their tokens. ``by``: who wants it, so that
        nobody's commands fill the room that others need; the house itself is nobody.
        Raises Refused (nothing has changed), Frozen or NoTable.
        """
        self.touched = time.monotonic()
        if self._waiting or self._lock.locked():
            await self._wait(by)
        else:
            await self._lock.acquire()
        try:
            for attempt in range(ATTEMPTS):
                try:
                    return await self._try_change(decide, command, sitters or {})
                except Conflict:
                    metrics.CONFLICTS.add()
                except StoreTrouble as error:
                    metrics.TROUBLES.add()
                    self.house.wrote(False)
                    journal.note("store trouble", table=self.name, error=str(error))
                    if isinstance(error, StoreFull):
                        raise Refused("refused.full") from None
                    if attempt < len(TROUBLE_WAIT):
                        await asyncio.sleep(TROUBLE_WAIT[attempt])
            raise Refused("refused.unavailable")
        finally:
            self._lock.release()
            if self.is_behind:  # given up: it may have been stored all the same
                self.house.refresh_later(self)

    async def _wait(self, by: str) -> None:
        waiting = self._waiting.get(by, 0)
        if by and waiting >= self.house.settings.inbox:
            raise Refused("refused.busy")
        self._waiting[by] = waiting + 1
        try:
            await self._lock.acquire()
        finally:
            if (left := self._waiting.pop(by) - 1) > 0:
                self._waiting[by] = left

    async def _try_change(
        self, decide: Callable[[Table, int], T], command: str | None, sitters: Mapping[str, Cardholder]
    ) -> T | None:
        table = self._table or await self.read()
        if command is not None and command in table.commands:
            if table.bots_to_act():
                self.wake_bots()  # whoever stored it may not have come so far
            return None
        at = now_ms()
        try:
            result = decide(table, at)
        except Refused:
            if table.draft:
                self._table = None
            raise
        except Exception as error:
            self.freeze(error)
            raise Frozen(self.name) from error
        if table.draft:
            self._table = None  # whatever happens while it is being stored, an unfinished table is not used
            self._untold = True
            append = self._to_append(table, at, command, sitters)
            crash_point("before append")
            start = time.perf_counter()
            try:
                await self.house.store.append(append)
            except BadRow as error:
                journal.fault("the store refuses a row", error, table=self.name)
                raise Refused("refused.unavailable") from None
            self.house.wrote(True)
            metrics.DURABLE.observe(time.perf_counter() - start)
            self._stored(table, append)
        return result

    def _to_append(self, table: Table, at: int, command: str | None, sitters: Mapping[str, Cardholder]) -> Append:
        """The draft, as the store is given it."""
        rows = [
            e.Row(table.head + n, at, None if n else command, e.encode(entry)) for n, entry in enumerate(table.draft)
        ]
        card = self._cards.card(table, at)
        seated = () if _OF_THE_MATCH.issuperset(map(type, table.draft)) else seatings(table, sitters)
        ended = outcome(table) if card.status == OVER else None
        return Append(self.name, table.head, tuple(rows), card, seated, ended, alert_at(table, at))

    def _stored(self, table: Table, append: Append) -> None:
        """It is durable: tell everybody."""
        metrics.ENTRIES.add(count=len(append.rows))
        crash_point("after append")
        changed = append.card.status == OVER or not _OF_THE_MATCH.issuperset(map(type, table.draft))
        table.taken(append.rows)
        self._table = table
        self._tell(table, changed)
        self._let_read(table)
        if append.card.status == OVER and is_held_back(table):
            self.house.settle_soon(table)
        crash_point("after telling")
        if table.bots_to_act():
            self.wake_bots()

    async def refresh_card(self) -> None:
        """Store lists and alarms anew, without adding to the log (a deadline that downtime has moved)."""
        async with self._lock:
            table = await self.read()
            await self.house.store.append(Append(self.name, table.head, (), self._cards.card(table, now_ms())))

    def _tell(self, table: Table, table_changed: bool) -> None:
        self._untold = False
        self._news = None
        try:
            for watcher in self.watchers if table_changed else ():
                watcher.keep_seats(table)
            for watcher in tuple(self.watchers):
                if not watcher.seats and is_held_back(table):
                    self.house.do_soon(watcher.dismiss())
                else:
                    watcher.show(self._news_of(table, table_changed), table_changed)
        except Exception as error:
            self.freeze(error)

    def news(self) -> News:
        """The table just stored or read, to be shown: call while looking at it."""
        assert self._table is not None
        return self._news_of(self._table, beside=True)

    def _news_of(self, table: Table, beside: bool) -> News:
        if self._news is None or not self._news.is_of(table, beside):
            self._news = News(table, self.present() if beside else None)
        return self._news

    def freeze(self, error: BaseException) -> None:
        """The table's own code failed: report it, stop it, leave all others alone."""
        self.frozen = True
        self._table = None
        metrics.FROZEN.inc()
        journal.fault("table frozen", error, table=self.name)
        for watcher in tuple(self.watchers):
            watcher.say_frozen()

    # People -------------------------------------------------------------------------------------

    def present_here(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {seat for watcher in self.watchers for seat in watcher.seats}

    def present(self) -> Collection[int]:
        """The seats whose people are connected, to this process or another."""
        return self.present_here().union(*(there.seats for there in self._others()))

    @property
    def played_here(self) -> str | None:
        """The game, while a match runs whose people are connected, the first of them to this process."""
        present = self.present()
        if self._news is None or not present or min(present) not in self.present_here():
            return None
        table = self._news.table
        return table.header.game if table.status == RUNNING else None

    def _others(self) -> list[Elsewhere]:
        now = time.monotonic()
        return [there for there in self._elsewhere.values() if there.until > now]

    def present_elsewhere(self, process: str, seats: list[int], thinking: Claim | None) -> None:
        """Another process says who is connected to it and which bot thinks; it says so again before we forget it."""
        before, said = self.present(), self._elsewhere.get(process)
        self._elsewhere[process] = Elsewhere(frozenset(seats), thinking, time.monotonic() + PRESENCE_SECONDS)
        for seat in seats:
            self.last_seen[seat] = time.monotonic()
        self._show_presence(before)
        if said is not None and said.thinking not in (None, thinking):
            self.wake_bots()  # it thinks no more: if nothing came of it, it is our turn

    def forget_the_silent(self) -> None:
        """Processes that have said nothing for long have died: their people are not here."""
        before = self.present_here().union(*(there.seats for there in self._elsewhere.values()))
        now = time.monotonic()
        self._elsewhere = {process: there for process, there in self._elsewhere.items() if there.until > now}
        self._show_presence(before)

    def _show_presence(self, before: Collection[int]) -> None:
        if self.present() == before or self.frozen:
            return
        if self._table is not None:
            self._tell(self._table, table_changed=True)
        elif self.watchers:
            self.house.do_soon(self._show_all())  # the table is being stored or read: as soon as it is

    async def _show_all(self) -> None:
        with suppress(StoreTrouble, Frozen, NoTable):
            await self.look(lambda table: self._tell(table, table_changed=True))

    async def enter(self, watcher: Viewer) -> None:
        """Somebody comes; a person whom a bot stood in for is back."""
        await self.look(lambda table: watcher.seats.extend(watcher.seats_at(table)))
        self.watchers.add(watcher)
        if watcher.seats:
            self.house.show_presence(self)
            await self.change(lambda table, at: table.back(watcher.seats, at), by=watcher.token)
        await self._announce(watcher)
        if self._table is None or self._table.bots_to_act():
            self.wake_bots()  # whoever was to think for them may have died with the process that they come from

    def leave(self, watcher: Viewer) -> None:
        """Somebody goes."""
        before = self.present()
        self.watchers.discard(watcher)
        for seat in watcher.seats:
            self.last_seen[seat] = time.monotonic()
        if watcher.seats:
            self._show_presence(before)
            self.house.show_presence(self)

    async def _announce(self, newcomer: Viewer) -> None:
        """Show that somebody is here; the newcomer is shown everything."""

        def show(table: Table) -> None:
            if newcomer.seats:
                self._news = None  # who is present has changed
            for watcher in tuple(self.watchers):
                if watcher is newcomer or newcomer.seats:
                    watcher.show(self._news_of(table, beside=True), table_changed=True)

        await self.look(show)

    def is_absent(self, seat: int) -> bool:
        """Has the person of a seat been away for long?"""
        if seat in self.present():
            return False
        away = time.monotonic() - self.last_seen.get(seat, self.house.started)
        return away >= self.house.settings.absent_seconds

    # Bots ---------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Something has happened: let the bots move that have to."""
        self.bots.wake()

    def claims(self) -> list[tuple[Claim, float]]:
        """What the bots of other processes think about, and until when we believe it."""
        return [(there.thinking, there.until) for there in self._others() if there.thinking is not None]

    @property
    def is_busy(self) -> bool:
        """Does anybody need this table in memory?"""
        return bool(self.watchers) or self._lock.locked() or self.bots.is_busy

    async def close(self) -> None:
        """Stop thinking and let go of the table."""
        await self.bots.close()
