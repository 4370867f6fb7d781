"""The club in real browsers: a match found again, a card that moves to another device, and is taken from the first."""

from __future__ import annotations

import urllib.request
import zipfile
from collections.abc import Callable
from typing import Any

from house import Visitor

Come = Callable[..., Visitor]
KEY = "() => JSON.parse(localStorage['banquise.card'] ?? '{}').key ?? null"


def press(who: Visitor, name: str) -> None:
    who.page.get_by_role("button", name=name, exact=True).click()


def matches(who: Visitor, status: str = "running") -> Any:
    """The list of one's matches, as soon as it has come."""
    who.go("#/matches")
    shelf = who.page.locator(f"main section[data-status={status}][data-read=true]")
    shelf.wait_for()
    return shelf.locator("li a")


def in_her_name(who: Visitor, since: int) -> list[str]:
    """What a page has asked with its card, since it had asked so much."""
    return [one for one in who.requests[since:] if "/api/players/me" in one]


def test_a_match_is_found_again_and_the_card_moves_to_another_browser(visitor: Come):
    ann = visitor(name="Ann")
    ann.click_play("Ice Cult")  # which no bot loses in its first round
    ann.my_turn()
    table = ann.page.url.partition("#/table/")[2]
    ann.another_tab()
    found = matches(ann).first
    assert "your turn" in found.inner_text()
    found.focus()
    ann.page.keyboard.press("Enter")
    ann.at_table()
    assert ann.page.url.endswith(table)
    ann.my_turn()

    ann.go("#/card")
    with ann.page.expect_request("**/api/players/me/moving") as moving:
        press(ann, "Take it to another device")
    ann.page.get_by_role("img", name="camera").wait_for()
    words = ann.page.locator("main ol li").all_inner_texts()
    assert len(words) == 12
    assert ann.violations() == []

    # Whoever follows a link with a code is asked first, and may say no.
    stranger = visitor()
    stranger.go(f"#/card?code={moving.value.post_data_json['code']}")
    stranger.page.get_by_role("dialog").get_by_role("button", name="No").click()
    assert "code" not in stranger.page.url
    assert stranger.page.evaluate(KEY) is None

    phone = visitor(size=(390, 844), touch=True, name="", language="fa", theme="dark")
    phone.go("#/card")
    phone.page.locator("main textarea").fill(" ".join(words[:-1]))
    phone.page.locator("main form button").tap()
    phone.page.locator("main [role=alert]", has_text="دوازده").wait_for()  # one word is missing
    phone.page.locator("main textarea").fill(" ".join(words).upper())
    phone.page.locator("main form button").tap()
    phone.page.locator("dialog button[value=yes]").tap()
    phone.page.locator(".card .name", has_text="Ann").wait_for()
    assert phone.page.locator("main ul li").count() == 2
    assert phone.violations() == []
    matches(phone).first.tap()
    phone.at_table()
    phone.my_turn()
    phone.play(phone.moves()[0])  # Ann's own seat, on her other device
    ann.go(f"#/table/{table}")
    ann.at_table()
    ann.page.wait_for_selector(".table[data-turn]")

    # The card is taken from the first device while a table is open there.
    ann.expects("401")
    phone.go("#/card")
    phone.page.locator("main ul li button").tap()
    phone.page.wait_for_function("() => document.querySelectorAll('main ul li').length === 1")
    ann.page.get_by_text("You are watching.").first.wait_for()
    asked = len(ann.requests)
    ann.go("#/matches")
    ann.page.locator("main").get_by_role("link", name="My card").wait_for()  # there is nothing to list any more
    assert in_her_name(ann, asked) == [], "she was told that the card is gone, and asks no more"
    with ann.page.expect_response(lambda answer: answer.status == 401):
        ann.page.reload()
    ann.page.locator("main").get_by_role("link", name="My card").wait_for()
    assert len(in_her_name(ann, asked)) == 1, "one request finds out whether it is known again; no other is refused"


