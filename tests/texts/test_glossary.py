"""The glossaries of docs/ are kept: the words to say are said, the words not to say are said nowhere."""

from __future__ import annotations

import re

import pytest
from our_texts import GAMES, HOME, LANGUAGES, texts

EVERYWHERE = "all"


def entries(language):
    """The rows of a glossary: the thing, the room, the word to say, the words not to say."""
    page = (HOME / "docs" / f"glossary-{language}.md").read_text(encoding="utf-8")
    table = [line for line in page.splitlines() if line.startswith("|")][2:]
    for line in table:
        thing, room, say, never = (cell.strip() for cell in line.strip("|").split("|"))
        yield thing, room, say, re.findall(r"`([^`]+)`", never)


def pattern(word):
    """A word or phrase as a whole, whatever its case; with a star at its end, whatever follows."""
    plain = re.escape(word.rstrip("*")).replace(r"\ ", r"\s")
    return re.compile(rf"(?<![\w\u200c]){plain}" + ("" if word.endswith("*") else r"(?![\w\u200c])"), re.IGNORECASE)


def of_room(language, room):
    return [at for at in texts(language) if room in (EVERYWHERE, at.room)]


ROWS = [pytest.param(language, *row, id=f"{language}-{row[0]}") for language in LANGUAGES for row in entries(language)]


@pytest.mark.parametrize(("language", "thing", "room", "say", "never"), ROWS)
def test_the_word_is_said_and_the_others_are_not(language, thing, room, say, never):
    assert room in (*GAMES, "house", EVERYWHERE), f"{thing}: no room {room!r}"
    assert any(say.lower() in at.text.lower() for at in of_room(language, room)), f"{say!r} is never said of {thing}"
    said = [
        f"{word!r} in {at.where}"
        for word in never
        for at in texts(language)
        if at.room in (room, "house") or room == EVERYWHERE
        if pattern(word).search(re.sub(r"\{[^}]*\}", "", at.text))
    ]
    assert not said, f"say {say!r} for {thing}: " + "; ".join(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_glossary_covers_the_house_and_every_game(language):
    rows = list(entries(language))
    assert {room for _, room, _, _ in rows} == {*GAMES, "house", EVERYWHERE}
    assert sum(len(never) for _, _, _, never in rows) >= 10


def test_a_forbidden_word_would_be_seen():
    assert pattern("Kippung*").search("Beide Kippungen sind Pflicht.")
    assert pattern("Fuß").search("an ein Ende des Fuß")
    assert not pattern("Fuß").search("Trockene Füße, Fußball")
    assert pattern("کارت کشیده").search("کارت کشیده را")
    assert not pattern("کارت کشیده").search("کارت کشیده\u200cشده را")
    assert pattern("dresser une table").search("Dresser une\u00a0table")
