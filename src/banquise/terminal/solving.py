"""``banquise solve``: a puzzle at the prompt, plain lines in and out, with every try answered."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from banquise.games import game as game_named
from banquise.kernel.notation import BadNotation
from banquise.table import IllegalMove, Match, puzzle_told
from banquise.table.puzzle import BadPuzzle, Riddle, Try, of_the_day, puzzles, riddle
from banquise.terminal.console import tell
from banquise.terminal.fullscreen.look import word
from banquise.terminal.learning import AtPrompt
from banquise.terminal.solved import note_solved


def solve(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="Which one, from 1 on; without it, the puzzle of the day.")
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="en, fr, de or fa.")] = "en",
) -> None:
    """Solve a puzzle: find the one line that is right."""
    game = game_named(name)
    count, today = len(puzzles(game)), of_the_day(game, date.today())
    if today is None:
        raise BadPuzzle(f"{game.title} has no puzzles yet")
    if number is not None and not 1 <= number <= count:
        raise BadPuzzle(f"{game.title} has {count} puzzles, from 1 to {count}; there is no puzzle {number}")
    Solver(game.name, today if number is None else number - 1, lang).run()


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(solve)


class Solver(AtPrompt):
    """One puzzle at the prompt."""

    def __init__(self, name: str, number: int, language: str):
        self.of: Riddle = riddle(name, number)
        super().__init__(self.of.game, self.of.puzzle.seat, language)
        self.number = number

    def run(self) -> None:
        """Ask until it is solved, or until the person leaves."""
        facts = [word("puzzle.difficulty", self.language, count=self.of.puzzle.difficulty)]
        if self.number == of_the_day(self.game, date.today()):
            facts.insert(0, word("puzzle.today", self.language))
        tell(f"{puzzle_told.title(self.of, self.number, self.language)}  {puzzle_told.listed(facts, self.language)}\n")
        match, made = self.of.opening(), list[str]()
        self.board(match)
        tell(puzzle_told.asked(self.of, self.language))
        tell(word("plain.learn", self.language))
        while (line := self.ask()) is not None:
            one = None if self.is_look(match, line) else self._try(made, line, match)
            if one is not None and one.verdict != "wrong":
                match = one.match
                made.append(line)
                self.board(match)
                tell(self._praise(one, with_help=line == "show"))
                if one.verdict == "solved":
                    return

    def _try(self, made: list[str], line: str, match: Match) -> Try | None:
        """What becomes of a line; None if the rules refuse it. Why something is not right has then been said."""
        try:
            one = self.of.show(made) if line == "show" else self.of.attempt(made, line)
        except (IllegalMove, BadNotation) as why:
            self.refuse(why, match)
            return None
        if one.verdict == "wrong":
            tell(f"{word('puzzle.wrong', self.language)} {puzzle_told.worth(self.of, one, self.language)}")
        return one

    def _praise(self, one: Try, with_help: bool) -> str:
        if one.verdict == "under_way":
            return word("puzzle.under_way", self.language)
        if not with_help:
            note_solved(self.game.name, self.of.puzzle.name)
        label = word("puzzle.shown" if with_help else "puzzle.right", self.language)
        return f"{label}\n{puzzle_told.explained(self.of, self.language)}"
