"""A line of a board in colour: words, under them ground in half blocks, between them strokes in braille."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from banquise.kernel.canvas import Canvas, Span
from banquise.kernel.palette import FJORD, INK, SEAT_COLOURS, SNOW

_HALF, _BRAILLE = "▀", 0x2800
_GIVES_WAY = " ·"  # characters that a stroke may run over


@dataclass(frozen=True, eq=False)
class Paint:
    """The colours of one light. Words and strokes have inks of their own: players' colours are made for paper."""

    grounds: dict[str, str]
    inks: dict[str, str]
    text: str
    faint: str


_CARDS = {"card": "#dfe7ea", "animal": "#e9c98f", "danger": "#7a3b8f"}
_PALE = {*_CARDS, "snow", "ice_0", "ice_1", "ice_2", "edge"} - {"danger"}  # grounds that are written on in ink
_PATHS = {"path_0": "#1f5f8b", "path_1": "#3f6f86", "path_2": "#6b6f6e", "path_3": "#93673f", "path_4": "#a8571f"}
_FLOES = {"ice_0": "#cfe6ef", "ice_1": "#e6f2f6", "ice_2": "#b9d8e4"}
NIGHT = Paint(
    _CARDS
    | _FLOES
    | _PATHS
    | {"lake_0": "#0d2231", "lake_1": "#122a3b", "lake_2": "#0a1b28", "drowned": "#2c6c92", "snow": "#cfdde3"}
    | {"water": "#12384f", "land": "#3b3f36", "edge": "#6f9fb5", "sky": "#16242e"},
    {"red": "#f0583a", "yellow": "#e5b800", "green": "#1fbd8d", "blue": "#4aa3e6"},
    text="#dce8ee",
    faint="#8ba6b4",
)
DAY = Paint(
    _CARDS
    | _FLOES
    | _PATHS
    | {"lake_0": "#e3eff4", "lake_1": "#d6e8ef", "lake_2": "#edf5f8", "drowned": "#5f9fc2", "snow": "#ffffff"}
    | {"water": "#9cc4d8", "land": "#d8d3c2", "edge": "#6f9fb5", "sky": "#bcd6e4"},
    {"red": "#cc3311", "yellow": "#8f6f00", "green": "#00735a", "blue": "#0072b2"},
    text=INK,
    faint="#52707f",
)
_CHIPS = {
    colour: Style(color=FJORD if colour in ("yellow", "green") else SNOW, bgcolor=value, bold=True)
    for colour, value in SEAT_COLOURS.items()
}


@dataclass(frozen=True)
class Row:
    """One row of a canvas, to be painted in a light."""

    canvas: Canvas
    row: int
    spans: list[Span]
    paint: Paint

    def segments(self, marks: dict[tuple[tuple[str, int | str], ...], Style], plain: Style) -> list[Segment]:
        """What a terminal shows; places that are marked have the mark's style over their own."""
        cells: list[tuple[str, Span | None]] = [
            (" " if span.style == "stroke" else character, span) for span in self.spans for character in span.text
        ]
        cells += [(" ", None)] * (self.canvas.ground_width - len(cells))
        shown = [self._cell(column, *cell, marks, plain) for column, cell in enumerate(cells)]
        return [
            Segment("".join(character for character, _ in run), style)
            for style, run in groupby(shown, key=lambda cell: cell[1])
        ]

    def _cell(
        self,
        column: int,
        character: str,
        span: Span | None,
        marks: dict[tuple[tuple[str, int | str], ...], Style],
        plain: Style,
    ) -> tuple[str, Style]:
        """One character of the screen."""
        ground = self.canvas.ground
        upper, lower = ground.get((2 * self.row, column)), ground.get((2 * self.row + 1, column))
        dots, colour = self.canvas.strokes.get((self.row, column), (0, ""))
        mark = marks.get(span.place) if span is not None and span.place else None
        if dots and (span is None or not span.place or character in _GIVES_WAY) and mark is None:
            return chr(_BRAILLE + dots), _stroke(self.paint, plain, upper or lower, colour)
        if mark is not None:
            return character, plain + mark
        if character == " " and upper != lower:
            return _HALF, _halves(self.paint, plain, upper, lower)
        name, stands = (span.style, bool(span.place)) if span is not None else ("", False)
        return character, _written(self.paint, plain, upper, name, stands)


# A screen has thousands of characters, drawn anew with every change, and a few dozen styles: each is put together once.


@lru_cache(maxsize=512)
def _stroke(paint: Paint, plain: Style, ground: str | None, colour: str) -> Style:
    return plain + _on(paint, ground) + Style(color=paint.inks.get(colour), bold=True)


@lru_cache(maxsize=512)
def _halves(paint: Paint, plain: Style, upper: str | None, lower: str | None) -> Style:
    colours = [paint.grounds.get(half or "") for half in (upper, lower)]
    return plain + Style(color=colours[0] or plain.bgcolor, bgcolor=colours[1])


@lru_cache(maxsize=512)
def _written(paint: Paint, plain: Style, ground: str | None, name: str, stands: bool) -> Style:
    return plain + _on(paint, ground) + _word(paint, name, stands, ground)


def _on(paint: Paint, ground: str | None) -> Style:
    if ground is None:
        return Style.null()
    return Style(color=INK if ground in _PALE else paint.text, bgcolor=paint.grounds[ground])


def _word(paint: Paint, name: str, stands: bool, ground: str | None) -> Style:
    """What the words themselves are: a piece that stands somewhere is a chip in its colour."""
    if name in _CHIPS:
        return _CHIPS[name] if stands else Style(color=paint.inks[name], bold=True)
    if name in _CARDS:
        return Style(color=SNOW if name == "danger" else INK, bgcolor=_CARDS[name], bold=name == "danger")
    if name == "faint" and ground not in _PALE:
        on_path = ground is not None and ground.startswith("path_")
        return Style(color="#e8eef0" if on_path else paint.faint)
    return Style(bold=True) if name == "title" else Style.null()
