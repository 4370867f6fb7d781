"""The pool: it answers, gives way, and survives what goes wrong in a search."""

from __future__ import annotations

import threading
import time
from concurrent.futures import CancelledError

import pytest

from banquise.bots import pool as pools
from banquise.bots.levels import LEVELS, Level, decide_in, level_named
from banquise.bots.mind import Mind
from banquise.bots.pool import Pool, Thinking
from banquise.kernel.wasm import Trapped
from banquise.table import new

pytestmark = pytest.mark.slow

ENDLESS = Level("endless", seconds=1e9, limit=600.0)


@pytest.fixture(scope="module")
def pool():
    with Pool(1, warm=("ice_lake",)) as made:
        yield made


@pytest.mark.slow
def test_a_pool_answers_with_moves_that_can_be_made(pool):
    match = new("ice_lake", 2, seed=1)
    for level in LEVELS:
        if level != "bear":
            moves = pool.think(match, 0, level, seed=3).result(timeout=120)
            trial = match.copy()
            trial.play(0, moves)


@pytest.mark.slow
def test_an_answer_repeats_with_its_seed(pool):
    match = new("ice_lake", 2, seed=5)
    assert len({tuple(pool.think(match, 1, "wolf", seed=4).result(timeout=120)) for _ in range(3)}) == 1


@pytest.mark.slow
def test_asking_does_not_wait_and_thinking_can_be_cancelled(pool):
    match = new("ice_lake", 2, seed=2)
    start = time.perf_counter()
    long, queued = pool.think(match, 0, ENDLESS), pool.think(match, 1, ENDLESS)
    assert time.perf_counter() - start < 1.0
    time.sleep(0.5)
    assert queued.cancel()  # not begun yet
    assert long.cancel()  # begun
    with pytest.raises(CancelledError):
        long.result(timeout=1)
    assert pool.think(match, 0, "fox").result(timeout=30)  # and the worker is free again


def test_a_search_that_traps_harms_nobody(pool, monkeypatch):
    match, once = new("ice_lake", 2, seed=3), []
    think = Mind.think

    def trapping(self, *args, **more):
        once.append(1)
        if len(once) == 1:
            raise Trapped("unreachable")
        return think(self, *args, **more)

    monkeypatch.setattr(Mind, "think", trapping)
    asked = pool.think(match, 0, "wolf", seed=1)
    fox = pool.think(match, 0, "fox", seed=1)
    assert asked.result(timeout=60) == fox.result(timeout=60), "a fox moves instead"
    trial = match.copy()
    trial.play(0, pool.think(match, 0, "wolf", seed=1).result(timeout=60))
    assert len(once) == 2, "and the next search is made anew"


def test_a_search_that_never_comes_back_is_left_alone(monkeypatch):
    forever = threading.Event()

    def hanging(world, level, seed, stop=lambda: False):
        if level.name == "hangs":
            forever.wait()
        return decide_in(world, level, seed, stop)

    monkeypatch.setattr(pools, "decide_in", hanging)
    monkeypatch.setattr(pools, "GRACE", 0.2)
    match = new("ice_cult", 2, seed=3)
    seat = match.to_act[0]
    with Pool(1) as made:
        start = time.monotonic()
        moves = made.think(match, seat, Level("hangs", seconds=1.0, limit=0.3)).result(timeout=60)
        assert time.monotonic() - start < 30
        assert moves == made.think(match, seat, "fox").result(timeout=60), "a fox answers"
        assert made.think(match, seat, level_named("wolf@0.1")).result(timeout=60), "and another thread goes on"
    forever.set()


@pytest.mark.parametrize("hangs", [False, True])
def test_where_a_fox_stumbles_too_only_that_question_fails(monkeypatch, hangs):
    """The thread that thought, or the one that watches it, used to end there, and nobody thought any more."""
    forever, broken = threading.Event(), [True]

    def stumbling(world, level, seed, stop=lambda: False):
        if hangs and level.name == "hangs":
            forever.wait()
        if broken[0]:
            raise Trapped("unreachable")
        return decide_in(world, level, seed, stop)

    monkeypatch.setattr(pools, "decide_in", stumbling)
    monkeypatch.setattr(pools, "GRACE", 0.2)
    match = new("ice_cult", 2, seed=3)
    seat = match.to_act[0]
    with Pool(1) as made:
        for level in (Level("hangs", seconds=1.0, limit=0.3), level_named("hare")):
            with pytest.raises(Trapped):
                made.think(match, seat, level).result(timeout=60)
        broken[0] = False
        for level in ("wolf@0.1", "hare"):
            assert made.think(match, seat, level_named(level)).result(timeout=60)
    forever.set()


def test_whoever_cancels_has_said_stop_before_the_next_is_begun():
    """A word that came later would stop the next job of the same process."""
    asked, blocked = Thinking(), []

    class Stop(threading.Event):
        def set(self):
            worker = threading.Thread(target=asked.settle, args=([1],))
            worker.start()
            worker.join(timeout=0.3)
            blocked.append(worker.is_alive())
            super().set()

    asked.stop = Stop()
    asked.set_running_or_notify_cancel()
    assert asked.cancel()
    assert blocked == [True]


def test_threads_think_side_by_side():
    matches = [new("ice_cult", 2, seed=number) for number in range(4)]
    with Pool(4) as made:
        asked = [made.think(match, match.to_act[0], level_named("wolf@2"), seed=1) for match in matches]
        found = [one.result(timeout=120) for one in asked]
    with Pool(1) as made:
        for match, moves in zip(matches, found, strict=True):
            again = made.think(match, match.to_act[0], level_named("wolf@2"), seed=1)
            assert again.result(timeout=120) == moves, "whoever thinks beside"


def test_what_is_thought_about_is_imagined(monkeypatch):
    asked = []
    monkeypatch.setattr(Pool, "think_in", lambda self, world, *more: asked.append(world) or Thinking())
    made = Pool.__new__(Pool)
    for written in ("GAD", "AAAAAA"):
        match = new("ice_lake", 2, seed=1)
        match.play(0, written)
        made.think(match, 1, "wolf", seed=2)
    assert asked[0].state == asked[1].state


def test_only_a_seat_that_is_to_act_can_be_thought_for():
    match = new("ice_cult", 2, seed=1)
    idle = 1 - match.to_act[0]
    with Pool(1) as made, pytest.raises(ValueError, match="is not to act"):
        made.think(match, idle, "fox")
    with pytest.raises(RuntimeError, match="closed"):
        made.think(match, 1 - idle, "fox")


def test_a_hare_never_waits_for_a_bear(pool):
    match = new("ice_lake", 2, seed=1)
    long = pool.think(match, 0, ENDLESS)
    assert pool.think(match, 0, "hare").result(timeout=30)
    assert not long.done()
    assert long.cancel()
