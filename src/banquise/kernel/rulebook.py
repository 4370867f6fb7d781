"""A game's rulebook: Markdown in four languages whose paragraphs carry their ids in bold (``**IL-3.4** ...``).

What a paragraph rests on it says itself, in brackets and in the reader's language: our reading, a reconstruction, a
house rule. ``*(our reading)*`` is about its sentence, ``*(Our reading.)*`` about the whole paragraph, and under a
heading, before the first paragraph, it is about the whole chapter. What carries no mark is the text's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from banquise.kernel.speech import LANGUAGES, UnknownLanguage, catalogue

MARKS = ("text", "reading", "reconstruction", "house")  # their words: mark.text and so on, in the common catalogue
_IDENTITY = re.compile(r"^\*\*([A-Z]{2}-\d+\.\d+)\*\*", re.MULTILINE)
_PARAGRAPH = re.compile(_IDENTITY.pattern + r"\s+(.*?)(?=^\*\*[A-Z]{2}-|^#|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Rulebook:
    """One language's rulebook: the whole text, and its paragraphs by id in reading order with what they rest on."""

    text: str
    paragraphs: dict[str, str]
    marks: dict[str, tuple[str, ...]]
    names: dict[str, str]  # of the marks, in this language

    def marked(self, identity: str) -> str:
        """What a paragraph rests on, in words: ``[text, our reading]``."""
        return f"[{', '.join(self.names[mark] for mark in self.marks[identity])}]"

    @property
    def marked_text(self) -> str:
        """The whole text, every paragraph's id followed by what it rests on."""
        return _IDENTITY.sub(lambda found: f"{found[0]} {self.marked(found[1])}", self.text)


@cache
def rulebook(folder: Path, language: str) -> Rulebook:
    """The rulebook in a game's folder."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    text = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    words = catalogue(folder, language)
    names = {mark: words[f"mark.{mark}"] for mark in MARKS}
    paragraphs, marks = {}, {}
    for chapter in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        opening = _named(_IDENTITY.split(chapter, maxsplit=1)[0], names)
        for found in _PARAGRAPH.finditer(chapter):
            paragraphs[found[1]] = _one_line(found[2])
            marks[found[1]] = opening or _marks(found[2], names)
    return Rulebook(text, paragraphs, marks, names)


def _marks(paragraph: str, names: dict[str, str]) -> tuple[str, ...]:
    named = _named(paragraph, names)
    whole = any(re.search(rf"\*\({names[mark]}\b[^*]*\.\)\*", paragraph, re.IGNORECASE) for mark in named)
    return named if whole else ("text", *named)


def _named(text: str, names: dict[str, str]) -> tuple[str, ...]:
    """The marks that a text speaks of, but for its own."""
    return tuple(mark for mark in MARKS[1:] if names[mark].lower() in text.lower())


def _one_line(text: str) -> str:
    """Lines joined; a no-break space stays one (``str.split`` would take it for a place to break)."""
    return re.sub(r"[ \n]+", " ", text).strip(" \n")
