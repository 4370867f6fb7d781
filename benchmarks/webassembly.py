"""WebAssembly beside the last build by Numba: random play, search, sizes, and how soon a bot thinks.

    python benchmarks/webassembly.py        in a clone with its history, after pip install numba==0.68.1

Seconds are of processor time of one thread, the best of several rounds, so that a busy machine disturbs little. The
last build by Numba is taken out of git and measured by the same rounds, in turns with ours. Its rules are those of
then; what has become quicker in them since counts for ours.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from array import array
from pathlib import Path

from last_by_numba import last_by_numba, measured

from banquise.bots import blind
from banquise.bots.mind import Budget, Mind, World, guide_of, searching
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game
from banquise.kernel.wasm.playing import BLOCK, Twin, playing

ROUNDS = 6
TURNS = 2
SIMULATIONS = 4000
COLD = """
import time
from banquise import new
from banquise.bots.levels import decide, level_named
import banquise.bots.pool
from banquise.kernel.wasm.engine import engine
engine()  # a server that runs has loaded wasmtime: the searches of all games are made when it starts
match = new({name!r}, 2, seed=1)
seat = match.to_act[0]
start = time.process_time()
decide(match.game, match.state, 2, seat, level_named("bear@0.001"), 1)
print(time.process_time() - start)
"""

# The same rounds in the words of the old build: random play, search, search without the guide.
NUMBA = f"""
import json, sys, time
from banquise.bots import blind
from banquise.bots.mind import Budget, Mind
from banquise.games import game as game_named
from banquise.kernel import playout
from banquise.kernel.chance import WORDS, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE
from banquise.lab.simulate import BLOCK, play_block

game = game_named(sys.argv[1])

def random_play():
    values, best = game.option_values({{}}), 0.0
    play_block(game.name, 2, values, 0, "compiled", 0, 1)  # compile before the clock starts
    for _ in range({ROUNDS}):
        block = play_block(game.name, 2, values, 0, "compiled", 0, BLOCK)
        best = max(best, block.moves / block.seconds / 1e6)
    return best

def states():
    for depth in (4, 20):
        program, rng, out = bound(playout, game.rules), [0] * WORDS, [0] * game.buffer
        state = game.schema.new()
        game.rules.setup(state, 2, game.option_values({{}}))
        seed_rng(rng, 1, depth)
        steps = 0
        while steps < depth or game.rules.to_act(state) == CHANCE:
            program.random_step(state, 2, rng, out)
            steps += 1
        yield state

