"""What a learner presses to do what a lesson teaches: each part of a taught move as presses on the board."""

from __future__ import annotations

from typing import Any

from hands import Hands

SPACES = {"island": "the island", "NW": "the north-west camp"}
WAYS = {"up": "up", "right": "to the right", "down": "down", "left": "to the left"}


def named(hands: Hands, words: str, kind: str = ".spot") -> Any:
    """The place or button of the board that is called so."""
    return hands.page.locator(f".board {kind}[aria-label*='{words}' i]").first


def key(hands: Hands, words: str) -> Any:
    """The button of the board that says so."""
    return hands.page.locator(".board .key", has_text=words).first


def ice_lake(hands: Hands, part: str) -> None:
    """Letters on their keys, then the button; or a choice on the ice."""
    if part.startswith(("face", "return")):
        for kind in (".spot.place", ".spot.face") if part.startswith("return") else (".spot.face",):
            hands.press(hands.page.locator(kind).first)
        return
    for letter in part:
        hands.press(hands.page.locator(".board .way").nth("GAD".index(letter)))
    hands.press(".board .key.lamp")


def alaska(hands: Hands, part: str) -> None:
    """A place on the water, turned until it lies as asked; a step; a word."""
    word, *rest = part.split()
    if word == "place":
        cells = " ".join(rest) if len(rest[-1]) > 1 else ""  # "straight f1 E" is free: anywhere
        spot = named(hands, f"{rest[0]}:") if cells else hands.page.locator(".board .spot.hex").first
        hands.press(spot)
        for _ in range(6):
            if cells in (spot.get_attribute("aria-label") or "") and key(hands, "Lay it here").is_enabled():
                break
            hands.press(key(hands, "Turn the piece"))
        hands.press(key(hands, "Lay it here"))
    elif word in ("go", "bear", "melt", "fly"):
        if word == "fly":
            hands.press(key(hands, "helicopter"))
        verb = {"go": "Go to", "bear": "Send the bear to", "melt": "Take away the ice on", "fly": "Fly to"}[word]
        where = SPACES.get(rest[0], rest[0])
        found = hands.page.locator(f".board .spot[aria-label^='{verb}'][aria-label*='{where}']").first
        hands.press(found)
    else:
        hands.press(key(hands, {"load": "Load", "unload": "Unload", "hijack": "Hijack", "end": "End"}[word]))


def altitude(hands: Hands, part: str) -> None:
    """Two cards back; a card of the hand and a place; a place alone; done."""
    page = hands.page
    if part.startswith("keep"):
        for nth in range(2):
            hands.press(page.locator(".hand .cardkey").nth(nth))
        hands.press(".board .key.lamp")
    elif part == "done":
        hands.press(key(hands, "Done"))
    else:
        words = part.split()
        if words[0] == "hand":
            hands.press(page.locator(".hand .cardkey", has_text=f"Play {words[1]} from").first)
        hands.press(named(hands, words[-1]))
        if words[0] == "to":  # a gift is asked about once
            hands.press(".board .key.lamp")


def ice_cult(hands: Hands, part: str) -> None:
    """A tilt, looked at and confirmed; an arrow and its piece; a cube turned by the arc; done."""
    words = part.split()
    if words[0] == "tilt":
        hands.press(named(hands, f"Tilt the {words[1]} pair {WAYS[words[2]]}"))
        hands.press(key(hands, "Tilt them so"))
    elif words[0] == "turn":
        hands.press(named(hands, "Arc, turn a cube", ".key"))
        hands.press(named(hands, f"Turn the {words[1]} cube to the {words[2]}"))
    elif words[0] == "done":
        hands.press(key(hands, "Done"))
    else:
        copy = words[0] == "copy"
        colour, place = words[-2] if words[-2] != "enter" else words[-3], words[-1]
        hands.press(named(hands, f"{'Circle, repeat' if copy else 'Carry out'}: {colour} arrow", ".key"))
        entering = "enter" in words
        hands.press(named(hands, f"piece in on {place}" if entering else f"piece from {place}"))


PRESS = {"ice_lake": ice_lake, "alaska": alaska, "altitude": altitude, "ice_cult": ice_cult}


def do(hands: Hands, game: str, taught: str) -> None:
    """Everything that a taught move asks for, part by part."""
    for part in taught.replace("; ", ", ").split(", "):
        hands.page.wait_for_selector(".lesson[data-stepping=false]")
        PRESS[game](hands, part)
