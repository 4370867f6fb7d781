"""Somebody who plays with a keyboard only."""

from __future__ import annotations

import json
import random

from house import Visitor

BOARD = "document.activeElement?.closest('.board')"
PRESSABLE = ".board .spot, .board .key:not(:disabled), .board .cardkey:not(:disabled)"


class Keys:
    """A visitor without a mouse, who notes what moves they sent."""

    def __init__(self, who: Visitor):
        self.who = who
        self.page = who.page
        self.moves: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framesent", self._note))

    def _note(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "move":
            self.moves.append(message["move"])

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def taken(self) -> None:
        """Wait until what was pressed is drawn: before that it is still one's turn, with the board as it was."""
        self.page.wait_for_selector(".host[aria-busy=false]", state="attached")
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def tab_to(self, is_it: str, most: int = 80, back: bool = False) -> None:
        """Press Tab until something is true."""
        for _ in range(most):
            if self.page.evaluate(is_it):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"{most} times Tab, and never {is_it}")

    def start(self, title: str) -> None:
        """From the home page to a table against bots."""
        self.who.go()
        self.tab_to(
            f"document.activeElement.matches('.sign') && document.activeElement.textContent.includes({title!r})"
        )
        self.press("Enter")
        self.who.at_table()

    def to_board(self) -> None:
        """From the top of the page to the board."""
        self.page.locator(PRESSABLE).first.wait_for(state="attached")
        self.tab_to(f"!!{BOARD}")

    def must_hold(self, when: str) -> None:
        """The focus is on the board, and can be seen."""
        seen = self.page.evaluate(
            """() => {
              const one = document.activeElement;
              if (!one?.closest('.board')) return `nowhere, on ${one?.outerHTML.slice(0, 80)}`;
              if (!one.matches(':focus-visible')) return 'unseen';
              const ring = one.querySelector(':scope .ring');
              const style = getComputedStyle(ring ?? one);
              return parseFloat(ring ? style.strokeWidth : style.outlineWidth) >= 3 ? '' : `faint on ${one.className}`;
            }"""
        )
        assert seen == "", f"the focus is {seen} {when}"

    def press_something(self, chance: random.Random) -> None:
        """Go to something on the board that can be pressed, with keys, and press it."""
        found = self.page.eval_on_selector_all(
            PRESSABLE,
            """all => {
              window.lit = all.filter(one => one.getClientRects().length);
              return window.lit.map(one => one.getAttribute('class'));
            }""",
        )
        lamps = [i for i, kind in enumerate(found) if "lamp" in kind]
        at = chance.choice(lamps) if lamps and chance.random() < 0.4 else chance.randrange(len(found))
        self.page.evaluate("n => { window.aim = window.lit[n]; }", at)
        if "spot" in found[at].split():
            self._walk()
        else:
            self.tab_to("document.activeElement === window.aim || !window.aim.isConnected || window.aim.disabled")
        if not self.page.evaluate("document.activeElement === window.aim"):
            return  # a button that went out when the focus left the board
        self.press("Enter")
        self.page.wait_for_selector(".host[aria-busy=false]")  # sent and answered, or only chosen

    def _walk(self) -> None:
        """To a place of the drawing: Tab to where the drawing begins, then arrows, then page by page."""
        if not self.page.evaluate("!!document.activeElement.matches('.board .spot')"):
            self.tab_to("!!document.activeElement.matches('.board .spot')")
        seen: set[str] = set()
        paging = False
        for _ in range(150):
            step = self.page.evaluate(
                """() => {
                  if (document.activeElement === window.aim) return null;
                  const [a, b] = [document.activeElement, window.aim].map((one) => one.getBoundingClientRect());
                  const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
                  const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'Right' : 'Left') : dy > 0 ? 'Down' : 'Up';
                  return [`Arrow${key}`, `${a.x} ${a.y}`];
                }"""
            )
            if step is None:
                return
            key, here = step
            # An arrow that leads in a circle, or nowhere: from then on page by page, which leads everywhere.
            paging = paging or here in seen
            self.press("PageDown" if paging else key)
            seen = seen | {here}
        aim = self.page.evaluate("`${window.aim.isConnected ? 'on the board' : 'drawn anew'}, ${window.aim.outerHTML}`")
        raise AssertionError(f"a place of the board that no key leads to: {aim}")

    def written(self) -> int:
        """How many letters are on the sheet of Ice Lake."""
        return int(self.page.locator(".paper .letter").count())

    def run_into_a_crack(self) -> None:
        """Write a round of six steps and one more, which runs along the first: to the left, or else to the right."""
        for letter in "gd":
            while self.written():
                self.press("Backspace")
            for _ in range(7):
                self.press(letter)
            self.page.wait_for_timeout(300)  # the server says how far it would go
            if "Step 7" in self.page.inner_text(".sheet .note"):
                return
        while self.written() > 1:
            self.press("Backspace")

    @property
    def kinds(self) -> list[str]:
        """The first word of each move; letters of a programme are one kind, and so are arrows of all colours."""
        return [kind_of(move) for move in self.moves]


def kind_of(move: str) -> str:
    first = move.split(maxsplit=1)[0]
    if set(move) <= set("GAD-"):
        return "letters"
    return "arrow" if first in ("red", "yellow", "green", "blue") else first
