"""Learning with tianshou's DQN, which takes masks as part of an observation, against random opponents.

    pip install 'banquise[research]' tianshou
    python examples/tianshou_dqn.py --game ice_lake --steps 40000

Prints the mean reward of new matches before and after (1: won every match, -1: lost every match, 0: even). Tried with
tianshou 2.0.
"""

import argparse

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from banquise.research.gym import SoloEnv

TABLES = 8


class Table(gymnasium.ObservationWrapper):
    """A table of two whose dictionaries are named as tianshou wants them.

    A match is cut off after so many decisions: whoever has learned nothing yet may do the same for ever.
    """

    def __init__(self, game):
        super().__init__(SoloEnv(game, seats=2, observation="dict", max_cycles=100))
        seen, moves = self.env.observation_space["observation"], self.env.action_space.n
        self.observation_space = gymnasium.spaces.Dict({"obs": seen, "mask": gymnasium.spaces.MultiBinary(int(moves))})

    def observation(self, observation):
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def learner(env):
    """Q-learning by a network of two layers."""
    seen, moves = env.observation_space["obs"].shape, int(env.action_space.n)
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=seen, action_shape=moves, hidden_sizes=(256, 256)),
        action_space=env.action_space,
        eps_training=0.1,
        eps_inference=0.05,
    )
    rate = AdamOptimizerFactory(lr=5e-4)
    return DQN(policy=policy, optim=rate, gamma=0.99, n_step_return_horizon=5, target_update_freq=500)


def score(collector, matches):
    """The mean reward of so many new matches."""
    collector.reset()
    return float(np.mean(collector.collect(n_episode=matches).returns))


def learn(game="ice_lake", steps=40_000, matches=100, seed=1):
    """Train, and say what it was worth: the scores before and after."""
    np.random.seed(seed)  # tianshou draws from there
    torch.manual_seed(seed)
    algorithm = learner(Table(game))
    tables, others = (DummyVectorEnv([lambda: Table(game)] * TABLES) for _ in range(2))
    tables.seed(seed)
    others.seed(10_000)
    training = Collector(algorithm, tables, VectorReplayBuffer(20_000, TABLES), exploration_noise=True)
    testing = Collector(algorithm, others)
    before = score(testing, matches)
    print(f"{game}: {before:+.2f} against random players before learning ({matches} matches)", flush=True)
    training.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=TABLES * 8,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            test_step_num_episodes=0,
            verbose=False,
            show_progress=False,
        )
    )
    after = score(testing, matches)
    print(f"{game}: {after:+.2f} against random players after {steps:,} steps ({matches} matches)", flush=True)
    return before, after


def main():
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ice_lake")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    learn(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
