"""What clients that draw Alaska themselves are told, besides views and moves. TypeScript takes these types over."""

from typing import Literal, TypedDict


class Cell(TypedDict):
    """A hex of water."""

    name: str
    column: int
    row: int


class Placement(TypedDict):
    """A way to lay a piece."""

    shape: str
    cells: list[int]


class IceCard(TypedDict):
    """An ice card: which pieces it lays or melts, how many in each season, and how many such cards there are."""

    kind: Literal["single", "double", "triple"]
    winter: int
    spring: int
    copies: int


class EventCard(TypedDict):
    """An event card, and how many such cards there are."""

    name: str
    copies: int


class Layout(TypedDict):
    """Hexes and territories with their names and neighbours, every way to lay a piece, and the cards."""

    cells: list[Cell]
    spaces: list[str]
    near: list[list[int]]
    land: int
    island: int
    island_cells: list[tuple[int, int]]
    camps: list[int]
    directions: list[str]
    steps: int
    pieces: list[str]  # the kinds of ice pieces, as the stock counts them
    placements: list[Placement]
    ice_cards: list[IceCard]
    event_cards: list[EventCard]
    kept: list[str]  # the event cards that are kept, as a hand counts them


class Preview(TypedDict):
    """How things would stand after a line of moves, as far as it is legal and nobody else decides.

    ``cells``: the hexes that the last move lays, melts or enters; ``last_road``: it would break the last way to land.
    """

    cells: list[int]
    at: int
    carried: int
    steps_left: int
    lost: int
    last_road: bool
    refused: str | None
