"""Looking back at a record: line by line, with the chances of every seat drawn as they are thought out."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.worker import get_current_worker

from banquise.bots.analyse import Walk, chances_now
from banquise.bots.levels import judge_of
from banquise.kernel.palette import SEAT_COLOURS
from banquise.kernel.schema import State
from banquise.table import Match, Record
from banquise.terminal.fullscreen.beside import tell
from banquise.terminal.fullscreen.board import Board, BoardScreen
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.story import Story

_BARS = " ▁▂▃▄▅▆▇█"
_WIDTH = 30  # of the curves, in characters
_SIMULATIONS = 120  # for each line: a quick look, so that a whole match is judged in a moment


@dataclass(frozen=True)
class _Moment:
    """The state after a line of the log, and how many sentences had been told by then."""

    state: State
    told: int


def _moment(match: Match) -> _Moment:
    return _Moment(match.state.copy(), sum(len(event.said) for event in match.events()))


class ReplayScreen(BoardScreen):
    """One record. A finished match hides nothing; one that is not over is shown as a spectator saw it."""

    AUTO_FOCUS = ""
    BINDINGS = [
        Binding("left", "go(-1)", "back", key_display="←"),
        Binding("right", "go(1)", "on", key_display="→"),
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
        self._walk = Walk(record)
        self.moments = [_moment(self._walk.to(line)) for line in range(len(record.log) + 1)]
        last = self._walk.to(len(record.log))
        self._game, self._colours, self._is_over = last.game, last.colours, last.is_over
        self._story = list(last.story(None, language))
        self.line = 0
        self.chances: dict[int, list[float]] = {}  # by line, as far as they are thought out

    def compose(self) -> ComposeResult:
        """The board, and beside it the line, the chances and what happened."""
        with Horizontal(id="main"):
            board = Board()
            board.can_focus = False  # the arrows go through the match
            yield board
            with Vertical(id="side"):
                with Vertical(id="said"):
                    yield Static(id="prompt")
                    yield Static(id="chances")
                yield Story()
        yield Keys(self.language)

    def on_mount(self) -> None:
        """Show the beginning, and let the best judge look at it all."""
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
        moment, game = self.moments[self.line], self._game
        state = moment.state if self._is_over else game.schema.seen(moment.state, None)
        self.query_one(Board).show(game, state, self.language)
        head = word("replay.line", self.language, line=self.line, all=len(self.moments) - 1)
        self.query_one("#prompt", Static).update(head)
        self.query_one(Story).tell(tuple(self._story[: moment.told]))
        self._draw_chances()

    def _draw_chances(self) -> None:
        judge = word(f"sitter.{judge_of(self._game, len(self._colours))}", self.language)
        text = Text(word("replay.chances", self.language, judge=judge))
        room = min(_WIDTH, self.query_one("#chances", Static).content_size.width - 6)
        lines, width = len(self.moments), max(1, min(room, len(self.moments)))
        shown = [self.chances.get(lines * at // width) for at in range(width)]
        for seat, colour in enumerate(self._colours):
            bars = "".join(_BARS[round(8 * chances[seat])] if chances else " " for chances in shown)
            percent = round(100 * self.chances[self.line][seat]) if self.line in self.chances else None
            here = "" if percent is None else word("replay.chance", self.language, percent=percent)
            text.append(f"\n{bars:<{width}}", SEAT_COLOURS[colour])
            text.append(f" {here:>5}")
        if len(self.chances) < lines:
            text.append(f"\n{word('replay.thinking', self.language)} {len(self.chances)}/{lines}", "dim")
        self.query_one("#chances", Static).update(text)

    @work(thread=True, exclusive=True)
    def _think(self) -> None:
        """From the end, where reading has led, back to the beginning: the record is walked along only once."""
        worker = get_current_worker()
        for line in reversed(range(len(self.moments))):
            chances = chances_now(self._walk.to(line), _SIMULATIONS, stop=lambda: worker.is_cancelled)
            if worker.is_cancelled:
                return
            tell(self, self._found, line, chances)

    def _found(self, line: int, chances: list[float]) -> None:
        self.chances[line] = chances
        self._draw_chances()
