"""Learning with RLlib's PPO and its own module for action masks, against random opponents.

    pip install 'banquise[research]' 'ray[rllib]' torch
    python examples/rllib.py --game ice_lake --rounds 20

Prints the mean reward of a round after each (1: won every match, -1: lost every match, 0: even). Tried with ray 2.60.
"""

import argparse

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from banquise.research.gym import SoloEnv


class Table(gymnasium.ObservationWrapper):
    """A table of two whose dictionaries are named as RLlib's module wants them."""

    def __init__(self, settings):
        super().__init__(SoloEnv(settings["game"], seats=2, observation="dict"))
        seen, mask = (self.env.observation_space[name] for name in ("observation", "action_mask"))
        mask = gymnasium.spaces.Box(0.0, 1.0, mask.shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict({"action_mask": mask, "observations": seen})

    def observation(self, observation):
        mask = observation["action_mask"].astype(np.float32)
        return {"action_mask": mask, "observations": observation["observation"]}


def configured(game, steps):
    """PPO in this process, so many decisions a round."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(fcnet_hiddens=[256, 256], fcnet_activation="relu", head_fcnet_hiddens=[]),
    )
    return (
        PPOConfig()
        .environment(Table, env_config={"game": game}, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .learners(num_learners=0, num_gpus_per_learner=0)
        .rl_module(rl_module_spec=module)
        .training(train_batch_size=steps, minibatch_size=min(256, steps), num_epochs=4, gamma=0.999, entropy_coeff=0.01)
        .debugging(seed=1)
    )


def learn(game="ice_lake", rounds=20, steps=2048):
    """The mean rewards, round by round."""
    algorithm, rewards = configured(game, steps).build_algo(), []
    for number in range(rounds):
        found = algorithm.train()["env_runners"]
        rewards.append(float(found.get("episode_return_mean", 0.0)))
        print(f"{game}: round {number + 1}, mean reward {rewards[-1]:+.2f}", flush=True)
    algorithm.stop()
    return rewards


def main():
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ice_lake")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--steps", type=int, default=2048)
    learn(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
