"""The reference figures of the rules page, with a simple greedy player: always the move that the guide weighs most."""

from __future__ import annotations

from collections import Counter

import pytest
from alaska_scenes import fresh

from banquise.games.alaska import ending, guide, ice, moves, rules
from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.contract import CHANCE, NOBODY


def greedy_match(seats, seed):
    """Turns, the turn in which spring began, whether there was a road then, points, and how it ended."""
    s, rng = fresh(seats), [0] * 4
    listed, weights = [0] * moves.MOVE_CODES, [0] * moves.MOVE_CODES
    seed_rng(rng, seed, 3)
    spring = road = 0
    while (mask := rules.to_act(s)) != NOBODY:
        if mask == CHANCE:
            rules.settle(s, pick(rng, listed, rules.odds(s, listed)))
        else:
            seat = mask.bit_length() - 1
            n = rules.legal_moves(s, seat, listed)
            guide.weigh(s, seat, listed, n, weights)
            heaviest = [move for move, weight in zip(listed[:n], weights, strict=False) if weight == max(weights[:n])]
            rules.play(s, seat, heaviest[below(rng, len(heaviest))])
        if s.season == moves.SPRING and spring == 0:
            spring, road = s.turn, ice.has_road(s)
    return s.turn, spring, road, [ending.points(s, seat) for seat in range(seats)], s.ended


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "turns", "home"), [(2, 76, 13.8), (3, 88, 10.5), (4, 88, 7.7)])
def test_greedy_players_come_near_the_reference_figures(seats, turns, home):
    matches = [greedy_match(seats, seed) for seed in range(12)]
    assert all(31 <= spring <= 51 for _, spring, _, _, _ in matches)
    assert all(road for _, _, road, _, _ in matches)
    assert abs(sum(match[0] for match in matches) / 12 - turns) < 15
    assert abs(sum(sum(match[3]) for match in matches) / 12 / seats - home) < 2.5
    ends = Counter(match[4] for match in matches)
    if seats > 2:
        assert ends[moves.CUT_OFF] > 9  # with more than two by the ice; with two mostly because nothing is left
    else:
        assert ends[moves.NOTHING_LEFT] > 2
