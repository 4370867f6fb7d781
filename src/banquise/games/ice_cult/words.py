"""How Ice Cult speaks: notation, log sentences, reasons for refusal.

Notation: ``tilt top down``; ``red enter A`` and ``red A2`` for the red arrow that points to path A; ``red A2.3`` for
the piece at level 3 of a stack that holds several red ones; ``copy red A2`` for a circle; ``turn NW right``; ``done``.
Where two cubes show the same arrow its cube comes after the colour: ``red NW A2``. Commas join the moves of a turn.

Older records call the paths A to D by the directions N, E, S and W, and tilts too (``tilt top S``): both are read.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from operator import getitem

from banquise.games.ice_cult import rules
from banquise.games.ice_cult.board import (
    ARC,
    CUBE_IN,
    CUBE_NAMES,
    OLD_PATH_NAMES,
    OWN_PIECES,
    PAIR_NAMES,
    PATH_NAMES,
    PIECES,
    SLOT_NAMES,
    SLOTS,
    SPACES,
    TILT_NAMES,
    TILT_WAY,
    TILTS,
    TOP_PATH,
    TOP_SYMBOL,
    WAY_NAMES,
)
from banquise.games.ice_cult.client import Preview
from banquise.games.ice_cult.moves import (
    ACTING,
    ARROW,
    CHOICE_OF,
    DONE,
    ENTER,
    HAND_OF,
    IN_SUPPLY,
    KIND_OF,
    LEFT,
    MOVE_CODES,
    MOVES,
    OVER,
    REASONS,
    REPEAT,
    RIGHT,
    SAFETY,
    SLOT_OF,
    SLOTTING,
    TILT,
    TILT_OF,
    TILTING,
    TURN,
)
from banquise.kernel.contract import CHANCE, LEGAL
from banquise.kernel.game import COLOURS
from banquise.kernel.notation import BadNotation, listing, tidy
from banquise.kernel.schema import State
from banquise.kernel.speaking import walked
from banquise.kernel.speech import Message

TIMELESS: Container[int] = frozenset(
    move for move in range(MOVE_CODES) if KIND_OF[move] not in (ARROW, REPEAT)
)  # all but the moves of pieces
# What lies on top of each cube in each orientation, and where it points: for words, which ask for both at once.
_TOPS = tuple(tuple(zip(*both, strict=True)) for both in zip(TOP_SYMBOL, TOP_PATH, strict=True))
# Names of things inside a sentence.
_PAIRS = ("pair.top", "pair.bottom", "pair.left", "pair.right")
_TOWARDS = ("towards.N", "towards.E", "towards.S", "towards.W")
_PIECES = ("piece.red", "piece.yellow", "piece.green", "piece.blue")
_ARROWS = (
    ("symbol.red_A", "symbol.red_B", "symbol.red_C", "symbol.red_D"),
    ("symbol.yellow_A", "symbol.yellow_B", "symbol.yellow_C", "symbol.yellow_D"),
    ("symbol.green_A", "symbol.green_B", "symbol.green_C", "symbol.green_D"),
    ("symbol.blue_A", "symbol.blue_B", "symbol.blue_C", "symbol.blue_D"),
)

# What a person may say for each word of the notation, in English, French and German.
_SYNONYMS = {
    "tilt": "tip roll bascule basculer basculez kippe kippen",
    "turn": "rotate spin arc tourne tourner tournez drehe drehen",
    "enter": "in entry supply entre entrer entrez betritt betreten rein",
    "copy": "repeat circle copie copier copiez repete répète répéter kopiere wiederhole",
    "done": "end pass ok fini fin fertig ende .",
    "red": "r rouge rot rote rotes",
    "yellow": "y jaune gelb gelbe gelbes",
    "green": "g vert verte grün gruen grüne grünes",
    "blue": "bleu bleue blau blaue blaues",
    "a": "",
    "b": "",
    "c": "",
    "d": "",
    "n": "north nord norden",
    "e": "east est ost osten",
    "s": "south sud süd sued süden",
    "w": "west ouest westen",
    "nw": "north-west northwest nord-ouest nordwest",
    "ne": "north-east northeast nord-est nordost",
    "se": "south-east southeast sud-est südost",
    "sw": "south-west southwest sud-ouest südwest",
    "top": "upper haut oben obere up upward",
    "bottom": "lower bas unten untere down downward",
    "left": "anticlockwise counterclockwise ccw gauche links linke",
    "right": "clockwise cw droite rechts rechte",
}
_SIDES = {"top": "up", "bottom": "down"}  # one word may mean the pair or the way
_WORD = {said: word for word, others in _SYNONYMS.items() for said in (word, *others.split())}
_FILLING = (
    "the",
    "to",
    "towards",
    "pair",
    "cube",
    "slot",
    "arrow",
    "piece",
    "on",
    "path",
    "chemin",
    "pfad",
    "by",
    "with",
    "from",
    "of",
)
_PLACE = re.compile(r"(?P<path>[abcdnesw])(?P<space>[1-5])(?:[.:/#](?P<level>\d{1,2}))?")
_SPLIT_PLACE = re.compile(r"\b([abcdnesw]) ([1-5])\b")


# Notation: writing ------------------------------------------------------------------------------


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    if KIND_OF[move] == ARROW:
        return _write_choice(s, SLOT_OF[move], CHOICE_OF[move])
    if KIND_OF[move] == REPEAT:
        return "copy " + _write_choice(s, SLOT_OF[move], CHOICE_OF[move])
    return MOVES.write(move)


def _write_choice(s: State, slot: int, choice: int) -> str:
    """An arrow by its colour, and by its cube where two show the same; then "enter" or the place of a piece."""
    tops = _tops(s)
    colour, path = tops[slot]
    if not rules.is_arrow(colour) or choice > s.on_path[path][colour]:  # no legal move: only its code can be told
        return f"{SLOT_NAMES[slot]} arrow " + (f"piece {choice}" if choice else "enter")
    name = COLOURS[colour] + (f" {SLOT_NAMES[slot]}" if tops.count(tops[slot]) > 1 else "")
    if choice == ENTER:
        return f"{name} enter {PATH_NAMES[path]}"
    return f"{name} {place_name(s, path, colour, choice)}"


def arrow_on(s: State, slot: int) -> tuple[int, int] | None:
    """The colour and path of the arrow on top of a slot."""
    top = _top(s, slot)
    return top if rules.is_arrow(top[0]) else None


def place_name(s: State, path: int, colour: int, nth: int) -> str:
    """Where the nth piece of a colour stands on a path: its space, and its level if the stack has several of them."""
    place = rules.find_piece(s, path, colour, nth)
    space, level = place // PIECES, place % PIECES
    name = f"{PATH_NAMES[path]}{space + 1}"
    return f"{name}.{level + 1}" if s.stack[path][space].count(colour + 1) > 1 else name


def write_line(s: State, seat: int, moves: Sequence[int]) -> str:
    """The text of moves made together, each in the position that the ones before it lead to."""
    s = s.copy()
    said = []
    for move in moves:
        said.append(write(s, seat, move))
        _make_if_legal(s, seat, move)
    return ", ".join(said)


def _make_if_legal(s: State, seat: int, move: int) -> None:
    if rules.why_illegal(s, seat, move) == LEGAL:
        rules.play(s, seat, move)


# Notation: reading ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Said:
    """The words of one move, sorted by what they can be. A word of two senses is in both."""

    text: str
    words: tuple[str, ...]
    colour: int | None
    slot: int | None
    path: int | None
    place: re.Match[str] | None
    number: int | None

    def asks(self, *words: str) -> bool:
        return any(word in self.words for word in words)


def read(s: State, seat: int, text: str) -> list[int]:
    """The moves that a text means: one, or several between commas."""
    s = s.copy()
    moves = []
    for part in re.split("[,;]", text):
        moves.append(_read_move(s, _sorted(text, tidy(part))))
        _make_if_legal(s, seat, moves[-1])
    return moves


def _sorted(text: str, part: str) -> _Said:
    words = [word for word in _SPLIT_PLACE.sub(r"\1\2", part).split() if word not in _FILLING]
    known = [_WORD.get(word, word) for word in words]
    places = [place for word in known if (place := _PLACE.fullmatch(word))]
    numbers = [int(word) for word in known if word.isdecimal()]
    strangers = [word for word in known if not (word in _SYNONYMS or _PLACE.fullmatch(word) or word.isdecimal())]
    if strangers or not known:
        raise BadNotation(text, _what_would_be_right())
    return _Said(
        text,
        tuple(known),
        _index(COLOURS, known),
        _index([name.lower() for name in SLOT_NAMES], known),
        next((path for word in reversed(known) if (path := _path_named(word)) is not None), None),
        places[0] if places else None,
        numbers[0] if numbers else None,
    )


def _path_named(word: str) -> int | None:
    """The path of a letter, today's or that of an older record."""
    for names in (PATH_NAMES, OLD_PATH_NAMES):
        if word.upper() in names:
            return names.index(word.upper())
    return None


