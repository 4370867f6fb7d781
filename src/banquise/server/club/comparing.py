"""Results of one chance side by side: what each place made of it at every table, as in bridge. No I/O.

At a place a result is better by its lead over the best other seat, then by its points. Whoever gave up stands last, and
whoever was left over when all others gave up stands first. Where the cards were known a result is shown, not counted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from banquise.server.club import duplicate_protocol as d


class Outcome(NamedTuple):
    """How one table ended; ``turn``: by how many places its sides are turned."""

    number: int
    turn: int
    counts: bool
    seats: list[d.DuplicateSeat]
    points: list[int] | None
    winners: list[int]

    def lead(self, seat: int) -> int | None:
        """How far a seat is before the best other, or behind."""
        if self.points is None:
            return None
        return self.points[seat] - max(points for n, points in enumerate(self.points) if n != seat)

    def worth(self, seat: int) -> tuple[int, int, int]:
        """By what results of one place are put in order."""
        lead = self.lead(seat)
        if lead is None or self.points is None:
            return (1 if seat in self.winners else -1), 0, 0
        return 0, lead, self.points[seat]


class Field:
    """What one place has come to at all tables that count: each result is held against it, however many there are."""

    def __init__(self, seat: int, outcomes: Sequence[Outcome]):
        self.seat = seat
        counted = [one for one in outcomes if one.counts]
        self._worths = sorted(one.worth(seat) for one in counted)
        self._leads = {one.number: lead for one in counted if (lead := one.lead(seat)) is not None}
        self._sum = sum(self._leads.values())

    @property
    def most(self) -> int:
        """The match points that could be had."""
        return 2 * (len(self._worths) - 1)

    def place(self, outcome: Outcome) -> int:
        """Where a result that counts stands, from 1 on."""
        return len(self._worths) - bisect_right(self._worths, outcome.worth(self.seat)) + 1

    def match_points(self, outcome: Outcome) -> int:
        """For a result that counts: two for each that is beaten, one for each other that is equal."""
        own = outcome.worth(self.seat)
        beaten, not_better = bisect_left(self._worths, own), bisect_right(self._worths, own)
        return 2 * beaten + not_better - beaten - 1

    def against(self, outcome: Outcome) -> float | None:
        """A lead beside the mean of the others'."""
        lead, own = outcome.lead(self.seat), self._leads.get(outcome.number)
        others = len(self._leads) - (own is not None)
        return round(lead - (self._sum - (own or 0)) / others, 1) if lead is not None and others else None


def place_of(seat: int, outcomes: Sequence[Outcome]) -> d.DuplicatePlace:
    """All results of one place, the best first; those that do not count come last."""
    field = Field(seat, outcomes)
    rows = [_result(one, field) for one in outcomes]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.table))
    return d.DuplicatePlace(seat, outcomes[0].seats[seat].colour, field.most, rows)


def _result(outcome: Outcome, field: Field) -> d.DuplicateResult:
    seat = field.seat
    sitter = outcome.seats[seat]
    return d.DuplicateResult(
        table=outcome.number,
        name=sitter.name,
        kind="bot" if sitter.kind == "bot" else "person",
        level=sitter.level,
        points=None if outcome.points is None else outcome.points[seat],
        lead=outcome.lead(seat),
        won=seat in outcome.winners,
        known=not outcome.counts,
        place=field.place(outcome) if outcome.counts else None,
        match_points=field.match_points(outcome) if outcome.counts else None,
        against=field.against(outcome),
    )


def sides_of(outcomes: Sequence[Outcome]) -> list[d.DuplicateSide]:
    """What each side has come to at the tables that count, the best first; none where the places were never turned."""
    counted = [one for one in outcomes if one.counts]
    if len({one.turn for one in counted}) < 2:
        return []
    seats = len(counted[0].seats)
    fields = [Field(seat, counted) for seat in range(seats)]
    sides = []
    for side in range(seats):
        held = [(one, (side + one.turn) % seats) for one in counted]
        sides.append(
            d.DuplicateSide(
                side,
                [one.seats[seat].name for one, seat in held],
                sum(one.lead(seat) or 0 for one, seat in held),
                sum(fields[seat].match_points(one) for one, seat in held),
            )
        )
    return sorted(sides, key=lambda one: (-one.match_points, -one.lead, one.side))


def is_even(outcomes: Sequence[Outcome]) -> bool:
    """Has every side had every place equally often?"""
    turns = [one.turn % len(one.seats) for one in outcomes if one.counts]
    if not turns:
        return False
    seats = len(outcomes[0].seats)
    return len({turns.count(turn) for turn in range(seats)}) == 1
