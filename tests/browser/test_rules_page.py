"""The rules page: diagrams drawn by the boards, search, and what is not from the sources."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from house import Visitor

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import catalogue
from banquise.table.diagrams import diagrams

Come = Callable[..., Visitor]
GAMES = {game.name: game for game in map(game_named, OWN)}


def read_all(reader: Visitor, game: Game) -> None:
    """Go through the whole rulebook, so that every diagram is drawn."""
    reader.go(f"#/rules/{game.name}")
    reader.page.wait_for_selector("[data-diagram]")
    for one in diagrams(game):
        figure = reader.page.locator(f"[data-diagram='{one.name}']")
        figure.scroll_into_view_if_needed()
        figure.locator(".board").first.wait_for()


@pytest.mark.parametrize("which", GAMES)
def test_every_diagram_is_drawn_by_the_board_of_its_game_and_axe_finds_nothing(visitor: Come, which: str):
    game, ada = GAMES[which], visitor()
    read_all(ada, game)
    assert ada.page.locator("[data-diagram]").count() == len(diagrams(game))
    for one in diagrams(game):
        figure = ada.page.locator(f"[data-diagram='{one.name}']")
        assert one.caption["en"] in figure.locator("> figcaption").inner_text()
        frames = figure.locator(".frame")
        assert frames.count() == max(len(one.show), 1) - 1 + max(len(one.tries), 1)
        for i in range(frames.count()):
            box = frames.nth(i).locator(".board").bounding_box()
            assert box["width"] > 150, one.name
            assert box["height"] > 100, one.name
            assert len(frames.nth(i).get_attribute("aria-label")) > 20, "the picture is told to whoever does not see it"
    # Each hangs below its own paragraph, other diagrams of the same one between them at most.
    above = ada.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-diagram]')].map(one => {
          let before = one.previousElementSibling;
          while (before.dataset.diagram) before = before.previousElementSibling;
          return [one.dataset.diagram, before.id];
        }))"""
    )
    assert above == {one.name: one.paragraph for one in diagrams(game)}
    assert ada.violations_in([{"theme": "dark"}, {"theme": "contrast"}]) == []


@pytest.mark.parametrize("language", ["en", "fa"])
def test_diagrams_fit_a_small_screen(visitor: Come, language: str):
    ada = visitor(size=(360, 780), language=language)
    for game in GAMES.values():
        read_all(ada, game)
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360, game.name
        direction = ada.page.eval_on_selector(".frame .board", "board => getComputedStyle(board).direction")
        assert direction == "ltr", "a board is never mirrored"


def test_nothing_in_a_diagram_can_be_pressed(visitor: Come):
    ada = visitor()
    read_all(ada, GAMES["altitude"])
    spots = ada.page.locator("[data-diagram='places'] .spot")
    assert spots.count() == 3, "the three places of AL-2.3 are lit"
    assert ada.page.evaluate(
        "[...document.querySelectorAll('[data-diagram] .spot')].every(one => one.closest('[inert]'))"
    )


def test_a_voyage_is_walked_and_can_be_seen_again(visitor: Come):
    ada = visitor(motion="full")
    read_all(ada, GAMES["alaska"])
    figure = ada.page.locator("[data-diagram='voyage']")
    figure.scroll_into_view_if_needed()
    stops = figure.locator(".frame").nth(1).locator("circle.stop")
    ada.page.wait_for_function(
        "() => document.querySelectorAll('[data-diagram=voyage] .frame:last-child circle.stop').length === 3"
    )
    figure.get_by_role("button", name="Show it again").click()
    ada.page.wait_for_function(
        "() => document.querySelectorAll('[data-diagram=voyage] .frame:last-child circle.stop').length < 3"
    )
    ada.page.wait_for_function(
        "() => document.querySelectorAll('[data-diagram=voyage] .frame:last-child circle.stop').length === 3"
    )
    assert stops.count() == 3


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_paragraph_wears_what_it_rests_on(visitor: Come, language: str):
    ada = visitor(language=language)
    for game in GAMES.values():
        ada.go(f"#/rules/{game.name}")
        ada.page.wait_for_selector(".numbered .mark")
        shown = ada.page.eval_on_selector_all(
            ".numbered",
            "all => Object.fromEntries(all.map(p => [p.id, [...p.querySelectorAll('.mark')].map(m => m.innerText)]))",
        )
        book = rulebook(game.folder, language)
        assert shown == {name: [book.names[mark] for mark in marks] for name, marks in book.marks.items()}


@pytest.mark.parametrize("language", ["en", "fr", "de", "fa"])
def test_what_is_reconstructed_is_said_and_leads_to_its_paragraphs(visitor: Come, language: str):
    ada = visitor(language=language)
    for game in GAMES.values():
        ada.go(f"#/rules/{game.name}")
        note = ada.page.locator(".rebuilt")
        note.wait_for()
        assert catalogue(game.folder, language)["about.reconstructed"] in note.inner_text()
        link = note.locator("a").first
        paragraph = link.inner_text()
        link.click()
        ada.page.wait_for_selector(f"[id='{paragraph}'].marked")


def test_the_rules_are_searched_by_word_and_by_number(visitor: Come):
    ada = visitor()
    ada.go("#/rules/altitude")
    field = ada.page.get_by_role("searchbox")
    field.fill("beat support")
    ada.page.get_by_text("1 paragraph", exact=True).wait_for()
    assert ada.page.locator(".numbered .id").all_inner_texts() == ["AL-5.1"]
    field.fill("al-2.3")
    ada.page.locator(".numbered .id", has_text="AL-2.3").wait_for()
    field.fill("zebra")
    ada.page.get_by_text("0 paragraphs").wait_for()
    field.fill("")
    ada.page.wait_for_selector("[data-diagram]")
