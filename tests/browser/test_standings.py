"""Rated matches and standings in real browsers: set, played, given up; on a phone, in the dark, from right to left."""

from __future__ import annotations

from collections.abc import Callable

from house import Visitor

Come = Callable[..., Visitor]


def rated_table(ann: Visitor, ben: Visitor) -> None:
    """One sets a rated table, the other comes by the link."""
    ann.go("#/set/ice_cult?with=friends")
    ann.page.get_by_label("Rated").check()
    assert ann.page.get_by_label("Clock").input_value() != "none"  # it has one, unasked
    ann.page.get_by_role("button", name="Sit down").click()
    ben.page.goto(ann.page.input_value("#invite-link"))
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.wait_for_selector(".table[data-status=running] .board")


def test_standings_tell_no_more_than_the_matches_have_settled(visitor: Come):
    ann, ben, zoe = visitor(name="Ann"), visitor(name="بهنام"), visitor()
    rated_table(ann, ben)
    assert ben.page.get_by_role("button", name="Take back").count() == 0
    zoe.go("#/")
    zoe.page.get_by_role("link", name="Standings : Ice Cult").click()
    zoe.page.get_by_text("Nobody has played a rated match of this kind yet.").wait_for()  # a match that goes on is none
    assert "Fox 1000" in zoe.page.locator("main .bots").inner_text()

    ben.page.get_by_role("button", name="More", exact=True).click()
    ben.page.get_by_text("whoever runs out of time has resigned").wait_for()
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ben.page.wait_for_selector(".table[data-status=over]")
    ben.go("#/matches")
    ben.page.locator("main li", has_text="strength 1000 → 9").wait_for()

    zoe.page.reload()
    rows = zoe.page.locator("main tbody tr")
    rows.first.wait_for()
    told = [row.locator("td, th").all_inner_texts() for row in rows.all()]
    assert [row[1] for row in told] == ["Ann", "بهنام"]
    assert [row[0] for row in told] == ["1 to 2"] * 2  # one match decides no order
    assert zoe.violations() == []
    zoe.page.get_by_label("Players").select_option("3")
    zoe.page.get_by_text("No bot has been measured with so many seats").wait_for()

    phone = visitor(size=(390, 844), touch=True, language="fa", theme="dark")
    phone.go("#/standings/ice_cult/2")
    phone.page.locator("main tbody tr", has_text="۱ تا ۲").first.wait_for()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.violations() == []


def test_two_strangers_who_want_the_same_meet(visitor: Come):
    ann, ben = visitor(name="Ann"), visitor(name="Ben", size=(390, 844), touch=True, theme="dark")
    ann.go("#/")
    ann.page.get_by_role("link", name="Find opponents : Altitude").click()
    ann.page.get_by_role("button", name="Find opponents").click()
    ann.page.get_by_text("waiting for this, you included: 1").wait_for()
    ann.page.get_by_text("nobody can say").wait_for()  # there were no pairs yet, and no number is made up
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Wait no longer").click()
    ann.page.get_by_role("button", name="Find opponents").click()
    ann.page.get_by_text("waiting for this").wait_for()
    ben.go("#/pair/altitude")
    ben.page.get_by_role("button", name="Find opponents").tap()
    for one in (ann, ben):
        one.page.wait_for_selector(".table[data-status=running] .board")
    assert ann.page.url == ben.page.url
    ann.page.locator(".ribbon li", has_text="Ben").wait_for()
