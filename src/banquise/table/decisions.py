"""What is decided at a table: moves, lines of the log, how a match ended; and how a decision is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from banquise.kernel.speech import Message, Reason, say

HOME = Path(__file__).parent  # with the words of tables: why something cannot be taken back


class IllegalMove(ValueError):
    """A move that the rules refuse. Nothing has changed.

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.play(0, "S")
    >>> match.play(0, "R")
    Traceback (most recent call last):
        ...
    banquise.table.decisions.IllegalMove: 'R' refused: Your programme is finished and cannot be changed. (IL-7.2)
    """

    def __init__(self, reason: Reason, move: str, sentence: str):
        self.reason = reason
        self.move = move
        self.sentence = sentence
        super().__init__(f"{move!r} refused: {sentence} ({reason.paragraph})")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.move, self.sentence)


class NoUndo(ValueError):
    """A move that cannot be taken back: a key of the table's catalogue, and the paragraph that says so, if one does.

    >>> from banquise import new
    >>> new("ice_lake", seats=2, seed=7).undo(0)
    Traceback (most recent call last):
        ...
    banquise.table.decisions.NoUndo: You have not moved yet.
    """

    def __init__(self, key: str, paragraph: str | None = None):
        self.message = Message(key)
        self.paragraph = paragraph
        super().__init__(say(self.message, "en", HOME))

    def __reduce__(self) -> tuple[Any, ...]:
        return NoUndo, (self.message.key, self.paragraph)

    def said(self, language: str) -> str:
        """Why not, in a language."""
        return say(self.message, language, HOME)


class Move(int):
    """A legal move: an int inside, text outside.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> move = match.legal(match.to_act[0])[0]
    >>> move
    <0 'tilt top up'>
    >>> str(move), int(move)
    ('tilt top up', 0)
    """

    text: str

    def __new__(cls, code: int, text: str) -> Move:
        move = super().__new__(cls, code)
        move.text = text
        return move

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override] # an int's own takes no text
        return int(self), self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)} {self.text!r}>"


Choice = int | str | Sequence[int]
"""A move as a person gives it: its code, its text, or several codes made together."""


RESIGNS, OUT_OF_TIME, CLOSED = GIVING_UP = "resigns", "out of time", "closed"
RESIGNED, CALLED_OFF = BESIDE_THE_RULES = "ending.resigned", "ending.closed"


class Decision(msgspec.Struct, frozen=True, gc=False):
    """One line of the log: what a seat decided (several moves if they were made together), or an outcome of chance.

    Or that a seat gives up, or has to, which no rule knows of: then there are no moves, and ``gives_up`` says how.
    """

    actor: int
    codes: tuple[int, ...]
    gives_up: str = ""


def decisions_in(log: Sequence[Decision]) -> int:
    """How many of these lines are moves or outcomes of chance: what undo counts in."""
    return sum(not entry.gives_up for entry in log)


@dataclass(frozen=True)
class Result:
    """How a match ended: who won (nobody, one or several), why it ended, and the points.

    >>> Result(winners=(0,), ending="ending.resigned", points=(1, 0)).winners
    (0,)
    """

    winners: tuple[int, ...]
    ending: str
    points: tuple[int, ...]
