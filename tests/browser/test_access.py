"""The house for everybody: by keyboard alone, for ears instead of eyes, on small and on enlarged screens."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from filled import lived_in
from house import GAMES, Server, Visitor
from keys import Keys, kind_of

import banquise

Come = Callable[..., Visitor]
LEAST = 14  # moves that are made by keyboard before it is enough
FIRST = 12  # moves of a seat in which a usual kind of moves is met


def usual_kinds(which: str) -> set[str]:
    """The kinds of moves that a seat makes early in every one of some random matches."""
    found = []
    for seed in range(12):
        match, chance, made = banquise.new(which, 2, seed=seed), random.Random(seed), list[str]()
        while not match.is_over and len(made) < FIRST:
            seat = chance.choice(match.to_act)
            move = chance.choice(match.legal(seat))
            if seat == 0:
                made.append(kind_of(str(move)))
            match.play(seat, int(move))
        found.append(set(made))
    return set.intersection(*found)


@pytest.mark.parametrize("which", [name for name in GAMES if name != "ice_lake"])  # whose programmes come next
def test_a_game_is_played_on_its_board_by_keyboard_alone(visitor: Come, which: str):
    ada = visitor()
    keys = Keys(ada)
    keys.start(GAMES[which])
    ada.my_turn()
    keys.to_board()
    chance = random.Random(5)
    wanted = usual_kinds(which)
    assert len(wanted) > 1
    for _ in range(400):
        ada.my_turn()
        keys.must_hold("when it is our turn again")
        if ada.is_over or (len(keys.moves) >= LEAST and wanted <= set(keys.kinds)):
            break
        keys.press_something(chance)
        keys.taken()
        keys.must_hold(f"after {keys.moves[-1:]}")
    assert wanted <= set(keys.kinds), keys.moves


def test_a_programme_is_written_and_skated_by_keyboard_alone(visitor: Come):
    ada = visitor()
    keys = Keys(ada)
    for _ in range(3):  # now and then a bot falls in its first round, and the match is over
        write_and_skate(ada, keys)
        if keys.kinds.count("letters") >= 2:
            break
    assert keys.kinds.count("letters") >= 2, keys.moves


def write_and_skate(ada: Visitor, keys: Keys) -> None:
    keys.start("Ice Lake")
    ada.my_turn()
    keys.to_board()
    # Two steps on the lake, one taken back, one by its letter; then sent with the button.
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("Backspace")
    keys.press("a")
    assert keys.written() == 2
    keys.tab_to("document.activeElement.matches('.board .key.lamp')")
    keys.press("Enter")
    ada.page.locator(".log", has_text="Ada has finished a programme").wait_for()
    ada.my_turn()
    turning = ".board .spot.face, .board .spot.place"
    for _ in range(30):
        if ada.is_over or any(move.startswith("face") for move in keys.moves):
            break
        keys.must_hold(f"after {keys.moves[-1:]}")
        ada.page.locator(f"{turning}, .board .sheet").first.wait_for()
        if ada.page.locator(turning).count():
            keys.press_something(random.Random(1))
        else:
            keys.run_into_a_crack()
            keys.press("Shift+Tab")  # a letter typed anywhere goes into the programme; Enter outside a button sends it
            keys.tab_to("document.activeElement.matches('.board .key.lamp')")
            keys.press("Enter")
        keys.taken()
        ada.my_turn()


# For ears ------------------------------------------------------------------------------------------------------------

HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.tagName === 'P');
    heard.push(...added.map((node) => node.textContent));
  }).observe(document.querySelector('.voice'), { childList: true });
}"""
A_KEY = re.compile(r"\b(board|piece|card|space|direction|letter|symbol|pair|towards|colour|prompt)\.[a-z_]+|[{}]|@")


