"""The board as a widget: drawn by the game in characters, its places lit where a legal move points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from banquise.kernel.canvas import Canvas, Span, drawn
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.terminal.fullscreen.look import Choice
from banquise.terminal.fullscreen.paint import DAY, NIGHT, Row

_LIT = Style(color="#0c1f2c", bgcolor="#e58fd0")  # what can be pressed: a hue that no player has
_BESIDE = 25  # columns that a narrow screen needs for all but the board, where the lists stand beside it (look.tcss)
_CURSOR = Style(reverse=True, bold=True)


@dataclass(frozen=True)
class Spot:
    """A place of the board as it is drawn: where, and the legal moves that point at it."""

    row: int
    span: Span
    choices: tuple[Choice, ...]


class Board(ScrollView, can_focus=True):
    """The board, scrolled where it is larger than its frame. Arrows walk over the lit places, Enter presses one; so
    does the mouse."""

    BINDINGS = [
        Binding("up", "walk(-1, 0)", show=False),
        Binding("down", "walk(1, 0)", show=False),
        Binding("left", "walk(0, -1)", show=False),
        Binding("right", "walk(0, 1)", show=False),
        Binding("enter", "press", show=False),
        Binding("space", "press", show=False),
    ]

    class Pressed(Message):
        """A place was pressed: the moves that point there, none if it was the wrong one."""

        def __init__(self, spot: Spot):
            super().__init__()
            self.spot = spot

    def __init__(self) -> None:
        super().__init__(id="board")
        self.spots: list[Spot] = []
        self.lit: list[Spot] = []  # the places that a legal move points at, each once, as one reads
        self.picture = Canvas()
        self._rows: list[list[Span]] = []
        self._lit_places: set[tuple[tuple[str, int | str], ...]] = set()
        self._at = 0
        self._choices: tuple[Choice, ...] | None = None
        self._again: Callable[[], None] = lambda: None
        self._wants_height: Callable[[], bool] = lambda: False
        self._seen_at = Size(0, 0)  # of the screen, when the lists were put beside the board or below it

    def show(self, game: Game, state: State, language: str, choices: tuple[Choice, ...] = (), own: str = "") -> None:
        """Draw a table as it is now, as large as the frame allows, lit where the moves point. With new moves a
        lit place comes into the frame; where none is lit, what stands in one's own colour."""
        self._again = lambda: self.show(game, state, language, choices, own)
        self._wants_height = lambda: self._is_too_high(game, state, language)
        self.place_lists()
        room = self.outer_size - self.gutter.totals
        self._draw(drawn(game.drawing, state, language, (room.height, room.width)), choices)
        if choices != self._choices:  # whoever has scrolled away meanwhile is left alone
            self._choices = choices
            standing = [spot for spot in self.spots if spot.span.style == own]
            for spot in (self.lit or standing)[:1]:
                self._bring(self.here() or spot)

    def place_lists(self) -> None:
        """Put the lists beside the board where it wants all the height, else below it. A board that grows takes them
        to its side, and they stay there until the screen has another size."""
        stays = self.screen.has_class("-beside") and self._seen_at == self.app.size
        self._seen_at = self.app.size
        self.screen.set_class(stays or self._wants_height(), "-beside")

    def _is_too_high(self, game: Game, state: State, language: str) -> bool:
        """Would a small drawing be seen whole with the lists beside it, where the usual one is too high to have them
        below it?"""
        rows, columns = self.app.size.height, self.app.size.width
        below = self.screen.BELOW if isinstance(self.screen, BoardScreen) else 0
        if not hasattr(game.drawing, "small_canvas") or drawn(game.drawing, state, language).fits(
            (rows - below, columns)
        ):
            return False
        return bool(game.drawing.small_canvas(state, language).width <= columns - _BESIDE)

    def on_resize(self) -> None:
        """Another frame may have room for another drawing."""
        self._again()

    def _draw(self, canvas: Canvas, choices: tuple[Choice, ...]) -> None:
        here = self.here()
        self.picture, self._rows = canvas, canvas.rows()
        self.spots = [
            Spot(row, span, tuple(choice for choice in choices if span.is_place_of(choice.parts)))
            for row, line in enumerate(self._rows)
            for span in line
            if span.place
        ]
        self.lit = list({spot.span.place: spot for spot in reversed(self.spots) if spot.choices}.values())[::-1]
        places = [spot.span.place for spot in self.lit]
        self._lit_places = set(places)
        self._at = places.index(here.span.place) if here is not None and here.span.place in places else 0
        self.virtual_size = Size(canvas.width, len(self._rows))
        self.refresh()

    def here(self) -> Spot | None:
        """The lit place that one is at."""
        return self.lit[self._at] if self._at < len(self.lit) else None

    def render_line(self, y: int) -> Strip:
        """One line of what is in the frame."""
        left, top = self.scroll_offset
        row, plain = y + top, self.rich_style
        if row >= len(self._rows):
            return Strip.blank(self.size.width, plain)
        marks = dict.fromkeys(self._lit_places, _LIT)
        here = self.here()
        if here is not None and self.has_focus:
            marks[here.span.place] = _LIT + _CURSOR
        paint = NIGHT if self.app.current_theme.dark else DAY
        segments = Row(self.picture, row, self._rows[row], paint).segments(marks, plain)
        return Strip(segments).crop_extend(left, left + self.size.width, plain)

    def on_focus(self) -> None:
        """Show where one is."""
        self.refresh()

    def on_blur(self) -> None:
        """And no longer."""
        self.refresh()

    def action_walk(self, down: int, right: int) -> None:
        """Go to the nearest lit place in a direction; with nothing lit that way, scroll."""
        here = self.here()
        if here is None:
            self.scroll_relative(x=4 * right, y=down, animate=False)
            return
        best, chosen = 1e9, self._at
        for at, spot in enumerate(self.lit):
            rows, columns = 2 * (spot.row - here.row), spot.span.column - here.span.column
            along, across = rows * down + columns * right, abs(rows * right) + abs(columns * down)
            if along > 0 and along + 2 * across < best:
                best, chosen = along + 2 * across, at
        self._at = chosen
        self._follow()
        self.refresh()

    def _follow(self) -> None:
        here = self.here()
        if here is not None:
            self._bring(here)

    def _bring(self, spot: Spot) -> None:
        """Into the frame, with a little of what is around it."""
        region = Region(spot.span.column, spot.row, len(spot.span.text), 1)
        self.scroll_to_region(region, spacing=Spacing(3, 0, 3, 0), animate=False)

    def action_press(self) -> None:
        """Press the place that one is at."""
        here = self.here()
        if here is not None:
            self.post_message(self.Pressed(here))

    def on_click(self, event: events.Click) -> None:
        """A press of the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        at = offset + self.scroll_offset
        for spot in self.spots:
            if spot.row == at.y and spot.span.column <= at.x < spot.span.column + len(spot.span.text):
                places = [one.span.place for one in self.lit]
                self._at = places.index(spot.span.place) if spot.span.place in places else self._at
                self.refresh()
                self.post_message(self.Pressed(spot))
                return


WIDE = 119  # columns from which on everything stands beside the board


class BoardScreen(Screen[None]):
    """A screen with a board, and lists beside or below it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    BELOW = 7  # rows that a narrow screen needs for all but the board, where the lists are below it (look.tcss)

    def on_resize(self) -> None:
        """Not every other size of a screen is another size of the board."""
        self.query_one(Board).place_lists()
        self.rearranged()

    async def action_at_once(self, action: str) -> None:
        """Go somewhere by a key, before the next key is looked at. Where one types, it is a letter."""
        if isinstance(self.focused, Input):
            raise SkipAction
        await self.run_action(action)

    def go_to(self, part: str) -> None:
        """Whatever is pressed from now on is for this part of the screen."""
        self.set_focus(self.query_one(part))

    def rearranged(self) -> None:
        """Whatever else stands differently beside and below is shown anew."""


def going(key: str, where: str, label: str = "", key_display: str | None = None) -> tuple[Binding, Binding]:
    """A key that goes to a part of the screen. Many keys may come at once, pasted or over a slow line, and those behind
    this one are for that part: what has no priority is looked at too late."""
    at_once = Binding(key, f"at_once({where!r})", show=False, priority=True)
    return at_once, Binding(key, where, label, show=bool(label), key_display=key_display)


def turn_over(words: VerticalScroll, pages: int) -> None:
    """Read on, or back; a line of what was read stays."""
    words.scroll_relative(y=pages * max(1, words.size.height - 1), animate=False)
