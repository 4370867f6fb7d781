"""The benchmark measures what it says, on one core, and names the peers that are not there."""

from __future__ import annotations

import os
import time

import pytest

from banquise.games import game as game_named
from banquise.research.bench import environments as speed
from banquise.terminal.command import _print_markdown

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


def test_a_page_gets_the_table_of_a_run(capsys):
    rows = [speed.Row("ours", 61.0, "two seats"), speed.Row("peer", 20.0), speed.Row("pgx", None, "not installed: pgx")]
    _print_markdown(speed._table("steps", "peer", rows))
    assert capsys.readouterr().out.splitlines() == [
        "| steps | a second | times the peer | |",
        "|---|---:|---:|---|",
        "| ours | 61 | 3.05 | two seats |",
        "| peer | 20 |  |  |",
        "| pgx |  |  | not installed: pgx |",
        "",
    ]


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


def test_the_quickest_of_many_rounds_counts():
    rounds = iter([0.0, 0.03, 0.004, 0.02] + [0.03] * 100)  # the first of them before the clock starts

    def work():
        end = time.process_time() + next(rounds)
        while time.process_time() < end:
            pass

    steps = speed.quickest(work, 8, 0.1)
    assert 8 / 0.02 < steps <= 8 / 0.004  # the round of 4 ms, however it was disturbed up to the next best


def test_copies_and_clones_are_measured_beside_their_peers(monkeypatch):
    monkeypatch.setattr(speed, "all_games", lambda: [game_named("ice_cult")])
    for table, peers in ((speed.clones(0.001), 2), (speed.matches_copied(0.001), 1)):
        ours, *theirs = table.rows
        assert ours.what == "Ice Cult"
        assert ours.steps_per_second > 0
        assert len(theirs) == peers
        assert ours.times_peer is None or ours.times_peer > 0
    few, many = speed.crowds(0.001).rows
    assert (few.what, many.what) == ("Ice Cult, 256 matches", "Ice Cult, 2,048 matches")
    assert many.times_peer == many.steps_per_second / few.steps_per_second


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
