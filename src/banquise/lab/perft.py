"""Perft: how many sequences of moves and outcomes there are of each length. Pinned, it guards the rules."""

from __future__ import annotations

import numpy as np

from banquise.kernel import playout
from banquise.kernel.compile import bound, compiled
from banquise.kernel.game import Game
from banquise.lab.simulate import Engine


def perft(game: Game, seats: int, options: dict[str, str], depth: int, engine: Engine = "compiled") -> int:
    """The number of sequences of exactly this many moves and outcomes from the start."""
    game.check_seats(seats)
    values = game.option_values(options)
    if engine == "plain":
        states = [game.schema.new() for _ in range(depth + 1)]
        game.rules.setup(states[0], seats, values)
        return int(bound(playout, game.rules).perft(states, depth, 0, [[0] * game.buffer for _ in range(depth + 1)]))
    records = game.schema.records(depth + 1)
    compiled(game.rules).setup(records[0], seats, np.array(values or [0], np.int64))
    outs = np.zeros((depth + 1, game.buffer), np.int64)
    return int(compiled(playout, game.rules).perft(records, depth, 0, outs))
