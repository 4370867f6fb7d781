"""The same rules on a CUDA device, through CuPy: random play and batches that stay on the device.

Nothing here knows a rule: ``kernel.cuda`` writes the very functions that the CPU runs as C, ``kernels.cu`` gives every
match a thread, and NVRTC compiles both. The same seeds give the same final states, digest for digest, in both layouts:

- ``structs``: a match is a struct, as on the CPU; its numbers lie side by side.
- ``columns``: number w of match i is at [w, i], in every buffer. Neighbouring threads read neighbouring addresses. A
  thread works on its match in memory of its own, which the device lays out in the same way.
"""

from __future__ import annotations

import time
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.blocks import BLOCK, digest_of_blocks, digest_of_states
from banquise.kernel.chance import RNG_LENGTH
from banquise.kernel.cuda import INT, LONG, ROW, Strided, Table, write
from banquise.kernel.game import Game
from banquise.kernel.seeds import checked_seed
from banquise.research import stepper
from banquise.research.observations import DTYPE, Observer
from banquise.table.match import laid_out

Layout = Literal["structs", "columns"]
LAYOUTS: tuple[Layout, ...] = ("structs", "columns")

KERNELS = files(__package__).joinpath("kernels.cu").read_text(encoding="utf-8")
OPTIONS = 16  # of a game, at most
THREADS = 128  # of a block
WARP = 32  # threads that go in step
MOST_SHOWING = 256  # threads of a block that show a match together
SHOWN = 8  # matches that they show, one after the other


def is_there() -> bool:
    """Is there a CUDA device, and CuPy to use it?"""
    try:
        return bool(_cupy().is_available())
    except ImportError:
        return False


def _cupy() -> Any:
    """CuPy, imported only where a device is used."""
    import cupy

    return cupy


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


# Source and machine ---------------------------------------------------------------------------------------------------


@cache
def source(name: str, seats: int, layout: Layout, stepping: bool) -> str:
    """What a device runs of a game, batched stepping or random play, as CUDA C; any C compiler takes it too."""
    game = game_named(name)
    observer, state, rng = Observer(game, seats), game.schema.layout, ROW("u4", RNG_LENGTH)

    def row(item: str, length: int) -> Table | Strided:
        return ROW(item, length) if layout == "structs" else Strided(item, length)

    legal, mask, one = row("i2", game.buffer), row("i1", game.move_codes), ROW("i8", 1)
    steps = {
        "random_move": (rng, legal, INT),
        "forget_moves": (legal, INT, mask),
        "play": (state, INT, INT),
        "whose_turn": (state,),
        "settle_chance": (state, rng, legal),
        "utilities": (state, INT, legal, row("f8", seats)),
        "list_moves": (state, INT, legal, mask),
        "seed_rng": (rng, LONG, LONG),
    }
    games = playout.Games(INT, ROW("i4", OPTIONS), LONG, one, one, one, one)
    entries: Any = {stepper: steps} if stepping else {playout: {"play_game": (state, games, INT, LONG, rng, legal)}}
    plan = ",".join("{" + ",".join(map(str, entry)) + "}" for entry in observer.plan)
    facts = {
        "OVER": f"({stepper.OVER})",
        "SIZE": game.schema.layout.size,
        "SEATS": seats,
        "CODES": game.move_codes,
        "BUFFER": game.buffer,
        "NUMBERS": observer.size,
        "SHOWING": showing(observer.size),
        "SHOWN": SHOWN,
        "COLUMNS": int(layout == "columns"),
        "STEPPING": int(stepping),
    }
    told = [f"#define {fact} {number}" for fact, number in facts.items()]
    written = write(entries, schema=game.schema, rules=game.rules)
    return "\n".join([written.text, *told, f"TABLE i4 PLAN[{observer.size}][3] = {{{plan}}};", KERNELS])


