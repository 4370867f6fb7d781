"""Who meets whom at an evening, and how it stands: laws that hold for any number of people, whoever comes and goes."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquise.server.club.evening_rounds import Meetings, Round, circle, everybody_has_met, next_round, table_sizes
from banquise.server.club.evening_standings import POINT, Ended, shared, standings
from banquise.server.club.matching import Matching


def largest(may_meet, people):
    """The most pairs there can be, by trying all."""
    if not people:
        return 0
    one, *others = people
    best = largest(may_meet, others)
    for other in others:
        if other in may_meet[one]:
            best = max(best, 1 + largest(may_meet, [three for three in others if three != other]))
    return best


@given(st.integers(2, 8), st.data())
def test_a_matching_is_the_largest_there_is_and_stays_so_when_people_go(count, data):
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(range(count), 2))), unique=True))
    may_meet = {one: {b if a == one else a for a, b in pairs if one in (a, b)} for one in range(count)}
    found = Matching(may_meet)
    for one, other in found.partner.items():
        assert found.partner[other] == one
        assert other in may_meet[one]
    assert found.size == largest(may_meet, list(range(count)))
    gone = data.draw(st.lists(st.integers(0, count - 1), max_size=2, unique=True))
    rest = [one for one in range(count) if one not in gone]
    assert found.without(*gone).size == largest(may_meet, rest)


PRIME = (1 << 61) - 1


def most_pairs(may_meet, chance):
    """The most pairs there can be, by Lovász: half the rank of a Tutte matrix with random numbers, over a large field.

    It shares nothing with a search for ways and blossoms; it errs with a chance of one in 10^16.
    """
    people = sorted(may_meet)
    rows = [[0] * len(people) for _ in people]
    for i, one in enumerate(people):
        for j, other in enumerate(people[:i]):
            if other in may_meet[one]:
                rows[i][j] = chance.randrange(1, PRIME)
                rows[j][i] = PRIME - rows[i][j]
    rank = 0
    for column in range(len(people)):
        pivot = next((at for at in range(rank, len(rows)) if rows[at][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, PRIME)
        for at in range(rank + 1, len(rows)):
            if factor := rows[at][column] * inverse % PRIME:
                rows[at] = [(a - factor * b) % PRIME for a, b in zip(rows[at], rows[rank], strict=True)]
        rank += 1
    return rank // 2


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 40), st.floats(0.02, 0.5), st.integers(0, 2**32))
def test_a_matching_of_many_is_as_large_as_a_determinant_says_while_people_go(count, share, seed):
    chance = random.Random(seed)
    pairs = [pair for pair in combinations(range(count), 2) if chance.random() < share]
    may_meet = {one: {b if a == one else a for a, b in pairs if one in (a, b)} for one in range(count)}
    found = Matching(may_meet)
    for _ in range(4):
        assert found.size == most_pairs(found.may_meet, chance)
        if len(found.may_meet) < 3:
            break
        found = found.without(*chance.sample(sorted(found.may_meet), 2))


def test_odd_rings_within_odd_rings_are_seen_through():
    """Three rings of five, one hung into the other, and one person at each end: found only through all of them."""
    ways = [(0, 1)]
    for ring in range(3):
        first = 1 + 5 * ring
        ways += [(first + n, first + (n + 1) % 5) for n in range(5)] + [(first + 3, first + 5)]
    people = range(17)
    may_meet = {one: {b if a == one else a for a, b in ways if one in (a, b)} for one in people}
    assert Matching(may_meet).size == most_pairs(may_meet, random.Random(1)) == largest(may_meet, list(people))


def results(table, drawn):
    """What a table of these people gave; the drawn number chooses the winners."""
    return Ended(table, shared(table, [one for n, one in enumerate(table) if drawn >> n & 1]))


class Evening:
    """An evening that is played by numbers: people come, go and win as a test says."""

    def __init__(self, kind, count, sizes=(2,)):
        self.kind, self.sizes = kind, sizes
        self.people = list(range(count))
        self.all = count
        self.past, self.ended = [], []

    @property
    def byes(self):
        return Counter(one for played in self.past for one in played.byes)

    @property
    def standings(self):
        return standings(self.kind, range(self.all), self.ended, self.byes)

    def play(self, draw):
        points = {one.person: one.points for one in self.standings}
        found = next_round(self.kind, self.people, self.past, points, self.sizes)
        seated = [one for table in found.tables for one in table]
        assert sorted([*seated, *found.byes]) == sorted(self.people)  # everybody is somewhere, once
        assert all(len(table) in self.sizes for table in found.tables)
        self.past.append(found)
        self.ended += [results(table, draw()) for table in found.tables]
        return found


@given(st.integers(2, 24))
def test_a_round_robin_takes_as_few_rounds_as_can_be_and_everybody_sits_out_alike(count):
    evening = Evening("robin", count)
    rounds = 0
    while not everybody_has_met(evening.people, evening.past):
        evening.play(lambda: 1)
        rounds += 1
    assert rounds == (count - 1 if count % 2 == 0 else count)
    assert all(times == 1 for times in Meetings(evening.past).count.values())
    assert set(evening.byes.values()) <= {1}
    first = Counter(table[0] for played in evening.past for table in played.tables)
    assert all(abs(2 * first[one] - (count - 1)) <= 5 for one in evening.people)  # and begins about as often as not


@settings(deadline=None)
@given(st.integers(2, 9), st.sampled_from([(2,), (2, 3), (2, 3, 4), (3,), (4,)]), st.data())
def test_a_round_robin_comes_to_its_end_whoever_comes_late_or_goes(count, sizes, data):
    evening = Evening("robin", max(count, min(sizes)), sizes)
    for n in range(200):
        if n < 6 and data.draw(st.booleans()):
            evening.people.append(evening.all)
            evening.all += 1
        if n < 6 and len(evening.people) > max(sizes) + 1 and data.draw(st.booleans()):
            evening.people.remove(data.draw(st.sampled_from(evening.people)))
        if n >= 6 and everybody_has_met(evening.people, evening.past):
            break
        before = len(Meetings(evening.past).count)
        done = everybody_has_met(evening.people, evening.past)
        evening.play(lambda: 1)
        if 2 in sizes:  # otherwise some may have to sit out who would have met
            assert done or len(Meetings(evening.past).count) > before
    else:
        raise AssertionError("no end")
    if sizes == (2,):
        assert all(times == 1 for times in Meetings(evening.past).count.values())


@settings(deadline=None)
@given(st.integers(2, 8), st.integers(1, 9), st.data())
def test_in_swiss_nobody_meets_again_while_there_is_another_way(count, rounds, data):
    evening = Evening("swiss", count)
    for n in range(rounds):
        if n and data.draw(st.booleans()):
            evening.people.append(evening.all)
            evening.all += 1
        met = Meetings(evening.past)
        found = evening.play(lambda: data.draw(st.integers(1, 3)))
        again = sum(met.of(*table) > 0 for table in found.tables)
        fewest = min(met.byes[one] for one in evening.people)
        assert all(met.byes[one] == fewest for one in found.byes)
        could = [
            len(rest) // 2 - largest({one: set(met.strangers(one, rest)) for one in rest}, rest)
            for bye in ([one for one in evening.people if met.byes[one] == fewest] if found.byes else [None])
            for rest in [[one for one in evening.people if one != bye]]
        ]
        assert again == min(could)


@given(st.integers(2, 30), st.integers(1, 12), st.sampled_from([(2,), (3,), (4,), (2, 3), (3, 4), (2, 3, 4)]))
@settings(deadline=None)
def test_byes_are_shared_by_all_who_were_there(count, rounds, sizes):
    evening = Evening("swiss", max(count, min(sizes)), sizes)
    for _ in range(rounds):
        evening.play(lambda: 1)
    counts = [evening.byes[one] for one in evening.people]
    assert max(counts) - min(counts) <= 1
    assert len(evening.past[0].byes) < min(sizes)


def test_in_swiss_the_upper_half_meets_the_lower_and_equals_meet():
    evening = Evening("swiss", 8)
    assert [set(table) for table in evening.play(lambda: 1).tables] == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    points = {one.person: one.points for one in evening.standings}
    second = evening.play(lambda: 1)
    assert all(points[one] == points[other] for one, other in second.tables)


@pytest.mark.parametrize(
    ("count", "sizes", "tables"),
    [
        (5, (2, 3, 4), (3, 2)),
        (6, (2, 3, 4), (3, 3)),
        (7, (2, 3, 4), (4, 3)),
        (9, (2, 3, 4), (3, 3, 3)),
        (5, (2,), (2, 2)),
        (6, (4,), (4,)),
        (1, (2, 3), ()),
    ],
)
def test_tables_are_as_large_and_as_even_as_can_be(count, sizes, tables):
    assert table_sizes(count, sizes) == tables


def test_the_circle_of_four_is_written_down():
    assert circle([0, 1, 2, 3]) == [([(0, 3), (1, 2)], []), ([(0, 2), (3, 1)], []), ([(0, 1), (2, 3)], [])]


# Standings --------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True), st.data())
def test_the_point_of_a_table_is_shared_whole(people, data):
    winners = data.draw(st.lists(st.sampled_from(people), unique=True))
    got = shared(people, winners)
    assert sum(got) == POINT
    assert all((points > 0) == (one in winners or not winners) for one, points in zip(people, got, strict=True))


@settings(deadline=None)
@given(st.sampled_from(["robin", "swiss"]), st.integers(2, 9), st.integers(0, 6), st.data())
def test_standings_hold_everybody_once_in_an_order_that_says_its_reason(kind, count, rounds, data):
    evening = Evening(kind, count)
    for _ in range(rounds):
        evening.play(lambda: data.draw(st.integers(0, 3)))
    told = evening.standings
    assert sorted(one.person for one in told) == list(range(count))
    worth = sum(evening.byes.values()) if kind == "swiss" else 0
    assert sum(one.points for one in told) == POINT * (len(evening.ended) + worth)
    for before, after in pairwise(told):
        assert before.points >= after.points
        assert (after.by == "points") == (before.points > after.points)
        assert (after.by == "equal") == (before.place == after.place)
        if after.by == "opponents":
            assert before.opponents > after.opponents
        if after.by == "wins":
            assert before.wins > after.wins


def test_who_won_the_match_among_two_with_as_many_points_stands_first():
    # 0 beats 1, 1 beats 2, 2 beats 3, 3 beats 0; 0 beats 2, 1 beats 3: 0 and 1 have two points each.
    pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    told = standings("robin", range(4), [Ended(pair, (POINT, 0)) for pair in pairs], {})
    assert [(one.place, one.person, one.by) for one in told] == [
        (1, 0, "points"),
        (2, 1, "direct"),
        (3, 2, "points"),
        (4, 3, "direct"),
    ]


def test_a_bye_is_a_point_in_swiss_and_counts_as_an_opponent_like_oneself():
    told = standings("swiss", range(3), [Ended((0, 1), (POINT, 0))], {2: 1})
    assert [(one.place, one.person, one.points, one.opponents, one.by) for one in told] == [
        (1, 2, POINT, POINT, "points"),
        (2, 0, POINT, 0, "opponents"),
        (3, 1, 0, POINT, "points"),
    ]
    assert [one.points for one in standings("robin", range(3), [], {2: 1})] == [0, 0, 0]


def test_whoever_is_equal_in_all_of_it_shares_a_place():
    told = standings("swiss", range(4), [Ended((0, 1), (6, 6)), Ended((2, 3), (6, 6))], {})
    assert [one.place for one in told] == [1, 1, 1, 1]
    assert next_round("swiss", [0, 1, 2, 3], [Round(((0, 1), (2, 3)), ())], {}, (2,)).byes == ()
