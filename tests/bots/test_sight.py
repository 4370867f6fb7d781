"""What a seat sees as one number; and programs bound to a guide."""

from __future__ import annotations

import pytest
from tools import sample, with_seeds

from banquise.bots import search
from banquise.games.ice_lake import guide, rules
from banquise.kernel import compile as twins
from banquise.kernel import contract
from banquise.kernel.chance import seed_rng
from banquise.kernel.sight import Eyes, masks
from banquise.kernel.wasm import INT, Room, translate
from banquise.table import new


def imagined(game, state, seat, seed):
    twin, rng = state.copy(), [0] * 4
    seed_rng(rng, seed, 3)
    game.rules.imagine(twin, seat, rng)
    return twin


@with_seeds(3)
def test_a_glimpse_tells_apart_views_and_nothing_else(variant, seed):
    game, seats, _ = variant
    eyes, known = Eyes(game.schema), {}
    for state in sample(variant, seed, 13):
        for seat in range(seats):
            number = eyes.glimpse(state, seat)
            assert number == eyes.glimpse(imagined(game, state, seat, seed), seat)
            view = repr((seat, game.schema.view(state, seat)))
            assert known.setdefault(number, view) == view


def test_a_glimpse_is_the_same_plain_and_compiled(game):
    room, eyes = Room(), Eyes(game.schema)
    states = room.structs("states", game.schema.layout, 1)
    sight = room.seen_as("longs", states, "i8"), room.lookup("masks", masks(game.schema))
    instance = translate(contract, room, {"glimpse": (sight, states, INT, INT)}).instance()
    for state in sample((game, game.seats[-1], {}), 3, 40):
        instance.raw("states")[:] = game.schema.pack(state)
        for seat in range(game.seats[-1]):
            fast = instance.call["glimpse"](0, seat)
            assert fast == eyes.glimpse(state, seat)
            assert -(1 << 63) <= fast < 1 << 63


def test_guidance_unbound_says_so():
    arguments = {"weigh": 5, "prefer": 6, "guide_move": 5, "evaluate": 3, "reopen": 2}
    for question in contract.GUIDANCE:
        with pytest.raises(contract.Unbound):
            getattr(contract, question)(*[None] * arguments[question])


def test_the_search_needs_a_guide():
    with pytest.raises(contract.Unbound, match="bind this program to a game first"):
        twins.bound(search, rules).prefer(*[None] * 6)
    assert twins.bound(search, rules, guide).evaluate.__module__.startswith("banquise.games.ice_lake.guide@plain")


def test_a_guide_that_does_not_say_what_it_prefers_weighs():
    match = new("ice_lake", 2, seed=3)
    moves, weights, likes = [int(move) for move in match.legal(0)], [0] * 9, [0] * 9
    twins.bound(guide, rules).weigh(match.state, 0, moves, len(moves), weights)
    twins.bound(search, rules, guide).prefer(match.state, 0, moves, len(moves), likes, None)
    assert likes == weights != [0] * 9
