"""Hints at a running table: asked for, shown on the board and in words, and made with one press; with a server."""

from __future__ import annotations

import pytest
from hands import Hands
from hinting import ask, follow, shown
from house import GAMES

SIZES = {"click": {"size": (1280, 900)}, "tap": {"size": (390, 844), "touch": True}}


@pytest.mark.parametrize("pointer", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_asked_for_seen_and_made_by_presses_alone(visitor, name, pointer):
    ada = visitor(**SIZES[pointer])
    hands = Hands(ada, touch=pointer == "tap")
    hands.start(GAMES[name])
    follow(hands, name, steps=6)


def test_by_keyboard_a_hint_is_asked_for_told_to_a_screen_reader_and_made_or_left(visitor):
    ada = visitor()
    ada.click_play(GAMES["ice_cult"])
    ada.my_turn()
    ada.page.wait_for_selector(".drawing .spot")
    ada.page.keyboard.press("h")
    words = ada.page.locator(".prompt [data-hint]")
    words.wait_for()
    assert ada.page.evaluate("document.activeElement.classList.contains('heed')"), "it can be answered at once"
    told = ada.page.locator("[aria-live=polite]").inner_text()
    assert words.locator("em").inner_text() in told
    assert ada.violations() == []
    ada.page.keyboard.press("Escape")
    words.wait_for(state="detached")
    assert ada.page.evaluate("document.activeElement.closest('.board') !== null"), "one goes on at the board"
    before, hint = ada.events(), ada.page.get_by_role("button", name="Hint")
    hint.focus()
    ada.page.keyboard.press("Enter")
    words.wait_for()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function("n => Number(document.querySelector('.log').dataset.events) > n", arg=before)


def test_a_hint_that_is_not_wanted_is_the_same_when_asked_again_and_goes_when_one_moves_oneself(visitor):
    ada = visitor()
    hands = Hands(ada, touch=False)
    hands.start(GAMES["ice_cult"])
    ada.my_turn()
    first = ask(hands)
    hands.press_button("No")
    ada.page.locator(".prompt [data-hint]").wait_for(state="detached")
    assert shown(ada.page, "ice_cult") == 0, "nothing of it stays on the board"
    assert ask(hands) == first
    ada.play(next(move for move in ada.moves() if move != first))
    ada.page.locator(".prompt [data-hint]").wait_for(state="detached")


def test_nobody_is_offered_a_hint_among_people_on_one_screen_or_where_results_are_compared(visitor):
    ada = visitor()
    ada.go("#/set/ice_cult?with=pass")
    ada.page.locator("form .button.lamp").click()
    ada.at_table()
    ada.my_turn()
    assert ada.page.get_by_role("button", name="Hint").count() == 0
    ada.go("#/daily/altitude")
    ada.page.locator("main.daily .button.lamp").first.click()
    ada.at_table()
    ada.my_turn()
    assert ada.page.get_by_role("button", name="Hint").count() == 0
    ada.page.keyboard.press("h")
    ada.page.wait_for_timeout(300)
    assert ada.page.locator(".prompt [data-hint]").count() == 0


def test_a_server_that_refuses_says_why_in_words(visitor, server):
    ada = visitor(language="de")
    seated = server.post(
        "/api/tables", {"game": "ice_cult", "seats": [{"kind": "me"}, {"kind": "bot", "level": "hare"}]}
    )
    ada.go()
    ada.page.evaluate(
        "one => localStorage['banquise.tables'] = JSON.stringify([one])", {**seated, "game": "ice_cult", "at": 1}
    )
    ada.page.reload()
    # The line says that the server has had enough of hints, as it would after thirty in a minute.
    ada.page.route_web_socket(
        "**/ws",
        lambda line: meet(line, line.connect_to_server()),
    )
    ada.go(f"#/table/{seated['table']}")
    ada.my_turn()
    ada.page.get_by_role("button", name="Tipp").click()
    ada.page.get_by_text("Das waren viele Tipps in kurzer Zeit").first.wait_for()
    assert ada.page.get_by_role("button", name="Tipp").is_enabled()


def meet(line, server):
    """Let everything through but a hint, which is refused."""
    import json

    def up(text):
        message = json.loads(text)
        if message["type"] != "hint":
            server.send(text)
            return
        words = "Das waren viele Tipps in kurzer Zeit; warte ein wenig."
        reason = {"key": "refused.often_hint", "params": {}, "text": words}
        line.send(json.dumps({"type": "refused", "id": message["id"], "reason": reason, "paragraph": None}))

    line.on_message(up)
    server.on_message(line.send)
