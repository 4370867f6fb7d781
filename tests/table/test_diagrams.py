"""The diagrams of the rulebooks: each is played by the real rules, and says in four languages what it shows."""

from __future__ import annotations

import dataclasses
import re

import pytest

from banquise.games import game as game_named
from banquise.games.altitude import mountain
from banquise.games.altitude.board import AVALANCHE, COLUMNS, NO_CARD, PLACES
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.table.diagrams import BadDiagram, Diagram, diagrams, frames


def test_every_diagram_is_played_by_the_rules_and_hangs_on_a_paragraph(game):
    fields = {field.name for field in game.schema.kept} | {"to_act"}
    for diagram in diagrams(game):
        shown = frames(game, diagram)
        assert len(shown) == max(len(diagram.show), 1) - 1 + max(len(diagram.tries), 1), diagram.name
        assert diagram.paragraph in rulebook(game.folder, "en").paragraphs
        for frame in shown:
            assert len(frame["colours"]) == diagram.seats
            assert all(set(view) <= fields for view in frame["views"])


def test_every_diagram_is_explained_in_four_languages(game):
    for diagram in diagrams(game):
        assert sorted(diagram.caption) == sorted(LANGUAGES), diagram.name
        assert len(set(diagram.caption.values())) == len(LANGUAGES), "each language has words of its own"
        assert all(len(text) > 40 for text in diagram.caption.values()), diagram.name
        # A Persian reader sees Persian digits; Latin ones are only in the names of places.
        latin = [word for word in diagram.caption["fa"].split() if re.fullmatch("[0-9]+", word.strip("،؛:."))]
        assert latin == [], diagram.name


def test_every_rulebook_has_pictures_where_words_do_not_suffice(pictured_game):
    names = [one.name for one in diagrams(pictured_game)]
    assert len(names) >= 4
    assert len(set(names)) == len(names), "a diagram is known by its name"


def test_what_is_reconstructed_is_said_in_four_languages(game):
    if not game.reconstructed:
        pytest.skip(f"nothing of {game.title} is reconstructed")
    assert catalogue(game.folder, "en")["about.reconstructed"] == game.reconstructed
    assert len({catalogue(game.folder, language)["about.reconstructed"] for language in LANGUAGES}) == len(LANGUAGES)


def test_mountains_in_diagrams_could_have_been_built():
    altitude = game_named("altitude")
    for diagram in diagrams(altitude):
        for m in frames(altitude, diagram)[0]["views"][0]["mountain"]:
            for place in range(COLUMNS, PLACES):
                card, m[place] = m[place], NO_CARD
                if card not in (NO_CARD, AVALANCHE):
                    assert mountain.why_not_build(m, place, card) == 0, (diagram.name, place)
                m[place] = card


def test_a_diagram_that_the_rules_do_not_play_is_refused():
    lake = game_named("ice_lake")
    good = Diagram("one", "IL-2.2", dict.fromkeys(LANGUAGES, "words"), 2, script=("chance: red", "red: A", "yellow: A"))
    assert len(frames(lake, good)) == 1
    for wrong, why in (
        ({"script": ("chance: red", "red: done")}, "'red: done'"),
        ({"script": ("chance: red", "blue: A")}, "'blue' is not one of red, yellow or chance"),
        ({"show": (1, 9)}, "3 lines"),
        ({"eyes": "red", "lit": ("face",)}, "no move of the kinds"),
        ({"tries": ("red: A",)}, "each move that is tried"),
        ({"tries": ("red: done",), "refused": ("",)}, "refused by IL-"),
    ):
        with pytest.raises(BadDiagram, match=why):
            frames(lake, dataclasses.replace(good, **wrong))
