"""The speed of the environments beside their peers, in one run: machines are shared and noisy, ratios are what counts.

Everything is measured in processor time, all threads of this process together, after the process was tied to one core
(where the system can do that): so a busy machine slows nobody's figure, and nobody has more than one core. JAX is told
to use one thread as well. A peer that is not installed is named as such.
"""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from banquise.games import all_games
from banquise.kernel.fair import seed_from
from banquise.kernel.game import Game
from banquise.research.batch import Batch
from banquise.research.bench import play as play_lab
from banquise.research.observations import observer
from banquise.table.match import Match

BATCHES = (64, 256, 1024)  # matches side by side: the best of these counts
CROWDS = (256, 2048)  # in two threads
PEER_BATCHES = (16, 64, 256, 1024)
STEPS_AT_ONCE = 20  # without coming back to Python, on both sides


@dataclass(frozen=True)
class Row:
    """One line of a table: how many steps a second, or why nobody knows."""

    what: str
    steps_per_second: float | None
    note: str = ""
    times_peer: float | None = None  # over the yardstick of its table, in the same run


@dataclass(frozen=True)
class Bench:
    """A table: what a step is there, and the peer that the others are measured by."""

    title: str
    yardstick: str
    rows: tuple[Row, ...]


@contextmanager
def one_core() -> Iterator[None]:
    """Tie this process to one core of those it may use, and JAX to one thread."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    if not hasattr(os, "sched_setaffinity"):  # macOS and Windows have no such thing
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time. Work is done at least twice, the first time before the clock starts."""
    work()
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or steps == 0:
        steps += work()
    return steps / max(spent, 1e-9)


def quickest(work: Callable[[], Any], steps: int, seconds: float) -> float:
    """Steps a second of processor time in the best of many short rounds: for what takes microseconds, where most
    rounds are disturbed by what else runs on the machine.
    """
    work()
    best, start = math.inf, time.process_time()
    while time.process_time() - start < seconds or best == math.inf:
        before = time.process_time()
        work()
        best = min(best, max(time.process_time() - before, 1e-9))
    return steps / best


def _row(what: str, measure: Callable[[], tuple[float, str]]) -> Row:
    try:
        speed, note = measure()
    except ImportError as error:
        return Row(what, None, f"not installed: {error.name or error}")
    return Row(what, speed, note)


def _table(title: str, yardstick: str, rows: list[Row]) -> Bench:
    """The rows with their ratios to the yardstick, which is one of them."""
    peer = next((row.steps_per_second for row in rows if row.what == yardstick), None)

    def measured(row: Row) -> Row:
        if peer is None or row.steps_per_second is None or row.what == yardstick:
            return row
        return Row(row.what, row.steps_per_second, row.note, row.steps_per_second / peer)

    return Bench(title, yardstick, tuple(measured(row) for row in rows))


# Batches --------------------------------------------------------------------------------------------------------------


def batch_steps(game: Game, count: int, seconds: float) -> float:
    """Random legal steps of so many matches side by side, with masks and observations."""
    batch = Batch(game.name, count, _seats(game), seed=1)

    def work() -> int:
        batch.step_at_random(STEPS_AT_ONCE)
        return STEPS_AT_ONCE * count

    return rate(work, seconds)


def pgx_steps(name: str, count: int, seconds: float) -> tuple[float, int]:
    """The same of a pgx environment: random legal steps with auto-reset; also the numbers in its observation."""
    jax, pgx, tools = (import_module(module) for module in ("jax", "pgx", "pgx.experimental"))
    env = pgx.make(name)
    stepped = tools.auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        key, one, two = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(one, logits, axis=-1)
        return jax.vmap(stepped)(state, action, jax.random.split(two, count)), key

    run = jax.jit(lambda *carry: jax.lax.fori_loop(0, STEPS_AT_ONCE, lambda _, c: advance(*c), carry))
    carry = (
        jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count)),
        jax.random.PRNGKey(1),
    )

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(*carry))
        return STEPS_AT_ONCE * count

    return rate(work, seconds), int(carry[0].observation[0].size)


