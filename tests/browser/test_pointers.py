"""Every lesson with a finger; Altitude's hand with a finger and with a mouse: what is picked is what is laid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import PHONE, Hands
from house import GAMES, Visitor
from teaching import do
from test_boards import sit_alone
from test_lessons import fits, plain, text_of

from banquise.table.lesson import lesson

Come = Callable[..., Visitor]


@pytest.fixture(params=["mouse", "finger"])
def hands(request: pytest.FixtureRequest, visitor: Come) -> Hands:
    """Somebody at a wide screen with a mouse, or at a phone with a finger."""
    touch = request.param == "finger"
    return Hands(visitor(size=PHONE, touch=True) if touch else visitor(), touch)


def begin_lesson_at(hands: Hands, step: int) -> None:
    hands.who.go()
    kept = f'{{"altitude": {{"step": {step}, "reached": {step}, "steps": 14}}}}'
    hands.page.evaluate("kept => localStorage['banquise.lessons'] = kept", kept)
    hands.page.reload()  # what was learned is read when the page opens
    hands.who.go("#/learn/altitude")
    hands.page.wait_for_selector(f".lesson[data-step='{step}'][data-done=false][data-stepping=false]")


def hand_card(hands: Hands, name: str):
    return hands.page.locator(".hand .cardkey", has_text=f"Play {name} from").first


def place(hands: Hands, name: str):
    return hands.page.locator(f".spot[aria-label*='{name}']").first


def taught(hands: Hands, step: int) -> None:
    hands.page.wait_for_selector(f".lesson[data-step='{step}'][data-done=true]", timeout=8000)


def test_the_lesson_of_the_hand_is_passed(hands: Hands):
    begin_lesson_at(hands, 5)
    six = hand_card(hands, "6")
    hands.press(six)
    assert six.get_attribute("aria-pressed") == "true", "the card is in the fingers"
    hands.press(place(hands, "1.3"))
    taught(hands, 5)


def test_the_lesson_of_the_closing_build_is_passed(hands: Hands):
    begin_lesson_at(hands, 13)
    hands.press(hand_card(hands, "20"))
    hands.press(place(hands, "1.7"))
    hands.page.wait_for_function("() => document.querySelectorAll('.hand .cardkey').length === 3")
    hands.press(hands.page.locator(".board .key.lamp"))
    taught(hands, 13)


def test_the_card_that_was_picked_is_the_card_that_is_laid(hands: Hands):
    page = hands.page
    sit_alone(hands.who)
    for nth in range(2):
        hands.press(page.locator(".cardkey").nth(nth))
    hands.press(page.locator(".board .key.lamp"))
    page.wait_for_selector(".drawn")
    hands.who.my_turn()
    cards = page.locator(".hand .cardkey")
    nth = next(i for i in range(4) if "dim" not in (cards.nth(i).get_attribute("class") or ""))
    picked = cards.nth(nth)
    name = picked.locator(".unseen").text_content().removeprefix("Play ").removesuffix(" from your hand")
    hands.press(picked)
    assert picked.get_attribute("aria-pressed") == "true"
    hands.press(picked)
    assert picked.get_attribute("aria-pressed") == "false", "a second press lays it down again"
    hands.press(picked)
    hands.press(page.locator(".board .spot").first)
    page.locator(".log", has_text=f"lays {name} from it at").wait_for(state="attached")


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_taken_from_first_to_last_step_by_tap(visitor: Come, name: str):
    hands = Hands(visitor(size=PHONE, touch=True), touch=True)
    hands.who.go(f"#/learn/{name}")
    words = lesson(name).words("en")
    for index, step in enumerate(lesson(name).steps):
        hands.page.wait_for_selector(f".lesson[data-step='{index}'][data-stepping=false]")
        assert text_of(hands.who, ".words h2") == words.step[step.name].title
        assert fits(hands.page), step.name
        if step.teach:
            do(hands, name, step.teach[0])
            hands.page.wait_for_selector(f".lesson[data-step='{index}'][data-done=true]", timeout=8000)
        hands.page.wait_for_selector(f".lesson[data-step='{index}'][data-stepping=false]")
        hands.press(".onward")
    hands.page.wait_for_selector(".lesson[data-ended=true]")
    assert plain(words.farewell) in " ".join(text_of(hands.who, ".words").split())
