"""No text of ours repeats a run of words of the rule texts, which are others' work."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import pytest
from our_texts import HOME, LANGUAGES, texts

SEEDS = HOME.parent / "shared" / "seeds"
RUN = 8
PAGES = [HOME / "README.md", HOME / "CONTRIBUTING.md", *sorted((HOME / "docs").rglob("*.md"))]

beside_the_sources = pytest.mark.skipif(
    not SEEDS.is_dir(), reason="the texts lie beside the repository, not everywhere"
)


def runs(text):
    """Every run of so many words, letters alone: typography, accents of joining and Arabic letters do not matter."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("\u200c", " ").replace("ي", "ی").replace("ك", "ک")
    words = re.findall(r"[^\W_]+", plain)
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


@cache
def theirs():
    return set().union(*(runs(file.read_text(encoding="utf-8")) for file in sorted(SEEDS.glob("*.txt"))))


def test_a_copied_run_would_be_seen():
    said = "Nobody simply moves here, for everyone first writes a programme."
    assert runs("Well: NOBODY simply moves here; for everyone, first — writes it.") & runs(said)
    assert not runs("Nobody simply moves here.") & runs(said)


@beside_the_sources
def test_the_sources_are_read():
    assert len(theirs()) > 4000


@beside_the_sources
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_repeats_eight_words_of_a_source(language):
    found = [f"{at.where}: {' '.join(run)}" for at in texts(language) for run in runs(at.text) & theirs()]
    assert not found, "\n".join(found)


@beside_the_sources
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_no_page_repeats_eight_words_of_a_source(page):
    assert not runs(page.read_text(encoding="utf-8")) & theirs()
