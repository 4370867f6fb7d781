"""A game as WebAssembly, ready to use: random play, perft, and every question of the contract."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from functools import lru_cache

from banquise.kernel import contract, playout
from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.wasm.engine import Code, Instance
from banquise.kernel.wasm.program import translate
from banquise.kernel.wasm.room import INT, Argument, Room

BLOCK = 500  # matches played with one call


@lru_cache(maxsize=16)
def playing(game: Game, checked: bool = False) -> Code:
    """``play_games`` for a block of matches."""
    room = Room()
    states = room.structs("states", game.schema.layout, BLOCK)
    options, rng = room.numbers("options", max(1, len(game.options))), room.numbers("rng", RNG_LENGTH)
    out = room.numbers("out", game.buffer)
    counts = (room.numbers(name, BLOCK) for name in ("moves", "steps", "ends", "won"))
    arguments = (states, playout.Games(INT, options, INT, *counts), INT, INT, rng, out)
    return translate(playout, room, {"play_games": arguments}, rules=game.rules, checked=checked)


@lru_cache(maxsize=16)
def counting(game: Game, depth: int, checked: bool = False) -> Code:
    """``setup`` and ``perft`` down to a depth."""
    room = Room()
    states = room.structs("states", game.schema.layout, depth + 1)
    options, outs = room.numbers("options", max(1, len(game.options))), room.numbers("outs", depth + 1, game.buffer)
    entries = {"setup": (states[0], INT, options), "perft": (states, INT, INT, outs)}
    return translate(playout, room, entries, rules=game.rules, checked=checked)


@lru_cache(maxsize=16)
def answering(game: Game, checked: bool = False) -> Code:
    """Every question of the contract, asked of one state."""
    room = Room()
    state, rng = room.struct("state", game.schema.layout), room.numbers("rng", RNG_LENGTH)
    options, out = room.numbers("options", max(1, len(game.options))), room.numbers("out", game.buffer)
    entries: dict[str, tuple[Argument, ...]] = {
        "setup": (state, INT, options),
        "to_act": (state,),
        "why_illegal": (state, INT, INT),
        "legal_moves": (state, INT, out),
        "play": (state, INT, INT),
        "odds": (state, out),
        "settle": (state, INT),
        "who_sees": (state, INT, INT),
        "score": (state, out),
        "winners": (state,),
        "ending": (state,),
        "imagine": (state, INT, rng),
    }
    return translate(contract, room, entries, rules=game.rules, checked=checked)


class Twin:
    """One state in a memory of its own, and the rules as WebAssembly to ask about it and to change it.

    Questions are asked by their names, without the state: ``twin.play(seat, move)``. What fills a row answers a list.
    """

    def __init__(self, game: Game, checked: bool = False):
        self.game, self._instance = game, answering(game, checked).instance()
        call = self._instance.call
        self.to_act, self.play, self.settle = call["to_act"], call["play"], call["settle"]
        self.why_illegal, self.who_sees = call["why_illegal"], call["who_sees"]
        self.winners, self.ending = call["winners"], call["ending"]
        self._out, self._rng = self._instance.numbers("out"), self._instance.numbers("rng")

    @property
    def state(self) -> State:
        """A copy of the state."""
        return self.game.schema.unpack(self._instance.raw("state"))

    @state.setter
    def state(self, state: State) -> None:
        self._instance.raw("state")[:] = self.game.schema.pack(state)

    def setup(self, seats: int, values: Sequence[int]) -> None:
        """A fresh state."""
        self.state = self.game.schema.new()
        self._instance.numbers("options")[: len(values)] = array("q", values)
        self._instance.call["setup"](seats)

    def legal_moves(self, seat: int) -> list[int]:
        """In ascending order."""
        count = self._instance.call["legal_moves"](seat)
        return list(self._out[:count])

    def odds(self) -> list[int]:
        """The weight of each outcome."""
        count = self._instance.call["odds"]()
        return list(self._out[:count])

    def score(self, seats: int) -> list[int]:
        """The points of each seat."""
        self._instance.call["score"]()
        return list(self._out[:seats])

    def imagine(self, seat: int, rng: list[int]) -> None:
        """Redraw what a seat cannot know; ``rng`` goes on."""
        self._rng[:] = array("q", rng)
        self._instance.call["imagine"](seat)
        rng[:] = self._rng


_own = threading.local()


def instance_here(code: Code) -> Instance:
    """This thread's instance of a program, made once."""
    made: dict[Code, Instance] = _own.__dict__.setdefault("made", {})
    if code not in made:
        made[code] = code.instance()
    return made[code]
