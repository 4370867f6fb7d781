"""The generic battery, part one: laws of the rules that every registered game keeps."""

from __future__ import annotations

import json
import pickle

import pytest
from tools import some_step, visit, with_seeds

from banquise.kernel.chance import seed_rng
from banquise.kernel.contract import CHANCE, NOBODY, QUESTIONS
from banquise.kernel.wasm.playing import Twin
from banquise.lab.golden import home_of_tests
from banquise.lab.perft import perft
from banquise.lab.simulate import simulate


def test_a_rules_module_answers_the_questions(game):
    for question in QUESTIONS:
        assert callable(getattr(game.rules, question)), question


@with_seeds(3)
def test_plain_and_compiled_agree_state_for_state(variant, seed):
    """Compiled with every index and every number checked: what is wrong is told with its line."""
    game, seats, options = variant
    quick, rng = Twin(game, checked=True), [0] * 4
    seed_rng(rng, seed, 1)
    state, values = game.schema.new(), game.option_values(options)
    game.rules.setup(state, seats, values)
    quick.setup(seats, values)
    out = [0] * game.buffer
    while game.rules.to_act(state) != NOBODY:
        assert state == quick.state
        assert game.rules.to_act(state) == quick.to_act()
        actor, code = some_step(game, state, rng)
        assert game.rules.who_sees(state, actor, code) == quick.who_sees(actor, code)
        if actor == CHANCE:
            assert quick.odds() == out[: game.rules.odds(state, out)]
            game.rules.settle(state, code)
            quick.settle(code)
        else:
            assert quick.legal_moves(actor) == out[: game.rules.legal_moves(state, actor, out)]
            game.rules.play(state, actor, code)
            quick.play(actor, code)
    assert state == quick.state
    assert game.rules.ending(state) == quick.ending()
    assert game.rules.winners(state) == quick.winners()
    game.rules.score(state, out)
    assert out[:seats] == quick.score(seats)


@pytest.mark.slow
def test_simulations_have_one_digest_whatever_the_engine(variant):
    game, seats, options = variant
    plain = simulate(game, seats, options, games=40, seed=5, engine="plain")
    quick = simulate(game, seats, options, games=40, seed=5, engine="compiled")
    assert plain.digest == quick.digest
    assert simulate(game, seats, options, games=40, seed=5, engine="checked").digest == plain.digest
    assert plain.moves == quick.moves
    assert simulate(game, seats, options, games=40, seed=6, engine="compiled").digest != quick.digest


def test_imagination_is_the_same_plain_and_compiled(variant):
    game, seats, _ = variant
    quick = Twin(game, checked=True)
    for number, state in enumerate(visit(variant, 77, most=150)):
        if number % 10 == 0:
            viewer = number // 10 % (seats + 1) - 1
            quick.state = state
            plain_rng, quick_rng = [1, 2, 3, 4], [1, 2, 3, 4]
            twin = state.copy()
            game.rules.imagine(twin, viewer, plain_rng)
            quick.imagine(viewer, quick_rng)
            assert twin == quick.state
            assert plain_rng == quick_rng


@with_seeds(2)
def test_legal_moves_and_reasons_agree_on_every_code(variant, seed):
    game, seats, _ = variant
    quick = Twin(game, checked=True)
    out = [0] * game.buffer
    for number, state in enumerate(visit(variant, seed)):
        if (number + seed) % (9 if game.move_codes < 500 else 40):
            continue
        quick.state = state
        mask = game.rules.to_act(state)
        for seat in range(seats):
            n = game.rules.legal_moves(state, seat, out)
            assert (n > 0) == (mask > 0 and mask >> seat & 1 == 1)
            assert out[:n] == sorted(set(out[:n]))
            allowed = [m for m in range(game.move_codes) if quick.why_illegal(seat, m) == 0]
            assert out[:n] == allowed
            refused = next((m for m in range(game.move_codes) if m not in allowed), None)
            if refused is not None:
                assert game.rules.why_illegal(state, seat, refused) in game.reasons


def test_codes_and_seats_out_of_range_are_refused(variant):
    game, seats, _ = variant
    quick = Twin(game, checked=True)
    for number, state in enumerate(visit(variant, 3)):
        if number % 20:
            continue
        quick.state = state
        for seat, move in [
            (-1, 0),
            (seats, 0),
            (99, 0),
            (0, -1),
            (0, game.move_codes),
            (0, 2**40),
            (0, -(2**40)),
            (2**40, 2**40),
        ]:
            why = game.rules.why_illegal(state, seat, move)
            assert why in game.reasons
            assert quick.why_illegal(seat, move) == why


@with_seeds(3)
def test_a_copy_is_independent_and_json_keeps_everything(variant, seed):
    game = variant[0]
    rng = [0] * 4
    seed_rng(rng, seed, 2)
    for number, state in enumerate(visit(variant, seed)):
        if (number + seed) % 13:
            continue
        kept, twin = game.schema.to_json(state), state.copy()
        assert pickle.loads(pickle.dumps(state)) == state
        assert game.schema.from_json(json.loads(json.dumps(kept))) == state
        if game.rules.to_act(state) != NOBODY:
            actor, code = some_step(game, twin, rng)
            if actor == CHANCE:
                game.rules.settle(twin, code)
            else:
                game.rules.play(twin, actor, code)
            assert twin != state
        assert game.schema.to_json(state) == kept


def test_perft_is_as_pinned(game):
    """perft.txt: seats, options, then how many sequences of 1, 2, 3 ... moves and outcomes."""
    pinned = (home_of_tests(game) / "perft.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in pinned.splitlines() if line and not line.startswith("#")]
    assert {int(line[0]) for line in lines} == set(game.seats)
    for seats, options, *counts in lines:
        chosen = dict(pair.split("=") for pair in options.split(",") if "=" in pair)
        for depth, count in enumerate(counts, 1):
            assert perft(game, int(seats), chosen, depth) == int(count), (seats, options, depth)
        assert perft(game, int(seats), chosen, 2, "plain") == int(counts[1])
