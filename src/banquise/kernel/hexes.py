"""Hexagons: flat-topped, in axial coordinates (q, r), y pointing down.

The six directions run clockwise from north: N, NE, SE, S, SW, NW.
"""

from __future__ import annotations

from math import sqrt

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTION_NAMES = ("N", "NE", "SE", "S", "SW", "NW")


def neighbour(cell: Hex, direction: int) -> Hex:
    """The hex next to this one."""
    dq, dr = DIRECTIONS[direction % 6]
    return cell[0] + dq, cell[1] + dr


def ring_distance(cell: Hex) -> int:
    """How many steps a hex is from the middle (0, 0)."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def hexagon(radius: int) -> tuple[Hex, ...]:
    """A regular hexagon of hexes, in order of q, then r.

    >>> len(hexagon(6))
    127
    """
    span = range(-radius, radius + 1)
    return tuple((q, r) for q in span for r in span if ring_distance((q, r)) <= radius)


def centre(cell: Hex, size: float = 1.0) -> tuple[float, float]:
    """Where a hex is drawn: the pixel of its centre, for hexes of this side length."""
    q, r = cell
    return 1.5 * q * size, sqrt(3) * (r + q / 2) * size
