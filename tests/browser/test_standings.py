"""Rated matches and standings in real browsers: set, played, given up; on a phone, in the dark, from right to left."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from house import Server, Visitor

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


NOTE_WHAT_IS_SENT_LAST = """() => {
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (...what) => {
    const sent = send(...what);
    localStorage.last = `${what[0]} ${sent}`;
    return sent;
  };
}"""


def wait_until_waiting(server: Server, count: int) -> None:
    """Until the server says that so many wait for a match of Ice Cult."""
    for _ in range(400):
        counts = next(one for one in server.get("/api/counts")["games"] if one["game"] == "ice_cult")
        if sum(counts["waiting"].values()) == count:
            return
        time.sleep(0.1)  # it counts every two seconds
    raise AssertionError(f"the server does not say that {count} wait: {counts}")


def test_bots_are_offered_after_a_minute_and_who_has_gone_is_not_waited_for(visitor: Come, server: Server):
    ann, ben = visitor(name="Ann"), visitor(name="Ben")
    ann.go("#/pair/ice_cult")
    ann.page.get_by_role("button", name="Find opponents").click()
    wait_until_waiting(server, 1)
    ann.page.evaluate(NOTE_WHAT_IS_SENT_LAST)
    ann.page.reload()  # and she waits no longer: nobody is paired with one who is not there
    assert ann.page.evaluate("localStorage.last") == "/api/pairing/leave true"
    wait_until_waiting(server, 0)

    ben.page.clock.install()
    ben.go("#/pair/ice_cult")
    ben.page.get_by_role("button", name="Find opponents").click()
    ben.page.get_by_text("waiting for this, you included: 1").wait_for()
    offer = ben.page.get_by_role("button", name="Play bots instead")
    assert offer.count() == 0
    ben.page.clock.fast_forward(61_000)
    offer.click()
    ben.at_table()
    assert "Hare" in ben.page.locator(".ribbon").inner_text()


def test_whoever_stops_waiting_leaves_when_the_server_has_answered_what_was_asked_before(visitor: Come, server: Server):
    """A look that comes after the leaving finds nobody; a wish that does would wait for one who has gone."""
    ann = visitor(name="Ann")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    for question in ("/api/pairing", "/api/pairing/look"):
        ann.page.route(f"**{question}", hold)
        ann.go("#/pair/ice_cult")
        ann.page.get_by_role("button", name="Find opponents").click()
        while not held:
            ann.page.wait_for_timeout(20)
        ann.page.get_by_role("button", name="Wait no longer").click()
        ann.page.get_by_role("button", name="Find opponents").wait_for()
        ann.page.wait_for_timeout(200)
        assert not any("/api/pairing/leave" in one for one in ann.requests), "its turn comes after what was asked"
        with ann.page.expect_response("**/api/pairing/leave"):
            held.pop().continue_()
        ann.page.unroute(f"**{question}")
        ann.requests.clear()
    wait_until_waiting(server, 0)