@pytest.mark.parametrize("which", GAMES)
def test_every_event_is_told_once_and_in_order(visitor: Come, which: str):
    ada = visitor(speed=4, motion="full")  # events are shown one after the other, some of them skipped
    ada.click_play(GAMES[which])
    ada.my_turn()
    ada.page.evaluate(HEAR)
    before = len(ada.told())
    chance = random.Random(2)
    for n in range(12):
        ada.my_turn()
        if ada.is_over:
            break
        ada.play(chance.choice(ada.moves()))
        if n % 3 == 0:  # skip the animation, if there is one now
            ada.page.evaluate("document.querySelector('.prompt button')?.click()")
    ada.my_turn()
    happened = ada.told()[before:]
    heard = ada.page.evaluate("heard")
    assert len(happened) >= 5  # a skater may be out after one step
    assert [one for one in heard if one in set(happened)] == happened
    asked = ada.page.locator(".prompt span").first.inner_text()
    assert ada.is_over or asked in heard, "what is to be done is told too"


@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("language", ["en", "fa"])
def test_what_can_be_pressed_and_the_position_have_names(visitor: Come, which: str, language: str):
    ada = visitor(language=language)
    ada.click_play(GAMES[which])
    chance = random.Random(4)
    for _ in range(6):
        ada.my_turn()
        if ada.is_over:
            break
        ada.page.locator(".board :is(.spot, .key, .cardkey)").first.wait_for()
        names = ada.page.eval_on_selector_all(".board .spot", "all => all.map(one => one.getAttribute('aria-label'))")
        assert all(names), "every lit place has a name"
        assert len(set(names)) == len(names), names
        snapshot = ada.page.locator(".board").aria_snapshot()
        assert len(re.findall(r"- '?button \"", snapshot)) >= len(names)
        assert not re.search(r"- '?button($|:| \[)", snapshot, re.MULTILINE), f"a button without a name: {snapshot}"
        assert not A_KEY.search(snapshot), A_KEY.search(snapshot)
        told_board = ada.page.locator(".told p").text_content()
        assert len(told_board) > 40
        assert not A_KEY.search(told_board), A_KEY.search(told_board)
        assert "Ada" in told_board
        ada.play(chance.choice(ada.moves()))


# For slow lines ------------------------------------------------------------------------------------------------------


class Slow:
    """A line that holds back what the visitor says until it is let go, and may change it on the way."""

    def __init__(self, ada: Visitor):
        self.held: list[tuple[Any, str]] = []
        self.holds = False
        ada.page.route_web_socket(re.compile("/ws$"), self._connect)

    def _connect(self, socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._pass(server, message))
        server.on_message(socket.send)

    def _pass(self, server: Any, message: str) -> None:
        if self.holds and json.loads(message)["type"] == "move":
            self.held.append((server, message))
        else:
            server.send(message)

    def release(self, **changes: str) -> None:
        """Let everything go, moves with changes."""
        self.holds = False
        for server, message in self.held:
            server.send(json.dumps({**json.loads(message), **changes}))
        self.held = []


def lit(ada: Visitor) -> Any:
    """Places of the board that can be pressed."""
    return ada.page.locator(".board .spot")


def test_a_tap_on_a_slow_line_is_seen_at_once_and_sent_once(visitor: Come):
    ada = visitor()
    slow = Slow(ada)
    ada.click_play("Alaska")
    ada.my_turn()
    slow.holds = True
    spot = lit(ada).first
    spot.hover(force=True)
    spot.click(force=True)
    assert ada.page.locator(".board [data-sent]").count() == 1, "what was tapped is marked without any answer"
    lit(ada).last.click(force=True)
    ada.page.get_by_text("Your move is on its way").wait_for()
    assert len(slow.held) == 1, "a second tap sends nothing"
    events = ada.events()
    slow.release()
    ada.page.wait_for_function("n => Number(document.querySelector('.log').dataset.events) > n", arg=events)
    ada.page.locator(".board [data-sent]").wait_for(state="detached")
    assert ada.page.get_by_text("Your move is on its way").count() == 0


