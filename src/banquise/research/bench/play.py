"""The speed of random play from start to end on one core, ours and OpenSpiel's, in seconds of processor time.

``steps`` counts everything that happens (decisions and chance) on both sides; ``moves`` counts decisions alone. The
tables of ``banquise bench`` are put together in ``environments.py``.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from banquise.kernel.blocks import Engine, play_block
from banquise.kernel.game import Game

ENGINES: tuple[Engine, ...] = ("plain", "compiled")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    moves_per_second: float
    steps_per_second: float


def ours(game: Game, engine: Engine, seconds: float) -> Row:
    """Random matches of one of our games until the playing itself has taken so many seconds."""
    seats, count = _seats(game), 10 if engine == "plain" else 500
    play_block(game, seats, game.option_values({}), 0, engine, 0, 1)  # load or compile before the clock starts
    moves = steps = number = 0
    spent = 0.0
    while spent < seconds:
        block = play_block(game, seats, game.option_values({}), 0, engine, number, count)
        moves, steps, spent, number = moves + block.moves, steps + block.steps, spent + block.seconds, number + 1
    return Row(f"{game.title}, {seats} seats, {engine}", moves / spent, steps / spent)


def _seats(game: Game) -> int:
    return next(seats for seats in game.seats if seats > 1)


def open_spiel(name: str, seconds: float) -> Row:
    """OpenSpiel's C++ random simulation: its rollout evaluator, which never leaves C++.

    It reports no number of steps, so the mean length of a match is taken from matches driven from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    moves, steps = _mean_length(game, 200)
    # A search of one simulation is one call of the evaluator, which makes so many rollouts from the start.
    batch = 200
    searcher = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(batch, 0), 2.0, 1, 100, False, 0, False)
    rollouts, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        searcher.step(first_decision(game))
        rollouts += batch
    rate = rollouts / (time.process_time() - start)
    return Row(f"OpenSpiel {name}", rate * moves, rate * steps)


def first_decision(game: Any) -> Any:
    """A rollout starts where somebody decides; a first chance node is settled before."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def _mean_length(game: Any, matches: int) -> tuple[float, float]:
    """Decisions, and all steps together, of a random match on average."""
    rng, moves, steps = random.Random(0), 0, 0
    for _ in range(matches):
        state = first_decision(game)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
            steps += 1
    return moves / matches, steps / matches


__all__ = ["ENGINES", "Engine", "Row", "first_decision", "open_spiel", "ours"]
