"""What clients that draw Ice Lake themselves are told, besides views and moves. TypeScript takes these types over."""

from typing import Literal, TypedDict


class Cell(TypedDict):
    """A hex: its name, its axial coordinates, and how far it is from the middle."""

    name: str
    q: int
    r: int
    ring: int


class Turns(TypedDict):
    """IL-2.2: where each letter turns a skater, in sixths clockwise."""

    G: int
    A: int
    D: int


class Layout(TypedDict):
    """What never changes about the lake. Neighbours and triangles go clockwise from north, -1 beyond the edge."""

    cells: list[Cell]
    neighbours: list[list[int]]
    triangles: list[list[int]]
    directions: list[str]
    turns: Turns


class Stance(TypedDict):
    """Where a skater stands, and where it looks."""

    cell: int
    facing: int


Stop = Literal["over_the_edge", "crack", "skater", "surrounded"]


class Preview(TypedDict):
    """Where a programme would lead if nobody else moved, and what would stop it."""

    path: list[Stance]
    stopped: Stop | None
