"""A board in characters: what stands where, what it is (a colour to be shown in), and which place of the board it is.

A drawing puts its words on a canvas. ``str(canvas)`` is the board as plain text; a terminal that knows colours and a
mouse takes the spans, lights the places that a legal move names in its parts, and sends a press back to them. It also
paints what lies under the words, in half blocks, and draws strokes between them, in braille.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Place = dict[str, int | str]
"""Where on the board, in the words of ``structure``: a move is at a place if its parts hold all of the place's."""


@dataclass(frozen=True)
class Span:
    """Characters in a row that belong together."""

    column: int
    text: str
    style: str = ""  # a seat's colour, or title, faint, water, ice, card, animal, danger; stroke: in plain text only
    place: tuple[tuple[str, int | str], ...] = ()
    name: str = ""  # the place's name in moves as people type them

    def is_place_of(self, parts: Place) -> bool:
        """Does a move with these parts point here?"""
        return bool(self.place) and all(parts.get(key) == value for key, value in self.place)


class Canvas:
    """Rows of spans, later ones over earlier ones.

    >>> canvas = Canvas()
    >>> canvas.put(0, 2, "· a1 ·")
    >>> canvas.put(0, 4, "R↑", "red", name="a1", cell=0)
    >>> str(canvas)
    '  · R↑ ·'
    >>> [(span.text, span.style) for span in canvas.rows()[0]]
    [('  · ', ''), ('R↑', 'red'), (' ·', '')]
    """

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Span]]] = []
        self.ground: dict[tuple[int, int], str] = {}  # by half row and column: what lies under the words
        self.ground_width = 0
        self.strokes: dict[tuple[int, int], tuple[int, str]] = {}  # by row and column: dots of braille, and a style

    def put(self, row: int, column: int, text: str, style: str = "", name: str = "", **place: int | str) -> None:
        """Write at a place of the picture, over whatever is there."""
        while len(self._rows) <= row:
            self._rows.append([])
        line, span = self._rows[row], Span(column, text, style, tuple(place.items()), name)
        line += [(" ", _BLANK)] * (column + len(text) - len(line))
        line[column : column + len(text)] = [(character, span) for character in text]

    def add(self, text: str = "", style: str = "", name: str = "", **place: int | str) -> None:
        """Write below everything so far; several lines stay several."""
        for line in text.split("\n"):
            self.put(len(self._rows), 0, line, style, name, **place)

    def fill(self, half_row: int, column: int, width: int, ground: str) -> None:
        """Lay ground under half a row: what it is (water, ice ...), never a word of its own.

        >>> canvas = Canvas()
        >>> canvas.fill(1, 0, 2, "ice")
        >>> canvas.ground
        {(1, 0): 'ice', (1, 1): 'ice'}
        """
        for at in range(max(0, column), column + width):
            self.ground[half_row, at] = ground
        self.ground_width = max(self.ground_width, column + width)

    def lay(self, other: Canvas) -> None:
        """Lay all the ground of another canvas under this one."""
        self.ground |= other.ground
        self.ground_width = max(self.ground_width, other.ground_width)

    def stroke(self, start: tuple[float, int], end: tuple[float, int], style: str) -> None:
        """A straight line between the middles of two characters, each given as row and column; a row may be a part of
        one, as a row of characters has four of dots.

        >>> canvas = Canvas()
        >>> canvas.stroke((0, 0), (0, 2), "red")
        >>> "".join(chr(0x2800 + dots) for dots, _ in canvas.strokes.values())
        '⠐⠒⠒'
        """
        (top, left), (bottom, right) = start, end
        first, last = int(4 * top) + 1, int(4 * bottom) + 1
        steps = max(abs(last - first), 2 * abs(right - left))
        for step in range(steps + 1):
            x, y = 2 * left + 1 + 2 * (right - left) * step // steps, first + (last - first) * step // steps
            at = y // 4, x // 2
            self.strokes[at] = self.strokes.get(at, (0, style))[0] | _DOTS[y % 4][x % 2], style

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def width(self) -> int:
        """Of the longest line."""
        return max((len(line) for line in str(self).split("\n")), default=0)

    def fits(self, room: tuple[int, int]) -> bool:
        """Into so many rows and columns?"""
        return len(self) <= room[0] and self.width <= room[1]

    def rows(self) -> list[list[Span]]:
        """Each row as spans from left to right, with nothing between them and no blanks at its end."""
        return [_spans(line) for line in self._rows]

    def __str__(self) -> str:
        return "\n".join("".join(character for character, _ in line).rstrip() for line in self._rows)


def drawn(drawing: Any, s: Any, language: str = "en", room: tuple[int, int] | None = None) -> Canvas:
    """The canvas of a game's drawing: of those that it offers (``large_canvas``, ``canvas``, ``small_canvas``) the
    largest that fits into so many rows and columns, else the smallest; without a frame to fit into, the usual one. A
    drawing of plain text only has no colours and no places."""
    if room is None:
        return _offered(drawing, "canvas", s, language) or _plain(drawing, s, language)
    offered = (_offered(drawing, name, s, language) for name in ("large_canvas", "canvas", "small_canvas"))
    canvas = None
    for canvas in filter(None, offered):
        if canvas.fits(room):
            return canvas
    return canvas or _plain(drawing, s, language)


def _offered(drawing: Any, name: str, s: Any, language: str) -> Canvas | None:
    return getattr(drawing, name)(s, language) if hasattr(drawing, name) else None


def _plain(drawing: Any, s: Any, language: str) -> Canvas:
    plain = Canvas()
    plain.add(drawing.text(s, language))
    return plain


_DOTS = ((1, 8), (2, 16), (4, 32), (64, 128))  # of a braille character, by row and column
_BLANK = Span(0, " ")


def _spans(line: list[tuple[str, Span]]) -> list[Span]:
    """Neighbours that came from the same words, or from words that say nothing more, are one span."""
    spans: list[Span] = []
    end = len("".join(character for character, _ in line).rstrip())
    last: Span | None = None
    for column, (character, span) in enumerate(line[:end]):
        if last is not None and (span is last or (_is_bare(span) and _is_bare(last))):
            head = spans[-1]
            spans[-1] = Span(head.column, head.text + character, head.style, head.place, head.name)
        else:
            spans.append(Span(column, character, span.style, span.place, span.name))
        last = span
    return spans


def _is_bare(span: Span) -> bool:
    return not span.style and not span.place
