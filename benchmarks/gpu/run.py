"""Speed and exactness on a CUDA device: every game in both layouts, the same seeds on the CPU and on the device.

    python benchmarks/gpu/run.py [--matches N] [--layouts records,columns] [--parts step,play,hand] [--peers] [GAME]

Prints a table for each part: random play to the end (``play``), batched stepping with masks and observations left on
the device (``step``), and buffers handed to PyTorch and JAX (``hand``). Every row says whether the states, and for
batches every buffer, equal the CPU's. ``--peers`` measures pgx (hex and backgammon) in the same run; JAX must see the
device. Without a device it says so and stops. Kernels are compiled side by side, in processes of their own; measuring
is one at a time.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.lab.simulate import simulate
from banquise.research import gpu
from banquise.research.batch import Batch

SEATS = 2
BUFFERS = ("observations", "masks", "choices", "actors", "rewards", "ended")
CHECKED_MATCHES, CHECKED_STEPS = 512, 400


class Task:
    """One game in one layout, in a process of its own: all compile side by side, and measure one at a time."""

    def __init__(self, name: str, layout: gpu.Layout, arguments: argparse.Namespace):
        self.game, self.layout, self.arguments = game_named(name), layout, arguments

    def play(self) -> str:
        """Random play: moves a second on the device beside one core, and whether the final states are the same."""
        game, games = self.game, self.arguments.matches
        start = time.perf_counter()
        gpu.random_play(game, SEATS, {}, 64, layout=self.layout)
        compiling = time.perf_counter() - start
        checked = min(games, 20000)
        with MEASURING[0]:
            here = simulate(game, SEATS, games=checked, seed=5)
            there = gpu.random_play(game, SEATS, {}, checked, seed=5, layout=self.layout)
            same = "equal" if here.digest == there["digest"] and here.moves == there["moves"] else "DIFFERENT"
            runs = [gpu.random_play(game, SEATS, {}, games, seed, self.layout, digest=False) for seed in (1, 2, 3)]
        best = max(run["moves"] / run["seconds"] for run in runs)
        return (
            f"{game.title:<12}{self.layout:<9}{games:>10,}{best:>17,.0f}{here.moves_per_second:>13,.0f}"
            f"{best / here.moves_per_second:>7.0f}  {same} ({checked:,} matches; compiled in {compiling:.0f} s)"
        )

    def step(self) -> str:
        """Batched stepping at random, with masks and observations left on the device."""
        cuda, game, count, steps = gpu._cuda(), self.game, self.arguments.batch, self.arguments.steps
        start = time.perf_counter()
        gpu.GpuBatch(game.name, 64, SEATS, layout=self.layout).step_at_random()
        compiling = time.perf_counter() - start
        with MEASURING[0]:
            same = compare(game, self.layout)
            batch = gpu.GpuBatch(game.name, count, SEATS, seed=1, layout=self.layout)
            for timed in (False, True):
                cuda.synchronize()
                start = time.perf_counter()
                for _ in range(steps if timed else 50):
                    batch.step_at_random()
                cuda.synchronize()
            rate = count * steps / (time.perf_counter() - start)
        return (
            f"{game.title:<12}{self.layout:<9}{count:>10,}{rate:>17,.0f}{batch.observer.size:>13,}"
            f"  {same} ({CHECKED_MATCHES} matches, {CHECKED_STEPS} steps; compiled in {compiling:.0f} s)"
        )


MEASURING: list[Any] = []  # the lock that all processes share


def _share(lock: Any) -> None:
    MEASURING.append(lock)


def _do(part: str, name: str, layout: gpu.Layout, arguments: argparse.Namespace) -> str:
    try:
        return str(getattr(Task(name, layout, arguments), part)())
    except Exception as error:  # the other games' figures are worth having
        return f"{name:<12}{layout:<9}  FAILED: {type(error).__name__}: {error!s:.600}"


def measure_everything(arguments: argparse.Namespace) -> None:
    """A table for each part, in the order of the games."""
    heads = {
        "step": f"{'stepping':<12}{'layout':<9}{'matches':>10}{'steps/s':>17}{'observation':>13}  every buffer",
        "play": f"{'random play':<12}{'layout':<9}{'matches':>10}{'device moves/s':>17}{'one core':>13}{'times':>7}"
        "  final states",
    }
    context = get_context("spawn")
    parts = [part for part in heads if part in arguments.parts]
    workers = min(os.cpu_count() or 1, len(parts) * len(arguments.names) * len(arguments.layouts))
    with ProcessPoolExecutor(workers, context, initializer=_share, initargs=(context.Lock(),)) as pool:
        rows = {
            part: [
                pool.submit(_do, part, name, layout, arguments)
                for name in arguments.names
                for layout in arguments.layouts
            ]
            for part in parts
        }
        for part in parts:
            print(f"\n{heads[part]}", flush=True)
            for row in rows[part]:
                print(row.result(), flush=True)


def compare(game: Game, layout: gpu.Layout) -> str:
    """Step the same matches on both sides; are the states and every buffer equal?"""
    there = gpu.GpuBatch(game.name, CHECKED_MATCHES, SEATS, seed=7, layout=layout)
    here = Batch(game.name, CHECKED_MATCHES, SEATS, seed=7)
    for number in range(CHECKED_STEPS):
        here.step_unchecked(here.random_actions())
        there.step_at_random()
        if number % 100 == 99:
            wrong = [name for name in BUFFERS if not (there.rows(name) == getattr(here, name)).all()]
            if game.schema.packed(there.records()) != game.schema.packed(here.records[:CHECKED_MATCHES]):
                wrong.append("states")
            if wrong:
                return f"DIFFERENT after {number + 1} steps: {', '.join(wrong)}"
    return "equal"


def hand_over() -> None:
    """The device's buffers as tensors of other libraries, without a copy."""
    batch = gpu.GpuBatch("ice_cult", 1024, SEATS, seed=3)
    expected = int(batch.rows("observations").astype(np.int64).sum())
    print("\nobservations handed over (the same memory, no copy):")
    tensor: Any = None
    try:
        import torch

        tensor = torch.as_tensor(batch.observations, device="cuda")
        shared = tensor.data_ptr() == batch.observations.device_ctypes_pointer.value
        good = int(tensor.long().sum()) == expected
        print(f"  PyTorch {torch.__version__}: {'equal' if good else 'DIFFERENT'}, {'shared' if shared else 'COPIED'}")
    except ImportError:
        print("  PyTorch is not installed")
    try:
        import jax

        if tensor is None:
            print("  JAX takes DLPack, which PyTorch or CuPy would give: neither is installed")
        else:
            array = jax.dlpack.from_dlpack(tensor)
            good = int(np.asarray(array).astype(np.int64).sum()) == expected
            print(f"  JAX {jax.__version__} (through DLPack): {'equal' if good else 'DIFFERENT'}, on {array.device}")
    except ImportError:
        print("  JAX is not installed")


