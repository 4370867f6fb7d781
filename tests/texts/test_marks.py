"""What a paragraph rests on is said alike in four languages, as the reading that the rules follow has it."""

from __future__ import annotations

import re

import pytest
from our_texts import GAMES, HOME, LANGUAGES, PUBLISHED

from banquise.games import game as game_named
from banquise.kernel.rulebook import MARKS, rulebook
from banquise.table.lesson import lesson

NORM = HOME.parent / "shared" / "rules"
TAGS = {"T": "text", "F": "text", "R": "reading", "B": "reconstruction"}
WITHDRAWN = {  # where the list of changes at the end of the norm corrects the tags of its body
    "AK-6.3": ("text",),
    "AK-7.4": ("text", "reading", "house"),
    "AL-2.4": ("text", "reading"),
    "AL-2.5": ("text", "reading"),
    "IC-3.1": ("text",),
    "IC-4.3": ("house",),
    "IL-4.4": ("reading",),  # it follows from IL-4.3, which is one
    "IC-2.4": ("text",),  # geometry
}


def marks(game, language="en"):
    return rulebook(game.folder, language).marks


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_marks_are_the_same_in_every_language(game, language):
    assert marks(game, language) == marks(game)
    assert list(marks(game, language)) == list(rulebook(game.folder, language).paragraphs)


@pytest.mark.parametrize(
    ("identity", "marked"),
    [
        ("AK-1.6", ("text", "reading")),
        ("AL-2.4", ("text", "reading")),
        ("AL-2.5", ("text", "reading")),
        ("AL-4.7", ("text", "reading")),
        ("AK-6.3", ("text",)),
        ("IC-3.1", ("text",)),
        ("IC-4.3", ("house",)),
        ("AK-7.4", ("text", "reading", "house")),
        ("IL-1.1", ("reconstruction",)),
        ("AL-6.4", ("text", "reconstruction")),  # only the grades
        ("IL-7.3", ("reading",)),  # the chapter says so for all its paragraphs
    ],
)
def test_marks_that_were_weighed_one_by_one(identity, marked):
    found = {paragraph: of for name in GAMES for paragraph, of in marks(game_named(name)).items()}
    assert found[identity] == marked


def test_no_avalanche_lies_on_an_avalanche_by_the_text_and_none_in_the_base_by_our_reading():
    paragraph = rulebook(game_named("altitude").folder, "en").paragraphs["AL-5.2"]
    read, said = paragraph.split("*(our reading)*")
    assert "base" in read
    assert "second avalanche" in said


@pytest.mark.skipif(not NORM.is_dir(), reason="the norm lies beside the repository, and not everywhere")
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_marks_are_those_of_the_norm(name):
    body = (NORM / f"{name}.md").read_text(encoding="utf-8").split("## Changes")[0]
    expected = {}
    for chapter in re.split(r"^## ", body, flags=re.MULTILINE)[1:]:
        default = re.findall(r"\ball \[(\w)\]", chapter.splitlines()[0])
        for identity, text in re.findall(r"^- ([A-Z]{2}-\d+\.\d+) (.*?)(?=^- |\Z)", chapter, re.MULTILINE | re.DOTALL):
            tags = default or re.findall(r"\b[TFRB]\b", " ".join(re.findall(r"\[[^\]]*\]", text)))
            named = {TAGS[tag] for tag in tags}
            expected[identity] = WITHDRAWN.get(identity, tuple(mark for mark in MARKS if mark in named))
    assert marks(game_named(name)) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_says_what_its_marks_mean(game, language):
    book = rulebook(game.folder, language)
    opening = book.text.split("\n## ")[0]
    used = {mark for marks in book.marks.values() for mark in marks} - {"text"}
    for mark in MARKS[1:] if used else ():
        assert f"*{book.names[mark]}*" in opening


# Tips and credits -------------------------------------------------------------------------------


def items(game, language, chapter):
    """The list under a heading, counted from the last."""
    return re.findall(r"^- (.*)$", rulebook(game.folder, language).text.split("\n## ")[chapter], re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "chapter", "count"), [("ice_lake", -2, 5), ("alaska", -1, 2), ("ice_cult", -1, 1)])
def test_the_tips_of_the_texts_are_in_the_book_and_on_the_last_page_of_the_lesson(name, chapter, count, language):
    tips = items(game_named(name), language, chapter)
    assert len(tips) == count
    for tip in tips:
        assert tip in lesson(name).words(language).farewell


@pytest.mark.parametrize("language", LANGUAGES)
def test_ice_lake_names_those_who_made_it(language):
    made = " ".join(items(game_named("ice_lake"), language, -1))
    for name in ("Patrick Matthews", "Live Oak Games", "Billy Matter", "Printing Productions", "François Haffner"):
        assert name in made
