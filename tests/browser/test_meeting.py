"""People who meet and keep apart, in real browsers: invited, muted, blocked, reported; by click and by tap."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from filled import Member
from hands import PHONE, Hands
from house import Server, Visitor

from banquise.server.operations import reports

Come = Callable[..., Visitor]
WORDS = "# this house\ndamn\n"


@pytest.fixture(scope="module")
def club(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house with an operator's list of words, where nobody else is."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "words.txt").write_text(WORDS, encoding="utf-8")
    server = Server(folder)
    server._command += ["--words", str(folder / "words.txt")]
    server.database = f"sqlite:{folder / 'tables.db'}"
    server.start()
    yield server
    server.stop()


@pytest.fixture
def come(browser: Any, club: Server) -> Iterator[Come]:
    here: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        here.append(Visitor(browser, club, **settings))
        return here[-1]

    yield come
    for one in here:
        one.close()


def press(who: Visitor, name: str) -> None:
    who.page.get_by_role("button", name=name).first.click()


def meet(ann: Visitor, ben: Visitor) -> None:
    """A match of two, by a link."""
    ann.go("#/set/ice_lake?with=friends")
    ann.page.get_by_role("button", name="Sit down", exact=True).click()
    ben.page.goto(ann.page.input_value("#invite-link"))
    ben.page.locator(".opening form button").click()
    for one in (ann, ben):
        one.page.wait_for_selector(".table[data-status=running]")


def leaf(who: Visitor, name: str) -> None:
    who.page.locator(".drawer .tab", has_text=name).click()


def say(who: Visitor, text: str) -> None:
    leaf(who, "Chat")
    who.page.fill("#say", text)
    who.page.keyboard.press("Enter")


def talk(who: Visitor) -> Any:
    return who.page.locator(".notes p.talk")


def here_now(who: Visitor) -> str:
    who.go("#/")
    who.page.locator(".here[data-counted=true]").wait_for()
    return who.page.locator(".here").inner_text()


def test_people_meet_again_by_invitation_and_are_counted(come: Come):
    ann = come(name="Ann")
    ben = come(name="Ben", size=PHONE, touch=True, theme="dark")
    zoe = come()
    assert "Here now: 0" in here_now(zoe)
    meet(ann, ben)
    zoe.page.get_by_text("Here now: 2").wait_for()  # without being asked again
    zoe.page.get_by_text("matches being played: 1").wait_for()
    assert zoe.violations() == []

    ann.go("#/people")
    row = ann.page.locator("[data-list=met] li", has_text="Ben")
    row.get_by_role("button", name="Invite").click()
    row.get_by_label("Game").select_option("ice_cult")
    row.get_by_label("Pace").select_option("quick")
    assert ann.violations() == []
    row.get_by_role("button", name="Open a table and invite Ben").click()
    ann.page.locator(".met", has_text="not answered yet").wait_for()

    hands = Hands(ben, touch=True)
    ben.go("#/")
    invitation = ben.page.locator(".invitations li", has_text="Ann invites you to Ice Cult")
    invitation.wait_for()
    assert "30 seconds a move" in invitation.inner_text()
    assert ben.violations() == []
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hands.press(invitation.get_by_role("button", name="Decline"))
    invitation.wait_for(state="detached")
    ann.go("#/people")
    ann.page.locator("[data-list=sent] li", has_text="declined").wait_for()

    # The other way round: an open table, and a press beside its link; it is found under my matches.
    ben.go("#/set/altitude?with=friends")
    ben.page.get_by_role("button", name="Sit down", exact=True).tap()
    hands.press(ben.page.locator(".met li", has_text="Ann").get_by_role("button", name="Invite"))
    ben.page.locator(".met", has_text="not answered yet").wait_for()
    ann.go("#/matches")
    ann.page.locator(".invitations li", has_text="Altitude").get_by_role("button", name="Accept").click()
    for one in (ann, ben):
        one.page.wait_for_selector(".table[data-status=running][data-game=altitude]")


def test_whoever_is_muted_blocked_or_reported_is_told_nothing(come: Come, club: Server):
    ann = come(name="Ann")
    ben = come(name="Ben")
    meet(ann, ben)
    say(ben, "hello")
    talk(ann).filter(has_text="hello").wait_for(state="attached")
    leaf(ann, "Chat")
    ann.page.get_by_role("button", name="Report this line: hello").click()
    ann.page.get_by_label("What is wrong with it?").fill("too loud")
    assert ann.violations() == []
    ann.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    ann.page.locator(".toast", has_text="will see it").wait_for()
    leaf(ann, "More")
    press(ann, "Report the name : Ben")
    ann.page.keyboard.press("Escape")  # and nothing is told
    press(ann, "Mute : Ben")
    ann.page.get_by_role("button", name="Hear again").wait_for()
    leaf(ann, "Chat")
    ann.page.get_by_text("hidden lines: 1").wait_for()
    say(ben, "do you hear me")
    talk(ben).filter(has_text="do you hear me").wait_for()
    ann.page.get_by_text("hidden lines: 2").wait_for()
    assert talk(ann).count() == 0
    assert ann.page.locator(".unread").count() == 0
    ann.page.reload()  # it lasts
    ann.at_table()
    leaf(ann, "Chat")
    ann.page.get_by_text("hidden lines: 2").wait_for()
    leaf(ann, "More")
    press(ann, "Block : Ben")
    ann.page.get_by_role("button", name="Unblock").wait_for()

    # Whom she blocks does not find her by pairing, is told nothing, and his invitation does not come.
    for one in (ann, ben):
        one.go("#/pair/ice_cult")
        one.page.get_by_role("button", name="Find opponents").click()
        one.page.get_by_text("waiting for this, you included: 1").wait_for()
    for one in (ann, ben):
        press(one, "Wait no longer")
    ben.go("#/people")
    row = ben.page.locator("[data-list=met] li", has_text="Ann")
    row.get_by_role("button", name="Invite").click()
    row.get_by_role("button", name="Open a table and invite Ann").click()
    ben.page.locator(".met", has_text="not answered yet").wait_for()
    with ann.page.expect_response("**/api/players/me/invitations") as answer:
        ann.go("#/people")
    assert answer.value.json()["received"] == []
    shunned = ann.page.locator("[data-list=shunned] li", has_text="Ben")
    shunned.get_by_text("blocked").wait_for()
    assert ann.page.locator("[data-list=met] li").count() == 0
    assert ann.violations() == []
    shunned.get_by_role("button", name="Unblock").click()
    ann.page.locator("[data-list=met] li", has_text="Ben").wait_for()
    with ThreadPoolExecutor(1) as beside:  # the browser has a loop of its own here
        told = beside.submit(asyncio.run, reports(club.database)).result()
    found = [(one.name, one.said, one.report.why) for one in told]
    assert found == [("Ben", "hello", "too loud")]


def test_a_guest_is_muted_for_a_table_by_one_who_has_no_card_either_on_a_phone(come: Come):
    ann = come(name="Ann", language="fa", size=PHONE, touch=True, theme="dark")
    ben = come(name="Ben")
    for one in (ann, ben):
        one.go("#/card")
        one.page.locator("main input[type=checkbox]").first.uncheck()
    ann.go("#/set/ice_lake?with=friends")
    ann.page.locator("main form button.lamp, main button.lamp").last.tap()
    ben.page.goto(ann.page.input_value("#invite-link"))
    ben.page.locator(".opening form button").click()
    ann.page.wait_for_selector(".table[data-status=running]")
    say(ben, "hello")
    hands = Hands(ann, touch=True)
    hands.press(ann.page.locator("button.only-small[aria-expanded]").first)
    hands.press(ann.page.locator(".drawer .tab").nth(1))
    talk(ann).filter(has_text="hello").wait_for()
    hands.press(ann.page.locator(".drawer .tab").nth(3))
    hands.press(ann.page.get_by_role("button", name="بی‌صدا کردن").first)
    ann.page.get_by_role("button", name="دوباره شنیدن").first.wait_for()
    hands.press(ann.page.locator(".drawer .tab").nth(1))
    ann.page.get_by_text("گفته‌های پنهان: ۱").wait_for()
    assert talk(ann).count() == 0
    assert ann.violations() == []


def test_a_name_and_a_line_that_the_operator_does_not_want_are_refused_in_ones_own_language(come: Come):
    dan = come(name="D4mn", language="de")
    dan.go("#/set/ice_lake?with=friends")
    dan.expects("409")  # the browser notes what is refused
    dan.page.locator("main button.lamp").last.click()
    dan.page.get_by_text("Dieser Name ist hier nicht erwünscht").first.wait_for()
    ann, ben = come(name="Ann"), come(name="Ben")
    meet(ann, ben)
    say(ben, "well, d a m n")
    ben.page.get_by_text("Something in that is not wanted here").first.wait_for()
    assert ben.page.input_value("#say") == "well, d a m n"  # to be said otherwise
    ben.page.fill("#say", "well, well")
    ben.page.keyboard.press("Enter")
    talk(ann).filter(has_text="well, well").wait_for(state="attached")
    assert talk(ann).count() == 1


def test_the_lobby_finds_what_is_far_down_and_tells_what_one_lets_oneself_in_for(come: Come, club: Server):
    dora = Member(club, "Dora")
    three = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    quick = {"kind": "move", "seconds": 30, "late": "resign"}
    rated = dora.table("alaska", seats=three, public=True, rated=True, clock=quick)
    for _ in range(7):  # more than are on the shelf at first
        dora.table("alaska", public=True)
    ann = come(name="Ann")
    ann.go()
    shelf = ann.page.locator(".shelves > div").first
    shelf.locator("li", has_text="1 day a move").first.wait_for()
    assert shelf.locator(f"a[href$='{rated}']").count() == 0
    ann.page.get_by_label("Players").select_option("3")
    found = shelf.locator(f"a[href$='{rated}']")
    found.wait_for()
    assert shelf.locator("li").count() == 1
    assert "30 seconds a move · Rated" in found.inner_text()
    assert ann.violations() == []
    ann.page.get_by_label("Players").select_option("4")
    shelf.get_by_text("No open table just now").wait_for()
    ann.page.get_by_label("Players").select_option("3")
    found.click()
    four = dora.table("alaska", seats=[*three, {"kind": "bot", "level": "fox"}], public=True)
    zoe = come(language="fa")
    zoe.go()
    zoe.page.locator(".only select").nth(1).select_option("4")
    assert "·" not in zoe.page.locator("main").inner_text(), "between Persian figures it would be a zero"
    zoe.page.locator(f".shelves a[href$='{four}']", has_text="روباه").wait_for()  # bots are called as everywhere
    opening = ann.page.locator(".opening")
    opening.get_by_text("30 seconds a move").wait_for()  # before she sits down
    opening.get_by_text("whoever runs out of time has resigned").wait_for()
    for width, height in (PHONE, (844, 390)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.at_rest()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = opening.get_by_role("button", name="Sit down").bounding_box()
        assert box["y"] + box["height"] <= height, "the key is in reach without scrolling"
    assert ann.violations() == []
