"""What a page that plays at a server asks of the rules in its own browser.

A move of one's own is told before the server has answered, and a match against bots goes on where the server cannot be
reached. Both follow from what the seat sees (``table/ahead.py``); neither is asked of a server.
"""

from __future__ import annotations

from secrets import randbits
from typing import Any

import msgspec

from banquise.games import game as game_named
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import Message
from banquise.server import protocol as p
from banquise.server import render
from banquise.server.live.house import House
from banquise.table.ahead import believed, foreseen
from banquise.table.decisions import IllegalMove


class Ahead(msgspec.Struct, frozen=True):
    """A move of a seat, the view that it is made in, and how many events the seat has seen."""

    game: str
    seats: int
    options: dict[str, str]
    view: dict[str, Any]
    seat: int
    move: str
    seen: int
    language: str = "en"


class Foreseen(msgspec.Struct, frozen=True):
    """What the seat will see of its move, as far as that is certain; or why the rules refuse it."""

    events: list[p.EventInfo] = []
    refused: p.Said | None = None
    paragraph: str | None = None


class Resume(msgspec.Struct, frozen=True):
    """A match at a server, as a seat of it sees it, to be gone on with here."""

    table: p.NewTable
    view: dict[str, Any]
    seat: int


def ahead(wish: Ahead) -> Foreseen:
    """Make the move in what the seat sees. Text that is no move is left to the server's words."""
    game = game_named(wish.game)
    try:
        events = foreseen(game, wish.seats, wish.options, wish.view, wish.seat, wish.move)
    except IllegalMove as refused:
        reason = render.spoken(Message(refused.reason.key), wish.language, game.folder)
        return Foreseen(refused=reason, paragraph=refused.reason.paragraph)
    except BadNotation:
        return Foreseen()
    told = [render.event_info(game, event, wish.language) for event in events]
    return Foreseen([msgspec.structs.replace(event, number=wish.seen + event.number) for event in told])


async def resume(house: House, wish: Resume) -> p.Seated:
    """A table of this house whose match begins at what the seat sees, all that is hidden from it drawn anew."""
    game = game_named(wish.table.game)
    position = game.schema.to_json(believed(game, wish.view, wish.seat, randbits(31)))
    return await house.create(wish.table, position=position)
