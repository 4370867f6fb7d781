"""Positions that the lesson of Ice Lake begins its steps with: two skaters on the short lake, in the second round."""

from __future__ import annotations

from typing import Any

from banquise.games.ice_lake.board import CELL_NAMED, NEIGHBOUR, RADII
from banquise.games.ice_lake.ice import crack
from banquise.games.ice_lake.moves import PROGRAMMING
from banquise.games.ice_lake.state import STATE
from banquise.kernel.hexes import DIRECTION_NAMES

RED, YELLOW = 0, 1


def crossing() -> dict[str, Any]:
    """The rulebook's worked example: a crack from i6 through h7 and g8 to g9, and Red on g7 looking south."""
    return _lake(("g7", "S"), ("d5", "N"), _trail(YELLOW, "i6", "SW", "SW", "S"))


def edge() -> dict[str, Any]:
    """Red on the border: a crack straight ahead, the shore to the right."""
    return _lake(("l5", "N"), ("e6", "NE"), _trail(YELLOW, "j7", "NE", "NE", "N", "NW") + _trail(RED, "l7", "N", "N"))


def corner() -> dict[str, Any]:
    """IL-5.5 on the short lake: both skaters make for the corner l7, and whoever comes last finds no way on."""
    return _lake(("i7", "SE"), ("l5", "S"), first=YELLOW)


def loop() -> dict[str, Any]:
    """Red has skated nearly all the way round Yellow: one line is missing."""
    return _lake(("h8", "SW"), ("h7", "NE"), _trail(RED, "g10", "N", "N", "N", "NE", "SE", "S", "SW"))


def _lake(
    red: tuple[str, str], yellow: tuple[str, str], cracks: list[tuple[int, int, int]] | None = None, first: int = RED
) -> dict[str, Any]:
    """The short lake while programmes are written; skaters are a hex and a direction."""
    s = STATE.new()
    s.seats, s.radius, s.phase, s.round, s.first = 2, RADII[1], PROGRAMMING, 2, first
    for seat, (name, direction) in enumerate((red, yellow)):
        s.cell[seat], s.facing[seat] = CELL_NAMED[name], DIRECTION_NAMES.index(direction)
        s.on_ice[seat] = s.started[seat] = 1
    for seat, cell, towards in cracks or ():
        crack(s, seat, cell, towards)
    return STATE.to_json(s)


def _trail(seat: int, start: str, *directions: str) -> list[tuple[int, int, int]]:
    """The lines that a skater cracks on its way from a hex."""
    here, lines = CELL_NAMED[start], []
    for name in directions:
        direction = DIRECTION_NAMES.index(name)
        lines.append((seat, here, direction))
        here = NEIGHBOUR[here][direction]
    return lines
