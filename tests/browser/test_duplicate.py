"""A duplicate in real browsers: four people at two tables, two of them with a phone; compared; and played once more."""

from __future__ import annotations

import os
from collections.abc import Callable

from hands import Hands
from house import Visitor

Come = Callable[..., Visitor]
HAND = "() => [...document.querySelectorAll('.board .cardkey')].map(one => one.getAttribute('aria-label'))"


def hand(one: Visitor) -> list[str]:
    one.page.wait_for_selector(".drawing")
    one.my_turn()
    return one.page.evaluate(HAND)


def sit(one: Visitor, name: str, table: int, place: int, touch: bool) -> None:
    one.go(f"#/duplicate/{name}")
    seat = one.page.locator(f"[data-table='{table}'] .seats li").nth(place)
    Hands(one, touch=touch).press(seat.get_by_role("button", name="Sit here"))
    one.page.wait_for_selector(".table")


def gives_up(one: Visitor) -> None:
    one.page.get_by_role("button", name="More", exact=True).click()
    one.page.get_by_role("button", name="Resign", exact=True).click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    one.page.wait_for_selector(".table[data-status=over]")


def shot(one: Visitor, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        one.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_four_people_play_one_chance_at_two_tables_and_are_compared(visitor: Come):
    ann, ben = visitor(name="Ann"), visitor(name="Ben")
    cleo, dora = visitor(name="Cleo", touch=True, size=(390, 844), theme="dark"), visitor(name="Dora", touch=True)
    ann.go("#/duplicate?game=altitude")
    ann.page.get_by_role("heading", name="Duplicate").wait_for()
    shot(ann, "open")
    assert ann.violations() == []
    Hands(ann, touch=False).press(ann.page.get_by_role("button", name="Open the tables"))
    ann.page.wait_for_selector("[data-table='1']")
    name = ann.page.url.rsplit("/", 1)[1]
    sit(ann, name, 0, 0, touch=False)
    ann.go(f"#/duplicate/{name}")
    ann.page.get_by_role("link", name="To my table").wait_for()
    assert ann.page.get_by_role("button", name="Sit here").count() == 0  # once is enough
    shot(ann, "gathering")
    assert ann.violations() == []
    sit(ben, name, 0, 1, touch=False)
    sit(cleo, name, 1, 0, touch=True)
    sit(dora, name, 1, 1, touch=True)
    ann.page.get_by_role("link", name="To my table").click()
    assert hand(ann) == hand(cleo)
    assert hand(ben) == hand(dora)
    gives_up(ben)
    ann.page.wait_for_selector(".table[data-status=over]")
    ann.page.get_by_text("Others play, or are to play, with the same chance").wait_for()
    assert ann.page.locator(".ending").get_by_role("link", name="Replay").count() == 0
    watcher = visitor(name="Eve")
    watcher.go(ann.page.url[ann.page.url.index("#") :])
    watcher.page.get_by_role("heading", name="This match is one of a duplicate").wait_for()
    gives_up(dora)

    compare = cleo.page.get_by_role("link", name="Compare the tables")
    compare.wait_for()
    Hands(cleo, touch=True).press(compare)
    cleo.page.get_by_text("Ann and Cleo made the same of it.").wait_for()
    cleo.page.get_by_text("Every side has had every place equally often").wait_for()
    cleo.page.get_by_text("How the chance was fixed").tap()
    cleo.page.get_by_text("Checked here: the seed is the one that was sealed").wait_for()
    assert cleo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert cleo.violations() == []
    shot(cleo, "compared-phone-dark")
    ann.go(f"#/duplicate/{name}")
    ann.page.locator("[data-place='1']").wait_for()
    shot(ann, "compared-wide")
    Hands(ann, touch=False).press(ann.page.get_by_role("link", name="Replay table 2"))
    ann.page.get_by_text("Play it as a duplicate").click()
    ann.page.get_by_role("button", name="A table for others").click()
    ann.page.get_by_text("The table is open. Send its link").wait_for()
    shot(ann, "again")


def test_two_against_the_same_bot_are_compared_in_the_readers_own_language(visitor: Come):
    ann, zoe = visitor(name="Ann"), visitor(name="Zoe", language="fa", touch=True, size=(390, 844))
    ann.go("#/duplicate?game=ice_cult")
    ann.page.get_by_label("Who plays the other sides").select_option(label="Fox")
    ann.page.get_by_role("button", name="Open the tables").click()
    ann.page.wait_for_selector("[data-table='1']")
    name = ann.page.url.rsplit("/", 1)[1]
    sit(ann, name, 0, 0, touch=False)
    gives_up(ann)
    zoe.go(f"#/duplicate/{name}")
    Hands(zoe, touch=True).press(zoe.page.locator("[data-table='1'] button").first)
    zoe.page.wait_for_selector(".table[data-status=running]")
    Hands(zoe, touch=True).press(zoe.page.locator("button.only-small[aria-expanded]").first)
    Hands(zoe, touch=True).press(zoe.page.locator(".drawer .tab").nth(3))
    zoe.page.get_by_role("button", name="تسلیم").first.tap()
    zoe.page.locator("dialog button").last.tap()
    zoe.page.wait_for_selector(".table[data-status=over]")
    zoe.go(f"#/duplicate/{name}")
    rows = zoe.page.locator("table.sides tbody th")
    rows.first.wait_for()
    assert sorted(one.partition(":")[2].strip() for one in rows.all_inner_texts()) == ["Ann, Zoe", "روباه"]
    assert "Fox" not in zoe.page.locator("main").inner_text()
    assert zoe.violations() == []
