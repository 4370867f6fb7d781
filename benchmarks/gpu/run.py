"""Speed and exactness on a CUDA device: every game in both layouts, the same seeds on the CPU and on the device.

    python benchmarks/gpu/run.py [--matches N] [--layouts structs,columns] [--parts step,play,dot,hand] [--peers] [GAME]

Prints a row as soon as it is measured: random play to the end (``play``), batched stepping with masks and observations
left on the device (``step``), dot products (``dot``), buffers handed to PyTorch and JAX (``hand``). Every row says
whether the states, and for batches every buffer, equal the CPU's. ``--peers`` measures pgx (hex and backgammon) in the
same run; JAX must see the device. Ours and theirs are measured with the same three numbers of matches, and the best
counts. Without a device it says so and stops. With ``--out`` everything measured is written there as JSON.

Every row is made by a process of its own. They compile side by side, and the device belongs to one at a time: whoever
has compiled waits for its turn. One that takes too long is stopped, and its row says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
import traceback
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.kernel import dot as dots
from banquise.kernel.cuda.program import PRELUDE
from banquise.lab.simulate import simulate
from banquise.research import gpu
from banquise.research.batch import Batch

SEATS = 2
BUFFERS = ("observations", "masks", "choices", "actors", "rewards", "ended")
CHECKED_MATCHES, CHECKED_STEPS = 512, 400  # of a batch
CHECKED_GAMES = 20_000  # of random play

Ready = Any  # called when everything is compiled; comes back when the device is ours


# What the processes do ------------------------------------------------------------------------------------------------


def cpu(name: str, _: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """What the others are compared with, from this machine's own processor; it does not need the device."""
    del ready
    game = game_named(name)
    played = simulate(game, SEATS, games=min(arguments.matches, CHECKED_GAMES), seed=5)
    batch = Batch(name, CHECKED_MATCHES, SEATS, seed=7)
    digest = hashlib.blake2b(digest_size=16)
    for number in range(CHECKED_STEPS):
        batch.step_unchecked(batch.random_actions())
        if number % 100 == 99:
            _add(digest, game, {b: getattr(batch, b) for b in BUFFERS}, batch.structs[:CHECKED_MATCHES])
    return {"play": (played.digest, played.moves), "step": digest.hexdigest(), "speed": played.moves_per_second}


def _add(digest: Any, game: Any, buffers: dict[str, Any], structs: Any) -> None:
    """Every buffer and every state, in one form whatever the layout."""
    for buffer in buffers.values():
        digest.update(np.ascontiguousarray(buffer).astype(np.float64).tobytes())
    digest.update(game.schema.packed(structs))


