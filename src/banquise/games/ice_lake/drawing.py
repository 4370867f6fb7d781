"""How Ice Lake looks: in characters, and as an SVG picture. Both draw a state as the viewer sees it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from math import cos, pi, sin
from pathlib import Path

from banquise.games.ice_lake import ice, moves
from banquise.games.ice_lake.board import CELLS, HEXES, NAMES, NEIGHBOUR, RING, TRIANGLE
from banquise.games.ice_lake.client import Layout
from banquise.kernel.canvas import Canvas
from banquise.kernel.game import COLOURS
from banquise.kernel.hexes import DIRECTION_NAMES, centre
from banquise.kernel.palette import DEEP_WATER, FJORD, INK, SEAT_COLOURS, SNOW, THIN_ICE, seat_shape
from banquise.kernel.schema import State
from banquise.kernel.speech import Say, speaker

_ARROWS = "↑↗↘↓↙↖"
_COLUMN = 6  # characters between two columns of hexes
_SMALL = 4  # the same in the small drawing
_OUT = {
    moves.OVER_THE_EDGE: "drawing.over_the_edge",
    moves.UNMOVED: "drawing.unmoved",
    moves.SURROUNDED: "drawing.surrounded",
    moves.STUCK: "drawing.stuck",
}


# Characters -------------------------------------------------------------------------------------


def text(s: State, language: str = "en") -> str:
    """The lake in characters: border hexes by name, cracks as strokes, drowned hexes as waves, and the skaters."""
    return str(canvas(s, language))


def canvas(s: State, language: str = "en") -> Canvas:
    """The same with its colours and places."""
    drawn = Canvas()
    cells = [cell for cell in range(CELLS) if RING[cell] <= s.radius]
    for cell in cells:
        _lay_shore(drawn, s, cell)
    for cell in cells:
        _lay_ice(drawn, s, cell)
        _draw_cell(drawn, s, cell)
    drawn.add()
    for seat, line in enumerate(skaters(s, language).split("\n")):
        drawn.add(line, COLOURS[seat])
    return drawn


def small_canvas(s: State, language: str = "en") -> Canvas:
    """Half as high: a row for each hex, every second column half a row lower. Cracks are strokes of dots, for which a
    border hex gives its name up."""
    drawn = Canvas()
    cells = [cell for cell in range(CELLS) if RING[cell] <= s.radius]
    for cell in cells:
        if RING[cell] == s.radius:
            half, x = _small_spot(s, cell)
            for at in range(max(0, half - 1), half + 3):
                drawn.fill(at, max(0, x - 2), 5, "snow")
    for cell in cells:
        half, x = _small_spot(s, cell)
        for at in (half, half + 1):
            drawn.fill(at, x - 1, 4 if HEXES[cell][0] < s.radius else 3, _ground(s, cell))
        label = _label(s, cell) if not any(_cracks(s, cell)) or _style(s, cell) in COLOURS else " · "
        drawn.put((half + 1) // 2, x - 1, label, _style(s, cell), NAMES[cell], cell=cell)
        for direction, seat in enumerate(_cracks(s, cell)[:3]):
            if seat:
                there, right = _small_spot(s, NEIGHBOUR[cell][direction])
                drawn.stroke((_small_row(half), x), (_small_row(there), right), COLOURS[seat - 1])
    drawn.add()
    for seat, line in enumerate(skaters(s, language).split("\n")):
        drawn.add(textwrap.fill(line, _SMALL * (2 * s.radius + 1), subsequent_indent="  "), COLOURS[seat])
    return drawn


def _small_spot(s: State, cell: int) -> tuple[int, int]:
    """The upper of a hex's two half rows, and its middle column."""
    q, r = HEXES[cell]
    return 2 * r + q + 2 * s.radius, _SMALL * (q + s.radius) + 1


def _small_row(half: int) -> float:
    """Where strokes meet: in the row of the label, as near to the middle of the two half rows as dots allow."""
    return half / 2 + (0.25 if half % 2 else 0)


def _cracks(s: State, cell: int) -> list[int]:
    """The lines from a hex, clockwise from north: 0, or the seat that cracked it, counted from 1 on."""
    nearby = ((NEIGHBOUR[cell][direction], s.line[cell][direction]) for direction in range(6))
    return [line if there >= 0 and RING[there] <= s.radius else 0 for there, line in nearby]


