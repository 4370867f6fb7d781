"""What runs on a GPU: its functions compiled for the CPU, and on the device itself where there is one.

The kernels only give every match a thread; what a thread does is in ``stepper`` and ``encoder``, in the rules' own
subset, so it is tested here without a device. (CUDA's simulator would not do: it runs the rules on NumPy's scalars,
which wrap at eight bits where compiled code does not.)
"""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.compile import compiled
from banquise.lab.simulate import simulate
from banquise.research import encoder, gpu, stepper
from banquise.research.batch import Batch
from banquise.research.observations import Observer
from banquise.table.match import laid_out

pytestmark = [pytest.mark.compiles, pytest.mark.slow]

BUFFERS = ("observations", "masks", "choices", "actors", "rewards", "ended")

on_a_device = pytest.mark.skipif(
    not gpu.is_there(), reason="there is no CUDA device here, or no numba-cuda: benchmarks/gpu/run.py tells of one"
)
in_both_layouts = pytest.mark.parametrize("layout", gpu.LAYOUTS)


class Columns:
    """A batch in columns, stepped by the functions that a kernel calls, one match after the other."""

    def __init__(self, game, count, seed):
        self.program = compiled(stepper, game.rules)
        observer, seats, kept = Observer(game), game.usual_seats, gpu.kept_longs(game)
        start = game.schema.structs(1)
        game.schema.to_struct(laid_out(game, seats, {}, {}), start[0])
        self.states = np.zeros((kept, count + 1), np.int64)
        self.states[:, count] = start.view(np.int64)[:kept]
        self.cells = np.full(game.schema.dtype.itemsize // 8, -1, np.int64)  # working space is garbage at first
        self.octets, self.shorts = self.cells.view(np.int8), self.cells.view(np.int16)
        self.struct = self.cells.view(game.schema.dtype)[0]
        self.masks = np.zeros((game.move_codes, count), np.int8)
        self.rewards = np.zeros((seats, count))
        self.observations = np.zeros((observer.size, count), np.int16)
        self.choices, self.actors = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.ended = np.zeros(count, np.int8)
        rngs, legal = np.zeros((RNG_LENGTH, count), np.int64), np.zeros((game.buffer, count), np.int16)
        self.t = gpu._Buffers(
            self.states, count, seats, seed, count, np.arange(count), rngs, legal, self.choices, self.actors,
            self.rewards, self.ended, self.masks, self.observations, np.array(observer.plan, np.int64),
        )  # fmt: skip
        for i in range(count):
            self.program.begin_column(self.t, i, self.cells, self.struct)
            self.show(i)

    def show(self, i):
        seat, t = max(self.actors[i], 0), self.t
        for lane in range(3):  # as three threads would share the work
            compiled(encoder).encode_share(self.octets, self.shorts, seat, t.plan, t.observations[:, i], lane, 3)

    def step_at_random(self):
        for i in range(self.t.lanes):
            action = self.program.random_move(self.t.rngs[:, i], self.t.legal[:, i], self.choices[i])
            self.program.step_column(self.t, i, action, self.cells, self.struct)
            self.show(i)


def test_columns_hold_the_same_matches_as_structs(game):
    there, here = Columns(game, 5, seed=7), Batch(game.name, 5, seed=7)
    ends = 0
    for _ in range(400):
        for name in BUFFERS:
            assert (getattr(here, name) == getattr(there, name).T).all(), name
        structs = gpu.from_columns(game, there.states)
        assert game.schema.packed(structs[:5]) == game.schema.packed(here.structs[:5])
        here.step_unchecked(here.random_actions())
        there.step_at_random()
        ends += int(here.ended.sum())
    assert ends > 0  # a match has begun anew, too


def test_random_play_in_columns_ends_in_the_same_states_as_on_the_cpu():
    game, count = game_named("ice_cult"), 20
    seats, here = game.usual_seats, simulate(game, game.usual_seats, games=count, seed=5)
    program, store = compiled(playout, game.rules), compiled(stepper, game.rules).store
    counts = [np.zeros(count, np.int64) for _ in range(4)]
    games = playout.Games(seats, np.zeros(max(1, len(game.options)), np.int64), 5, *counts)
    columns = np.zeros((gpu.kept_longs(game), count), np.int64)
    rngs, outs = np.zeros((RNG_LENGTH, count), np.int64), np.zeros((game.buffer, count), np.int16)
    for i in range(count):
        cells = np.zeros(game.schema.dtype.itemsize // 8, np.int64)
        program.play_game(cells.view(game.schema.dtype)[0], games, i, i, rngs[:, i], outs[:, i])
        store(columns, i, cells)
    assert gpu.digest_of(game, gpu.from_columns(game, columns)) == here.digest
    assert int(counts[0].sum()) == here.moves


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match="no layout 'rows': choose one of structs, columns"):
        gpu._checked("rows")


@on_a_device
@in_both_layouts
def test_random_play_ends_in_the_same_states_as_on_the_cpu(game, layout):
    here = simulate(game, game.usual_seats, games=1000, seed=5)
    there = gpu.random_play(game, game.usual_seats, {}, 1000, seed=5, layout=layout)
    assert (there["digest"], there["moves"]) == (here.digest, here.moves)


@on_a_device
@in_both_layouts
def test_a_batch_on_the_device_is_the_batch_of_the_cpu(game, layout):
    there, here = gpu.GpuBatch(game.name, 100, seed=7, layout=layout), Batch(game.name, 100, seed=7)
    for _ in range(200):
        here.step_unchecked(here.random_actions())
        there.step_at_random()
    for name in BUFFERS:
        assert (there.rows(name) == getattr(here, name)).all(), name
    assert game.schema.packed(there.structs()) == game.schema.packed(here.structs[:100])


@on_a_device
def test_a_tensor_is_the_same_memory():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = gpu.GpuBatch("ice_cult", 64)
    tensor = torch.as_tensor(batch.observations, device="cuda")
    assert tensor.data_ptr() == batch.observations.device_ctypes_pointer.value
    assert int(tensor[:, :4].sum()) == 64  # one observer each


def test_a_batch_on_a_device_is_not_copied_by_halves():
    batch = object.__new__(gpu.GpuBatch)  # no device is needed to be refused
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(batch)
