"""A block of random matches, plain or translated to WebAssembly, and the digest over final states.

Match number i of a seed is the same match on every engine, and so is the digest: matches are grouped in blocks of fixed
size, each block has a digest, and the digests are hashed in order.
"""

from __future__ import annotations

import hashlib
import time
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.compile import bound
from banquise.kernel.game import Endless, Game
from banquise.kernel.wasm import Instance
from banquise.kernel.wasm.playing import BLOCK, instance_here, playing

__all__ = ["BLOCK", "ENGINES", "Block", "Engine", "digest_of_blocks", "digest_of_states", "play_block"]

Engine = Literal["plain", "compiled", "checked"]  # checked: compiled, with every index and number tested
ENGINES: tuple[Engine, ...] = ("plain", "compiled", "checked")


@dataclass
class Block:
    """What is kept of the matches of one block."""

    number: int
    games: int
    moves: int
    steps: int
    ends: Counter[int]
    wins: list[int]  # sole wins by seat
    shared: int
    nobody: int
    digest: bytes
    seconds: float  # of playing alone, in processor time: a busy machine does not count


def digest_of_states(game: Game, structs: Any) -> bytes:
    """The digest of a block of final states, as structs or as their bytes."""
    return hashlib.blake2b(game.schema.packed(structs), digest_size=16).digest()


def digest_of_blocks(digests: Iterable[bytes]) -> str:
    """The digest over blocks in their order."""
    return hashlib.blake2b(b"".join(digests), digest_size=16).hexdigest()


def play_block(game: Game, seats: int, values: list[int], seed: int, engine: Engine, number: int, count: int) -> Block:
    """Play one block of matches and add it up."""
    start = time.thread_time()
    if engine == "plain":
        structs, moves, steps, ends, won = _play_plain(game, seats, values, seed, number * BLOCK, count)
    else:
        instance = instance_here(playing(game, engine == "checked"))
        structs, moves, steps, ends, won = _play_in(instance, game, seats, values, seed, number * BLOCK, count)
    seconds = time.thread_time() - start
    if 0 in ends:
        raise Endless(game, seats, f"random match {number * BLOCK + ends.index(0)} of seed {seed}")
    masks = Counter(won)
    return Block(
        number,
        count,
        sum(moves),
        sum(steps),
        Counter(ends),
        [masks[1 << seat] for seat in range(seats)],
        sum(n for mask, n in masks.items() if mask & (mask - 1)),
        masks[0],
        digest_of_states(game, structs),
        seconds,
    )


_Played = tuple[Any, list[int], list[int], list[int], list[int]]  # the final states as bytes; moves, steps, ends, won


def _play_plain(game: Game, seats: int, values: list[int], seed: int, first: int, count: int) -> _Played:
    states = [game.schema.new() for _ in range(count)]
    rng, out = [0] * RNG_LENGTH, [0] * game.buffer
    moves, ends, won = ([0] * count for _ in range(3))
    steps = [game.longest] * count
    games = playout.Games(seats, values, seed, moves, steps, ends, won)
    bound(playout, game.rules).play_games(states, games, first, count, rng, out)
    return b"".join(game.schema.pack(state) for state in states), moves, steps, ends, won


def _play_in(
    instance: Instance, game: Game, seats: int, values: list[int], seed: int, first: int, count: int
) -> _Played:
    structs = instance.raw("states")[: count * game.schema.layout.size]
    structs[:] = bytes(len(structs))
    instance.numbers("options")[: len(values)] = array("q", values)
    instance.numbers("steps")[:count] = array("q", [game.longest]) * count
    instance.call["play_games"](seats, seed, first, count)
    moves, steps, ends, won = (instance.numbers(name)[:count].tolist() for name in ("moves", "steps", "ends", "won"))
    return structs, moves, steps, ends, won
