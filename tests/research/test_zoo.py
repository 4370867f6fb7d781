"""PettingZoo's own conformance suites, on every game and every number of seats, without a warning."""

from __future__ import annotations

import sys

import numpy as np
import pettingzoo
import pytest
from observing import shown
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)

from banquise import research
from banquise.games import all_games
from banquise.research import zoo
from banquise.research.batch import Batch
from banquise.research.observations import Observer

pytestmark = pytest.mark.compiles

SEATED = [(game.name, seats) for game in all_games() for seats in game.seats]
every_table = pytest.mark.parametrize(("name", "seats"), SEATED)


@every_table
def test_the_api_test_passes(name, seats):
    api_test(zoo.env(name, seats=seats), num_cycles=300)


@every_table
def test_the_seed_tests_pass(name, seats):
    seed_test(lambda: zoo.env(name, seats=seats), num_cycles=100)
    parallel_seed_test(lambda: zoo.parallel_env(name, seats=seats), num_cycles=50)


@every_table
def test_the_parallel_api_test_passes(name, seats):
    parallel_api_test(zoo.parallel_env(name, seats=seats), num_cycles=100)


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_the_render_test_passes(name, capsys):
    render_test(lambda render_mode: zoo.env(name, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")})


@every_table
def test_the_state_test_passes(name, seats):
    state_test(zoo.env(name, seats=seats), zoo.parallel_env(name, seats=seats))


class Hurried:
    """A clock that runs fast: PettingZoo's benchmark would take five seconds of a real one."""

    def __init__(self):
        self.now = 0.0

    def time(self):
        self.now += 0.05
        return self.now


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_the_performance_benchmark_runs(name, monkeypatch, capsys):
    # The benchmark looks for masks in dictionaries alone, so its actions are any: what is illegal loses.
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", Hurried())
    performance_benchmark(zoo.env(name))
    told = capsys.readouterr().out
    assert "turns per second" in told
    assert "Finished performance benchmark" in told


def test_games_are_registered_with_petting_zoo():
    env = pettingzoo.make("aec", "banquise/ice_lake-v2", seats=3)
    env.reset(seed=1)
    assert len(env.agents) == 3
    assert pettingzoo.make("parallel", "banquise/ice_lake-v2").possible_agents == ["seat_0", "seat_1"]
    zoo.register()  # again, and nobody is warned


def test_an_illegal_move_loses_the_match(capsys):
    env = zoo.env("ice_lake")
    env.reset(seed=1)
    env.step(3)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env._cumulative_rewards == {"seat_0": -1.0, "seat_1": 0.0}
    for _ in list(env.agents):
        env.step(None)
    assert env.agents == []
    with pytest.raises(AssertionError, match="action 999 is not in the action space of seat_0"):
        env.reset(seed=1) or env.step(999)


def test_order_is_enforced():
    env = zoo.env("ice_lake")
    for early in (lambda: env.step(0), lambda: env.observe("seat_0"), env.state, env.render, env.agent_iter):
        with pytest.raises(AssertionError, match="needs to be called before"):
            early()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\)"):
        list(env.agent_iter())


@every_table
def test_a_match_ends_with_zero_sum_rewards(name, seats):
    env = zoo.raw_env(name, seats=seats)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    while not all(env.terminations.values()):
        _, _, _, _, info = env.last()
        env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    if seats > 1:
        assert abs(sum(env.rewards.values())) < 1e-9
    for _ in list(env.agents):
        env.step(None)
    assert env.agents == []


def test_observations_hold_what_the_view_holds(game):
    env = zoo.raw_env(game.name)
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(30):
        _, _, over, _, info = env.last()
        if over:
            break
        state = env.position
        for seat, agent in enumerate(env.possible_agents):
            fields = env.observer.decode(env.observe(agent))
            assert env.seats == 1 or fields.pop("observer") == [int(k == seat) for k in range(env.seats)]
            assert fields == shown(game, env.seats, state, seat)
        env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))


def test_an_illegal_action_is_refused_with_its_paragraph():
    env = zoo.raw_env("ice_lake")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 3 of seat_0 is illegal: reason.nothing_written \(IL-2.1\)"):
        env.step(3)
    with pytest.raises(ValueError, match="whole number from 0 to 136, not 99999"):
        env.step(99999)
    with pytest.raises(ValueError, match="must move"):
        env.step(None)


def test_environments_are_found_by_their_versioned_name():
    env = research.ice_lake_v2.env(seats=3)
    env.reset(seed=1)
    assert len(env.possible_agents) == 3
    with pytest.raises(AttributeError, match="ask for ice_lake_v2"):
        _ = research.ice_lake_v7
    with pytest.raises(AttributeError):
        _ = research.chess_v0
    with pytest.raises(ValueError, match="no render mode 'hologram'"):
        zoo.raw_env("ice_lake", render_mode="hologram")


def test_every_part_of_an_observation_is_documented(game):
    for seats in game.seats:
        parts = Observer(game, seats).parts
        assert [p.start for p in parts[1:]] == [p.start + p.size for p in parts[:-1]]
        assert all(part.about and part.size for part in parts)


@pytest.mark.slow
def test_what_never_varies_is_not_observed(own_game):
    """What stood still in thousands of matches is of fields whose numbers some option, or a rare match, does move."""
    seldom = {
        "ice_lake": {"named", "facing_rule", "radius", "how_out", "place", "on_ice", "programme", "letter"},
        "ice_cult": {"colour", "arc_rule", "won", "ended", "stack", "turned"},
        "altitude": {"first", "double_rule", "rescue_rule", "mountain", "built", "shown", "finished", "rescued"},
        "alaska": {
            "first",
            "end_rule",
            "bear_waits",
            "piles_rule",
            "third_camp",
            "ties_rule",
            "astray",
            "camp",
            "overfull",
        },
    }[own_game.name]
    for seats in own_game.seats:
        batch = Batch(own_game.name, 256, seats, seed=5)
        low, high = batch.observations.min(0), batch.observations.max(0)
        for _ in range(600):
            batch.step_at_random()
            low, high = np.minimum(low, batch.observations.min(0)), np.maximum(high, batch.observations.max(0))
        parts = batch.observer.parts
        still = {p.name for p in parts if np.mean((low == high)[p.start : p.start + p.size]) > 0.1}
        assert still <= seldom, seats
        assert (batch.observer.low <= low).all()
        assert (high <= batch.observer.high).all()
