"""A game of another package, without a board, a lesson or a picture of its own, in the client as it is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hands import PHONE, Hands
from house import Server, Visitor

Come = Callable[..., Visitor]


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house that has the game of examples/ installed; the client was built without knowing of it."""
    server = Server(tmp_path_factory.mktemp("guests"), BANQUISE_GAMES="snow_dice")
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["mouse", "finger"])
def hands(request: pytest.FixtureRequest, visitor: Come) -> Hands:
    """Somebody at a wide screen with a mouse, or at a phone with a finger."""
    touch = request.param == "finger"
    return Hands(visitor(size=PHONE, touch=True) if touch else visitor(), touch)


def on_the_home_page(who: Visitor, title: str) -> Any:
    """What the home page says about a game."""
    who.go()
    found = who.page.locator("article", has=who.page.get_by_role("heading", name=title, exact=True))
    found.wait_for()
    return found


def test_it_is_played_by_pressing_what_its_board_offers_until_it_ends(hands: Hands):
    page = hands.page
    hands.press(on_the_home_page(hands.who, "Snow Dice").get_by_role("button", name="Play now"))
    hands.who.at_table()
    pictures = set()
    for _ in range(200):
        hands.who.my_turn()
        if hands.who.is_over:
            break
        drawn = page.locator(".board.plain img")
        drawn.wait_for()
        pictures.add(drawn.get_attribute("alt"))
        # Doubt as soon as one may: a match ends by doubts.
        doubt = page.locator(".board .key", has_text="doubt")
        before = hands.who.events()  # not the lines: what one seat does in a row is one line
        hands.press(doubt.first if doubt.count() else page.locator(".board .key").last)
        page.wait_for_function(
            "before => Number(document.querySelector('.log').dataset.events) > before"
            " || document.querySelector('.table[data-status=over]')",
            arg=before,
        )
    assert hands.who.is_over, "two hundred moves are more than enough"
    assert len(pictures) > 2, "the picture goes with the match"
    assert page.locator(".prompt strong").inner_text()
    # And it is looked back at, from an empty table to the last picture, which is the table's too.
    # A picture is fetched and may be a moment behind the match, so each is waited for.
    table, shown = page.url, "document.querySelector('.board.plain img')?.getAttribute('src')"
    hands.press(page.get_by_role("link", name="Replay").first)
    page.wait_for_selector(".replay[data-steps]")
    drawn = page.locator(".board.plain img")
    drawn.wait_for()
    empty = drawn.get_attribute("src")
    hands.press_button("To the end")
    page.wait_for_function(f"empty => {shown} !== empty", arg=empty)
    last = drawn.get_attribute("src")
    page.goto(table)
    page.wait_for_selector(".table[data-status=over]")
    page.wait_for_function(f"last => {shown} === last", arg=last)


def test_its_moves_stand_in_groups_by_their_kind(visitor: Come):
    ada = visitor()
    on_the_home_page(ada, "Snow Dice").get_by_role("button", name="Play now").click()
    ada.at_table()
    ada.my_turn()
    groups = ada.page.locator(".board .controls[role=group]")
    named = [groups.nth(i).get_attribute("aria-label") for i in range(groups.count())]
    assert "claim" in named
    assert len(named) == len(set(named))
    offered = {text.strip() for text in ada.page.locator(".board .key").all_inner_texts()}
    assert offered == {move.strip() for move in ada.moves()}
    ada.page.get_by_role("button", name="In words").click()
    assert "snowballs" in ada.page.locator(".told").inner_text()
    assert ada.violations() == []


def test_the_home_page_shows_it_in_the_readers_language_by_its_own_drawing(visitor: Come):
    ada = visitor(language="de")
    article = on_the_home_page(ada, "Schneewürfel")
    assert article.locator("img.portrait").evaluate("one => one.complete || one.decode().then(() => true)")
    assert article.locator("img.portrait").evaluate("one => one.naturalWidth") > 0
    said = article.inner_text()
    assert "2 bis 4 Spieler" in said
    assert "·  ·" not in said, "what is not known is not said"
    assert not article.get_by_role("link", name="In fünf Minuten lernen").count(), "it has no lesson"
    assert not ada.page.locator(".sign", has_text="Schneewürfel").count(), "it has no place in the panorama"


def test_its_rulebook_is_read(visitor: Come):
    ada = visitor()
    ada.go("#/rules/snow_dice")
    ada.page.locator("#SD-2\\.3").wait_for()
    assert not ada.page.locator("a[href*='learn/']").count(), "it has no lesson"