def pgx_peers(counts: list[int], steps: int) -> None:
    """pgx on the same device: random legal play with auto-reset, observations made; its best number of matches."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError as error:
        print(f"\npgx: not measured, {error.name} is not installed")
        return
    where = f"pgx {pgx.__version__} on {jax.devices()[0]}"
    print(f"\n{where:<33.33}{'matches':>10}{'steps/s':>17}{'observation':>13}")
    for name in ("hex", "backgammon"):
        env = pgx.make(name)
        stepped = auto_reset(env.step, env.init)

        def advance(state, key, stepped=stepped):  # type: ignore[no-untyped-def]
            key, one, two = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(one, logits, axis=-1)
            return jax.vmap(stepped)(state, action, jax.random.split(two, action.shape[0])), key

        def many(state, key):  # type: ignore[no-untyped-def]
            return jax.lax.fori_loop(0, steps, lambda _, carry: advance(*carry), (state, key))

        for count in counts:
            state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
            run = jax.jit(many)
            jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
            start = time.perf_counter()
            jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
            rate = count * steps / (time.perf_counter() - start)
            print(f"{name:<33}{count:>10,}{rate:>17,.0f}{state.observation[0].size:>13,}", flush=True)


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES))
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=65_536)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--layouts", type=lambda text: text.split(","), default=list(gpu.LAYOUTS))
    parser.add_argument("--parts", type=lambda text: text.split(","), default=["step", "play", "hand"])
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    # JAX would take most of the device's memory at its first word; ours needs some too.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if not gpu.is_there():
        print("no CUDA device here (or numba-cuda is not installed): nothing measured")
        return
    measure_everything(arguments)
    if arguments.peers:
        pgx_peers([arguments.batch // 4, arguments.batch, 4 * arguments.batch], 100)
    if "hand" in arguments.parts:
        hand_over()


if __name__ == "__main__":
    main()
