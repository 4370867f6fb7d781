"""Lessons in a real browser: each game's, in each language, from the first step to the warm end."""

from __future__ import annotations

import re

import pytest
from tools import TAUGHT

from banquise.kernel.speech import LANGUAGES
from banquise.table.lesson import lesson

SMALL = {"theme": "dark", "size": (360, 740)}  # every other language on the smallest phone, at night


def at(learner, index, **facts):
    """Wait until the page is at a step, and nothing moves."""
    wanted = "".join(f"[data-{name}='{value}']" for name, value in facts.items())
    learner.page.wait_for_selector(f".lesson[data-step='{index}'][data-stepping='false']{wanted}")


def type_move(learner, text):
    """Open the list of moves and type one, as somebody would who does not point."""
    moves = learner.page.locator("details.moves")
    if moves.get_attribute("open") is None:
        moves.locator("summary").press("Enter")
    learner.page.fill("#typed", text)
    learner.page.press("#typed", "Enter")


def text_of(learner, selector):
    return learner.page.locator(selector).inner_text()


def fits(page):
    """Is nothing wider than the window?"""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def plain(text):
    return " ".join(re.sub(r"\[([^\]|]+\|)?([^\]]*)\]", r"\2", text).replace("*", "").split())


# English is taken by tap, in test_pointers.py.
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_taken_to_its_end(visitor, name, language):
    of = lesson(name)
    words = of.words(language)
    learner = visitor(language=language, **(SMALL if language in ("de", "fa") else {}))
    learner.go(f"#/learn/{name}")
    page = learner.page
    for index, step in enumerate(of.steps):
        said = words.step[step.name]
        at(learner, index)
        assert fits(page), step.name
        assert text_of(learner, ".words h2") == said.title
        assert " ".join(text_of(learner, ".see").split()) == plain(said.see)
        if step.teach:
            assert page.locator(".onward").count() == 0, "nothing to go on to before it is done"
            type_move(learner, step.teach[0])
            at(learner, index, done="true")
            assert plain(said.done) in " ".join(text_of(learner, ".reply.done").split())
        page.keyboard.press("Enter") if step.teach else page.click(".onward")  # the way on has the focus
    page.wait_for_selector(".lesson[data-ended=true]")
    assert plain(words.farewell) in " ".join(text_of(learner, ".words").split())
    assert learner.violations() == []
    assert fits(page)
    learner.go()
    assert page.locator(f"article:has(#game-{name}) a[href='#/learn/{name}'] .icon path").get_attribute("d") == CHECK


CHECK = "m5 12.5 4.5 4.5L19 7.5"


@pytest.mark.parametrize("name", TAUGHT)
def test_a_task_is_accessible(visitor, name):
    """Axe on the first task of a lesson as it is given, as it is answered and as it is done, in high contrast."""
    index, step = next((index, step) for index, step in enumerate(lesson(name).steps) if step.teach)
    learner = visitor(theme="contrast", size=(390, 844))
    learner.go(f"#/learn/{name}")
    for passed in range(index):
        at(learner, passed)
        learner.page.click(".onward")
    at(learner, index)
    assert learner.violations() == []
    type_move(learner, "to the moon")
    at(learner, index, wrong=1)
    assert learner.violations() == []
    type_move(learner, step.teach[0])
    at(learner, index, done="true")
    assert learner.violations() == []


def test_wrong_tries_are_answered_and_after_two_the_page_shows_how(visitor):
    of = lesson("ice_lake")
    names = [step.name for step in of.steps]
    learner = visitor()
    learner.go("#/learn/ice_lake")
    page = learner.page
    at(learner, 0)
    page.click(".onward")
    at(learner, 1)
    assert page.get_by_role("button", name="Show me").count() == 0
    for wrong in (1, 2):
        page.keyboard.type("lll")  # the board listens to letters
        page.keyboard.press("Enter")
        at(learner, 1, wrong=wrong)
        assert plain(of.words("en").step["write"].hint) in " ".join(text_of(learner, ".reply.hint").split())
        assert page.get_by_role("button", name="Send the programme").is_disabled(), "the sheet is blank again"
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent.startsWith('Not quite')")
    page.get_by_role("button", name="Show me").click()
    at(learner, 1, done="true")
    page.evaluate(
        "at => localStorage['banquise.lessons'] = JSON.stringify({ice_lake: {step: at, reached: at, steps: 10}})",
        names.index("face"),
    )
    page.reload()
    at(learner, names.index("face"), done="false")
    type_move(learner, "face S")
    at(learner, names.index("face"), wrong=1)
    assert "bars the line" in text_of(learner, ".reply.refused")
    assert page.locator(".reply.refused a").get_attribute("href") == "#/rules/ice_lake/IL-7.5"


def test_a_lesson_by_pointer_with_everything_moving(visitor):
    """As most people will: tap what is lit, watch it happen, leave half-way, come back, go back a step."""
    learner = visitor(motion="full", speed=4)
    page = learner.page
    learner.go()
    page.locator("article:has(#game-ice_lake)").get_by_role("link", name="Learn in five minutes").click()
    at(learner, 0)
    page.locator(".see .place", has_text="d8").hover()
    page.wait_for_selector(".pointed")
    page.click(".onward")
    at(learner, 1)
    for _ in range(3):
        page.locator(".spot.next[aria-label*='ahead']").click()
    page.get_by_role("button", name="Send the programme").click()
    at(learner, 1, done="true")
    page.click(".onward")
    at(learner, 2)
    learner.go()
    page.get_by_role("link", name="Continue the lesson: step 3 of 10").click()
    at(learner, 2, done="false")
    page.get_by_role("button", name="Back", exact=True).click()
    at(learner, 1, done="false")
    page.click(".onward")  # done before: no need to do it again
    at(learner, 2)
    page.locator(".dots button").first.click()
    at(learner, 0)
    assert page.locator(".dots button:disabled").count() == 7


def test_the_cubes_are_tilted_by_pointer(visitor):
    learner = visitor()
    learner.go("#/learn/ice_cult")
    page = learner.page
    at(learner, 0)
    page.click(".onward")
    at(learner, 1)
    spot = page.get_by_role("button", name="Tilt the top pair down")
    spot.first.click()
    page.get_by_role("button", name="Tilt them so").click()
    at(learner, 1, done="true")


def test_the_end_of_a_lesson_leads_to_a_table_and_the_rules_lead_to_the_lesson(visitor):
    learner = visitor()
    page = learner.page
    learner.go("#/rules/ice_lake")
    page.get_by_role("link", name="Learn it step by step").click()
    at(learner, 0)
    page.evaluate('localStorage[\'banquise.lessons\'] = \'{"ice_lake": {"step": 9, "reached": 9, "steps": 10}}\'')
    page.reload()
    at(learner, 9)
    type_move(learner, lesson("ice_lake").steps[9].teach[0])
    at(learner, 9, done="true")
    page.click(".onward")
    page.get_by_role("button", name="Play now against a hare").click()
    learner.at_table()
    assert page.locator(".ribbon li").count() == 2


def test_an_address_of_no_game_says_so(visitor):
    learner = visitor()
    learner.go("#/learn/chess")
    learner.page.wait_for_selector("text=There is no lesson of that name.")
