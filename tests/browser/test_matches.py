"""Whole matches by clicks alone and by taps alone, on a page on which nothing moves unless a person moves it."""

from __future__ import annotations

import random
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
# Names that are not read whole.
SHORTENED = """() => [...document.querySelectorAll('.ribbon .name, .panel .who')]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
# Places of the board that a finger somewhere within forty pixels of their middle would miss: it presses another, or
# nothing, and is not asked which. Every press is taken away from the board as soon as it is known whom it met.
MISSED = """async turn => {
  const room = document.querySelector('.drawing');
  let met = null;
  const take = event => { met = event.target.closest('.spot'); event.stopImmediatePropagation(); };
  room.addEventListener('click', take, true);
  const name = one => one?.getAttribute('aria-label') ?? null;
  const missed = [];
  const spots = [...room.querySelectorAll('.spot')];
  const some = Math.ceil(spots.length / 10);  // of a whole lake every so many, others each time
  for (const spot of spots.filter((_, i) => (i + turn) % some === 0)) {
    const box = spot.getBoundingClientRect();
    for (const dx of [-19, 0, 19]) for (const dy of [-19, 0, 19]) {
      const at = { clientX: box.left + box.width / 2 + dx, clientY: box.top + box.height / 2 + dy };
      const under = document.elementFromPoint(at.clientX, at.clientY);
      if (!under || !room.contains(under)) { missed.push([name(spot), dx, dy, 'beside the board']); continue; }
      met = null;
      for (const kind of ['pointerdown', 'pointerup', 'click'])
        under.dispatchEvent(new PointerEvent(kind, { ...at, pointerType: 'touch', bubbles: true, detail: 1 }));
      await Promise.resolve(); await Promise.resolve();
      const asked = [...document.querySelectorAll('.loupe .choice')].map(one => name(one) ?? one.textContent);
      if (met !== spot && !asked.includes(name(spot))) missed.push([name(spot), dx, dy, name(met), ...asked]);
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));  // no, none of them
      await Promise.resolve(); await Promise.resolve();
    }
  }
  room.removeEventListener('click', take, true);
  return missed;
}"""
DECISIONS = 8  # of a match, each looked at in every size
SIDEWAYS = (844, 390)
SIZES = [(1440, 900), (1280, 800), (1024, 768), (844, 390), (390, 844)]


def sideways(ada: Visitor) -> list[list[str]]:
    """Turn the phone, look what a finger would miss there, and turn it back."""
    for size, look in ((SIDEWAYS, MISSED), (PHONE, "() => []")):
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        ada.at_rest()
        missed = ada.page.evaluate(look, 0)
        if missed:
            return missed
    return []


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
            assert ada.page.evaluate(SHORTENED) == [], "four names beside one another, and their scores"
            decisions = sum(boxes.values())
            if decisions % 6 == 1:
                assert ada.page.evaluate(MISSED, decisions) == [], "forty pixels answer for each place"
            if decisions % 24 == 1:
                turned = sideways(ada)
                assert turned == [], "held sideways, too"

    presses = hands.play_to_the_end(seed=11, each=look)
    assert presses > 1, "a skater may be out after one letter, but somebody wrote and sent it"
    assert len(boxes) == 1, f"the board moved: {boxes}"
    assert ada.page.locator(".prompt strong").inner_text(), "who won is said at the board"
    for name in ("Replay", "Play again"):
        box = ada.page.locator(".ending").get_by_text(name, exact=True).bounding_box()
        assert box["y"] + box["height"] <= ada.page.viewport_size["height"], f"{name} is in reach without scrolling"


def has_its_room(ada: Visitor, size: tuple[int, int]) -> str:
    """At this size the board has its share of the height, and nothing lies outside the window; where the board is."""
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    ada.at_rest()
    board, cut, tall, beyond = ada.page.evaluate(
        f"""() => [({BOARD})(), ({CUT_OFF})(),
          document.querySelector('.drawing').getBoundingClientRect().height / innerHeight,
          [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]]"""
    )
    assert cut == [], size
    wanted = 0.8 if size[0] >= 1024 else 0.95 if size[1] < 500 else 0.4
    assert tall >= wanted, f"{size}: the board has {tall:.0%} of the height"
    assert max(beyond) <= 0, f"{size}: the page is larger than the window by {beyond}"
    return board


APART = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const board = box('.drawing');
  return ['.head', '.dock', '.rest'].filter((one) => {
    const other = box(one);
    const isBeside = other.left > board.right - 1 || other.right < board.left + 1;
    return !isBeside && other.top < board.bottom && other.bottom > board.top;
  });
}"""
UNSEEN = """() => [...document.querySelectorAll('.dock .paper, .actions, .actions .button')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.innerText)"""


@pytest.mark.parametrize("language", ["de", "fa"])
@pytest.mark.parametrize("which", GAMES)
def test_on_a_small_phone_held_sideways_board_and_words_stand_beside_one_another(
    visitor: Come, which: str, language: str
):
    """Below 720 pixels the words lay over the board, as if the phone were held upright."""
    ada = visitor(size=(667, 375), touch=True, language=language)
    ada.go(f"#/set/{which}")
    Hands(ada, touch=True).press(ada.page.locator("form .button.lamp"))
    ada.at_table()
    ada.my_turn()
    for size in ((667, 375), (568, 320), (844, 390)):
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        ada.at_rest()
        assert ada.page.evaluate(APART) == [], size
        assert ada.page.evaluate(UNSEEN) == [], f"{size}: words are cut off"


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("which", GAMES)
def test_the_board_takes_the_height_and_nothing_falls_below_the_fold(visitor: Come, which: str, language: str):
    ada = visitor(language=language)
    hands = Hands(ada, touch=False)
    hands.start(GAMES[which])
    ada.my_turn()
    chance = random.Random(7)
    boxes: dict[tuple[int, int], set[str]] = {size: set() for size in SIZES}
    for _ in range(DECISIONS):
        for size, seen in boxes.items():
            seen.add(has_its_room(ada, size))
        ada.page.set_viewport_size({"width": 1280, "height": 800})
        ada.play(chance.choice(ada.moves()))
        ada.my_turn()
        if ada.is_over:
            break
    assert {size: seen for size, seen in boxes.items() if len(seen) > 1} == {}, "the board moved"
