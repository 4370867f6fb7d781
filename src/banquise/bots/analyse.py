"""What each seat could hope for after every line of a record, where a match turned, and what a bot would have played.

The chances are those of somebody who sees what a spectator sees and thinks as well as the search: hidden things are
imagined anew in every simulation, so a secret plan does not show in them before it is revealed. They come from the best
judge there is, a yeti where a game was taught one, else a bear. Who is asked for a better move knows what the seat knew
then, and no more.

``analyse`` does it all at once; ``Chances`` and ``Opinion`` are the same in portions, for the workers of a pool.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from banquise.bots.hints import hint
from banquise.bots.levels import best_of, judge_of, level_named, mind_of
from banquise.bots.mind import Budget, believed
from banquise.bots.pool import GRACE
from banquise.games import game as game_named
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match, Record, decode
from banquise.table.match import Decision
from banquise.table.record import beginning, play_line

SIMULATIONS = 400
MARKED = 5
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
    judge: str  # the level whose search it was
    simulations: int
    points: list[Point]
    swings: list[int]  # indices into points, the biggest first


@dataclass(frozen=True)
class Better:
    """What a level would have done where a seat made a line of the log, beside what the seat did."""

    line: int
    seat: int
    level: str
    move: str  # as it would be typed
    said: list[Message]  # and as the log would tell it
    chance: float | None  # to win, as the search saw it
    reason: Message | None  # the guide's, where it knows one
    played: str
    played_said: list[Message]
    same: bool


class NoDecision(ValueError):
    """A line of the log that no seat decided."""


# The whole at once ------------------------------------------------------------------------------


def analyse(
    walk: Walk,
    simulations: int = SIMULATIONS,
    *,
    marked: int = MARKED,
    seed: int = 0,
    known: Sequence[list[float]] = (),
    progress: Callable[[list[float]], None] = lambda chances: None,
) -> Analysis:
    """Search after every line of the log; of the first lines the chances may be known already."""
    chances = [*known]
    for line in range(len(known), len(walk.record.log) + 1):
        chances.append(chances_now(walk.to(line), simulations, seed))
        progress(chances[-1])
    return assembled(walk.record, chances, simulations, marked)


def assembled(record: Record, chances: Sequence[list[float]], simulations: int, marked: int = MARKED) -> Analysis:
    """The analysis that a row of chances makes: the first before any line, then one after each line so far."""
    points: list[Point] = []
    for number, now in enumerate(chances):
        line = record.log[number - 1] if number else None
        swung, swing = 0, 0.0
        if points:
            changes = [new - old for new, old in zip(now, points[-1].chances, strict=True)]
            swung = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
            swing = round(changes[swung], 4)
        points.append(Point(number, line.by if line else "", line.move if line else "", now, swing, swung))
    # Whoever gives up decides the match and does not turn it: what is marked was played.
    played = [number for number in range(1, len(points)) if not record.log[number - 1].gives_up]
    swings = sorted(played, key=lambda number: -abs(points[number].swing))[:marked]
    colours, names = [seat.colour for seat in record.seats], [seat.name for seat in record.seats]
    judge = judge_of(game_named(record.game), len(record.seats))
    return Analysis(record.game, colours, names, judge, simulations, points, swings)


def chances_now(match: Match, simulations: int, seed: int = 0, stop: Callable[[], bool] = lambda: False) -> list[float]:
    """What each seat may hope for; at the end, what it got. For a lone seat: how well it does, as the guide says."""
    result = match.result
    if result is not None and match.seats > 1:
        won = result.winners
        nobody = 1 / match.seats
        return [round((seat in won) / len(won), 4) if won else round(nobody, 4) for seat in range(match.seats)]
    world = believed(match.game, match.state, match.seats, -1, seed)
    judge = level_named(judge_of(match.game, match.seats))
    mind = mind_of(match.game, taught=judge.taught)
    return mind.think(world, Budget(simulations), seed=seed, stop=stop).chances


def better(walk: Walk, line: int, level: str = "", seed: int = 0) -> Better:
    """What a level, else the game's best, would have done instead of a line of the log (counted from 1)."""
    log = walk.record.log
    level = level or judge_of(game_named(walk.record.game), len(walk.record.seats))
    if not 1 <= line <= len(log) or not log[line - 1].is_move:
        raise NoDecision(f"line {line} of the log is no decision of a seat; it has {len(log)} lines")
    entry = walk.decision(line)
    match, seat = walk.to(line - 1), entry.actor
    found = hint(match, seat, level, seed)
    codes, said = _told(match, Decision(seat, tuple(found.codes)))
    _, played_said = _told(match, entry)
    words, seen, shared = match.game.words, match.seen(seat), min(len(codes), len(entry.codes))
    return Better(
        line=line,
        seat=seat,
        level=level,
        move=words.write_line(seen, seat, codes),
        said=said,
        chance=found.chance,
        reason=found.reason,
        played=words.write_line(seen, seat, entry.codes),
        played_said=played_said,
        same=codes[:shared] == entry.codes[:shared],
    )


