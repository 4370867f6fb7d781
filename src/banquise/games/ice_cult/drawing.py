"""How Ice Cult looks: in characters, and as an SVG picture. Both unfold every cube, so that no face is hidden (IC-1.8).

A net lies as if the sides of a cube had fallen outward from its top, and the bottom beyond the south side. In the
picture the paths leave the base at its corners, so paths and arrows are drawn an eighth turn clockwise (IC-1.3).
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from math import sqrt
from pathlib import Path

from banquise.games.ice_cult import moves, rules
from banquise.games.ice_cult.board import (
    ARC,
    ARC_CORNER,
    COLOURS,
    CUBE_NAMES,
    DIRECTION_NAMES,
    DOWN,
    EAST,
    FACES,
    NORTH,
    ORIENTATION,
    PAIR_NAMES,
    PATH_NAMES,
    PATHS,
    SLOT_NAMES,
    SLOTS,
    SOUTH,
    SPACES,
    TILT_SLOTS,
    TILT_WAY,
    TILTED,
    TILTS,
    TURNED,
    UP,
    WEST,
    arc_corner,
    face_at,
)
from banquise.games.ice_cult.client import Layout
from banquise.games.ice_cult.words import symbol_name
from banquise.kernel.canvas import Canvas
from banquise.kernel.game import COLOURS as COLOUR_NAMES
from banquise.kernel.palette import DEEP_WATER, FJORD, INK, LAMP, SEAT_COLOURS, SNOW, THIN_ICE, seat_shape
from banquise.kernel.schema import State
from banquise.kernel.speech import Say, speaker

_LETTERS = "RYGB"
_PHASES = {
    moves.SLOTTING: "drawing.slotting",
    moves.DRAWING: "drawing.drawing_lots",
    moves.OVER: "drawing.over",
}


# Characters -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Size:
    """How large things are in characters."""

    width: int  # of lines of words
    high: int = 1  # rows of a face and of a space
    net: int = 40  # columns from one net to the next
    west: int = 11  # of a net's west face
    face: int = 9  # of the others
    space: int = 11  # of a space with its stack
    is_terse: bool = False  # without what the rows say by themselves


_PLAIN, _USUAL, _LARGE = _Size(98), _Size(77), _Size(77, high=2)
_SMALL = _Size(52, net=26, west=8, face=8, space=10, is_terse=True)


def text(s: State, language: str = "en") -> str:
    """The cubes as nets with the top in brackets, the paths with their stacks, and the pieces of each colour."""
    return str(_canvas(s, language, _PLAIN))


def canvas(s: State, language: str = "en") -> Canvas:
    """The same with its colours and places."""
    return _canvas(s, language, _USUAL)


def large_canvas(s: State, language: str = "en") -> Canvas:
    """Faces and spaces two rows high, blocks of ice with their thickness."""
    return _canvas(s, language, _LARGE)


def small_canvas(s: State, language: str = "en") -> Canvas:
    """Narrow faces, and neither the names of rows nor the legend."""
    return _canvas(s, language, _SMALL)


def _canvas(s: State, language: str, size: _Size) -> Canvas:
    drawn, say = Canvas(), speaker(Path(__file__).parent, language)
    drawn.add(textwrap.fill(where_we_are(s, say), size.width))
    if s.phase != moves.SLOTTING:
        for slots in ((0, 1), (3, 2)):
            drawn.add()
            top = len(drawn)
            for at, slot in enumerate(slots):
                _draw_net(drawn, s, slot, (top, size.net * at), say, size)
            if size.high > 1:
                drawn.add()  # the lower half of the last faces
    drawn.add()
    for path in range(PATHS):
        _draw_path(drawn, s, path, say, size)
    drawn.add()
    for colour in range(4):
        drawn.add(_piece_line(s, colour, say), COLOUR_NAMES[colour])
    if not size.is_terse:
        drawn.add()
        drawn.add(textwrap.fill(say("drawing.legend"), size.width), "faint")
    return drawn


def where_we_are(s: State, say: Say) -> str:
    """The turn, the player and what is left to use."""
    if s.phase in _PHASES:
        return say(_PHASES[s.phase])
    what = say("drawing.second_tilt" if s.tilted else "drawing.first_tilt")
    if s.phase != moves.TILTING:
        what = say("drawing.action_two", circles=s.circles, arcs=s.arcs)
    return say("drawing.turn", turn=s.turn, seat=f"@colour.{COLOUR_NAMES[s.colour[s.player]]}", what=what)


def _draw_net(drawn: Canvas, s: State, slot: int, at: tuple[int, int], say: Say, size: _Size) -> None:
    """A cube unfolded around its top; every face is a place of its slot."""
    cube, (top, left) = s.cube[slot], at
    title = say("drawing.cube", slot=SLOT_NAMES[slot], cube=CUBE_NAMES[cube])
    margin = 0 if size.is_terse else 2
    drawn.put(top, left + margin, SLOT_NAMES[slot] if size.is_terse else title, "faint")
    middle, east = left + margin + size.west, left + margin + size.west + size.face
    spots = {NORTH: (0, middle), WEST: (1, left + margin), UP: (1, middle), EAST: (1, east)}
    for face, (row, column) in (spots | {SOUTH: (2, middle), DOWN: (3, middle)}).items():
        symbol, way = face_at(cube, s.orientation[slot], face)
        words = _symbol(symbol, way, say)
        if face == UP:
            words = f"[{words}{'*' if is_carried_out(s, slot) else ''}]"
        width = size.west if face == WEST else size.face
        style = COLOUR_NAMES[symbol] if symbol < len(COLOUR_NAMES) else "title"
        shown = f"{words:^{width}}"
        indent = len(shown) - len(shown.lstrip())
        line = top + size.high * row
        drawn.put(line, column + indent, words, style, SLOT_NAMES[slot], slot=slot)
        for half in range(2 * size.high):
            ground = "edge" if half == 3 else "ice_1" if face == UP else "ice_0"
            drawn.fill(2 * line + half, column, width - 1, ground)


def _symbol(symbol: int, way: int, say: Say) -> str:
    """``symbol_name`` in a language; paths have the same letters in all of them."""
    head, arrow, where = symbol_name(symbol, way).partition(">")
    if not arrow:
        return say(f"drawing.{head}")
    return f"{head}>{say(f'drawing.{where}') if where in ('up', 'down') else where}"


def is_carried_out(s: State, slot: int) -> bool:
    """Has the arrow on top of a slot been carried out this turn?"""
    return bool(s.phase == moves.ACTING and s.executed[slot])


def is_open(s: State, slot: int) -> bool:
    """Must the arrow on top of a slot still be carried out?"""
    symbol = rules.top_symbol(s, slot)
    if s.phase != moves.ACTING or not rules.is_arrow(symbol) or s.executed[slot]:
        return False
    return bool(rules.is_possible(s, symbol, rules.top_path(s, slot)))


def _draw_path(drawn: Canvas, s: State, path: int, say: Say, size: _Size) -> None:
    """A path from the entry outward: cold at first, warm at its end."""
    head = "" if size.is_terse else say("drawing.path")
    drawn.add(head, "faint")
    row, left = len(drawn) - 1, len(head) + 1
    for space in range(SPACES):
        at, name = left + size.space * space, f"{PATH_NAMES[path]}{space + 1}"
        drawn.put(row, at, name, "faint", name, path=path, space=space)
        for half in range(2 * size.high - (size.high > 1)):
            drawn.fill(2 * row + half, at - 1, size.space - 1, f"path_{space}")
        letters = stack_letters(s, path, space) or "-"
        for level, letter in enumerate(letters):
            style = COLOUR_NAMES[_LETTERS.index(letter)] if letter in _LETTERS else "faint"
            drawn.put(row, at + len(name) + 1 + level, letter, style, name, path=path, space=space)
    if not size.is_terse:
        drawn.put(row, left + size.space * SPACES, say("drawing.goal"), "faint")
    if size.high > 1:
        drawn.add()


def stack_letters(s: State, path: int, space: int) -> str:
    """A stack from the bottom up, one letter a piece."""
    return "".join(_LETTERS[piece - 1] for piece in s.stack[path][space][: s.height[path][space]])


def _piece_line(s: State, colour: int, say: Say) -> str:
    """The pieces of a colour: whose, how many still to enter, how many out."""
    counts = f"{say('drawing.supply', count=s.supply[colour])}   {say('drawing.out', count=s.out[colour])}"
    return f"{say(f'colour.{COLOUR_NAMES[colour]}'):<8}{_owner(s, colour, say):<9}{counts}"


def _owner(s: State, colour: int, say: Say) -> str:
    seats = [seat for seat in range(s.seats) if s.colour[seat] == colour]
    return say("drawing.seat", number=seats[0] + 1) if seats else say("board.neutral")


def layout() -> Layout:
    """The cubes and how they turn, as board.py has them: enough to draw every face in every orientation.

    A face is its symbol (0 to 3 an arrow of that colour, 4 the arc, 5 the circle) and where it points, -1 for nowhere.
    Directions are drawn an eighth turn clockwise (IC-1.3); slots, tilts and arcs are not.
    """
    return {
        "directions": list(DIRECTION_NAMES),
        "paths": list(PATH_NAMES),
        "slots": list(SLOT_NAMES),
        "cubes": list(CUBE_NAMES),
        "symbols": [*COLOUR_NAMES, "arc", "circle"],
        "spaces": SPACES,
        "faces": [list(cube) for cube in FACES],
        "arc_corners": list(ARC_CORNER),
        "orientations": [list(rotation) for rotation in ORIENTATION],
        "tilted": [list(row) for row in TILTED],
        "turned": [list(row) for row in TURNED],
        "tilts": [
            {"pair": PAIR_NAMES[tilt // 2], "direction": TILT_WAY[tilt], "slots": list(TILT_SLOTS[tilt])}
            for tilt in range(TILTS)
        ],
        "drawn_turned_by": 45,
    }


# SVG --------------------------------------------------------------------------------------------

_CIRCLE_COLOUR = "#8a4fa8"
_MIDDLE = 340.0  # of the board
_CUBE = 92.0
_DIAGONAL = 1 / sqrt(2)
_COMPASS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # where the slots are, from NW clockwise
Vector = tuple[float, float]


def svg(s: State, language: str = "en") -> str:
    """The temple from above, an X of four paths with the cubes in the middle; beside it the net of every cube."""
    say = speaker(Path(__file__).parent, language)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1060 680" role="img" '
        f'aria-label="{escape(text(s, language))}" font-family="Georgia, serif">',
        f'<rect width="1060" height="680" fill="{FJORD}"/>',
        f'<rect x="690" y="14" width="356" height="652" rx="18" fill="{DEEP_WATER}"/>',
    ]
    parts += [_path_shape(s, path) for path in range(PATHS)]
    parts.append(
        f'<rect x="{_MIDDLE - 104}" y="{_MIDDLE - 104}" width="208" height="208" rx="10" fill="{DEEP_WATER}" '
        f'stroke="{THIN_ICE}" stroke-width="2"/>'
    )
    if s.phase != moves.SLOTTING:
        parts += [_cube_shape(s, slot) for slot in range(SLOTS)] + [_net_shape(s, slot, say) for slot in range(SLOTS)]
    parts += [_supply_shape(s, colour, say) for colour in range(COLOURS)]
    parts.append(_words(where_we_are(s, say), _MIDDLE, 662, 17))
    return "".join(parts) + "</svg>"


def _words(said: str, x: float, y: float, size: int, colour: str = SNOW, *, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{escape(said)}</text>'
    )


def _turned(vector: Vector) -> Vector:
    """An eighth turn clockwise: an arrow to path A is drawn to the upper right."""
    x, y = vector
    return (x - y) * _DIAGONAL, (x + y) * _DIAGONAL


def _spot(path: int, steps: float) -> Vector:
    x, y = _turned(_COMPASS[path])
    return _MIDDLE + x * (178 + 53 * steps), _MIDDLE + y * (178 + 53 * steps)


def _warmth(space: int) -> str:
    """From cold blue at the entry to warm orange at the goal."""
    cold, warm = (116, 178, 214), (233, 162, 59)
    share = space / SPACES
    return "#" + "".join(f"{round(c + (w - c) * share):02x}" for c, w in zip(cold, warm, strict=True))


def _path_shape(s: State, path: int) -> str:
    (x1, y1), (x2, y2) = _spot(path, -1), _spot(path, SPACES)
    shapes = [
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{DEEP_WATER}" stroke-width="40" '
        'stroke-linecap="round"/>'
    ]
    for space in range(SPACES):
        x, y = _spot(path, space)
        shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="24" fill="{_warmth(space)}" stroke="{SNOW}" stroke-width="1.5"/>'
        )
        letters = stack_letters(s, path, space) if s.height[path][space] > 1 else ""
        name = f"{PATH_NAMES[path]}{space + 1} {letters}".rstrip()
        beside = y + 28 if path in (NORTH, SOUTH) else y - 18  # where no neighbouring space is
        shapes.append(_words(name, x + 19, beside, 12, THIN_ICE, anchor="start"))
    x, y = _spot(path, SPACES)
    shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="20" fill="{LAMP}" stroke="{SNOW}" stroke-width="3"/>')
    shapes.append(_words(PATH_NAMES[path], x, y + 6, 18, INK))
    shapes += [_stack_shape(s, path, space) for space in range(SPACES)]
    return "".join(shapes)


def _stack_shape(s: State, path: int, space: int) -> str:
    """Pieces from the bottom up, closer together the more they are."""
    x, y = _spot(path, space)
    high = s.height[path][space]
    rise = min(11.0, 48 / max(high, 1))
    names = [COLOUR_NAMES[piece - 1] for piece in s.stack[path][space][:high]]
    return "".join(seat_shape(name, x, y + 8 - rise * level, 11) for level, name in enumerate(names))


def _cube_shape(s: State, slot: int) -> str:
    dx, dy = _CORNERS[slot]
    x, y = _MIDDLE + dx * (_CUBE / 2 + 3), _MIDDLE + dy * (_CUBE / 2 + 3)
    return _face_shape(s, slot, UP, (x, y), _CUBE / 2) + _words(SLOT_NAMES[slot], x + dx * 34, y + dy * 34 + 4, 11, INK)


def _net_shape(s: State, slot: int, say: Say) -> str:
    """The six faces of a cube, unfolded."""
    dx, dy = _CORNERS[slot]
    x, y, half = 868 + dx * 88.0, 240 + dy * 128.0, 25.0
    shapes = [
        _face_shape(s, slot, place, (x + vx * 2 * half, y + vy * 2 * half), half)
        for place, (vx, vy) in enumerate((*_COMPASS, (0.0, 0.0), (0.0, 2.0)))
    ]
    title = say("drawing.cube", slot=SLOT_NAMES[slot], cube=CUBE_NAMES[s.cube[slot]])
    return "".join(shapes) + _words(title, x - 52, y - 40, 15)


def _face_shape(s: State, slot: int, place: int, middle: Vector, half: float) -> str:
    """One face of glass with its symbol; an arrow on top that is still to be carried out glows."""
    x, y = middle
    symbol, points = face_at(s.cube[slot], s.orientation[slot], place)
    glows = place == UP and is_open(s, slot)
    faded = place == UP and is_carried_out(s, slot)
    edge, width = (LAMP, 5) if glows else (FJORD, 1.5)
    glass = SNOW if place == UP else THIN_ICE
    shape = (
        f'<rect x="{x - half + 1:.1f}" y="{y - half + 1:.1f}" width="{2 * half - 2:.1f}" height="{2 * half - 2:.1f}" '
        f'rx="{half / 6:.1f}" fill="{glass}" stroke="{edge}" stroke-width="{width}"/>'
    )
    if rules.is_arrow(symbol):
        mark = _arrow_shape(symbol, _turned(net_vector(place, points)), x, y, half)
    elif symbol == ARC:
        mark = _arc_shape(s, slot, place, middle, half)
    else:
        mark = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * 0.42:.1f}" fill="none" stroke="{_CIRCLE_COLOUR}" '
            f'stroke-width="{half / 4:.1f}"/>'
        )
    return shape + (f'<g opacity="0.35">{mark}</g>' if faded else mark)


def net_vector(place: int, points: int) -> Vector:
    """Where a direction of the cube points on an unfolded face: up is towards the top face, down away from it."""
    if place == DOWN and points in (NORTH, SOUTH):  # it hangs from the south side, so it lies the other way round
        return _COMPASS[(points + 2) % 4]
    if points in (UP, DOWN):
        x, y = _COMPASS[place]
        return (x, y) if points == DOWN else (-x, -y)
    return _COMPASS[points]


def _arrow_shape(symbol: int, towards: Vector, x: float, y: float, half: float) -> str:
    """An arrow in its colour, with the mark of the colour at its tail."""
    ux, uy = towards

    def at(along: float, across: float) -> str:
        return f"{x + half * (along * ux - across * uy):.1f},{y + half * (along * uy + across * ux):.1f}"

    outline = " ".join(
        (at(0.95, 0), at(0.3, 0.45), at(0.3, 0.17), at(-0.5, 0.17), at(-0.5, -0.17), at(0.3, -0.17), at(0.3, -0.45))
    )
    name = COLOUR_NAMES[symbol]
    return (
        f'<polygon points="{outline}" fill="{SEAT_COLOURS[name]}" stroke="{INK}" stroke-width="1"/>'
        f"{seat_shape(name, x - half * 0.5 * ux, y - half * 0.5 * uy, half * 0.3)}"
    )


def _arc_shape(s: State, slot: int, place: int, middle: Vector, half: float) -> str:
    """A quarter circle round the corner where two sides meet."""
    one, other = (net_vector(place, points) for points in arc_corner(s.cube[slot], s.orientation[slot]))
    corner_x, corner_y = middle[0] + half * (one[0] + other[0]), middle[1] + half * (one[1] + other[1])
    radius = half * 1.15
    start_x, start_y = corner_x - radius * one[0], corner_y - radius * one[1]
    end_x, end_y = corner_x - radius * other[0], corner_y - radius * other[1]
    sweep = int(one[0] * other[1] - one[1] * other[0] > 0)
    return (
        f'<path d="M{start_x:.1f},{start_y:.1f} A{radius:.1f},{radius:.1f} 0 0 {sweep} {end_x:.1f},{end_y:.1f}" '
        f'fill="none" stroke="{DEEP_WATER}" stroke-width="{half / 5:.1f}" stroke-linecap="round"/>'
    )


def _supply_shape(s: State, colour: int, say: Say) -> str:
    """A row for a colour: its five pieces, those out at the goal end, those on the paths as gaps."""
    y = 548 + 30 * colour
    owner, name = _owner(s, colour, say), COLOUR_NAMES[colour]
    shapes = [seat_shape(name, 716, y, 8), _words(owner, 734, y + 5, 14, THIN_ICE, anchor="start")]
    shapes += [seat_shape(name, 806 + 19 * i, y, 8) for i in range(s.supply[colour])]
    shapes += [seat_shape(name, 1028 - 19 * i, y, 8) for i in range(s.out[colour])]
    shapes.append(_words(say("drawing.out", count=s.out[colour]), 922, y + 5, 14, LAMP))
    return "".join(shapes)
