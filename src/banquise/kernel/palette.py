"""Colours and shapes that every drawing shares. A seat's colour never comes without its shape."""

from __future__ import annotations

FJORD = "#0c1f2c"
DEEP_WATER = "#12384f"
THIN_ICE = "#cfe6ef"
SNOW = "#f6fafb"
INK = "#14222b"
LAMP = "#e9a23b"
SEAT_COLOURS = {"red": "#cc3311", "yellow": "#e5b800", "green": "#009e73", "blue": "#0072b2"}


def seat_shape(colour: str, x: float, y: float, size: float) -> str:
    """The mark of a seat, centred on (x, y): triangle, circle, diamond or square."""
    paint = f'fill="{SEAT_COLOURS[colour]}" stroke="{INK}" stroke-width="{size / 8:.1f}"'
    if colour == "yellow":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.85:.1f}" {paint}/>'
    if colour == "blue":
        side = size * 1.5
        return f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" {paint}/>'
    corners = [(0, -1), (0.95, 0.75), (-0.95, 0.75)] if colour == "red" else [(0, -1), (1, 0), (0, 1), (-1, 0)]
    points = " ".join(f"{x + dx * size:.1f},{y + dy * size:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" {paint}/>'
