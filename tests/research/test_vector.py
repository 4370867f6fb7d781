"""Many matches for one learner: the same as single ones, and as Gymnasium's vectors are."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest

from banquise.kernel.compile import bound
from banquise.research import gym, vector, zoo
from banquise.research.foxes import Foxes


def policy(observations, masks):
    return masks.argmax(1)  # the first legal move


def test_lanes_are_single_matches_against_the_same_opponent(game):
    many = vector.SoloVector(game.name, 6, seats=2, opponent=policy)
    seen, info = many.reset(seed=3)
    for _ in range(40):
        assert seen.shape == (6, many.planes.size)
        assert (many.batch.actors == many.seats).all()
        assert many.observation_space.contains(seen)
        chosen = info["action_mask"].argmax(1)
        state = many.batch.game.schema.from_struct(many.batch.structs[0])
        single = gym.SoloEnv(
            game.name, seats=2, seat=0, observation="planes", opponent=lambda _, mask: int(mask.argmax())
        )
        single.reset(seed=1)
        single._match.game.schema.to_struct(state, single._match._lanes.structs[0])
        assert (single._match.observe("seat_0") == seen[0]).all()
        seen, reward, ended, cut_off, info = many.step(chosen)
        assert not cut_off.any()
        assert (reward[~ended] == 0).all()
        assert (np.abs(reward) <= 1).all()


def test_matches_end_and_begin_anew(game):
    many, ends, won = vector.SoloVector(game.name, 32, seats=2), 0, 0.0
    _, info = many.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(3000):
        chosen = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        _, reward, ended, _, info = many.step(chosen)
        ends, won = ends + int(ended.sum()), won + float(reward.sum())
        if ends > 100:
            break
    assert ends > 100
    assert abs(won / ends) < 0.4  # even, among players at random


def test_gymnasium_makes_it():
    identity = f"banquise/ice_cult-v{zoo.version('ice_cult')}"
    many = gymnasium.make_vec(identity, num_envs=4, vectorization_mode="vector_entry_point", seats=2)
    seen, info = many.reset(seed=1)
    assert seen.shape == many.observation_space.shape
    assert info["action_mask"].any(axis=1).all()
    many.step(info["action_mask"].argmax(1))


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="are 'random', 'fox' or a function, not 'wolf'"):
        vector.SoloVector("ice_lake", 2, opponent="wolf")
    with pytest.raises(ValueError, match="no seat 7"):
        vector.SoloVector("ice_lake", 2, seat=7)
    with pytest.raises(ValueError, match="options are given when"):
        vector.SoloVector("ice_lake", 2).reset(options={"lake": "short"})


@pytest.fixture
def guided(game):
    if game.guide is None:
        with pytest.raises(ValueError, match="has no guide"):
            Foxes(game, 1)
        pytest.skip("without a guide there are no foxes")
    return game


def test_a_fox_makes_a_move_that_weighs_most(guided):
    game = guided
    foxes, rules = Foxes(game, 8), bound(game.guide, game.rules)
    many = vector.SoloVector(game.name, 8, seats=2)
    many.reset(seed=5)
    heaviest = 0
    for _ in range(60):
        batch = many.batch
        chosen = foxes(batch.structs, batch.actors)
        for lane in range(8):
            assert batch.masks[lane, chosen[lane]]
            state, seat = game.schema.from_struct(batch.structs[lane]), int(batch.actors[lane])
            moves, weights = [0] * game.buffer, [0] * game.buffer
            n = game.rules.legal_moves(state, seat, moves)
            rules.weigh(state, seat, moves, n, weights)
            heaviest += weights[moves.index(chosen[lane])] == max(weights[:n])
        many.step(many.batch.random_actions())
    assert heaviest > 0.9 * 60 * 8, "the guide looks at what the seat sees, and seldom at what it imagines"


def test_foxes_win_and_a_copy_of_them_plays_the_same(guided):
    many, won = vector.SoloVector(guided.name, 16, seats=2, opponent="fox"), []
    many.reset(seed=2)
    other = None
    for step in range(600):
        if step == 20:
            other = pickle.loads(pickle.dumps(many))
        actions = many.batch.random_actions()
        _, reward, ended, _, _ = many.step(actions)
        won += reward[ended].tolist()
        if other is not None and step < 60:
            other.batch.random_actions()
            assert (other.step(actions)[1] == reward).all()
    assert len(won) > 8
    assert np.mean(won) < -0.5
