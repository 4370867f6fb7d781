"""A lesson on the full screen: the same engine, the same words as in the browser and at the prompt."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match
from banquise.table.lesson import Attempt, Lesson
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import Choice, choices, word
from banquise.terminal.learning import plain


class LessonScreen(Screen[None]):
    """One lesson, step by step."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (119, "-wide")]
    BINDINGS = [
        Binding("n", "next", "next"),
        Binding("s", "show", "show"),
        Binding("slash", "type", "type", key_display="/"),
        Binding("b", "board", "board"),
        Binding("escape", "board", show=False),
        Binding("m", "moves", "moves"),
        Binding("q", "app.pop_screen", "leave"),
    ]

    def __init__(self, of: Lesson, language: str):
        super().__init__()
        self.of = of
        self.language = language
        self.index = 0
        self.is_done = False  # what the step asks for has been done, or it asks for nothing
        self._made: list[str] = []
        self._shown: tuple[Choice, ...] = ()

    def compose(self) -> ComposeResult:
        """As at a table: the board, and beside it what the lesson says."""
        with Horizontal(id="main"):
            yield Board()
            with Vertical(id="side"):
                yield Static(id="told")
                yield Static(id="answer")
                with Horizontal(id="lists"):
                    yield OptionList(id="moves")
        yield Input(id="typed", placeholder=word("type", self.language))
        yield Keys(self.language)

    def on_mount(self) -> None:
        """The first step."""
        self._open(0)

    def _open(self, index: int) -> None:
        self.index, self._made = index, []
        step, words = self.of.step(index), self.of.words(self.language).step[self.of.step(index).name]
        self.is_done = not step.teach
        head = f"{index + 1}/{len(self.of.steps)}  {words.title}  ({', '.join(step.cites)})"
        told = Text.assemble((head, "bold"), f"\n{plain(words.see)}")
        if step.teach:
            told.append(f"\n{plain(words.do)}", "bold #e9a23b")
        self.query_one("#told", Static).update(told)
        self.query_one("#answer", Static).update("" if step.teach else word("lesson.next", self.language))
        self._draw(self.of.opening(index))
        self.query_one(Board).focus()

    def _draw(self, match: Match) -> None:
        seat, game = self.of.seat, match.game
        acts = not self.is_done and seat in match.to_act
        self._shown = choices(match, seat, self.language) if acts else ()
        self.query_one(Board).show(game, match.seen(seat), self.language, self._shown, match.colours[seat])
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        moves.add_options([Option(choice.text) for choice in self._shown])

    @on(Board.Pressed)
    def _pressed(self, event: Board.Pressed) -> None:
        if len(event.spot.choices) == 1:
            self._try(event.spot.choices[0].text)
        elif event.spot.choices:
            moves = self.query_one("#moves", OptionList)
            self._shown = event.spot.choices
            moves.clear_options()
            moves.add_options([Option(choice.text) for choice in self._shown])
            moves.focus()

    @on(OptionList.OptionSelected, "#moves")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._try(self._shown[event.option_index].text)

    @on(Input.Submitted, "#typed")
    def _typed(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._try(event.value.strip())
        event.input.value = ""

    def _try(self, text: str) -> None:
        if self.is_done:
            return
        try:
            self._became(self.of.attempt(self.index, self._made, text), text)
        except IllegalMove as refusal:
            sentence = self.of.opening(self.index).say(Message(refusal.reason.key), self.language)
            self._say(f"{sentence} ({refusal.reason.paragraph})")
        except BadNotation as error:
            self._say(str(error))

    def _became(self, attempt: Attempt, text: str) -> None:
        words = self.of.words(self.language).step[self.of.step(self.index).name]
        if attempt.verdict == "untaught":
            self._say(plain(words.hint))
            return
        self._made.append(text)
        self.is_done = attempt.verdict == "taught"
        self._draw(attempt.match)
        told = [
            attempt.match.say(message, self.language)
            for event in attempt.match.events(self.of.seat, attempt.since)
            for message in event.said
        ]
        if self.is_done:
            told += [plain(words.done), word("lesson.next", self.language)]
        self._say("\n".join(told))

    def _say(self, text: str) -> None:
        self.query_one("#answer", Static).update(text)

    def action_show(self) -> None:
        """Have it made."""
        if not self.is_done:
            self._became(self.of.show(self.index, self._made), "")

    def action_next(self) -> None:
        """The next step; after the last one the lesson says goodbye."""
        if not self.is_done:
            self._say(word("lesson.first_do", self.language))
        elif self.index + 1 < len(self.of.steps):
            self._open(self.index + 1)
        else:
            self.query_one("#told", Static).update(plain(self.of.words(self.language).farewell))
            self._say("")

    def action_type(self) -> None:
        """Type a move."""
        self.query_one("#typed", Input).focus()

    def action_board(self) -> None:
        """To the board."""
        self.query_one(Board).focus()

    def action_moves(self) -> None:
        """To the list of moves."""
        self.query_one("#moves", OptionList).focus()
