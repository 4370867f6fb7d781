"""docs/sources.md is complete: every sentence of every rule text, its paragraph, its mark, its tests."""

from __future__ import annotations

import pytest
import sources_table
from our_texts import PUBLISHED

from banquise.games import game as game_named
from banquise.kernel.rulebook import MARKS, rulebook

TEXTS = {"ice_lake_a": "ice_lake", "ice_lake_b": "ice_lake"} | {name: name for name in PUBLISHED if name != "ice_lake"}
ROWS = sources_table.rows()
OF_EVERY_TEXT = pytest.mark.parametrize("text", sorted(TEXTS))


def marks(text):
    return rulebook(game_named(TEXTS[text]).folder, "en").marks


def test_every_text_has_its_table():
    assert sorted(ROWS) == sorted(TEXTS)


@pytest.mark.skipif(not sources_table.SEEDS.is_dir(), reason="the texts lie beside the repository, not everywhere")
@OF_EVERY_TEXT
def test_every_sentence_is_in_the_table(text):
    assert [(row.number, row.begins) for row in ROWS[text]] == sources_table.expected(text)


@OF_EVERY_TEXT
def test_every_rule_has_a_paragraph_that_says_what_it_rests_on(text):
    for row in ROWS[text]:
        assert set(row.paragraphs) <= set(marks(text)), row
        if row.mark in sources_table.NO_RULE:
            continue
        assert row.mark in MARKS, row
        assert any(row.mark in marks(text)[one] for one in row.paragraphs), row
        assert row.tests, row


@OF_EVERY_TEXT
def test_no_sentence_is_quoted(text):
    assert all(len(row.begins.split()) <= 2 for row in ROWS[text])


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_paragraph_that_has_a_text_is_in_the_table(name):
    """But for what another source says, or what follows from the board alone."""
    elsewhere = {"IL-2.3", "IC-1.2", "IC-2.4", "IC-5.7"}
    named = {one for text, of in TEXTS.items() if of == name for row in ROWS[text] for one in row.paragraphs}
    book = rulebook(game_named(name).folder, "en").marks
    assert {one for one, of in book.items() if "text" in of} - named <= elsewhere


def test_the_tests_of_the_table_are_those_of_today():
    page = sources_table.PAGE.read_text(encoding="utf-8")
    assert sources_table.refreshed(page) == page, "run: python tests/sources_table.py"


def test_a_row_is_read_as_it_is_written():
    page = sources_table.PAGE.read_text(encoding="utf-8")
    assert all(row.line() in page for of in ROWS.values() for row in of)
