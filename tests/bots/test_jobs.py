"""Other work for a pool: it is done, it fails in words, and one that hangs harms nobody for long."""

from __future__ import annotations

import random
import time
from concurrent.futures import CancelledError

import pytest
from errands import Errand

import banquise
from banquise.bots.analyse import Chances, NoDecision, Opinion, Walk, analyse, better
from banquise.bots.hints import hint
from banquise.bots.pool import Pool
from banquise.table import decode, encode, replay, to_record
from banquise.table.lines import CHANCE_NAME

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_jobs_are_done_and_those_that_go_wrong_are_told():
    with Pool(1) as pool:
        assert pool.do(Errand("a")).result(timeout=60) == "a done"
        with pytest.raises(RuntimeError, match="ValueError: no such errand"):
            pool.do(Errand("fail")).result(timeout=60)
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            pool.do(Errand("hang")).result(timeout=60)
        assert time.monotonic() - start < 20, "given up, and not tried again"
        with pytest.raises(RuntimeError, match="two workers have died"):
            pool.do(Errand("die")).result(timeout=120)
        assert pool.do(Errand("b")).result(timeout=60) == "b done", "and the next one finds a worker"
        # Decisions and jobs take turns; a job that nobody wants any more is stopped.
        waiting = pool.do(Errand("wait"))
        thinking = pool.think(banquise.new("ice_lake", seed=1), 0, "fox")
        time.sleep(0.3)
        assert waiting.cancel()
        assert thinking.result(timeout=60)
        with pytest.raises(CancelledError):
            waiting.result(timeout=1)
    with pytest.raises(RuntimeError, match="closed"):
        pool.do(Errand("late"))


def a_record(name="ice_cult", seed=3):
    match, rng = banquise.new(name, 2, seed=seed), random.Random(seed)
    while not match.is_over:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
    return encode(to_record(match))


@pytest.mark.slow
def test_portions_add_up_to_the_whole_analysis():
    data = a_record()
    record = decode(data)
    whole = [point.chances for point in analyse(Walk(record), 24).points]
    found: list[list[float]] = []
    while len(found) < len(whole):
        portion = Chances(data, record.game, len(found), 24, seconds=0.2).do(lambda: False)
        assert portion
        found += portion
    assert found == whole


@pytest.mark.slow
def test_a_bear_judges_a_decision_with_what_the_seat_knew():
    data = a_record("ice_lake")
    record = decode(data)
    walk = Walk(record)
    decisions = [n for n, entry in enumerate(walk.record.log, 1) if entry.is_move]
    line = decisions[len(decisions) // 2]
    found = better(walk, line, "wolf")
    assert found == Opinion(data, record.game, line, "wolf").do(lambda: False)
    trial = replay(record, line - 1)
    trial.seed = None
    trial.play(found.seat, found.move)
    assert found.played == record.log[line - 1].move
    assert found.said
    assert found.played_said


def test_who_plays_the_same_is_told_so():
    match = banquise.new("ice_cult", 2, seed=3)
    seat, line = match.to_act[0], len(match.log) + 1
    found = hint(match, seat, "fox")
    other = next(move for move in match.legal(seat) if move != found.codes[0])
    for codes, same in ((found.codes, True), ([int(other)], False)):
        trial = match.copy()
        trial.play(seat, codes)
        assert better(Walk(to_record(trial, reveal=True)), line, "fox").same is same


def test_only_decisions_of_seats_are_judged():
    walk = Walk(decode(a_record()))
    chance = next(n for n, entry in enumerate(walk.record.log, 1) if entry.by == CHANCE_NAME)
    for line in (0, chance, len(walk.record.log) + 1):
        with pytest.raises(NoDecision, match=f"line {line} of the log"):
            better(walk, line)


def test_a_walk_goes_forwards_and_begins_anew_backwards():
    walk = Walk(decode(a_record("alaska")))
    for line in (5, 9, 9, 2, 0, 30):
        assert walk.to(line).digest() == replay(walk.record, line).digest()
