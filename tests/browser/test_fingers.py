"""On a phone everything around the boards is large enough for a finger (test_matches.py looks at the boards)."""

from __future__ import annotations

from collections.abc import Callable

from hands import PHONE
from house import Server, Visitor

Come = Callable[..., Visitor]

# What can be pressed and is met by something else, or by nothing, within forty pixels around its middle. A link in a
# sentence is as high as its line.
TOO_SMALL = """() => [...document.querySelectorAll('button, a, input, select, textarea, summary, [role=button]')]
  .filter(one => one.getClientRects().length && !one.disabled && !one.closest('.drawing, [inert], .skip')
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter(one => !(one.matches('p a, li p a, .hint a') && getComputedStyle(one).display === 'inline'))
  .filter(one => {
    one.scrollIntoView({ block: 'center', inline: 'nearest' });
    const whole = one.matches('input') && one.closest('label') || one;
    const box = whole.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const meets = (x, y) => { const met = document.elementFromPoint(x, y);
      return met && (whole.contains(met) || met.closest('label')?.control === one); };
    if (!meets(x, y)) return false;  // something lies over it: it is no target now
    return [[-19, 0], [19, 0], [0, -19], [0, 19]].some(([dx, dy]) => !meets(x + dx, y + dy));
  })
  .map(one => `${one.outerHTML.slice(0, 120)} ${JSON.stringify(one.getBoundingClientRect())}`)"""


def test_everything_around_the_boards_is_large_enough_for_a_finger(visitor: Come, server: Server):
    ada = visitor(size=PHONE, touch=True)
    page = ada.page
    over = server.finished("ice_cult")
    pages = {
        "": ".sign",
        "#/set/alaska": ".sizes",
        "#/settings": "h1",
        "#/rules/ice_lake": "h1",
        "#/learn/altitude": ".lesson .drawing",
        "#/puzzles/ice_cult/1": ".puzzle .drawing",
        "#/card": "h1",
        "#/matches": "h1",
        "#/pair/ice_lake": "form",
        "#/standings/ice_lake": "select",
        f"#/replay/{over}": ".replay[data-steps]",
        f"#/table/{over}": ".ending",
    }
    found = {}
    for address, there in pages.items():
        ada.go(address)
        page.wait_for_selector(there)
        ada.at_rest()
        found[address] = page.evaluate(TOO_SMALL)
    ada.click_play("Alaska")
    ada.my_turn()
    page.get_by_role("button", name="Log").tap()
    for tab in page.locator(".tab").all():
        tab.tap()
        ada.at_rest()
        found[tab.inner_text()] = page.evaluate(TOO_SMALL)
    assert {where: small for where, small in found.items() if small} == {}
