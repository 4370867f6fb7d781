"""Batches: exact, repeatable, the same whatever the number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from observing import shown

from banquise.kernel.contract import CHANCE, NOBODY
from banquise.research.batch import PART, Batch

pytestmark = [pytest.mark.compiles, pytest.mark.slow]


def test_a_batch_plays_the_plain_rules_state_for_state(variant):
    game, seats, options = variant
    batch = Batch(game.name, count=3, seats=seats, options=options, seed=4)
    states = [game.schema.from_struct(batch.structs[i]) for i in range(3)]
    out = [0] * game.buffer
    for _ in range(60):
        for i, state in enumerate(states):
            assert game.schema.digest(state) == game.schema.digest(game.schema.from_struct(batch.structs[i]))
            actor = int(batch.actors[i])
            n = game.rules.legal_moves(state, actor, out)
            assert np.flatnonzero(batch.masks[i]).tolist() == out[:n]
            seen = batch.observer.decode(batch.observations[i])
            assert seats == 1 or seen.pop("observer") == [int(seat == actor) for seat in range(seats)]
            assert seen == shown(game, seats, state, actor)
        actions = batch.random_actions()
        actors = batch.actors.copy()
        batch.step(actions)
        for i, state in enumerate(states):
            game.rules.play(state, int(actors[i]), int(actions[i]))
            if batch.ended[i] or game.rules.to_act(state) == CHANCE:
                # Chance was drawn from the batch's own stream: take over from its struct, after checking the end.
                if batch.ended[i] and game.rules.to_act(state) == NOBODY:
                    won = game.rules.winners(state)
                    best = batch.rewards[i].argmax()
                    assert won == 0 or seats == 1 or won >> int(best) & 1
                states[i] = game.schema.from_struct(batch.structs[i])


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(game, threads):
    one = Batch(game.name, count=17, seed=9)
    many = Batch(game.name, count=17, seed=9, threads=threads)
    for _ in range(150):
        actions = one.random_actions()
        assert (actions == many.random_actions()).all()
        one.step(actions)
        many.step(actions)
        for buffer in ("observations", "masks", "actors", "rewards", "ended"):
            assert (getattr(one, buffer) == getattr(many, buffer)).all(), buffer
    many.close()
    one.close()


def test_a_crowd_is_worked_on_in_parts_and_shown_as_a_whole(game):
    """More matches than threads take at a time: also the lists of moves, of which only what counts is copied."""
    count = 4 * PART + 5
    one, many = Batch(game.name, count, seed=9), Batch(game.name, count, seed=9, threads=2)
    one.step_at_random(30)
    many.step_at_random(30)
    for buffer in ("observations", "masks", "choices", "actors", "rewards", "ended"):
        assert (getattr(one, buffer) == getattr(many, buffer)).all(), buffer
    counts = np.arange(one.legal.shape[1]) < one.choices[:, None]
    assert (one.legal[counts] == many.legal[counts]).all()
    assert (one.random_actions() == many.random_actions()).all()
    many.close()


def test_many_random_steps_are_single_ones_in_a_row(game):
    one, many = Batch(game.name, count=6, seed=3), Batch(game.name, count=6, seed=3, threads=2)
    for _ in range(200):
        one.step(one.random_actions())
    many.step_at_random(150)
    many.step_at_random(50)
    for buffer in ("observations", "masks", "choices", "actors", "rewards", "ended"):
        assert (getattr(one, buffer) == getattr(many, buffer)).all(), buffer
    assert game.schema.packed(one.structs) == game.schema.packed(many.structs)
    many.close()


def test_an_illegal_action_raises_and_changes_nothing(game):
    batch = Batch(game.name, count=4, seed=2)
    before = game.schema.packed(batch.structs)
    actions = batch.random_actions()
    actions[2] = game.move_codes
    with pytest.raises(ValueError, match=f"action {game.move_codes} of match 2 is illegal"):
        batch.step(actions)
    assert game.schema.packed(batch.structs) == before
    with pytest.raises(ValueError, match="4 matches take 4 whole numbers"):
        batch.step([0, 0])


def test_reset_with_a_seed_repeats_everything(game):
    batch = Batch(game.name, count=5, seed=2)
    first = batch.observations.copy()
    batch.step(batch.random_actions())
    batch.reset(2)
    assert (batch.observations == first).all()


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="at least one match"):
        Batch("ice_lake", count=0)
    with pytest.raises(ValueError, match="not 9"):
        Batch("ice_lake", count=1, seats=9)


def test_buffers_go_out_by_dlpack_without_a_copy():
    batch = Batch("ice_cult", count=8, seed=1)
    for name in ("observations", "masks", "legal", "choices", "actors", "rewards", "ended"):
        buffer = getattr(batch, name)
        view = np.from_dlpack(buffer)
        assert np.shares_memory(view, buffer), name
    seen = np.from_dlpack(batch.observations)
    batch.step(batch.random_actions())
    assert (seen == batch.observations).all()  # the next step shows in what was handed out


def test_a_tensor_is_the_same_memory():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    batch = Batch("ice_cult", count=8, seed=1)
    tensor = torch.from_dlpack(batch.observations)
    assert tensor.data_ptr() == batch.observations.ctypes.data
    batch.step(batch.random_actions())
    assert (tensor.numpy() == batch.observations).all()
    assert torch.from_dlpack(batch.masks).dtype == torch.bool
