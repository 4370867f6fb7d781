"""Perft: how many sequences of moves and outcomes there are of each length. Pinned, it guards the rules."""

from __future__ import annotations

from array import array

from banquise.kernel import playout
from banquise.kernel.blocks import Engine
from banquise.kernel.compile import bound
from banquise.kernel.game import Game
from banquise.kernel.wasm.playing import counting, instance_here


def perft(game: Game, seats: int, options: dict[str, str], depth: int, engine: Engine = "compiled") -> int:
    """The number of sequences of exactly this many moves and outcomes from the start."""
    game.check_seats(seats)
    values = game.option_values(options, seats)
    if engine == "plain":
        states = [game.schema.new() for _ in range(depth + 1)]
        game.rules.setup(states[0], seats, values)
        return int(bound(playout, game.rules).perft(states, depth, 0, [[0] * game.buffer for _ in range(depth + 1)]))
    instance = instance_here(counting(game, depth, engine == "checked"))
    instance.raw("states")[:] = bytes(len(instance.raw("states")))
    instance.numbers("options")[: len(values)] = array("q", values)
    instance.call["setup"](seats)
    return int(instance.call["perft"](depth, 0))
