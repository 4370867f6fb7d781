"""Hints: who may have one, and that an adviser is told what the seat sees, from which alone its advice follows."""

from __future__ import annotations

import random

import msgspec
import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.table import entries as e
from banquise.table.hinting import asked, seen_by
from banquise.table.match import new
from banquise.table.refused import Refused
from banquise.table.table import Table

BOT = e.Place("bot", "fox")
ALONE = e.Header(
    game="ice_cult",
    rules=game_named("ice_cult").version,
    options=new("ice_cult", 2, seed=1).options,
    places=[e.Place(), BOT],
    clock=e.Clock(),
    public=False,
    title="",
    seed="11" * 32,
    commitment="c",
    created=0,
)


def seated(**facts):
    """A table at which one person holds all the seats for people, and plays."""
    table = Table("t", msgspec.structs.replace(ALONE, **facts))
    for seat, place in enumerate(table.header.places):
        if place.kind == "person":
            table.sit_again(seat, "Ada", "ada", "", 0)
    table.start_if_full(0)
    return table


def refused(table, seat=0):
    with pytest.raises(Refused) as refusal:
        asked(table, seat)
    return refusal.value.message.key


def test_whoever_plays_with_bots_alone_may_ask_while_it_is_their_turn():
    table = seated(places=[BOT, e.Place(), BOT])
    while table.to_act != (1,):
        seat = table.to_act[0]
        assert refused(table, 1) == "refused.no_hint_now"
        table.act(seat, int(table.match.legal(seat)[0]), 0)
    assert asked(table, 1).seat == 1
    assert asked(table, 1) == asked(table, 1), "the same position, the same question"
    assert asked(table, 1).seed == asked(table, 1).seed


def test_whoever_plays_alone_may_ask():
    options = new("altitude", 1, seed=1).options
    table = seated(game="altitude", rules=game_named("altitude").version, options=options, places=[e.Place()])
    assert asked(table, 0).seats == 1


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"rated": True}, "refused.rated_hint"),
        ({"dealt": e.Dealt(["p"], day="2026-11-18")}, "refused.dealt_hint"),
        ({"dealt": e.Dealt(["p"], duplicate="d")}, "refused.dealt_hint"),
        ({"places": [e.Place(), e.Place()]}, "refused.people_hint"),
        ({"places": [e.Place(), e.Place(), BOT]}, "refused.people_hint"),
    ],
)
def test_nobody_is_helped_against_people_nor_where_results_are_compared(facts, why):
    table = seated(**facts)
    assert table.header.no_hint == why
    for seat in range(len(table.seats)):
        assert refused(table, seat) == why


def test_nobody_asks_before_the_match_after_it_or_while_a_bot_plays_for_them():
    open_table = Table("t", ALONE)
    assert refused(open_table) == "refused.not_started"
    away = seated()
    away._do(e.StandIn(0, "fox"), 0)
    assert refused(away) == "refused.stood_in"
    over = seated()
    over.resign(0, 0)
    assert refused(over) == "refused.is_over"


@pytest.mark.parametrize("name", OWN)
def test_an_adviser_is_told_what_the_seat_sees_and_has_the_same_moves_before_it(name):
    game, chance, looked = game_named(name), random.Random(5), 0
    match = new(name, game.usual_seats, seed=3)
    for turn in range(160):
        if match.is_over:
            match = new(name, game.usual_seats, seed=turn)
        seat = chance.choice(match.to_act)
        if turn % 4 == 0:
            told = seen_by(match, seat)
            world, out = told.position(), [0] * game.buffer
            assert game.schema.view(world, seat) == game.schema.view(match.state, seat)
            assert out[: game.rules.legal_moves(world, seat, out)] == list(map(int, match.legal(seat)))
            twin, rng = match.copy(), [0] * RNG_LENGTH
            seed_rng(rng, turn, 1)
            game.rules.imagine(twin.state, seat, rng)
            assert seen_by(twin, seat) == told, "what is hidden from the seat changes nothing"
            assert seen_by(twin, seat).position() == world
            looked += 1
        match.play(seat, int(chance.choice(match.legal(seat))))
    assert looked > 10
