"""Copies that are copies: both sides are equal, play the same to the end, and neither moves the other."""

from __future__ import annotations

import copy
import pickle

import cloudpickle
import pytest
from tools import some_step

import banquise
from banquise.bots.levels import UnknownLevel
from banquise.bots.taught import NoYeti
from banquise.games import BadGame
from banquise.kernel import fair
from banquise.kernel.chance import seed_rng
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Endless
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import UnknownLanguage
from banquise.kernel.wasm.source import Refused
from banquise.table.match import Decision

pytestmark = pytest.mark.slow

WAYS = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: cloudpickle.loads(cloudpickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "own copy": lambda thing: thing.copy(),
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def numbers(match):
    """Everything that a match says of itself, to everybody."""
    viewers = [None, *range(match.seats)]
    told = [(match.view(seat), match.written(seat), match.events(seat)) for seat in viewers]
    return match.digest(), list(match.log), match.to_act, match.result, match.step_count, told


def play_on(match, rng, most=10**9):
    """Random legal moves to the end."""
    while not match.is_over and most > 0:
        actor, code = some_step(match.game, match.state, rng)
        match.apply(Decision(actor, (code,)))
        most -= 1


def dice(seed):
    rng = [0] * 4
    seed_rng(rng, seed, 0)
    return rng


@every_way
def test_a_copy_of_a_match_is_its_independent_equal(variant, way):
    game, seats, options = variant
    match = banquise.Match(game, seats, options)
    play_on(match, dice(4), most=12)
    match.events(0)  # somebody listens already
    before = numbers(match)
    twin, third = way(match), way(match)
    assert twin == match
    assert numbers(twin) == before
    play_on(twin, dice(7))
    assert numbers(match) == before
    assert numbers(third) == before
    play_on(match, dice(7))
    assert numbers(match) == numbers(twin)
    assert numbers(third) == before


@every_way
@pytest.mark.parametrize("decks", [False, True], ids=["draw by draw", "decks"])
def test_a_copy_draws_the_chance_that_the_original_draws(game, way, decks):
    promise = fair.NOTHING_PROMISED._replace(decks=decks)
    match = banquise.Match(game, game.seats[-1], seed=fair.seed_from(5), promise=promise)
    rng = dice(3)
    for _ in range(2):
        match.play(*some_step(game, match.state, rng))
    twin = way(match)
    while not match.is_over:
        actor, code = some_step(game, match.state, rng)
        assert actor != CHANCE
        match.play(actor, code)
        twin.play(actor, code)
        assert twin.log == match.log
    assert numbers(twin) == numbers(match)
    assert (twin.seed, twin.commitment, twin.names) == (match.seed, match.commitment, match.names)


@every_way
def test_a_copy_pops_what_was_pushed_before_it_was_made(game, way):
    promise = fair.NOTHING_PROMISED._replace(decks=True)
    match, rng = banquise.Match(game, 2, seed=fair.seed_from(6), promise=promise), dice(2)
    past = []
    for _ in range(8):
        past.append(numbers(match))
        match.push(*some_step(game, match.state, rng))
    now, twin = numbers(match), way(match)
    for before in reversed(past):
        twin.pop()
        assert numbers(twin) == before
    assert numbers(match) == now
    for before in reversed(past):
        match.pop()
        assert numbers(match) == before


@pytest.mark.parametrize("way", list(WAYS.values())[:-1], ids=list(WAYS)[:-1])
def test_an_error_says_the_same_wherever_it_arrives(game, way):
    # A pool of processes whose errors cannot be unpickled waits for ever.
    errors = [
        Endless(game, 2, "a match"),
        UnknownLanguage("xx"),
        Refused("rules.py", 7, "yield", "write a loop"),
        BadGame("it has no rules", game),
        banquise.BadRecord("no record"),
        UnknownLevel("foks"),
        NoYeti(f"no yeti plays {game.title}"),
    ]
    for error in errors:
        arrived = way(error)
        assert (type(arrived), str(arrived)) == (type(error), str(error))


@pytest.mark.parametrize("way", list(WAYS.values())[:-1], ids=list(WAYS)[:-1])
def test_what_else_is_public_is_copied_too(game, way):
    assert way(game) is game
    assert way(game.schema) is game.schema
    match = banquise.new(game.name, seed=1)
    [move, *_] = match.legal(match.to_act[0])
    assert (way(move), way(move).text) == (move, move.text)
    with pytest.raises(banquise.IllegalMove) as refused:
        match.play(match.to_act[0], -1)
    assert str(way(refused.value)) == str(refused.value)
    assert way(refused.value).reason == refused.value.reason
    with pytest.raises(ValueError, match="no game 'chess'") as unknown:
        banquise.new("chess")
    assert str(way(unknown.value)) == str(unknown.value)
    assert str(way(BadNotation("x", "y"))) == str(BadNotation("x", "y"))
    record = banquise.to_record(match)
    assert way(record) == record
