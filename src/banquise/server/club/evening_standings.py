"""How an evening stands: points, and what decides between those who have as many. Values without any I/O.

Whoever wins a table has a point; several who win it share the point, and so do all at a table that nobody wins. In
Swiss a bye is a point, because somebody had to sit out; in a round robin everybody sits out alike, and it is none.

Among those with as many points these decide, one after the other, and each standing says which of them did:

- Swiss: the sum of the opponents' points (Buchholz; a bye counts as having met somebody with as many points as
  oneself), then the matches among themselves, then the tables won.
- Round robin: the matches among themselves, then the points of those one has beaten, and half of those one was equal to
  (Sonneborn-Berger), then the tables won.

Whoever is equal in all of it shares a place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, groupby
from typing import Literal, NamedTuple

from banquise.server.club.evening_rounds import Kind, Table

POINT = 12  # a point in twelfths, so that two, three or four can share it exactly
By = Literal["points", "opponents", "direct", "beaten", "wins", "equal"]


class Ended(NamedTuple):
    """A table that is over: who sat there, and the twelfths of a point that each got."""

    people: Table
    points: tuple[int, ...]


class Standing(NamedTuple):
    """Where somebody stands, and by what they stand behind the one before (``equal``: they share the place)."""

    place: int
    person: int
    points: int
    played: int
    wins: int
    byes: int
    opponents: int
    beaten: int
    by: By


def shared(people: Sequence[int], winners: Iterable[int]) -> tuple[int, ...]:
    """The point of a table, shared by those who won it; by all, if nobody did."""
    won = set(winners) & set(people) or set(people)
    return tuple(POINT // len(won) if one in won else 0 for one in people)


class Tally:
    """What everybody has done so far."""

    def __init__(self, kind: Kind, ended: Sequence[Ended], byes: Mapping[int, int]):
        self.ended = ended
        self.byes = byes
        self.worth = POINT if kind == "swiss" else 0
        self.points: Counter[int] = Counter({one: count * self.worth for one, count in byes.items()})
        self.played: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self._at: defaultdict[int, list[Ended]] = defaultdict(list)  # the tables of each
        for table in ended:
            for one, points in zip(table.people, table.points, strict=True):
                self._at[one].append(table)
                self.points[one] += points
                self.played[one] += 1
                self.wins[one] += points == POINT

    def opponents(self, one: int) -> int:
        """Buchholz."""
        met = [other for table in self._at[one] for other in table.people if other != one]
        return sum(self.points[other] for other in met) + self.byes.get(one, 0) * self.points[one]

    def beaten(self, one: int) -> int:
        """Sonneborn-Berger, in halves of twelfths."""
        total = 0
        for table in self._at[one]:
            mine = table.points[table.people.index(one)]
            for other, theirs in zip(table.people, table.points, strict=True):
                if other != one and mine >= theirs:
                    total += self.points[other] * (2 if mine > theirs else 1)
        return total

    def direct(self, group: Sequence[int]) -> dict[int, int]:
        """Points from the tables among themselves; nothing is decided where not all of them have met."""
        among, met = Counter[int](), set[frozenset[int]]()
        for table in self.ended:
            inside = [one for one in table.people if one in group]
            met |= {frozenset(pair) for pair in combinations(inside, 2)}
            if len(inside) > 1:
                among.update({one: table.points[table.people.index(one)] for one in inside})
        all_met = all(frozenset(pair) in met for pair in combinations(group, 2))
        return {one: among[one] if all_met else 0 for one in group}


def standings(kind: Kind, people: Sequence[int], ended: Sequence[Ended], byes: Mapping[int, int]) -> list[Standing]:
    """Everybody, best first."""
    tally = Tally(kind, ended, byes)
    rules: list[tuple[By, Callable[[Sequence[int]], Mapping[int, int]]]] = [
        ("points", lambda group: {one: tally.points[one] for one in group}),
        ("opponents", lambda group: {one: tally.opponents(one) for one in group}),
        ("direct", tally.direct),
        ("beaten", lambda group: {one: tally.beaten(one) for one in group}),
        ("wins", lambda group: {one: tally.wins[one] for one in group}),
    ]
    unused = "beaten" if kind == "swiss" else "opponents"
    told: list[Standing] = []
    for one, by in _ordered(list(people), [rule for rule in rules if rule[0] != unused]):
        place = told[-1].place if by == "equal" else len(told) + 1
        counts = (tally.points[one], tally.played[one], tally.wins[one], byes.get(one, 0))
        told.append(Standing(place, one, *counts, tally.opponents(one), tally.beaten(one), by))
    return told


def _ordered(
    group: list[int], rules: list[tuple[By, Callable[[Sequence[int]], Mapping[int, int]]]]
) -> list[tuple[int, By]]:
    """A group in order, each with the rule that puts them behind the one before."""
    if len(group) < 2 or not rules:
        return [(one, "points" if n == 0 else "equal") for n, one in enumerate(group)]
    (by, count), *more = rules
    counted = count(group)
    told: list[tuple[int, By]] = []
    for _, equal in groupby(sorted(group, key=lambda one: -counted[one]), key=lambda one: counted[one]):
        first, *others = _ordered(list(equal), more)
        told += [(first[0], by), *others]
    return told
