"""Matches of a network against itself, on the processor's cores: positions and results to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from banquise.bots import selfplay, taught
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH
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
    kept: int = 12  # positions of a match
    looks: int = 6
    slips: int = 8


def joined(parts: list[Positions]) -> Positions:
    """Positions of many lots as one."""
    return Positions(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("facts", "common", "shares"))
    )


@cache
def _stage(name: str, kept: int, units: int, deep: int) -> Instance:
    game = game_named(name)
    guide: Any = taught.facts_of(game)
    room, seats = Room(), game.schema.seats
    net = taught.room_for(guide, room, seats, units, deep)
    storage = selfplay.Storage(
        room.structs("states", game.schema.layout, 4),
        room.numbers("options", max(1, len(game.options)), counted=True),
        room.numbers("rng", RNG_LENGTH),
        room.numbers("moves", game.buffer),
        room.numbers("weights", game.buffer),
        room.numbers("values", seats, counted=True),
        net,
        room.numbers("kept", kept, seats, guide.FACTS, kind="i1"),
        room.numbers("kept_common", kept, guide.COMMON, kind="i1"),
        room.numbers("shares", seats),
    )
    entries = {"play_match": (INT, INT, INT, INT, INT, storage)}
    return translate(selfplay, room, entries, rules=game.rules, guide=guide).instance()


def play(lot: Lot, weights: taught.Weights) -> Positions:
    """All matches of a lot, one after the other; the same lot and weights give the same positions."""
    game = game_named(lot.game)
    stage = _stage(lot.game, lot.kept, weights.units, weights.deep)
    taught.fill(stage, weights)
    stage.count("values", lot.seats)
    _lay_options(game, stage)
    kept, common, shares = (stage.array(name) for name in ("kept", "kept_common", "shares"))
    found = []
    for stream in range(lot.first, lot.first + lot.count):
        n = stage.call["play_match"](lot.seats, lot.seed, stream, lot.looks, lot.slips)
        won = np.repeat(shares[None, : lot.seats] / np.float32(1000), n, axis=0).astype(np.float32)
        found.append(Positions(kept[:n, : lot.seats].copy(), common[:n].copy(), won))
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
