"""``banquise puzzles``: find positions in bots' matches where one line is right; verify or retell those shipped."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import TextColumn

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.lab.journal import Journal
from banquise.table.puzzle import FILE, Puzzle, puzzles
from banquise.terminal.console import err, out, progress
from banquise.terminal.shelf import shelf


class Looked(msgspec.Struct, frozen=True):
    """A bots' match that was looked through, by its number, and the puzzles in it."""

    match: int
    found: tuple[Puzzle, ...]


def find(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many to find.")] = 10,
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first match to look through.")] = 1,
    save: Annotated[Path | None, typer.Option("--save", help="A file for them, one to a line.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Judge the puzzles of the game again instead.")] = False,
    retell: Annotated[
        bool,
        typer.Option(
            "--retell", help="Find anew how the game's puzzles go on and their themes, and save that instead."
        ),
    ] = False,
) -> None:
    """Find puzzles: positions from bots' matches in which one line wins, or saves, and nothing else comes near.

    Ctrl-C keeps what was found; the same command goes on where it was stopped.
    """
    game = game_named(name)
    if verify:
        _verify(game)
        return
    if retell:
        _retell(game, save or game.folder / FILE)
        return
    journal = Journal(shelf() / "puzzles" / f"{game.name}-{first}.part", Looked)
    found, interrupted = _found(game, count, first, journal)
    for one in found:
        others = max(one.line[0].others.values(), default=0)
        moves = ", ".join(step.move for step in one.line)
        out.print(f"{one.name}: {moves} ({one.line[0].chance} of 100, next best {others})", markup=False)
    if interrupted:
        err.print(f"interrupted: {len(found)} found so far; the same command goes on from here")
        raise typer.Exit(130)
    if save is not None:
        _save(save, found)
    journal.close()


def _found(game: Game, count: int, first: int, journal: Journal[Looked]) -> tuple[list[Puzzle], bool]:
    """So many puzzles, or those that there were when somebody pressed Ctrl-C."""
    from banquise.bots.puzzling import found_in

    known = journal.done()
    found = [one for looked in known for one in looked.found]
    pace = Pace(game, len(known), time.monotonic())
    with progress(TextColumn("{task.fields[pace]}")) as bar:
        task = bar.add_task(f"puzzles of {game.title}", total=count, completed=len(found), pace="")

        def tell(part: float) -> None:
            pace.part = part
            bar.update(task, completed=min(len(found), count), pace=pace.told(len(found), count, time.monotonic()))

        try:
            while len(found) < count:
                number = first + pace.before + pace.here
                looked = Looked(number, tuple(found_in(game, number, tell)))
                journal.add(looked)
                found += looked.found
                pace.here += 1
                tell(0.0)
        except KeyboardInterrupt:
            return found, True
    return found[:count], False


class Pace:
    """How far a search has come and what is left of it, as far as can be told: how long a match takes is known from
    those that were looked through here, how many puzzles are in one from those and, at first, from the shipped ones."""

    def __init__(self, game: Game, before: int, began: float):
        self.before = before  # matches that were looked through before somebody pressed Ctrl-C
        self.here = 0
        self.part = 0.0  # of the next match
        self._began = began
        shipped = puzzles(game)
        last = max((int(one.name.partition(".")[0]) for one in shipped), default=1)
        self._usual = len(shipped) / last or 1.0  # puzzles in a match; of a game that has none yet, a guess

    def seconds(self, found: int, count: int, now: float) -> float | None:
        """What is left, once something has been looked at."""
        here = self.here + self.part
        if not here:
            return None
        in_a_match = (found + self._usual) / (self.before + here + 1)
        return (count - found) / in_a_match * (now - self._began) / here

    def told(self, found: int, count: int, now: float) -> str:
        """In a few words, which leave room for a bar."""
        left = self.seconds(found, count, now)
        guess = "no estimate yet" if left is None else f"about {timedelta(seconds=round(left))} left"
        return f"match {self.before + self.here + 1}: {self.part:.0%}, {guess}"


def _save(file: Path, found: Sequence[Puzzle]) -> None:
    file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))


def _retell(game: Game, file: Path) -> None:
    """How each puzzle goes on and what it is about, as it is found today: after a change of rules, words or bots."""
    from banquise.bots.puzzling import told_anew

    known = puzzles(game)
    with progress() as bar:
        told = [told_anew(one) for one in bar.track(known, description=f"puzzles of {game.title}")]
    _save(file, told)
    changed = sum(one != other for one, other in zip(known, told, strict=True))
    without = sum(not one.themes for one in told)
    out.print(f"{game.title}: {len(told)} puzzles, {changed} told anew, {without} without a theme")


def _verify(game: Game) -> None:
    """Judge every puzzle again. What was judged before somebody pressed Ctrl-C is not judged twice."""
    from banquise.bots.puzzling import complaints

    shipped = puzzles(game)
    name = hashlib.sha256(msgspec.json.encode(shipped)).hexdigest()[:16]  # another file is another judgement
    journal: Journal[list[str]] = Journal(shelf() / "puzzles" / f"{game.name}-{name}.verified.part", list[str])
    known = journal.done()
    wrong = [complaint for one in known for complaint in one]
    with progress() as bar:
        task = bar.add_task(f"puzzles of {game.title}", total=len(shipped), completed=len(known))
        try:
            for one in shipped[len(known) :]:
                found = complaints(one)
                journal.add(found)
                wrong += found
                bar.advance(task)
        except KeyboardInterrupt:
            err.print(f"interrupted: {len(journal.done())} judged so far; the same command goes on from here")
            raise typer.Exit(130) from None
    journal.close()
    for complaint in wrong:
        out.print(complaint, markup=False)
    out.print(f"{game.title}: {len(shipped)} puzzles, {len(wrong)} complaints")
    raise typer.Exit(1 if wrong else 0)


def add_to(app: typer.Typer) -> None:
    """The commands of this room."""
    app.command("puzzles")(find)
