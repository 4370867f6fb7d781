"""Puzzles in a real browser: a wrong try and the right one by clicks, on a phone and at night, day after day."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
import teaching
from hands import PHONE, Hands
from house import GAMES

from banquise.games import game
from banquise.server.puzzling import told
from banquise.table.puzzle import of_the_day, puzzles

TILTS = [
    number
    for number, one in enumerate(puzzles(game("ice_cult")))
    if len(one.line) == 1 and one.line[0].move.startswith("tilt") and next(iter(one.line[0].others)).startswith("tilt")
]


def at(page, number, **facts):
    """Wait until the page shows a puzzle, and nothing moves."""
    wanted = "".join(f"[data-{name}='{value}']" for name, value in facts.items())
    page.wait_for_selector(f".puzzle[data-number='{number}'][data-stepping='false']{wanted}")


def test_a_puzzle_is_solved_by_clicks_after_a_wrong_try(visitor):
    number = TILTS[0]
    step = puzzles(game("ice_cult"))[number].line[0]
    wrong = next(iter(step.others))
    solver = visitor()
    page, hands = solver.page, Hands(solver, touch=False)
    solver.go(f"#/puzzles/ice_cult/{number + 1}")
    at(page, number, done="false", wrong=0)
    teaching.ice_cult(hands, wrong)
    at(page, number, done="false", wrong=1)
    hint = page.locator(".reply.hint").inner_text()
    assert f"wins {step.others[wrong]} of 100" in hint
    assert f"wins {step.chance}" in hint
    page.locator(".spot").first.wait_for()  # lit again
    teaching.ice_cult(hands, step.move)
    at(page, number, done="true")
    assert "So it can go on:" in page.locator(".reply.done").inner_text()
    assert solver.violations() == []
    kept = json.loads(page.evaluate("localStorage['banquise.puzzles']"))
    assert kept["games"]["ice_cult"] == {str(number): False}, "not at the first try"
    assert kept["rating"] < 1200
    page.keyboard.press("Enter")  # the way on has the focus
    at(page, (number + 1) % len(puzzles(game("ice_cult"))), done="false")


def test_what_the_page_has_shown_is_not_called_solved(visitor):
    number = TILTS[0]
    solver = visitor()
    page, hands = solver.page, Hands(solver, touch=False)
    solver.go(f"#/puzzles/ice_cult/{number + 1}")
    at(page, number, done="false", wrong=0)
    for wrong, move in enumerate(list(puzzles(game("ice_cult"))[number].line[0].others)[:2]):
        teaching.ice_cult(hands, move)
        at(page, number, done="false", wrong=wrong + 1)
    hands.press_button("Show me")
    at(page, number, done="true")
    assert "This is the line" in page.locator(".reply.done").inner_text()
    assert "Solved" not in page.locator(".reply.done").inner_text()
    page.get_by_text("Solved: 0 of").wait_for()
    kept = json.loads(page.evaluate("localStorage['banquise.puzzles']"))
    assert kept["games"]["ice_cult"] == {str(number): None}
    assert kept["rating"] < 1200, "it counts as missed"


def test_the_puzzle_of_the_day_makes_a_row_of_days(visitor):
    """In Persian, in the dark, on a phone: from the home page, typed, and shown after two wrong tries the day after."""
    solver = visitor(language="fa", theme="dark", size=PHONE)
    page = solver.page
    page.clock.set_fixed_time("2026-01-01T12:00:00")
    solver.go()
    page.locator("a[href='#/puzzles/ice_cult']").click()
    at(page, 0, done="false")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert solver.violations() == []
    moves = page.locator("details.moves")
    for step in puzzles(game("ice_cult"))[0].line:
        if moves.get_attribute("open") is None:
            moves.locator("summary").press("Enter")
        page.fill("#typed", step.move)
        page.press("#typed", "Enter")
        page.wait_for_selector(".puzzle[data-stepping='false']")
    at(page, 0, done="true")
    assert solver.violations() == []
    kept = json.loads(page.evaluate("localStorage['banquise.puzzles']"))
    assert (kept["day"], kept["streak"]) == ("2026-01-01", 1)
    assert kept["rating"] > 1200


ROOM = """() => {
  const head = document.querySelector('.head').getBoundingClientRect();
  const facts = [...document.querySelectorAll('ul.facts > li')].map(one => one.getBoundingClientRect().bottom);
  const board = document.querySelector('.drawing > *').getBoundingClientRect();
  const task = document.querySelector('.see').getBoundingClientRect();
  const ways = [...document.querySelectorAll('.rest nav > *')].map(one => one.getBoundingClientRect().top);
  const inOneRow = Math.max(...ways) - Math.min(...ways) < 20;
  const read = [Math.max(...facts) <= head.bottom - 8, task.bottom <= head.bottom - 8, inOneRow];
  return [read, board.height / innerHeight, board.width / innerWidth];
}"""


def wordiest(name: str, language: str) -> int:
    """The puzzle of a game whose task takes the most words."""
    return max(range(len(puzzles(game(name)))), key=lambda number: len(told(name, number, language).steps[0].see))


def day_of(name: str, number: int) -> date:
    """A day whose puzzle it is."""
    days = (date(2026, 6, 1) + timedelta(days=after) for after in range(len(puzzles(game(name)))))
    return next(day for day in days if of_the_day(game(name), day) == number)


@pytest.mark.parametrize("language", ["en", "fr", "de", "fa"])
def test_on_a_phone_the_board_is_large_and_the_facts_are_read(visitor, language):
    """With the most words that there are, and all facts: it is the day's, after a row of days."""
    ada = visitor(size=PHONE, touch=True, language=language)
    for name in GAMES:
        number = wordiest(name, language)
        day = day_of(name, number)
        row = {"games": {}, "rating": 1200, "day": str(day - timedelta(days=1)), "streak": 11}
        ada.page.clock.set_fixed_time(f"{day}T12:00:00")
        ada.go("#/")
        ada.page.evaluate("row => localStorage.setItem('banquise.puzzles', row)", json.dumps(row))
        ada.page.reload()
        ada.go(f"#/puzzles/{name}")
        at(ada.page, number)
        assert ada.page.locator("ul.facts > li").count() == 5
        ada.page.wait_for_selector(".puzzle .drawing")
        for size in (PHONE, (844, 390)):
            ada.page.set_viewport_size({"width": size[0], "height": size[1]})
            ada.at_rest()
            read, tall, wide = ada.page.evaluate(ROOM)
            assert all(read), f"{name} at {size}: are facts and task read whole, and the ways on in one row? {read}"
            assert tall >= 0.95 if size[1] < 500 else tall >= 0.3, f"{name} at {size}: {tall:.0%} of the height"
            assert wide >= 0.3 if size[1] < 500 else wide >= 0.6, f"{name} at {size}: {wide:.0%} of the width"


def test_an_address_of_no_puzzle_says_so(visitor):
    solver = visitor()
    for address in ("#/puzzles/chess", "#/puzzles/ice_lake/99999"):
        solver.go(address)
        solver.page.wait_for_selector("text=There is no puzzle of that name.")