def test_a_refused_tap_is_taken_back_without_flicker(visitor: Come):
    ada = visitor()
    slow = Slow(ada)
    ada.click_play("Alaska")
    ada.my_turn()
    slow.holds = True
    ada.page.wait_for_function(  # the board has come to rest: two looks see the same
        """() => {
            const now = [...document.querySelectorAll('.board .spot')];
            const same = window.before?.length === now.length && now.every((one, at) => one === window.before[at]);
            window.before = now;
            return same;
        }""",
        polling=300,
    )
    spot = lit(ada).first
    spot.hover(force=True)
    spot.click(force=True)
    ada.page.locator(".board [data-sent]").wait_for()
    slow.release(move="melt d4")  # which nobody may do now
    ada.page.locator(".refusal").wait_for()
    assert ada.page.locator(".board [data-sent]").count() == 0
    assert ada.page.evaluate("before.length > 10 && before.every(one => one.isConnected)"), "nothing was drawn anew"
    events = ada.events()
    spot.hover(force=True)
    spot.click(force=True)
    ada.page.wait_for_function("n => Number(document.querySelector('.log').dataset.events) > n", arg=events)
    assert ada.page.locator(".refusal").count() == 0


# For every screen ----------------------------------------------------------------------------------------------------

SCREENS = {
    "narrowest": (320, 640),
    "phone": (360, 740),
    "twice as large": (640, 360),  # a window of 1280 by 720 at 200 %
    "tablet": (820, 1180),
    "small laptop": (1024, 768),
}
PAGES = (
    "",
    "#/set/ice_lake?with=pass",
    "#/rules/alaska",
    "#/learn/ice_cult",
    "#/settings",
    "#/puzzles/alaska/1",
    "#/card",
    "#/matches",
    "#/pair/ice_lake",
    "#/standings/altitude",
    "#/replay",
    "#/nowhere",
)
CUT = """() => [...document.querySelectorAll(':is(main, header) :is(a, button, input, select, summary, h1, h2, p)')]
  .filter(one => {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || one.closest('.unseen, [hidden]')) return false;
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return false;
    }
    return box.left < -1 || box.right > innerWidth + 1;
  }).map(one => one.outerHTML.slice(0, 90))"""


def fitting(one: Visitor, screens: Iterable[str]) -> list[Any]:
    """What is wider than a screen, or cut off by its edge."""
    wrong = []
    for screen in screens:
        wide, high = SCREENS[screen]
        one.page.set_viewport_size({"width": wide, "height": high})
        one.at_rest()
        width, cut = one.page.evaluate("document.documentElement.scrollWidth"), one.page.evaluate(CUT)
        if width > wide or cut:
            wrong.append((screen, width, cut[:3]))
    return wrong


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_page_fits_small_and_enlarged_screens(visitor: Come, language: str):
    ada = visitor(language=language)
    addresses = [*PAGES]
    for title in GAMES.values():
        ada.click_play(title)
        ada.my_turn()
        addresses.append("#" + ada.page.url.partition("#")[2])
    addresses.append(addresses[-1].replace("table", "replay"))
    wrong = []
    for address in addresses:
        ada.go(address)
        ada.page.wait_for_selector("main :is(h1, h2)", state="attached")
        if any(page in address for page in ("table", "learn", "puzzles")):
            ada.page.wait_for_selector(".board")
        wrong += [(address or "home", *one) for one in fitting(ada, SCREENS)]
    assert wrong == []


@pytest.fixture
def club(built: None, tmp_path: Any) -> Iterator[Server]:
    """A server of its own: others count who plays the deal of the day."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize(("language", "theme"), [("de", "light"), ("fa", "dark")])  # the longest words; the other side
def test_the_pages_of_a_club_that_is_lived_in_fit_and_are_told_to_all(
    browser: Any, club: Server, language: str, theme: str
):
    ann, pages = lived_in(club)
    ada = Visitor(browser, club, language=language, theme=theme, name=ann.name)
    ada.go()
    ada.page.evaluate("card => { localStorage['banquise.card'] = JSON.stringify(card) }", ann.card)
    ada.page.reload()
    wrong = []
    for name, (address, there) in pages.items():
        ada.go(address)
        ada.page.locator(there).first.wait_for()
        wrong += [(name, *one) for one in fitting(ada, ("narrowest", "twice as large"))]
        wrong += [(name, one) for one in ada.violations()]
    assert wrong == []
    ada.close()
