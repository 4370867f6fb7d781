"""What clients that draw Ice Cult themselves are told, besides views and moves. TypeScript takes these types over."""

from typing import TypedDict

Face = tuple[int, int]  # the symbol, and the direction in which it points (-1: nowhere)


class Tilt(TypedDict):
    """A tilt: the pair of cubes by its name, the direction, and their slots."""

    pair: str
    direction: int
    slots: list[int]


class Layout(TypedDict):
    """The cubes and how they turn: enough to draw every face in every orientation."""

    directions: list[str]
    paths: list[str]
    slots: list[str]
    cubes: list[str]
    symbols: list[str]
    spaces: int
    faces: list[list[Face]]
    arc_corners: list[tuple[int, int]]
    orientations: list[list[int]]
    tilted: list[list[int]]
    turned: list[list[int]]
    tilts: list[Tilt]
    drawn_turned_by: int


class Preview(TypedDict):
    """How cubes and pieces would lie after a line of moves, and any refusal.

    ``owed``: the slots whose arrows would be owed; ``possible``: those whose arrows could move a piece as things lie.
    """

    orientation: list[int]
    tops: list[list[int]]
    owed: list[int]
    possible: list[int]
    stack: list[list[list[int]]]
    out: list[int]
    refused: str | None
