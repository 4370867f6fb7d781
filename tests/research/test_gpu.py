"""What runs on a GPU, without one: the same source, compiled by a C compiler. And on the device, where there is one.

The checked build (``c_machine.CHECKS``) stops at an entry that is not there, at a number that does not fit where
it is written, and where 32 bits are too few: what WebAssembly counts in 64 is equal because nothing ever was too large.
"""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from c_machine import CHECKS, COMPILER, PLUS_PLUS, CMachine, is_cuda

from banquise.games import game as game_named
from banquise.lab.simulate import simulate
from banquise.research import gpu
from banquise.research.batch import Batch

pytestmark = [pytest.mark.compiles]

BUFFERS = ("observations", "masks", "choices", "actors", "rewards", "ended")

with_a_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")
on_a_device = pytest.mark.skipif(
    not gpu.is_there(), reason="there is no CUDA device here, or no CuPy: benchmarks/gpu/run.py tells of one"
)
in_both_layouts = pytest.mark.parametrize("layout", gpu.LAYOUTS)


@pytest.fixture
def here_instead(monkeypatch):
    """A processor where the device would be."""

    def machine(name, seats, layout, stepping):
        return CMachine(gpu.source(name, seats, layout, stepping), CHECKS)

    monkeypatch.setattr(gpu, "machine", machine)


def is_equal(there, here, game, step):
    """Are all buffers and all matches the same?"""
    for name in BUFFERS:
        assert (there.rows(name) == getattr(here, name)).all(), (name, step)
    assert game.schema.packed(there.structs()) == game.schema.packed(here.structs[: here.count]), step


@with_a_compiler
@in_both_layouts
def test_a_batch_in_c_is_the_batch_of_webassembly(game, layout, here_instead):
    for seats in game.seats:
        there = gpu.GpuBatch(game.name, 40, seats, seed=7, layout=layout)
        here = Batch(game.name, 40, seats, seed=7)
        ends = 0
        for step in range(500):
            if step % 25 == 0:
                is_equal(there, here, game, step)
            here.step_unchecked(here.random_actions())
            there.step_at_random()
            ends += int(here.ended.sum())
        is_equal(there, here, game, 500)
        assert ends > 0  # a match has begun anew, too


@with_a_compiler
def test_actions_may_come_from_elsewhere(game, here_instead):
    there, here = gpu.GpuBatch(game.name, 20, seed=7), Batch(game.name, 20, seed=7)
    for _ in range(100):
        actions = here.masks.argmax(1)  # the first of each
        here.step_unchecked(actions)
        there.step(actions)
    is_equal(there, here, game, 100)


@with_a_compiler
@in_both_layouts
def test_random_play_in_c_ends_as_in_webassembly(game, layout, here_instead):
    for seats in game.seats:
        here = simulate(game, seats, games=300, seed=5)
        there = gpu.random_play(game, seats, {}, 300, seed=5, layout=layout)
        assert (there["digest"], there["moves"]) == (here.digest, here.moves)


@with_a_compiler
def test_every_option_plays_in_c_as_in_webassembly(game, here_instead):
    for option in game.options:
        for value in option.values:
            seats = next(seats for seats in reversed(game.seats) if value in option.allowed(seats))
            chosen = {option.name: value}
            here = simulate(game, seats, chosen, games=40, seed=6)
            there = gpu.random_play(game, seats, chosen, 40, seed=6)
            assert (there["digest"], there["moves"]) == (here.digest, here.moves), chosen


@pytest.mark.skipif(PLUS_PLUS is None, reason="there is no C++ compiler here")
@in_both_layouts
@pytest.mark.parametrize("stepping", [True, False], ids=("stepping", "playing"))
def test_it_is_c_plus_plus_too(game, layout, stepping):
    assert is_cuda(gpu.source(game.name, game.usual_seats, layout, stepping))


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match="no layout 'rows': choose one of structs, columns"):
        gpu._checked("rows")


@pytest.mark.parametrize("size", [1, 31, 270, 399, 412, 841, 5000])
def test_a_match_is_shown_by_whole_warps_that_share_it_evenly(size):
    threads = gpu.showing(size)
    assert threads % gpu.WARP == 0
    assert threads <= gpu.MOST_SHOWING
    share = -(-size // threads)
    assert share * threads - size < share * gpu.WARP  # less than a warp has nothing to do


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
    is_equal(there, here, game, 200)


@on_a_device
def test_a_tensor_is_the_same_memory():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = gpu.GpuBatch("ice_cult", 64)
    tensor = torch.as_tensor(batch.observations, device="cuda")
    assert tensor.data_ptr() == batch.observations.data.ptr
    assert int(tensor[:, :4].sum()) == 64  # one observer each


def test_a_batch_on_a_device_is_not_copied_by_halves():
    batch = object.__new__(gpu.GpuBatch)  # no device is needed to be refused
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(batch)


def test_columns_are_structs_turned_round():
    game = game_named("ice_cult")
    structs = game.schema.structs(3)
    structs["seats"] = 1, 2, 3
    columns = structs.view(np.int64).reshape(3, -1)[:, : gpu.kept_longs(game)].T
    assert (gpu.from_columns(game, columns) == structs).all()
