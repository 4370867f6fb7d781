"""The commands of somebody who writes a game: ``banquise new-game`` and ``banquise check-game``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from banquise.lab.check_game import check_game
from banquise.lab.new_game import new_game, new_own_game

out = Console(highlight=False)
MOST = 5  # complaints of one kind that are printed


def new_game_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, figures and _, like snow_dice.")],
    own: Annotated[
        bool, typer.Option("--own", help="Into this checkout of Banquise, as one of its own games.")
    ] = False,
) -> None:
    """Write a small whole game to begin with, that runs at once."""
    written = new_own_game(name, Path.cwd()) if own else new_game(name, Path.cwd())
    for file in written:
        out.print(str(file.relative_to(Path.cwd())), markup=False)
    out.print()
    if not own:
        out.print(f"pip install -e {name}", markup=False)
    out.print(f"banquise check-game {name}", markup=False)
    out.print(f"banquise play {name}", markup=False)


def check_game_command(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
) -> None:
    """Say by name what is missing or wrong in a game; counts and playthroughs that are missing are written."""
    broken = 0
    for finding in check_game(name):
        mark = "good" if not finding.complaints else "WRONG" if finding.sort == "law" else "could be"
        broken += finding.sort == "law" and bool(finding.complaints)
        out.print(f"{finding.sort:<7} {mark:<9} {finding.what}", markup=False, soft_wrap=True)
        for complaint in finding.complaints[:MOST]:
            out.print(f"          {complaint}", markup=False, soft_wrap=True)
        if len(finding.complaints) > MOST:
            out.print(f"          and {len(finding.complaints) - MOST} more", markup=False)
    raise typer.Exit(1 if broken else 0)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("new-game")(new_game_command)
    app.command("check-game")(check_game_command)