def _spot(s: State, cell: int) -> tuple[int, int]:
    q, r = HEXES[cell]
    return _COLUMN * (q + s.radius) + 2, 2 * r + q + 2 * s.radius


def _draw_cell(drawn: Canvas, s: State, cell: int) -> None:
    x, y = _spot(s, cell)
    drawn.put(y, x - 1, _label(s, cell), _style(s, cell), NAMES[cell], cell=cell)
    north, north_east, south_east, _, south_west, north_west = _cracks(s, cell)
    if north:
        drawn.put(y - 1, x, "|", "stroke")
    if north_east or south_east:
        stroke = "<" if north_east and south_east else "/" if north_east else "\\"
        drawn.put(y, x + 2, stroke, "stroke")
    if south_west or north_west:
        stroke = ">" if south_west and north_west else "/" if south_west else "\\"
        drawn.put(y, x - 2, stroke, "stroke")


def _lay_shore(drawn: Canvas, s: State, cell: int) -> None:
    x, y = _spot(s, cell)
    reach = 2 if abs(HEXES[cell][0]) == s.radius else 4  # to the left and right the board ends with its screen
    if RING[cell] == s.radius:
        for half in range(max(0, 2 * y - 2), 2 * y + 4):
            drawn.fill(half, x - reach, 2 * reach + 1, "snow")


def _lay_ice(drawn: Canvas, s: State, cell: int) -> None:
    """A hex of half blocks, in one of three tones so that no two neighbours have the same; and the cracks from it."""
    (x, y), ground = _spot(s, cell), _ground(s, cell)
    for half, reach in ((2 * y - 1, 2), (2 * y, 3), (2 * y + 1, 3), (2 * y + 2, 2)):
        drawn.fill(half, x - reach, 2 * reach + 1, ground)
    for direction, seat in enumerate(_cracks(s, cell)[:3]):
        if seat:
            right, down = _spot(s, NEIGHBOUR[cell][direction])
            drawn.stroke((y, x), (down, right), COLOURS[seat - 1])


def _ground(s: State, cell: int) -> str:
    q, r = HEXES[cell]
    return "drowned" if ice.is_surrounded(s, cell) else f"lake_{(q - r) % 3}"


def _style(s: State, cell: int) -> str:
    for seat in range(s.seats):
        if s.on_ice[seat] and s.cell[seat] == cell:
            return COLOURS[seat]
    return "water" if ice.is_surrounded(s, cell) else "faint"


def _label(s: State, cell: int) -> str:
    """Three characters for a hex."""
    for seat in range(s.seats):
        if s.on_ice[seat] and s.cell[seat] == cell:
            return f"{COLOURS[seat][0].upper()}{_ARROWS[s.facing[seat]]} "
    if ice.is_surrounded(s, cell):
        return " ~ "
    return NAMES[cell].ljust(3) if RING[cell] == s.radius else " · "


def skaters(s: State, language: str = "en") -> str:
    """One line a skater, in words: where it is, where it looks, and its programme as far as it is open."""
    say, lines = speaker(Path(__file__).parent, language), []
    for seat in range(s.seats):
        line = f"{say(f'colour.{COLOURS[seat]}'):<7}"
        if s.on_ice[seat]:
            cell, direction = f"{NAMES[s.cell[seat]]:<4}", f"{DIRECTION_NAMES[s.facing[seat]]:<3}"
            line += say("drawing.skater", cell=cell, direction=direction)
        else:
            line += say("drawing.out", how=f"@{_OUT[s.how_out[seat]]}")
        lines.append((line + _sheet(s, seat, say)).rstrip())
    return "\n".join(lines)


def _sheet(s: State, seat: int, say: Say) -> str:
    if not s.on_ice[seat]:
        return ""
    if s.phase == moves.PROGRAMMING:
        written = _letters(s.letter[seat][: s.written[seat]], say)
        return "  " + (say("drawing.finished") if s.finished[seat] else say("drawing.writing", letters=written))
    left = _letters(s.programme[seat][s.used[seat] : s.length[seat]], say)
    return f"  {say('drawing.to_skate', letters=left)}" if left else ""


def _letters(programme: Sequence[int], say: Say) -> str:
    """IL-2.2: in the letters of the reader's language."""
    return "".join(say(f"letter.{moves.LETTERS[letter]}") for letter in programme)


