"""What each command asks of a table: from a message to a decision, and what is answered."""

from __future__ import annotations

from banquise.kernel.notation import BadNotation
from banquise.server import protocol as p
from banquise.server import render
from banquise.server.live.house import House
from banquise.server.live.room import Room
from banquise.server.live.viewer import Viewer
from banquise.server.names import clean
from banquise.table import hinting
from banquise.table.foretelling import foretell
from banquise.table.misread import misread
from banquise.table.refused import Refused
from banquise.table.table import Table


async def carry_out(house: House, room: Room, viewer: Viewer, message: p.Command) -> p.AnyToClient:
    """Do what is asked, or raise Refused: then nothing has changed."""
    if not viewer.seats:
        raise Refused("refused.not_seated")
    command = f"{viewer.token[:24]}:{message.id}"
    match message:
        case p.Move(move=move):
            await room.change(
                lambda table, at: _move(table, _seat(table, viewer, message), move, at), command, by=viewer.token
            )
        case p.Preview():
            return await room.look(lambda table: _preview(table, viewer, message))
        case p.Hint():
            asked = await room.look(lambda table: hinting.asked(table, _seat(table, viewer, message)))
            return await house.hints.advise(message.id, asked, viewer.address, viewer.language)
        case p.Rematch():
            seat = await room.look(lambda table: _seat(table, viewer, message))
            await house.rematch(room, seat, message.entropy, command, viewer.token)
        case p.Leave():
            await room.change(lambda table, at: table.leave(viewer.seats_at(table), at), command, by=viewer.token)
        case p.Back():
            await room.change(lambda table, at: table.back(viewer.seats_at(table), at), command, by=viewer.token)
        case p.Claim():
            await room.change(
                lambda table, at: _claim(house, room, table, viewer, message, at), command, by=viewer.token
            )
        case p.Deputy():
            await room.change(
                lambda table, at: _choose_deputy(house, table, viewer, message, at), command, by=viewer.token
            )
        case _:
            if isinstance(message, p.Chat):
                house.words.check_talk(message.text)
            await room.change(
                lambda table, at: _decide(table, _seat(table, viewer, message), message, at), command, by=viewer.token
            )
    return p.Done(message.id)


def _choose_deputy(house: House, table: Table, viewer: Viewer, message: p.Deputy, at: int) -> None:
    """Somebody who plays this game here."""
    known = house.levels_of(table.header.game)
    if message.level not in known:
        raise Refused("refused.no_such_level", levels=", ".join(known))
    table.choose_deputy(_seat(table, viewer, message), message.level, at)


def _move(table: Table, seat: int, move: str | int | list[int], at: int) -> None:
    """A move, unless a bot plays for this seat, or its time is up."""
    if table.seats[seat].level is not None and not table.seats[seat].resigned:
        raise Refused("refused.stood_in")
    if seat in table.clocks.late(at):
        raise Refused("refused.late")
    table.act(seat, move, at)


def _decide(table: Table, seat: int, message: p.Command, at: int) -> None:
    """What else a seat wants of its table alone."""
    match message:
        case p.Undo():
            table.ask_undo(seat, at)
        case p.Consent():
            table.answer_undo(seat, message.yes, at)
        case p.Chat():
            text = clean(message.text, 500)
            if not text:
                raise Refused("refused.empty_chat")
            table.chat(seat, text, at)
        case p.Resign():
            table.resign(seat, at)
        case p.Seal():
            table.seal(seat, message.entropy, at)
        case p.Reveal():
            table.reveal(seat, message.part, at)
        case _:
            raise AssertionError(f"{type(message).__name__} is not decided here")


def _claim(house: House, room: Room, table: Table, viewer: Viewer, message: p.Claim, at: int) -> None:
    """A seat's person is away, or keeps everybody waiting: warn them."""
    _seat(table, viewer, message)
    if message.of >= len(table.seats):
        raise Refused("refused.no_such_seat", seats=len(table.seats))
    table.claim(message.of, room.is_absent(message.of), house.warning(table, message.of, at))


def _seat(table: Table, viewer: Viewer, message: p.Command) -> int:
    """The seat that a command is for: the viewer's, as the log has it at this moment."""
    mine = viewer.seats_at(table)
    if not mine:
        raise Refused("refused.not_seated")
    if message.seat is not None:
        if message.seat not in mine:
            raise Refused("refused.not_yours")
        return message.seat
    if len(mine) == 1:
        return mine[0]
    able = [seat for seat in mine if seat in table.to_act]
    if len(able) > 1:
        raise Refused("refused.which_seat")
    return able[0] if able else mine[0]


def _preview(table: Table, viewer: Viewer, message: p.Preview) -> p.Previewed:
    seat = _seat(table, viewer, message)
    if table.match is None or seat not in table.to_act:
        raise Refused("refused.no_preview")
    try:
        seen = table.game.schema.seen(table.match.state, seat)
        shown = dict(table.game.words.preview(seen, seat, message.move))
        foretold = foretell(table.game, table.match.state, seat, message.move)
    except BadNotation as error:
        said = misread(error, table.match, seat)
        raise Refused(said.key, None, **said.params) from None
    return render.previewed(message.id, table.game, shown, foretold, viewer.language)
