"""Somebody who plays with a mouse only, or with a finger only, on what the page lights up and offers."""

from __future__ import annotations

from typing import Any

from house import Visitor

PHONE = (390, 844)

# A point of the element that a pointer really meets: nothing else lies over it there. Null: there is none.
FREE_POINT = """one => {
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = one.getBoundingClientRect();
  const shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  for (const down of shares) for (const across of shares) {
    const [x, y] = [box.left + box.width * across, box.top + box.height * down];
    const met = document.elementFromPoint(x, y);
    if (met && (one.contains(met) || met.closest('label')?.control === one)) return [x, y];
  }
  return null;
}"""


class Hands:
    """A visitor without a keyboard. With `touch` every press is a tap of a finger, else a click of the mouse."""

    def __init__(self, who: Visitor, touch: bool):
        self.who = who
        self.page = who.page
        self.touch = touch

    def press(self, what: Any) -> None:
        """Press an element that `what` (a selector, a locator or a handle) names, where a pointer meets it."""
        one = self.page.locator(what) if isinstance(what, str) else what
        point = one.evaluate(FREE_POINT)
        assert point is not None, f"something lies over {one.evaluate('one => one.outerHTML.slice(0, 160)')}"
        if self.touch:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def press_button(self, name: str) -> None:
        """Press the button of this name."""
        self.press(self.page.get_by_role("button", name=name).first)
