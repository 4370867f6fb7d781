"""Duplicates: several tables with one chance, so that luck is taken out, and their results side by side.

Two ways lead to one. Tables that are opened together share a seed that nobody has seen, and none of them can be looked
at before all are over. And a match that is over can be played again by others: its chance is known to whoever has seen
it, so whoever is known to have seen it is not let sit down, unless the table is marked as one where it is known.
docs/fair-chance.md says what is promised by that, and what is not.
"""

from __future__ import annotations

from typing import Any

import msgspec

from banquise.games import game as game_named
from banquise.server.club import comparing
from banquise.server.club import duplicate_protocol as d
from banquise.server.live.dealing import begun, may_look, of_a_duplicate
from banquise.server.live.house import BadTable, House
from banquise.server.live.tokens import card_digest, new_name
from banquise.server.now import now_ms
from banquise.server.protocol import NewTable
from banquise.server.stores.club_duplicates import LATE, NOT_SETTLED, DealtTable, Duplicates, NewDealt
from banquise.server.stores.store import Cardholder
from banquise.table import entries as e
from banquise.table.entries import OPEN, OVER
from banquise.table.refused import Refused
from banquise.table.table import Table

DAY_MS = 86_400_000
WAITED = 7 * DAY_MS  # for tables that are played in an evening ...
WAITED_BY_DAYS = 60 * DAY_MS  # ... and for those by days
MOST_LATER = 8  # tables of a known chance that are not over ...
MOST_TABLES = 64  # ... and in all: every one of them is read to compare them


class NoDuplicate(Exception):
    """There is no such duplicate here."""


class NoRight(Exception):
    """Only whoever opened it may."""


def part(duplicate: str) -> str:
    """What stands for the parts of players where tables are opened together.

    >>> part("k3")
    'duplicate k3'
    """
    return f"duplicate {duplicate}"


class Dealers:
    """The duplicates of a house."""

    def __init__(self, house: House):
        self.house = house

    @property
    def _store(self) -> Duplicates:
        assert self.house.store.club is not None
        return self.house.store.club.duplicates

    # Opening ------------------------------------------------------------------------------------

    async def open(self, wish: d.DuplicateWish, holder: Cardholder | None) -> d.Duplicate:
        """Open tables with one chance that nobody has seen."""
        if any(place.kind == "me" for place in wish.sides) or all(place.kind == "bot" for place in wish.sides):
            raise BadTable("the sides of a duplicate are open or bots, at least one of them open: people sit down then")
        header = self.house.check(NewTable(wish.game, wish.sides, wish.options, title=wish.title, clock=wish.clock))
        name = new_name()
        dealt = e.Dealt([part(name)], duplicate=name)
        until = header.created + _waited(header.clock)
        tables = [
            NewDealt(begun(of_a_duplicate(self.house, header, dealt, turn), {}), turn, False, False, until)
            for turn in range(wish.tables)
        ]
        await self._store.open(name, card_digest(wish.right), header.created, tables)
        return await self.read(name, holder)

    async def again(self, table: str, wish: d.AgainWish, holder: Cardholder | None) -> tuple[str, str]:
        """One more table with the chance of a match that is over: the duplicate, and the table."""
        room = await self.house.existing(table)
        await may_look(self.house, room, holder.player if holder is not None else None)
        first, dealt = await room.look(_to_be_dealt)
        name = await self._store.adopt(table, new_name(), now_ms())
        if name is None:
            raise NoDuplicate
        tables = await self._store.tables(name)
        if any(not one.later and one.is_waited_for(now_ms()) for one in tables):
            raise Refused("refused.duplicate_closed")
        if sum(one.later and one.status != OVER and one.until > now_ms() for one in tables) >= MOST_LATER:
            raise Refused("refused.duplicate_full", most=MOST_LATER)
        if len(tables) >= MOST_TABLES:
            raise Refused("refused.duplicate_full", most=MOST_TABLES)
        turn = (
            len(tables) % len(first.places) if wish.turned else next(one.turn for one in tables if one.table == table)
        )
        dealt = msgspec.structs.replace(dealt, duplicate=name, known=wish.known)
        created = now_ms()
        header = msgspec.structs.replace(first, created=created, public=False, rated=False, rematch_of=None)
        # The places of the first match are those of its own turn: they are turned from there.
        own = next(one.turn for one in tables if one.table == table)
        new = of_a_duplicate(self.house, header, dealt, turn - own)
        if all(place.kind == "bot" for place in header.places):
            raise BadTable("only bots have played that match: nobody could sit down")
        await self._store.add(name, NewDealt(begun(new, {}), turn, wish.known, True, created + _waited(header.clock)))
        return name, new.name

    async def of(self, table: str) -> str | None:
        """The duplicate that a match belongs to, once it may be known."""
        room = await self.house.existing(table)
        dealt, settled = await room.look(lambda table: (table.header.dealt, table.settled))
        later = dealt is not None and bool(dealt.of)
        return None if later and not settled else await self._store.of(table)

    async def close(self, name: str, wish: d.DuplicateRight, holder: Cardholder | None) -> d.Duplicate:
        """Wait no longer for tables where nobody has begun."""
        if not await self._store.close(name, card_digest(wish.right), now_ms()):
            raise NoRight
        return await self.read(name, holder)

    # Telling ------------------------------------------------------------------------------------

    async def read(self, name: str, holder: Cardholder | None) -> d.Duplicate:
        """A duplicate as anybody may see it; whoever plays at one of its tables is told nothing of the others."""
        await self.house.settle(name)
        tables, now = await self._store.tables(name), now_ms()
        if not tables:
            raise NoDuplicate
        mine = await self._mine(tables, holder)
        waited = [one for one in tables if one.is_waited_for(now)]
        plays = any(one.table in mine and one.status != OVER and not one.known and one.until > now for one in tables)
        open_to_all = not waited and not plays
        told = [one for one in tables if one.settled] if open_to_all else []
        if told and holder is not None and not mine:
            await self._store.saw(told[0].table, holder.player)
        header = e.decode_header(tables[0].header)
        shown = [_table(one, header, now, open_to_all, one.table in mine) for one in tables]
        outcomes = [_outcome(one, seen) for one, seen in zip(tables, shown, strict=True) if one in told]
        counted = await self._counted(told)
        outcomes = [one._replace(counts=one.counts and one.number in counted) for one in outcomes]
        return d.Duplicate(
            name=name,
            game=header.game,
            title=header.title,
            options=header.options,
            clock=header.clock,
            seats=len(header.places),
            created=header.created,
            until=max((one.until for one in waited), default=None),
            settled=bool(told),
            commitment=header.commitment,
            entropy=header.dealt.parts if header.dealt else [],
            seed=header.seed if told else None,
            missing=tables[-1].number + 1 - len(tables),
            even=comparing.is_even(outcomes) if outcomes else False,
            tables=shown,
            places=[comparing.place_of(seat, outcomes) for seat in range(len(header.places))] if outcomes else [],
            sides=comparing.sides_of(outcomes),
        )

    async def _mine(self, tables: list[DealtTable], holder: Cardholder | None) -> set[str]:
        club = self.house.store.club
        if holder is None or club is None:
            return set()
        return {one.table for one in tables if await club.token_at(holder.player, one.table) is not None}

    async def _counted(self, tables: list[DealtTable]) -> set[int]:
        """Which tables count: nobody there sat at an earlier one too (who came to two at the very same moment)."""
        club = self.house.store.club
        assert club is not None
        before, counted = set[str](), set[int]()
        for one in tables:
            players = {holder.player for holder in (await club.players_at(one.table)).values()}
            if not players & before:
                counted.add(one.number)
            before |= players
        return counted


