"""Puzzles: a position from a match, and the one line that is right there.

A game's puzzles lie in its folder as ``puzzles.jsonl``, one to a line, as ``banquise puzzles`` found and verified them
(``bots/puzzling.py``). Whoever solves one says what was done so far; every try goes through a ``Match``, so that the
rules alone say what is legal and what happens. The moves of a line may be made in any order that leads to the same
position. A try that goes on beyond the line is right as far as the line goes: there the puzzle ends, and what follows
is how the match may go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal

import msgspec

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.speech import Message
from banquise.table import lines, position_line
from banquise.table.match import Match

FILE = "puzzles.jsonl"
FIRST_DAY = date(2026, 1, 1)  # on which the puzzle of the day was the first of the file


class BadPuzzle(ValueError):
    """A puzzle that is not there, or moves that cannot have been made in it."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One move of the line: the move, its chance to win in hundredths, and the next best moves with theirs."""

    move: str
    chance: int
    others: dict[str, int]  # the best first; moves that are not named here are worse than the last


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle as its file holds it."""

    name: str  # the match it was found in, and where: "17.203.0"
    position: str  # as ``Match.to_line`` writes it, secrets included: those who solve see what their seat sees
    seat: int
    line: tuple[Step, ...]
    worlds: int  # how many imagined worlds each chance was judged in
    solved_by: tuple[str, ...] = ()  # levels of bots, the weakest first
    sure: bool = False  # proved: it wins whatever the others and chance do
    themes: tuple[str, ...] = ()  # keys of the rules' own events that it leads to
    then: tuple[str, ...] = ()  # how the match may go on, as lines of a record

    @property
    def difficulty(self) -> int:
        """From 1, which any bot solves, to 5, which none does."""
        return 5 - len(self.solved_by)

    @property
    def rating(self) -> int:
        """The difficulty on the scale that solvers are rated on."""
        return 800 + 250 * self.difficulty

    @property
    def saves(self) -> bool:
        """Is it less than a likely win that the line holds on to?"""
        return self.line[0].chance < 65


@dataclass(frozen=True)
class Try:
    """What became of a legal try. ``match`` is what the solver looks at now; its events from ``since`` on are new."""

    verdict: Literal["solved", "under_way", "wrong"]
    match: Match
    since: int
    chance: int | None = None  # of a wrong move, where it was judged among the best ones
    at_most: int | None = None  # of a wrong move, where it is not even as good as that


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """A game's puzzles, in the order of its file; none if it has no file."""
    return _read(game.name, str(game.folder))


@lru_cache(maxsize=16)
def _read(name: str, folder: str) -> tuple[Puzzle, ...]:
    file = game_named(name).folder / FILE
    if not file.exists():
        return ()
    reader = msgspec.json.Decoder(Puzzle)
    return tuple(reader.decode(line) for line in file.read_bytes().splitlines())


def of_the_day(game: Game, day: date) -> int | None:
    """The number of the puzzle of a day, the same everywhere: one after the other, in the order of the file."""
    count = len(puzzles(game))
    return (day - FIRST_DAY).days % count if count else None


