"""An evening in real browsers: five people, one who comes late, a table that hangs, to the end; by click and by tap."""

from __future__ import annotations

from collections.abc import Callable

from filled import Member, a_key
from house import Server, Visitor

Come = Callable[..., Visitor]


def open_evening(organiser: Visitor, **chosen: str) -> str:
    """From the home page to an evening; its link, as others are sent it."""
    organiser.go("#/")
    organiser.page.get_by_role("link", name="Open an evening").click()
    organiser.page.get_by_label("What is it called?").fill("Club night")
    organiser.page.get_by_label("Game").select_option("ice_cult")
    for label, value in chosen.items():
        organiser.page.get_by_label(label, exact=True).fill(value)
    organiser.page.get_by_role("button", name="Open an evening").click()
    organiser.page.get_by_role("heading", name="You lead this evening").wait_for()
    return organiser.page.input_value("#invite-link")


def join(who: Visitor, link: str) -> None:
    who.page.goto(link)
    who.page.get_by_role("button", name="Join", exact=True).click()
    who.page.locator(".mine").wait_for()


def rounds_begun(organiser: Visitor, count: int) -> None:
    organiser.page.locator(f".evening[data-rounds='{count}']").wait_for()


def end_match(seated: list[Visitor]) -> None:
    """One of them gives up, whose screen has room for the button, and goes back to the evening."""
    loser = max(seated, key=lambda one: one.page.viewport_size["width"])
    loser.page.wait_for_selector(".table[data-status=running]")
    loser.page.get_by_role("button", name="More", exact=True).click()
    loser.page.get_by_role("button", name="Resign", exact=True).click()
    loser.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    loser.page.wait_for_selector(".table[data-status=over]")
    loser.page.get_by_role("link", name="Back to the evening").click()
    loser.page.locator(".evening[data-rounds]").wait_for()


def called(people: list[Visitor]) -> dict[str, list[Visitor]]:
    """Who is sent to a table, by its name; the others sit out or wait."""
    tables: dict[str, list[Visitor]] = {}
    for one in people:
        button = one.page.get_by_role("button", name="To my seat")
        if button.count():
            button.click()
            one.page.wait_for_selector(".table")
            tables.setdefault(one.page.url.partition("#/table/")[2], []).append(one)
    return tables


