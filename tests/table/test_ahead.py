"""What a seat can tell of its own move before the table has answered: never anything but what the table then tells."""

from __future__ import annotations

import random

import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.table.ahead import believed, foreseen
from banquise.table.match import IllegalMove, new

CHECKED = 40  # moves of each game


@pytest.mark.parametrize("name", OWN)
def test_what_is_foreseen_is_what_the_table_tells(name):
    game, chance, asked, shown = game_named(name), random.Random(3), 0, 0
    for seats in game.seats[:2]:
        match = new(name, seats, seed=seats)
        for turn in range(4 * CHECKED):
            if match.is_over:
                break
            seat = chance.choice(match.to_act)
            move = chance.choice(match.legal(seat))
            if turn % 4:
                match.play(seat, int(move))
                continue
            view, since = game.schema.view(match.state, seat), match.event_count(seat)
            told = foreseen(game, seats, match.options, view, seat, str(move))
            match.play(seat, int(move))
            real = match.events(seat, since)[: len(told)]
            assert [(one.actor, one.move, one.said, one.changes) for one in told] == [
                (one.actor, one.move, one.said, one.changes) for one in real
            ], f"seat {seat} plays {move}"
            asked, shown = asked + 1, shown + bool(told)
    assert shown > asked * 0.8, f"of {asked} moves {shown} were told beforehand"


@pytest.mark.parametrize("name", OWN)
def test_what_is_believed_follows_from_what_is_seen_and_can_be_played_to_its_end(name):
    game, chance = game_named(name), random.Random(4)
    match = new(name, game.usual_seats, seed=1)
    for turn in range(400):
        if match.is_over:
            break
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal(seat))))
        view, rng, whole = game.schema.view(match.state, seat), [0] * RNG_LENGTH, match.state.copy()
        state = believed(game, view, seat, seed=turn)
        assert game.schema.view(state, seat) == view
        seed_rng(rng, turn, 0)
        game.rules.imagine(whole, seat, rng)
        assert state == whole, "what is imagined depends on something that the seat cannot see"
        if turn == 5:
            play_on(new(name, match.seats, seed=2, options=match.options, position=game.schema.to_json(state)), chance)


def play_on(match, chance):
    while not match.is_over:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal(seat))))


def test_a_move_that_the_rules_refuse_is_refused_for_the_same_reason():
    match = new("ice_cult", 2, seed=1)
    (seat,) = match.to_act
    game = match.game
    illegal = next(code for code in range(5000) if game.rules.why_illegal(match.state, seat, code))
    with pytest.raises(IllegalMove) as told:
        match.play(seat, illegal)
    with pytest.raises(IllegalMove) as foretold:
        foreseen(game, 2, match.options, game.schema.view(match.state, seat), seat, illegal)
    assert foretold.value.reason == told.value.reason
