"""Evenings of groups: opened, joined, led from round to round, shown. ``evening.py`` knows what can be done with one.

All of it is in the store: any process answers, a restart loses nothing, and of two who change an evening at once the
second looks again and decides anew. How tables end is seen whenever anybody looks; a whole room looks all the time, so
what one of them is told others are told for a moment, too.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hmac import compare_digest
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from banquise.games import game as game_named
from banquise.server.club import evening_protocol as ev
from banquise.server.club.evening import Body, Evening, NotAtThisEvening, Plan, new_lot
from banquise.server.club.pairing import PACES
from banquise.server.club.seating import table_for
from banquise.server.live.errors import Frozen, NoTable
from banquise.server.live.house import BadTable, House
from banquise.server.live.shares import Share, Shares
from banquise.server.live.tokens import digest_of, new_name
from banquise.server.names import clean
from banquise.server.now import now_ms
from banquise.server.protocol import NewTable, PlaceWish
from banquise.server.stores.club_evenings import Entrant, EveningChange, EveningRow
from banquise.server.stores.club_evenings import Evenings as Kept
from banquise.server.stores.club_evenings import NewTable as KeptTable
from banquise.server.stores.store import Cardholder, Conflict
from banquise.table.entries import Clock
from banquise.table.refused import Refused

CLOCKS = {"quick": PACES["quick"], "calm": PACES["calm"], "free": Clock()}
ATTEMPTS = 30  # of one change, while other processes change the same evening
FRESH_SECONDS = 0.5  # for so long nobody looks again whether tables of other processes have ended
KEPT_SECONDS = 10.0  # for so long what was told is kept: if nothing has changed, it is told again


class NoEvening(Exception):
    """There is no such evening."""


class NoRight(Exception):
    """Only whoever opened the evening may do that, or somebody they gave their link."""


class Seen(NamedTuple):
    """An evening as it was at a time, in seconds, and what everybody is told of it."""

    row: EveningRow
    evening: Evening
    told: ev.Evening
    at: float


class Evenings:
    """The evenings of a house."""

    def __init__(self, house: House):
        self.house = house
        self._seen: dict[str, Seen] = {}
        self._changing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._drawing = Shares(1)  # to draw a round may take a second of the processor: evenings take turns ...
        self._thread = ThreadPoolExecutor(1, "drawing")  # ... in a thread that waits for nothing else

    @property
    def _kept(self) -> Kept:
        assert self.house.store.club is not None
        return self.house.store.club.evenings

    async def open(self, wish: ev.EveningWish) -> ev.MyEvening:
        """A new evening; whoever holds the right leads it."""
        self.house.check(_table_wish(wish.game, wish.seats, wish.pace))
        sizes = [size for size in game_named(wish.game).seats if 2 <= size <= wish.seats]
        title = self.house.words.check_name(clean(wish.title, 60))
        plan = Plan(wish.game, sizes, wish.pace, wish.kind, wish.rounds, wish.by_itself, title)
        now, name = now_ms(), new_name()
        await self._kept.open(EveningRow(name, digest_of(wish.right), now, now, 0, msgspec.json.encode(Body(plan))))
        return await self.look(name, ev.EveningLook(right=wish.right), None)

    async def look(self, name: str, wish: ev.EveningLook, holder: Cardholder | None) -> ev.MyEvening:
        """How it stands for one who came, or leads it, or watches."""
        seen = await self._read(name)
        me = self._me(seen.evening, wish.ticket, holder)
        if me is not None and wish.entropy and not me.entropy:
            seen = await self._change(name, lambda _, one: _adds(one, me.number, wish.entropy))
        leads = wish.right is not None and compare_digest(seen.row.right, digest_of(wish.right))
        return _told(seen, self._me(seen.evening, wish.ticket, holder), leads)

    async def join(self, name: str, wish: ev.EveningJoin, holder: Cardholder | None) -> ev.MyEvening:
        """Come to an evening, at whatever time."""
        player, device = holder if holder is not None else (None, "")
        ticket, lot = digest_of(wish.ticket), new_lot()
        comer = Entrant(name, 0, ticket, self.house.name(wish.name), wish.entropy, player, device, lot, 0, False)
        seen = await self._change(name, lambda _, evening: _nothing(evening.join(comer)))
        return _told(seen, self._me(seen.evening, wish.ticket, holder), False)

    async def leave(self, name: str, wish: ev.EveningLeave, holder: Cardholder | None) -> ev.MyEvening:
        """Be paired no more; the organiser says it of anybody."""

        async def do(row: EveningRow, evening: Evening) -> None:
            me = self._me(evening, wish.ticket, holder)
            if wish.right is not None and wish.person is not None:
                _check(row, wish.right)
                evening.leave(wish.person)
            elif me is not None:
                evening.leave(me.number)
            else:
                raise NotAtThisEvening("nobody", "nobody came with this ticket, so nobody leaves")

        seen = await self._change(name, do)
        return _told(seen, self._me(seen.evening, wish.ticket, holder), wish.right is not None)

    async def go_on(self, name: str, wish: ev.EveningGoOn) -> ev.MyEvening:
        """Begin the next round."""

        async def do(row: EveningRow, evening: Evening) -> list[KeptTable]:
            _check(row, wish.right)
            return await self._begin(name, evening, wish.rounds)

        return _told(await self._change(name, do), None, True)

    async def close(self, name: str, wish: ev.EveningClose) -> ev.MyEvening:
        """Wait no longer for a table, and end its match: who sits there is told, and nobody wins it but here."""
        seats: list[int] = []

        async def do(row: EveningRow, evening: Evening) -> None:
            _check(row, wish.right)
            seats[:] = evening.close(wish.table, wish.winners, now_ms())

        told = _told(await self._change(name, do), None, True)
        with suppress(Frozen, NoTable):
            room = await self.house.existing(wish.table)
            await room.change(lambda table, at: table.close(seats, at), f"closed:{name}")
        return told

    async def end(self, name: str, wish: ev.EveningEnd) -> ev.MyEvening:
        """No further round; tables that are still played at count."""

        async def do(row: EveningRow, evening: Evening) -> None:
            _check(row, wish.right)
            evening.body.ended = True

        return _told(await self._change(name, do), None, True)

    # Reading and writing ------------------------------------------------------------------------

    async def _read(self, name: str) -> Seen:
        """An evening as it is now: what has ended is written down, and what begins by itself begins."""
        if (seen := await self._fresh(name)) is not None:
            return seen
        async with self._alone(name):
            if (seen := await self._fresh(name)) is not None:  # somebody else has looked while we waited
                return seen
            for _ in range(ATTEMPTS):
                row, evening = await self._stored(name)
                await self._settled(evening)
                begins = evening.begins_at()
                tables: list[KeptTable] = []
                if begins is not None and begins <= now_ms():
                    tables = await self._begin(name, evening, len(evening.body.rounds))
                with suppress(Conflict):
                    return await self._write(row, evening, tables)
                await _wait()
        raise Refused("refused.unavailable")

    async def _change(self, name: str, do: Callable[[EveningRow, Evening], Awaitable[list[KeptTable] | None]]) -> Seen:
        async with self._alone(name):
            for _ in range(ATTEMPTS):
                row, evening = await self._stored(name)
                await self._settled(evening)
                tables = await do(row, evening)
                with suppress(Conflict):
                    return await self._write(row, evening, tables or [])
                await _wait()
        raise Refused("refused.unavailable")

    def _alone(self, name: str) -> asyncio.Lock:
        """Whoever holds this changes an evening; in this process others wait for them, and do not collide."""
        return self._changing.setdefault(name, asyncio.Lock())

    async def _fresh(self, name: str) -> Seen | None:
        """What was told a moment ago, unless it was written since, a round begins now, or a table has ended here."""
        seen, rooms = self._seen.get(name), self.house.rooms
        if seen is None or seen.at < time.monotonic() - FRESH_SECONDS:
            return None
        if seen.told.next is not None and seen.told.next <= now_ms():
            return None
        ended = any(one.table in rooms and rooms[one.table].is_over for one in seen.evening.running())
        if ended or await self._kept.revision(name) != seen.row.revision:
            return None
        return seen

    def _keep(self, row: EveningRow, evening: Evening) -> Seen:
        """Remember what is told; standings are reckoned once for what has not changed."""
        now, before = time.monotonic(), self._seen.get(row.id)
        same = before is not None and before.row.revision == row.revision
        told = before.told if before is not None and same else evening.told(row.id, row.created)
        self._seen = {name: one for name, one in self._seen.items() if one.at > now - KEPT_SECONDS}
        self._seen[row.id] = Seen(row, evening, told, now)
        return self._seen[row.id]

    async def _stored(self, name: str) -> tuple[EveningRow, Evening]:
        found = await self._kept.read(name) if name.isascii() and "\0" not in name else None
        if found is None:
            raise NoEvening
        row, entrants = found
        return row, Evening(msgspec.json.decode(row.body, type=Body), entrants)

    async def _settled(self, evening: Evening) -> bool:
        running = [one.table for one in evening.running()]
        return evening.settle(await self._kept.states(running), now_ms()) if running else False

    async def _write(self, row: EveningRow, evening: Evening, tables: list[KeptTable]) -> Seen:
        """Write what has changed, if anything has."""
        entrants, body = (
            [evening.entrants[number] for number in sorted(evening.changed)],
            msgspec.json.encode(evening.body),
        )
        if not entrants and not tables and body == row.body:
            return self._keep(row, evening)
        new = row._replace(updated=now_ms(), body=body)
        await self._kept.write(EveningChange(new, entrants, tables))
        return self._keep(new._replace(revision=row.revision + 1), evening)

    async def _begin(self, name: str, evening: Evening, seen: int) -> list[KeptTable]:
        """Draw a round, and make its tables: beside the tables of others, for it may take a while."""
        evening.check_round(seen)
        async with self._drawing.turn(Share(name)):
            drawn = await asyncio.get_running_loop().run_in_executor(self._thread, evening.draw_round)
        plan, number = evening.plan, len(evening.body.rounds) + 1
        tables = []
        for people in drawn.tables:
            title = f"{plan.title} · {number}" if plan.title else ""
            wish = _table_wish(plan.game, len(people), plan.pace, title)
            tables.append(table_for(self.house, wish, [evening.entrants[person] for person in people]))
        evening.begin(drawn, [one.table for one in tables])
        return tables

    @staticmethod
    def _me(evening: Evening, ticket: str | None, holder: Cardholder | None) -> Entrant | None:
        return evening.of_ticket(digest_of(ticket) if ticket else None, holder.player if holder else None)


async def _wait() -> None:
    """Those who collide do so once."""
    await asyncio.sleep(random.uniform(0, 0.05))


async def _adds(evening: Evening, number: int, entropy: str) -> None:
    evening.put(evening.entrants[number]._replace(entropy=entropy))


async def _nothing(_: object) -> None:
    return None


def _check(row: EveningRow, right: str) -> None:
    if not compare_digest(row.right, digest_of(right)):
        raise NoRight


def _table_wish(game: str, seats: int, pace: str, title: str = "") -> NewTable:
    if seats not in range(2, 5):
        raise BadTable(f"from two to four sit at a table of an evening, not {seats}")
    return NewTable(game, [PlaceWish("open")] * seats, clock=CLOCKS[pace], title=title[:60])


def _told(seen: Seen, me: Entrant | None, leads: bool) -> ev.MyEvening:
    place = seen.evening.place_of(me.number) if me is not None else None
    table, seat = place if place is not None else (None, None)
    return ev.MyEvening(
        evening=seen.told,
        me=me.number if me is not None else None,
        table=table,
        seat=seat,
        card=me is not None and me.player is not None,
        adds=me is not None and bool(me.entropy),
        organiser=leads,
    )
