"""How a person takes a hint: presses the button, sees the move on the board and in words, and presses again."""

from __future__ import annotations

from typing import Any

from hands import Hands

# Where each kind of move shows on its board; what is not here is a key that glows.
SHOWN = {
    "ice_lake": ".glow, .tried",
    "alaska": ".shadow, .asked, .key.tried",
    "altitude": ".ghost, .cardkey.away, .cardkey.tried, .key.tried, .pointed",
    "ice_cult": ".spot.tried, .asked, .key.tried",
}
VISIBLE = "all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 0).length"


def ask(hands: Hands) -> str:
    """Press the button once it can be pressed; the move of the hint, as it would be sent."""
    hands.page.locator(".actions .hint:enabled").wait_for()
    hands.press(".actions .hint")
    words = hands.page.locator(".prompt [data-hint]")
    words.wait_for()
    assert words.locator("em").inner_text().strip(), "it is said"
    return str(words.get_attribute("data-hint"))


def shown(page: Any, game: str) -> int:
    """How many marks of the hint are seen on the board."""
    return int(page.eval_on_selector_all(", ".join(f".host {one}" for one in SHOWN[game].split(", ")), VISIBLE))


def follow(hands: Hands, game: str, steps: int) -> None:
    """Take so many hints in a row; each is seen on the board, and is what the log then tells."""
    who = hands.who
    for step in range(steps):
        who.my_turn()
        if who.is_over:
            assert step > 0, "somebody was asked"
            return
        before = who.events()
        move = ask(hands)
        assert shown(who.page, game) > 0, f"{game}: {move} is not to be seen on the board"
        words = who.page.locator(".prompt [data-hint] em").inner_text()
        hands.press(".actions .heed.lamp")
        who.page.wait_for_function("n => Number(document.querySelector('.log').dataset.events) > n", arg=before)
        if game != "ice_lake":  # a programme is told letter by letter; others may act meanwhile, and be told first
            who.page.wait_for_function(
                "words => [...document.querySelectorAll('.log .one')].some(one => one.dataset.full.includes(words))",
                arg=words,
            )
        who.my_turn()
