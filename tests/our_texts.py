"""Every text that people read, by language: catalogues, rulebooks, captions, lessons, the house's own words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from banquise.games import game as game_named
from banquise.kernel.speech import LANGUAGES

HOME = Path(__file__).resolve().parents[1]
PACKAGE = HOME / "src" / "banquise"
GAMES = tuple(sorted(file.parents[1].name for file in PACKAGE.glob("games/*/rulebook/en.md")))
HOUSE = HOME / "web" / "src" / "words"
_WORD_OF_THE_HOUSE = re.compile(r"""^  '([\w.]+)':\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),$""", re.MULTILINE)


class Text(NamedTuple):
    """One text and where it stands. ``room`` is a game's name, the house, or an example."""

    room: str
    where: str
    text: str


@cache
def texts(language: str) -> tuple[Text, ...]:
    """All the texts of one language."""
    found = [*_catalogues(language), *_rulebooks(language), *_captions(language), *_house(language)]
    assert {text.room for text in found} == {*GAMES, "house", "example"}
    return tuple(found)


def _room(file: Path) -> str:
    """Examples and the skeleton of a new game have a room of their own."""
    if not file.is_relative_to(PACKAGE) or file.suffix == ".txt":
        return "example"
    return next((name for name in GAMES if name in file.parts), "house")


def _files(pattern: str) -> list[Path]:
    """The files of the package, of its skeleton of a game (whose names end in .txt) and of the examples."""
    found = [*PACKAGE.rglob(pattern), *PACKAGE.rglob(f"{pattern}.txt"), *(HOME / "examples").rglob(pattern)]
    return sorted(file for file in found if file.is_relative_to(PACKAGE) or "build" not in file.parts)


def _named(file: Path, key: str) -> str:
    return f"{file.relative_to(HOME).as_posix()}: {key}"


def _flat(prefix: str, table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value


def _catalogues(language: str) -> Iterator[Text]:
    for folder in ("messages", "lessons"):
        for file in _files(f"{folder}/{language}.toml"):
            for key, text in _flat("", tomllib.loads(file.read_text(encoding="utf-8"))):
                yield Text(_room(file), _named(file, key), text)


def _rulebooks(language: str) -> Iterator[Text]:
    for file in _files(f"rulebook/{language}.md"):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line and not line.startswith("|---"):
                yield Text(_room(file), _named(file, str(number)), line)


def _captions(language: str) -> Iterator[Text]:
    for file in sorted(PACKAGE.rglob("rulebook/diagrams.toml")):
        for diagram in tomllib.loads(file.read_text(encoding="utf-8"))["diagram"]:
            yield Text(_room(file), _named(file, diagram["name"]), diagram["caption"][language])


def _house(language: str) -> Iterator[Text]:
    for file in (HOUSE / f"{language}.ts", *sorted(HOUSE.glob(f"*/{language}.ts"))):
        source = file.read_text(encoding="utf-8")
        found = _WORD_OF_THE_HOUSE.findall(source)
        keys = len(re.findall(r"^  '[\w.]+':", source, re.MULTILINE))
        assert len(found) == keys > 30, f"{file} is written in a way that this module does not read"
        for key, single, double in found:
            yield Text("house", _named(file, key), single or double)


PUBLISHED = tuple(name for name in GAMES if game_named(name).publisher)
"""The games that were printed once: their rulebooks rest on a text."""

__all__ = ["GAMES", "HOME", "LANGUAGES", "PUBLISHED", "Text", "texts"]
