"""Foxes for many matches at once, by WebAssembly: they play as the level of that name does (``bots.levels``)."""

from __future__ import annotations

from functools import lru_cache

from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.wasm import INT, Code, Room, translate
from banquise.research import greedy
from banquise.research.copies import Whole

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

STREAM = 7  # of chance


@lru_cache(maxsize=32)
def _choosing(game: Game, count: int) -> Code:
    """For at most so many matches, translated once in a process."""
    room = Room()
    states, actors = room.structs("states", game.schema.layout, count), room.numbers("actors", count)
    chosen, rng = room.numbers("chosen", count), room.numbers("rng", RNG_LENGTH)
    moves, weights = room.numbers("moves", game.buffer), room.numbers("weights", game.buffer)
    entries = {"choose_many": (INT, states, actors, chosen, rng, moves, weights)}
    return translate(greedy, room, entries, rules=game.rules, guide=game.guide)


class Foxes(Whole):
    """Foxes of a game, for at most so many matches at a time."""

    made_by_look = ("_instance",)

    def __init__(self, game: Game, count: int):
        if game.guide is None:
            raise ValueError(f"{game.title} has no guide, and without one nobody knows what a fox would do")
        self.game, self.count, self.rng = game, count, [0] * RNG_LENGTH
        self.begin(0)
        self.look()

    def begin(self, seed: int) -> None:
        """The same seed chooses the same again."""
        seed_rng(self.rng, seed, STREAM)

    def look(self) -> None:
        """The program, in a memory of its own."""
        self._instance = _choosing(self.game, self.count).instance()

    def __call__(self, structs: npt.NDArray[np.void], actors: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """A move for the acting seat of each of these matches."""
        n, instance = len(structs), self._instance
        instance.array("states")[:n] = structs
        instance.array("actors")[:n] = actors
        rng = instance.array("rng")
        rng[:] = self.rng
        instance.call["choose_many"](n)
        self.rng = rng.tolist()
        chosen: npt.NDArray[np.int64] = instance.array("chosen")[:n].copy()
        return chosen