def _waited(clock: e.Clock) -> int:
    return WAITED_BY_DAYS if clock.kind != "none" and clock.seconds >= DAY_MS // 1000 else WAITED


def _to_be_dealt(table: Table) -> tuple[e.Header, e.Dealt]:
    """What another table is dealt from; BadTable, if this match is none that can be dealt again."""
    header, match = table.header, table.match
    if match is None or table.status != OVER:
        raise Refused("refused.not_over")
    if len(header.places) < 2 or (header.dealt is not None and header.dealt.day):
        raise Refused("refused.duplicate_alone")
    if not header.decks or header.rules != game_named(header.game).version or table.before or table.position:
        raise Refused("refused.duplicate_old")
    return header, e.Dealt(list(match.entropy), list(match.seals), of=table.name)


def _table(one: DealtTable, first: e.Header, now: int, told: bool, mine: bool) -> d.DuplicateTable:
    """A table as it may be shown. While others play, of those that were played before only that they were."""
    facts = msgspec.json.decode(one.summary)
    count = len(first.places)
    result = told and one.settled != NOT_SETTLED
    secret = not told and (one.settled != NOT_SETTLED or one.later) and not mine
    seats: list[Any] = [] if secret else facts["seats"]
    return d.DuplicateTable(
        number=one.number,
        table=None if secret else one.table,
        state=_state(one, now, told),
        known=one.known,
        seats=[
            d.DuplicateSeat(seat["colour"], seat["name"], seat["kind"], seat["level"], (n - one.turn) % count)
            for n, seat in enumerate(seats)
        ],
        points=facts.get("points") if result else None,
        winners=facts["winners"] if result else None,
        ending=("given_up" if facts.get("points") is None else "played") if result else None,
        mine=mine,
    )


def _state(one: DealtTable, now: int, told: bool) -> Any:
    if one.settled and told:
        return "late" if one.settled == LATE else "over"
    if one.status == OPEN:
        return "open" if one.until > now else "closed"
    return "begun"


def _outcome(one: DealtTable, seen: d.DuplicateTable) -> comparing.Outcome:
    counts = not one.known and one.settled != LATE
    return comparing.Outcome(one.number, one.turn, counts, seen.seats, seen.points, seen.winners or [])
