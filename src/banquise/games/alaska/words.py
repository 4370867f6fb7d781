"""How Alaska speaks: notation, log sentences, reasons for refusal.

Notation: ``place single d4``, ``place double d4 E``, ``place straight d4 SE``, ``place bent d4 NE`` (its middle hex and
the direction between its arms), or simply the hexes, ``place d4 d5``; ``melt d4``, ``bear d4``, ``go d4``,
``fly island`` (a piece may be named by any of its hexes, a territory by its compass point); ``load``, ``unload``,
``hijack blue``, ``fog``, ``no fog``, ``take``, ``leave``, ``end``. Several moves may be joined with commas:
``go d4, load, go island``.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from banquise.games.alaska import codes, ending
from banquise.games.alaska.board import (
    BENT,
    CARD_KIND,
    CARD_SPRING,
    CARD_WINTER,
    DIRECTION_NAMES,
    DOUBLE,
    HEX_NAMED,
    HEXES,
    ISLAND,
    LAND,
    LAND_NAMES,
    NAMES,
    NEIGHBOUR,
    PIECE_NAMES,
    PLACE_HEX,
    PLACE_KIND,
    PLACE_NAME,
    PLACEMENT_NAMED,
    PLACEMENT_OF,
    SINGLE,
    STRAIGHT,
)
from banquise.games.alaska.spaces import camp_owner, piece_at
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.notation import BadNotation, listing, nearest, tidy
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, Reason

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

CARDS = ("single 3/2", "single 3/1", "single 2/1", "double 2/1", "double 2/-", "double 2/2", "triple 1/-", "triple 1/1")
EVENTS = ("bear", "found container", "frostbite", "hijack", "helicopter", "fog")

_SAID_ALONE = {
    codes.LOAD: "load",
    codes.UNLOAD: "unload",
    codes.FOG: "fog",
    codes.NO_FOG: "no fog",
    codes.TAKE: "take",
    codes.LEAVE: "leave",
    codes.END: "end",
}


# Writing ----------------------------------------------------------------------------------------


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    if move in _SAID_ALONE:
        return _SAID_ALONE[move]
    if move < codes.MELT:
        return f"place {placement(move - codes.PLACE)}"
    if move < codes.BEAR:
        return f"melt {NAMES[move - codes.MELT]}"
    if move < codes.GO:
        return f"bear {NAMES[move - codes.BEAR]}"
    if move < codes.FLY:
        return f"go {NAMES[move - codes.GO]}"
    if move < codes.LOAD:
        return f"fly {NAMES[move - codes.FLY]}"
    return f"hijack {COLOURS[move - codes.HIJACK]}"


def placement(number: int) -> str:
    """A placement by its one name (AK-8.2)."""
    cell, direction = PLACE_NAME[number]
    kind = PLACE_KIND[number]
    name = f"{PIECE_NAMES[kind]} {NAMES[cell]}"
    return name if kind == SINGLE else f"{name} {DIRECTION_NAMES[direction]}"


def write_line(s: State, seat: int, moves: Sequence[int]) -> str:
    """The text of moves made together."""
    return ", ".join(write(s, seat, move) for move in moves)


# Reading ----------------------------------------------------------------------------------------

_NO_FOG = {"no fog", "nofog", "no", "pas de brouillard", "sans brouillard", "kein nebel", "non", "nein"}
_ALONE = {name: move for move, name in _SAID_ALONE.items()}
_ONWARD = {
    codes.LAYING: "place",
    codes.MELTING: "melt",
    codes.MOVING_BEAR: "bear",
    codes.VOYAGE: "go",
}


def _same(**meanings: str) -> dict[str, str]:
    """Many words, few meanings."""
    return {word: meaning for meaning, words in meanings.items() for word in words.split()}


_VERB_OF = _same(
    place="place lay put poser pose placer lege legen setze",
    melt="melt remove thaw fondre fond retirer retire schmelzen schmelze schmilz",
    bear="bear ours bar baer eisbar",
    go="go move step drive walk aller va avancer gehe gehen fahre fahren",
    fly="fly helicopter heli flight voler vole vol helicoptere flieg fliege fliegen hubschrauber",
    load="load charger charge laden lade aufladen pick",
    unload="unload drop decharger decharge deposer abladen entladen",
    hijack="hijack steal rob rapt raub raube rauben kapern",
    fog="fog brouillard nebel",
    take="take prendre prends nehmen nimm found",
    leave="leave laisser laisse lassen lass",
    end="end done stop pass finish fin finir terminer ende fertig schluss",
)
_POINTS = _same(
    N="n north nord norden",
    E="e east est ost osten",
    S="s south sud suden",
    W="w west ouest westen",
    NE="ne no northeast nordest nordost",
    SE="se so southeast sudest sudost",
    SW="sw southwest sudouest sudwest",
    NW="nw northwest nordouest nordwest",
)
_SHAPES = _same(
    single="single singles simple simples einfach einer einzel",
    double="double doubles doppel doppelt zweier",
    triple="triple triples dreier",
    straight="straight droit droite gerade gerader",
    bent="bent courbe coude gebogen gebogener krumm",
)
_PAINTS = _same(
    red="red rouge rot",
    yellow="yellow jaune gelb",
    green="green vert verte grun gruen",
    blue="blue bleu bleue blau",
)
_FILLERS = _same(
    english="to the on at from of in a an up container containers piece pieces hex ice bank shore territory",
    french="le la les l de du des sur vers au un une rive glacon glacons",
    german="der die das den dem auf nach zu zur zum ein eine feld ufer",
)
_HEX = re.compile(r"[a-z]\d+")


def read(s: State, seat: int, text: str) -> list[int]:
    """The moves that a text means, one or several with commas between them."""
    return [_read_one(s, seat, text, part) for part in text.split(",")]


def _plain(text: str) -> str:
    """Small letters without accents, single spaces."""
    bare = unicodedata.normalize("NFKD", text)
    return tidy(re.sub(r"[-.'’:;!]", " ", "".join(c for c in bare if not unicodedata.combining(c))))


def _read_one(s: State, seat: int, text: str, part: str) -> int:
    said = _plain(part)
    if said in _NO_FOG:
        return codes.NO_FOG
    first, *rest = said.split() or [""]
    words = [word for word in rest if word not in _FILLERS]
    verb = _VERB_OF.get(first, "")
    if not verb:
        # A space or a placement alone means whatever one does with it now.
        verb, words = _ONWARD.get(s.phase, ""), [first, *words]
        if not verb or not (_HEX.fullmatch(first) or first in _POINTS or first in _SHAPES or first in _PLACES):
            raise BadNotation(text, _what_would_be_right(s, first))
    if verb in _ALONE:
        if any(_PAINTS.get(word) != COLOURS[seat] and word not in ("voyage", "card", "it") for word in words):
            raise BadNotation(text, f"say simply {verb!r}")
        return _ALONE[verb]
    if verb == "place":
        return codes.PLACE + _read_placement(s, text, words)
    if verb == "hijack":
        return codes.HIJACK + _read_colour(s, seat, text, words)
    space = _read_space(s, seat, text, words)
    if verb == "melt" and space >= HEXES:
        raise BadNotation(text, "only ice melts; name a hex of the piece, like 'melt d4'")
    start = {"melt": codes.MELT, "bear": codes.BEAR, "go": codes.GO, "fly": codes.FLY}[verb]
    return start + space


_PLACES = ("island", "ile", "insel", "camp", "home", "lager", "base")


def _read_space(s: State, seat: int, text: str, words: list[str]) -> int:
    """A piece by any of its hexes, a territory by its compass point, the island, or one's own camp."""
    if any(word in ("island", "ile", "insel") for word in words):
        return ISLAND
    if len(words) == 1 and words[0] in _PLACES:
        return int(s.camp[seat])
    point = _read_point([word for word in words if word not in _PLACES])
    if point in LAND_NAMES:
        return LAND + LAND_NAMES.index(point)
    if len(words) == 1 and _HEX.fullmatch(words[0]):
        cell = _read_hex(text, words[0])
        piece = int(piece_at(s, cell))
        return cell if piece < 0 else piece
    raise BadNotation(text, f"name one space: a hex like d4, island, or a territory ({', '.join(LAND_NAMES)})")


