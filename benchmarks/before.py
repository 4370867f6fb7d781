"""Environments and adapters on WebAssembly beside the last build by Numba, call by call, in one run.

    python benchmarks/before.py [GAME ...]        in a clone with its history, after pip install numba==0.68.1

The old build is taken out of git into a folder of its own. Both are measured in turns, each in a process of its own, in
processor time, and the best of the turns counts; a row's ratio is ours over theirs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from last_by_numba import NOW, last_by_numba, measured

GAMES = ("ice_lake", "ice_cult", "altitude", "alaska")
TURNS = 3

# What both builds can do, in words that both know.
MEASURE = """
import json, random, sys, time
import gymnasium, numpy as np, pyspiel
from banquise.research import gym, spiel, zoo
from banquise.research.batch import Batch

game, rng = sys.argv[1], random.Random(1)

def rate(work, seconds=0.6):
    work()
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += work()
    return steps / spent

def batch(count):
    many = Batch(game, count, 2, seed=1)
    def work():
        many.step_at_random(20)
        return 20 * count
    return work

def petting_zoo():
    env = zoo.env(game, seats=2)
    def work():
        steps = 0
        env.reset(seed=rng.randrange(2**31))
        for _ in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            over = terminated or truncated
            env.step(None if over else rng.choice(np.flatnonzero(info["action_mask"] == 1).tolist()))
            steps += not over
        return steps
    return work

def gymnasium_env():
    env = gym.SoloEnv(game, seats=2)
    def work():
        steps, over = 0, False
        _, info = env.reset(seed=rng.randrange(2**31))
        while not over:
            _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"] == 1).tolist()))
            steps += 1
        return steps
    return work

def go_on(state):
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))

def open_spiel():
    loaded = pyspiel.load_game(f"python_banquise_{game}(seats=2)")
    def work():
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            go_on(state)
            steps += 1
        return steps
    return work

def clones():
    state = pyspiel.load_game(f"python_banquise_{game}(seats=2)").new_initial_state()
    for _ in range(10):
        go_on(state)
    def work():
        for _ in range(100):
            state.clone()
        return 100
    return work

print(json.dumps({
    "PettingZoo, steps": rate(petting_zoo()),
    "Gymnasium, steps": rate(gymnasium_env()),
    "OpenSpiel from Python, steps": rate(open_spiel()),
    "OpenSpiel, clones": rate(clones()),
    "a batch of 256, steps": rate(batch(256)),
}))
"""


def best(builds: list[Path], game: str) -> list[dict[str, float]]:
    """The best of several turns of each build."""
    found: list[dict[str, float]] = [{} for _ in builds]
    for _ in range(TURNS):
        for number, source in enumerate(builds):
            for row, speed in measured(source, MEASURE, game).items():
                found[number][row] = max(speed, found[number].get(row, 0.0))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    games = parser.parse_args().games
    with last_by_numba() as old:
        print("| calls a second | Numba | WebAssembly | times |\n|---|---:|---:|---:|")
        for game in games:
            theirs, ours = best([old, NOW], game)
            for row, speed in ours.items():
                name = f"{game.replace('_', ' ').title()}: {row}"
                print(f"| {name} | {theirs[row]:,.0f} | {speed:,.0f} | {speed / theirs[row]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
