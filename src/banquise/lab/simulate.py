"""Random matches by the thousand, plain or translated to WebAssembly, on one core or all.

Match number i of a seed is the same match on every engine and with any number of jobs, and so is the digest over all
final states: matches are grouped in blocks of fixed size, each block has a digest, and the digests are hashed in order.
"""

from __future__ import annotations

import hashlib
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Literal

from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.chance import WORDS
from banquise.kernel.compile import bound
from banquise.kernel.game import Endless, Game
from banquise.kernel.seeds import checked_seed
from banquise.kernel.wasm import Instance
from banquise.kernel.wasm.playing import BLOCK, instance_here, playing

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


@dataclass
class Simulation:
    """What many matches came to."""

    game: str
    seats: int
    options: dict[str, str]
    engine: str
    seed: int
    games: int = 0
    moves: int = 0  # decisions of seats
    steps: int = 0  # decisions, outcomes of chance and consequences together
    seconds: float = 0.0
    ends: dict[str, int] = field(default_factory=dict)
    wins: list[int] = field(default_factory=list)
    shared: int = 0
    nobody: int = 0
    digest: str = ""
    interrupted: bool = False

    @property
    def moves_per_second(self) -> float:
        """Decisions a second, all cores together."""
        return self.moves / self.seconds if self.seconds else 0.0


def simulate(
    game: Game,
    seats: int,
    options: dict[str, str] | None = None,
    *,
    games: int,
    seed: int = 0,
    engine: Engine = "compiled",
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play random matches. Interrupted (Ctrl-C), it returns what was done so far: a prefix of the blocks."""
    game.check_seats(seats)
    values = game.option_values(options or {}, seats)
    chosen = {o.name: o.values[v] for o, v in zip(game.options, values, strict=True)}
    total = Simulation(game.name, seats, chosen, engine, checked_seed(seed))
    if engine != "plain":
        instance_here(playing(game, engine == "checked"))  # translated before the clock starts
    counts = [min(BLOCK, games - first) for first in range(0, games, BLOCK)]
    work = [(game.name, seats, values, seed, engine, number, count) for number, count in enumerate(counts)]
    blocks: list[Block] = []
    start = time.perf_counter()
    try:
        for block in _in_order(work, jobs):
            blocks.append(block)
            progress(block.games)
    except KeyboardInterrupt:
        total.interrupted = True
    total.seconds = time.perf_counter() - start
    _add_up(total, blocks, game)
    return total


def _in_order(work: list[tuple[Any, ...]], jobs: int) -> Iterator[Block]:
    if jobs <= 1 or len(work) == 1:
        for task in work:
            yield play_block(*task)
        return
    # The plain rules hold Python's lock and need processes; the others run side by side in threads.
    with ThreadPoolExecutor(jobs) if work[0][4] != "plain" else _processes(jobs) as pool:
        try:
            yield from _from_pool(pool, work, jobs)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _processes(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interrupts)


def _from_pool(pool: Executor, work: list[tuple[Any, ...]], jobs: int) -> Iterator[Block]:
    """Blocks in order, with only a few asked for ahead, so that an interruption is quick."""
    waiting: set[Future[Block]] = set()
    ready: dict[int, Block] = {}
    asked = given = 0
    while given < len(work):
        while asked < len(work) and len(waiting) < 3 * jobs:
            waiting.add(pool.submit(play_block, *work[asked]))
            asked += 1
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            ready[future.result().number] = future.result()
        while given in ready:
            yield ready.pop(given)
            given += 1


def _ignore_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that counts


def play_block(name: str, seats: int, values: list[int], seed: int, engine: Engine, number: int, count: int) -> Block:
    """Play one block of matches and add it up."""
    game = game_named(name)
    start = time.thread_time()
    if engine == "plain":
        records, moves, steps, ends, won = _play_plain(game, seats, values, seed, number * BLOCK, count)
    else:
        instance = instance_here(playing(game, engine == "checked"))
        records, moves, steps, ends, won = _play_in(instance, game, seats, values, seed, number * BLOCK, count)
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
        hashlib.blake2b(game.schema.packed(records), digest_size=16).digest(),
        seconds,
    )


_Played = tuple[Any, list[int], list[int], list[int], list[int]]  # the final states as bytes; moves, steps, ends, won


def _play_plain(game: Game, seats: int, values: list[int], seed: int, first: int, count: int) -> _Played:
    states = [game.schema.new() for _ in range(count)]
    rng, out = [0] * WORDS, [0] * game.buffer
    moves, ends, won = ([0] * count for _ in range(3))
    steps = [game.longest] * count
    program = bound(playout, game.rules)
    program.play_games(states, seats, values, seed, first, count, rng, out, moves, steps, ends, won)
    return b"".join(game.schema.pack(state) for state in states), moves, steps, ends, won


def _play_in(
    instance: Instance, game: Game, seats: int, values: list[int], seed: int, first: int, count: int
) -> _Played:
    records = instance.raw("states")[: count * game.schema.layout.size]
    records[:] = bytes(len(records))
    instance.numbers("options")[: len(values)] = array("q", values)
    instance.numbers("steps")[:count] = array("q", [game.longest]) * count
    instance.call["play_games"](seats, seed, first, count)
    moves, steps, ends, won = (instance.numbers(name)[:count].tolist() for name in ("moves", "steps", "ends", "won"))
    return records, moves, steps, ends, won


def _add_up(total: Simulation, blocks: list[Block], game: Game) -> None:
    digest = hashlib.blake2b(digest_size=16)
    ends: Counter[int] = Counter()
    total.wins = [0] * total.seats
    for block in blocks:
        total.games += block.games
        total.moves += block.moves
        total.steps += block.steps
        total.shared += block.shared
        total.nobody += block.nobody
        ends += block.ends
        total.wins = [a + b for a, b in zip(total.wins, block.wins, strict=True)]
        digest.update(block.digest)
    total.ends = {game.endings[code]: n for code, n in sorted(ends.items())}
    total.digest = digest.hexdigest()
