"""How Alaska speaks: log sentences, reasons for refusal, and moves in parts for clients. (Notation: notation.py.)"""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Container

from banquise.games.alaska import codes, ending, rules
from banquise.games.alaska.board import (
    CARD_KIND,
    CARD_SPRING,
    CARD_WINTER,
    LAND,
    NAMES,
    PIECE_NAMES,
    PLACE_HEX,
    PLACE_KIND,
    PLACE_NAME,
)
from banquise.games.alaska.client import Preview
from banquise.games.alaska.notation import (
    CARDS,
    placement,
    read,
    read_outcome,
    write,
    write_line,
    write_outcome,
)
from banquise.games.alaska.spaces import camp_owner
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, Reason

__all__ = [
    "CARDS",
    "ENDINGS",
    "REASONS",
    "TIMELESS",
    "placement",
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

REASONS = {
    codes.NO_SUCH_SEAT: Reason("reason.no_such_seat", "AK-8.1"),
    codes.NO_SUCH_MOVE: Reason("reason.no_such_move", "AK-2.1"),
    codes.IS_OVER: Reason("reason.is_over", "AK-7.4"),
    codes.CARD_FIRST: Reason("reason.card_first", "AK-2.1"),
    codes.OTHER_TURN: Reason("reason.other_turn", "AK-1.6"),
    codes.OTHER_ANSWERS: Reason("reason.other_answers", "AK-5.6"),
    codes.LAY_NOW: Reason("reason.lay_now", "AK-3.1"),
    codes.MELT_NOW: Reason("reason.melt_now", "AK-3.4"),
    codes.BEAR_NOW: Reason("reason.bear_now", "AK-4.2"),
    codes.FOUND_NOW: Reason("reason.found_now", "AK-8.6"),
    codes.VOYAGE_NOW: Reason("reason.voyage_now", "AK-5.1"),
    codes.ANSWER_NOW: Reason("reason.answer_now", "AK-5.6"),
    codes.OTHER_KIND_LAID: Reason("reason.other_kind_laid", "AK-3.1"),
    codes.OUT_OF_STOCK: Reason("reason.out_of_stock", "AK-3.1"),
    codes.NOT_FREE: Reason("reason.not_free", "AK-3.1"),
    codes.NO_ICE_THERE: Reason("reason.no_ice_there", "AK-5.1"),
    codes.OTHER_KIND_MELTS: Reason("reason.other_kind_melts", "AK-3.4"),
    codes.VEHICLE_ON_IT: Reason("reason.vehicle_on_it", "AK-3.5"),
    codes.BEAR_ON_IT: Reason("reason.bear_on_it", "AK-3.5"),
    codes.EMPTY_ONES_FIRST: Reason("reason.empty_ones_first", "AK-3.5"),
    codes.BEAR_NOT_THERE: Reason("reason.bear_not_there", "AK-4.2"),
    codes.BEAR_ON_ICE_FIRST: Reason("reason.bear_on_ice_first", "AK-8.15"),
    codes.BEAR_MUST_MOVE: Reason("reason.bear_must_move", "AK-8.15"),
    codes.NO_STEPS_LEFT: Reason("reason.no_steps_left", "AK-5.1"),
    codes.HAS_FLOWN: Reason("reason.has_flown", "AK-5.4"),
    codes.NOT_NEXT: Reason("reason.not_next", "AK-5.1"),
    codes.BEAR_IN_THE_WAY: Reason("reason.bear_in_the_way", "AK-4.3"),
    codes.NO_ROOM: Reason("reason.no_room", "AK-6.3"),
    codes.NO_HELICOPTER: Reason("reason.no_helicopter", "AK-5.4"),
    codes.FLIGHT_BETWEEN: Reason("reason.flight_between", "AK-5.4"),
    codes.ALREADY_THERE: Reason("reason.already_there", "AK-8.10"),
    codes.IS_LOADED: Reason("reason.is_loaded", "AK-5.2"),
    codes.OTHERS_CAMP: Reason("reason.others_camp", "AK-8.7"),
    codes.NOTHING_TO_LOAD: Reason("reason.nothing_to_load", "AK-8.7"),
    codes.UNDOES_UNLOADING: Reason("reason.undoes_unloading", "AK-8.8"),
    codes.NOTHING_CARRIED: Reason("reason.nothing_carried", "AK-5.2"),
    codes.UNDOES_LOADING: Reason("reason.undoes_loading", "AK-8.8"),
    codes.NO_HIJACK: Reason("reason.no_hijack", "AK-5.5"),
    codes.OWN_COLOUR: Reason("reason.own_colour", "AK-5.5"),
    codes.NOT_FROM_ISLAND: Reason("reason.not_from_island", "AK-5.5"),
    codes.NOT_FROM_CAMP: Reason("reason.not_from_camp", "AK-5.5"),
    codes.NONE_HERE: Reason("reason.none_here", "AK-5.5"),
    codes.NO_FOG_HELD: Reason("reason.no_fog_held", "AK-8.11"),
    codes.MUST_LEAVE_BEAR: Reason("reason.must_leave_bear", "AK-8.5"),
    codes.MUST_LEAVE_ICE: Reason("reason.must_leave_ice", "AK-8.5"),
}
ENDINGS = {
    codes.CUT_OFF: "ending.cut_off",
    codes.STALLED: "ending.stalled",
    codes.NOTHING_LEFT: "ending.nothing_left",
}
TIMELESS: Container[int] = range(codes.MOVES)

# Sentences --------------------------------------------------------------------------------------

_PIECE_KEYS = ("piece.single", "piece.double", "piece.straight", "piece.bent")
_KIND_KEYS = ("piece.single", "piece.double", "piece.triple")
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
    elif before.phase == codes.DRAWING:
        said = [Message("log.first", {"seat": _colour(after.mover)})]
    elif before.phase == codes.ICE_CARD:
        said = _tell_ice_card(before, after)
    else:
        said = _tell_event(before, after, code)
    return said + _tell_turning_points(before, after)


def _tell_ice_card(before: State, after: State) -> list[Message]:
    who: Params = {"seat": _colour(before.mover), "piece": f"@{_KIND_KEYS[CARD_KIND[after.card]]}"}
    if before.season == codes.WINTER:
        said = [Message("log.winter_card", {**who, "count": CARD_WINTER[after.card]})]
        return said if after.phase == codes.LAYING else [*said, Message("log.nothing_fits")]
    if CARD_SPRING[after.card] == 0:
        return [Message("log.blank_card", who)]
    said = [Message("log.spring_card", {**who, "count": CARD_SPRING[after.card]})]
    return said if after.phase == codes.MELTING else [*said, Message("log.nothing_melts")]


def _tell_event(before: State, after: State, kind: int | None) -> list[Message]:
    seat = before.mover
    who: Params = {"seat": _colour(seat)}
    if kind is None:
        return [Message("log.keeps", who)]
    if kind >= codes.HIJACK_CARD:
        return [Message("log.keeps_card", {**who, "card": f"@{_KEPT_KEYS[kind - codes.HIJACK_CARD]}"})]
    if kind == codes.BEAR_CARD:
        return [Message("log.bear_card", who)]
    if kind == codes.FOUND_CARD:
        return [Message("log.found" if after.phase == codes.FINDING else "log.found_nothing", who)]
    said = [Message("log.frostbite", who)]
    return said + (_tell_unloading(before, seat) if before.carried[seat] else [])


def _tell_move(before: State, after: State, seat: int, move: int) -> list[Message]:
    who: Params = {"seat": _colour(seat)}
    if move < codes.MELT:
        number = move - codes.PLACE
        return [Message("log.lays", {**who, "piece": f"@{_PIECE_KEYS[PLACE_KIND[number]]}", "where": _cells(number)})]
    if move < codes.BEAR:
        return _tell_melting(before, seat, move - codes.MELT)
    if move < codes.GO:
        return [Message("log.bear", {**who, "space": _space(move - codes.BEAR)})]
    if move < codes.FLY:
        return [Message("log.goes", {**who, "space": _space(move - codes.GO)})]
    if move < codes.LOAD:
        return [Message("log.flies", {**who, "space": _space(move - codes.FLY)})]
    if move == codes.UNLOAD:
        return _tell_unloading(before, seat)
    if codes.HIJACK <= move < codes.FOG:
        said = [Message("log.hijack", {**who, "other": _colour(move - codes.HIJACK)})]
        return said if after.phase == codes.ANSWERING else [*said, _tell_robbed(seat, move - codes.HIJACK)]
    if move == codes.NO_FOG:
        return [Message("log.no_fog", who), _tell_robbed(before.mover, seat)]
    return [Message(_SIMPLE_KEYS[move], who)]


_SIMPLE_KEYS = {
    codes.LOAD: "log.loads",
    codes.FOG: "log.fog",
    codes.TAKE: "log.takes",
    codes.LEAVE: "log.leaves",
    codes.END: "log.ends",
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
        said.append(Message("log.cut_off" if after.ended == codes.CUT_OFF else "log.stalled"))
    if after.voyages_left and (after.voyages_left, after.mover) != (before.voyages_left, before.mover):
        said.append(Message("log.last_voyage", {"seat": _colour(after.mover)}))
    if after.phase == codes.OVER:
        said += _tell_end(after)
    return said


def _tell_end(after: State) -> list[Message]:
    said = [Message("log.nothing_left")] if after.ended == codes.NOTHING_LEFT else []
    won = [seat for seat in range(after.seats) if ending.leaders(after) >> seat & 1]
    key = "log.wins" if len(won) == 1 else "log.shares"
    return said + [Message(key, {"seat": _colour(seat), "points": ending.points(after, seat)}) for seat in won]


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    if s.phase in (codes.LAYING, codes.MELTING):
        params: Params = {"piece": f"@{_KIND_KEYS[CARD_KIND[s.card]]}", "count": s.pieces}
        return Message("prompt.lay" if s.phase == codes.LAYING else "prompt.melt", params)
    if s.phase == codes.MOVING_BEAR:
        return Message("prompt.bear")
    if s.phase == codes.FINDING:
        return Message("prompt.found")
    if s.phase == codes.ANSWERING:
        return Message("prompt.answer", {"seat": _colour(s.mover)})
    steps = 0 if s.flew_last else 3 - s.steps
    return Message("prompt.last_voyage" if s.voyages_left else "prompt.voyage", {"steps": steps})


# For clients ------------------------------------------------------------------------------------


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A legal move in parts: a placement with its shape, a space, a colour, or a word alone."""
    if move < codes.MELT:
        number = move - codes.PLACE
        cell, direction = PLACE_NAME[number]
        shape = PIECE_NAMES[PLACE_KIND[number]]
        return {"kind": "place", "placement": number, "shape": shape, "cell": cell, "direction": direction}
    for kind, start, end in _RANGES:
        if start <= move < end:
            return {"kind": kind, "colour" if kind == "hijack" else "space": move - start}
    return {"kind": write(s, seat, move).replace(" ", "_")}


_RANGES = (
    ("melt", codes.MELT, codes.BEAR),
    ("bear", codes.BEAR, codes.GO),
    ("go", codes.GO, codes.FLY),
    ("fly", codes.FLY, codes.LOAD),
    ("hijack", codes.HIJACK, codes.FOG),
)


def preview(s: State, seat: int, text: str) -> Preview:
    """How things would stand after a move or a line of moves, as far as it is legal and nobody else decides.

    ``cells``: the hexes that the last move lays, melts or enters; ``last_road``: it would break the last way to land.
    """
    ghost, cells, refused = s.copy(), [], None
    for move in read(s, seat, text):
        refused = REASONS.get(rules.why_illegal(ghost, seat, move))
        if refused:
            break
        cells = _cells_of(ghost, structure(ghost, seat, move))
        rules.play(ghost, seat, move)
    same_voyage = ghost.phase == codes.VOYAGE and ghost.mover == seat
    return {
        "cells": cells,
        "at": ghost.at[seat],
        "carried": ghost.carried[seat] - 1,
        "steps_left": 3 - ghost.steps if same_voyage and not ghost.flew_last else 0,
        "lost": sum(ghost.lost) - sum(s.lost),
        "last_road": ghost.ended == codes.CUT_OFF and s.ended == 0,
        "refused": refused.key if refused else None,
    }


def _cells_of(s: State, parts: dict[str, int | str]) -> list[int]:
    """The hexes that a move is about."""
    number, space = parts.get("placement", -1), parts.get("space", LAND)
    if number == -1 and int(space) < LAND:
        number = s.ice[space] - 1
    return sorted(set(PLACE_HEX[int(number)])) if number != -1 else []
