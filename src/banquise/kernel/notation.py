"""Helpers for reading what a person types and for saying clearly what is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BadNotation(ValueError):
    """Text that names no move. The message quotes it and says what would be right.

    >>> raise BadNotation("XYZ", "write letters L, S and R")
    Traceback (most recent call last):
        ...
    banquise.kernel.notation.BadNotation: 'XYZ' is no move here: write letters L, S and R
    """

    def __init__(self, text: str, hint: str):
        self.text = text
        self.hint = hint
        super().__init__(f"{text[:60]!r} is no move here: {hint}")

    def __reduce__(self) -> tuple[type[BadNotation], tuple[str, str]]:
        return type(self), (self.text, self.hint)


def tidy(text: str) -> str:
    """Text as notations compare it: one space between words, no space around, small letters."""
    return " ".join(text.lower().split())


def nearest(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """The words that somebody who typed ``word`` may have meant, best first."""
    return difflib.get_close_matches(word.lower(), list(words), most, 0.5)


def listing(words: Iterable[str], most: int = 12) -> str:
    """A list for an error message: not too long.

    >>> listing(["a", "b", "c"], most=2)
    'a, b, ...'
    """
    words = list(words)
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")
