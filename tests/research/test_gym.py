"""Gymnasium's own checker on every game, and matches against bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from banquise.research import gym
from banquise.research.zoo import version

pytestmark = pytest.mark.compiles


def test_the_environment_checker_passes(game):
    env = gymnasium.make(f"banquise/{game.name}-v{version(game.name)}")
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


def test_two_sit_at_a_table_unless_a_patience_is_asked_for():
    assert gym.SoloEnv("altitude", opponent="fox")._match.seats == 2
    assert gym.SoloEnv("altitude", seats=1)._match.seats == 1


@pytest.mark.parametrize("action", [2.5, 2.0, "2", None, 1_000_000, -1, np.float32(1)])
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    env = gym.SoloEnv("ice_lake")
    env.reset(seed=1)
    before = env._match.state().tolist()
    with pytest.raises(ValueError, match="an action is a whole number from 0 to 136, not "):
        env.step(action)
    assert env._match.state().tolist() == before
    env.step(np.int64(1))
    env.step(np.array(1))


def test_nothing_is_stepped_before_the_beginning_or_after_the_end():
    env = gym.SoloEnv("ice_lake")
    with pytest.raises(ResetNeeded, match="reset\\(\\) begins one"):
        env.step(0)
    for end_it in (lambda: env.step(3), lambda: play_out(env)):  # by an illegal action, and by playing
        env.reset(seed=1)
        end_it()
        with pytest.raises(ResetNeeded):
            env.step(0)


def play_out(env):
    rng, over = np.random.default_rng(1), False
    while not over:
        *_, over, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))


def test_the_class_says_how_it_can_be_rendered():
    assert set(gym.SoloEnv.metadata["render_modes"]) == {"human", "ansi", "svg", "rgb_array"}
    env = gymnasium.make("banquise/ice_lake-v2", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (640, 640, 3)


def test_frames_never_change_their_size(game):
    env = gym.SoloEnv(game.name, render_mode="rgb_array")
    env.reset(seed=1)
    rng, sizes, over = np.random.default_rng(2), set(), False
    while not over:
        sizes.add(env.render().shape)
        for _ in range(12):
            *_, over, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
            if over:
                break
    assert sizes == {(640, 640, 3)}


def test_options_of_a_reset_are_for_that_match_alone():
    env = gym.SoloEnv("ice_lake")
    radius = next(part.start for part in env._match.observer.parts if part.name == "radius")
    assert env.reset(seed=1)[0][radius] == 6
    assert env.reset(seed=1, options={"lake": "short"})[0][radius] == 5
    assert env.reset(seed=1)[0][radius] == 6
    with pytest.raises(ValueError, match="no option 'pond'"):
        env.reset(options={"pond": "x"})
    with pytest.raises(ValueError, match="cell: 500 is not a whole number from 0 to 126"):
        env.reset(options={"position": {"cell": [500, 3, 0, 0]}})
    moved = env.reset(seed=1, options={"position": {"cell": [63, 3, 0, 0]}})[0]
    cell = next(part.start for part in env._match.observer.parts if part.name == "cell")
    assert moved[cell] == 63
