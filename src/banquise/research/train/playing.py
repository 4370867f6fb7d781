"""Matches of a network against itself, on the processor's cores: positions and results to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from banquise.bots import selfplay, taught
from banquise.bots.mind import plan_of, storage_in, width_of
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.processes import processes
from banquise.kernel.wasm import INT, Instance, Room, translate

Bytes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Positions:
    """Positions of matches with one number of seats: facts, and what came of them."""

    facts: Bytes  # position, seat, fact
    common: Bytes  # position, fact
    shares: npt.NDArray[np.float32]  # position, seat: the part of the win
    thoughts: npt.NDArray[np.float32]  # position, seat: what a search expected; the part of the win where none was made
    moves: Bytes  # position, move, fact: those that a search looked at
    tries: npt.NDArray[np.int16]  # position, move: how much it tried them, in thousandths; 0 where there is no move

    def __len__(self) -> int:
        return len(self.facts)


@dataclass(frozen=True)
class Lot:
    """So many matches to be played by one process."""

    game: str
    seats: int
    seed: int
    first: int  # stream of the first
    count: int
    simulations: int = 0  # of a search at length; 0: in haste
    kept: int = 12  # positions of a match
    looks: int = 6
    slips: int = 8
    seldom: int = 2


def joined(parts: list[Positions]) -> Positions:
    """Positions of many lots as one."""
    return Positions(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Positions)))


@cache
def _stage(name: str, kept: int, simulations: int, units: int, deep: int, tastes: int) -> Instance:
    game = game_named(name)
    guide: Any = taught.facts_of(game)
    room, seats = Room(), game.schema.seats
    states = room.structs("states", game.schema.layout, 4)
    nodes = 1 << simulations.bit_length()  # each simulation makes one at most
    facts, common = taught.facts_in(guide)
    width = min(width_of(game, guide.TUNING), game.buffer)
    edges = nodes * width
    tree = storage_in(room, game, guide, states, nodes, edges, (units, deep, tastes))
    storage = selfplay.Storage(
        states,
        room.numbers("options", max(1, len(game.options)), counted=True),
        tree.rng,
        tree.moves,
        tree.weights,
        tree.values,
        tree.room,
        room.numbers("kept", kept, seats, max(1, facts), kind="i1"),
        room.numbers("kept_common", kept, max(1, common), kind="i1"),
        room.numbers("kept_thoughts", kept, seats),
        room.numbers("kept_moves", kept, width, max(1, taught.moves_of(guide)), kind="i1"),
        room.numbers("kept_tries", kept, width, kind="i2"),
        room.numbers("shares", seats),
        tree,
    )
    entries = {"play_match": (INT, INT, INT, selfplay.Habits(INT, INT, INT, INT), storage)}
    return translate(selfplay, room, entries, rules=game.rules, guide=guide).instance()


def play(lot: Lot, weights: taught.Weights) -> Positions:
    """All matches of a lot, one after the other; the same lot and weights give the same positions."""
    game = game_named(lot.game)
    stage = _stage(lot.game, lot.kept, lot.simulations, weights.units, weights.deep, len(weights.taste_last))
    taught.fill(stage, weights)
    stage.count("values", lot.seats)
    tuning = taught.facts_of(game).TUNING  # type: ignore[union-attr] # it has facts: the stage is translated with them
    stage.rows("plan")[0] = plan_of(tuning, width_of(game, tuning), lot.seats, 0)
    _lay_options(game, stage)
    names = ("kept", "kept_common", "kept_thoughts", "shares", "kept_moves", "kept_tries")
    kept, common, thoughts, shares, moves, tries = (stage.array(name) for name in names)
    liked = len(tries[0]) if lot.simulations and taught.moves_of(taught.facts_of(game)) else 0
    found = []
    for stream in range(lot.first, lot.first + lot.count):
        n = stage.call["play_match"](lot.seats, lot.seed, stream, lot.looks, lot.slips, lot.simulations, lot.seldom)
        won = np.repeat(shares[None, : lot.seats] / np.float32(1000), n, axis=0).astype(np.float32)
        thought = (thoughts[:n, : lot.seats] / np.float32(1000)).astype(np.float32) if lot.simulations else won
        row = kept[:n, : lot.seats].copy(), common[:n].copy(), won, thought
        found.append(Positions(*row, moves[:n, :liked].copy(), tries[:n, :liked].astype(np.int16)))
    return joined(found)


def _lay_options(game: Game, stage: Instance) -> None:
    """The usual options."""
    values = game.option_values({})
    stage.count("options", len(values))
    stage.array("options")[: len(values)] = values


Player = Callable[[list[Lot], taught.Weights], list[Positions]]


@contextmanager
def players(jobs: int, after: Callable[[int], None] = lambda lots: None) -> Iterator[Player]:
    """Somebody who plays lots: this process, or several beside it. After each, it is told of how many it was one."""

    def counted(found: Iterable[Positions], lots: int) -> Iterator[Positions]:
        for one in found:
            after(lots)
            yield one

    if jobs <= 1:
        yield lambda lots, weights: list(counted((play(lot, weights) for lot in lots), len(lots)))
        return
    with processes(jobs) as pool:
        yield lambda lots, weights: list(counted(pool.map(play, lots, [weights] * len(lots)), len(lots)))