def _index(names: Sequence[str], words: list[str]) -> int | None:
    return next((i for i, name in enumerate(names) if name in words), None)


def _what_would_be_right() -> str:
    return "say 'tilt top down', 'red enter A', 'red A2', 'copy red A2', 'turn NW right' or 'done'"


def _read_move(s: State, said: _Said) -> int:
    if set(said.words) == {"done"}:
        return DONE
    if said.asks("copy", "enter") or said.colour is not None or said.place or said.number is not None:
        return _read_arrow(s, said)
    if said.asks("turn") or (said.slot is not None and said.asks("left", "right")):
        return _read_turn(said)
    if said.asks("tilt", *PAIR_NAMES):
        return _read_tilt(said)
    raise BadNotation(said.text, _what_would_be_right())


def _read_tilt(said: _Said) -> int:
    """The pair comes first and the way last: "tilt left right" rolls the left pair to the right."""
    sides = [_SIDES.get(word, word) for word in said.words if word != "tilt"]
    for tilt in range(TILTS):
        pair, way = PAIR_NAMES[tilt // 2], TILT_WAY[tilt]
        if len(sides) == 2 and _SIDES.get(pair, pair) == sides[0] and sides[1] in (WAY_NAMES[way], "nesw"[way]):
            return MOVES.code(TILT, tilt)
    raise BadNotation(said.text, "a tilt is one of " + listing(TILT_NAMES))


def _read_turn(said: _Said) -> int:
    if said.slot is None or said.asks("left") == said.asks("right"):
        raise BadNotation(said.text, "name a cube and a hand, like 'turn NW right'")
    return MOVES.code(TURN, said.slot, RIGHT if said.asks("right") else LEFT)


def _read_arrow(s: State, said: _Said) -> int:
    """Find the arrow that is meant, then the piece."""
    first = REPEAT if said.asks("copy") else ARROW
    if s.phase != ACTING:
        return MOVES.code(first, said.slot or 0, ENTER)  # whichever it is, the rules say what comes before
    if said.slot is not None and arrow_on(s, said.slot) is None:
        return MOVES.code(first, said.slot, ENTER)  # likewise
    slots = _arrows_meant(s, said)
    if not slots:
        raise BadNotation(said.text, f"no such arrow is on top; there are {tops(s)}")
    if len({arrow_on(s, slot) for slot in slots}) > 1:
        raise BadNotation(said.text, f"several arrows could be meant; name the colour and the path ({tops(s)})")
    slot = slots[0]
    if first == ARROW:  # of twins, the one that is still to be carried out
        slot = min(slots, key=lambda one: (s.executed[one], one))
    return MOVES.code(first, slot, _read_choice(s, said, slot))


def _arrows_meant(s: State, said: _Said) -> list[int]:
    path = _path_named(said.place["path"]) if said.place else said.path
    meant = []
    for slot in range(SLOTS):
        arrow = arrow_on(s, slot)
        if arrow and said.slot in (None, slot) and said.colour in (None, arrow[0]) and path in (None, arrow[1]):
            meant.append(slot)
    return meant


def _read_choice(s: State, said: _Said, slot: int) -> int:
    """Enter, or which piece of the arrow's colour on its path."""
    if said.asks("enter"):
        return ENTER
    if said.number is not None and said.number <= OWN_PIECES:
        return said.number
    colour, path = _top(s, slot)
    names = [place_name(s, path, colour, nth) for nth in range(1, s.on_path[path][colour] + 1)]
    if said.place is None:
        raise BadNotation(said.text, f"which piece? say one of {listing(['enter', *names])}")
    space, level = int(said.place["space"]), said.place["level"]
    found = []
    for nth in range(1, len(names) + 1):
        at = rules.find_piece(s, path, colour, nth)
        if at // PIECES == space - 1 and level in (None, str(at % PIECES + 1)):
            found.append(nth)
    if len(found) == 1:
        return found[0]
    there = f"{PATH_NAMES[path]}{space}"
    if found:
        raise BadNotation(said.text, f"{there} holds several {COLOURS[colour]} pieces; add the level: {listing(names)}")
    others = listing(names) if names else "there is none on this path"
    raise BadNotation(said.text, f"no {COLOURS[colour]} piece is on {there}; {others}")


def tops(s: State) -> str:
    """The symbols on top, in characters: ``NW R>C, NE B>A, SE arc, SW arc``."""
    return ", ".join(f"{slot} {symbol_name(*top)}" for slot, top in zip(SLOT_NAMES, _tops(s), strict=True))


def _top(s: State, slot: int) -> tuple[int, int]:
    """The symbol on top of a slot, and where it points."""
    top: tuple[int, int] = _TOPS[s.cube[slot]][s.orientation[slot]]
    return top


def _tops(s: State) -> list[tuple[int, int]]:
    """The same of all slots."""
    return list(map(getitem, map(_TOPS.__getitem__, s.cube), s.orientation))


def symbol_name(symbol: int, points: int) -> str:
    """A symbol in characters: ``R>C`` is a red arrow to path C, ``R>up`` one on a side that points up."""
    if rules.is_arrow(symbol):
        return f"{COLOURS[symbol][0].upper()}>{(*PATH_NAMES, 'up', 'down')[points]}"
    return "arc" if symbol == ARC else "circle"


def write_outcome(s: State, outcome: int) -> str:
    """The slotting names the cubes clockwise from NW; the draw of the first player names its colour."""
    if s.phase == SLOTTING:
        return "".join(CUBE_NAMES[cube] for cube in CUBE_IN[outcome])
    return COLOURS[s.colour[outcome]]


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    said = tidy(text)
    if s.phase == SLOTTING:
        cubes = tuple("abcd".find(letter) for letter in said.replace(" ", ""))
        if cubes not in CUBE_IN:
            raise BadNotation(text, "name the cubes in NW, NE, SE and SW, each once, like BADC")
        return CUBE_IN.index(cubes)
    names = [COLOURS[s.colour[seat]] for seat in range(s.seats)]
    if _WORD.get(said) not in names:
        raise BadNotation(text, f"the first player is one of {listing(names)}")
    return names.index(_WORD[said])


# Sentences --------------------------------------------------------------------------------------


def _colour(s: State, seat: int) -> str:
    return f"@colour.{COLOURS[s.colour[seat]]}"


def tell(before: State, after: State, actor: int, code: int | None) -> list[Message]:
    """What happened, in words. Nothing is hidden, so the code is always known (IC-1.8)."""
    assert code is not None
    if actor == CHANCE:
        said = _tell_chance(before, after, code)
    else:
        said = _tell_move(before, after, actor, code) + _tell_outs(before, after)
    if after.turn > before.turn:
        said.append(Message("log.turn", {"turn": after.turn, "seat": _colour(after, after.player)}))
    return said + _tell_end(after)


def _tell_chance(before: State, after: State, outcome: int) -> list[Message]:
    if before.phase == SLOTTING:
        cubes = {SLOT_NAMES[slot]: CUBE_NAMES[after.cube[slot]] for slot in range(SLOTS)}
        return [Message("log.slotted", {**cubes})]
    return [Message("log.first", {"seat": _colour(after, outcome)})]


def _tell_move(before: State, after: State, seat: int, move: int) -> list[Message]:
    who: dict[str, str | int] = {"seat": _colour(before, seat)}
    kind, slot = KIND_OF[move], SLOT_OF[move]
    if kind == TILT:
        pair, towards = _PAIRS[TILT_OF[move] // 2], _TOWARDS[TILT_WAY[TILT_OF[move]]]
        said = [Message("log.tilt", {**who, "pair": f"@{pair}", "towards": f"@{towards}"})]
        return said + ([_tell_tops(after)] if after.phase == ACTING else [])
    if kind == ARROW:
        return _tell_piece(before, who, slot, CHOICE_OF[move])
    if kind == REPEAT:
        return [Message("log.circle", who), *_tell_piece(before, who, slot, CHOICE_OF[move])]
    if kind == TURN:
        key = "log.turn_right" if HAND_OF[move] == RIGHT else "log.turn_left"
        symbol = _symbol_key(*_top(after, slot))
        return [Message(key, {**who, "slot": SLOT_NAMES[slot], "symbol": symbol})]
    return [Message("log.done", who)]


def _symbol_key(symbol: int, points: int) -> str:
    if rules.is_arrow(symbol):
        return "@" + _ARROWS[symbol][points]
    return "@" + ("symbol.arc" if symbol == ARC else "symbol.circle")


def _tell_tops(after: State) -> Message:
    return Message("log.tops", {slot: _symbol_key(*top) for slot, top in zip(SLOT_NAMES, _tops(after), strict=True)})


def _tell_piece(before: State, who: dict[str, str | int], slot: int, choice: int) -> list[Message]:
    colour, path = _top(before, slot)
    name = PATH_NAMES[path]
    params: dict[str, str | int] = {**who, "piece": f"@{_PIECES[colour]}"}
    if choice == ENTER:
        return [Message("log.enter", {**params, "place": f"{name}1"})]
    place = rules.find_piece(before, path, colour, choice)
    space, level = place // PIECES, place % PIECES
    if space + 1 == SPACES:
        said = [Message("log.leave", {**params, "place": f"{name}{space + 1}"})]
    else:
        said = [Message("log.step", {**params, "place": f"{name}{space + 1}", "there": f"{name}{space + 2}"})]
    riders = before.height[path][space] - level - 1
    return said + ([Message("log.riders", {"count": riders})] if riders else [])


def _tell_outs(before: State, after: State) -> list[Message]:
    if after.out == before.out:
        return []
    return [
        Message("log.out", {"colour": f"@colour.{name}", "count": after.out[colour]})
        for colour, name in enumerate(COLOURS)
        if after.out[colour] > before.out[colour]
    ]


def _tell_end(after: State) -> list[Message]:
    if after.phase != OVER:
        return []
    won = [seat for seat in range(after.seats) if after.won >> seat & 1]
    said = [Message("log.safety", {"turn": after.turn})] if after.ended >= SAFETY else []
    if not won:
        return [*said, Message("log.nobody_wins")]
    key = "log.wins" if len(won) == 1 else "log.shares"
    return said + [Message(key, {"seat": _colour(after, seat)}) for seat in won]


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    if s.phase == TILTING:
        return Message("prompt.tilt_again" if s.tilted else "prompt.tilt")
    if rules.owes_arrow(s):
        return Message("prompt.arrows")
    if s.arcs or _can_repeat(s):
        return Message("prompt.more", {"circles": s.circles, "arcs": s.arcs})
    return Message("prompt.done")


def _can_repeat(s: State) -> bool:
    arrows = [arrow_on(s, slot) for slot in range(SLOTS)]
    return s.circles > 0 and any(arrow and rules.is_possible(s, *arrow) for arrow in arrows)


# For clients ------------------------------------------------------------------------------------


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A legal move in parts: a tilt, an arrow or its repeat with the piece that would move, a turn, or done."""
    parts = MOVES.parts(move)
    if KIND_OF[move] == TILT:
        parts |= {"pair": PAIR_NAMES[TILT_OF[move] // 2], "direction": TILT_WAY[TILT_OF[move]]}
    elif KIND_OF[move] in (ARROW, REPEAT):
        parts |= _piece_of(s, SLOT_OF[move], CHOICE_OF[move])
    return parts


def _piece_of(s: State, slot: int, choice: int) -> dict[str, int]:
    """The arrow of a slot, and the piece by its space and level (0 the bottom)."""
    colour, path = _top(s, slot)
    place = rules.find_piece(s, path, colour, choice) if choice else IN_SUPPLY * PIECES
    return {"colour": colour, "path": path, "space": place // PIECES, "level": place % PIECES}


def preview(s: State, seat: int, text: str) -> Preview:
    """How the cubes and the pieces would lie after a line of moves, as far as it is legal (IC-2.3).

    Also which arrows the seat would owe then, and why the line is refused where it is.
    """
    ghost, refused = walked(s, seat, read(s, seat, text), rules, REASONS)
    arrows = [arrow_on(ghost, slot) for slot in range(SLOTS)]
    possible = [slot for slot, arrow in enumerate(arrows) if arrow and rules.is_possible(ghost, *arrow)]
    open_arrows = [slot for slot in possible if ghost.phase == ACTING and not ghost.executed[slot]]
    return {
        "orientation": ghost.orientation,
        "tops": [list(top) for top in _tops(ghost)],
        "owed": open_arrows,
        "possible": possible,
        "stack": ghost.stack,
        "out": ghost.out,
        "refused": refused,
    }
