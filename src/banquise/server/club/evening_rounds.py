"""Who meets whom at an evening: round robin or Swiss, at tables of two or more, as values without any I/O.

*Round robin*: everybody meets everybody. As long as nobody comes late or goes early the circle decides, which needs the
fewest rounds; otherwise as many new meetings as there can be, first for those who have met the fewest.

*Swiss*: those who have as many points meet, and nobody meets anybody twice as long as there is another way: at tables
of two there are never more second meetings than there must be. At larger tables they are avoided by exchanging people
between tables until no exchange helps; that is not always the fewest.

Whoever finds no place has a bye: always one of those who had the fewest so far, in Swiss the last of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Literal, NamedTuple

from banquise.server.club.matching import Matching

Kind = Literal["robin", "swiss"]
Table = tuple[int, ...]  # people by their numbers, in the order of the seats


class Round(NamedTuple):
    """Who sits where, and who sits out."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]


class Meetings:
    """Who has met whom how often, sat where, and had a bye."""

    def __init__(self, past: Iterable[Round]):
        self.count: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.seats: Counter[tuple[int, int]] = Counter()  # (person, seat)
        for one in past:
            self.byes.update(one.byes)
            for table in one.tables:
                self.count.update(frozenset(pair) for pair in combinations(table, 2))
                self.seats.update((person, seat) for seat, person in enumerate(table))

    def of(self, one: int, other: int) -> int:
        """How often two have met."""
        return self.count[frozenset((one, other))]

    def among(self, table: Sequence[int], one: int) -> int:
        """How many at a table somebody has met."""
        return sum(self.of(one, other) > 0 for other in table)

    def strangers(self, one: int, people: Sequence[int]) -> list[int]:
        """Those whom somebody has not met."""
        return [other for other in people if other != one and not self.of(one, other)]


def everybody_has_met(people: Sequence[int], past: Sequence[Round]) -> bool:
    """Has a round robin of these people come to its end?"""
    met = Meetings(past)
    return all(met.of(*pair) for pair in combinations(people, 2))


def next_round(
    kind: Kind, people: Sequence[int], past: Sequence[Round], points: Mapping[int, int], sizes: Sequence[int]
) -> Round:
    """The next round for these people, in the order of their lots; ``sizes``: how many a table may have."""
    met = Meetings(past)
    if kind == "swiss":
        order = sorted(people, key=lambda one: -points.get(one, 0))  # stable: lots decide among equals
    else:
        order = sorted(people, key=lambda one: -len(met.strangers(one, people)))
    if max(sizes) > 2:
        return _at_large_tables(order, met, sizes)
    pairs, left = _swiss(order, met, points) if kind == "swiss" else _robin(people, order, met)
    return Round(tuple(_seated(pair, met) for pair in pairs), tuple(left))


# Tables of two ----------------------------------------------------------------------------------


def _robin(people: Sequence[int], order: Sequence[int], met: Meetings) -> tuple[list[Table], list[int]]:
    for pairs, left in circle(people):
        if pairs and not any(met.of(*pair) for pair in pairs):
            return pairs, left
    strangers = {one: met.strangers(one, people) for one in people}
    rank = {one: n for n, one in enumerate(order)}
    return _paired(order, strangers, lambda one, other: (rank[other],))


