"""Results of one chance side by side: what each place made of it at every table, as in bridge. No I/O.

At a place a result is better by its lead over the best other seat, then by its points. Whoever gave up stands last, and
whoever was left over when all others gave up stands first. Where the cards were known a result is shown, not counted.
"""

from __future__ import annotations

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


def match_points(outcome: Outcome, seat: int, others: Sequence[Outcome]) -> int:
    """Two for each result that is beaten, one for each that is equal."""
    own = outcome.worth(seat)
    return sum(2 if own > other.worth(seat) else own == other.worth(seat) for other in others)


def place_of(seat: int, outcomes: Sequence[Outcome]) -> d.DuplicatePlace:
    """All results of one place, the best first; those that do not count come last."""
    counted = [one for one in outcomes if one.counts]
    rows = [_result(one, seat, [other for other in counted if other is not one]) for one in outcomes]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.table))
    return d.DuplicatePlace(seat, outcomes[0].seats[seat].colour, 2 * (len(counted) - 1), rows)


def _result(outcome: Outcome, seat: int, others: list[Outcome]) -> d.DuplicateResult:
    sitter, lead = outcome.seats[seat], outcome.lead(seat)
    leads = [found for other in others if (found := other.lead(seat)) is not None]
    beside = round(lead - sum(leads) / len(leads), 1) if lead is not None and leads else None
    better = sum(other.worth(seat) > outcome.worth(seat) for other in others)
    return d.DuplicateResult(
        table=outcome.number,
        name=sitter.name,
        kind="bot" if sitter.kind == "bot" else "person",
        level=sitter.level,
        points=None if outcome.points is None else outcome.points[seat],
        lead=lead,
        won=seat in outcome.winners,
        known=not outcome.counts,
        place=better + 1 if outcome.counts else None,
        match_points=match_points(outcome, seat, others) if outcome.counts else None,
        against=beside,
    )


def sides_of(outcomes: Sequence[Outcome]) -> list[d.DuplicateSide]:
    """What each side has come to at the tables that count, the best first; none where the places were never turned."""
    counted = [one for one in outcomes if one.counts]
    if len({one.turn for one in counted}) < 2:
        return []
    seats = len(counted[0].seats)
    sides = []
    for side in range(seats):
        held = [(one, (side + one.turn) % seats) for one in counted]
        others = {one.number: [other for other in counted if other is not one] for one in counted}
        sides.append(
            d.DuplicateSide(
                side,
                [one.seats[seat].name for one, seat in held],
                sum(one.lead(seat) or 0 for one, seat in held),
                sum(match_points(one, seat, others[one.number]) for one, seat in held),
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
