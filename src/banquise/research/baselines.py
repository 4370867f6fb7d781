"""What simple players score on every environment: the numbers to beat, from seeded matches.

    python -m banquise.research.baselines --save docs/environments/baselines.json [GAME ...]

A baseline sits at one seat, a different one in each match, and random players at all others; its score is the mean
reward. Alone at the table it is the mean number of points. Every figure is saved as soon as it is there, and figures of
as many matches in the file are kept: an interrupted run goes on where it stopped; ``--anew`` measures all again.

Every figure keeps the sums of the move codes of its first matches, which stay the same as long as rules, chance and
bots are the same: ``is_stale`` plays them again.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from banquise.bots.levels import Level, decide, level_named
from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.research.gym import RANDOM
from banquise.research.zoo import raw_env

MATCHES = {RANDOM: 2000, "hare": 120, "fox": 120, "wolf": 24, "bear": 4}
KEPT = 4  # matches of a figure whose sum of move codes is kept
SEED = 20


def played(env: raw_env, level: Level | None, seat: int, seed: int) -> tuple[float, int]:
    """One match: a level (None: at random) at one seat, random players at the others; its reward, the sum of moves."""
    rng, codes = np.random.default_rng(seed), 0
    env.reset(seed=seed)
    while env._actor >= 0:
        actor = env._actor
        if level is None or actor != seat:
            move = int(env._lanes.legal[0, rng.integers(env._lanes.choices[0])])
            env.step(move)
            codes += move
            continue
        state = env.position
        for move in decide(env.game, state, env.seats, seat, level, seed).moves:
            if env._actor == seat:
                env.step(move)
                codes += move
    return float(env._lanes.rewards[0, seat]), codes


def matches_of(name: str, seats: int, player: str, matches: int) -> list[tuple[float, int]]:
    """Rewards and sums of codes of so many matches of a baseline, which sits at another seat in each."""
    env = raw_env(name, seats)
    # However slow the machine: a level that is cut short by the clock would decide otherwise.
    level = None if player == RANDOM else replace(level_named(player), limit=math.inf)
    return [played(env, level, number % seats, SEED + number) for number in range(matches)]


def score(name: str, seats: int, player: str, matches: int) -> dict[str, Any]:
    """The mean reward of a baseline and its standard error."""
    results = matches_of(name, seats, player, matches)
    rewards = [reward for reward, _ in results]
    error = float(np.std(rewards, ddof=1)) / math.sqrt(matches) if matches > 1 else 0.0
    mean, codes = round(float(np.mean(rewards)), 4), [codes for _, codes in results[:KEPT]]
    told = {"seats": seats, "player": player, "score": mean, "error": round(error, 4), "matches": matches}
    return {**told, "codes": codes}


def is_stale(name: str, row: dict[str, Any], matches: int = KEPT) -> bool:
    """Do the first matches of a figure go otherwise today?"""
    results = matches_of(name, row["seats"], row["player"], matches)
    kept: list[int] = row["codes"][:matches]
    return [codes for _, codes in results] != kept


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES))
    parser.add_argument("--save", type=Path, required=True)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--players", type=lambda text: text.split(","), default=list(MATCHES))
    arguments = parser.parse_args()
    kept = json.loads(arguments.save.read_text()) if arguments.save.exists() and not arguments.anew else {}
    tables = [(name, seats) for name in arguments.names for seats in game_named(name).seats]
    for player in arguments.players:
        for name, seats in tables:
            rows = kept.setdefault(name, [])
            if any((row["seats"], row["player"], row["matches"]) == (seats, player, MATCHES[player]) for row in rows):
                continue
            rows[:] = [row for row in rows if (row["seats"], row["player"]) != (seats, player)]
            rows.append(score(name, seats, player, MATCHES[player]))
            print(name, rows[-1], flush=True)
            rows.sort(key=lambda row: (row["seats"], list(MATCHES).index(row["player"])))
            arguments.save.write_text(json.dumps({name: kept[name] for name in NAMES if name in kept}, indent=1) + "\n")


if __name__ == "__main__":
    main()