def play(name: str, layout: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """Random play to the end."""
    game, games = game_named(name), arguments.matches
    gpu.random_play(game, SEATS, {}, 64, layout=layout)
    ready()
    checked = gpu.random_play(game, SEATS, {}, min(games, CHECKED_GAMES), 5, layout)
    runs = [gpu.random_play(game, SEATS, {}, games, seed, layout, digest=False) for seed in (1, 2, 3)]
    best = max(run["moves"] / run["seconds"] for run in runs)
    return {"speed": best, "check": (checked["digest"], checked["moves"]), "matches": games}


def step(name: str, layout: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """Batched stepping at random, with masks and observations left on the device."""
    game = game_named(name)
    gpu.GpuBatch(name, 64, SEATS, layout=layout).step_at_random()
    ready()
    batch = gpu.GpuBatch(name, CHECKED_MATCHES, SEATS, seed=7, layout=layout)
    digest = hashlib.blake2b(digest_size=16)
    for number in range(CHECKED_STEPS):
        batch.step_at_random()
        if number % 100 == 99:
            _add(digest, game, {b: batch.rows(b) for b in BUFFERS}, batch.structs())
    speeds, kernels = {}, {}
    for count in counts_of(arguments):
        batch = gpu.GpuBatch(name, count, SEATS, seed=1, layout=layout)
        speed_of(batch, 50)  # to warm up
        speeds[count] = speed_of(batch, arguments.steps)
        kernels[count] = by_kernel(batch)
        seen = batch.observer.size
        del batch
    best = max(speeds, key=lambda count: speeds[count])
    told = ", ".join(f"{kernel} {milliseconds:.2f} ms" for kernel, milliseconds in kernels[best].items())
    result = {"speed": speeds[best], "check": digest.hexdigest(), "matches": best, "seen": seen, "note": told}
    return result | {"speeds": speeds, "kernels": kernels}


def speed_of(batch: gpu.GpuBatch, steps: int) -> float:
    """So many random steps of every match: how many that are in a second."""
    batch._machine.wait()
    start = time.perf_counter()
    for _ in range(steps):
        batch.step_at_random()
    batch._machine.wait()
    return batch.count * steps / (time.perf_counter() - start)


TIMED = 40  # steps of which every kernel is timed


def by_kernel(batch: gpu.GpuBatch) -> dict[str, float]:
    """Milliseconds of each kernel of a step."""
    there = batch._machine
    batch._machine = timed = Timed(there)
    for _ in range(TIMED):
        batch.step_at_random()
    batch._machine = there
    return {name: total / TIMED for name, total in timed.told().items()}


class Timed:
    """A machine that times its kernels."""

    def __init__(self, machine: Any):
        self._machine, self._events = machine, []

    def run(self, name: str, *arguments: Any) -> None:
        """Run a kernel between two events."""
        event = gpu._cupy().cuda.Event
        before, after = event(), event()
        before.record()
        self._machine.run(name, *arguments)
        after.record()
        self._events.append((name, before, after))

    def told(self) -> dict[str, float]:
        """What all runs of each kernel took together."""
        self._machine.wait()
        found: dict[str, float] = {}
        for name, before, after in self._events:
            found[name] = found.get(name, 0.0) + gpu._cupy().cuda.get_elapsed_time(before, after)
        return found


def counts_of(arguments: argparse.Namespace) -> tuple[int, int, int]:
    """How many matches at once: for everybody the same, and the best of them counts."""
    return arguments.batch // 4, arguments.batch, 4 * arguments.batch


def pgx(name: str, _: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """pgx on the same device: random legal play with auto-reset, observations made; its best number of matches."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # JAX would take most of the device's memory
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env, steps = pgx.make(name), 100
    stepped = auto_reset(env.step, env.init)

    def advance(state, key):
        key, one, two = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(one, logits, axis=-1)
        return jax.vmap(stepped)(state, action, jax.random.split(two, action.shape[0])), key

    def many(state, key):
        return jax.lax.fori_loop(0, steps, lambda _, carry: advance(*carry), (state, key))

    begin, run, best = jax.jit(jax.vmap(env.init)), jax.jit(many), (0.0, 0)
    ready()
    for count in counts_of(arguments):
        state = begin(jax.random.split(jax.random.PRNGKey(0), count))
        jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
        start = time.perf_counter()
        jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
        best = max(best, (count * steps / (time.perf_counter() - start), count))
    seen = int(state.observation[0].size)
    return {"speed": best[0], "matches": best[1], "seen": seen, "note": f"pgx {pgx.__version__}, {jax.devices()[0]}"}


def dot(name: str, _: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """Dot products of the rules' own subset on the device: rows of every length, alignment and width, all exact."""
    cupy, random, wrong, pairs = gpu._cupy(), np.random.default_rng(1), 0, 0
    for one_kind, other_kind in (("i1", "i1"), ("i2", "i1"), ("i2", "i2")):
        kernel = f"""{PRELUDE}
            extern "C" __global__ void all_pairs(const {one_kind} *one, const {other_kind} *other, i8 *sums) {{
                int n = threadIdx.x;
                sums[n] = dot_{one_kind}_{other_kind}(one, other, n);
            }}"""
        all_pairs = cupy.RawModule(code=kernel, options=("-std=c++17",)).get_function("all_pairs")
        if pairs == 0:
            ready()
        kinds = [np.iinfo(kind) for kind in (one_kind, other_kind)]
        one, other = (random.integers(k.min, k.max, 200, k.dtype, endpoint=True) for k in kinds)
        there, beside = cupy.asarray(one), cupy.asarray(other)
        for begin in range(5):
            sums = cupy.zeros(150, np.int64)
            all_pairs((1,), (150,), (there[begin:], beside, sums))
            expected = [dots.dot(one[begin : begin + n].tolist(), other[:n].tolist()) for n in range(150)]
            wrong += int(np.count_nonzero(cupy.asnumpy(sums) != np.array(expected)))
            pairs += 150
    return {"note": f"{pairs} pairs, {wrong} DIFFERENT" if wrong else f"{pairs} pairs equal"}


def hand(name: str, layout: str, arguments: argparse.Namespace, ready: Ready) -> dict[str, Any]:
    """The device's buffers as tensors of other libraries, without a copy."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    batch = gpu.GpuBatch(name, 1024, SEATS, seed=3, layout=layout)
    expected = int(batch.rows("observations").astype(np.int64).sum())
    ready()
    import torch

    tensor = torch.as_tensor(batch.observations, device="cuda")
    shared = tensor.data_ptr() == batch.observations.data.ptr
    good = shared and int(tensor.long().sum()) == expected
    chosen = torch.as_tensor(batch.masks, device="cuda").long().argmax(1 if layout == "structs" else 0)
    batch.step(chosen)  # a policy's tensor, taken as it is
    good = good and bool((batch.rows("choices") > 0).all())
    told = [f"PyTorch {torch.__version__}: {'equal, no copy' if good else 'DIFFERENT'}"]
    try:
        import jax

        expected = int(tensor.long().sum())
        array = jax.dlpack.from_dlpack(tensor)
        good = int(np.asarray(array).astype(np.int64).sum()) == expected
        told.append(f"JAX {jax.__version__} through DLPack: {'equal' if good else 'DIFFERENT'}, on {array.device}")
    except ImportError:
        told.append("JAX is not installed")
    return {"note": "; ".join(told)}


# Who does what, and when ----------------------------------------------------------------------------------------------

WORK = {work.__name__: work for work in (cpu, play, step, pgx, dot, hand)}


@dataclass
class Task:
    """A row in the making."""

    part: str
    name: str
    layout: str
    process: Any = None
    pipe: Any = None
    began: float = 0.0
    compiled: float | None = None  # seconds it took
    measures: bool = False
    result: dict[str, Any] = field(default_factory=dict)


def worker(pipe: Connection, part: str, name: str, layout: str, arguments: argparse.Namespace) -> None:
    """One process: compile, say so, wait for the device, measure, tell."""

    def ready() -> None:
        pipe.send("ready")
        pipe.recv()

    try:
        pipe.send(WORK[part](name, layout, arguments, ready))
    except ImportError as error:
        pipe.send({"note": f"not measured: {error.name or str(error).splitlines()[0]} is missing"})
    except Exception as error:  # the other rows are worth having
        last = traceback.extract_tb(error.__traceback__)[-1]
        pipe.send({"note": f"FAILED: {type(error).__name__}: {error!s:.300} ({last.name}:{last.lineno})"})


class House:
    """All tasks: so many processes at once, one of them on the device."""

    def __init__(self, arguments: argparse.Namespace):
        self.arguments = arguments
        self.context = get_context("spawn")
        self.start = time.perf_counter()
        parts, names, layouts = arguments.parts, arguments.names, arguments.layouts
        waiting = [Task("cpu", name, "") for name in names if {"step", "play"} & set(parts)]
        if arguments.peers:
            waiting += [Task("pgx", name, "") for name in ("hex", "backgammon")]
        for layout in layouts:
            measured = [part for part in ("step", "play") if part in parts]
            waiting += [Task(part, name, layout) for part in measured for name in names]
        if "dot" in parts:
            waiting.append(Task("dot", "", ""))
        if "hand" in parts:
            waiting.append(Task("hand", "ice_cult", layouts[0]))
        self.waiting, self.working, self.held = waiting, [], []
        self.expected: dict[str, dict[str, Any]] = {}
        self.told: list[dict[str, Any]] = []

    def run(self) -> None:
        """Until all is done or the time is over."""
        print(f"{'':<13}{'game':<11}{'layout':<10}{'matches':>9}{'a second':>16}{'numbers seen':>14}  and", flush=True)
        while self.waiting or self.working:
            while self.waiting and len(self.working) < self.arguments.processes:
                self.begin(self.waiting.pop(0))
            for pipe in wait([task.pipe for task in self.working], timeout=1.0):
                self.hear(next(task for task in self.working if task.pipe is pipe))
            self.stop_the_late()
            self.give_the_device()
        for task in self.held:
            self.tell(task)

    def begin(self, task: Task) -> None:
        """Start its process."""
        task.pipe, theirs = self.context.Pipe()
        job = (theirs, task.part, task.name, task.layout, self.arguments)
        task.process = self.context.Process(target=worker, args=job, daemon=True)
        task.process.start()
        task.began = time.perf_counter()
        self.working.append(task)

    def hear(self, task: Task) -> None:
        """It has compiled, or it is done."""
        try:
            said = task.pipe.recv()
        except EOFError:
            said = {"note": f"FAILED: its process ended with {task.process.exitcode}"}
        if said == "ready":
            task.compiled = time.perf_counter() - task.began
        else:
            self.end(task, said)

    def end(self, task: Task, result: dict[str, Any]) -> None:
        """Its row; rows that are compared wait for what they are compared with."""
        task.result = result
        self.working.remove(task)
        if task.part == "cpu":
            self.expected[task.name] = result
            if "note" in result:
                print(f"{'cpu':<13}{task.name:<11}{result['note']}", flush=True)
            ready = [held for held in self.held if held.name == task.name]
            self.held = [held for held in self.held if held.name != task.name]
            for held in ready:
                self.tell(held)
        elif "check" in result and task.name not in self.expected:
            self.held.append(task)
        else:
            self.tell(task)

    def stop_the_late(self) -> None:
        """Nobody compiles or measures for ever."""
        now = time.perf_counter()
        over = now - self.start > self.arguments.limit
        for task in list(self.working):
            late = task.compiled is None and task.part != "cpu" and now - task.began > self.arguments.compiling
            if late or over:
                task.process.kill()
                what = "measured" if task.compiled is not None else "compiled"
                self.end(task, {"note": f"not {what} in {now - task.began:.0f} s"})
        if over:
            for task in self.waiting:
                task.result = {"note": "not reached in time"}
                self.tell(task)
            self.waiting = []

    def give_the_device(self) -> None:
        """To whoever has compiled first."""
        if not any(task.measures for task in self.working):
            ready = [task for task in self.working if task.compiled is not None]
            if ready:
                ready[0].measures = True
                ready[0].pipe.send("go")

    def tell(self, task: Task) -> None:
        """Print a row."""
        result = task.result
        numbers = "".join(
            f"{result[key]:>{width},.0f}" if key in result else " " * width
            for key, width in (("matches", 9), ("speed", 16), ("seen", 14))
        )
        notes = [result["note"]] if "note" in result else []
        if "check" in result:
            here = self.expected.get(task.name, {})
            if task.part not in here:
                notes.append("not compared")
            else:
                notes.append("equal" if tuple_of(here[task.part]) == tuple_of(result["check"]) else "DIFFERENT")
            if task.part == "play" and "speed" in here:
                notes.append(f"{result['speed'] / here['speed']:.0f} times one core ({here['speed']:,.0f})")
        if task.compiled is not None:
            notes.append(f"compiled in {task.compiled:.0f} s")
        self.told.append({"part": task.part, "game": task.name, "layout": task.layout, "told": notes} | result)
        what = f"{task.part:<13}{task.name:<11}{task.layout:<10}"
        print(f"{what}{numbers}  {'; '.join(notes)}", flush=True)

    def sum_up(self) -> None:
        """The best layout of each game last, beside pgx hex; and everything into a file."""
        if self.arguments.out:
            told = json.dumps(self.told, indent=1, default=str)
            (self.arguments.out / "gpu.json").write_text(told, encoding="utf-8")
        rows = [row for row in self.told if row["part"] in ("step", "pgx") and "speed" in row]
        hex_speed = next((row["speed"] for row in rows if row["game"] == "hex"), None)
        print("\nthe best of each, in steps a second")
        for name in dict.fromkeys(row["game"] for row in rows):
            best = max((row for row in rows if row["game"] == name), key=lambda row: float(row["speed"]))
            beside = f"{best['speed'] / hex_speed:.2f} times pgx hex" if hex_speed else ""
            print(f"{name:<13}{best['speed']:>16,.0f}  {beside:<22}  {best['layout']}", flush=True)


def tuple_of(value: Any) -> tuple[Any, ...]:
    """Tuples come back from another process as they were; a digest alone is one too."""
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES))
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=65_536)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--layouts", type=lambda text: text.split(","), default=list(gpu.LAYOUTS))
    parser.add_argument("--out", type=Path, help="a folder for everything that was measured")
    parser.add_argument("--parts", type=lambda text: text.split(","), default=["step", "play", "dot", "hand"])
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 4), help="at once")
    parser.add_argument("--compiling", type=float, default=200.0, help="seconds that a row may compile")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for everything")
    arguments = parser.parse_args()
    if not gpu.is_there():
        print("no CUDA device here (or CuPy is not installed): nothing measured")
        return
    house = House(arguments)
    house.run()
    house.sum_up()


if __name__ == "__main__":
    main()