def _told(match: Match, entry: Decision) -> tuple[tuple[int, ...], list[Message]]:
    """What a seat does, as the log tells it to that seat. Of moves that cannot be made together, the first."""
    trial = match.copy()
    count = len(trial.events(entry.actor))
    try:
        trial.apply(entry)
    except IllegalMove:
        entry = Decision(entry.actor, entry.codes[:1])
        trial.apply(entry)
    own = [event for event in trial.events(entry.actor, count) if event.actor == entry.actor]
    return entry.codes, [message for event in own for message in event.said]


class Walk:
    """A record walked along, each line read once: every moment is marked, so that one can go back to it."""

    def __init__(self, record: Record):
        self.record = record
        self._match = beginning(record)
        self._decisions: list[Decision] = []
        self._marks = [self._match.mark()]

    def to(self, line: int) -> Match:
        """The match after so many lines, until the next call."""
        while len(self._decisions) < line:
            self._read_on()
        if len(self._match.log) > line:
            self._match.back_to(self._marks[line])
        for decision in self._decisions[len(self._match.log) : line]:
            self._match.apply(decision)
        return self._match

    def decision(self, line: int) -> Decision:
        """What a line of the log, counted from 1, decided."""
        self.to(line)
        return self._decisions[line - 1]

    def _read_on(self) -> None:
        """One line further than anybody has been."""
        known = len(self._decisions)
        self._decisions.append(play_line(self.to(known), known + 1, self.record.log[known]))
        self._marks.append(self._match.mark())


# In portions ------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _walk(record: bytes) -> Walk:
    return Walk(decode(record))


@dataclass(frozen=True)
class Chances:
    """A job for a pool: the chances after line ``first`` and those that follow, as many as fit into the seconds."""

    record: bytes
    game: str
    first: int
    simulations: int = SIMULATIONS
    seconds: float = 1.0

    def patience(self) -> float:
        """Reading the record and the last of its searches come on top."""
        return self.seconds + 6 * GRACE

    def do(self, stop: Callable[[], bool]) -> list[list[float]]:
        """The chances, in the order of the lines; at least those of the first."""
        walk, found, end = _walk(self.record), [], time.monotonic() + self.seconds
        for line in range(self.first, len(walk.record.log) + 1):
            found.append(chances_now(walk.to(line), self.simulations, 0, stop))
            if stop() or time.monotonic() > end:
                break
        return found


@dataclass(frozen=True)
class Opinion:
    """A job for a pool: what a level would have done instead of a line of the log."""

    record: bytes
    game: str
    line: int
    level: str = ""  # the game's best

    def patience(self) -> float:
        """The level's own limit, and reading the record."""
        return level_named(self.level or best_of(game_named(self.game))).limit + 6 * GRACE

    def do(self, stop: Callable[[], bool]) -> Better:
        """The opinion."""
        return better(_walk(self.record), self.line, self.level)


# Drawn ------------------------------------------------------------------------------------------


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
