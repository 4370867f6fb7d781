"""The full-screen program: its home page and its screens."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import banquise
from banquise.bots.levels import levels_of
from banquise.games import all_games
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES
from banquise.table import BadRecord, decode
from banquise.table.lesson import BadLesson, lesson
from banquise.table.puzzle import puzzles
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.lesson import LessonScreen
from banquise.terminal.fullscreen.look import Sitting, word
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.puzzle import PuzzleList
from banquise.terminal.fullscreen.replay import ReplayScreen
from banquise.terminal.fullscreen.sitting import LocalSitting, kept, matches

_RECORDS = 5  # the newest, of the folder that one is in and of those that were played here
_LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "fa": "فارسی"}


class TableApp(App[None]):
    """``banquise table``."""

    CSS_PATH = Path(__file__).parent / "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("t", "change_theme", "theme"), Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, language: str = "en", first: Screen[None] | None = None):
        super().__init__()
        self.language = language
        self._first = first
        self.theme = "nord"

    def on_mount(self) -> None:
        """The home page, and over it whatever was asked for."""
        self.push_screen(Home(self.language))
        if self._first is not None:
            self.push_screen(self._first)

    def action_change_theme(self) -> None:
        """The next of a few looks."""
        looks = ("nord", "textual-light", "textual-dark", "solarized-light")
        self.theme = looks[(looks.index(self.theme) + 1) % len(looks)] if self.theme in looks else looks[0]

    def sit_down(self, sitting: Sitting) -> None:
        """Show a table."""
        self.push_screen(TableScreen(sitting))


class Home(Screen[None]):
    """What there is to do: go on, play, learn, solve, look back."""

    BINDINGS = [Binding("l", "language", "language"), Binding("q", "app.quit", "leave")]

    def __init__(self, language: str):
        super().__init__()
        self.language = language

    def compose(self) -> ComposeResult:
        """A title and a list."""
        with Vertical(id="home"):
            yield Static("B A N Q U I S E", id="title")
            yield Static(word("home.line", self.language), id="line")
            yield OptionList(id="doors")
        yield Keys(self.language)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()

    def on_screen_resume(self) -> None:
        """A match may wait now that did not before."""
        self._fill()

    def _fill(self) -> None:
        doors = self.query_one("#doors", OptionList)
        self.query_one("#line", Static).update(word("home.line", self.language))
        doors.clear_options()
        waiting = kept(self.language)
        if waiting is not None:
            doors.add_option(
                Option(word("home.go_on", self.language, game=waiting.match.game.told("title", self.language)), "go_on")
            )
        for game in all_games():
            self._add(doors, "play", game)
        for game in all_games():
            if _has_lesson(game):
                self._add(doors, "learn", game)
        for game in all_games():
            if puzzles(game):
                self._add(doors, "puzzles", game)
        records = [*Path.cwd().glob("*.banquise"), *matches().glob("*.banquise")]
        for file in sorted(records, key=lambda one: -one.stat().st_mtime)[:_RECORDS]:
            doors.add_option(Option(word("home.look_back", self.language, file=file.name), f"look_back {file}"))
        doors.highlighted = 0
        doors.focus()

    def _add(self, doors: OptionList, what: str, game: Game) -> None:
        label = word(f"home.{what}", self.language, game=game.told("title", self.language))
        doors.add_option(Option(label, f"{what} {game.name}"))

    @on(OptionList.OptionSelected, "#doors")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        what, _, name = (event.option_id or "").partition(" ")
        if what == "go_on":
            waiting = kept(self.language)
            if waiting is not None:
                self.app.push_screen(TableScreen(waiting))
        elif what == "look_back":
            self._look_back(Path(name))
        elif what == "learn":
            self.app.push_screen(LessonScreen(lesson(name), self.language))
        elif what == "puzzles":
            self.app.push_screen(PuzzleList(game_named(name), self.language))
        else:
            self.app.push_screen(SetTable(game_named(name), self.language))

    def _look_back(self, file: Path) -> None:
        try:
            self.app.push_screen(ReplayScreen(decode(file.read_bytes()), self.language))
        except (OSError, BadRecord) as error:
            self.notify(str(error), severity="error")

    def action_language(self) -> None:
        """The next language."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self.app.clear_notifications()
        self.notify(_LANGUAGE_NAMES[self.language])
        self.query_one(Keys).tell(self.language)
        self._fill()


def _has_lesson(game: Game) -> bool:
    try:
        return bool(lesson(game.name).steps)
    except BadLesson:
        return False


class SetTable(Screen[None]):
    """Who sits at the new table."""

    BINDINGS = [Binding("escape,q", "app.pop_screen", "back", key_display="Esc")]

    def __init__(self, game: Game, language: str):
        super().__init__()
        self.game = game
        self.language = language
        self._parties: list[list[str]] = []

    def compose(self) -> ComposeResult:
        """A list of parties: against bots of a level, or people on one screen."""
        with Vertical(id="home"):
            yield Static(self.game.told("title", self.language), id="title")
            yield Static(word("set.line", self.language), id="line")
            yield OptionList(id="doors")
        yield Keys(self.language)

    def on_mount(self) -> None:
        """Every number of seats with every level, then people alone."""
        doors = self.query_one("#doors", OptionList)
        for seats in self.game.seats:
            if seats == 1:
                self._add(doors, ["human"], word("set.alone", self.language))
                continue
            for level in levels_of(self.game):
                who = word(f"sitter.{level}", self.language)
                label = word("set.bots", self.language, count=seats - 1, who=who)
                self._add(doors, ["human", *[level] * (seats - 1)], label)
            self._add(doors, ["human"] * seats, word("set.people", self.language, count=seats))
        doors.highlighted = 0
        doors.focus()

    def _add(self, doors: OptionList, party: list[str], label: str) -> None:
        self._parties.append(party)
        doors.add_option(Option(label))

    @on(OptionList.OptionSelected, "#doors")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        party = self._parties[event.option_index]
        match = banquise.new(self.game.name, len(party))
        self.app.switch_screen(TableScreen(LocalSitting(match, party, self.language)))
