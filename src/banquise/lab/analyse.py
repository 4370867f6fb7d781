"""What each seat could hope for after every line of a record, and where a match turned.

The chances are those of somebody who sees what a spectator sees and thinks as well as the search: hidden things are
imagined anew in every simulation, so a secret plan does not show in them before it is revealed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from banquise.bots.levels import mind_of
from banquise.bots.mind import Budget
from banquise.table import Record, replay

SIMULATIONS = 400
COLOURS = {"red": "#c1121f", "yellow": "#b8860b", "green": "#2d6a4f", "blue": "#1d4e89"}
DASHES = ("", "8 4", "2 3", "10 3 2 3")  # a seat is known by its dashes as well as by its colour


@dataclass(frozen=True)
class Point:
    """The chances after so many lines of the log; ``by`` and ``move`` are the line that led there."""

    line: int
    by: str
    move: str
    chances: list[float]
    swing: float  # how much the chance of the seat that it changed most rose or fell
    swung: int  # that seat


@dataclass(frozen=True)
class Analysis:
    """A match as a row of chances, and the lines at which they changed most."""

    game: str
    colours: list[str]
    names: list[str]
    simulations: int
    points: list[Point]
    swings: list[int]  # indices into points, the biggest first


def analyse(
    record: Record,
    simulations: int = SIMULATIONS,
    *,
    marked: int = 5,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Analysis:
    """Search after every line of the log."""
    whole = replay(record)
    match = whole.copy(0)
    points: list[Point] = []
    for number in range(len(whole.log) + 1):
        chances = _chances(match, simulations, seed)
        line = record.log[number - 1] if number else None
        swung, swing = 0, 0.0
        if points:
            changes = [now - before for now, before in zip(chances, points[-1].chances, strict=True)]
            swung = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
            swing = round(changes[swung], 4)
        points.append(Point(number, line.by if line else "", line.move if line else "", chances, swing, swung))
        progress(1)
        if number < len(whole.log):
            match.apply(whole.log[number])
    swings = sorted(range(1, len(points)), key=lambda i: -abs(points[i].swing))[:marked]
    return Analysis(match.game.name, list(match.colours), list(match.names), simulations, points, swings)


def _chances(match: Any, simulations: int, seed: int) -> list[float]:
    outcome = match.outcome
    if outcome is not None:
        won = outcome.winners
        nobody = 1 / match.seats
        return [round((seat in won) / len(won), 4) if won else round(nobody, 4) for seat in range(match.seats)]
    thought = mind_of(match.game).think(match.state, match.seats, -1, Budget(simulations), seed=seed)
    return thought.chances


def as_svg(analysis: Analysis) -> str:
    """The chances as lines, the biggest swings marked."""
    width, height, left, top = 720, 240, 44, 20
    across = (width - left - 20) / max(1, len(analysis.points) - 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 60}" font-family="sans-serif" '
        f'font-size="12"><title>Chances to win, line by line</title>'
    ]
    for percent in (0, 25, 50, 75, 100):
        y = top + height * (1 - percent / 100)
        parts.append(
            f'<line x1="{left}" x2="{width - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity="0.2"/>'
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor">{percent} %</text>'
        )
    for seat, colour in enumerate(analysis.colours):
        spots = " ".join(
            f"{left + across * i:.1f},{top + height * (1 - point.chances[seat]):.1f}"
            for i, point in enumerate(analysis.points)
        )
        parts.append(
            f'<polyline points="{spots}" fill="none" stroke="{COLOURS[colour]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}"/>'
            f'<text x="{left + 120 * seat}" y="{top + height + 34}" fill="{COLOURS[colour]}">{colour}</text>'
        )
    for rank, index in enumerate(analysis.swings, 1):
        point = analysis.points[index]
        x, y = left + across * index, top + height * (1 - point.chances[point.swung])
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="none" stroke="currentColor"/>'
            f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="middle" fill="currentColor">{rank}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
