"""The same rules on a CUDA device, through numba-cuda: random play and batches that stay on the device.

Nothing here knows a rule: a kernel gives every match a thread and calls the very functions that the CPU runs. The same
seeds give the same final states, digest for digest, in both layouts:

- ``structs``: a match is a struct, as on the CPU; its numbers lie side by side.
- ``columns``: number w of match i is at [w, i], in every buffer. Neighbouring threads read neighbouring addresses. A
  thread works on its match in memory of its own, which the device lays out in the same way.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.blocks import BLOCK, digest_of_blocks, digest_of_states
from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.compile import on_gpu
from banquise.kernel.game import Game
from banquise.kernel.seeds import checked_seed
from banquise.research import encoder, stepper
from banquise.research.observations import DTYPE, Observer
from banquise.table.match import laid_out

Layout = Literal["structs", "columns"]
LAYOUTS: tuple[Layout, ...] = ("structs", "columns")

WARP = 32  # threads that go in step
SHOWN = 8  # observations that a block writes
LARGE = 512  # longs of a struct from which the compiler must not follow every number of it, see _room
THREADS = 64  # a block: matches diverge, so small blocks wait less for their slowest
REGISTERS: int | None = None  # a thread of a batch may have; fewer let more threads wait for memory side by side


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


def _blocks(count: int) -> tuple[int, int]:
    return -(-count // THREADS), THREADS


def _checked(layout: str) -> None:
    if layout not in LAYOUTS:
        raise ValueError(f"no layout {layout!r}: choose one of {', '.join(LAYOUTS)}")


def kept_longs(game: Game) -> int:
    """The longs (of 8 bytes) of a struct that are state, and not working space."""
    return -(-game.schema.kept_bytes // 8)


def from_columns(game: Game, columns: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    """Matches laid out in columns, as structs; working space is left blank."""
    structs: npt.NDArray[np.void] = game.schema.structs(columns.shape[1])
    structs.view(np.int64).reshape(len(structs), -1)[:, : len(columns)] = columns.T
    return structs


def _room(game: Game) -> tuple[int, bool]:
    """The longs of a struct, and whether they are many.

    Memory of a thread's own is something that the compiler can follow number by number, and with a struct of thousands
    it does so for many minutes. Where a struct is large the kernels therefore could use a ``spare`` room elsewhere
    instead, for all that the compiler knows; they never do.
    """
    longs = game.schema.dtype.itemsize // 8
    return longs, longs > LARGE


# Random play ----------------------------------------------------------------------------------------------------------


def random_play(
    game: Game,
    seats: int,
    options: dict[str, str],
    games: int,
    seed: int = 0,
    layout: Layout = "structs",
    *,
    digest: bool = True,
) -> dict[str, Any]:
    """Random matches as in ``lab.simulate``, on the device; figures and the digest, kernel time only."""
    cuda = _cuda()
    _checked(layout)
    values = cuda.to_device(np.array(game.option_values(options) or [0], np.int64))
    counts = [cuda.to_device(np.zeros(games, np.int64)) for _ in range(4)]
    if layout == "structs":
        states = cuda.to_device(game.schema.structs(games))
        room = (cuda.device_array((games, RNG_LENGTH), np.int64), cuda.device_array((games, game.buffer), np.int16))
    else:
        states = cuda.device_array((kept_longs(game), games), np.int64)
        room = (cuda.device_array((RNG_LENGTH, games), np.int64), cuda.device_array((game.buffer, games), np.int16))
    spare = cuda.to_device(np.zeros(_room(game)[0], np.int64))
    kernel = _play_kernel(game.name, layout)
    cuda.synchronize()
    start = time.perf_counter()
    matches = playout.Games(seats, values, checked_seed(seed), *counts)
    kernel[_blocks(games)](states, games, spare, matches, *room)
    cuda.synchronize()
    seconds = time.perf_counter() - start
    moves, steps, ends, won = (count.copy_to_host() for count in counts)
    result: dict[str, Any] = {
        "games": games,
        "moves": int(moves.sum()),
        "steps": int(steps.sum()),
        "seconds": seconds,
        "ends": int(np.count_nonzero(ends)),
        "won": int(np.count_nonzero(won)),
    }
    if digest:
        there = states.copy_to_host()
        result["digest"] = digest_of(game, there if layout == "structs" else from_columns(game, there))
    return result


def digest_of(game: Game, structs: npt.NDArray[np.void]) -> str:
    """The digest that ``lab.simulate`` gives the same final states."""
    blocks = (structs[first : first + BLOCK] for first in range(0, len(structs), BLOCK))
    return digest_of_blocks(digest_of_states(game, block) for block in blocks)


@cache
def _play_kernel(name: str, layout: Layout) -> Any:
    from numba import types

    cuda = _cuda()
    game = game_named(name)
    play_game = on_gpu(playout, game.rules).play_game
    store = on_gpu(stepper, game.rules).store
    dtype, (room, large) = game.schema.dtype, _room(game)

    @cuda.jit
    def in_structs(states, games, spare, matches, rngs, outs):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < games:
            play_game(states[i], matches, i, i, rngs[i], outs[i])

    @cuda.jit
    def in_columns(columns, games, spare, matches, rngs, outs):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < games:
            cells = cuda.local.array(room, types.int64)
            if large and len(spare) == 0:
                cells = spare
            kept = len(columns)  # known when it runs, not before: a loop of hundreds of longs must not be unrolled
            for w in range(kept):
                cells[w] = 0
            play_game(cells.view(dtype)[0], matches, i, i, rngs[:, i], outs[:, i])
            store(columns, i, cells)

    return in_structs if layout == "structs" else in_columns


# Batches --------------------------------------------------------------------------------------------------------------


class _Buffers(NamedTuple):
    """The struct ``t`` of ``stepper.py`` on a device: a row, or a column, of each for every match."""

    states: Any
    lanes: int
    seats: int
    seed: int
    stride: int
    streams: Any
    rngs: Any
    legal: Any
    choices: Any
    actors: Any
    rewards: Any
    ended: Any
    masks: Any
    observations: Any
    plan: Any


class GpuBatch:
    """As ``research.batch.Batch``, with every buffer on the device: hand them to PyTorch, JAX or CuPy without a copy.

    Buffers are numba device arrays; ``torch.as_tensor(batch.observations)`` and friends take them as they are
    (``__cuda_array_interface__``), and a tensor passes them on by DLPack. In the layout ``columns`` every buffer of two
    dimensions is turned round: ``observations`` has a row for each number and a column for each match.
    It is neither copied nor pickled, and says so: ``structs`` and ``rows`` bring to this side what is to be kept.
    """

    def __init__(
        self,
        name: str,
        count: int,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        *,
        seed: int = 0,
        layout: Layout = "structs",
    ):
        cuda = _cuda()
        _checked(layout)
        self.layout = layout
        self.game = game_named(name)
        self.seats = self.game.usual_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.observer = Observer(self.game, self.seats)
        self.count = count
        start = self.game.schema.structs(count + 1)  # the last one is the set-up
        self.game.schema.to_struct(laid_out(self.game, self.seats, options or {}, {}), start[count])

        def buffer(width: int, kind: Any) -> Any:
            return cuda.to_device(np.zeros((count, width) if layout == "structs" else (width, count), kind))

        numbers: tuple[Any, ...] = ()
        if layout == "structs":
            self.states = cuda.to_device(start)
            size = start.dtype.itemsize
            numbers = (
                self.states.view(np.int8).reshape(count + 1, size),
                self.states.view(np.int16).reshape(count + 1, size // 2),
            )
        else:
            longs = start.view(np.int64).reshape(count + 1, -1)[:, : kept_longs(self.game)]
            self.states = cuda.to_device(np.ascontiguousarray(longs.T))
            numbers = (cuda.to_device(np.zeros(_room(self.game)[0], np.int64)),)
        self.observations = buffer(self.observer.size, DTYPE)
        self.masks = buffer(self.game.move_codes, np.int8)
        self.legal = buffer(self.game.buffer, np.int16)
        self.choices = cuda.to_device(np.zeros(count, np.int64))
        self.actors = cuda.to_device(np.zeros(count, np.int64))
        self.rewards = buffer(self.seats, np.float64)
        self.ended = cuda.to_device(np.zeros(count, np.int8))
        self.actions = cuda.to_device(np.zeros(count, np.int64))
        self._streams = cuda.to_device(np.arange(count, dtype=np.int64))
        self._rngs = buffer(RNG_LENGTH, np.int64)
        plan = cuda.to_device(np.array(self.observer.plan, np.int32))
        self._t = _Buffers(
            self.states, count, self.seats, checked_seed(seed), count, self._streams, self._rngs, self.legal,
            self.choices, self.actors, self.rewards, self.ended, self.masks, self.observations, plan,
        )  # fmt: skip
        self._numbers = numbers
        self._begin, self._step, self._show = _batch_kernels(self.game.name, layout)
        self._launch(self._begin)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Copied as Python copies by itself, two batches would share the device's memory, and each would move the other.
        raise TypeError("a batch on a GPU is neither copied nor pickled: structs() and rows() bring it to this side")

    def step(self, actions: Any) -> None:
        """One decision in each match; actions (on the device) are taken from the masks and not checked."""
        self._launch(self._step, actions, False)

    def step_at_random(self) -> None:
        """A random legal decision in each match, drawn and made in one kernel; ``actions`` holds what was done."""
        self._launch(self._step, self.actions, True)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """A thread for each match; then, where that is a kernel of its own, a warp for each match to show it."""
        kernel[_blocks(self.count)](self._t, *arguments, *self._numbers)
        if self._show is not None:
            self._show[-(-self.count // SHOWN), SHOWN * WARP](self._t, *self._numbers)

    def structs(self) -> npt.NDArray[np.void]:
        """The matches as structs, copied to this side."""
        there = self.states.copy_to_host()
        return there[: self.count] if self.layout == "structs" else from_columns(self.game, there)[: self.count]

    def rows(self, name: str) -> npt.NDArray[Any]:
        """A buffer copied to this side, one row for each match whatever the layout."""
        there: npt.NDArray[Any] = getattr(self, name).copy_to_host()
        return there if there.ndim == 1 or self.layout == "structs" else there.T


@cache
def _batch_kernels(name: str, layout: Layout) -> tuple[Any, Any, Any]:
    """To begin, to step and, in structs, to show: a kernel of its own, as rules need many registers and copying few."""
    return _kernels_of_structs(name) if layout == "structs" else _kernels_of_columns(name)


def _kernels_of_structs(name: str) -> tuple[Any, Any, Any]:
    cuda = _cuda()
    program = on_gpu(stepper, game_named(name).rules)
    begin_lane, step_lane, random_move = program.begin_lane, program.step_lane, program.random_move
    encode_share = on_gpu(encoder).encode_share

    @cuda.jit
    def show(t, octets, shorts):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        """The observation of each match, written by the threads of a warp together."""
        i = cuda.grid(1) // WARP
        if i < t.lanes:
            seat, lane = max(t.actors[i], 0), cuda.threadIdx.x % WARP
            encode_share(octets[i], shorts[i], seat, t.plan, t.observations[i], lane, WARP)

    @cuda.jit(max_registers=REGISTERS)
    def begin(t, octets, shorts):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < t.lanes:
            begin_lane(t.states, t, i)

    @cuda.jit(max_registers=REGISTERS)
    def step(t, actions, choose, octets, shorts):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < t.lanes:
            if choose:
                actions[i] = random_move(t.rngs[i], t.legal[i], t.choices[i])
            step_lane(t.states, t, i, actions[i])

    return begin, step, show


def _kernels_of_columns(name: str) -> tuple[Any, Any, None]:
    from numba import types

    cuda = _cuda()
    game = game_named(name)
    program = on_gpu(stepper, game.rules)
    begin_column, step_column, random_move = program.begin_column, program.step_column, program.random_move
    encode_share = on_gpu(encoder).encode_share
    dtype, (room, large) = game.schema.dtype, _room(game)
    octet, short = np.int8, np.int16

    @cuda.jit(max_registers=REGISTERS)
    def begin(t, spare):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < t.lanes:
            cells = cuda.local.array(room, types.int64)
            if large and len(spare) == 0:
                cells = spare
            begin_column(t, i, cells, cells.view(dtype)[0])
            encode_share(cells.view(octet), cells.view(short), max(t.actors[i], 0), t.plan, t.observations[:, i], 0, 1)

    @cuda.jit(max_registers=REGISTERS)
    def step(t, actions, choose, spare):  # type: ignore[no-untyped-def] # a kernel: Numba types it
        i = cuda.grid(1)
        if i < t.lanes:
            cells = cuda.local.array(room, types.int64)
            if large and len(spare) == 0:
                cells = spare
            if choose:
                actions[i] = random_move(t.rngs[:, i], t.legal[:, i], t.choices[i])
            step_column(t, i, actions[i], cells, cells.view(dtype)[0])
            encode_share(cells.view(octet), cells.view(short), max(t.actors[i], 0), t.plan, t.observations[:, i], 0, 1)

    return begin, step, None
