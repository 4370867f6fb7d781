"""Ladders and analyses: fair seating, honest intervals, games that can be checked."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

import banquise
from banquise.bots import analyse as analyses
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.lab import ladder as ladders
from banquise.lab.journal import Journal
from banquise.lab.ladder import PairScore, Plan, Played, bradley_terry, ladder, seatings, tasks, wilson
from banquise.table import decode, to_record, verify

pytestmark = pytest.mark.slow


def test_wilson_is_the_textbook_interval():
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(60, 60)[1] == 1.0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_bot_sits_everywhere_as_often_as_the_other(seats):
    orders = seatings("a", "b", seats)
    assert len(set(orders)) == len(orders)
    for seat in range(seats):
        assert sum(order[seat] == "a" for order in orders) * 2 == len(orders)


def test_mirrored_matches_share_their_chance():
    game = game_named("ice_cult")
    work = tasks(Plan(game, ("hare", "fox"), games=4, seed=7))
    records = [decode(ladders.play(task).record) for task in work]
    assert len(records) == 4
    assert records[0].seed == records[1].seed != records[2].seed == records[3].seed
    assert [seat.name for seat in records[0].seats] == [seat.name for seat in reversed(records[1].seats)]
    for record in records:
        assert verify(record).is_good


@pytest.mark.parametrize("name", OWN)
def test_a_match_of_bots_that_make_several_moves_at_once_verifies(name):
    record = decode(ladders.play(ladders.Task(name, {}, ("wolf@0.3", "wolf@0.3"), ("a", "b"), 0, 1, 1.0)).record)
    assert verify(record).is_good
    if name == "ice_lake":
        assert "face SW AG" in [line.move for line in record.log], "a facing and a programme in one breath"


def test_a_ladder_has_no_clock_so_a_busy_machine_plays_the_same(monkeypatch):
    limits, decide = set(), ladders.decide

    def watched(game, state, seats, seat, level, seed):
        limits.add(level.limit)
        return decide(game, state, seats, seat, level, seed)

    monkeypatch.setattr(ladders, "decide", watched)
    ladders.play(tasks(Plan(game_named("ice_cult"), ("hare", "fox"), games=2, seed=7))[0])
    assert limits == {math.inf}


def test_ratings_of_a_pair_are_the_log_odds():
    ratings = bradley_terry(["a", "b"], [PairScore("a", "b", 10_000, 10_000, 2500)])
    assert ratings["b"][0] - ratings["a"][0] == pytest.approx(400 * math.log10(3), abs=0.5)
    # The part varies by sqrt(p q / n), the rating by that over p q, on the scale of Elo; each end is half of it.
    assert 2 * ratings["a"][1] == pytest.approx(1.96 * 173.7 / math.sqrt(10_000 * 0.75 * 0.25), rel=0.02)


def test_a_bot_that_never_loses_has_a_finite_rating():
    ratings = bradley_terry(["a", "b"], [PairScore("a", "b", 50, 50, 0)])
    assert 300 < ratings["b"][0] - ratings["a"][0] < 1500


def test_a_ladder_repeats_and_adds_up():
    game = game_named("ice_cult")
    one, other = (ladder(Plan(game, ("hare", "fox"), games=6, seed=3)) for _ in range(2))
    assert one.pairs == other.pairs
    assert one.games == 6
    assert one.pairs[0].decided + one.undecided == 6
    assert sum(one.seat_points) == pytest.approx(1, abs=0.001)
    page = ladders.as_markdown(one, "banquise ladder ice_cult")
    assert "fox against hare" in page
    ElementTree.fromstring(ladders.as_svg(one))


def test_an_interruption_keeps_what_was_done():
    game, done = game_named("ice_cult"), []

    def stop_after_three(one):
        done.append(one)
        if len(done) == 3:
            raise KeyboardInterrupt

    found = ladder(Plan(game, ("hare", "fox"), games=40), progress=stop_after_three)
    assert found.interrupted
    assert found.games == 3


@pytest.mark.slow
def test_many_processes_play_the_same_ladder():
    game = game_named("ice_cult")
    one, many = (ladder(Plan(game, ("hare", "fox"), games=8, seed=5), jobs=jobs) for jobs in (1, 2))
    assert one.pairs == many.pairs
    assert one.seat_points == many.seat_points


def test_whoever_gives_up_has_not_turned_the_match():
    match = banquise.new("ice_cult", 2, seed=5)
    match.play(match.to_act[0], int(match.legal(match.to_act[0])[0]))
    match.give_up(match.to_act[0])
    record = to_record(match)
    assert record.log[-1].gives_up
    chances = [[0.5, 0.5] for _ in record.log] + [[0.0, 1.0]]
    found = analyses.assembled(record, chances, 16)
    assert found.points[-1].swing
    assert len(record.log) not in found.swings


@pytest.mark.parametrize("bots", [["fox"], ["fox", "fox"], ["fox", "wulf"]])
def test_a_ladder_needs_different_bots_that_exist(bots):
    with pytest.raises(ValueError, match=r"different bots|no level"):
        ladder(Plan(game_named("ice_cult"), tuple(bots), games=1))


@pytest.mark.slow
def test_an_analysis_ends_with_the_result_and_marks_the_biggest_swings():
    game = game_named("ice_cult")
    played = ladders.play(tasks(Plan(game, ("hare", "fox"), 2, 2, seed=1))[0])
    found = analyses.analyse(analyses.Walk(decode(played.record)), 40, marked=3)
    assert len(found.points) == len(decode(played.record).log) + 1
    assert found.points[-1].chances == [float(seat in played.winners) for seat in range(2)]
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1, abs=0.02)
    swings = [abs(found.points[i].swing) for i in found.swings]
    assert swings == sorted(swings, reverse=True)
    assert len(swings) == 3
    assert swings[0] == max(abs(point.swing) for point in found.points)
    ElementTree.fromstring(analyses.as_svg(found))
    # A match is decided in the eyes of the search before it is over.
    winner = played.winners[0]
    assert found.points[-3].chances[winner] > found.points[0].chances[winner]


def test_a_ladder_that_was_stopped_goes_on_where_it_stopped(tmp_path):
    """Also after a crash in the middle of writing a line; the result is that of one run."""
    plan, path = Plan(game_named("ice_cult"), ("hare", "fox"), games=8, seed=5), tmp_path / "ladder.part"

    def stop_after_three(one, seen=[]):  # noqa: B006 -- counted over the calls
        seen.append(one)
        if len(seen) == 3:
            raise KeyboardInterrupt

    first = ladder(plan, journal=Journal(path, Played), progress=stop_after_three)
    assert first.interrupted
    assert first.games == 3
    with path.open("ab") as file:
        file.write(b'{"task": {"game": "ice')
        file.write(b"\n")
    fresh = []
    whole = ladder(plan, journal=Journal(path, Played), progress=fresh.append)
    again = ladder(plan)
    assert len(fresh) == 8
    assert (whole.pairs, whole.seat_points, whole.ratings) == (again.pairs, again.seat_points, again.ratings)
    assert not path.exists()