def batches(seconds: float) -> Bench:
    """Every game and pgx's, each at its best number of matches."""

    def ours(game: Game) -> tuple[float, str]:
        speed, count = max((batch_steps(game, count, seconds), count) for count in BATCHES)
        size = observer(game, _seats(game)).size
        return speed, f"{count} matches, {size:,} numbers seen, {game.move_codes:,} moves masked"

    def peer(name: str) -> tuple[float, str]:
        best = max((*pgx_steps(name, count, seconds), count) for count in PEER_BATCHES)
        return best[0], f"{best[2]} matches, {best[1]:,} numbers seen"

    rows = [_row(game.title, partial(ours, game)) for game in all_games()]
    rows += [_row(f"pgx {name}", partial(peer, name)) for name in ("hex", "connect_four", "backgammon")]
    return _table("batches, with masks and observations", "pgx hex", rows)


def crowds(seconds: float) -> Bench:
    """Every game in two threads, on all cores: few matches and many, by the processor time of both threads."""

    def ours(game: Game, count: int) -> tuple[float, str]:
        batch = Batch(game.name, count, _seats(game), seed=1, threads=2)
        try:
            return quickest(lambda: batch.step_at_random(STEPS_AT_ONCE), STEPS_AT_ONCE * count, seconds), ""
        finally:
            batch.close()

    rows: list[Row] = []
    for game in all_games():
        few, *many = [_row(f"{game.title}, {count:,} matches", partial(ours, game, count)) for count in CROWDS]
        rows += _table("", few.what, [few, *many]).rows
    return Bench("batches in two threads, many beside few", "", tuple(rows))


# PettingZoo -----------------------------------------------------------------------------------------------------------


