"""Looking back at a record: line by line, with the chances of every seat drawn as they are thought out."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from banquise.kernel.canvas import drawn
from banquise.kernel.palette import SEAT_COLOURS
from banquise.kernel.schema import State
from banquise.table import Match, Record, replay
from banquise.table.match import Decision
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.story import Story

_BARS = " ▁▂▃▄▅▆▇█"
_SIMULATIONS = 120  # for each line: a quick look, so that a whole match is judged in a moment


@dataclass(frozen=True)
class _Moment:
    """The state after a line of the log, and how many sentences had been told by then."""

    state: State
    told: int


class _Moments(list[_Moment]):
    """Looks on while a record is replayed, and keeps every moment."""

    def __call__(self, match: Match, decision: Decision | None) -> None:
        """One more."""
        self.append(_Moment(match.state.copy(), sum(len(event.said) for event in match.events())))


class ReplayScreen(Screen[None]):
    """One record. A finished match hides nothing; one that is not over is shown as a spectator saw it."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]
    BINDINGS = [
        Binding("left", "go(-1)", "back"),
        Binding("right", "go(1)", "on"),
        Binding("pageup", "go(-10)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("home", "go(-1000000)", show=False),
        Binding("end", "go(1000000)", show=False),
        Binding("q", "app.pop_screen", "leave"),
    ]

    def __init__(self, record: Record, language: str):
        super().__init__()
        self.record = record
        self.language = language
        self.moments = _Moments()
        self.match = replay(record, None, self.moments)
        self._story = list(self.match.story(None, language))
        self.line = 0
        self.chances: list[list[float]] = []

    def compose(self) -> ComposeResult:
        """The board, and beside it the line, the chances and what happened."""
        with Horizontal(id="main"):
            board = Board()
            board.can_focus = False  # the arrows go through the match
            yield board
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield Static(id="chances")
                yield Story()
        yield Keys(self.language)

    def on_mount(self) -> None:
        """Show the beginning, and let a bear look at it all."""
        self._show()
        self._think()

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self.workers.cancel_node(self)

    def action_go(self, lines: int) -> None:
        """So many lines on, or back."""
        self.line = max(0, min(len(self.moments) - 1, self.line + lines))
        self._show()

    def _show(self) -> None:
        moment, game = self.moments[self.line], self.match.game
        state = moment.state if self.match.is_over else game.schema.seen(moment.state, None)
        self.query_one(Board).draw(drawn(game.drawing, state, self.language))
        head = word("replay.line", self.language, line=self.line, all=len(self.moments) - 1)
        self.query_one("#prompt", Static).update(head)
        self.query_one(Story).tell(tuple(self._story[: moment.told]))
        self._draw_chances()

    def _draw_chances(self) -> None:
        text = Text(word("replay.chances", self.language))
        width = 34
        for seat, colour in enumerate(self.match.colours):
            line = [chances[seat] for chances in self.chances]
            shown = [line[len(line) * at // width] for at in range(min(width, len(line)))] if line else []
            here = f"{line[self.line]:.0%}" if self.line < len(line) else ""
            text.append(f"\n{''.join(_BARS[round(8 * chance)] for chance in shown):<{width}}", SEAT_COLOURS[colour])
            text.append(f" {here:>4}")
        if len(self.chances) < len(self.moments):
            text.append(f"\n{word('replay.thinking', self.language)}", "dim")
        self.query_one("#chances", Static).update(text)

    @work(thread=True, exclusive=True)
    def _think(self) -> None:
        from banquise.bots.analyse import Walk, analyse

        found = analyse(Walk(self.record), _SIMULATIONS)
        self.app.call_from_thread(self._found, [list(point.chances) for point in found.points])

    def _found(self, chances: list[list[float]]) -> None:
        if self.is_attached:
            self.chances = chances
            self._draw_chances()
