"""Tables at which chance is dealt elsewhere: nobody who sits down there adds to it.

That is the deal of a day, and the tables of a duplicate: all of these have one chance, so that none is looked at by
anybody who might still play another of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banquise.kernel import fair
from banquise.server import days
from banquise.server.live.cards import Cards, seatings
from banquise.server.live.house import House
from banquise.server.live.room import Room
from banquise.server.live.tokens import digest_of, new_name
from banquise.server.protocol import NewTable
from banquise.server.stores.store import Append, Begun, Cardholder
from banquise.table import entries as e
from banquise.table.entries import OVER
from banquise.table.refused import Refused
from banquise.table.table import Table


def of_the_day(house: House, game: str, wish: days.DailyWish, token: str, seed: str) -> Table:
    """A table with the cards of today, at which whoever holds a token sits and plays already."""
    day = days.today()
    dealt = e.Dealt([days.part(game, wish.kind, day)], day=day)
    header = house.check(NewTable(game, days.seats(wish.kind, house.levels_of(game))))
    commitment = fair.commitment(bytes.fromhex(seed))
    header = msgspec.structs.replace(header, seed=seed, commitment=commitment, dealt=dealt)
    table = Table(new_name(), header, house.downtime)
    table.sit_again(0, house.name(wish.name), digest_of(token), "", header.created)
    table.start_if_full(header.created)
    return table


def turned(places: Sequence[e.Place], turn: int) -> list[e.Place]:
    """The places when every side has moved on by so many.

    >>> [place.kind for place in turned([e.Place(), e.Place("bot", "fox"), e.Place()], 1)]
    ['person', 'person', 'bot']
    """
    return [places[(seat - turn) % len(places)] for seat in range(len(places))]


def of_a_duplicate(house: House, header: e.Header, dealt: e.Dealt, turn: int) -> Table:
    """A table with a chance that others have too, with every side moved on by so many places; nobody sits there yet."""
    header = msgspec.structs.replace(header, places=turned(header.places, turn), dealt=dealt)
    return Table(new_name(), header, house.downtime)


def begun(table: Table, sitters: dict[str, Cardholder]) -> Begun:
    """A table as it is to be kept, with whoever sits there with a card."""
    header = table.header
    rows = tuple(e.Row(n, header.created, None, e.encode(entry)) for n, entry in enumerate(table.draft))
    first = Append(table.name, 0, rows, Cards().card(table, header.created), seatings(table, sitters))
    return Begun(table.name, header.game, e.encode_header(header), header.created, first)


async def may_look(house: House, room: Room, player: str | None) -> None:
    """Refused, if this match is not to be looked at by others now, or not by this player, who plays its chance.

    Whoever has a card and looks at a match of others knows its chance from then on, and that is written down.
    """
    club = house.store.club
    if club is None:
        return
    dealt, closed, status = await room.look(lambda table: (table.header.dealt, days.is_held_back(table), table.status))
    if closed and dealt is not None and status == OVER:  # its time may be up, or another process has settled it
        await house.settle(dealt.duplicate)
        closed = not await club.duplicates.is_settled(room.name)
        if not closed:
            await room.settle()
    if closed:
        raise Refused("refused.duplicate_closed")
    facts = await room.look(lambda table: table.match is not None and table.header.decks and len(table.seats) > 1)
    if player is None or not facts or (dealt is not None and dealt.day):
        return
    if await club.duplicates.plays(room.name, player):
        raise Refused("refused.duplicate_playing")
    if await club.token_at(player, room.name) is None:
        await club.duplicates.saw(room.name, player)
