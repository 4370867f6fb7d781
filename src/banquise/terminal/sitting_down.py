"""``banquise table``: the full-screen table, or its plain form where a terminal can show no other."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import banquise
from banquise.games import game as game_named
from banquise.kernel.speech import LANGUAGES, UnknownLanguage
from banquise.table import decode
from banquise.terminal.console import tell
from banquise.terminal.fullscreen.look import word
from banquise.terminal.prompt import Prompt
from banquise.terminal.sitters import SITTERS, must_be_taught


def table(
    what: Annotated[
        str, typer.Argument(metavar="[GAME|LINK|FILE]", help="A game, an invitation's link, or a .banquise file.")
    ] = "",
    seats: Annotated[str, typer.Option("--seats", help="Who sits where, clockwise; like human,wolf.")] = "",
    name: Annotated[str, typer.Option("--name", help="Your name at a server's table.")] = "",
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="For a repeatable match.")] = None,
    lang: Annotated[str, typer.Option("--lang", help="en, fr, de or fa.")] = "en",
) -> None:
    """Sit down at a table in the terminal: all games, lessons, records, and a seat at a server's table by its link."""
    if lang not in LANGUAGES:
        raise UnknownLanguage(lang)
    if not _can_show_a_screen():
        _plainly(what, seats, seed, lang)
        return
    try:
        from banquise.terminal.fullscreen.app import TableApp
    except ModuleNotFoundError as error:
        raise ValueError(f"the full screen needs {error.name!r}: pip install 'banquise[terminal]'") from None
    TableApp(lang, _first_screen(what, seats, name, seed, lang)).run()


def _can_show_a_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _party(what: str, seats: str) -> list[str]:
    who = seats.split(",") if seats else ["human", *["fox"] * (game_named(what).usual_seats - 1)]
    for sitter in who:
        if sitter not in SITTERS or sitter == "visitor":
            known = ", ".join(one for one in SITTERS if one != "visitor")
            raise ValueError(f"{sitter!r} cannot sit down here: a seat is one of {known}")
    must_be_taught(game_named(what), who)
    return who


def _plainly(what: str, seats: str, seed: int | None, lang: str) -> None:
    """The plain form, after one line that says why."""
    tell(word("plain.fallback", lang))
    if "://" in what or what.endswith(".banquise") or not what:
        raise ValueError("the plain table needs a game's name, like: banquise table ice_lake")
    who = _party(what, seats)
    Prompt(banquise.new(what, len(who), seed=seed), who, lang, seed).run()


def _first_screen(what: str, seats: str, name: str, seed: int | None, lang: str) -> Any:
    """What the words on the command line ask for; None: the home page."""
    from banquise.terminal.fullscreen.play import TableScreen
    from banquise.terminal.fullscreen.replay import ReplayScreen
    from banquise.terminal.fullscreen.sitting import LocalSitting

    if not what:
        return None
    if "://" in what:
        from banquise.terminal.fullscreen.remote import RemoteSitting

        return TableScreen(RemoteSitting(what, name or os.environ.get("USER", "Guest")[:24], lang))
    if what.endswith(".banquise") or Path(what).is_file():
        return ReplayScreen(decode(Path(what).read_bytes()), lang)
    who = _party(what, seats)
    return TableScreen(LocalSitting(banquise.new(what, len(who), seed=seed), who, lang, seed))


def add_to(app: typer.Typer) -> None:
    """The command of this room."""
    app.command()(table)
