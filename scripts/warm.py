"""Compiles the rules of every game once, two games at a time, so that tests and bots find them in the cache."""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.lab.perft import perft
from banquise.lab.simulate import simulate


def warm(name: str) -> str:
    """Use what is usually used of one game's compiled rules."""
    start = time.perf_counter()
    game = game_named(name)
    simulate(game, game.seats[0], games=2)
    perft(game, game.seats[0], {}, 1)
    return f"  {game.title}: {time.perf_counter() - start:.1f} s"


if __name__ == "__main__":
    # The largest first: it takes longest.
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), get_context("spawn")) as pool:
        for line in pool.map(warm, reversed(OWN)):
            print(line, flush=True)
