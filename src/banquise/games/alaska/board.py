"""The lake, its island and shores as tables, and every way to lay an ice piece.

Hexes are pointy-topped and numbered row by row from the north-west; a hex is named by the letter of its row and its
place in the row (``f1`` lies furthest west, the island fills ``e5`` to ``g6``). A *space* is where a vehicle, the bear
or a container can be: an ice piece, named by its lowest hex, one of the eight territories, or the island.
Board, pieces and cards are [B] of the normative reading: a reconstruction, kept as data, so that the printed things
can replace it.
"""

from __future__ import annotations

from math import sqrt

# AK-1.1: the rows from north to south, each from its first to its last column (doubled: neighbours in a row differ by
# two, in the next row by one), and the hexes of the island.
_ROWS = ((-7, 7), (-10, 10), (-9, 9), (-10, 10), (-9, 9), (-10, 10), (-9, 9), (-10, 10), (-9, 9), (-10, 10), (-7, 7))
ISLAND_CELLS = ((-1, 4), (1, 4), (-2, 5), (0, 5), (2, 5), (-1, 6), (1, 6))
_SHORES = {  # clockwise
    "NW": "a2 a3 b1 b2 c1 d1",
    "N": "a3 a4 a5 a6 a7 a8",
    "NE": "a8 a9 b10 b11 c10 d11",
    "E": "d11 e10 f11 g10 h11",
    "SE": "h11 i10 j10 j11 k8 k9",
    "S": "k3 k4 k5 k6 k7 k8",
    "SW": "h1 i1 j1 j2 k2 k3",
    "W": "d1 e1 f1 g1 h1",
}

ROWS = 11
HEXES = 104
LAND = 104  # the first of the territories
TERRITORIES = 8
ISLAND = 112
SPACES = 113
NOWHERE = -1

DIRECTION_NAMES = ("NE", "E", "SE", "SW", "W", "NW")  # clockwise
_DIRECTIONS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))

# (column, row) of each hex
WATER = tuple(
    (column, row)
    for row, (first, last) in enumerate(_ROWS)
    for column in range(first, last + 1, 2)
    if (column, row) not in ISLAND_CELLS
)
_NUMBER = {cell: number for number, cell in enumerate(WATER)}
LAND_NAMES = tuple(_SHORES)


def _place_in_row(column: int, row: int) -> int:
    """Counted from the west, the first being 0; the short rows at the top and the bottom start at 1."""
    return (column + 10) // 2


def _name(column: int, row: int) -> str:
    return f"{'abcdefghijk'[row]}{_place_in_row(column, row) + 1}"


NAMES = tuple(_name(*cell) for cell in WATER) + LAND_NAMES + ("island",)
HEX_NAMED = {name: number for number, name in enumerate(NAMES[:HEXES])}


def _neighbour(cell: tuple[int, int], direction: int) -> tuple[int, int]:
    return cell[0] + _DIRECTIONS[direction][0], cell[1] + _DIRECTIONS[direction][1]


# NEIGHBOUR[hex][direction]: a hex, ISLAND, or NOWHERE over the shore.
NEIGHBOUR = tuple(
    tuple(
        ISLAND if _neighbour(cell, d) in ISLAND_CELLS else _NUMBER.get(_neighbour(cell, d), NOWHERE) for d in range(6)
    )
    for cell in WATER
)


def _near(space: int) -> list[int]:
    """The spaces and hexes that touch a hex, a territory or the island."""
    if space == ISLAND:
        return [cell for cell in range(HEXES) if ISLAND in NEIGHBOUR[cell]]
    if space >= LAND:
        shore = [HEX_NAMED[name] for name in _SHORES[LAND_NAMES[space - LAND]].split()]
        ring = [LAND + (space - LAND + step) % TERRITORIES for step in (1, -1)]
        return shore + ring
    lands = [LAND + i for i, name in enumerate(LAND_NAMES) if NAMES[space] in _SHORES[name].split()]
    return sorted({other for other in NEIGHBOUR[space] if other != NOWHERE} | set(lands))


# AK-5.1: what touches what, for hexes, territories (rivers included) and the island; rows are filled up with NOWHERE.
NEAR = tuple(tuple((_near(space) + [NOWHERE] * 13)[:13]) for space in range(SPACES))

# Every way to lay a piece (AK-3.1, AK-8.2) ------------------------------------------------------

SINGLE, DOUBLE, STRAIGHT, BENT = 0, 1, 2, 3
KINDS = 4
PIECE_NAMES = ("single", "double", "straight", "bent")
_FORWARD = (1, 2, 3)  # E, SE, SW: a row of hexes is named from its first one


def _row_of(first: int, direction: int, length: int) -> tuple[int, ...]:
    """Hexes in a straight row, or nothing if they leave the water."""
    row = [first]
    while len(row) < length:
        there = NEIGHBOUR[row[-1]][direction]
        if not 0 <= there < HEXES:
            return ()
        row.append(there)
    return tuple(row)


