"""How Alaska speaks: log sentences, reasons for refusal, and moves in parts for clients. (Notation: notation.py.)"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Container

from banquise.games.alaska import ending, moves, rules
from banquise.games.alaska.board import (
    CARD_KIND,
    CARD_SPRING,
    CARD_WINTER,
    LAND,
    NAMES,
    NOWHERE,
    PIECE_NAMES,
    PLACE_HEX,
    PLACE_KIND,
    PLACE_NAME,
)
from banquise.games.alaska.client import Preview
from banquise.games.alaska.notation import (
    CARDS,
    read,
    read_outcome,
    write,
    write_line,
    write_outcome,
)
from banquise.games.alaska.spaces import camp_owner, stays_its_colours
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.schema import State
from banquise.kernel.speaking import walked
from banquise.kernel.speech import Message

__all__ = [
    "CARDS",
    "TIMELESS",
    "preview",
    "prompt",
    "read",
    "read_outcome",
    "structure",
    "tell",
    "write",
    "write_line",
    "write_outcome",
]

TIMELESS: Container[int] = range(moves.MOVE_CODES)

# Sentences --------------------------------------------------------------------------------------

_PIECE_KEYS = ("piece.single", "piece.double", "piece.straight", "piece.bent")
_KIND_KEYS = ("piece.single", "piece.double", "piece.triple")
_LAID_LIKE = ("place d4", "place double d4 E", "place straight d4 E")  # by kind of piece
_KEPT_KEYS = ("card.hijack", "card.helicopter", "card.fog")
_LAND_KEYS = (
    "space.camp_nw",
    "space.n",
    "space.camp_ne",
    "space.e",
    "space.camp_se",
    "space.s",
    "space.camp_sw",
    "space.w",
    "space.island",
)
Params = dict[str, str | int]


def _colour(seat: int) -> str:
    return f"@colour.{COLOURS[seat]}"


def _space(space: int) -> str:
    return NAMES[space] if space < LAND else f"@{_LAND_KEYS[space - LAND]}"


def tell(before: State, after: State, actor: int, code: int | None) -> list[Message]:
    """What happened, in words, from states as the listener sees them."""
    if actor != CHANCE and code is not None:
        said = _tell_move(before, after, actor, code)
    elif before.phase == moves.DRAWING:
        said = [Message("log.first", {"seat": _colour(after.mover)})]
    elif before.phase == moves.ICE_CARD:
        said = _tell_ice_card(before, after)
    else:
        said = _tell_event(before, after, code)
    return said + _tell_turning_points(before, after)


def _tell_ice_card(before: State, after: State) -> list[Message]:
    who: Params = {"seat": _colour(before.mover), "piece": f"@{_KIND_KEYS[CARD_KIND[after.card]]}"}
    if before.season == moves.WINTER:
        said = [Message("log.winter_card", {**who, "count": CARD_WINTER[after.card]})]
        return said if after.phase == moves.LAYING else [*said, Message("log.nothing_fits")]
    if CARD_SPRING[after.card] == 0:
        return [Message("log.blank_card", who)]
    said = [Message("log.spring_card", {**who, "count": CARD_SPRING[after.card]})]
    return said if after.phase == moves.MELTING else [*said, Message("log.nothing_melts")]


def _tell_event(before: State, after: State, kind: int | None) -> list[Message]:
    seat = before.mover
    who: Params = {"seat": _colour(seat)}
    if kind is None:
        return [Message("log.keeps", who)]
    if kind >= moves.HIJACK_CARD:
        return [Message("log.keeps_card", {**who, "card": f"@{_KEPT_KEYS[kind - moves.HIJACK_CARD]}"})]
    if kind == moves.BEAR_CARD:
        return [Message("log.bear_card", who)]
    if kind == moves.FOUND_CARD:
        return [Message("log.found" if after.phase == moves.FINDING else "log.found_nothing", who)]
    said = [Message("log.frostbite", who)]
    return said + (_tell_unloading(before, seat) if before.carried[seat] else [])


def _tell_move(before: State, after: State, seat: int, move: int) -> list[Message]:
    who: Params = {"seat": _colour(seat)}
    kind, space, colour = moves.KIND_OF[move], moves.SPACE_OF[move], moves.COLOUR_OF[move]
    if kind == moves.PLACE:
        number = moves.LAID_OF[move]
        return [Message("log.lays", {**who, "piece": f"@{_PIECE_KEYS[PLACE_KIND[number]]}", "where": _cells(number)})]
    if kind == moves.MELT:
        return _tell_melting(before, seat, space)
    if kind == moves.UNLOAD:
        return _tell_unloading(before, seat)
    if kind == moves.HIJACK:
        said = [Message("log.hijack", {**who, "other": _colour(colour)})]
        return said if after.phase == moves.ANSWERING else [*said, _tell_robbed(seat, colour)]
    if kind == moves.NO_FOG:
        return [Message("log.no_fog", who), _tell_robbed(before.mover, seat)]
    where: Params = {"space": _space(space)} if space >= 0 else {}
    return [Message(_SAID[kind], {**who, **where})]


_SAID = {
    moves.BEAR: "log.bear",
    moves.GO: "log.goes",
    moves.FLY: "log.flies",
    moves.LOAD: "log.loads",
    moves.FOG: "log.fog",
    moves.TAKE: "log.takes",
    moves.LEAVE: "log.leaves",
    moves.END: "log.ends",
}


def _cells(number: int) -> str:
    """The hexes of a placement by name."""
    return " ".join(NAMES[cell] for cell in sorted(set(PLACE_HEX[number])))


def _tell_robbed(thief: int, owner: int) -> Message:
    return Message("log.robbed", {"seat": _colour(thief), "other": _colour(owner)})


def _tell_melting(before: State, seat: int, piece: int) -> list[Message]:
    number = before.ice[piece] - 1
    params: Params = {"seat": _colour(seat), "piece": f"@{_PIECE_KEYS[PLACE_KIND[number]]}", "where": _cells(number)}
    return [Message("log.melts", params)] + [
        Message("log.lost", {"seat": _colour(colour), "count": before.lying[piece][colour]})
        for colour in range(before.seats)
        if before.lying[piece][colour]
    ]


def _tell_unloading(before: State, seat: int) -> list[Message]:
    """AK-5.3, AK-5.5: whose a container is depends on where it goes down."""
    space, colour = before.at[seat], before.carried[seat] - 1
    owner = camp_owner(before, space)
    if stays_its_colours(before, seat, owner, colour):
        owner = NOWHERE
    if owner == seat:
        return [Message("log.delivers", {"seat": _colour(seat)})]
    if owner >= 0:
        return [Message("log.gives_away", {"seat": _colour(seat), "other": _colour(owner)})]
    key = "log.unloads" if colour == seat else "log.gives_back"
    return [Message(key, {"seat": _colour(seat), "other": _colour(colour), "space": _space(space)})]


def _tell_turning_points(before: State, after: State) -> list[Message]:
    said = []
    if after.season != before.season:
        said.append(Message("log.spring"))
    if after.ice_left > before.ice_left:
        said.append(Message("log.shuffle"))
    if after.voyages_left > before.voyages_left:
        said.append(Message("log.cut_off" if after.ended == moves.CUT_OFF else "log.stalled"))
    if after.voyages_left and (after.voyages_left, after.mover) != (before.voyages_left, before.mover):
        said.append(Message("log.last_voyage", {"seat": _colour(after.mover)}))
    if after.phase == moves.OVER:
        said += _tell_end(after)
    return said


def _tell_end(after: State) -> list[Message]:
    said = [Message("log.nothing_left")] if after.ended == moves.NOTHING_LEFT else []
    won = [seat for seat in range(after.seats) if ending.leaders(after) >> seat & 1]
    key = "log.wins" if len(won) == 1 else "log.shares"
    return said + [Message(key, {"seat": _colour(seat), "points": ending.points(after, seat)}) for seat in won]


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    if s.phase in (moves.LAYING, moves.MELTING):
        kind = CARD_KIND[s.card]
        params: Params = {"piece": f"@{_KIND_KEYS[kind]}", "count": s.pieces}
        if s.phase == moves.MELTING:
            return Message("prompt.melt", params)
        return Message("prompt.lay", params | {"example": _LAID_LIKE[kind]})
    if s.phase == moves.MOVING_BEAR:
        return Message("prompt.bear")
    if s.phase == moves.FINDING:
        return Message("prompt.found")
    if s.phase == moves.ANSWERING:
        return Message("prompt.answer", {"seat": _colour(s.mover)})
    steps = 0 if s.flew_last else 3 - s.steps
    return Message("prompt.last_voyage" if s.voyages_left else "prompt.voyage", {"steps": steps})


# For clients ------------------------------------------------------------------------------------


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A legal move in parts: a placement with its shape, a space, a colour, or a word alone."""
    parts = moves.MOVES.parts(move)
    if parts["kind"] == "place":
        number = moves.LAID_OF[move]
        cell, direction = PLACE_NAME[number]
        parts |= {"shape": PIECE_NAMES[PLACE_KIND[number]], "cell": cell, "direction": direction}
    return parts