def search(guided):
    mind, best = Mind(game, None if guided else blind), 0.0
    positions = list(states())
    mind.think(positions[0], 2, -1, Budget(50, 1e9), guided=guided)  # compile before the clock starts
    for seed in range({ROUNDS} // 2):
        done, start = 0, time.thread_time()
        for state in positions:
            done += mind.think(state, 2, -1, Budget({SIMULATIONS}, 1e9), seed=seed, guided=guided).simulations
        best = max(best, done / (time.thread_time() - start) / 1e3)
    return best

print(json.dumps([random_play(), search(True), search(False)]))
"""


def random_play(game: Game) -> float:
    """Millions of moves a second."""
    instance, best = playing(game).instance(), 0.0
    for _ in range(ROUNDS):
        instance.raw("states")[:] = bytes(len(instance.raw("states")))
        instance.numbers("steps")[:] = array("q", [game.longest]) * BLOCK
        start = time.thread_time()
        instance.call["play_games"](2, 0, 0, BLOCK)
        best = max(best, sum(instance.numbers("moves")) / (time.thread_time() - start) / 1e6)
    return best


def worlds(game: Game) -> list[World]:
    """Two positions of a random match."""
    found = []
    for depth in (4, 20):
        program, rng, out = bound(playout, game.rules), [0] * RNG_LENGTH, [0] * game.buffer
        state = game.schema.new()
        game.rules.setup(state, 2, game.option_values({}))
        seed_rng(rng, 1, depth)
        steps = 0
        while steps < depth or game.rules.to_act(state) == CHANCE:
            program.random_step(state, 2, rng, out)
            steps += 1
        found.append(World(game, state, 2, -1))
    return found


def search(game: Game, guided: bool) -> float:
    """Thousands of simulations a second."""
    mind, best = Mind(game, None if guided else blind), 0.0
    positions = worlds(game)
    for seed in range(ROUNDS // 2):
        done, start = 0, time.thread_time()
        for world in positions:
            done += mind.think(world, Budget(SIMULATIONS, 1e9), seed=seed, guided=guided).simulations
        best = max(best, done / (time.thread_time() - start) / 1e3)
    return best


def in_turns(game: Game, old: Path) -> list[tuple[float, float]]:
    """Random play, search and search without guide: ours and Numba's, the best of several turns."""
    ours, theirs = [0.0] * 3, [0.0] * 3
    for _ in range(TURNS):
        theirs = list(map(max, theirs, measured(old, NUMBA, game.name)))
        ours = list(map(max, ours, (random_play(game), search(game, True), search(game, False))))
    return list(zip(ours, theirs, strict=True))


def making(game: Game) -> tuple[float, float, int]:
    """Milliseconds of translating and of compiling a search, and its size in bytes."""
    searching.cache_clear()
    start = time.process_time()
    code = searching(game, guide_of(game))
    translated = time.process_time()
    code.instance()
    return 1e3 * (translated - start), 1e3 * (time.process_time() - translated), len(code.raw)


def cold(name: str) -> float:
    """Milliseconds of processor time until a search that nobody made yet has decided, in a server that runs."""
    program = COLD.format(name=name)
    found = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    return 1e3 * min(found)


def a_call() -> float:
    """Microseconds of one call from Python."""
    twin, count = Twin(game_named("ice_cult")), 200_000
    twin.setup(2, [0, 0, 0])
    best = 1e9
    for _ in range(5):
        start = time.thread_time()
        for _ in range(count):
            twin.to_act()
        best = min(best, (time.thread_time() - start) / count)
    return 1e6 * best


def side_by_side() -> float:
    """How much more two threads do than one."""
    game = game_named("ice_cult")
    instances = [playing(game).instance() for _ in range(2)]

    def play(number: int) -> None:
        instance = instances[number]
        for first in range(0, 20 * BLOCK, BLOCK):
            instance.raw("states")[:] = bytes(len(instance.raw("states")))
            instance.call["play_games"](2, 7, first, BLOCK)

    start = time.perf_counter()
    play(0)
    alone = time.perf_counter() - start
    start = time.perf_counter()
    both = [threading.Thread(target=play, args=(number,)) for number in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    return 2 * alone / (time.perf_counter() - start)


def main() -> None:
    """Print the tables."""
    print(
        "| | random play, M moves/s | of Numba's | search, k simulations/s | of Numba's | without guide | of Numba's |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    ratios = []
    with last_by_numba() as old:
        for name in OWN:
            figures = in_turns(game_named(name), old)
            ratios += [ours / theirs for ours, theirs in figures]
            cells = " | ".join(f"{ours:.1f} | {ours / theirs:.2f}" for ours, theirs in figures)
            print(f"| {game_named(name).title} | {cells} |", flush=True)
    print(f"\nOn average {sum(ratios) / len(ratios):.2f} of Numba's speed, the least {min(ratios):.2f}.\n")
    print("| a search | translated in | compiled in | size | from nothing to the first decision |")
    print("|---|---:|---:|---:|---:|")
    for name in OWN:
        game = game_named(name)
        translated, compiled, size = making(game)
        print(
            f"| {game.title} | {translated:.0f} ms | {compiled:.0f} ms | {size / 1e3:.0f} KB | {cold(name):.0f} ms |",
            flush=True,
        )
    print(f"\nA call from Python takes {a_call():.2f} us. Two threads do {side_by_side():.1f} times as much as one.")


if __name__ == "__main__":
    main()
