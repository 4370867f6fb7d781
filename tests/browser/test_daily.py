"""The deal of the day in real browsers: by clicks to the end, by taps and given up; compared."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from filled import Member
from hands import Hands
from house import Server, Visitor

Come = Callable[..., Visitor]
HAND = "() => [...document.querySelectorAll('.board .cardkey')].map(one => one.getAttribute('aria-label'))"


def hand(one: Visitor) -> list[str]:
    one.page.wait_for_selector(".drawing")
    one.my_turn()
    return one.page.evaluate(HAND)


def test_two_play_the_cards_of_the_day_and_are_compared(visitor: Come):
    ann, ben = visitor(name="Ann"), visitor(name="Ben", touch=True, theme="dark")
    ann.go("#/")
    Hands(ann, touch=False).press(ann.page.get_by_role("link", name="Deal of the day : Altitude"))
    alone = ann.page.locator("[data-deal=alone]")
    alone.get_by_text("Nobody has finished yet.").wait_for()
    assert ann.violations() == []
    Hands(ann, touch=False).press(alone.get_by_role("button", name="Play, it counts"))
    ann.at_table()
    cards = hand(ann)
    assert len(cards) == 6

    ben.go("#/daily/altitude")
    ben.page.locator("[data-deal=alone]").get_by_text("Still playing: 1").wait_for()
    fingers = Hands(ben, touch=True)
    fingers.press(ben.page.locator("[data-deal=alone]").get_by_role("button", name="Play, it counts"))
    ben.at_table()
    assert hand(ben) == cards  # the same for everybody
    Hands(ann, touch=False).play_to_the_end(seed=3)
    points = ann.page.locator(".ending .figures").first.inner_text()
    ben.page.get_by_role("button", name="More", exact=True).tap()
    ben.page.get_by_role("button", name="Resign", exact=True).tap()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    ben.page.wait_for_selector(".table[data-status=over]")

    ben.go("#/daily/altitude")
    deal = ben.page.locator("[data-deal=alone]")
    deal.get_by_text("You gave up your try").wait_for()
    row = deal.locator("tbody tr").first
    assert row.locator("td, th").all_inner_texts() == ["1", "Ann", points]
    assert row.locator("a").count() == 0  # whoever still plays is not led to the cards
    assert deal.get_by_role("button", name="Play for fun").count() == 1
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ben.violations() == []
    ann.go("#/daily/altitude")
    ann.page.get_by_text(f"Your try: {points} points, place 1.").wait_for()
    ann.page.get_by_text("How the cards were fixed").click()
    ann.page.get_by_text("The seed of a day shuffles its cards").wait_for()
    assert ann.page.get_by_text("Seed of this day", exact=True).count() == 0

    fun = ann.page.locator("[data-deal=bots]").get_by_role("button", name="Play, it counts")
    Hands(ann, touch=False).press(fun)
    ann.at_table()
    assert ann.page.locator(".ribbon li").count() == 3


def test_it_is_told_in_persian_on_a_phone(visitor: Come):
    one = visitor(language="fa", size=(390, 844), touch=True)
    one.go("#/daily/altitude")
    one.page.get_by_role("heading", name="کارت‌های روز").wait_for()
    one.page.locator("[data-deal=bots]").wait_for()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.violations() == []
    assert one.page.get_by_role("link", name="روز پیش").count() == 0  # this house had none


def test_a_day_that_is_over_says_so(browser: Any, built: None, tmp_path: Path):
    club = Server(tmp_path)
    club.start()
    Member(club, "Ann").post("/api/daily/altitude", kind="alone", name="Ann")
    club.kill()
    with sqlite3.connect(tmp_path / "tables.db") as store:  # a day has gone by
        store.execute("DELETE FROM days WHERE day <> (SELECT day FROM daily)")
        store.execute("UPDATE days SET day = date(day, '-1 day')")
        store.execute("UPDATE daily SET day = date(day, '-1 day')")
    store.close()
    club.start()
    ben = Visitor(browser, club, name="Ben")
    ben.go("#/daily/altitude")
    ben.page.get_by_text("Nobody has finished yet.").first.wait_for()
    ben.page.get_by_role("link", name="The day before").click()
    ben.page.get_by_text("This day is over.").wait_for()
    ben.page.get_by_text("Nobody finished.").first.wait_for()
    told = ben.page.locator("main").inner_text()
    assert "today" not in told
    assert "yet" not in told
    assert ben.violations() == []
    ben.close()
    club.stop()