def preview(s: State, seat: int, text: str) -> Preview:
    """How things would stand after a move or a line of moves, as far as it is legal and nobody else decides.

    ``cells``: the hexes that the last move lays, melts or enters; ``last_road``: it would break the last way to land.
    """
    cells: list[int] = []

    def make(ghost: State, move: int) -> None:
        cells[:] = _cells_of(ghost, structure(ghost, seat, move))
        rules.play(ghost, seat, move)

    ghost, refused = walked(s, seat, read(s, seat, text), rules, moves.REASONS, make)
    same_voyage = ghost.phase == moves.VOYAGE and ghost.mover == seat
    return {
        "cells": cells,
        "at": ghost.at[seat],
        "carried": ghost.carried[seat] - 1,
        "steps_left": 3 - ghost.steps if same_voyage and not ghost.flew_last else 0,
        "lost": sum(ghost.lost) - sum(s.lost),
        "last_road": ghost.ended == moves.CUT_OFF and s.ended == 0,
        "refused": refused,
    }


def _cells_of(s: State, parts: dict[str, int | str]) -> list[int]:
    """The hexes that a move is about."""
    number, space = parts.get("placement", -1), parts.get("space", LAND)
    if number == -1 and int(space) < LAND:
        number = s.ice[space] - 1
    return sorted(set(PLACE_HEX[int(number)])) if number != -1 else []
