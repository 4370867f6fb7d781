"""Random matches by the thousand, plain or translated to WebAssembly, on one core or all.

Match number i of a seed is the same match on every engine and with any number of jobs, and so is the digest over all
final states (``kernel.blocks``).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from banquise.games import game as game_named
from banquise.kernel.blocks import BLOCK, Block, Engine, digest_of_blocks, play_block
from banquise.kernel.game import Game
from banquise.kernel.processes import processes
from banquise.kernel.seeds import checked_seed
from banquise.kernel.wasm.playing import instance_here, playing


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
            yield _block_of(*task)
        return
    # The plain rules hold Python's lock and need processes; the others run side by side in threads.
    with ThreadPoolExecutor(jobs) if work[0][4] != "plain" else processes(jobs) as pool:
        try:
            yield from _from_pool(pool, work, jobs)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _from_pool(pool: Executor, work: list[tuple[Any, ...]], jobs: int) -> Iterator[Block]:
    """Blocks in order, with only a few asked for ahead, so that an interruption is quick."""
    waiting: set[Future[Block]] = set()
    ready: dict[int, Block] = {}
    asked = given = 0
    while given < len(work):
        while asked < len(work) and len(waiting) < 3 * jobs:
            waiting.add(pool.submit(_block_of, *work[asked]))
            asked += 1
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            ready[future.result().number] = future.result()
        while given in ready:
            yield ready.pop(given)
            given += 1


def _block_of(name: str, seats: int, values: list[int], seed: int, engine: Engine, number: int, count: int) -> Block:
    """A block of a game by its name, which travels to another process."""
    return play_block(game_named(name), seats, values, seed, engine, number, count)


def _add_up(total: Simulation, blocks: list[Block], game: Game) -> None:
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
    total.ends = {game.endings[code]: n for code, n in sorted(ends.items())}
    total.digest = digest_of_blocks(block.digest for block in blocks)
