"""The pool: it answers, gives way, and survives its workers."""

from __future__ import annotations

import json
import time
from concurrent.futures import CancelledError

import pytest

from banquise.bots import pool as pools
from banquise.bots.levels import LEVELS, Level, level_named
from banquise.bots.mind import Thought
from banquise.bots.pool import Pool, Thinking
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


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_the_question_answered(pool):
    match = new("ice_lake", 2, seed=3)
    slow = pool.think(match, 0, level_named("wolf@40"), seed=1)
    time.sleep(0.5)
    first = pool._lanes[0][1]._process.pid
    pool._lanes[0][1]._process.kill()
    match.copy().play(0, slow.result(timeout=120))
    assert pool._lanes[0][1]._process.pid != first


@pytest.mark.slow
def test_a_worker_that_dies_twice_leaves_the_answer_to_a_fox(monkeypatch):
    with Pool(1) as made:
        match = new("ice_cult", 2, seed=3)
        monkeypatch.setattr(pools._Worker, "ask", lambda self, task: (_ for _ in ()).throw(EOFError))
        seat = match.to_act[0]
        moves = made.think(match, seat, "bear").result(timeout=60)
        match.play(seat, moves[0])


@pytest.mark.slow
def test_several_minds_vote():
    with Pool(2, warm=("ice_lake",)) as made:
        match = new("ice_lake", 2, seed=1)
        moves = made.think(match, 0, "wolf", seed=1, minds=3).result(timeout=180)
        assert len(moves) == 1
        match.play(0, moves[0])


def vote(*thoughts):
    """What several searches decide together, whichever of them is done first."""
    answers = []
    for order in (range(len(thoughts)), reversed(range(len(thoughts)))):
        parts = [Thinking() for _ in thoughts]
        whole = pools._Whole(parts)
        for part, thought in zip(parts, thoughts, strict=True):
            part.add_done_callback(whole.part_done)
            part.thought = thought
        for number in order:
            parts[number].set_result(thoughts[number].moves)
        answers.append(whole.result(timeout=1))
    assert answers[0] == answers[1]
    return answers[0]


def test_votes_are_added_up_by_how_often_a_move_was_tried():
    one = Thought([1], [0.5, 0.5], {1: 0.6, 2: 0.4}, 1000, 0.1)
    two = Thought([2], [0.5, 0.5], {1: 0.3, 2: 0.7}, 1000, 0.1)
    three = Thought([3], [0.5, 0.5], {1: 0.1, 3: 0.9}, 100, 0.1)  # stopped early: it has seen less
    assert vote(one, two) == [2]
    assert vote(one, two, three) == [2]
    assert vote(one, three) == [1]


def test_where_moves_are_mixed_the_first_search_draws():
    one = Thought([1, 2], [0.5, 0.5], {1: 0.4, 2: 0.6}, 1000, 0.1, mixed=True)
    two = Thought([2], [0.5, 0.5], {1: 0.4, 2: 0.6}, 1000, 0.1, mixed=True)
    assert vote(one, two) == [1]


def test_what_crosses_into_a_worker_is_imagined(monkeypatch):
    made = Pool.__new__(Pool)
    made._closed = False
    asked = []
    monkeypatch.setattr(Pool, "_ask", lambda self, task: asked.append(task) or Thinking())
    for written in ("GAD", "AAAAAA"):
        match = new("ice_lake", 2, seed=1)
        match.play(0, written)
        made.think(match, 1, "wolf", seed=2)
    assert json.dumps(asked[0].world) == json.dumps(asked[1].world)


def test_only_a_seat_that_is_to_act_can_be_thought_for():
    made = Pool.__new__(Pool)
    made._closed = False
    match = new("ice_cult", 2, seed=1)
    idle = 1 - match.to_act[0]
    with pytest.raises(ValueError, match="is not to act"):
        made.think(match, idle, "fox")
    made._closed = True
    with pytest.raises(RuntimeError, match="closed"):
        made.think(match, 1 - idle, "fox")


@pytest.mark.slow
def test_a_level_that_does_not_search_never_waits_for_the_compiler(monkeypatch, tmp_path):
    monkeypatch.setenv("BANQUISE_CACHE", str(tmp_path))  # nothing was ever compiled here
    match = new("alaska", 2, seed=1)
    with Pool(1, warm=["alaska"]) as pool:
        hare = pool.think(match, match.to_act[0], "hare")
        wolf = pool.think(match, match.to_act[0], "wolf")
        assert hare.result(timeout=60)
        assert not wolf.done()
