"""Lines of a log as people read and write them, ``who: what``: in records, playthroughs, diagrams and lessons.

``who`` is a colour or ``chance``; ``what`` is in the game's notation, or ``(resigns)``, ``(out of time)``,
``(closed)``.
"""

from __future__ import annotations

import msgspec

from banquise.kernel.contract import CHANCE
from banquise.table.decisions import GIVING_UP
from banquise.table.match import Decision, Match

CHANCE_NAME = "chance"


class Line(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One decision: by whom (a colour, or "chance"), and what, in the game's notation, or "(resigns)"."""

    by: str
    move: str

    def __str__(self) -> str:
        return f"{self.by}: {self.move}"

    @property
    def gives_up(self) -> str:
        """How a seat gives up, which no game's notation has a word for; empty if it does not."""
        return next((how for how in GIVING_UP if self.move == f"({how})"), "")

    @property
    def is_move(self) -> bool:
        """Did a seat move?"""
        return self.by != CHANCE_NAME and not self.gives_up


def parted(text: str) -> Line:
    """A line in its two parts.

    >>> parted("red: AG")
    Line(by='red', move='AG')
    """
    who, colon, what = text.partition(":")
    if not colon:
        raise ValueError(f"{text!r} is no line: write who and what, as in 'red: ...' or 'chance: ...'")
    return Line(who.strip(), what.strip())


def read(match: Match, line: Line) -> Decision:
    """What a line means where a match stands; whether the rules allow it is for the match to say."""
    words = match.game.words
    if line.by == CHANCE_NAME:
        if not match.awaits_chance:
            raise ValueError("chance is not next here")
        return Decision(CHANCE, (words.read_outcome(match.state, line.move),))
    if line.by not in match.colours:
        raise ValueError(f"{line.by!r} is not one of {', '.join(match.colours)} or {CHANCE_NAME}")
    seat = match.colours.index(line.by)
    if line.gives_up:
        return Decision(seat, (), line.gives_up)
    return Decision(seat, tuple(words.read(match.state, seat, line.move)))


def write(match: Match, decision: Decision) -> Line:
    """A decision where a match stands: what ``read`` turns back into it."""
    words = match.game.words
    if decision.actor == CHANCE:
        return Line(CHANCE_NAME, words.write_outcome(match.state, decision.codes[0]))
    colour = match.colours[decision.actor]
    if decision.gives_up:
        return Line(colour, f"({decision.gives_up})")
    return Line(colour, words.write_line(match.state, decision.actor, decision.codes))


def play(match: Match, text: str) -> None:
    """Let a line happen."""
    line = parted(text)
    match.apply(read(match, line), line.move)
