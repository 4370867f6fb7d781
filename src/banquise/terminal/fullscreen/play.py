"""The table on the screen: board, players, prompt, moves and log, whatever the sitting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from banquise.bots.levels import judge_of
from banquise.kernel.canvas import drawn
from banquise.kernel.notation import BadNotation
from banquise.kernel.palette import SEAT_COLOURS
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import Message, figures
from banquise.terminal.fullscreen.beside import tell
from banquise.terminal.fullscreen.board import WIDE, Board, BoardScreen, Spot, going, turn_over
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import Choice, Look, Refusal, Sitting, word
from banquise.terminal.fullscreen.replay import ReplayScreen
from banquise.terminal.fullscreen.story import Story
from banquise.terminal.fullscreen.words import Words

_SHAPES = {"red": "▲", "yellow": "●", "green": "◆", "blue": "■"}
_TALK = ">"
_SHARED = ("chat", "mute", "deputy")  # keys that are of use at a server's table
_PLAYING = ("hint", "undo", "type", "moves", "resign", "deputy", "sound")  # as long as the match is not over
_ENDED = ("again", "look_back")  # and when it is
_MANY = 400  # moves that a list shows; whoever has more presses a place or types


class TableScreen(BoardScreen):
    """One table. What is shown follows from the sitting's look; what is done goes to the sitting."""

    BINDINGS = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        *going("slash", "type", "type", "/"),
        *going("m", "moves", "moves"),
        Binding("r", "rules", "rules"),
        Binding("x", "resign", "resign"),
        Binding("q", "leave", "leave"),
        Binding("g", "again", "again"),
        Binding("v", "look_back", "look_back"),
        *going("c", "chat", "chat"),
        Binding("k", "mute", "mute"),
        Binding("d", "deputy", "deputy"),
        Binding("s", "sound", "sound"),
        *going("b", "board"),
        Binding("w", "claim", show=False),
        Binding("y", "consent(True)", show=False),
        Binding("n", "consent(False)", show=False),
        Binding("escape", "all_moves", show=False),
        Binding("pageup", "read(-1)", show=False),
        Binding("pagedown", "read(1)", show=False),
    ]

    def __init__(self, sitting: Sitting):
        super().__init__()
        self.sitting = sitting
        self.now: Look | None = None
        self._shown: tuple[Choice, ...] = ()
        self._cited = ""
        self._resigning = False
        self.has_sound = False  # the terminal's bell when it is one's turn; off until somebody wants it
        self.is_busy = False  # something is being done that has not been answered yet

    def compose(self) -> ComposeResult:
        """Board to the left, everything else beside it; on a narrow screen below it."""
        with Horizontal(id="main"):
            yield Board()
            with Vertical(id="side"):
                yield Static(id="players")
                with Vertical(id="rest"):
                    with VerticalScroll(id="said", can_focus=False):
                        yield Words(id="prompt")
                        yield Words(id="answer")
                    with Horizontal(id="lists"):
                        yield OptionList(id="moves")
                        yield Story()
        yield Input(id="typed", placeholder=word("type", self.sitting.language), select_on_focus=False)
        yield Keys(self.sitting.language)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(Board).focus()
        self.refresh_look()
        self.set_interval(1.0, self._run_clocks)

    def on_unmount(self) -> None:
        """Whichever way the program ends, nobody waits for the table any more."""
        self.sitting.close()

    def _run_clocks(self) -> None:
        """Time goes by on the screen too."""
        if self.now is not None and any(player.clock is not None for player in self.now.players):
            self._show_players(self.sitting.look())

    # Showing ------------------------------------------------------------------------------------

    def refresh_look(self) -> None:
        """Show how things stand, then wait for the others or hand over the screen."""
        before, look = self.now, self.sitting.look()
        waited, self.now = before is not None and not before.choices, look
        if before is None or bool(before.result) != bool(look.result):
            self.query_one(Keys).tell(self.sitting.language)
        if self.has_sound and waited and (look.choices or look.result):
            self.app.bell()
        self.title = look.game.told("title", self.sitting.language)
        if look.hand_over:
            self.app.push_screen(HandOver(look.hand_over, self.sitting.language), self._taken_over)
            return
        if look.state is not None:
            own = look.players[look.seat].colour if look.seat is not None else ""
            self.query_one(Board).show(look.game, look.state, look.language, look.choices, own)
        self._show_players(look)
        self.query_one("#prompt", Words).update(self._prompt(look))
        self.query_one(Story).tell(look.log, look.notes)
        self._list(look.choices)
        self._wait()

    def rearranged(self) -> None:
        """Players stand in a column or in a row."""
        if self.now is not None:
            self._show_players(self.now)

    def _show_players(self, look: Look) -> None:
        in_a_row = self.app.size.width < WIDE and not self.has_class("-beside")
        text = _players(look, "  " if in_a_row else "\n")
        if in_a_row and text.cell_len > self.app.size.width - 2:  # what somebody is gives way to their clock
            text = _players(look, "  ", with_kind=False)
        self.query_one("#players", Static).update(text)

    def is_of_use(self, action: str) -> bool:
        """Is a key worth its room at the foot of the screen now?"""
        if self.now is None:
            return True
        if action in (_PLAYING if self.now.result else _ENDED):
            return False
        if action == "hint":
            return self.now.has_hints
        return self.now.is_shared or action not in _SHARED

    def _prompt(self, look: Look) -> Text:
        if look.question or look.away:
            return Text(look.question or look.away, "bold #e9a23b")
        if look.result:
            return Text(look.result, "bold")
        if look.choices:
            return Text(look.prompt, "bold")
        return Text(word("waiting", self.sitting.language, who=look.thinking), "italic")

    def _list(self, choices: tuple[Choice, ...]) -> None:
        moves = self.query_one("#moves", OptionList)
        self._shown = choices[:_MANY]
        moves.clear_options()
        moves.add_options([Option(choice.text) for choice in self._shown])
        if self._shown:
            moves.highlighted = 0

    def answer(self, text: str, style: str = "") -> None:
        """Say something to the person at the screen; it goes with their next action."""
        self.query_one("#answer", Words).update(Text(text, style))
        self.set_class(bool(text), "-answered")  # where there are few rows, the prompt gives way to it

    @work(thread=True, exclusive=True, group="wait")
    def _wait(self) -> None:
        if self.sitting.wait():
            tell(self, self.refresh_look)

    def _taken_over(self, _: None) -> None:
        self.sitting.take_over()
        self.refresh_look()

    # Doing --------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Make a move, or say why not."""
        self._do(lambda: self.sitting.play(text))

    def _do(self, act: Callable[[], None]) -> None:
        """Do one thing at a time, beside the screen: a server may take a moment to answer."""
        if not self.is_busy:
            self.is_busy, self._resigning = True, False
            self._do_beside(act)

    @work(thread=True, group="do")
    def _do_beside(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Refusal as refusal:
            tell(self, self._refused, refusal)
        else:
            tell(self, self._done)

    def _done(self) -> None:
        self.is_busy = False
        self.answer("")
        self.refresh_look()

    def _refused(self, refusal: Refusal) -> None:
        self.is_busy = False
        self._cited = refusal.paragraph or self._cited
        self.answer(str(refusal), "bold #e9a23b")

    @on(Board.Pressed)
    def _pressed(self, event: Board.Pressed) -> None:
        spot = event.spot
        if not spot.choices:
            self._why_not(spot)
        elif len(spot.choices) == 1:
            self._choose(spot.choices[0].text)
        else:
            self._list(spot.choices)
            self.query_one("#moves", OptionList).focus()

    def _why_not(self, spot: Spot) -> None:
        """A wrong press: what would have been meant, and the rules' reason against it."""
        look = self.now
        assert look is not None
        for text in _meant(look, spot):
            reason = _reason(look, text)
            if reason is not None:
                sentence = word_of(look, reason[0], self.sitting.language)
                self._refused(Refusal(f"{text}: {sentence}", reason[1]))
                return
        self.answer(word("refused.place", self.sitting.language, place=spot.span.name))

    @on(OptionList.OptionSelected, "#moves")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._choose(self._shown[event.option_index].text)
        if self.query_one(Board).lit:
            self.query_one(Board).focus()

    def _choose(self, text: str) -> None:
        """Make a move that was pressed. A server takes none that is only begun: that is written down, to go on with."""
        if self.now is not None and self.now.is_shared and text.endswith("-"):
            self._write(self.query_one("#typed", Input).value + text.removesuffix("-"))
        else:
            self.play(text)

    @on(Input.Submitted, "#typed")
    def _typed(self, event: Input.Submitted) -> None:
        said = event.value.strip().removeprefix("/").strip()  # whoever types here already may press it again
        if said.startswith(_TALK):
            text = said.removeprefix(_TALK).strip()
            self._do(lambda: self.sitting.say(text))
        elif said:
            self.play(said)
        event.input.value = ""

    def action_chat(self) -> None:
        """Type something to say: a line that begins with > is for the others at the table."""
        self._write(f"{_TALK} ")

    def _write(self, text: str) -> None:
        typed = self.query_one("#typed", Input)
        typed.value = text
        self.go_to("#typed")
        typed.cursor_position = len(text)

    def action_read(self, pages: int) -> None:
        """Turn over what is said, where there is more of it than room."""
        turn_over(self.query_one("#said", VerticalScroll), pages)

    def action_type(self) -> None:
        """Type a move."""
        self.go_to("#typed")

    def action_board(self) -> None:
        """To the board."""
        self.go_to("#board")

    def action_moves(self) -> None:
        """To the list of moves."""
        self.go_to("#moves")

    def action_all_moves(self) -> None:
        """All legal moves again, and back to the board."""
        self._resigning = False
        if self.now is not None:
            self._list(self.now.choices)
        self.query_one(Board).focus()

    def action_undo(self) -> None:
        """Take back."""
        self._do(self.sitting.undo)

    def action_consent(self, yes: bool) -> None:
        """Answer what another player asks."""
        if self.now is not None and self.now.question:
            self._do(lambda: self.sitting.consent(yes))

    def action_again(self) -> None:
        """Another match."""
        self._do(self.sitting.again)

    def action_look_back(self) -> None:
        """The match from its beginning, with everybody's chances, once it is over."""
        if self.now is not None and self.now.result:
            self._fetch_record()

    @work(thread=True, exclusive=True, group="record")
    def _fetch_record(self) -> None:
        try:
            screen = ReplayScreen(self.sitting.record(), self.sitting.language)
        except Refusal as refusal:
            tell(self, self._refused, refusal)
        else:
            tell(self, self._show_over, screen)

    def _show_over(self, screen: ReplayScreen) -> None:
        self.app.push_screen(screen)

    def action_claim(self) -> None:
        """Wait no longer for somebody who is away."""
        self._do(self.sitting.claim)

    def action_mute(self) -> None:
        """Hear somebody no more, or everybody again."""
        self._ask_for(self.sitting.mute)

    def action_deputy(self) -> None:
        """Another bot to play for oneself while one is away."""
        self._ask_for(self.sitting.deputy)

    @work(thread=True, group="do")
    def _ask_for(self, ask: Callable[[], str]) -> None:
        """Do something that is answered in words."""
        try:
            said = ask()
        except Refusal as refusal:
            said = str(refusal)
        tell(self, self.answer, said)

    def action_resign(self) -> None:
        """Give up, when asked for twice."""
        if not self._resigning:
            self._resigning = True
            self.answer(word("resign.sure", self.sitting.language), "bold #e9a23b")
            return
        self._do(self.sitting.resign)

    def action_hint(self) -> None:
        """Ask the game's best bot."""
        if self.now is not None:
            self.answer(
                word(f"thinking_{judge_of(self.now.game, len(self.now.players))}", self.sitting.language), "italic"
            )
        self._ask()

    @work(thread=True, exclusive=True, group="hint")
    def _ask(self) -> None:
        try:
            said = self.sitting.hint()
        except Refusal as refusal:
            said = str(refusal)
        tell(self, self.answer, said)

    def action_rules(self) -> None:
        """The rulebook, at the paragraph that was cited last."""
        if self.now is not None:
            self.app.push_screen(Rules(self.now.game.folder, self.sitting.language, self._cited))

    def action_sound(self) -> None:
        """The bell on or off."""
        self.has_sound = not self.has_sound
        self.answer(word("sound.on" if self.has_sound else "sound.off", self.sitting.language))

    def action_leave(self) -> None:
        """Get up; a match on this machine can be gone on with."""
        self.app.pop_screen()


def word_of(look: Look, key: str, language: str) -> str:
    """A message of the game."""
    from banquise.kernel.speech import say

    return say(Message(key), language, look.game.folder)


def clock_time(seconds: int) -> str:
    """What is left on a clock, as it is read: 1:15, or 23:59:57 in a match by days.

    >>> clock_time(75), clock_time(86_397)
    ('1:15', '23:59:57')
    """
    minutes, rest = divmod(seconds, 60)
    hours, left = divmod(minutes, 60)
    return f"{hours}:{left:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _players(look: Look, between: str, with_kind: bool = True) -> Text:
    text = Text()
    for at, player in enumerate(look.players):
        text.append(between if at else "")
        text.append("▶ " if player.acts else "  ")
        text.append(f"{_SHAPES.get(player.colour, '•')} ", SEAT_COLOURS.get(player.colour, ""))
        text.append(player.name, "bold" if player.acts else "")
        text.append(f"  {player.kind}" if with_kind else "", "dim")
        if player.points is not None:
            text.append(f"  {figures(str(player.points), look.language)}", "bold")
        if player.clock is not None:
            text.append(f"  {figures(clock_time(int(player.clock)), look.language)}")
        if player.away:
            text.append("  …", "bold #e9a23b")
    return text


def _meant(look: Look, spot: Spot) -> list[str]:
    """Moves that somebody who presses a place may have meant: those that are legal elsewhere, made there."""
    legal = {choice.text for choice in look.choices}
    names = {one.span.name for one in _named(look)}
    found = []
    for choice in look.choices:
        words = choice.text.split()
        moved = " ".join(spot.span.name if part in names else part for part in words)
        if moved not in legal and moved not in found and moved != choice.text:
            found.append(moved)
    return found


def _named(look: Look) -> list[Spot]:
    rows = drawn(look.game.drawing, look.state, look.language).rows()
    return [Spot(at, span, ()) for at, row in enumerate(rows) for span in row if span.name]


def _reason(look: Look, text: str) -> tuple[str, str] | None:
    """The rules' reason against a move, asked of what the seat sees: key and paragraph; None if there is none."""
    try:
        codes = look.game.words.read(look.state, look.seat or 0, text)
    except BadNotation:
        return None
    why = look.game.rules.why_illegal(look.state, look.seat, codes[0])
    if not why:
        return None
    reason = look.game.reasons[why]
    return reason.key, reason.paragraph


class HandOver(ModalScreen[None]):
    """The screen is covered until the next person says that they look at it."""

    BINDINGS = [Binding("enter", "dismiss_me"), Binding("space", "dismiss_me")]

    def __init__(self, who: str, language: str):
        super().__init__()
        self._said = word("hand_over", language, who=who)

    def compose(self) -> ComposeResult:
        """A single sentence."""
        yield Static(self._said, id="hand-over")

    def on_click(self) -> None:
        """The mouse will do."""
        self.dismiss(None)

    def action_dismiss_me(self) -> None:
        """So will a key."""
        self.dismiss(None)


class Rules(ModalScreen[None]):
    """A paragraph of the rulebook, then the whole of it."""

    BINDINGS = [Binding("escape,q,r", "close", "close")]

    def __init__(self, folder: Path, language: str, cited: str):
        super().__init__()
        book = rulebook(folder, language)
        cited_first = f"> **{cited}** {book.paragraphs[cited]}\n\n" if cited in book.paragraphs else ""
        self._text = cited_first + book.text

    def compose(self) -> ComposeResult:
        """The text, to be scrolled."""
        with VerticalScroll(id="rules"):
            yield Markdown(self._text)

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        self.query_one("#rules", VerticalScroll).focus()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
