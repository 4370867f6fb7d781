"""Positions that the lesson of Ice Cult begins its steps with: Red has tilted twice and looks at the symbols on top."""

from __future__ import annotations

from typing import Any

from banquise.games.ice_cult import rules
from banquise.games.ice_cult.board import (
    CIRCLE,
    OWN_PIECES,
    PATH_NAMES,
    SLOT_NAMES,
    TOP_PATH,
    TOP_SYMBOL,
    UPRIGHT,
)
from banquise.games.ice_cult.state import STATE
from banquise.kernel.game import COLOURS


def ride() -> dict[str, Any]:
    """A green arrow to path C, where green pieces stand: one carries a red piece, one is about to go out."""
    return _temple({"SE": "green C"}, {"C1": "green", "C3": "green red", "C5": "green"})


def circle() -> dict[str, Any]:
    """A red arrow and a circle, and a red piece two steps from the goal."""
    return _temple({"NW": "red A", "NE": "circle"}, {"A4": "red", "A2": "green", "D3": "yellow"})


def arc() -> dict[str, Any]:
    """The green arrow would bring Green's last piece out; an arc can turn it away."""
    tops = {"SE": "green D", "NE": "circle", "SW": "circle"}
    return _temple(tops, {"D5": "green", "A3": "red", "B2": "red"}, {"green": 4, "red": 2})


def goal() -> dict[str, Any]:
    """Red's last piece stands before the goal, with Green's last piece on its back."""
    return _temple({"NE": "red B"}, {"B5": "red green", "C2": "yellow"}, {"red": 4, "green": 4})


def _temple(tops: dict[str, str], stacks: dict[str, str], out: dict[str, int] | None = None) -> dict[str, Any]:
    """Two seats, Red's action two begins. ``tops`` by slot (an arc where nothing is said), ``stacks`` bottom up."""
    s = STATE.new()
    rules.setup(s, 2, [1, 0, 0])
    for place, pieces in stacks.items():
        path, space = PATH_NAMES.index(place[0]), int(place[1]) - 1
        for name in pieces.split():
            rules.put(s, path, space, COLOURS.index(name))
            s.on_path[path][COLOURS.index(name)] += 1
    for colour, name in enumerate(COLOURS):
        s.out[colour] = (out or {}).get(name, 0)
        s.supply[colour] = OWN_PIECES - s.out[colour] - sum(path[colour] for path in s.on_path)
    for slot, name in enumerate(SLOT_NAMES):
        s.orientation[slot] = _lying(s.cube[slot], tops.get(name, "arc"))
    rules.begin_turn(s, 0)
    rules.begin_action_two(s)
    return STATE.to_json(s)


def _lying(cube: int, top: str) -> int:
    """How a cube lies that shows this symbol, and with an arrow points to this path."""
    if top == "arc":
        return UPRIGHT
    if top == "circle":
        return TOP_SYMBOL[cube].index(CIRCLE)
    name, path = top.split()
    wanted = (COLOURS.index(name), PATH_NAMES.index(path))
    return next(way for way in range(24) if (TOP_SYMBOL[cube][way], TOP_PATH[cube][way]) == wanted)