def zoo_steps(make: Callable[[], Any], seconds: float) -> float:
    """The usual loop over an environment: what each agent sees, a random legal action, a step."""
    env, rng = make(), random.Random(1)

    def work() -> int:
        steps = 0
        env.reset(seed=rng.randrange(2**31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            # Compared first, as Gymnasium samples from a mask: NumPy finds the ones among booleans far more quickly.
            env.step(rng.choice(np.flatnonzero(mask == 1).tolist()))
            steps += 1
        return steps

    return rate(work, seconds)


def zoos(seconds: float) -> Bench:
    """Every game as a PettingZoo environment, beside PettingZoo's own classics."""

    def ours(game: Game) -> tuple[float, str]:
        from banquise.research import zoo

        return zoo_steps(lambda: zoo.env(game.name, seats=_seats(game)), seconds), ""

    def peer(name: str) -> tuple[float, str]:
        module = import_module(f"pettingzoo.classic.{name}.{name}")
        return zoo_steps(module.env, seconds), ""

    rows = [_row(game.title, partial(ours, game)) for game in all_games()]
    classics = {"connect_four_v3": "connect_four", "chess_v6": "chess"}
    rows += [_row(f"PettingZoo {name}", partial(peer, game)) for name, game in classics.items()]
    return _table("PettingZoo environments, env.last() and env.step()", "PettingZoo connect_four_v3", rows)


# OpenSpiel ------------------------------------------------------------------------------------------------------------


def spiel_steps(load: Callable[[], Any], seconds: float) -> float:
    """Random matches through OpenSpiel's interface, driven from Python; chance counts as a step, on both sides."""
    game, rng = load(), random.Random(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(work, seconds)


def spiels(seconds: float) -> Bench:
    """Every game through the OpenSpiel adapter, beside OpenSpiel's C++ games driven the same way."""

    def ours(game: Game) -> tuple[float, str]:
        import pyspiel

        from banquise.research import spiel

        return spiel_steps(lambda: pyspiel.load_game(f"{spiel.spiel_name(game)}(seats={_seats(game)})"), seconds), ""

    def peer(name: str) -> tuple[float, str]:
        import pyspiel

        return spiel_steps(lambda: pyspiel.load_game(name), seconds), "C++ below"

    rows = [_row(game.title, partial(ours, game)) for game in all_games()]
    names = ("quoridor", "backgammon", "gin_rummy", "hive", "chess")
    rows += [_row(f"OpenSpiel {name}", partial(peer, name)) for name in names]
    return _table("OpenSpiel's interface, driven from Python", "OpenSpiel quoridor", rows)


# Copies ---------------------------------------------------------------------------------------------------------------

COPIES = 100  # in a round
INTO = 20  # decisions into a random match


def copies_of(thing: Any, copied: Callable[[Any], Any], seconds: float) -> float:
    """Copies a second, in the best round."""

    def work() -> None:
        for _ in range(COPIES):
            copied(thing)

    return quickest(work, COPIES, seconds)


def clones(seconds: float) -> Bench:
    """Clones of OpenSpiel states in the middle of a match, ours beside OpenSpiel's own."""

    def state(name: str) -> Any:
        import pyspiel

        found, rng = pyspiel.load_game(name).new_initial_state(), random.Random(1)
        for _ in range(INTO):
            found.apply_action(rng.choice(found.legal_actions()))
        return found

    def ours(game: Game) -> tuple[float, str]:
        from banquise.research import spiel

        return copies_of(state(f"{spiel.spiel_name(game)}(seats={_seats(game)})"), lambda s: s.clone(), seconds), ""

    def peer(name: str) -> tuple[float, str]:
        return copies_of(state(name), lambda s: s.clone(), seconds), "C++ below"

    rows = [_row(game.title, partial(ours, game)) for game in all_games()]
    rows += [_row(f"OpenSpiel {name}", partial(peer, name)) for name in ("chess", "backgammon")]
    return _table("clones of an OpenSpiel state", "OpenSpiel chess", rows)


def matches_copied(seconds: float) -> Bench:
    """``Match.copy`` in the middle of a match, log included, beside python-chess's ``Board.copy``, stack included."""

    def ours(game: Game) -> tuple[float, str]:
        match, rng = Match(game, _seats(game), seed=seed_from(1)), random.Random(1)
        for _ in range(INTO):
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
        return copies_of(match, Match.copy, seconds), f"{len(match.log)} lines in the log"

    def peer() -> tuple[float, str]:
        board, rng = import_module("chess").Board(), random.Random(1)
        for _ in range(INTO):
            board.push(rng.choice(list(board.legal_moves)))
        return copies_of(board, lambda b: b.copy(), seconds), f"{INTO} moves on the stack"

    rows = [*(_row(game.title, partial(ours, game)) for game in all_games()), _row("python-chess", peer)]
    return _table("copies of a match", "python-chess", rows)


# Raw play -------------------------------------------------------------------------------------------------------------


def python_chess_steps(seconds: float) -> float:
    """Random legal moves of python-chess."""
    chess = import_module("chess")
    rng = random.Random(1)

    def work() -> int:
        board, steps = chess.Board(), 0
        while not board.is_game_over(claim_draw=False) and steps < 500:
            board.push(rng.choice(list(board.legal_moves)))
            steps += 1
        return steps

    return rate(work, seconds)


def raw_play(seconds: float, peers: bool) -> Bench:
    """Random play to the end: every game plain and compiled; OpenSpiel's C++ and python-chess beside them."""

    def ours(game: Game, engine: play_lab.Engine) -> tuple[float, str]:
        row = play_lab.ours(game, engine, seconds)
        return row.steps_per_second, f"{row.moves_per_second:,.0f} moves/s"

    def spiel(name: str) -> tuple[float, str]:
        row = play_lab.open_spiel(name, seconds)
        return row.steps_per_second, f"{row.moves_per_second:,.0f} moves/s"

    rows = []
    for game in all_games():
        mine = [_row(f"{game.title}, {engine}", partial(ours, game, engine)) for engine in play_lab.ENGINES]
        if peers and game.play_peer:
            name = game.play_peer
            peer = _row(f"OpenSpiel {name} (C++)", partial(spiel, name))
            mine = [*_table("", peer.what, [*mine, peer]).rows]
        rows += mine
    if peers:
        rows.append(_row("OpenSpiel chess (C++)", lambda: spiel("chess")))
        rows.append(_row("python-chess", lambda: (python_chess_steps(seconds), "random legal moves")))
    return Bench("random play, two seats, each game above its peer", "", tuple(rows))


def _seats(game: Game) -> int:
    return next(seats for seats in game.seats if seats > 1)


def bench(seconds: float = 2.0, peers: bool = False) -> Iterator[Bench]:
    """The tables, one after the other: raw play, and with peers batches, environments, OpenSpiel and copies too."""
    with one_core():
        yield raw_play(seconds, peers)
        if peers:
            yield batches(seconds)
            yield zoos(seconds)
            yield spiels(seconds)
            yield clones(seconds)
            yield matches_copied(seconds)
    if peers:
        yield crowds(seconds)
