"""The same rules on a CUDA device, through numba-cuda: random play and batches that stay on the device.

Nothing here knows a rule: a kernel gives every match a thread and calls the very functions that the CPU runs. The same
seeds give the same final states, digest for digest.
"""

from __future__ import annotations

import hashlib
import time
from functools import cache
from typing import Any

import numpy as np

from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.chance import WORDS
from banquise.kernel.compile import compiled, on_gpu
from banquise.kernel.game import Game
from banquise.lab.simulate import BLOCK
from banquise.research import encoder, stepper
from banquise.research.observations import DTYPE, Observer

THREADS = 64  # a block: matches diverge, so small blocks wait less for their slowest


def is_there() -> bool:
    """Is there a CUDA device, and numba-cuda to use it?"""
    try:
        return bool(_cuda().is_available())
    except ImportError:
        return False


def _cuda() -> Any:
    """numba-cuda, imported only where a device is used."""
    from numba import cuda

    return cuda


def random_play(game: Game, seats: int, options: dict[str, str], games: int, seed: int = 0) -> dict[str, Any]:
    """Random matches as in ``lab.simulate``, on the device; digest and figures, kernel time only."""
    cuda = _cuda()
    kernel = _play_kernel(game.name)
    values = cuda.to_device(np.array(game.option_values(options) or [0], np.int64))
    states = cuda.to_device(game.schema.records(games))
    rngs = cuda.device_array((games, WORDS), np.int64)
    outs = cuda.device_array((games, game.buffer), np.int16)
    counts = [cuda.to_device(np.zeros(games, np.int64)) for _ in range(4)]
    cuda.synchronize()
    start = time.perf_counter()
    kernel[-(-games // THREADS), THREADS](states, seats, values, seed, rngs, outs, *counts)
    cuda.synchronize()
    seconds = time.perf_counter() - start
    moves, steps, ends, won = (count.copy_to_host() for count in counts)
    digest = hashlib.blake2b(digest_size=16)
    records = states.copy_to_host()
    for first in range(0, games, BLOCK):
        block = game.schema.packed(records[first : first + BLOCK])
        digest.update(hashlib.blake2b(block, digest_size=16).digest())
    return {
        "games": games,
        "moves": int(moves.sum()),
        "steps": int(steps.sum()),
        "seconds": seconds,
        "ends": int(np.count_nonzero(ends)),
        "won": int(np.count_nonzero(won)),
        "digest": digest.hexdigest(),
    }


@cache
def _play_kernel(name: str) -> Any:
    cuda = _cuda()
    play_game = on_gpu(playout, game_named(name).rules).play_game

    @cuda.jit
    def kernel(states, seats, options, seed, rngs, outs, moves, steps, ends, won):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            play_game(states, i, seats, options, seed, i, rngs[i], outs[i], moves, steps, ends, won)

    return kernel


class GpuBatch:
    """As ``research.batch.Batch``, with every buffer on the device: hand them to PyTorch, JAX or CuPy without a copy.

    Buffers are numba device arrays; ``torch.as_tensor(batch.observations)`` and friends take them as they are
    (``__cuda_array_interface__``), CuPy passes them on by DLPack.
    """

    def __init__(
        self, name: str, count: int, seats: int | None = None, options: dict[str, str] | None = None, *, seed: int = 0
    ):
        cuda = _cuda()
        self.game = game_named(name)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.observer = Observer(self.game)
        self.count = count
        template = self.game.schema.records(count + 1)
        values = np.array(self.game.option_values(options or {}) or [0], np.int64)
        compiled(stepper, self.game.rules).set_up(template, count, self.seats, values)
        self.records = cuda.to_device(template)
        size = template.dtype.itemsize
        self._octets = self.records.view(np.int8).reshape(count + 1, size)
        self._words = self.records.view(np.int16).reshape(count + 1, size // 2)
        self._plan = cuda.to_device(self.observer.plan.astype(np.int64))
        self._rngs = cuda.device_array((count, WORDS), np.int64)
        self._outs = cuda.device_array((count, self.game.buffer), np.int16)
        self._streams = cuda.to_device(np.arange(count, dtype=np.int64))
        self.observations = cuda.device_array((count, self.observer.size), DTYPE)
        self.masks = cuda.device_array((count, self.game.move_codes), np.int8)
        self.actors = cuda.device_array(count, np.int64)
        self.rewards = cuda.to_device(np.zeros((count, self.seats)))
        self.ended = cuda.to_device(np.zeros(count, np.int8))
        self._seed = seed
        self._shape = (-(-count // THREADS), THREADS)
        self._begin, self._step, self._random = _batch_kernels(self.game.name)
        self._begin[self._shape](
            self.records,
            self.count,
            self._seed,
            self._streams,
            self._rngs,
            self._outs,
            self.actors,
            self.masks,
            self._octets,
            self._words,
            self._plan,
            self.observations,
        )

    def step(self, actions: Any) -> None:
        """One decision in each match; actions (on the device) are taken from the masks and not checked."""
        self._step[self._shape](
            self.records,
            self.count,
            self.seats,
            actions,
            self._seed,
            self._streams,
            self._rngs,
            self._outs,
            self.actors,
            self.rewards,
            self.ended,
            self.masks,
            self._octets,
            self._words,
            self._plan,
            self.observations,
        )

    def random_actions(self, actions: Any) -> None:
        """Fill a device array with legal actions at random."""
        self._random[self._shape](self.records, self.count, self._rngs, self._outs, self.actors, actions)


@cache
def _batch_kernels(name: str) -> tuple[Any, Any, Any]:
    cuda = _cuda()
    program = on_gpu(stepper, game_named(name).rules)
    begin_many, step_many, mask_many, pick_many = (
        program.begin_many,
        program.step_many,
        program.mask_many,
        program.pick_many,
    )
    encode_many = on_gpu(encoder).encode_many

    @cuda.jit
    def begin(states, count, seed, streams, rngs, outs, actors, masks, octets, words, plan, observations):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < count:
            begin_many(states, count, i, i + 1, seed, streams, rngs, outs, i, actors)
            mask_many(states, i, i + 1, outs, i, actors, masks)
            encode_many(octets, words, i, i + 1, actors, plan, observations)

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        states,
        count,
        seats,
        actions,
        seed,
        streams,
        rngs,
        outs,
        actors,
        rewards,
        ended,
        masks,
        octets,
        words,
        plan,
        observations,
    ):
        i = cuda.grid(1)
        if i < count:
            step_many(
                states, count, i, i + 1, seats, actions, seed, streams, count, rngs, outs, i, actors, rewards, ended
            )
            mask_many(states, i, i + 1, outs, i, actors, masks)
            encode_many(octets, words, i, i + 1, actors, plan, observations)

    @cuda.jit
    def pick(states, count, rngs, outs, actors, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < count:
            pick_many(states, i, i + 1, rngs, outs, i, actors, actions)

    return begin, step, pick
