"""How Snow Dice looks: cups, dice and snowballs, in characters and as an SVG picture."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from banquise.kernel.game import COLOURS
from banquise.kernel.palette import INK, SNOW, THIN_ICE, seat_shape
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, say

FOLDER = Path(__file__).parent


def text(s: State, language: str = "en") -> str:
    """A line for each seat: its cup, what was last lifted, its snowballs."""
    return "\n".join(_line(s, seat, language) for seat in range(s.seats))


def _line(s: State, seat: int, language: str) -> str:
    params: dict[str, str | int] = {
        "seat": f"@colour.{COLOURS[seat]}",
        "balls": s.snowballs[seat],
        "die": _die(s, seat),
    }
    return say(Message("board.seat", params), language, FOLDER)


def _die(s: State, seat: int) -> str:
    """The die as this viewer sees it: its number, a cup over it, or what was lifted in the last round."""
    if s.die[seat]:
        return f"[{s.die[seat]}]"
    if (s.turn - 1 - seat) % s.seats < s.rolled:
        return "[ ]"
    return f"({s.lifted[seat]})" if s.lifted[seat] else "-"


def svg(s: State, language: str = "en") -> str:
    """A row of cups."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {100 * s.seats} 120" role="img" '
        f'aria-label="{escape(text(s, language))}" font-family="Georgia, serif">',
        f'<rect width="100%" height="100%" fill="{SNOW}"/>',
    ]
    for seat in range(s.seats):
        x = 100 * seat + 50
        parts += [
            f'<rect x="{x - 30}" y="20" width="60" height="60" rx="8" fill="{THIN_ICE}" stroke="{INK}"/>',
            f'<text x="{x}" y="60" font-size="28" text-anchor="middle" fill="{INK}">{_die(s, seat)}</text>',
            seat_shape(COLOURS[seat], x - 20, 100, 9),
        ]
        parts += [
            f'<circle cx="{x + 4 + 14 * i}" cy="100" r="6" stroke="{INK}" fill="white"/>'
            for i in range(s.snowballs[seat])
        ]
    return "".join(parts) + "</svg>"


def layout() -> dict[str, Any]:
    """Nothing about a row of cups is fixed."""
    return {}
