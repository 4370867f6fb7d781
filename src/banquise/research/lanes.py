"""Matches side by side, stepped by the rules as WebAssembly in a memory of their own: under batches and environments.

A lane is the row of one match in every buffer. The buffers are fields of one struct, ``t`` in ``stepper.py``; here they
are NumPy arrays that look into the memory itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import NamedTuple

from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.layout import WIDTHS, Layout, Spot
from banquise.kernel.wasm import INT, Code, Room, translate
from banquise.research import stepper
from banquise.research.observations import observer

with of_extra("research"):
    import numpy as np


def _layout(game: Game, count: int, size: int) -> Layout:
    """The struct of all buffers."""
    seats, codes, room = game.schema.seats, game.move_codes, game.buffer
    facts = [(name, "i8", ()) for name in ("lanes", "seats", "seed", "stride", "observe")]
    rows: Iterable[tuple[str, str, tuple[int, ...]]] = (
        ("streams", "i8", ()),
        ("rngs", "i8", (RNG_LENGTH,)),
        ("choices", "i8", ()),
        ("actors", "i8", ()),
        ("actions", "i8", ()),
        ("rewards", "f8", (seats,)),
        ("observations", "i2", (size,)),
        ("legal", "i2", (room,)),
        ("masks", "u1", (codes,)),
        ("ended", "u1", ()),
    )
    at, spots = 0, []
    for name, kind, shape in (*facts, *((name, kind, (count, *row)) for name, kind, row in rows)):
        spots.append(Spot(name, kind, shape, at))
        at = -(-(at + WIDTHS[kind] * prod(shape)) // 16) * 16
    return Layout(f"{count} lanes of {game.name}", spots, at)


@lru_cache(maxsize=32)
def stepping(game: Game, count: int, seats: int) -> Code:
    """The stepper of a game for so many matches and seats, translated once in a process."""
    seen, room = observer(game, seats), Room()
    states = room.structs("states", game.schema.layout, count + 1)  # the last one is the set-up
    t = room.struct("t", _layout(game, count, seen.size))
    sight = (
        room.seen_as("octets", states, "i1"),
        room.seen_as("shorts", states, "i2"),
        room.lookup("plan", seen.plan),
    )
    entries = {
        "first_illegal": (states, t),
        "begin_many": (states, t, *sight),
        "step_many": (states, t, *sight),
        "pick_many": (t,),
        "wander_many": (INT, states, t, *sight),
        "encode": (sight[0][0], sight[1][0], INT, sight[2], room.numbers("seen", seen.size, kind="i2")),
    }
    return translate(stepper, room, entries, rules=game.rules)


class Lanes:
    """So many matches of a game. The arrays are the buffers themselves; ``call`` runs a function of the stepper."""

    def __init__(self, game: Game, count: int, seats: int, observe: bool = True):
        self.game, self.count = game, count
        self._instance = stepping(game, count, seats).instance()
        self.call = self._instance.call
        self.structs = self._instance.array("states")
        self.numbers = self._instance.array("octets"), self._instance.array("shorts")  # the same, as plain numbers
        self.setup = self.structs[count:]
        self.seen = self._instance.array("seen")
        self.t = self._instance.array("t")
        self.t["lanes"], self.t["seats"], self.t["observe"] = count, seats, observe
        self.masks, self.ended = self.t["masks"].view(np.bool_), self.t["ended"].view(np.bool_)
        self.observations, self.legal = self.t["observations"], self.t["legal"]
        self.choices, self.actors, self.actions = self.t["choices"], self.t["actors"], self.t["actions"]
        self.rewards = self.t["rewards"][:, :seats]

    def begin(self, seed: int, first: int = 0, stride: int = 0) -> None:
        """Begin all matches: lane i with chance stream ``first`` + i, and after an end ``stride`` streams on."""
        self.t["seed"], self.t["stride"] = seed, stride
        self.t["streams"] = first + np.arange(self.count)
        self.rewards[:], self.ended[:] = 0.0, False
        self.call["begin_many"]()

    def memory(self) -> Memory:
        """The matches and the buffers, in which everything is said."""
        return Memory(self._facts(), *(bytes(self._instance.raw(name)) for name in ("states", "t")))

    def remember(self, memory: Memory) -> None:
        """Have everything be as it was, here or in other matches of the same game and seats."""
        if memory.facts != self._facts():
            raise ValueError(f"what was kept of {_told(memory.facts)} is not for {_told(self._facts())}")
        self._instance.raw("states")[:], self._instance.raw("t")[:] = memory.states, memory.t

    def _facts(self) -> tuple[Game, int, int, bool]:
        return self.game, self.count, int(self.t["seats"]), bool(self.t["observe"])

    def __getstate__(self) -> Memory:
        return self.memory()

    def __setstate__(self, memory: Memory) -> None:
        Lanes.__init__(self, *memory.facts)
        self.remember(memory)


class Memory(NamedTuple):
    """What lanes were like at a moment: what they are of, and the bytes of everything."""

    facts: tuple[Game, int, int, bool]
    states: bytes
    t: bytes


def _told(facts: tuple[Game, int, int, bool]) -> str:
    game, count, seats, observe = facts
    return f"{count} x {game.title} with {seats} seats{'' if observe else ', unobserved'}"
