"""What most games say alike: a game's ``words.py`` takes from here what fits, and writes the rest itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from banquise.kernel.game import COLOURS, Rules
from banquise.kernel.notation import BadNotation, listing, tidy
from banquise.kernel.schema import State
from banquise.kernel.speech import Reason


def one_by_one(
    write: Callable[[State, int, int], str], between: str = " "
) -> Callable[[State, int, Sequence[int]], str]:
    """``write_line`` of a game whose moves are written one after the other, with something between them."""

    def write_line(s: State, seat: int, moves: Sequence[int]) -> str:
        return between.join(write(s, seat, move) for move in moves)

    return write_line


def nothing_beforehand(read: Callable[[State, int, str], list[int]]) -> Callable[[State, int, str], Mapping[str, Any]]:
    """``preview`` of a game in which a move says all that can be known of it; text that means nothing is refused."""

    def preview(s: State, seat: int, text: str) -> Mapping[str, Any]:
        read(s, seat, text)
        return {}

    return preview


def walked(
    s: State,
    seat: int,
    line: Sequence[int],
    rules: Rules,
    reasons: Mapping[int, Reason],
    make: Callable[[State, int], None] | None = None,
) -> tuple[State, str | None]:
    """How things would stand after a line of moves, as far as it is legal, and the key of the reason where it is not.

    For a ``preview``: ``make`` makes a move there, where that is not simply to play it.
    """
    ghost = s.copy()
    for move in line:
        refused = reasons.get(rules.why_illegal(ghost, seat, move))
        if refused:
            return ghost, refused.key
        if make is None:
            rules.play(ghost, seat, move)
        else:
            make(ghost, move)
    return ghost, None


def colour(seat: int) -> str:
    """A seat as a parameter of a message, where seats have their colours in order."""
    return f"@colour.{COLOURS[seat]}"


def one_of(text: str, names: Sequence[str]) -> int:
    """Which of some names a text is: what ``read_outcome`` asks; BadNotation if none."""
    if tidy(text) not in names:
        raise BadNotation(text, f"the outcome is one of {listing(names)}")
    return list(names).index(tidy(text))