def _read_point(words: list[str]) -> str:
    """A compass point in one word or two (``north west``), or nothing."""
    points = [_POINTS.get(word, "?") for word in words]
    return "".join(points) if points else ""


def _read_hex(text: str, word: str) -> int:
    if word not in HEX_NAMED:
        raise BadNotation(text, f"there is no water hex {word!r}; rows are a to k, like d4 (the island is e5 to g6)")
    return HEX_NAMED[word]


def _read_colour(s: State, seat: int, text: str, words: list[str]) -> int:
    """The colour to hijack; it need not be said where only one foreign colour lies."""
    named = [COLOURS.index(_PAINTS[word]) for word in words if word in _PAINTS]
    if not words:
        named = [colour for colour in range(s.seats) if colour != seat and s.lying[s.at[seat]][colour]]
    if len(named) != 1:
        raise BadNotation(text, f"say whose container, like 'hijack blue' ({listing(COLOURS[: s.seats])})")
    return named[0]


def _read_placement(s: State, text: str, words: list[str]) -> int:
    """A placement by its name or by its hexes."""
    shapes = [_SHAPES[word] for word in words if word in _SHAPES]
    cells = [_read_hex(text, word) for word in words if _HEX.fullmatch(word)]
    point = _read_point([word for word in words if word not in _SHAPES and not _HEX.fullmatch(word)])
    if not cells or (point and point not in DIRECTION_NAMES) or (point and len(cells) > 1):
        raise BadNotation(text, "write 'place single d4', 'place double d4 E', 'place bent d4 NE', or 'place d4 d5'")
    if point:
        shape = _shape_meant(s, text, shapes)
        found = _by_direction(shape, cells[0], DIRECTION_NAMES.index(point))
    else:
        found = PLACEMENT_OF.get(frozenset(cells))
    if found is None:
        raise BadNotation(text, "no piece lies like that on the water")
    kind = PIECE_NAMES[PLACE_KIND[found]]
    if any(shape != kind and not (shape == "triple" and kind in PIECE_NAMES[STRAIGHT:]) for shape in shapes):
        raise BadNotation(text, f"these hexes make a {kind} piece; say its direction too, like 'place double d4 E'")
    return found


