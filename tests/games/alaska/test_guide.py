"""What Alaska's guide thinks of ways and of positions."""

from __future__ import annotations

from alaska_scenes import RED, YELLOW, fresh, scene

from banquise.games.alaska import GAME, board, guide

ROAD = "double a3 SE, double c4 SE"  # camp NW to the island in three steps


def way(s, seat=RED):
    """What the way from the island to a camp costs, in steps."""
    guide.survey_all(s)
    return s.cost[seat][board.ISLAND] / guide.STEP


def chances(s):
    """What the guide gives each seat, in thousandths."""
    out, room = [0] * s.seats, [0] * GAME.buffer
    guide.evaluate(s, out, room)
    return out


def test_open_water_is_a_way_in_winter_only():
    assert way(fresh()) == (4 * guide.OPEN + guide.STEP) / guide.STEP
    assert way(scene(floes="single a2")) == guide.NO_WAY / guide.STEP


def test_a_way_counts_pieces_whatever_their_size_and_waits_for_the_bear_or_goes_round_it():
    assert way(scene(floes=ROAD)) == 3
    assert way(scene(floes=ROAD, bear="c4")) == 5
    assert way(scene(floes=f"{ROAD}, straight b5 SE", bear="c4")) == 3


def test_a_way_leads_over_the_land_where_that_is_shorter():
    assert way(scene(floes="double a8 SW, double c7 SW")) == 4  # NW, N, ice, ice, island
    assert way(scene(floes="double a8 SW, double c7 SW"), YELLOW) == 3


def test_a_container_more_at_home_is_worth_more_the_later_it_is():
    start = chances(fresh())
    assert start[RED] == start[YELLOW]
    home = {"NW": {RED: 3}, "NE": {YELLOW: 2}}
    early = chances(scene(floes=ROAD, lying=home))
    late = chances(scene(floes=ROAD, lying=home, stock=[0, 0, 0, 0], melted=[30, 18, 5, 5]))
    assert start[RED] < early[RED] < late[RED] <= 1000


def test_a_load_near_home_is_worth_more_than_one_on_the_island():
    there = chances(scene(floes=ROAD, at={RED: "island"}, carried={RED: RED}))
    near = chances(scene(floes=ROAD, at={RED: "a3"}, carried={RED: RED}))
    empty = chances(scene(floes=ROAD))
    assert empty[RED] < there[RED] < near[RED]


def test_a_load_counts_to_the_last_voyage():
    """AK-7.2: when no turn is left there is still one voyage."""
    last = {"floes": ROAD, "carried": {RED: RED}, "stock": [0, 0, 0, 0], "melted": [30, 18, 5, 5]}
    assert chances(scene(at={RED: "a3"}, **last))[RED] > chances(scene(at={RED: "island"}, **last))[RED]


def test_all_seats_together_have_the_whole_chance():
    for seats in (2, 3, 4):
        assert 1000 - seats < sum(chances(fresh(seats))) <= 1000
