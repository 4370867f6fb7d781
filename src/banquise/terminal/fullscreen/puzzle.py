"""Puzzles on the full screen: a game's list, and one to be solved with every try answered."""

from __future__ import annotations

from datetime import date

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from banquise.kernel.game import Game
from banquise.table import puzzle_told
from banquise.table.puzzle import Try, of_the_day, puzzles, riddle
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.task import LAMP, TaskScreen
from banquise.terminal.solved import note_solved, solved


class PuzzleList(Screen[None]):
    """The puzzles of a game: today's first, then all in their order."""

    BINDINGS = [Binding("escape,q", "app.pop_screen", "back", key_display="Esc")]

    def __init__(self, game: Game, language: str):
        super().__init__()
        self.game = game
        self.language = language

    def compose(self) -> ComposeResult:
        """A title and a list."""
        with Vertical(id="home"):
            yield Static(word("home.puzzles", self.language, game=self.game.told("title", self.language)), id="title")
            yield Static(id="line")
            yield OptionList(id="doors")
        yield Keys(self.language)

    def on_screen_resume(self) -> None:
        """What was solved meanwhile is marked."""
        doors, done = self.query_one("#doors", OptionList), solved(self.game.name)
        at, all_of_them = doors.highlighted or 0, puzzles(self.game)
        count = sum(one.name in done for one in all_of_them)
        self.query_one("#line", Static).update(word("puzzle.solved", self.language, count=count, all=len(all_of_them)))
        doors.clear_options()
        today = of_the_day(self.game, date.today())
        if today is not None:
            doors.add_option(Option(f"{word('puzzle.today', self.language)}: {self._line(today, done)}", str(today)))
        for number in range(len(all_of_them)):
            doors.add_option(Option(self._line(number, done)))
        doors.highlighted = at
        doors.focus()

    def _line(self, number: int, done: frozenset[str]) -> str:
        one = puzzles(self.game)[number]
        title = puzzle_told.title(riddle(self.game.name, number), number, self.language)
        facts = [title, word("puzzle.difficulty", self.language, count=one.difficulty)]
        return puzzle_told.listed(facts, self.language) + ("  ✓" if one.name in done else "")

    @on(OptionList.OptionSelected, "#doors")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        number = int(event.option_id) if event.option_id is not None else event.option_index - 1
        self.app.push_screen(PuzzleScreen(self.game, number, self.language))


class PuzzleScreen(TaskScreen):
    """One puzzle; the next and the one before are a key away."""

    BINDINGS = [Binding("n", "go(1)", "next"), Binding("p", "go(-1)", "before"), *TaskScreen.BINDINGS]

    def __init__(self, game: Game, number: int, language: str):
        super().__init__(game, language)
        self.number = number
        self.of = riddle(game.name, number)
        self.had_help = False

    def on_mount(self) -> None:
        """The first look."""
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """So many puzzles on; after the last comes the first."""
        self.number = (self.number + by) % len(puzzles(self.game))
        self.of = riddle(self.game.name, self.number)
        self.is_done = self.had_help = False
        self.ask(self._told(), "", self.of.opening(), self.of.puzzle.seat)

    def _told(self) -> Text:
        puzzle, language = self.of.puzzle, self.language
        told = Text(puzzle_told.title(self.of, self.number, language), "bold")
        facts = [word("puzzle.difficulty", language, count=puzzle.difficulty)]
        if self.number == of_the_day(self.game, date.today()):
            facts.insert(0, word("puzzle.today", language))
        told.append(f"  {puzzle_told.listed(facts, language)}", "not bold")
        told.append(f"\n{puzzle_told.asked(self.of, language)}", "not bold")
        told.append(f"\n{puzzle_told.to_do(self.of, language)}", LAMP)
        return told

    def attempt(self, text: str) -> None:
        """The line is made, anything else is told its worth."""
        self._became(self.of.attempt(self.made, text), text)

    def _became(self, one: Try, text: str) -> None:
        if one.verdict == "wrong":
            worth = puzzle_told.worth(self.of, one, self.language)
            self.reply(f"{text}: {word('puzzle.wrong', self.language)} {worth}", LAMP)
            return
        self.made.append(text)
        self.is_done = one.verdict == "solved"
        self.draw(one.match, self.of.puzzle.seat)
        if not self.is_done:
            self.reply(word("puzzle.under_way", self.language))
            return
        if not self.had_help:
            note_solved(self.game.name, self.of.puzzle.name)
        label = word("puzzle.shown" if self.had_help else "puzzle.right", self.language)
        self.reply(f"{label}\n{puzzle_told.explained(self.of, self.language)}")

    def action_show(self) -> None:
        """Have the line made."""
        if not self.is_done:
            self.had_help = True
            self._became(self.of.show(self.made), "")
