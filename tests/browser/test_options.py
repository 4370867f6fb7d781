"""The options of a table: each is clicked in its settings, and holds in the match that begins."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from house import GAMES, Visitor
from playwright.sync_api import expect

from banquise.games import game as game_named
from banquise.kernel.speech import catalogue

Come = Callable[..., Visitor]


def pick(who: Visitor, name: str, value: str) -> None:
    """Click a value as people do, on its words."""
    chosen = who.page.locator(f"input[name='{name}'][value='{value}']")
    who.page.locator("label.pick", has=chosen).click()
    assert chosen.is_checked()


@pytest.mark.parametrize("which", GAMES)
def test_every_option_is_clicked_in_the_settings_and_holds_at_the_table(visitor: Come, which: str):
    game, ada = game_named(which), visitor()
    ada.go(f"#/set/{which}")
    pick(ada, "size", "4")
    for option in game.options:
        for value in option.values:  # the last one stays
            pick(ada, option.name, value)
    ada.page.get_by_role("button", name="Sit down").click()
    ada.at_table()
    ada.page.get_by_role("button", name="More", exact=True).click()
    rules = ada.page.locator(".more").inner_text()
    words = catalogue(game.folder, "en")
    for option in game.options:
        assert words[f"option.{option.name}_{option.values[-1]}"] in rules, option.name
    name = ada.page.url.rpartition("/")[2]
    shown = ada.server.get(f"/api/tables/{name}")
    assert shown["table"]["options"] == {option.name: option.values[-1] for option in game.options}
    if which == "alaska":  # whose first turn comes at once
        assert f"{ada.page.locator('.ribbon .name').nth(3).inner_text()} begins." in ada.told()


def test_a_seat_that_is_gone_does_not_begin(visitor: Come):
    ada = visitor()
    ada.go("#/set/altitude")
    pick(ada, "size", "4")
    pick(ada, "first", "4")
    pick(ada, "size", "3")
    assert ada.page.locator("input[name='first'][value='lot']").is_checked()
    assert ada.page.locator("input[name='first'][value='4']").count() == 0
    ada.page.get_by_role("button", name="Sit down").click()
    ada.at_table()


def test_the_seats_show_the_colours_that_an_option_gives_them(visitor: Come):
    ada = visitor()
    ada.go("#/set/ice_cult?with=pass")

    def are_shown(*colours: str) -> None:
        fields = ada.page.locator(".chair input")
        expect(fields).to_have_count(len(colours))
        for at, colour in enumerate(colours):
            expect(fields.nth(at)).to_have_attribute("placeholder", colour)

    are_shown("Red", "Green")
    pick(ada, "colours", "ordered")
    are_shown("Red", "Yellow")
    pick(ada, "colours", "balanced")
    are_shown("Red", "Green")
