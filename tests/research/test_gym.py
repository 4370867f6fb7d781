"""Gymnasium's own checker on every game, and matches against bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from banquise.research import gym

pytestmark = pytest.mark.compiles


def test_the_environment_checker_passes(game):
    env = gymnasium.make(f"banquise/{game.name}-v{game.version - 1}")
    check_env(env.unwrapped, skip_render_check=True)  # render modes are tested with PettingZoo's suite


@pytest.mark.parametrize("opponent", ["random", "fox"])
def test_a_match_against_a_bot_ends_with_a_reward(game, opponent):
    env = gym.SoloEnv(game.name, seats=2, seat=1, opponent=opponent)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=4)
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert over or reward == 0.0
    assert -1.0 <= reward <= 1.0


def test_the_same_seed_gives_the_same_match():
    def play(seed):
        env, seen = gym.SoloEnv("ice_cult", opponent="hare"), []
        rng = np.random.default_rng(0)
        observation, info = env.reset(seed=seed)
        for _ in range(30):
            seen.append(observation.tobytes())
            observation, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            if over:
                break
        return seen

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_an_illegal_action_loses_and_says_why():
    env = gym.SoloEnv("ice_lake")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(3)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"] == "reason.nothing_written (IL-2.1)"


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="no seat 5 at a table of 2"):
        gym.SoloEnv("ice_lake", seat=5)
    with pytest.raises(ValueError, match="no level 'foks': did you mean 'fox'"):
        gym.SoloEnv("ice_lake", opponent="foks")