# For clients that draw the board themselves ------------------------------------------------------


def layout() -> Layout:
    """Every hex with its name, axial coordinates, ring and neighbours (clockwise from north, -1 over the edge)."""
    return {
        "cells": [
            {"name": NAMES[cell], "q": HEXES[cell][0], "r": HEXES[cell][1], "ring": RING[cell]} for cell in range(CELLS)
        ],
        "neighbours": [list(row) for row in NEIGHBOUR],
        "triangles": [list(row) for row in TRIANGLE],
        "directions": list(DIRECTION_NAMES),
        "turns": {"G": -1, "A": 0, "D": 1},  # IL-2.2, in sixths clockwise
    }


# SVG --------------------------------------------------------------------------------------------

_SIZE = 24.0


def svg(s: State, language: str = "en") -> str:
    """The lake from above: shore, hexes, drowned plates, cracks in their skater's colour, and the skaters."""
    reach = _SIZE * 1.75 * (s.radius + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-reach:.0f} {-reach:.0f} {2 * reach:.0f} {2 * reach:.0f}" '
        f'role="img" aria-label="{escape(skaters(s, language))}" font-family="Georgia, serif">',
        f'<rect x="{-reach:.0f}" y="{-reach:.0f}" width="100%" height="100%" fill="{SNOW}"/>',
        _lake_shape(s),
    ]
    cells = [cell for cell in range(CELLS) if RING[cell] <= s.radius]
    parts += [_hex_shape(s, cell) for cell in cells]
    parts += [_crack_shape(s, cell, d) for cell in cells for d in range(3) if s.line[cell][d]]
    parts += [_skater_shape(s, seat) for seat in range(s.seats) if s.on_ice[seat]]
    return "".join(parts) + "</svg>"


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _around(x: float, y: float, size: float, turn: float = 0.0) -> list[tuple[float, float]]:
    return [(x + size * cos(pi / 3 * i + turn), y + size * sin(pi / 3 * i + turn)) for i in range(6)]


def _lake_shape(s: State) -> str:
    shore = _points(_around(0, 0, _SIZE * 1.75 * (s.radius + 0.75), pi / 6))
    return f'<polygon points="{shore}" fill="{THIN_ICE}" stroke="{DEEP_WATER}" stroke-width="3"/>'


def _hex_shape(s: State, cell: int) -> str:
    x, y = centre(HEXES[cell], _SIZE)
    drowned = ice.is_surrounded(s, cell)
    fill, ink = (DEEP_WATER, THIN_ICE) if drowned else (SNOW, "#7d9aa8")
    shape = f'<polygon points="{_points(_around(x, y, _SIZE))}" fill="{fill}" stroke="#b5d3df" stroke-width="1"/>'
    name = f'<text x="{x:.1f}" y="{y + 16:.1f}" font-size="8" text-anchor="middle" fill="{ink}">{NAMES[cell]}</text>'
    return shape + name


def _crack_shape(s: State, cell: int, direction: int) -> str:
    """A jagged stroke between two centres."""
    x1, y1 = centre(HEXES[cell], _SIZE)
    x2, y2 = centre(HEXES[NEIGHBOUR[cell][direction]], _SIZE)
    across_x, across_y = (y2 - y1) / 14, (x1 - x2) / 14
    jags = [(x1, y1)]
    for i, side in ((1, 1), (2, -1), (3, 1)):
        jags.append((x1 + (x2 - x1) * i / 4 + side * across_x, y1 + (y2 - y1) * i / 4 + side * across_y))
    jags.append((x2, y2))
    colour = SEAT_COLOURS[COLOURS[s.line[cell][direction] - 1]]
    return (
        f'<polyline points="{_points(jags)}" fill="none" stroke="{FJORD}" stroke-width="4.5" stroke-linejoin="round"/>'
        f'<polyline points="{_points(jags)}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'
    )


def _skater_shape(s: State, seat: int) -> str:
    x, y = centre(HEXES[s.cell[seat]], _SIZE)
    angle = pi / 3 * s.facing[seat] - pi / 2
    ahead_x, ahead_y = x + 21 * cos(angle), y + 21 * sin(angle)
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{ahead_x:.1f}" y2="{ahead_y:.1f}" stroke="{INK}" stroke-width="4" '
        f'stroke-linecap="round"/>{seat_shape(COLOURS[seat], x, y, 12)}'
    )
