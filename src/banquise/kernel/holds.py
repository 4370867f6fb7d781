"""What the numbers of a field are, declared beside it: whoever learns from them is shown them in a form that fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Holds:
    """What a number is, and how much of a field is worth showing."""

    what: str  # number, choice, seats, seat, owner or colour
    top: int  # the number that counts as much; of choices, how many there are
    low: int = 0  # the first choice
    first: int = 0  # of the last dimension, a learner is shown so many; 0: all. Sheets and stacks are seldom full
    only: tuple[int, ...] | None = None
    """The places (counted through, of an OWNER field in one row) whose numbers ever vary for whoever decides, if not
    all do; those of seats that are not at the table go without saying."""

    def bounds(self, seats: int) -> tuple[int, int | None]:
        """The least number that there is, and the largest if there is one."""
        largest = {
            "choice": self.low + self.top - 1,
            "seats": seats,
            "seat": seats - 1,
            "owner": seats,
            "colour": self.top,
        }
        return self.low, largest.get(self.what)


MOST_SEATS = 4


def number(top: int, first: int = 0) -> Holds:
    """An amount, mostly from 0 to ``top``."""
    return Holds("number", top, first=first)


def one_of(count: int, low: int = 0, first: int = 0) -> Holds:
    """One of so many things, the first of them numbered ``low``."""
    return Holds("choice", count, low, first)


FLAG = Holds("choice", 2)
"""1 for yes, 0 for no."""
HOW_MANY = Holds("seats", MOST_SEATS)
"""How many seats play: who sits at such a table sees nothing new in it."""
SEAT = Holds("seat", 0)
"""The number of a seat."""
COLOUR = Holds("colour", 4)
"""0 for none, else 1 + a colour, where a field ``colour`` says which colour each seat has."""
OWNED = Holds("owner", 0)
"""0 nobody's, else 1 + the number of a seat."""


@dataclass(frozen=True)
class Reading:
    """What people read off public fields at a glance: a lookup answers for their numbers, place by place.

    A learner is shown it in place of those fields. Which arrow lies on top of a cube that stands so is no secret, but
    to find it out from nothing but the result of a match takes a learner longer than to learn the game.
    """

    name: str
    of: tuple[str, ...]  # fields of the same shape
    lookup: tuple[Any, ...]  # lookup[number of the first field][number of the second]: a number, or a row of them
    holds: Holds
    about: str
