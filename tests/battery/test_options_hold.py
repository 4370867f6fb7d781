"""The generic battery, part six: every value of every option with every number of seats that may choose it.

The other parts meet each value once; here it meets all seats, in short matches and under every law but the slowest.
"""

from __future__ import annotations

import pytest
from tools import VARIANTS, name_of

from banquise.games import all_games
from banquise.lab import laws
from banquise.lab.simulate import simulate
from banquise.lab.visits import visit

pytestmark = pytest.mark.slow

SLOWEST = laws.what_is_shown_does_not_depend_on_what_is_hidden
EVERY = [
    (game, seats, {option.name: value})
    for game in all_games()
    for seats in game.seats
    for option in game.options
    for value in option.allowed(seats)[1:]
]
NEW = [variant for variant in EVERY if name_of(variant) not in set(map(name_of, VARIANTS))]


@pytest.mark.parametrize("one", EVERY, ids=name_of)
def test_a_value_plays_alike_plain_and_translated(one):
    game, seats, options = one
    plain = simulate(game, seats, options, games=5, seed=3, engine="plain")
    assert simulate(game, seats, options, games=5, seed=3, engine="compiled").digest == plain.digest
    assert simulate(game, seats, options, games=5, seed=3, engine="checked").digest == plain.digest


@pytest.mark.parametrize("one", NEW, ids=name_of)
def test_the_laws_hold_for_every_value_at_every_number_of_seats(one):
    for law in laws.LAWS:
        if law is not SLOWEST:
            assert list(law(one, 7)) == [], law.__name__


def test_every_value_meets_every_number_of_seats():
    met = {name_of(variant) for variant in (*VARIANTS, *EVERY)}
    for game in all_games():
        for seats in game.seats:
            for option in game.options:
                for value in option.allowed(seats):
                    assert name_of((game, seats, {option.name: value})) in met
    assert all(next(visit(variant, 0)) is not None for variant in EVERY)
