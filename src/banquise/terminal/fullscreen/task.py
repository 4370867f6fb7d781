"""Something to be done on a board, with every try answered: what lessons and puzzles have in common on the screen."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from banquise.kernel.game import Game
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import Message, say
from banquise.table import IllegalMove, Match
from banquise.table.misread import no_move
from banquise.terminal.fullscreen.board import Board, BoardScreen, going, turn_over
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import Choice, choices, word
from banquise.terminal.fullscreen.words import Words

LAMP = "bold #e9a23b"


class TaskScreen(BoardScreen):
    """The board, and beside it what is asked and how a try is answered. What becomes of a try, each kind of task says
    for itself (``attempt``, ``action_show``)."""

    BELOW = 16  # there is much to read: sooner beside the board than at a table
    BINDINGS = [
        Binding("s", "show", "show"),
        *going("slash", "type", "type", "/"),
        *going("b", "board", "board"),
        Binding("escape", "board", show=False),
        *going("m", "moves", "moves"),
        Binding("pageup", "read(-1)", show=False),
        Binding("pagedown", "read(1)", show=False),
        Binding("q", "app.pop_screen", "leave"),
    ]

    def __init__(self, game: Game, language: str):
        super().__init__()
        self.game = game
        self.language = language
        self.is_done = False  # what is asked for has been done, or nothing is asked for
        self.made: list[str] = []  # of what is asked for, so far
        self._all: tuple[Choice, ...] = ()  # every legal move
        self._shown: tuple[Choice, ...] = ()  # those that are listed

    def compose(self) -> ComposeResult:
        """As at a table: the board, and beside it what is asked."""
        with Horizontal(id="main"):
            yield Board()
            with Vertical(id="side"):
                with VerticalScroll(id="words", can_focus=False):
                    yield Words(id="told")
                    yield Words(id="reply")
                with Horizontal(id="lists"):
                    yield OptionList(id="moves")
        yield Input(id="typed", placeholder=word("type", self.language))
        yield Keys(self.language)

    def attempt(self, text: str) -> None:
        """Let a move be tried, and tell what became of it. Raises BadNotation and IllegalMove as a match does."""
        raise NotImplementedError

    def ask(self, told: Text, reply: str, match: Match, seat: int) -> None:
        """Begin: say what is asked, and show the match as it stands."""
        self.made = []
        self.query_one("#told", Words).update(told)
        self.reply(reply)
        self.draw(match, seat)
        self.query_one("#words", VerticalScroll).scroll_home(animate=False)
        self.query_one(Board).focus()

    def draw(self, match: Match, seat: int) -> None:
        """The match through the eyes of a seat; what it may do is lit and listed until all is done."""
        acts = not self.is_done and seat in match.to_act
        found = choices(match, seat, self.language) if acts else ()
        self.query_one(Board).show(match.game, match.seen(seat), self.language, found, match.colours[seat])
        self._all = found
        self._list(found)
        self.query_one("#lists").display = bool(found)
        self.set_class(not found, "-done")

    def reply(self, text: str, style: str = "") -> None:
        """Say something to whoever tries, where it can be read at once."""
        said = self.query_one("#reply", Words)
        said.update(Text(text, style))
        self.call_after_refresh(
            self.query_one("#words", VerticalScroll).scroll_to_widget, said, animate=False, top=True
        )

    def _list(self, found: tuple[Choice, ...]) -> None:
        moves = self.query_one("#moves", OptionList)
        self._shown = found
        moves.clear_options()
        moves.add_options([Option(choice.text) for choice in found])

    @on(Board.Pressed)
    def _pressed(self, event: Board.Pressed) -> None:
        found = event.spot.choices
        if len(found) == 1:
            self._try(found[0].text)
        elif found:
            self._list(found)
            self.query_one("#moves", OptionList).focus()
        elif not self.is_done:
            self.reply(word("refused.place", self.language, place=event.spot.span.name))

    @on(OptionList.OptionSelected, "#moves")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._try(self._shown[event.option_index].text)

    @on(Input.Submitted, "#typed")
    def _typed(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._try(event.value.strip().removeprefix("/").strip())
        event.input.value = ""

    def _try(self, text: str) -> None:
        if self.is_done:
            return
        try:
            self.attempt(text)
        except IllegalMove as refusal:
            sentence = say(Message(refusal.reason.key), self.language, self.game.folder)
            self.reply(f"{sentence} ({refusal.reason.paragraph})", LAMP)
        except BadNotation as error:
            self.reply(no_move(error, (choice.text for choice in self._all), self.language), LAMP)

    def action_type(self) -> None:
        """Type a move."""
        self.go_to("#typed")

    def action_board(self) -> None:
        """To the board."""
        self.go_to("#board")

    def action_moves(self) -> None:
        """To the list of moves."""
        self.go_to("#moves")

    def action_read(self, pages: int) -> None:
        """Turn over what is said, where there is more of it than room."""
        turn_over(self.query_one("#words", VerticalScroll), pages)
