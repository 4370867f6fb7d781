"""What simple players score on every environment: the numbers to beat, from seeded matches.

    python -m banquise.research.baselines --save docs/environments/baselines.json [GAME ...]

A baseline sits at one seat, a different one in each match, and random players at all others; its score is the mean
reward. Alone at the table it is the mean number of points. Games that are not named keep the figures in the file.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from banquise.bots.levels import Level, decide, level_named
from banquise.games import NAMES
from banquise.research.gym import RANDOM
from banquise.research.zoo import raw_env

MATCHES = {RANDOM: 2000, "hare": 120, "fox": 120, "wolf": 24}
SEED = 20


def reward_of(env: raw_env, level: Level | None, seat: int, seed: int) -> float:
    """One match: a level (None: at random) at one seat, random players at the others; the reward of that seat."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    while env._actor >= 0:
        actor = env._actor
        if level is None or actor != seat:
            env.step(int(env._legal[0, rng.integers(env._choices[0])]))
            continue
        state = env.game.schema.from_record(env._records[0])
        for move in decide(env.game, state, env.seats, seat, level, seed).moves:
            if env._actor == seat:
                env.step(move)
    return float(env._rewards[0, seat])


def score(name: str, seats: int, player: str, matches: int) -> dict[str, Any]:
    """The mean reward of a baseline and its standard error."""
    env = raw_env(name, seats)
    level = None if player == RANDOM else level_named(player)
    rewards = [reward_of(env, level, number % seats, SEED + number) for number in range(matches)]
    error = float(np.std(rewards, ddof=1)) / math.sqrt(matches) if matches > 1 else 0.0
    return {"seats": seats, "player": player, "score": float(np.mean(rewards)), "error": error, "matches": matches}


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES))
    parser.add_argument("--save", type=Path, required=True)
    parser.add_argument("--part", type=float, default=1.0, help="so large a part of the matches, for a quick look")
    arguments = parser.parse_args()
    kept = json.loads(arguments.save.read_text()) if arguments.save.exists() else {}
    for name in arguments.names:
        rows = []
        for seats in raw_env(name).game.seats:
            for player, matches in MATCHES.items():
                rows.append(score(name, seats, player, max(2, round(matches * arguments.part))))
                print(name, rows[-1], flush=True)
        kept[name] = {"seed": SEED, "rows": rows}
        arguments.save.write_text(json.dumps({name: kept[name] for name in NAMES if name in kept}, indent=1) + "\n")


if __name__ == "__main__":
    main()
