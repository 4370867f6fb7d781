"""What the boards of Altitude and Alaska let people do, and what the settings change, in a real browser."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from house import Visitor

import banquise

Come = Callable[..., Visitor]


def sit_alone(ada: Visitor) -> None:
    """A match of Altitude for one: nobody else can interfere."""
    ada.go("#/set/altitude")
    ada.page.locator(".sizes .pick", has_text="1").first.click()
    ada.page.get_by_role("button", name="Sit down").click()
    ada.at_table()
    ada.my_turn()


def keep_four(ada: Visitor) -> None:
    ada.play(ada.moves()[0])
    ada.my_turn()


def draw_until(ada: Visitor, wanted: Callable[[list[str]], bool]) -> list[str]:
    """Discard until the moves are such."""
    for _ in range(100):
        moves = ada.moves()
        if wanted(moves):
            return moves
        ada.play("discard")
        ada.my_turn()
    raise AssertionError("no such card in a hundred")


def middle(ada: Visitor, selector: str) -> tuple[float, float]:
    ada.page.locator(selector).first.scroll_into_view_if_needed()
    box = ada.page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Dragging a card ----------------------------------------------------------------------------------


def test_the_drawn_card_is_dragged_to_its_place_with_a_mouse(visitor: Come):
    ada = visitor()
    sit_alone(ada)
    keep_four(ada)
    draw_until(ada, lambda moves: "own 1.1" in moves)
    card = ada.page.locator(".drawn .unseen").inner_text().removeprefix("Drawn: ")
    to, start = middle(ada, ".spot[data-drop]"), middle(ada, ".drawn")
    mouse = ada.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 20, start[1] - 30, steps=4)
    ada.page.locator(".flying").wait_for()
    mouse.move(*to, steps=8)
    mouse.up()
    ada.page.locator(".log", has_text=f"lays {card} at 1.1").wait_for()
    assert ada.page.locator(".flying").count() == 0


def test_a_card_let_go_beside_every_place_stays_in_the_fingers(visitor: Come):
    ada = visitor()
    sit_alone(ada)
    keep_four(ada)
    draw_until(ada, lambda moves: "own 1.1" in moves)
    before = ada.events()
    start = middle(ada, ".drawn")
    ada.page.mouse.move(*start)
    ada.page.mouse.down()
    ada.page.mouse.move(start[0] + 300, start[1] + 20, steps=6)
    ada.page.mouse.up()
    ada.page.wait_for_timeout(300)
    assert ada.events() == before
    assert ada.page.locator(".flying").count() == 0
    assert "own 1.1" in ada.moves()


def touch(ada: Visitor, kind: str, x: float, y: float) -> None:
    """A finger, as the browser itself hears it."""
    if not hasattr(ada, "finger"):
        ada.finger = ada.context.new_cdp_session(ada.page)
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    ada.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_the_drawn_card_is_dragged_to_its_place_with_a_finger(visitor: Come):
    ada = visitor(size=(390, 844), touch=True)
    sit_alone(ada)
    keep_four(ada)
    draw_until(ada, lambda moves: "own 1.1" in moves)
    card = ada.page.locator(".drawn .unseen").inner_text().removeprefix("Drawn: ")
    start, to = middle(ada, ".drawn"), middle(ada, ".spot[data-drop]")
    start = middle(ada, ".drawn")  # finding the place may have scrolled the page
    box = ada.page.locator(".spot[data-drop]").first.bounding_box()
    to = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scrolled = ada.page.evaluate("scrollY")
    touch(ada, "touchStart", *start)
    for i in range(1, 11):
        touch(ada, "touchMove", start[0] + (to[0] - start[0]) * i / 10, start[1] + (to[1] - start[1]) * i / 10)
        ada.page.wait_for_timeout(20)
    assert ada.page.locator(".flying").count() == 1, "the card follows the finger"
    touch(ada, "touchEnd", *to)
    ada.page.locator(".log", has_text=f"lays {card} at 1.1").wait_for(state="attached")
    assert ada.page.evaluate("scrollY") == scrolled, "and the page does not scroll away under it"


# The count at the end -------------------------------------------------------------------------------


def almost_climbed(ada: Visitor, seed: int, seats: int = 1) -> None:
    """Sit down where a match is almost over: everybody built where they could, and a few moves are left."""
    match, chance = banquise.new("altitude", seats, seed=seed), random.Random(seed)
    while not match.is_over:
        seat = match.to_act[0]
        moves = [str(move.text) for move in match.legal(seat)]
        match.play(seat, chance.choice([move for move in moves if move.startswith(("own", "hand "))] or moves[:1]))
    ada.take_up(match, line=len(match.log) - 6 * seats)


def kept(ada: Visitor, key: str) -> Any:
    return json.loads(ada.page.evaluate("key => localStorage.getItem(key)", key) or "null")


def test_alone_the_count_the_grade_and_the_best_results_are_shown_and_kept(visitor: Come):
    ada = visitor()
    totals = []
    for seed in range(2):
        almost_climbed(ada, seed)
        assert ada.play_to_the_end(seed) > 0
        rows = {
            row.locator("th").inner_text(): int(row.locator("td").inner_text())
            for row in ada.page.locator(".count tbody tr").all()
        }
        *parts, total = rows.values()
        assert len(parts) == 4
        assert sum(parts) == total
        points = int(ada.page.locator(".ribbon .points").inner_text())
        assert total == points, "the parts are those of the points that the server sent"
        assert ada.page.locator(".prompt strong").first.inner_text().startswith(f"{total} points: ")
        totals.append(total)
    assert [entry["points"] for entry in kept(ada, "banquise.solo")["altitude"]] == sorted(totals, reverse=True)
    best = "·".join(map(str, sorted(totals, reverse=True)))
    for address in ("", "#/set/altitude"):
        ada.go(address)
        ada.page.locator(".bests").wait_for()
        assert ada.page.locator(".bests").inner_text().replace(" ", "").endswith(best)
    ada.page.reload()
    ada.page.locator(".bests").wait_for()
    assert ada.page.locator(".bests").inner_text().replace(" ", "").endswith(best)


def test_the_end_among_several_is_counted_seat_by_seat_and_in_the_replay_too(visitor: Come):
    ada = visitor()
    almost_climbed(ada, seed=2, seats=2)
    assert ada.play_to_the_end(seed=2) > 0
    points = [int(one) for one in ada.page.locator(".ribbon .points").all_inner_texts()]
    total = [int(one) for one in ada.page.locator(".count .total td").all_inner_texts()]
    assert total == points
    assert ada.violations() == []
    ada.page.get_by_role("link", name="Replay").click()
    ada.page.wait_for_selector(".replay[data-steps]")
    ada.page.keyboard.press("End")
    ada.page.locator(".count .total").wait_for()


def test_alaskas_camps_are_counted_one_after_the_other(visitor: Come):
    ada = visitor(motion="full", speed=1)
    ada.go("#/rules/alaska")
    figure = ada.page.locator("[data-diagram='count']")
    figure.wait_for()
    figure.scroll_into_view_if_needed()
    ada.page.evaluate(
        """() => { window.heard = []; const look = () => {
          const home = [...document.querySelectorAll('[data-diagram=count] .frame:last-child .home')];
          const now = home.map(one => one.querySelector('text').textContent).join(' ');
          const lit = home.map(one => one.classList.contains('rising')).indexOf(true);
          const last = window.heard.at(-1);
          if (home.length && (!last || last[0] !== now || last[1] !== lit)) window.heard.push([now, lit]);
          requestAnimationFrame(look); }; look(); }"""
    )
    ada.page.locator("[data-diagram='count'] .frame:last-child .won").wait_for()
    heard = ada.page.evaluate("window.heard")
    order = [lit for _, lit in heard if lit >= 0]
    assert order == sorted(order), "one camp after the other"
    assert set(order) == {0, 1, 2}
    assert heard[-1][0] == "9 7 9"
    ada.page.wait_for_timeout(200)
    won = figure.locator(".frame").last.locator(".camp:has(.won)")
    assert "Red" in won.get_attribute("aria-label"), "who won is what the rules said, though Green has as many"


# Settings -------------------------------------------------------------------------------------------


def test_every_setting_works_at_once_and_is_kept(visitor: Come):
    ada = visitor(sound=True, motion="auto")
    page = ada.page
    ada.go("#/settings")

    def pick(group: str, value: str) -> None:
        page.locator(f"input[name='{group}'][value='{value}']").check(force=True)

    def now(script: str) -> Any:
        return page.evaluate(script)

    usual = now("getComputedStyle(document.documentElement).getPropertyValue('--red')")
    pick("colours", "soft")
    assert now("getComputedStyle(document.documentElement).getPropertyValue('--red')") != usual
    pick("theme", "dark")
    assert now("document.documentElement.dataset.theme") == "dark"
    pick("motion", "still")
    assert now("document.documentElement.dataset.motion") == "still"
    pick("speed", "2")
    page.get_by_label("Sounds of blades").uncheck()
    page.get_by_label("Ask before a move").check()
    page.get_by_label("My name").fill("Zoe")
    page.get_by_label("My name").press("Tab")
    pick("language", "fr")
    page.locator("h1", has_text="Réglages").wait_for()
    assert now("document.documentElement.lang") == "fr"
    settings = kept(ada, "banquise.settings")
    wanted = {"colours": "soft", "theme": "dark", "motion": "still", "speed": 2, "sound": False, "confirm": True}
    assert {**settings, **wanted, "name": "Zoe", "language": "fr"} == settings
    page.reload()
    page.locator("h1", has_text="Réglages").wait_for()
    assert page.locator("input[name='colours'][value='soft']").is_checked()
    assert now("document.documentElement.dataset.colours") == "soft"


def test_a_careful_player_is_asked_before_each_move(visitor: Come):
    ada = visitor(confirm=True)
    sit_alone(ada)
    before = ada.events()
    for _ in range(2):
        ada.page.locator(".cardkey").nth(_).click()
    ada.page.get_by_role("button", name="Keep the other four").click()
    question = ada.page.get_by_role("group", name="Make this move?")
    ada.page.locator(".prompt", has_text="Ada keeps").wait_for()  # the sentence that the log will tell
    question.get_by_role("button", name="No").click()
    assert ada.events() == before, "nothing has happened"
    ada.page.get_by_role("button", name="Keep the other four").click()
    question.get_by_role("button", name="Yes").click()
    ada.page.wait_for_function("n => Number(document.querySelector('.log').dataset.events) > n", arg=before)
    ada.my_turn()
    while not ada.page.locator(".board .spot").count():
        ada.page.get_by_role("button", name="Discard").click()
        question.get_by_role("button", name="Yes").click()
        ada.page.wait_for_selector("[aria-busy=false]")
        ada.my_turn()
    ada.page.locator(".board .spot").first.click()
    ada.page.locator(".prompt", has_text="Ada lays").wait_for()
    assert ada.page.locator(".massif .ghost").count() == 1, "and the card is drawn where it would lie"
    question.get_by_role("button", name="Yes").click()
    ada.page.locator(".log", has_text="Ada lays").wait_for()


def test_axe_finds_nothing_in_other_colours(visitor: Come):
    ada = visitor(colours="vivid")
    looks = [{"theme": "dark"}, {"colours": "soft"}, {"colours": "soft", "theme": "light"}]
    ada.go("#/settings")
    ada.page.wait_for_selector("h1")
    assert ada.violations_in(looks) == []
    ada.click_play("Alaska")
    ada.my_turn()
    assert ada.violations_in(looks) == []
