"""The site to read, as the server carries it, in a real browser: doors, tabs, search and tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from house import Visitor

from banquise.server.http.reading import DOCS

pytestmark = pytest.mark.skipif(
    not (DOCS / "index.html").exists(), reason="the site has not been built: python scripts/build_docs.py"
)
DOORS = {"I want to play tonight": "Playing", "I host for a club": "Hosting"} | {
    "I do research": "Banquise in Python",
    "I write games": "Adding a game",
}
SIZES = pytest.mark.parametrize(("size", "scheme"), [((1440, 900), "light"), ((390, 844), "dark")])


def reading(visitor: Callable[..., Visitor], size: tuple[int, int], scheme: str) -> Visitor:
    """Somebody at the first page of the site."""
    ada = visitor(size=size)
    ada.page.emulate_media(color_scheme=scheme)
    ada.go("docs/")
    return ada


@SIZES
def test_four_readers_find_their_doors_on_the_first_screen(
    visitor: Callable[..., Visitor], size: tuple[int, int], scheme: str
) -> None:
    ada = reading(visitor, size, scheme)
    for door, room in DOORS.items():
        link = ada.page.get_by_role("link", name=door)
        if size[0] > 1000:
            assert link.bounding_box()["y"] < size[1] - 100, f"{door}: below the first screen"
        link.click()
        ada.page.get_by_role("heading", name=room, level=1).wait_for()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{room} is wider than the screen"
        )
        ada.page.go_back()
        ada.page.get_by_role("heading", name="Banquise", level=1).wait_for()


@SIZES
def test_what_is_searched_for_is_found_in_a_dialogue_that_has_its_styles(
    visitor: Callable[..., Visitor], size: tuple[int, int], scheme: str
) -> None:
    ada = reading(visitor, size, scheme)
    dialogue = ada.page.locator("dialog[aria-label=Search]")
    dialogue.wait_for(state="attached")
    ada.page.keyboard.press("Control+k")
    dialogue.get_by_role("combobox").fill("helicopter")
    found = dialogue.get_by_role("option", name="The voyage")
    found.wait_for()
    # A policy that is too strict leaves it as plain HTML: blue, underlined, from the left edge to the right one.
    assert found.evaluate("one => getComputedStyle(one).textDecorationLine") == "none"
    found.click()
    ada.page.get_by_role("heading", name="The voyage").wait_for()
    assert "/docs/rules/alaska/en.html" in ada.page.url


def test_the_tabs_lead_to_the_doors_and_figures_stand_at_the_right(visitor: Callable[..., Visitor]) -> None:
    ada = reading(visitor, (1440, 900), "light")
    tabs = ada.page.locator(".md-tabs__link")
    led = {tab.inner_text(): tab.get_attribute("href") for tab in tabs.all()}
    assert led["Play"].endswith("playing.html"), led
    assert led["Make a game"].endswith("adding-a-game.html"), led
    ada.go("docs/ladder/index.html")
    matches = ada.page.locator("table tr td:nth-child(5)").first
    assert matches.evaluate("cell => getComputedStyle(cell).textAlign") == "right"
    table = ada.page.locator("table").first
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "cut off on a wide screen"