@dataclass(frozen=True)
class Riddle:
    """One puzzle of a game, to be solved."""

    game: Game
    puzzle: Puzzle

    def opening(self) -> Match:
        """The match as the solver finds it. Chance is not drawn: the puzzle says what it does."""
        game, seats, options, fields = position_line.read_line(self.puzzle.position)
        return Match(game, seats, options, position=fields)

    def so_far(self, made: list[str]) -> Match:
        """The match after what was made already."""
        return self._after(made)[0]

    def attempt(self, made: list[str], text: str) -> Try:
        """Let something be tried after what was made already. Raises BadNotation and IllegalMove as a match does."""
        match, rest = self._after(made)
        since = len(match.events(self.puzzle.seat))
        for code in self._codes(match, text):
            left = self._left(match, rest, code)
            if left is None:
                return self._wrong(match, made, since, rest[0], code)
            match.play(self.puzzle.seat, [code])
            rest = left
            if not rest:
                self._go_on(match)
                return Try("solved", match, since)
        return Try("under_way", match, since)

    def show(self, made: list[str]) -> Try:
        """Make the rest of the line."""
        match, rest = self._after(made)
        since = len(match.events(self.puzzle.seat))
        for step in rest:
            match.play(self.puzzle.seat, step.move)
        self._go_on(match)
        return Try("solved", match, since)

    def preview(self, made: list[str], text: str) -> dict[str, Any]:
        """What a move would do, as far as the solver can know."""
        match = self.so_far(made)
        return dict(self.game.words.preview(match.seen(self.puzzle.seat), self.puzzle.seat, text))

    def is_in_any_order(self, at: int, move: str) -> bool:
        """May a later move of the line be made in place of the one with this number?"""
        match = self.opening()
        for step in self.puzzle.line[:at]:
            match.play(self.puzzle.seat, step.move)
        rest = list(self.puzzle.line[at:])
        found = next((step for step in rest if step.move == move), None)
        return found is not None and self._left(match, rest, self._code(match, found)) is not None

    def explanation(self) -> list[Message]:
        """The line and how it goes on, in the words of the rules' own events, as the solver's seat sees it."""
        tried = self.show([])
        return self.told_of(tried.match, tried.since)

    def told_of(self, match: Match, since: int) -> list[Message]:
        """What is told of a match from the line on: the moves of the line, and all that is not quiet after them."""
        told, own = list[Message](), len(self.puzzle.line)
        for event in match.events(self.puzzle.seat)[since:]:
            if event.actor == self.puzzle.seat and own:
                told += event.said
                own -= 1
            else:
                told += [one for one in event.said if one.key.removeprefix("log.") not in self.game.quiet]
        return told

    def _codes(self, match: Match, text: str) -> tuple[int, ...]:
        """The moves of a text, after the rules were asked about all of them."""
        trial = match.copy()
        trial.play(self.puzzle.seat, text)
        return trial.log[-1].codes

    def _after(self, made: list[str]) -> tuple[Match, list[Step]]:
        """The match after what was made, which must have been right, and what is left of the line."""
        match, rest = self.opening(), list(self.puzzle.line)
        for text in made:
            for code in self._codes(match, text):
                left = self._left(match, rest, code)
                if not left:
                    raise BadPuzzle(f"{text!r} is not on the way of puzzle {self.puzzle.name}")
                match.play(self.puzzle.seat, [code])
                rest = left
        return match, rest

    def _left(self, match: Match, rest: list[Step], code: int) -> list[Step] | None:
        """What is left of a line after a move; None if the move is not on it.

        The same moves in another order are the same line if they lead to the same position.
        """
        for at, step in enumerate(rest):
            others = rest[:at] + rest[at + 1 :]
            if self._end(match, [step, *others]) == self._end(match, rest) and code == self._code(match, step):
                return others
        return None

    def _code(self, match: Match, step: Step) -> int:
        return int(self.game.words.read(match.state, self.puzzle.seat, step.move)[0])

    def _end(self, match: Match, steps: list[Step]) -> str | None:
        """The position that moves lead to, one after the other; None if they cannot be made so."""
        trial = match.copy()
        try:
            for step in steps:
                trial.play(self.puzzle.seat, step.move)
        except ValueError:  # BadNotation, IllegalMove
            return None
        return trial.digest()

    def _wrong(self, match: Match, made: list[str], since: int, step: Step, code: int) -> Try:
        """A try that leaves the line: the match is as it was before all of it."""
        move = self.game.words.write(match.state, self.puzzle.seat, code)
        back, _ = self._after(made)
        if move in step.others:
            return Try("wrong", back, since, chance=step.others[move])
        return Try("wrong", back, since, at_most=min(step.others.values(), default=0))

    def _go_on(self, match: Match) -> None:
        for line in self.puzzle.then:
            lines.play(match, line)


def riddle(name: str, number: int) -> Riddle:
    """A puzzle of a game by its number, from 0 on."""
    game = game_named(name)
    count = len(puzzles(game))
    if not 0 <= number < count:
        raise BadPuzzle(f"{game.title} has {count} puzzles from 0 on, no puzzle {number}")
    return Riddle(game, puzzles(game)[number])
