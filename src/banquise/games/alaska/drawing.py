"""How Alaska looks: in characters, and as an SVG picture. Both draw a state as the viewer sees it."""

# mypy: allow-untyped-calls

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import cos, pi, sin, sqrt
from pathlib import Path

from banquise.games.alaska import moves
from banquise.games.alaska.board import (
    CAMPS,
    CARD_COUNT,
    CARD_KIND,
    CARD_SPRING,
    CARD_WINTER,
    DIRECTION_NAMES,
    EVENT_COUNT,
    EVENT_NAMES,
    HEXES,
    ISLAND,
    ISLAND_CELLS,
    LAND,
    LAND_NAMES,
    NAMES,
    NEAR,
    NEIGHBOUR,
    PIECE_NAMES,
    PLACE_HEX,
    PLACE_KIND,
    PLACEMENTS,
    SPACES,
    WATER,
    centre,
)
from banquise.games.alaska.client import Layout
from banquise.games.alaska.spaces import camp_owner, containers_on, piece_at
from banquise.games.alaska.voyage import STEPS
from banquise.kernel.canvas import Canvas
from banquise.kernel.game import COLOURS
from banquise.kernel.palette import DEEP_WATER, FJORD, INK, LAMP, SEAT_COLOURS, SNOW, THIN_ICE, seat_shape
from banquise.kernel.schema import State
from banquise.kernel.speech import Say, speaker

# Where a territory's name is written in the usual picture: row, column.
_WRITTEN_AT = {
    "NW": (0, 4),
    "N": (0, 37),
    "NE": (0, 71),
    "E": (5, 75),
    "SE": (12, 71),
    "S": (12, 37),
    "SW": (12, 4),
    "W": (5, 0),
}


# Characters -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Size:
    """How large things are in characters."""

    width: int  # of the picture; lines of words leave one for a bar to scroll by
    cell: int  # between two hexes of a row
    high: int = 1  # rows of a hex
    is_terse: bool = False  # in words only what the picture does not show, with its names and letters


_USUAL, _LARGE, _SMALL = _Size(78, 7), _Size(78, 7, high=2), _Size(55, 5, is_terse=True)


def text(s: State, language: str = "en") -> str:
    """The lake in characters, then everything that stands or lies somewhere, in words.

    Water is a hex's name; ice is in brackets, with the name of the piece: hexes in like brackets are one piece. Behind
    the name come vehicles (R, Y, G, B), the bear (&) and the number of containers.
    """
    return str(canvas(s, language))


def canvas(s: State, language: str = "en") -> Canvas:
    """The same with its colours and places: a hex of a piece is that piece's space, and every hex a cell to lay on."""
    return _canvas(s, language, _USUAL)


def large_canvas(s: State, language: str = "en") -> Canvas:
    """Every hex two rows high, and floes with their thickness."""
    return _canvas(s, language, _LARGE)


def small_canvas(s: State, language: str = "en") -> Canvas:
    """Narrow hexes, and few words."""
    return _canvas(s, language, _SMALL)


