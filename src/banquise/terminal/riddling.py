"""``banquise puzzles``: find positions in bots' matches where one line is right, or verify those that are shipped."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.lab.journal import Journal
from banquise.table.puzzle import Puzzle, puzzles
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
) -> None:
    """Find puzzles: positions from bots' matches in which one line wins, or saves, and nothing else comes near.

    Ctrl-C keeps what was found; the same command goes on where it was stopped.
    """
    game = game_named(name)
    if verify:
        _verify(game)
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
        save.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
    journal.close()


def _found(game: Game, count: int, first: int, journal: Journal[Looked]) -> tuple[list[Puzzle], bool]:
    """So many puzzles, or those that there were when somebody pressed Ctrl-C."""
    from banquise.bots.puzzling import found_in

    known = journal.done()
    found = [one for looked in known for one in looked.found]
    number = first + len(known)
    with progress() as bar:
        task = bar.add_task(f"puzzles of {game.title}", total=count, completed=len(found))
        try:
            while len(found) < count:
                looked = Looked(number, tuple(found_in(game, number)))
                journal.add(looked)
                found += looked.found
                number += 1
                bar.update(task, completed=min(len(found), count))
        except KeyboardInterrupt:
            return found, True
    return found[:count], False


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
