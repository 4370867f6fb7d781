"""Learning to play with MaskablePPO (sb3-contrib) against one of the house's bots.

pip install 'banquise[train]'
python examples/maskable_ppo.py --game ice_cult --opponent hare --steps 40000

Prints the mean reward against the bot before and after (1: won every match, -1: lost every match, 0: even).
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from banquise.research import gym
from banquise.research.zoo import version


class Scaled(gymnasium.ObservationWrapper):
    """Small numbers suit a network better: everything an environment shows is a whole number, mostly below ten."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(-4.0, 4.0, env.observation_space.shape, np.float32)

    def observation(self, observation):
        return np.clip(observation / np.float32(4.0), -4.0, 4.0)


def table(game, opponent):
    """A table of two: the learner at seat 0, the bot at seat 1."""
    return Scaled(gymnasium.make(f"banquise/{game}-v{version(game)}", seats=2, opponent=opponent))


def score(model, env, matches, seed):
    """The mean reward of so many matches, with the learner's moves drawn from its policy."""
    rewards = []
    for number in range(matches):
        observation, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            masks = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks)
            observation, reward, over, _, _ = env.step(int(action))
        rewards.append(reward)
    return float(np.mean(rewards))


def learn(game="ice_cult", opponent="hare", steps=40_000, matches=100, seed=1, rollout=1024):
    """Train, and say what it was worth: the scores before and after."""
    env = table(game, opponent)
    model = MaskablePPO("MlpPolicy", env, n_steps=rollout, batch_size=256, ent_coef=0.01, seed=seed, device="cpu")
    before = score(model, env, matches, seed=10_000)
    print(f"{game}: {before:+.2f} against {opponent} before learning ({matches} matches)", flush=True)
    model.learn(steps)
    after = score(model, env, matches, seed=10_000)
    print(
        f"{game}: {after:+.2f} against {opponent} after {model.num_timesteps:,} steps ({matches} matches)", flush=True
    )
    return before, after


def main():
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ice_cult")
    parser.add_argument("--opponent", default="hare", help=f"hare, fox, wolf, bear or {gym.RANDOM}")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    learn(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