def _canvas(s: State, language: str, size: _Size) -> Canvas:
    drawn = Canvas()
    drawn.lay(_ground(tuple(piece_at(s, cell) for cell in range(HEXES)), size))
    for at, name in enumerate(LAND_NAMES):
        owner, (row, column) = camp_owner(s, LAND + at), _WRITTEN_AT[name]
        style = COLOURS[owner] if owner >= 0 else "title"
        drawn.put(_row(row - 1, size), column * size.width // _USUAL.width, name, style, name, space=LAND + at)
    for cell in range(HEXES):
        column, row = WATER[cell]
        _draw_hex(drawn, s, cell, _row(row, size), _column(column, size), size)
    say = speaker(Path(__file__).parent, language)
    for row, column, letters in ((4, -1, say("drawing.island_1")), (5, -2, say("drawing.island_2")), (6, -1, "~ ~ ~")):
        drawn.put(_row(row, size), _column(column, size), letters, "title", NAMES[ISLAND], space=ISLAND)
    if size.is_terse:
        _add_in_short(drawn, s, say, size.width - 1)
        return drawn
    drawn.add()
    for line in situation(s, language).split("\n"):
        drawn.add("\n".join(textwrap.wrap(line, size.width - 1, subsequent_indent="  ")))
    return drawn


def _row(row: int, size: _Size) -> int:
    """Where a row of hexes is written; the land to the north is above it."""
    return 0 if row < 0 else 1 + size.high * row


def _column(column: int, size: _Size) -> int:
    """Where a hex begins; columns are counted in half hexes from the middle."""
    return (column + 10) * size.cell // 2


@lru_cache(maxsize=8)
def _ground(pieces: tuple[int, ...], size: _Size) -> Canvas:
    """Land, on it the lake, on that the ice: each piece in one of three tones, with its thickness where it is large."""
    drawn = Canvas()
    rows = 1 + max(row for _, row in WATER[:HEXES])
    for half in range(2 * _row(rows, size) + 2):
        drawn.fill(half, 0, size.width, "land")
    piece_of: dict[tuple[int, int], int] = {}
    for cell, piece in enumerate(pieces):
        column, row = WATER[cell]
        piece_of |= {(row, _column(column, size) + at): piece for at in range(size.cell)}
    for (row, column), piece in piece_of.items():
        is_end = piece >= 0 and piece_of.get((row, column + 1)) != piece
        ground = "water" if piece < 0 or is_end else f"ice_{piece % 3}"
        for half in range(2 * size.high):
            drawn.fill(2 * _row(row, size) + half, column, 1, ground)
        if size.high > 1 and ground != "water" and piece_of.get((row + 1, column)) != piece:
            drawn.fill(2 * _row(row, size) + 2 * size.high - 1, column, 1, "edge")
    return drawn


def _draw_hex(drawn: Canvas, s: State, cell: int, row: int, column: int, size: _Size) -> None:
    """A hex's name and brackets; whatever stands on it, in its own colour."""
    piece = piece_at(s, cell)
    if piece < 0:
        drawn.put(row, column, f" {NAMES[cell]}", "water", NAMES[cell], cell=cell)
        return
    marks = _marks(s, piece, size) if piece == cell else ""  # a piece's things are shown once, on the hex that names it
    label = _label(NAMES[piece], marks, size)
    drawn.put(row, column, label, "ice", NAMES[piece], space=piece)
    for at, mark in enumerate(marks, column + len(label.rstrip("]")) - len(marks)):
        style = "danger" if mark == "&" else dict(zip("RYGB", COLOURS, strict=True)).get(mark, "ice")
        drawn.put(row, at, mark, style, NAMES[piece], space=piece)


def _marks(s: State, piece: int, size: _Size) -> str:
    """What stands and lies on a piece of ice, in at most two characters. Crates are a star where their number would
    read as a part of the name."""
    marks = "".join(COLOURS[seat][0].upper() for seat in range(s.seats) if s.at[seat] == piece)
    marks += "&" if s.bear == piece else ""
    if containers_on(s, piece):
        marks += "*" if size.is_terse else str(containers_on(s, piece))
    return marks if len(marks) <= 2 else marks[0] + "+"


def _label(name: str, marks: str, size: _Size) -> str:
    """Ice is in brackets, as far as a hex has room for them."""
    gap = " " if marks and len(name) + len(marks) + 3 <= size.cell else ""
    label = f"[{name}{gap}{marks}]"
    if len(label) > size.cell:
        label = label[1:]
    return label[: size.cell]


def situation(s: State, language: str = "en") -> str:
    """Season, stock, cards, seats and every space that holds something, one line each."""
    say = speaker(Path(__file__).parent, language)
    lines = [_season_line(s, say), *(_seat_line(s, seat, say) for seat in range(s.seats))]
    if s.bear >= 0:
        lines.append(f"{say('drawing.bear'):<8} {say('drawing.on', space=_title(s, s.bear, say))}")
    for space in range(SPACES):
        if containers_on(s, space):
            crates = _crates(s.lying[space], s.seats, say)
            lines.append(say("drawing.lies", space=_title(s, space, say), crates=crates))
    if any(s.lost):
        lines.append(say("drawing.lost", crates=_crates(s.lost, s.seats, say)))
    return "\n".join(lines)


def _add_in_short(drawn: Canvas, s: State, say: Say, width: int) -> None:
    """Season and stock, seats in their colours, and what lies where: crates are counted in the vehicles' letters."""
    drawn.add(textwrap.fill(_season_line(s, say), width))
    for seat in range(s.seats):
        there = say("drawing.in_short", where=_name(s.at[seat], say), load=_load(s, seat, say))
        line = f"{say(f'colour.{COLOURS[seat]}')} – {there}"
        if _own_cards(s, seat, say):
            line = f"{line} | {_own_cards(s, seat, say)}"
        elif s.held[seat]:
            line = say("drawing.keeps", line=line, count=s.held[seat])
        drawn.add(textwrap.fill(line, width), COLOURS[seat])
    told = [f"{say('drawing.bear')} {NAMES[s.bear]}"] if s.bear >= 0 else []
    told += [f"{_name(space, say)} {_letters(s.lying[space], s)}" for space in range(SPACES) if containers_on(s, space)]
    told += [say("drawing.lost", crates=_letters(s.lost, s))] if any(s.lost) else []
    drawn.add(textwrap.fill(" | ".join(told), width))


def _letters(counts: Sequence[int], s: State) -> str:
    return " ".join(f"{counts[seat]}{COLOURS[seat][0].upper()}" for seat in range(s.seats) if counts[seat])


def _season_line(s: State, say: Say) -> str:
    stock = _counted(say, "pieces", zip(s.stock, (f"@drawing.{name}" for name in PIECE_NAMES), strict=False))
    season, ice = say("board.winter"), say("drawing.stock", pieces=stock or say("drawing.nothing"))
    if s.season == moves.SPRING:
        season, ice = say("board.spring"), say("drawing.melted", count=sum(s.melted))
    return say("drawing.season", season=season, turn=s.turn, cards=s.ice_left, ice=ice)


def _seat_line(s: State, seat: int, say: Say) -> str:
    where, home = say("drawing.on", space=_title(s, s.at[seat], say)), containers_on(s, s.camp[seat])
    line = say("drawing.vehicle", where=where, load=_load(s, seat, say), home=home)
    if s.held[seat]:
        line = say("drawing.keeps", line=line, count=s.held[seat])
    line = f"{say(f'colour.{COLOURS[seat]}'):<8} {line}"
    own = _own_cards(s, seat, say)
    return f"{line} ({own})" if own else line


def _load(s: State, seat: int, say: Say) -> str:
    if not s.carried[seat]:
        return say("drawing.empty")
    return say("drawing.carrying", colour=f"@hue.{COLOURS[s.carried[seat] - 1]}")


def _own_cards(s: State, seat: int, say: Say) -> str:
    """The kept cards of a seat, if the viewer sees them."""
    return _counted(say, "counted", zip(s.hand[seat], ("@card.hijack", "@card.helicopter", "@card.fog"), strict=False))


def _name(space: int, say: Say) -> str:
    """A space as it is called on the map."""
    return say("drawing.island") if space == ISLAND else NAMES[space]


def _title(s: State, space: int, say: Say) -> str:
    """A space in words."""
    name = _name(space, say)
    if space < LAND or space == ISLAND:
        return name
    owner = camp_owner(s, space)
    if owner >= 0:
        return say("drawing.camp", name=name, colour=f"@hue.{COLOURS[owner]}")
    return say(f"drawing.bank_{name}") if len(name) == 1 else say("drawing.nobodys_camp", name=name)


def _crates(counts: Sequence[int], seats: int, say: Say) -> str:
    """Containers in words."""
    return _counted(say, "counted", zip(counts[:seats], (f"@hue.{colour}" for colour in COLOURS), strict=False))


def _counted(say: Say, kind: str, things: Iterable[tuple[int, str]]) -> str:
    """How many of each that there is."""
    told = (say(f"drawing.{kind}", count=int(count), what=what) for count, what in things if count)
    return say("list.between").join(told)


def layout() -> Layout:
    """Hexes and territories with their names and neighbours, every way to lay a piece, and the cards."""
    return {
        "cells": [{"name": NAMES[h], "column": WATER[h][0], "row": WATER[h][1]} for h in range(HEXES)],
        "spaces": list(NAMES),
        "near": [[there for there in row if there >= 0] for row in NEAR],
        "land": LAND,
        "island": ISLAND,
        "island_cells": list(ISLAND_CELLS),
        "camps": list(CAMPS),
        "directions": list(DIRECTION_NAMES),
        "steps": STEPS,
        "pieces": list(PIECE_NAMES),
        "placements": [
            {"shape": PIECE_NAMES[PLACE_KIND[p]], "cells": sorted(set(PLACE_HEX[p]))} for p in range(PLACEMENTS)
        ],
        "ice_cards": [
            {"kind": ("single", "double", "triple")[kind], "winter": winter, "spring": spring, "copies": copies}
            for kind, winter, spring, copies in zip(CARD_KIND, CARD_WINTER, CARD_SPRING, CARD_COUNT, strict=True)
        ],
        "event_cards": [
            {"name": name, "copies": copies} for name, copies in zip(EVENT_NAMES, EVENT_COUNT, strict=True)
        ],
        "kept": list(EVENT_NAMES[moves.HIJACK_CARD :]),
    }


# SVG --------------------------------------------------------------------------------------------

_SIZE = 26.0
_WIDE, _HIGH = 340.0, 292.0  # half the picture
_SEASON_LIGHT = ("#dfeaf0", "#e6ead2")  # the land: blue winter, green-gold spring
_LAND_SPOTS = {  # where the things of a territory are drawn
    "NW": (-282, -248),
    "N": (0, -262),
    "NE": (282, -248),
    "E": (306, 0),
    "SE": (282, 248),
    "S": (0, 262),
    "SW": (-282, 248),
    "W": (-306, 0),
}
_RIVERS = ("-160 -292 Q-112 -270 -112 -224", "-340 -110 Q-300 -80 -249 -78")  # mirrored into every quarter


def svg(s: State, language: str = "en") -> str:
    """The lake from above: land and rivers, dark water, floes, the island, crates, vehicles and the bear."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_WIDE:.0f} {-_HIGH:.0f} {2 * _WIDE:.0f} {2 * _HIGH:.0f}" '
        f'role="img" aria-label="{escape(situation(s, language))}" font-family="Georgia, serif">',
        f'<rect x="{-_WIDE:.0f}" y="{-_HIGH:.0f}" width="100%" height="100%" fill="{_SEASON_LIGHT[s.season]}"/>',
        _unchanging(),
        *(_floe(s.ice[cell] - 1) for cell in range(HEXES) if piece_at(s, cell) == cell),
        *(_land(s, LAND + i) for i in range(len(LAND_NAMES))),
        *(_things(s, space) for space in range(SPACES)),
    ]
    return "".join(parts) + "</svg>"


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _corners(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """A pointy-topped hexagon; corner i lies between the neighbours i - 1 and i."""
    return [(x + size * sin(pi / 3 * i), y - size * cos(pi / 3 * i)) for i in range(6)]


@lru_cache(maxsize=1)
def _unchanging() -> str:
    """Rivers, water and island."""
    return "".join([*_rivers(), *(_water(cell) + _hex_name(cell) for cell in range(HEXES)), _island()])


def _rivers() -> list[str]:
    """Between neighbouring territories; crossing one is a step."""
    return [
        f'<path d="M{river}" transform="scale({across} {down})" fill="none" stroke="{DEEP_WATER}" stroke-width="7"/>'
        for river in _RIVERS
        for across in (-1, 1)
        for down in (-1, 1)
    ]


def _water(cell: int) -> str:
    corners = _points(_corners(*centre(cell, _SIZE), _SIZE))
    return f'<polygon points="{corners}" fill="{DEEP_WATER}" stroke="{FJORD}" stroke-width="1.5"/>'


@lru_cache(maxsize=PLACEMENTS)
def _floe(number: int) -> str:
    """A piece of ice: a thick lower edge, a white top, no seam between the hexes of one piece."""
    cells = sorted(set(PLACE_HEX[number]))
    under, top = [], []
    for cell in cells:
        x, y = centre(cell, _SIZE)
        under.append(f'<polygon points="{_points(_corners(x, y + 3, _SIZE - 2.5))}"/>')
        top.append(f'<polygon points="{_points(_corners(x, y, _SIZE - 2.5))}"/>')
        top += [_bridge(cell, d) for d in range(6) if NEIGHBOUR[cell][d] in cells and NEIGHBOUR[cell][d] > cell]
    names = "".join(_hex_name(cell) for cell in cells)
    return f'<g fill="#8fb9c9">{"".join(under)}</g><g fill="{SNOW}" stroke="{SNOW}">{"".join(top)}</g>{names}'


def _bridge(cell: int, direction: int) -> str:
    """Ice over the gap between two hexes of a piece."""
    (x1, y1), (x2, y2) = centre(cell, _SIZE), centre(NEIGHBOUR[cell][direction], _SIZE)
    dx, dy = (x2 - x1) / sqrt(3) / 2 * 0.86, (y2 - y1) / sqrt(3) / 2 * 0.86
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    along = 0.2
    side = [(x - dy - dx * along, y + dx - dy * along), (x - dy + dx * along, y + dx + dy * along)]
    other = [(x + dy + dx * along, y - dx + dy * along), (x + dy - dx * along, y - dx - dy * along)]
    return f'<polygon points="{_points(side + other)}" stroke-width="2"/>'


def _hex_name(cell: int) -> str:
    x, y = centre(cell, _SIZE)
    return f'<text x="{x:.1f}" y="{y + 20:.1f}" font-size="7" text-anchor="middle" fill="#6c93a8">{NAMES[cell]}</text>'


def _island() -> str:
    hexes = [
        f'<polygon points="{_points(_corners(column * sqrt(3) / 2 * _SIZE, (row - 5) * 1.5 * _SIZE, _SIZE))}"/>'
        for column, row in ISLAND_CELLS
    ]
    return f'<g fill="#c9b98f" stroke="#c9b98f">{"".join(hexes)}</g>'


def _land(s: State, space: int) -> str:
    """The name of a territory, and a tent in the colour of the camp's owner."""
    name = NAMES[space]
    x, y = _LAND_SPOTS[name]
    owner = camp_owner(s, space)
    words = f'<text x="{x}" y="{y - 18}" font-size="12" text-anchor="middle" fill="{INK}">{name}</text>'
    if owner < 0:
        return words
    paint = SEAT_COLOURS[COLOURS[owner]]
    return f'<path d="M{x - 30} {y + 34} l30 -44 l30 44 z" fill="{paint}" fill-opacity="0.35" stroke="{INK}"/>{words}'


def _things(s: State, space: int) -> str:
    """Crates, vehicles and the bear on one space, side by side."""
    shapes = [_crate(seat, s.lying[space][seat]) for seat in range(s.seats) if s.lying[space][seat]]
    shapes += [_vehicle(seat, s.carried[seat]) for seat in range(s.seats) if s.at[seat] == space]
    shapes += [_bear()] if s.bear == space else []
    x, y = _LAND_SPOTS[NAMES[space]] if LAND <= space < ISLAND else centre(space, _SIZE)
    gap = 19 if space < LAND else 26
    left = x - gap * (len(shapes) - 1) / 2
    return "".join(
        f'<g transform="translate({left + gap * i:.1f} {y:.1f})">{shape}</g>' for i, shape in enumerate(shapes)
    )


def _crate(colour: int, count: int) -> str:
    """A crate with its colour's mark, counted if there are several."""
    box = f'<rect x="-8" y="-8" width="16" height="16" rx="2" fill="{THIN_ICE}" stroke="{INK}"/>'
    box += seat_shape(COLOURS[colour], 0, 0, 5.5)
    if count > 1:
        box += f'<text y="19" font-size="10" text-anchor="middle" fill="{INK}">{count}</text>'
    return box


def _vehicle(seat: int, carried: int) -> str:
    """A tracked vehicle with its seat's mark, and the crate on it."""
    body = f'<rect x="-11" y="3" width="22" height="9" rx="4.5" fill="{INK}"/>{seat_shape(COLOURS[seat], 0, -3, 9)}'
    if carried:
        body += f'<g transform="translate(9 -10) scale(0.7)">{_crate(carried - 1, 1)}</g>'
    return body


def _bear() -> str:
    return (
        f'<g fill="{SNOW}" stroke="{INK}" stroke-width="1.2"><ellipse cx="0" cy="0" rx="12" ry="8"/>'
        f'<circle cx="11" cy="-6" r="5.5"/><circle cx="8" cy="-11" r="2"/><circle cx="14" cy="-11" r="2"/></g>'
        f'<circle cx="14" cy="-6" r="1.2" fill="{LAMP}"/>'
    )
