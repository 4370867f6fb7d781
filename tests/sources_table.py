"""The table of docs/sources.md: every sentence of every rule text, the paragraph it became, its mark and its tests.

    python tests/sources_table.py       fills in the last column anew, from the names of the tests

The texts themselves are others' work and lie beside the repository, if anywhere; here they are only counted.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parents[1]
PAGE = HOME / "docs" / "sources.md"
SEEDS = HOME.parent / "shared" / "seeds"
NO_RULE = ("notice", "story", "heading", "picture", "tip", "credit", "fact")  # what a sentence can be besides a rule
MOST = 3  # tests named in a row; a paragraph may have more, each with its id in its name

_NOISE = re.compile(r"<\|[^|]*\|>|<[^>]+>|\[[^\]]*\]\([^)]*\)|[*#_]+")
_STARTS = re.compile(r"\s*(?:[-•*] |\d\)\s|#|\*\*)")
_BULLET = re.compile(r"^(?:[-•]\s+)?(?:\d\)\s+)?")
_END = re.compile(r"(?<=[.!?])[»\"”)]*\s+(?=[\"«(A-ZÀ-Ý\d])")


class Row(NamedTuple):
    """One sentence: its number, its first words, the paragraphs it became, what it is, the tests that hold it."""

    number: str
    begins: str
    paragraphs: tuple[str, ...]
    mark: str
    tests: tuple[str, ...]

    def line(self) -> str:
        """The row as the page writes it."""
        tests = " ".join(f"`{test}`" for test in self.tests)
        return f"| {self.number} | {self.begins} | {', '.join(self.paragraphs)} | {self.mark} | {tests} |".replace(
            "  |", " |"
        )


def rows() -> dict[str, list[Row]]:
    """The rows of the page by the name of their text."""
    found: dict[str, list[Row]] = {}
    for title, table in re.findall(
        r"^## [^\n]*\(`(\w+)\.txt`\)$(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.M | re.S
    ):
        cells = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:1] == "|"
        ]
        found[title] = [
            Row(
                number, begins, tuple(re.findall(r"[A-Z]{2}-\d+\.\d+", ids)), mark, tuple(re.findall(r"`(\w+)`", tests))
            )
            for number, begins, ids, mark, tests in cells[2:]
        ]
    return found


# The texts --------------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    """The sentences of a text: lines are joined, a bullet, a heading and an empty line part."""
    blocks: list[list[str]] = [[]]
    for raw in text.splitlines():
        line = _NOISE.sub(" ", raw).strip()
        if not line or _STARTS.match(raw):
            blocks.append([])
        if line:
            blocks[-1].append(_BULLET.sub("", line))
        if raw.lstrip().startswith("#"):
            blocks.append([])
    parts = [part.strip() for block in blocks for part in _END.split(" ".join(" ".join(block).split()))]
    return [part for part in parts if re.search(r"[^\W\d_]{2}", part)]


def passages(text: str) -> list[str]:
    """The passages of a text whose lines were torn apart, so that its sentences can only be counted."""
    return [one for one in re.split(r"\n\s*\n", re.sub(r"<\|[^|]*\|>", "", text)) if re.search(r"\w", one)]


def expected(name: str) -> list[tuple[str, str]]:
    """The number and the first two words of every sentence of a text."""
    text = (SEEDS / f"{name}.txt").read_text(encoding="utf-8")
    if name != "ice_cult":
        return [(str(at), _first_words(one)) for at, one in enumerate(sentences(text), 1)]
    found = []
    for at, passage in enumerate(passages(text), 1):
        count = max(1, len(re.findall(r"[.!؟]", passage)))
        found += [(f"{at}.{part}" if count > 1 else str(at), _first_words(passage)) for part in range(1, count + 1)]
    return found


def _first_words(text: str) -> str:
    return " ".join(text.replace("|", " ").split()[:2])


# The tests --------------------------------------------------------------------------------------


@cache
def tests_by_paragraph() -> dict[str, list[str]]:
    """The names of the games' tests by the paragraphs that they carry: test_il_3_4_... cites IL-3.4."""
    found: dict[str, list[str]] = {}
    for file in sorted((HOME / "tests" / "games").glob("*/test_*.py")):
        for test in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.M):
            for prefix, chapter, paragraph in re.findall(r"(?<=_)(il|ak|al|ic)_(\d+)_(\d+)(?=_|$)", test):
                found.setdefault(f"{prefix.upper()}-{chapter}.{paragraph}", []).append(test)
    return found


def tests_of(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    """Tests of these paragraphs: as even a share of each as there is room for."""
    share = [tests_by_paragraph().get(one, []) for one in paragraphs]
    mixed = [tests[at] for at in range(MOST) for tests in share if at < len(tests)]
    return tuple(dict.fromkeys(mixed))[:MOST]


def refreshed(page: str) -> str:
    """The page with the tests of today."""
    for of in rows().values():
        for row in of:
            page = page.replace(row.line(), row._replace(tests=tests_of(row.paragraphs)).line(), 1)
    return page


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
