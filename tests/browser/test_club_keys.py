"""The club's pages by keyboard alone: all is reached by Tab, in order and in sight, and no press loses its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from filled import Member, lived_in
from house import Server, Visitor
from keys import Keys

# What can be pressed or filled in, in the order of the page; of a group of radio buttons Tab finds one, of a board the
# first place. What lies in a closed drawer is not there.
THERE = """() => {
  const all = [...document.querySelectorAll(
    ':is(header, main, footer) :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')];
  const groups = new Set();
  window.there = all.filter((one) => {
    if (one.disabled || one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true })) return false;
    if (one.closest('.board, [inert]')) return false;
    if (one.type !== 'radio') return true;
    const first = !groups.has(one.name);
    groups.add(one.name);
    return first;
  });
  return window.there.length;
}"""
# Which of them has the focus now (of a group, any), or what is wrong with how it is shown.
NOW = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const at = window.there.findIndex(
    (other) => other === one || (one.type === 'radio' && other.type === 'radio' && other.name === one.name));
  const drawn = [one, one.nextElementSibling, one.closest('label')].filter(Boolean);
  const rings = one.querySelector('.ring') !== null || drawn.map(getComputedStyle).some(
    (style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2));
  const box = (one.offsetWidth > 2 ? one : (one.closest('label') ?? one)).getBoundingClientRect();
  const inSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return { at, seen: one.matches(':focus-visible') && rings && inSight, what: one.outerHTML.slice(0, 120) };
}"""


@pytest.fixture
def club(built: None, tmp_path: Any) -> Iterator[Server]:
    """A server of its own: this club is lived in by its own people."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def come_as(browser: Any, club: Server, member: Member) -> Visitor:
    """A member's browser, which holds her card."""
    one = Visitor(browser, club, name=member.name)
    one.go()
    one.page.evaluate("card => { localStorage['banquise.card'] = JSON.stringify(card) }", member.card)
    one.page.reload()
    return one


def faults(one: Visitor) -> list[str]:
    """What is wrong with a way through the page by Tab alone."""
    one.at_rest()
    count = one.page.evaluate(THERE)
    one.page.evaluate("() => { document.activeElement?.blur(); getSelection()?.removeAllRanges(); scrollTo(0, 0); }")
    reached, wrong = list[int](), list[str]()
    for _ in range(3 * count + 60):  # boards have places of their own
        one.page.keyboard.press("Tab")
        now = one.page.evaluate(NOW)
        if now is None:  # the end of the page, behind which it begins again
            continue
        if now["at"] >= 0 and now["at"] in reached and now["at"] != reached[-1]:
            break
        if now["at"] >= 0 and now["at"] not in reached:
            reached.append(now["at"])
        if not now["seen"]:
            wrong.append(f"out of sight: {now['what']}")
    first = reached.index(min(reached))
    if sorted(reached) != reached[first:] + reached[:first]:
        wrong.append(f"in another order than on the page: {reached}")
    missing = sorted(set(range(count)) - set(reached))
    return wrong + [one.page.evaluate("n => 'never: ' + window.there[n].outerHTML.slice(0, 120)", at) for at in missing]


def test_everything_on_the_clubs_pages_is_reached_by_tab_in_order_and_in_sight(browser: Any, club: Server):
    ann, pages = lived_in(club)
    ada = come_as(browser, club, ann)
    wrong = {}
    for name, (address, there) in pages.items():
        ada.go(address)
        ada.page.locator(there).first.wait_for()
        if found := faults(ada):
            wrong[name] = found
    assert wrong == {}, "\n".join(f"{name}: {one}" for name, found in wrong.items() for one in found)
    ada.close()


def press(keys: Keys, words: str) -> None:
    """Tab to a button by its words, and press it."""
    keys.tab_to(f"document.activeElement.matches('button') && document.activeElement.innerText.includes({words!r})")
    keys.press("Enter")


def test_whoever_presses_something_that_goes_away_keeps_their_place(browser: Any, club: Server):
    ann, _ = lived_in(club)
    ada = come_as(browser, club, ann)
    keys = Keys(ada)
    ada.go("#/people")
    ada.page.locator("[data-list=met][data-read=true] li").first.wait_for()
    mute = "[data-list=met] button[aria-pressed=true]"
    assert ada.page.locator(mute).count() == 1
    press(keys, "Hear again")  # goes out while the server answers
    ada.page.locator(mute).wait_for(state="detached")
    ada.page.wait_for_function("() => document.activeElement.innerText?.includes('Mute')")
    press(keys, "Decline")  # goes away with its row
    ada.page.locator(".invitations li").nth(1).wait_for(state="detached")
    ada.page.wait_for_function("() => !!document.activeElement.closest('.invitations')")
    ada.go("#/pair/ice_cult")
    ada.page.locator("main form .lamp").wait_for()
    press(keys, "Find opponents")
    ada.page.wait_for_function("() => document.activeElement.innerText?.includes('Wait no longer')")
    keys.press("Space")
    ada.page.wait_for_function("() => !!document.activeElement.closest('main form')")
    ada.close()


def test_a_question_holds_the_focus_and_gives_it_back(browser: Any, club: Server):
    ann, _ = lived_in(club)
    ada = come_as(browser, club, ann)
    keys = Keys(ada)
    ada.go("#/card")
    ada.page.locator("section.card").wait_for()
    press(keys, "Delete my card")
    ada.page.locator("dialog[open]").wait_for()
    for _ in range(6):
        keys.press("Tab")
        assert ada.page.evaluate("!!document.activeElement.matches('body, dialog *')")
    keys.press("Escape")
    ada.page.locator("dialog[open]").wait_for(state="detached")
    assert ada.page.evaluate("document.activeElement.innerText").startswith("Delete")
    ada.close()