def circle(people: Sequence[int]) -> list[tuple[list[Table], list[int]]]:
    """A round robin for people who are all there from the first round to the last: one stays, the others turn."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    rounds = []
    for _ in range(len(ring) - 1):
        met, left = list[Table](), list[int]()
        for one, other in zip(ring[: len(ring) // 2], reversed(ring), strict=False):
            if one is not None and other is not None:
                met.append((one, other))
            else:
                left += [person for person in (one, other) if person is not None]
        rounds.append((met, left))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _swiss(order: list[int], met: Meetings, points: Mapping[int, int]) -> tuple[list[Table], list[int]]:
    strangers = {one: met.strangers(one, order) for one in order}
    byes = [_bye(order, met, strangers)] if len(order) % 2 else []
    playing = [one for one in order if one not in byes]
    halves = _halves(playing, points)

    def nearest(one: int, other: int) -> tuple[int, ...]:
        """The same points first; among them the upper half meets the lower half."""
        gap = abs(points.get(one, 0) - points.get(other, 0))
        return gap, abs(halves[other][0] - halves[one][0] - halves[one][1]), halves[other][0]

    free = {one: [other for other in strangers[one] if other not in byes] for one in playing}
    pairs, left = _paired(playing, free, nearest)
    return [*pairs, *_met_least(left, met)], byes


def _halves(order: Sequence[int], points: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """For everybody the place among all, and half the number of those with the same points."""
    groups = Counter(points.get(one, 0) for one in order)
    return {one: (n, groups[points.get(one, 0)] // 2) for n, one in enumerate(order)}


def _bye(order: Sequence[int], met: Meetings, strangers: Mapping[int, list[int]]) -> int:
    """The last of those who had the fewest byes; another of them, if the rest could not be paired without."""
    fewest = min(met.byes[one] for one in order)
    able = [one for one in reversed(order) if met.byes[one] == fewest]
    whole = Matching(strangers)
    sizes = {}
    for one in able:
        sizes[one] = whole.without(one).size
        if sizes[one] == len(order) // 2:
            return one
    return max(able, key=lambda one: sizes[one])  # the first of the best: the last in the standings


def _paired(
    order: Sequence[int], may_meet: Mapping[int, Sequence[int]], nearness: Callable[[int, int], tuple[int, ...]]
) -> tuple[list[Table], list[int]]:
    """As many pairs as there can be, the first in the order served first; and those who are left."""
    rest, pairs, left, done = Matching(may_meet), list[Table](), list[int](), set[int]()
    for one in order:
        if one in done:
            continue
        for other in sorted(rest.may_meet[one], key=partial(nearness, one)):
            without = rest.without(one, other)
            if without.size == rest.size - 1:
                pairs.append((one, other))
                done |= {one, other}
                rest = without
                break
        else:
            left.append(one)
            rest = rest.without(one)
    return pairs, left


def _met_least(people: Sequence[int], met: Meetings) -> list[Table]:
    """People who have all met: those who have least often meet again."""
    left, pairs = list(people), list[Table]()
    while left:
        one = left.pop(0)
        other = min(left, key=partial(met.of, one))
        left.remove(other)
        pairs.append((one, other))
    return pairs


# Larger tables ----------------------------------------------------------------------------------


def table_sizes(count: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table: as few as can be sit out, then as few tables as can be, then as even as can be."""
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for total in range(1, count + 1):
        found = [
            (before[0] + 1, before[1] + size * size, (*before[2], size))
            for size in sizes
            if size <= total and (before := best[total - size]) is not None
        ]
        best.append(min(found, default=None))
    seated = next(total for total in range(count, -1, -1) if best[total] is not None)
    chosen = best[seated]
    assert chosen is not None
    return tuple(sorted(chosen[2], reverse=True))


def _at_large_tables(order: list[int], met: Meetings, sizes: Sequence[int]) -> Round:
    wanted = table_sizes(len(order), sizes)
    last_first = order[::-1]
    byes = sorted(last_first, key=lambda one: met.byes[one])[: len(order) - sum(wanted)]
    left = [one for one in order if one not in byes]
    tables = []
    for size in wanted:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(min(left, key=partial(met.among, table)))
            left.remove(table[-1])
        tables.append(table)
    while _exchange(tables, met):
        pass
    return Round(tuple(_seated(table, met) for table in tables), tuple(byes))


def _exchange(tables: list[list[int]], met: Meetings) -> bool:
    """Let two people at different tables change places, if fewer meet again then."""
    for first, second in combinations(tables, 2):
        before = _again(first, met) + _again(second, met)
        if not before:
            continue
        for i, j in ((i, j) for i in range(len(first)) for j in range(len(second))):
            first[i], second[j] = second[j], first[i]
            if _again(first, met) + _again(second, met) < before:
                return True
            first[i], second[j] = second[j], first[i]
    return False


def _again(table: Sequence[int], met: Meetings) -> int:
    return sum(met.of(*pair) > 0 for pair in combinations(table, 2))


def _seated(table: Sequence[int], met: Meetings) -> Table:
    """Who sits where at a table: everybody where they have sat least."""
    orders = permutations(table)
    return min(orders, key=lambda order: sum(met.seats[one, seat] ** 2 for seat, one in enumerate(order)))
