"""Words in four languages: messages are a key and parameters, catalogues turn them into sentences.

A catalogue is a TOML file for each language (``messages/en.toml`` and so on); tables in it join their keys with dots.
A parameter that starts with ``@`` is itself a key: ``{"seat": "@colour.red"}`` reads "Red", "Rouge", "Rot" or "قرمز";
several keys in a row (``@letter.G@letter.A``) are joined.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

LANGUAGES = ("en", "fr", "de", "fa")
_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to say: a key of the catalogue, and what to fill in."""

    key: str
    params: dict[str, str | int] = {}


@dataclass(frozen=True)
class Reason:
    """Why a move is refused: a key of the catalogue and the paragraph of the rulebook that says so."""

    key: str
    paragraph: str


class UnknownLanguage(ValueError):
    """A language that no catalogue speaks."""

    def __init__(self, language: str):
        self.language = language
        super().__init__(f"no language {language!r}: choose one of {', '.join(LANGUAGES)}")

    def __reduce__(self) -> tuple[type[UnknownLanguage], tuple[str]]:
        return type(self), (self.language,)


Say = Callable[..., str]
"""Says what a key stands for, in one language: ``say("drawing.turn", turn=3)``."""


def speaker(folder: Path, language: str) -> Say:
    """For drawings, which speak of many things: the words of a folder in a language."""

    def spoken(key: str, **params: str | int) -> str:
        return say(Message(key, params), language, folder)

    return spoken


def say(message: Message, language: str, folder: Path) -> str:
    """A message as a sentence; ``folder`` holds the game's own catalogue, read before the common one."""
    return _sentence(message.key, tuple(message.params.items()), language, folder)


@lru_cache(20_000)
def _sentence(key: str, params: tuple[tuple[str, str | int], ...], language: str, folder: Path) -> str:
    """A game says the same few things again and again."""
    words = catalogue(folder, language)
    return words[key].format(**{name: _spoken(value, language, words) for name, value in params})


def figures(text: str, language: str) -> str:
    """A number as readers of a language write it.

    >>> figures("12:05", "fa")
    '۱۲:۰۵'
    """
    return text.translate(_PERSIAN_DIGITS) if language == "fa" else text


def _spoken(value: str | int, language: str, words: dict[str, str]) -> str:
    if isinstance(value, int):
        return figures(str(value), language)
    return "".join(words[key] for key in value[1:].split("@")) if value.startswith("@") else value


def spelt(text: str, language: str, folder: Path) -> str:
    """Notation as readers of a language see it: in letters of their own, where a game gives them some.

    ``letter.G = "L"`` in a catalogue says that a G of the records is an L there; the notation reads both.
    """
    words = catalogue(folder, language)
    letters = {key.removeprefix("letter."): shown for key, shown in words.items() if key.startswith("letter.")}

    def word(said: str) -> str:
        is_programme = bool(said.rstrip("-")) and set(said.rstrip("-")) <= letters.keys()
        return "".join(letters.get(letter, letter) for letter in said) if is_programme else said

    return " ".join(map(word, text.split(" "))) if letters else text


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """The messages of a folder and the common ones, keys joined with dots."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return _read(Path(__file__).parent / "messages", language) | _read(folder / "messages", language)


def _read(folder: Path, language: str) -> dict[str, str]:
    with (folder / f"{language}.toml").open("rb") as file:
        return dict(_flat("", tomllib.load(file)))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            pairs += _flat(f"{prefix}{key}.", value)
        else:
            pairs.append((prefix + key, value))
    return pairs
