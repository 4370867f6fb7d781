"""Speed and exactness on a CUDA device: every game, the same seeds on the CPU and on the device, digests compared.

    python benchmarks/gpu/run.py [--matches 200000] [--peers] [GAME ...]

Prints a table. Without a device it says so and stops. ``--peers`` measures pgx (hex and backgammon, if it is installed)
in the same run.
"""

from __future__ import annotations

import argparse
import time

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.lab.simulate import simulate
from banquise.research import gpu


def play_everything(names: list[str], games: int) -> None:
    """Random play: moves a second on the device beside one core, and whether the final states are the same."""
    print(f"{'random play':<22}{'matches':>10}{'device moves/s':>17}{'one core':>14}{'times':>7}  digests")
    for game in map(game_named, names):
        seats = 2
        gpu.random_play(game, seats, {}, 64)  # compile
        checked = min(games, 20000)
        here = simulate(game, seats, games=checked, seed=5)
        there = gpu.random_play(game, seats, {}, checked, seed=5)
        same = "equal" if here.digest == there["digest"] and here.moves == there["moves"] else "DIFFERENT"
        best = max((gpu.random_play(game, seats, {}, games, seed=seed) for seed in (1, 2, 3)), key=_speed)
        print(
            f"{game.title:<22}{games:>10,}{_speed(best):>17,.0f}{here.moves_per_second:>14,.0f}"
            f"{_speed(best) / here.moves_per_second:>7.0f}  {same} ({checked:,} matches)",
            flush=True,
        )


def _speed(result: dict[str, float]) -> float:
    return result["moves"] / result["seconds"]


def step_everything(names: list[str], count: int, steps: int) -> None:
    """Batched stepping with masks and observations left on the device."""
    import numpy as np
    from numba import cuda

    print(f"\n{'batched stepping':<22}{'matches':>10}{'steps/s':>17}{'observation':>14}")
    for game in map(game_named, names):
        batch = gpu.GpuBatch(game.name, count, seats=2, seed=1)
        actions = cuda.device_array(count, np.int64)
        for timed in (False, True):
            cuda.synchronize()
            start = time.perf_counter()
            for _ in range(steps if timed else 3):
                batch.random_actions(actions)
                batch.step(actions)
            cuda.synchronize()
        rate = count * steps / (time.perf_counter() - start)
        print(f"{game.title:<22}{count:>10,}{rate:>17,.0f}{batch.observer.size:>14,}", flush=True)


def pgx_peers(count: int, steps: int) -> None:
    """pgx on the same device: random legal play with auto-reset, observations made."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    print(f"\n{'pgx (JAX)':<22}{'matches':>10}{'steps/s':>17}")
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

        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
        run = jax.jit(many)
        jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
        start = time.perf_counter()
        jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
        print(f"{name:<22}{count:>10,}{count * steps / (time.perf_counter() - start):>17,.0f}", flush=True)


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES))
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    if not gpu.is_there():
        print("no CUDA device here (or numba-cuda is not installed): nothing measured")
        return
    play_everything(arguments.names, arguments.matches)
    step_everything(arguments.names, 65536, 100)
    if arguments.peers:
        pgx_peers(65536, 100)


if __name__ == "__main__":
    main()