def _bent_around(middle: int, between: int) -> tuple[int, ...]:
    """Three hexes bent at 120 degrees: a middle and two arms on either side of a direction."""
    arms = [NEIGHBOUR[middle][(between + turn) % 6] for turn in (-1, 1)]
    return (middle, *arms) if all(0 <= arm < HEXES for arm in arms) else ()


def _placements() -> list[tuple[int, int, int, tuple[int, ...]]]:
    """(kind, the hex and the direction that name it, its hexes), singles first."""
    named: list[tuple[int, int, int, tuple[int, ...]]] = [(SINGLE, cell, 0, (cell,)) for cell in range(HEXES)]
    for kind, length in ((DOUBLE, 2), (STRAIGHT, 3)):
        named += [(kind, cell, d, _row_of(cell, d, length)) for cell in range(HEXES) for d in _FORWARD]
    named += [(BENT, cell, d, _bent_around(cell, d)) for cell in range(HEXES) for d in range(6)]
    return [placement for placement in named if placement[3]]


_LAID = _placements()
PLACEMENTS = len(_LAID)
PLACE_KIND = tuple(kind for kind, _, _, _ in _LAID)
PLACE_NAME = tuple((cell, direction) for _, cell, direction, _ in _LAID)
# The hexes of a placement, lowest first; the first is repeated where there are fewer than three.
PLACE_HEX = tuple(tuple((*sorted(cells), *(min(cells),) * 2)[:3]) for _, _, _, cells in _LAID)
# Placements of one kind are neighbours: from PLACE_FIRST[kind] up to PLACE_FIRST[kind + 1].
PLACE_FIRST = tuple(sum(kind < k for kind in PLACE_KIND) for k in range(KINDS + 1))
PLACEMENT_OF = {frozenset(cells): number for number, (_, _, _, cells) in enumerate(_LAID)}
PLACEMENT_NAMED = {(kind, cell, direction): number for number, (kind, cell, direction, _) in enumerate(_LAID)}


def _placement_name(kind: int, cell: int, direction: int) -> str:
    """A placement by its one name (AK-8.2): ``double d4 E``."""
    name = f"{PIECE_NAMES[kind]} {NAMES[cell]}"
    return name if kind == SINGLE else f"{name} {DIRECTION_NAMES[direction]}"


PLACEMENT_NAMES = tuple(_placement_name(kind, cell, direction) for kind, cell, direction, _ in _LAID)

# AK-7.1 as bit sets, a row of hexes in a word: who touches the mainland, who the island.
HEX_ROW = tuple(row for _, row in WATER)
HEX_BIT = tuple(1 << _place_in_row(column, row) for column, row in WATER)
SHORE_ROW = tuple(
    sum(HEX_BIT[h] for h in range(HEXES) if HEX_ROW[h] == row and any(LAND <= n < ISLAND for n in NEAR[h]))
    for row in range(ROWS)
)
ISLAND_ROW = tuple(
    sum(HEX_BIT[h] for h in range(HEXES) if HEX_ROW[h] == row and ISLAND in NEAR[h]) for row in range(ROWS)
)
# AK-1.2, AK-1.3: material
CONTAINERS = 14  # of each colour
STOCK = (30, 20, 5, 5)  # singles, doubles, straight triples, bent triples
CAMPS = (LAND, LAND + 2, LAND + 4, LAND + 6)  # AK-8.1: NW, NE, SE, SW
NEUTRAL = (LAND + 1, LAND + 3, LAND + 5, LAND + 7)

# AK-1.4: ice cards by kind: what they show and how many there are. A triple is straight or bent.
TRIPLE = 2
ICE_CARDS = 8
CARD_KIND = (SINGLE, SINGLE, SINGLE, DOUBLE, DOUBLE, DOUBLE, TRIPLE, TRIPLE)
CARD_WINTER = (3, 3, 2, 2, 2, 2, 1, 1)
CARD_SPRING = (2, 1, 1, 1, 0, 2, 0, 1)
CARD_COUNT = (4, 4, 2, 7, 2, 1, 5, 5)
PACK = 30  # cards in each pack

# AK-1.5: event cards by kind; the last three are kept face down (AK-4.1).
EVENT_CARDS = 6
EVENT_NAMES = ("bear", "found container", "frostbite", "hijack", "helicopter", "fog")
EVENT_COUNT = (7, 4, 4, 6, 5, 4)


def centre(space: int, size: float = 1.0) -> tuple[float, float]:
    """Where a hex is drawn: the pixel of its centre, for hexes of this side length; the island is the middle."""
    if space == ISLAND:
        return 0.0, 0.0
    column, row = WATER[space]
    return column * sqrt(3) / 2 * size, (row - 5) * 1.5 * size
