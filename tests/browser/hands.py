"""Somebody who plays with a mouse only, or with a finger only, on what the page lights up and offers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from house import Visitor

PHONE = (390, 844)

# A point of the element that a pointer really meets (nothing else lies over it there), and what it is called; null:
# there is none. `window.heard` is kept when the page has done with the next press.
FREE_POINT = """one => {
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = one.getBoundingClientRect();
  const shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  window.heard = new Promise(done =>
    addEventListener('click', () => setTimeout(done), { capture: true, once: true }));
  for (const down of shares) for (const across of shares) {
    const [x, y] = [box.left + box.width * across, box.top + box.height * down];
    const met = document.elementFromPoint(x, y);
    if (met && (one.contains(met) || met.closest('label')?.control === one))
      return [x, y, one.getAttribute('aria-label')];
  }
  return null;
}"""
# The middle of what is called so, among places that are magnified to choose from; null: nothing is magnified.
MAGNIFIED = """name => {
  const all = [...document.querySelectorAll('.loupe .choice')];
  const one = all.find(one => (one.getAttribute('aria-label') ?? one.textContent) === name);
  if (all.length && !one) throw Error(`${name} is not among ${all.map(one => one.outerHTML)}`);
  one?.scrollIntoView({ block: 'nearest' });
  const box = one?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""

# What can be pressed on the board, once each; what is covered or scrolled away is left out by a person as well.
OFFERED = """() => {
  const all = [...document.querySelectorAll('.board :is(.spot, .key:not(:disabled), .cardkey:not(:disabled))')];
  window.offered = all.filter(one => one.getClientRects().length && !one.matches('.dim'));
  return window.offered.map(one => one.getAttribute('class'));
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
        *where, name = point
        if not self.touch:
            self.page.mouse.click(*where)
            return
        self.page.touchscreen.tap(*where)
        self.page.evaluate("() => window.heard")
        among = self.page.evaluate(MAGNIFIED, name)  # several are too near one another for a finger
        if among is not None:
            self.page.touchscreen.tap(*among)

    def press_button(self, name: str) -> None:
        """Press the button of this name."""
        self.press(self.page.get_by_role("button", name=name).first)

    def start(self, title: str) -> None:
        """From the home page to a table against a bot, with one press."""
        self.who.go()
        self.press(self.page.locator(".sign", has_text=title))
        self.who.at_table()
        self.page.wait_for_selector(".drawing")  # a board is fetched when it is wanted

    def start_among_four(self, game: str) -> None:
        """A table against three bots, set with presses: a seat has half as many turns as among two."""
        self.who.go(f"#/set/{game}")
        self.press(self.page.locator(".sizes .pick", has_text="4").first)
        self.press_button("Sit down")
        self.who.at_table()
        self.page.wait_for_selector(".drawing")

    def offered(self) -> list[str]:
        """What the board lets one press now: the classes of each, kept in ``window.offered``."""
        return self.page.evaluate(OFFERED)

    def act(self, chance: random.Random) -> str:
        """Press something that the board offers, as somebody would who tries; what it was."""
        kinds = self.offered()
        assert kinds, "it is our turn, and nothing can be pressed"
        lamps = [i for i, kind in enumerate(kinds) if "lamp" in kind.split()]
        spots = [i for i, kind in enumerate(kinds) if "spot" in kind.split()]
        # Lamps go on with the match; among them is "end", and who walks about for ever sees no end.
        among = lamps if lamps and chance.random() < 0.7 else spots if spots and chance.random() < 0.8 else None
        at = chance.choice(among) if among else chance.randrange(len(kinds))
        self.press(self.page.evaluate_handle("n => window.offered[n]", at))
        return kinds[at]

    def play_to_the_end(self, seed: int, each: Callable[[], None] = lambda: None, most: int = 1500) -> int:
        """Press until the match is over, and call ``each`` at every decision; how many presses it took."""
        chance = random.Random(seed)
        for made in range(most):
            self.who.my_turn()
            if self.who.is_over:
                return made
            each()
            self.act(chance)
            # Taken, or a selection that sends nothing: either is drawn with the next picture.
            self.page.wait_for_selector(".host[aria-busy=false], .cover", state="attached")
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        raise AssertionError(f"no end after {most} presses")
