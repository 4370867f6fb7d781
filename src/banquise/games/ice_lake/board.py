"""The lake as tables: hexes, lines between centres, and the small triangles that the lines cut the lake into.

Cells are numbered in order of q, then r, on the lake of radius 6; the short lake (radius 5) is the part of it that lies
within radius 5. Everything here is [B] of the normative reading: a reconstruction, kept as data, so that the printed
board can replace it.
"""

from banquise.kernel.hexes import DIRECTION_NAMES, hexagon, neighbour, ring_distance

RADIUS = 6
RADII = (6, 5)  # by the index of the option "lake"
CELLS = 127
LINES = 342  # between neighbouring centres: also the longest programme that could ever be skated
TRIANGLES = 216
SHORE = -1  # the neighbour of a cell over the edge; the neighbour of a triangle over a hull line

HEXES = hexagon(RADIUS)
_NUMBER = {cell: number for number, cell in enumerate(HEXES)}

# How far each cell is from the middle: a cell is on the lake if this is at most the lake's radius.
RING = tuple(ring_distance(cell) for cell in HEXES)

# NEIGHBOUR[cell][direction] on the large lake, SHORE over its edge.
NEIGHBOUR = tuple(tuple(_NUMBER.get(neighbour(cell, d), SHORE) for d in range(6)) for cell in HEXES)
# Every line once, as 6 * cell + direction; the state keeps it from both ends, and has room over the edge.
LINE_PLACES = tuple(6 * cell + d for cell in range(CELLS) for d in range(6) if NEIGHBOUR[cell][d] > cell)

# IL-1.3: starts clockwise from the upper right, and the facings there.
_STARTS = (((3, -4), "SW"), ((3, 1), "NW"), ((-3, 4), "NE"), ((-3, -1), "SE"))
START_CELL = tuple(_NUMBER[cell] for cell, _ in _STARTS)
START_FACING = tuple(DIRECTION_NAMES.index(name) for _, name in _STARTS)
# Which start each seat takes, by the number of seats: two take the diagonal pair.
START_OF_SEAT = ((0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 0, 0), (0, 1, 2, 0), (0, 1, 2, 3))


def _triangles() -> list[tuple[int, int, int]]:
    """Each triangle of neighbouring centres once, corners clockwise from its lowest-numbered one."""
    found = []
    for cell in range(CELLS):
        for d in range(6):
            one, two = NEIGHBOUR[cell][d], NEIGHBOUR[cell][(d + 1) % 6]
            if cell < one and cell < two:
                found.append((cell, one, two))
    return found


_CORNERS = _triangles()
_BY_CORNERS = {frozenset(corners): number for number, corners in enumerate(_CORNERS)}


def _triangle_at(cell: int, d: int) -> int:
    return _BY_CORNERS.get(frozenset((cell, NEIGHBOUR[cell][d], NEIGHBOUR[cell][(d + 1) % 6])), SHORE)


# TRIANGLE[cell][d]: the triangle between directions d and d + 1 of a cell, or SHORE.
TRIANGLE = tuple(tuple(_triangle_at(cell, d) for d in range(6)) for cell in range(CELLS))


def _side(corners: tuple[int, int, int], i: int) -> tuple[int, int]:
    start, end = corners[i], corners[(i + 1) % 3]
    return start, NEIGHBOUR[start].index(end)


# The three sides of a triangle: the cell and direction of the line, and the triangle on its other side.
# Corners run clockwise, so the triangle itself lies to the right of each side and the other one to the left.
SIDE_CELL = tuple(tuple(_side(corners, i)[0] for i in range(3)) for corners in _CORNERS)
SIDE_LINE = tuple(tuple(_side(corners, i)[1] for i in range(3)) for corners in _CORNERS)
ACROSS = tuple(
    tuple(TRIANGLE[cell][(line - 1) % 6] for cell, line in (_side(corners, i) for i in range(3)))
    for corners in _CORNERS
)
# A triangle is on a lake if its outermost corner is.
TRIANGLE_RING = tuple(max(RING[cell] for cell in corners) for corners in _CORNERS)

# Names printed on the board: a letter for the column (west to east), a number from the north.
_FIRST_ROW = {q: min(r for qq, r in HEXES if qq == q) for q, _ in HEXES}
NAMES = tuple(f"{chr(ord('a') + q + RADIUS)}{r - _FIRST_ROW[q] + 1}" for q, r in HEXES)
CELL_NAMED = {name: number for number, name in enumerate(NAMES)}