def showing(size: int) -> int:
    """How many threads show a match: whole warps that share its numbers evenly, each thread as few as possible."""
    share = -(-size // MOST_SHOWING)
    return -(-size // (share * WARP)) * WARP


class Machine:
    """A CUDA device with a program: arrays there, and kernels to run over them."""

    def __init__(self, text: str):
        self._cupy = _cupy()
        # Rewards are equal to the CPU's to the last bit: no two operations are made one.
        options = ("-std=c++17", "--fmad=false")
        self._module = self._cupy.RawModule(code=text, options=options, backend="nvrtc")
        self.kernel = cache(self._module.get_function)

    def array(self, there: npt.NDArray[Any]) -> Any:
        """A copy of an array on the device."""
        return self._cupy.asarray(there)

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        """An array of zeros on the device."""
        return self._cupy.zeros(shape, kind)

    def run(self, name: str, blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        """Run a kernel; it is not waited for."""
        self.kernel(name)((blocks,), (threads,), arguments)

    def wait(self) -> None:
        """Until all is done."""
        self._cupy.cuda.get_current_stream().synchronize()

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """An array copied to this side."""
        here: npt.NDArray[Any] = self._cupy.asnumpy(array)
        return here


@cache
def machine(name: str, seats: int, layout: Layout, stepping: bool) -> Any:
    """The device with a program of a game; it is compiled the first time."""
    return Machine(source(name, seats, layout, stepping))


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
    _checked(layout)
    there = machine(game.name, seats, layout, False)
    values = np.zeros(OPTIONS, np.int32)
    values[: len(game.options)] = game.option_values(options)
    counts = [there.zeros((games,), np.int64) for _ in range(4)]
    size = game.schema.layout.size
    if layout == "structs":
        states, out = there.zeros((games, size), np.int8), there.zeros((games, game.buffer), np.int16)
    else:
        states, out = there.zeros((kept_longs(game), games), np.int64), there.zeros((game.buffer, games), np.int16)
    arguments = (states, out, there.array(values), *counts, np.int32(games), np.int64(checked_seed(seed)))
    there.wait()
    start = time.perf_counter()
    there.run("play_all", -(-games // THREADS), THREADS, arguments)
    there.wait()
    seconds = time.perf_counter() - start
    moves, steps, ends, won = (there.fetched(count) for count in counts)
    result: dict[str, Any] = {
        "games": games,
        "moves": int(moves.sum()),
        "steps": int(steps.sum()),
        "seconds": seconds,
        "ends": int(np.count_nonzero(ends)),
        "won": int(np.count_nonzero(won)),
    }
    if digest:
        result["digest"] = digest_of(game, _as_structs(game, there.fetched(states), layout))
    return result


def digest_of(game: Game, structs: npt.NDArray[np.void]) -> str:
    """The digest that ``lab.simulate`` gives the same final states."""
    blocks = (structs[first : first + BLOCK] for first in range(0, len(structs), BLOCK))
    return digest_of_blocks(digest_of_states(game, block) for block in blocks)


def _as_structs(game: Game, states: npt.NDArray[Any], layout: Layout) -> npt.NDArray[np.void]:
    """States as they lie on the device, as structs."""
    if layout == "columns":
        return from_columns(game, states)
    structs: npt.NDArray[np.void] = states.view(game.schema.dtype).reshape(-1)
    return structs


# Batches --------------------------------------------------------------------------------------------------------------


class GpuBatch:
    """As ``research.batch.Batch``, with every buffer on the device: hand them to PyTorch, JAX or CuPy without a copy.

    Buffers are CuPy arrays; ``torch.as_tensor(batch.observations)`` and friends take them as they are
    (``__cuda_array_interface__``, DLPack). In the layout ``columns`` every buffer of two dimensions is turned round:
    ``observations`` has a row for each number and a column for each match.
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
        _checked(layout)
        self.layout = layout
        self.game = game_named(name)
        self.seats = self.game.usual_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.observer = Observer(self.game, self.seats)
        self.count = count
        self._machine = there = machine(name, self.seats, layout, True)
        start = self.game.schema.structs(count + 1)  # the last one is the set-up
        self.game.schema.to_struct(laid_out(self.game, self.seats, options or {}, {}), start[count])

        def buffer(width: int, kind: Any) -> Any:
            return there.zeros((count, width) if layout == "structs" else (width, count), kind)

        if layout == "structs":
            self.states = there.array(start.view(np.int8).reshape(count + 1, -1))
        else:
            longs = start.view(np.int64).reshape(count + 1, -1)[:, : kept_longs(self.game)]
            self.states = there.array(np.ascontiguousarray(longs.T))
        self.observations = buffer(self.observer.size, DTYPE)
        self.masks = buffer(self.game.move_codes, np.int8)
        self.legal = buffer(self.game.buffer, np.int16)
        self.choices = there.zeros((count,), np.int64)
        self.actors = there.zeros((count,), np.int64)
        self.rewards = buffer(self.seats, np.float64)
        self.ended = there.zeros((count,), np.int8)
        self.actions = there.zeros((count,), np.int64)
        self._streams = there.array(np.arange(count, dtype=np.int64))
        self._rngs = buffer(RNG_LENGTH, np.uint32)
        self._facts = np.int32(count), np.int64(checked_seed(seed)), np.int64(count)
        arguments = self._arguments(self.actions, False)
        self._launch("begin", arguments)
        self._show(arguments)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Copied as Python copies by itself, two batches would share the device's memory, and each would move the other.
        raise TypeError("a batch on a GPU is neither copied nor pickled: structs() and rows() bring it to this side")

    def step(self, actions: Any) -> None:
        """One decision in each match; actions (int64, on the device) are taken from the masks and not checked."""
        self._step(self._machine.array(actions), at_random=False)

    def step_at_random(self) -> None:
        """A random legal decision in each match, drawn and made on the device; ``actions`` holds what was done."""
        self._step(self.actions, at_random=True)

    def _step(self, actions: Any, at_random: bool) -> None:
        """Decide everywhere, then show: rules need many registers, and copying few."""
        arguments = self._arguments(actions, at_random)
        self._launch("decide", arguments)
        self._show(arguments)

    def _launch(self, kernel: str, arguments: tuple[Any, ...]) -> None:
        self._machine.run(kernel, -(-self.count // THREADS), THREADS, arguments)

    def _show(self, arguments: tuple[Any, ...]) -> None:
        """In structs a block shows many matches one after the other, in columns a thread one match."""
        if self.layout == "columns":
            self._launch("show", arguments)
        else:
            self._machine.run("show", -(-self.count // SHOWN), showing(self.observer.size), arguments)

    def _arguments(self, actions: Any, at_random: bool) -> tuple[Any, ...]:
        return (
            self.states, self._rngs, self.legal, self.masks, self.rewards, self.actors, self.choices, actions,
            self._streams, self.ended, self.observations, *self._facts, np.int32(at_random),
        )  # fmt: skip

    def structs(self) -> npt.NDArray[np.void]:
        """The matches as structs, copied to this side."""
        return _as_structs(self.game, self._machine.fetched(self.states), self.layout)[: self.count]

    def rows(self, name: str) -> npt.NDArray[Any]:
        """A buffer copied to this side, one row for each match whatever the layout."""
        there: npt.NDArray[Any] = self._machine.fetched(getattr(self, name))
        return there if there.ndim == 1 or self.layout == "structs" else there.T