def test_two_people_play_one_of_them_without_a_card_and_one_finds_the_match_when_it_is_over(visitor: Come):
    ann, ben = visitor(name="Ann"), visitor(name="Ben")
    ben.go("#/card")
    ben.page.get_by_label("Make a card on my next match").uncheck()
    ann.go("#/set/ice_lake?with=friends")
    press(ann, "Sit down")
    ben.page.goto(ann.page.input_value("#invite-link"))
    press(ben, "Sit down")
    for one in (ann, ben):
        one.my_turn()
    tokens = [
        one.page.evaluate("() => JSON.parse(localStorage['banquise.tables'])[0].token !== ''") for one in (ann, ben)
    ]
    assert tokens == [False, True], "whoever has a card is given no token, and whoever has none is"
    assert ben.page.evaluate(KEY) is None
    ben.page.reload()
    ben.at_table()
    ben.my_turn()
    ben.page.get_by_role("button", name="More", exact=True).click()
    press(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.page.wait_for_selector(".table[data-status=over]")

    found = matches(ann, "over")
    told = found.first.inner_text()
    assert "Ben" in told
    assert "won" in told.split()
    search = ann.page.get_by_label("Search for a name")
    search.fill("nobody of this name")
    found.first.wait_for(state="detached")
    search.fill("bEn")
    found.first.wait_for()
    ann.page.get_by_label("Game").select_option("alaska")
    found.first.wait_for(state="detached")
    ann.page.get_by_label("Game").select_option("")
    found.first.wait_for()
    with ann.page.expect_download() as saved:
        press(ann, "Save them all as .banquise files")
    assert [name.endswith(".banquise") for name in zipfile.ZipFile(saved.value.path()).namelist()] == [True]
    found.first.click()
    ann.page.wait_for_selector(".replay[data-steps]")
    ben.go("#/matches")
    ben.page.get_by_role("link", name="My card").wait_for()


def test_a_card_is_changed_and_deleted_with_all_that_hangs_on_it(visitor: Come):
    ann = visitor(name="Ann")
    ann.click_play("Ice Cult")
    ann.my_turn()
    ann.go("#/card")
    ann.page.locator(".card .name", has_text="Ann").wait_for()
    ann.page.get_by_label("My name at tables").fill("Anna")
    ann.page.get_by_role("checkbox", name="Français").check()  # both are kept, however quickly they follow
    ann.page.locator("section.card", has_text="Français").filter(has_text="Anna").wait_for()
    with urllib.request.urlopen(ann.page.get_by_label("A feed of my turns").input_value()) as feed:
        assert b"<title>Banquise: your turn</title>" in feed.read()
    with ann.page.expect_download() as saved:
        press(ann, "Save all of it")
    assert '"Anna"' in saved.value.path().read_text(encoding="utf-8")
    ann.page.get_by_role("button", name="Delete my card").focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("dialog").wait_for()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="detached")
    assert ann.page.evaluate(KEY) is not None
    press(ann, "Delete my card")
    ann.page.get_by_role("dialog").get_by_role("button", name="Delete my card").click()
    ann.page.get_by_role("button", name="Make my card").wait_for()
    ann.go()
    assert ann.page.locator("#yours").count() == 0, "the table is gone, and nobody is sent to it"
    ann.click_play("Ice Cult")  # and plays on, without a card
    ann.my_turn()
    assert ann.page.evaluate(KEY) is None


def test_whoever_opened_a_table_and_went_away_is_waited_for_in_words_and_finds_it_under_my_matches(visitor: Come):
    ann, ben = visitor(name="Ann"), visitor(name="Ben", language="de", size=(1280, 720))
    ann.go("#/set/ice_cult?with=friends")
    ann.page.get_by_label("Clock").select_option("match10")
    press(ann, "Sit down")
    link = ann.page.input_value("#invite-link")
    ann.go("#/settings")
    ben.page.goto(link)
    ben.page.locator(".opening form button").click()
    ben.page.locator(".opening", has_text="Alle sind da").filter(has_text="Ann").wait_for()
    assert ben.page.locator("#invite-link").count() == 0, "there is no seat to invite anybody to"
    assert "besetzt" not in ben.page.locator(".prompt").inner_text()
    assert ben.violations() == []
    found = matches(ann).first
    assert "everybody has come" in found.inner_text()
    found.click()
    for one in (ann, ben):
        one.page.wait_for_selector(".table[data-status=running] .board")
    ann.go("#/settings")
    ben.page.locator(".ribbon .claim").wait_for()  # whoever is away is called by name still, beside clock and key
    for size in ((1280, 720), (390, 844), (844, 390)):
        ben.page.set_viewport_size({"width": size[0], "height": size[1]})
        room = ben.page.locator(".ribbon .away .name").evaluate("one => [one.clientWidth, one.scrollWidth]")
        assert room[0] >= room[1] > 15, f"{size}: {room}"


CUT_OFF = """() => [...document.querySelectorAll('.ribbon :is(.name, .state, .clock), main li .who span')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
  .map(one => one.outerHTML)"""


def test_in_a_match_by_days_of_three_names_are_read_whole_and_nobody_is_waited_for_at_the_table(visitor: Come):
    people = [visitor(name=name) for name in ("Constance", "Benedict", "Wilhelm")]
    ann, ben, cleo = people
    ann.go("#/set/ice_cult?with=friends")
    ann.page.locator(".sizes .pick", has_text="3").first.click()
    ann.page.get_by_label("Clock").select_option("days1")
    press(ann, "Sit down")
    for one in (ben, cleo):
        one.page.goto(ann.page.input_value("#invite-link"))
        press(one, "Sit down")
    for one in people:
        one.page.wait_for_selector(".table[data-status=running] .board")
    first = next(one for one in people if one.page.locator(".table[data-turn=true]").count())
    watching = next(one for one in people if one is not first)
    watching.page.locator(".ribbon li.acts .clock", has_text="23 hr").wait_for()  # it counts no seconds for a day
    for one in (first, watching):
        for size in ((1280, 800), (390, 844), (844, 390)):
            one.page.set_viewport_size({"width": size[0], "height": size[1]})
            one.at_rest()
            assert one.page.evaluate(CUT_OFF) == [], size
    first.go("#/settings")
    watching.page.locator(".ribbon li.acts.away").wait_for()
    watching.page.wait_for_timeout(2500)  # a key would come after two seconds
    assert watching.page.locator(".ribbon .claim").count() == 0, "nobody need be there: there is a day"