def _shape_meant(s: State, text: str, shapes: list[str]) -> int:
    """Straight or bent must be said; double follows from the card."""
    for shape in shapes:
        if shape in PIECE_NAMES:
            return PIECE_NAMES.index(shape)
    if s.phase == codes.LAYING and CARD_KIND[s.card] == DOUBLE and not shapes:
        return DOUBLE
    raise BadNotation(text, "say 'straight' or 'bent', like 'place straight d4 E' or 'place bent d4 NE'")


def _by_direction(shape: int, cell: int, direction: int) -> int | None:
    """A row of hexes from either end, or a bend around its middle."""
    if shape == BENT:
        return PLACEMENT_NAMED.get((BENT, cell, direction))
    cells = [cell]
    while len(cells) < shape + 1 and 0 <= cells[-1] < HEXES:
        cells.append(NEIGHBOUR[cells[-1]][direction])
    return PLACEMENT_OF.get(frozenset(cells)) if len(cells) == shape + 1 else None


_EXAMPLES = {
    codes.LAYING: "lay it, like 'place single d4', 'place double d4 E', 'place straight d4 SE' or 'place bent d4 NE'",
    codes.MELTING: "name a piece that melts, like 'melt d4'",
    codes.MOVING_BEAR: "say where the bear goes, like 'bear d4' or 'bear N'",
    codes.FINDING: "say 'take' or 'leave'",
    codes.ANSWERING: "say 'fog' or 'no fog'",
}


def _what_would_be_right(s: State, word: str) -> str:
    meant = nearest(word, set(_VERB_OF.values()), 1)
    hint = f"did you mean {meant[0]!r}? " if meant else ""
    return hint + _EXAMPLES.get(s.phase, "write 'go d4', 'fly island', 'load', 'unload', 'hijack blue' or 'end'")


def write_outcome(s: State, outcome: int) -> str:
    """The colour of the first player, an ice card, or an event card."""
    return _outcomes(s)[outcome]


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    names = _outcomes(s)
    if tidy(text) not in names:
        raise BadNotation(text, f"the outcome is one of {listing(names)}")
    return names.index(tidy(text))


def _outcomes(s: State) -> tuple[str, ...]:
    if s.phase == codes.ICE_CARD:
        return CARDS
    return EVENTS if s.phase == codes.EVENT_CARD else COLOURS[: s.seats]


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