def test_five_people_a_late_one_and_a_table_that_hangs_to_the_end(visitor: Come):
    ann = visitor(name="Ann")
    link = open_evening(ann, Rounds="2")
    ann.page.get_by_role("button", name="Join", exact=True).click()  # who leads plays along
    people = [ann, *(visitor(name=name) for name in ("Ben", "Cleo", "Dan"))]
    people.append(visitor(name="Eve", size=(390, 844), touch=True, theme="dark"))
    for one in people[1:]:
        join(one, link)
    screen = visitor(size=(1920, 1080))
    screen.page.goto(f"{link}/screen")
    screen.page.get_by_text("People gather; here so far: 5").wait_for()
    above = "document.querySelector('#invite-link').getBoundingClientRect().top"
    below = "document.querySelector('#places').getBoundingClientRect().top"
    assert ann.page.evaluate(f"{above} < {below}"), "while people gather, everybody looks for the link"
    ann.page.locator(".mine", has_text="You are in").wait_for()
    ann.page.get_by_role("button", name="Start the first round").click()
    for one in people:
        one.page.locator(".mine.called, .mine:has-text('You sit out this round')").wait_for()
    sits_out = [one for one in people if one.page.get_by_text("You sit out this round").count()]
    assert len(sits_out) == 1
    assert "You get a point for it" in sits_out[0].page.locator(".mine").inner_text()
    screen.page.get_by_text("Sits out:").wait_for()
    assert screen.page.locator(".screen li").count() == 2

    assert ann.page.locator("button.lamp", has_text="Start the next round").count() == 0, "not now: to her seat"

    late = visitor(name="Finn")
    late.page.goto(link)
    late.page.get_by_text("You come late, and play from the next round on.").wait_for()
    late.page.get_by_role("button", name="Join", exact=True).click()
    late.page.locator(".mine", has_text="play from the next round on").wait_for()
    assert late.violations() == []
    people.append(late)

    tables = called(people)
    assert [len(seated) for seated in tables.values()] == [2, 2]
    ended, hanging = tables
    end_match(tables[ended])
    screen.page.locator(f".screen li.over[data-table='{ended}']").wait_for()  # the room sees it at once
    for one in people:
        one.page.goto(link)
    ann.page.locator(f".hanging[data-table='{hanging}'] select").select_option(index=1)
    ann.page.locator(f".hanging[data-table='{hanging}'] button").click()
    ann.page.get_by_text("decided by the organiser").first.wait_for()
    assert ann.violations() == []

    ann.page.get_by_role("button", name="Start the next round").click()
    rounds_begun(ann, 2)
    for one in people:
        one.page.locator(".mine.called").wait_for()  # six: nobody sits out
    tables = called(people)
    assert [len(seated) for seated in tables.values()] == [2, 2, 2]
    for seated in tables.values():
        end_match(seated)
    screen.page.locator(".screen[data-status=over]").wait_for()
    ann.page.goto(link)
    ann.page.locator(".mine", has_text="You came in at place").wait_for()
    assert ann.page.locator("#invite-link, .lead").count() == 0, "there is nothing to come to, nor to lead"
    rows = ann.page.locator("tbody tr")
    assert rows.count() == 6
    assert "as many points as" in ann.page.locator("tbody").inner_text()  # in words what decided
    points = [float(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 6.0  # five tables and a bye

    ann.page.emulate_media(media="print")
    ann.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not ann.page.get_by_role("button", name="Print").is_visible()
    assert ann.page.get_by_role("heading", name="Round 2").is_visible()
    assert ann.page.locator("tbody tr").first.is_visible()
    asked = [url for one in people for url in one.requests if "/api/studies" in url]
    assert asked == [], "nothing turned in a match that was given up before the first move"


def test_on_a_phone_by_tap_from_right_to_left_in_the_dark(visitor: Come):
    ann = visitor(name="Ann")
    link = open_evening(ann)
    phone = visitor(name="بهنام", size=(390, 844), touch=True, language="fa", theme="dark")
    phone.page.goto(link)
    phone.page.locator("main form button").tap()
    phone.page.locator(".mine").wait_for()
    assert phone.violations() == []
    ann.expects("409")
    ann.page.get_by_role("button", name="Start the first round").click()
    ann.page.get_by_text("At least two people").wait_for()  # one is too few, and it is said
    ann.page.get_by_role("button", name="Join", exact=True).click()
    ann.page.locator(".mine", has_text="You are in").wait_for()
    ann.page.get_by_role("button", name="Start the first round").click()
    phone.page.locator(".mine.called button.big").wait_for()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.violations() == []
    ann.page.get_by_role("button", name="To my seat").click()
    phone.page.locator(".mine.called button.big").tap()
    for one in (ann, phone):
        one.page.wait_for_selector(".table[data-status=running] .board")
    assert ann.page.url == phone.page.url

    # The organiser's link leads from another device, too, and stays in no history.
    right = ann.page.evaluate("() => Object.values(JSON.parse(localStorage['banquise.evenings']))[0].right")
    other = visitor()
    other.page.goto(f"{link}?right={right}")
    other.page.get_by_role("heading", name="You lead this evening").wait_for()
    assert "right" not in other.page.url
    other.page.get_by_role("button", name="End the evening").click()
    other.page.get_by_role("dialog").get_by_role("button", name="End the evening").click()
    late = visitor(name="Late")
    late.page.goto(link)
    late.expects("409")
    late.page.get_by_role("button", name="Join", exact=True).click()
    late.page.locator("main [role=alert]", has_text="The evening is over").wait_for()


def crowd(server: Server, count: int) -> str:
    """The link of an evening of so many, of whom one more has come and gone again before its first round."""
    leader, right = Member(server, "Leader"), a_key()
    opened = leader.post("/api/evenings", game="ice_cult", right=right, kind="swiss", rounds=5)
    name = opened["evening"]["evening"]
    for number in range(count + 1):
        one, ticket = Member(server, f"Bartholomew {number}"), a_key()
        one.post(f"/api/evenings/{name}/join", ticket=ticket, name=one.name)
        if number == 3:
            one.post(f"/api/evenings/{name}/leave", ticket=ticket)
    leader.post(f"/api/evenings/{name}/rounds", right=right, rounds=0)
    return f"{server.address}/#/evening/{name}"


def test_on_a_big_screen_many_are_seen_without_scrolling_and_all_are_printed(visitor: Come, server: Server):
    link = crowd(server, 40)
    screen = visitor(size=(1920, 1080))
    screen.page.goto(f"{link}/screen")
    screen.page.wait_for_function("() => document.querySelectorAll('.screen tbody tr').length === 40")
    screen.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert "Bartholomew 3" not in screen.page.locator("tbody th").all_inner_texts(), (
        "who left before all came to nothing"
    )
    letters = screen.page.locator(".screen tbody th bdi").first.evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    )
    assert letters >= 16
    assert screen.violations() == []

    dark = visitor(theme="dark")
    dark.page.goto(link)
    dark.page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 40")
    dark.page.emulate_media(media="print")
    assert not dark.page.locator("header.bar").is_visible(), "nothing is printed that can be pressed"
    paper = "getComputedStyle(document.querySelector('h1')).color"
    assert dark.page.evaluate(paper) == screen.page.evaluate(paper), "dark ink, on white paper"
    # Chromium paints over one another what a grid has where one page ends and the next begins.
    grids = "[...document.querySelectorAll('.evening, .evening section')].map(one => getComputedStyle(one).display)"
    assert set(dark.page.evaluate(grids)) <= {"block", "none"}


def test_the_link_that_leads_is_not_taken_for_the_one_to_send_round(visitor: Come):
    ann = visitor(name="Ann")
    open_evening(ann)
    assert ann.page.get_by_role("button", name="Copy the link", exact=True).count() == 1
    assert ann.page.get_by_role("button", name="Copy the secret link").count() == 1
