"""The page around the boards: taps that miss by a little, coming nearer, answers to wrong presses, rules of things."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hands import PHONE, Hands
from house import GAMES, Server, Visitor
from playwright.sync_api import TimeoutError as Late
from test_boards import draw_until, keep_four, kept, middle, sit_alone, touch
from test_replay import DROP, a_record

import banquise
from banquise.games import game
from banquise.kernel.speech import LANGUAGES, catalogue

Come = Callable[..., Visitor]

# The spots of the board, and for one of them a point so far beside its middle that nothing else is as near.
ASIDE = """far => {
  const spots = [...document.querySelectorAll('.drawing .spot')].map(one => one.getBoundingClientRect());
  const room = document.querySelector('.drawing').getBoundingClientRect();
  const off = (box, x, y) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  for (const [nth, box] of spots.entries())
    for (let way = 0; way < 16; way++) {
      const x = box.left + box.width / 2 + far * Math.cos(way * Math.PI / 8);
      const y = box.top + box.height / 2 + far * Math.sin(way * Math.PI / 8);
      const inside = x > room.left + 2 && x < room.right - 2 && y > room.top + 2 && y < room.bottom - 2;
      const met = document.elementFromPoint(x, y);
      if (!inside || met?.closest('button, a')) continue;
      if (spots.every((other, i) => i === nth || off(other, x, y) > Math.max(20, off(box, x, y) + 1)))
        return [x, y, nth];
    }
  return null;
}"""


def state(ada: Visitor) -> str:
    """What a press changes: the log, or what is selected, planned or foreseen."""
    return ada.page.evaluate(
        "() => [document.querySelector('.log').dataset.events, document.querySelectorAll('.paper .letter').length,"
        " document.querySelectorAll('[aria-pressed=true]').length, !!document.querySelector('.shadow')].join()"
    )


@pytest.mark.parametrize("which", GAMES)
def test_a_tap_that_misses_by_a_little_is_meant_for_the_nearest_place(visitor: Come, which: str):
    ada = visitor(size=PHONE, touch=True)
    hands = Hands(ada, touch=True)
    hands.start(GAMES[which])
    ada.my_turn()
    if which == "altitude":  # two cards go back before anything can be laid
        keep_four(ada)
        draw_until(ada, lambda moves: any(move.startswith("own") for move in moves))
    point = ada.page.evaluate(ASIDE, 18)
    assert point is not None, "some place has nothing else beside it"
    before = state(ada)
    ada.page.touchscreen.tap(point[0], point[1])
    ada.page.wait_for_function("n => document.querySelectorAll('.refusal').length === 0", arg=0)
    for _ in range(100):
        if state(ada) != before:
            break
        ada.page.wait_for_timeout(30)
    assert state(ada) != before, "the place took the tap"


BETWEEN = """() => {
  const all = [...document.querySelectorAll('.drawing .spot')].map(one => [one, one.getBoundingClientRect()]);
  for (const [one, box] of all) for (const [other, there] of all) {
    if (one === other || Math.abs(there.left - box.right) > 3 || Math.abs(there.top - box.top) > 3) continue;
    const names = [one, other].map(one => one.getAttribute('aria-label').split(':')[0]);
    return [(box.right + there.left) / 2, box.top + box.height / 2, ...names];
  } }"""


def test_between_two_places_too_small_for_a_finger_one_is_asked_which(visitor: Come):
    ada = visitor(size=PHONE, touch=True)
    ada.click_play("Alaska")
    ada.my_turn()
    x, y, *names = ada.page.evaluate(BETWEEN)
    for name in names:
        ada.page.touchscreen.tap(x, y)
        loupe = ada.page.get_by_role("dialog", name="Which place?")
        loupe.wait_for()
        boxes = [one.bounding_box() for one in loupe.locator(".choice").all()]
        assert len(boxes) >= 2
        for i, box in enumerate(boxes):
            assert min(box["width"], box["height"]) >= 44
            for other in boxes[:i]:
                assert max(abs(box["x"] - other["x"]), abs(box["y"] - other["y"])) >= 44, "each has its own room"
        assert ada.violations() == []
        loupe.get_by_role("button", name=f"{name}:").tap()
        loupe.wait_for(state="detached")
        hit = ada.page.wait_for_function(
            """name => { const shadow = document.querySelector('.shadow polygon');
              const spot = document.querySelector(`.drawing .spot[aria-label^='${name}:']`).getBBox();
              const middle = new DOMPoint(spot.x + spot.width / 2, spot.y + spot.height / 2);
              return shadow?.isPointInFill(middle); }""",
            arg=name,
        )
        assert hit, "the ice lies where it was chosen"
    ada.page.touchscreen.tap(x, y)
    loupe.wait_for()
    ada.page.keyboard.press("Escape")
    loupe.wait_for(state="detached")


# The first thing of a kind where nothing lies over it: a point of it; or all that was met where one was looked for.
BARE = """selector => {
  const met = new Set(), all = document.querySelectorAll(selector);
  for (const one of all) {
    const box = one.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.2, 0.8]) for (const across of [0.5, 0.3, 0.7]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down];
      const there = document.elementFromPoint(x, y);
      if (there && one.contains(there) && !there.closest('.spot')) return { point: [x, y] };
      met.add(there ? `${there.tagName} ${there.getAttribute('class')}` : 'nothing');
    }
  }
  const board = document.querySelector('.host .board')?.getBoundingClientRect();
  return { point: null, of: all.length, met: [...met], board, first: all[0]?.getBoundingClientRect(),
    window: [innerWidth, innerHeight, scrollX, scrollY], since: performance.now() };
}"""


def press_at(ada: Visitor, selector: str) -> str:
    """Press the first thing of a kind where nothing lies over it; what is answered there.

    As with every other press of a visitor, it is looked for until it is there: a board may stand in the page a moment
    before it is laid out.
    """
    with contextlib.suppress(Late):
        ada.page.wait_for_function(f"selector => ({BARE})(selector).point", arg=selector, timeout=5000)
    found = ada.page.evaluate(BARE, selector)
    point = found["point"]
    assert point is not None, (selector, found)
    ada.page.mouse.click(*point)
    answer = ada.page.locator(".refusal")
    answer.wait_for(timeout=5000)
    box = answer.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - point[0]) < 200, "where it was pressed"
    return answer.inner_text()


def test_a_wrong_press_is_answered_by_the_rules_on_every_board(visitor: Come):
    ada = visitor(size=(1280, 800))
    ada.click_play("Ice Lake")
    ada.my_turn()
    assert "three hexes before your skater" in press_at(ada, ".ice-lake .hex")
    assert ada.page.locator(".refusal a").inner_text() == "IL-2.2"
    ada.click_play("Ice Cult")
    ada.my_turn()
    assert "No piece moves before both tilts are made" in press_at(ada, ".ice-cult .space")
    assert ada.page.locator(".refusal a").inner_text().startswith("IC-")
    ada.click_play("Alaska")
    ada.my_turn()
    chance = random.Random(3)
    while not ada.page.locator(".alaska .floe").count() or not any(move.startswith("go") for move in ada.moves()):
        ada.play(chance.choice(ada.moves()))
        ada.my_turn()
    press_at(ada, ".alaska .floe")
    assert ada.page.locator(".refusal a").inner_text().startswith("AK-")
    sit_alone(ada)
    keep_four(ada)
    draw_until(ada, lambda moves: "own 1.1" in moves)
    ada.play("own 1.1")
    ada.my_turn()
    draw_until(ada, lambda moves: "replace 1.1" not in moves)
    press_at(ada, ".altitude [data-would]")
    assert ada.page.locator(".refusal a").inner_text().startswith("AL-")


def test_one_comes_nearer_by_wheel_and_moves_about_and_presses_what_one_sees(visitor: Come):
    ada = visitor(size=(1280, 800))
    ada.click_play("Alaska")
    ada.my_turn()
    page = ada.page
    room = page.locator(".drawing").bounding_box()
    lake = page.locator(".drawing > svg")
    small = lake.bounding_box()["width"]
    page.mouse.move(room["x"] + room["width"] / 2, room["y"] + 30)
    page.mouse.wheel(0, -500)
    page.wait_for_function("w => document.querySelector('svg.lake').getBoundingClientRect().width > 1.5 * w", arg=small)
    before = lake.bounding_box()
    page.mouse.down()
    page.mouse.move(room["x"] + room["width"] / 2 - 90, room["y"] + 110, steps=4)
    page.mouse.up()
    after = lake.bounding_box()
    assert (after["x"], after["y"]) != (before["x"], before["y"]), "the lake is moved under the hand"
    assert page.locator(".refusal").count() == 0, "and moving it is no press"
    side = page.locator(".stage .head").bounding_box()
    met = page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.drawing')", [side["x"] + 30, 300])
    assert not met, "it never lies over what stands beside it"
    events = ada.events()
    point = page.evaluate(
        """() => { for (const one of document.querySelectorAll('.spot')) { const box = one.getBoundingClientRect();
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          if (one.contains(document.elementFromPoint(x, y))) return [x, y]; } }"""
    )
    page.mouse.click(*point)
    page.wait_for_function(
        "n => Number(document.querySelector('.log').dataset.events) > n || document.querySelector('.shadow')",
        arg=events,
    )
    page.get_by_role("button", name="Whole board").click()
    assert abs(lake.bounding_box()["width"] - small) < 2
    assert page.get_by_role("button", name="Whole board").count() == 0


def test_one_comes_nearer_by_two_fingers(visitor: Come):
    ada = visitor(size=PHONE, touch=True)
    ada.go("#/set/altitude")
    ada.page.locator(".sizes .pick", has_text="4").first.click()
    ada.page.get_by_role("button", name="Sit down").click()
    ada.at_table()
    ada.my_turn()
    x, y = middle(ada, ".drawing")
    name = ada.page.locator(".panel .who").first
    small = name.bounding_box()["height"]
    finger = ada.context.new_cdp_session(ada.page)
    for kind, far in (("touchStart", 20), ("touchMove", 40), ("touchMove", 70), ("touchMove", 100)):
        points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert name.bounding_box()["height"] > 2 * small
    ada.page.get_by_role("button", name="Whole board").tap()
    assert abs(name.bounding_box()["height"] - small) < 2


def test_cards_and_chips_tell_their_rules_on_hover_and_on_a_long_press(visitor: Come):
    ada = visitor()
    sit_alone(ada)
    rule = ada.page.locator(".rule")
    ada.page.locator(".cardkey").first.hover()
    rule.wait_for(timeout=4000)
    assert rule.get_by_role("link").inner_text().strip().endswith(rule.locator("a").inner_text().strip()[-4:])
    assert "AL-" in rule.inner_text()
    ada.page.keyboard.press("Escape")
    rule.wait_for(state="detached")
    ben = visitor(size=PHONE, touch=True)
    ben.click_play("Alaska")
    ben.my_turn()
    x, y = middle(ben, ".alaska .season")
    touch(ben, "touchStart", x, y)
    ben.page.locator(".rule").wait_for(timeout=4000)
    touch(ben, "touchEnd", x, y)
    assert "AK-3" in ben.page.locator(".rule").inner_text()


def test_rules_that_come_when_the_mouse_has_gone_are_not_shown_over_what_it_meets_now(visitor: Come):
    ada = visitor(worker=False)
    sit_alone(ada)
    held: list[Any] = []

    def hold(route: Any) -> None:  # the rulebook comes when it is wanted, and today late
        held.append(route)

    ada.page.route("**/assets/*", hold)
    ada.page.locator(".cardkey").first.hover()
    ada.page.wait_for_event("request")
    tab = ada.page.locator(".drawer .tab").first
    tab.hover()
    for route in held:
        route.continue_()
    ada.page.unroute_all(behavior="wait")
    ada.page.wait_for_load_state("networkidle")
    ada.at_rest()
    assert ada.page.locator(".rule").count() == 0
    ada.page.locator(".cardkey").first.hover()
    ada.page.locator(".rule").wait_for(timeout=4000)  # the book is there now


def test_a_cube_is_dragged_and_the_tilt_is_foreseen_along_the_paths(visitor: Come):
    ada = visitor(size=(1280, 800))
    ada.click_play("Ice Cult")
    ada.my_turn()
    note = ada.page.locator(".dock .note")
    assert "unfolded" in note.inner_text(), "at first sight the nets are explained"
    x, y = middle(ada, ".room")
    leads = 0
    for dx, dy, by in ((-60, -60, (0, 90)), (60, 60, (0, -90)), (-60, 60, (90, 0)), (60, -60, (-90, 0))):
        ada.page.mouse.move(x + dx, y + dy)
        ada.page.mouse.down()
        ada.page.mouse.move(x + dx + by[0], y + dy + by[1], steps=5)
        ada.page.mouse.up()
        ada.page.get_by_role("button", name="Back", exact=True).wait_for()
        leads += ada.page.locator(".leads circle").count()
        if ada.page.locator(".leads circle").count():
            assert " in on " in note.inner_text(), "in words too"
        ada.page.get_by_role("button", name="Back", exact=True).click()
    assert leads, "an arrow that comes to lie on top leads somewhere"
    assert ada.page.locator(".refusal").count() == 0, "what ends a drag is no press"
    ada.page.mouse.move(x - 60, y - 60)
    ada.page.mouse.down()
    ada.page.mouse.move(x - 60, y + 30, steps=5)
    ada.page.mouse.up()
    ada.page.get_by_role("button", name="Tilt them so").click()
    ada.page.locator(".log", has_text="Ada tilts").first.wait_for()
    ada.my_turn()
    ada.page.mouse.move(x - 60, y - 60)
    ada.page.mouse.down()
    ada.page.mouse.move(x - 60, y - 150, steps=5)
    ada.page.mouse.up()
    ada.page.locator(".refusal", has_text="IC-2.2").wait_for()
    ada.page.locator(".unfolded").first.hover()
    assert "All faces of cube" in note.inner_text()


def test_a_question_with_one_answer_is_answered_by_itself(visitor: Come):
    match, chance = banquise.new("alaska", 2, seed=0), random.Random(0)
    while [str(move.text) for move in match.legal(match.to_act[0])] != ["no fog"]:
        legal = [str(move.text) for move in match.legal(match.to_act[0])]
        match.play(match.to_act[0], chance.choice([move for move in legal if move.startswith("hijack")] or legal))
    ada = visitor(confirm=True)  # who wants to be asked before a move is not asked about the only one
    ada.take_up(match, line=len(match.log), seat=match.to_act[0])
    ada.page.locator(".note", has_text="the answer is given for you").wait_for()
    ada.page.locator(".log", has_text="no fog").wait_for(timeout=15_000)


# What stands beside a board and is cut by its own box, or lies over its neighbour there.
CROWDED = """() => {
  const dock = document.querySelector('.stage .dock');
  const shown = [...dock.children].filter(one => one.getClientRects().length && one.getBoundingClientRect().height > 1);
  const bottom = one => Math.max(...[one, ...one.querySelectorAll('*')].map(one => one.getBoundingClientRect().bottom));
  const found = dock.scrollHeight > dock.clientHeight + 1 ? [`cut: ${dock.scrollHeight} in ${dock.clientHeight}`] : [];
  const sorted = shown.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  for (const [i, one] of sorted.entries())
    if (i + 1 < sorted.length && bottom(one) > sorted[i + 1].getBoundingClientRect().top + 4)
      found.push(`${one.className} lies over ${sorted[i + 1].className}`);
  const below = document.querySelector('.stage .rest').getBoundingClientRect();
  if (below.right > innerWidth + 1 || below.left < -1) found.push('the way on is cut');
  return found;
}"""


def test_held_either_way_a_phone_shows_whole_what_stands_beside_a_board(visitor: Come, tmp_path: Path):
    """In German, whose words are long: a puzzle with three keys in its voyage, and replays."""
    ada = visitor(size=PHONE, touch=True, language="de")

    def look(where: str, *smaller: tuple[int, int]) -> None:
        for width, height in (PHONE, PHONE[::-1], *smaller):
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.at_rest()
            found = ada.page.evaluate(CROWDED)
            if width > height and where != "a puzzle":  # beside a record's controls the rest is scrolled
                found = [one for one in found if not one.startswith("cut")]
            assert found == [], f"{where} at {width} x {height}"

    ada.go("#/puzzles/alaska/1")
    ada.page.wait_for_selector(".puzzle[data-stepping=false] .key.lamp")
    look("a puzzle", (360, 800))
    ada.go("#/replay")
    for name in ("alaska", "ice_cult", "altitude"):
        ada.page.wait_for_selector("h1", state="attached")
        ada.page.evaluate(DROP, a_record(tmp_path, name).read_text())
        ada.page.wait_for_selector(f".replay[data-eyes=everything] [data-board={name}] .dock")
        for step in range(1, 30):
            ada.page.keyboard.press("ArrowRight")
            ada.page.wait_for_selector(f".replay[data-step='{step}']")
        look(name)


# Sentences that are not whole in the place that every phase keeps for them.
CUT_SHORT = """sentences => {
  const box = document.querySelector('.stage .prompt');
  const before = box.innerHTML;
  const cut = sentences.filter(text => {
    box.innerHTML = '<span></span>';
    box.firstChild.textContent = text;
    return box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  });
  box.innerHTML = before;
  return cut;
}"""
LONGEST = {"seat": "Wilhelmina Charlotte Kar", "count": "3", "steps": "3", "circles": "3", "arcs": "3"}


def prompts(name: str, language: str) -> list[str]:
    """All that a board asks for, with the longest words in its holes."""
    words = catalogue(game(name).folder, language)
    asked = {key.removeprefix("board.ask_"): text for key, text in words.items() if key.startswith("board.ask_")}
    rules = {key.removeprefix("prompt."): text for key, text in words.items() if key.startswith("prompt.")}

    def longest(hole: re.Match[str]) -> str:
        own = [text for key, text in words.items() if key.startswith(f"{hole[1]}.") and "{" not in text]
        return max(own, key=len) if own else LONGEST[hole[1]]

    return [re.sub(r"{(\w+)}", longest, text) for text in (rules | asked).values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_asked_is_whole_in_its_place(visitor: Come, language: str):
    ada = visitor(size=PHONE, touch=True, language=language)
    ada.go()
    ada.page.locator(".sign").first.click()
    ada.my_turn()
    asked = [text for name in GAMES for text in prompts(name, language)]
    assert len(asked) > 15
    for width, height in (PHONE, PHONE[::-1], (1024, 768), (1280, 800)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.at_rest()
        assert ada.page.evaluate(CUT_SHORT, asked) == [], f"{width} x {height}"


def within(ada: Visitor, selector: str) -> bool:
    """Is each of these whole in the window, where nobody has scrolled?"""
    ada.at_rest()
    return ada.page.locator(selector).evaluate_all(
        "all => all.length > 0 && all.every(one => { const box = one.getBoundingClientRect();"
        " return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; })"
    )


def test_the_house_offers_what_people_look_for(visitor: Come, tmp_path: Path):
    ada = visitor(sound=True)
    page = ada.page
    ada.go()
    page.keyboard.press("?")
    helped = page.get_by_role("dialog")
    helped.get_by_text("somebody’s last move").wait_for()
    assert "the whole board" in helped.inner_text()
    page.keyboard.press("Escape")
    helped.wait_for(state="detached")
    ada.click_play("Ice Cult")
    ada.my_turn()
    ada.go("#/settings")
    page.get_by_label("Volume").fill("0.3")
    assert kept(ada, "banquise.settings")["volume"] == 0.3
    page.reload()
    assert page.get_by_label("Volume").input_value() == "0.3"
    ada.go()
    again = page.get_by_role("button", name="Again: Ice Cult, Hare")
    for size in ((844, 390), PHONE, (1280, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert within(ada, ".hero .now button"), f"on the first screen at {size}"
    again.click()
    ada.at_table()
    assert page.get_attribute(".table[data-status]", "data-game") == "ice_cult", "the habit is offered in one press"
    # A public table is found by its game and by how many play, and not by others.
    ada.go("#/set/ice_lake?with=friends")
    page.get_by_label("Show this table").check()
    page.get_by_role("button", name="Sit down").click()
    link = page.input_value("#invite-link")
    assert page.get_by_text("leads to this computer only").count() == 1
    ben = visitor(name="Ben")
    ben.go()
    shelf = ben.page.locator(".shelves > div").first
    shelf.locator("a", has_text="Ice Lake").first.wait_for()
    ben.page.get_by_label("Players").select_option("4")
    shelf.locator("a", has_text="Ada").wait_for(state="detached")
    ben.page.get_by_label("Players").select_option("2")
    ben.page.locator(".only select").first.select_option("altitude")
    shelf.locator("a", has_text="Ice Lake").first.wait_for(state="detached")
    ben.page.locator(".only select").first.select_option("ice_lake")
    shelf.locator("a", has_text="Ice Lake").first.wait_for()
    # Whoever comes by the link sees the game, who invites, and one button.
    ben.page.goto(link)
    ben.page.get_by_role("heading", name="Ada invites you to Ice Lake").wait_for()
    picture = ben.page.locator(".opening .picture svg .skater").first.bounding_box()
    assert picture["width"] > 10, "the game's own picture, as on the home page"
    assert ben.page.locator(".opening button").count() == 1
    assert ben.violations() == []
    for size in ((844, 390), PHONE, (1024, 768)):
        ben.page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in (".picture", "h2", "button"):
            assert within(ben, f".opening {part}"), f"{part} at {size}"
        assert within(ada, ".opening #invite-link, .opening .invite .button"), size


def test_the_invitation_tells_the_address_of_the_local_network(visitor: Come):
    ada = visitor()
    ada.page.route("**/api/here", lambda route: route.fulfill(json={"address": "http://10.0.0.7:8000"}))
    ada.go("#/set/ice_lake?with=friends")
    ada.page.get_by_role("button", name="Sit down").click()
    ada.page.wait_for_function(
        "() => document.querySelector('#invite-link')?.value.startsWith('http://10.0.0.7:8000/#')"
    )
    assert ada.page.get_by_text("leads to this computer only").count() == 0


def test_the_end_is_told_at_the_board_and_taken_home_as_a_picture(visitor: Come, server: Server):
    ada = visitor()
    table = server.finished("ice_cult")
    ada.go(f"#/table/{table}")
    ending = ada.page.locator(".ending")
    ending.wait_for()
    assert ending.locator(".snow").count() == 0, "no snow for whoever wants nothing to move"
    with ada.page.expect_download() as download:
        ending.get_by_role("button", name="Picture").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000
    ada.page.evaluate(
        "() => { const say = CanvasRenderingContext2D.prototype.fillText; window.drawn = [];"
        " CanvasRenderingContext2D.prototype.fillText = function (...it) {"
        " drawn.push([this.direction, it[1] > 600]); return say.apply(this, it); };"
        " document.documentElement.dir = 'rtl'; }"
    )
    with ada.page.expect_download():
        ending.get_by_role("button", name="Picture").click()
    first = ada.page.evaluate("() => { document.documentElement.dir = 'ltr'; return drawn[0]; }")
    assert first == ["rtl", True], "it is read from the side that its language is read from"
    ending.get_by_role("link", name="Replay").click()
    ada.page.wait_for_selector(".replay[data-steps]")
    ada.page.keyboard.press("End")
    ada.page.locator(".thought", has_text="thought for").wait_for()
    cleo = visitor(motion="full", sound=True)
    cleo.go(f"#/table/{table}")
    cleo.page.locator(".ending .snow").wait_for(state="attached")


def test_a_sentence_of_the_log_leads_to_its_moment_and_back_and_tells_who_gave_up(visitor: Come):
    ada = visitor(size=PHONE, touch=True)
    ada.click_play("Ice Lake")
    ada.my_turn()
    page = ada.page
    page.get_by_role("button", name="Log").tap()
    page.locator(".log .one").first.tap()
    page.wait_for_selector(".replay[data-step='1']")
    page.get_by_role("link", name="Back to the table").tap()
    ada.my_turn()
    page.get_by_role("button", name="Log").tap()
    page.locator(".drawer .tab").last.tap()
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    page.locator(".log", has_text="Ada resigns.").wait_for(state="attached")
    page.get_by_role("link", name="Replay").tap()
    page.wait_for_selector(".replay[data-steps]")
    page.locator(".log", has_text="Ada resigns.").wait_for(state="attached")


WRONG = (
    *("replay/zzz", "table/zzz", "table", "rules/zzz", "rules", "evening/zzz", "daily/zzz", "daily/ice_lake"),
    *("puzzles/zzz", "learn/zzz", "set/zzz", "standings/zzz", "pair/zzz", "card/zzz", "xyz"),
)


def test_a_wrong_link_says_so_and_leads_home(visitor: Come):
    ada = visitor()
    ada.go()
    ada.expects("404")  # the browser notes what was not found
    for link in WRONG:
        ada.page.evaluate("to => { location.hash = to }", f"#/{link}")  # as a link within the page does
        said = ada.page.locator("main [role=alert]")
        said.wait_for()
        assert said.inner_text()
        ada.page.locator("main a[href='#/']", has_text="Home").click()
        ada.page.wait_for_selector(".sign")


def test_a_name_that_is_as_long_as_names_may_be_is_not_cut_in_silence(visitor: Come):
    ada = visitor()
    for address, field in (("#/settings", "My name at tables"), ("#/set/ice_lake", "Your name")):
        ada.go(address)
        ada.page.get_by_label(field).fill("")
        ada.page.get_by_label(field).press_sequentially("Wilhelmina Charlotte Karoline")
        ada.page.get_by_text("A name has at most 24 letters.").wait_for()


def sky(ada: Visitor) -> Any:
    return ada.page.evaluate(
        "() => [...document.querySelectorAll('.sign')].filter(one => { const box = one.getBoundingClientRect();"
        " return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; }).length"
    )


@pytest.mark.parametrize("size", [(720, 450), (640, 400), (390, 844)], ids=["1440 at 200 %", "1280 at 200 %", "phone"])
def test_the_first_screen_shows_a_game_and_not_only_sky(visitor: Come, size: tuple[int, int]):
    ada = visitor(size=size)
    ada.go()
    ada.page.wait_for_selector(".sign")
    assert sky(ada) >= 1


# Where every "Play now" stands in the page, whenever that changes.
PLACES = """() => {
  window.places = new Set();
  const look = () => {
    const all = [...document.querySelectorAll('.ways .lamp')].slice(0, 4);
    if (all.length) window.places.add(all.map(one => Math.round(one.getBoundingClientRect().top + scrollY)).join());
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("language", ["en", "fa"])
def test_nothing_moves_under_the_finger_while_the_first_page_fills(visitor: Come, language: str):
    ada = visitor(size=PHONE, touch=True, worker=False, language=language)
    ada.context.add_init_script(f"({PLACES})()")
    late: list[Any] = []

    def hold(route: Any) -> None:
        late.append(route)

    ada.page.route("**/api/counts", hold)
    # Letters are late by so much that the page would be drawn without them, and not by so much that it has to be.
    ada.page.route("**/*.woff2", lambda route: (ada.page.wait_for_timeout(150), route.continue_()))
    ada.go()
    ada.page.wait_for_selector(".ways .lamp")
    ada.at_rest()
    late[0].continue_()
    ada.page.wait_for_selector(".here[data-counted=true]")
    ada.at_rest()
    assert len(ada.page.evaluate("[...window.places]")) == 1


def test_whoever_follows_a_link_is_shown_no_other_page_on_the_way(visitor: Come):
    ada = visitor(worker=False)
    fetched: list[Any] = []

    def hold_up(route: Any) -> None:
        fetched.append(route)

    ada.page.route("**/assets/Card-*.js", hold_up)
    ada.page.goto(f"{ada.server.address}/#/card")
    while not fetched:
        ada.page.wait_for_timeout(20)
    ada.at_rest()
    assert ada.page.locator("main *").count() == 0, "a tap meant for the card would begin a match"
    for one in fetched:
        one.continue_()
    ada.page.get_by_role("button", name="Make my card").wait_for()
