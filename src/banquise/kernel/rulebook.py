"""A game's rulebook: Markdown in four languages whose paragraphs carry their ids in bold (``**IL-3.4** ...``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from banquise.kernel.speech import LANGUAGES, UnknownLanguage

_PARAGRAPH = re.compile(r"^\*\*([A-Z]{2}-\d+\.\d+)\*\*\s+(.*?)(?=^\*\*[A-Z]{2}-|^#|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Rulebook:
    """One language's rulebook: the whole text, and its paragraphs by id in reading order."""

    text: str
    paragraphs: dict[str, str]


@cache
def rulebook(folder: Path, language: str) -> Rulebook:
    """The rulebook in a game's folder."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    text = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    return Rulebook(text, {m[1]: _one_line(m[2]) for m in _PARAGRAPH.finditer(text)})


def _one_line(text: str) -> str:
    """Lines joined; a no-break space stays one (``str.split`` would take it for a place to break)."""
    return re.sub(r"[ \n]+", " ", text).strip(" \n")
