"""Whole matches by clicks alone and by taps alone, on a page on which nothing moves unless a person moves it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import PHONE, Hands
from house import GAMES, Visitor

Come = Callable[..., Visitor]
BOARD = """() => { const { x, y, width, height } = document.querySelector('.drawing').getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(' '); }"""
# Controls of the moment that are not whole within the window.
CUT_OFF = """() => [...document.querySelectorAll('.stage :is(.key, .cardkey, .prompt, .actions .button)')]
  .filter(one => one.getClientRects().length && !one.closest('[hidden]'))
  .filter(one => { const box = one.getBoundingClientRect();
    const dock = one.closest('.dock')?.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1 || box.top < -1
      || (dock && box.bottom > dock.bottom + 1); })
  .map(one => one.outerHTML.slice(0, 90))"""
PRESSABLE = ".stage :is(.key, .cardkey, .actions .button, .tab), .bar :is(.button, a)"
SMALL = """all => all
  .filter(one => one.getClientRects().length && one.checkVisibility())
  .filter(one => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height) < 39.5; })
  .map(one => `${one.outerHTML.slice(0, 90)} ${JSON.stringify(one.getBoundingClientRect())}`)"""
SIZES = [(1440, 900), (1280, 800), (1024, 768), (844, 390), (390, 844)]


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
@pytest.mark.parametrize("which", GAMES)
def test_a_match_is_played_to_its_end(visitor: Come, which: str, pointer: str):
    touch = pointer == "finger"
    ada = visitor(size=PHONE if touch else (1280, 800), touch=touch)
    hands = Hands(ada, touch)
    hands.start_among_four(which)
    boxes: dict[str, int] = {}

    def look() -> None:
        box, cut = ada.page.evaluate(f"() => [({BOARD})(), ({CUT_OFF})()]")
        boxes[box] = boxes.get(box, 0) + 1
        assert cut == [], "a control of the moment is cut off"
        if touch:
            small = ada.page.eval_on_selector_all(PRESSABLE, SMALL)
            assert small == [], "too small for a finger"

    presses = hands.play_to_the_end(seed=11, each=look)
    assert presses > 1, "a skater may be out after one letter, but somebody wrote and sent it"
    assert len(boxes) == 1, f"the board moved: {boxes}"
    assert ada.page.locator(".prompt strong").inner_text(), "who won is said at the board"
    for name in ("Replay", "Play again"):
        box = ada.page.locator(".ending").get_by_text(name, exact=True).bounding_box()
        assert box["y"] + box["height"] <= ada.page.viewport_size["height"], f"{name} is in reach without scrolling"


@pytest.mark.parametrize("which", GAMES)
def test_the_board_takes_the_height_and_nothing_falls_below_the_fold(visitor: Come, which: str):
    ada = visitor()
    hands = Hands(ada, touch=False)
    hands.start(GAMES[which])
    ada.my_turn()
    for _ in range(4):
        for size in SIZES:
            ada.page.set_viewport_size({"width": size[0], "height": size[1]})
            ada.at_rest()
            assert ada.page.evaluate(CUT_OFF) == [], size
            tall = ada.page.evaluate("document.querySelector('.drawing').getBoundingClientRect().height / innerHeight")
            wanted = 0.8 if size[0] >= 1024 else 0.95 if size[1] < 500 else 0.4
            assert tall >= wanted, f"{size}: the board has {tall:.0%} of the height"
            assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        ada.page.set_viewport_size({"width": 1280, "height": 800})
        ada.play(ada.moves()[0])
        ada.my_turn()
        if ada.is_over:
            break
