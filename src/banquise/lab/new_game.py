"""``banquise new-game``: a small whole game to begin with, written from the files in ``skeleton/``."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from banquise.games import NAMES

SKELETON = Path(__file__).parent / "skeleton"
_OWN = re.compile(r"OWN = \((.*?)\)", re.DOTALL)


class BadName(ValueError):
    """A name that a new game cannot have, or a place that is taken."""


def new_game(name: str, here: Path) -> list[Path]:
    """Write a project of its own for a game: ``NAME/src/NAME``, with tests. What was written."""
    _check(name)
    home = here / name
    if home.exists():
        raise BadName(f"there is a {str(home)!r} already")
    written = _write(SKELETON / "game", home / "src" / name, name, name)
    written += _write(SKELETON / "tests", home / "tests", name, name)
    return [*written, _fill(SKELETON / "pyproject.toml.txt", home / "pyproject.toml", name, name)]


def new_own_game(name: str, checkout: Path) -> list[Path]:
    """Write a game into a checkout of Banquise: a folder among its games, one among its tests, and a line in OWN."""
    _check(name)
    register, package = checkout / "src" / "banquise" / "games" / "__init__.py", f"banquise.games.{name}"
    if not register.is_file():
        raise BadName(f"{str(checkout)!r} is no checkout of Banquise: there is no {register.relative_to(checkout)}")
    folder, tests = register.parent / name, checkout / "tests" / "games" / name
    if folder.exists() or tests.exists():
        raise BadName(f"there is a {str(folder if folder.exists() else tests)!r} already")
    written = _write(SKELETON / "game", folder, name, package) + _write(SKELETON / "tests", tests, name, package)
    text = register.read_text(encoding="utf-8")
    register.write_text(_OWN.sub(lambda own: f'OWN = ({own[1]}    "{name}",\n)', text, count=1), encoding="utf-8")
    return [*written, register]


def _check(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*[a-z0-9]", name) or keyword.iskeyword(name):
        raise BadName(f"a game's name is small letters, figures and _, like 'snow_dice', not {name!r}")
    if name in NAMES:
        raise BadName(f"there is a game {name!r} already")


def _write(source: Path, target: Path, name: str, package: str) -> list[Path]:
    """Every file of a folder of the skeleton."""
    files = sorted(file for file in source.rglob("*.txt"))
    return [_fill(file, target / file.relative_to(source).with_suffix(""), name, package) for file in files]


def _fill(source: Path, target: Path, name: str, package: str) -> Path:
    """One file, with the names of this game."""
    words = name.split("_")
    prefix = (words[0][0] + words[1][0] if len(words) > 1 else name[:2]).upper()
    text = source.read_text(encoding="utf-8")
    filled = {"NAME": name, "PACKAGE": package, "TITLE": name.replace("_", " ").title()}
    for hole, value in (filled | {"PREFIX": prefix, "LOWER": prefix.lower()}).items():
        text = text.replace(f"@{hole}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target
