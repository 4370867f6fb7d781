"""The benchmark measures what it says, on one core, and names the peers that are not there."""

from __future__ import annotations

import os

import pytest

from banquise.games import game as game_named
from banquise.research.bench import environments as speed

pytestmark = pytest.mark.compiles


def test_a_peer_that_is_not_installed_is_named():
    def missing():
        raise ModuleNotFoundError("No module named 'pgx'", name="pgx")

    row = speed._row("pgx hex", missing)
    assert (row.steps_per_second, row.note) == (None, "not installed: pgx")
    table = speed._table("batches", "pgx hex", [speed.Row("Ice Lake", 100.0), row])
    assert [row.times_peer for row in table.rows] == [None, None]


def test_ratios_are_over_the_yardstick():
    table = speed._table("steps", "peer", [speed.Row("ours", 60.0), speed.Row("peer", 20.0)])
    assert [row.times_peer for row in table.rows] == [3.0, None]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system ties no process to a core")
def test_everything_runs_on_one_core_and_only_then():
    before = os.sched_getaffinity(0)
    with speed.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_work_is_counted_by_processor_time():
    spins = []

    def work():
        spins.append(sum(range(20000)))
        return 7

    steps = speed.rate(work, 0.05)
    assert len(spins) > 2
    assert 0 < steps < 7e6


def test_batches_and_environments_are_measured():
    game = game_named("ice_lake")
    assert speed.batch_steps(game, 16, 0.02) > 0
    from banquise.research import zoo

    assert speed.zoo_steps(lambda: zoo.env("ice_lake", seats=2), 0.02) > 0


def test_petting_zoos_own_games_are_measured_where_they_are():
    pytest.importorskip("pygame", reason="pygame is not installed: pip install 'banquise[bench]'")
    from pettingzoo.classic.connect_four import connect_four

    assert speed.zoo_steps(connect_four.env, 0.02) > 0


@pytest.mark.slow
def test_pgx_is_measured_where_it_is():
    pytest.importorskip("pgx", reason="pgx is not installed: pip install 'banquise[bench]'")
    steps, seen = speed.pgx_steps("tic_tac_toe", 4, 0.02)
    assert steps > 0
    assert seen == 18
