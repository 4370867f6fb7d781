"""How well chances foretell: scores that are right, matches that are the same again, pages that say it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from banquise.games import game as game_named
from banquise.lab.foretelling import (
    FORMULA,
    POSITIONS,
    Foretelling,
    Foretold,
    Plan,
    add_up,
    as_json,
    as_markdown,
    as_svg,
    foretell,
)
from banquise.lab.journal import Journal

SMALL = Plan(game_named("ice_cult"), 2, "yeti@0.001", games=3, seed=5, simulations=(16,))


def test_scores_are_briers_and_intervals_count_matches() -> None:
    done = [
        Foretold(0, [1.0, 0.0], {FORMULA: [[0.5, 0.5], [0.5, 0.5]], "seer": [[1.0, 0.0], [0.8, 0.2]]}),
        Foretold(1, [0.0, 1.0], {FORMULA: [[0.5, 0.5]], "seer": [[0.3, 0.7]]}),
    ]
    total = Foretelling("ice_cult", 2, "yeti", 0)
    add_up(total, done)
    formula, seer = total.scores
    assert (total.matches, total.positions) == (2, 3)
    assert (formula.brier, formula.half, formula.gain) == (0.5, 0.0, 0.0)
    assert seer.brier == pytest.approx((0.04 + 0.18) / 2), "a match counts once, however many positions it has"
    assert seer.gain == pytest.approx(0.5 - 0.11)
    assert seer.bins[-1] == (1.0, 1.0, 1)
    assert sum(count for _, _, count in seer.bins) == 6


def test_the_same_seed_foretells_the_same_and_stopped_work_goes_on(tmp_path: Path) -> None:
    whole = foretell(SMALL)
    assert [score.judge for score in whole.scores] == ["formula", "network", "bear 16", "yeti 16"]
    assert (whole.matches, whole.positions) == (3, 3 * POSITIONS)
    asked: list[int] = []
    journal = Journal(tmp_path / "half.part", Foretold)

    def stop() -> None:
        asked.append(1)
        if len(asked) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        foretell(SMALL, journal=journal, progress=stop)
    assert len(journal.done()) == 2
    assert as_json(foretell(SMALL, journal=journal)) == as_json(whole)
    assert not (tmp_path / "half.part").exists()


def test_where_nobody_was_taught_the_formula_and_a_bear_are_judged() -> None:
    plan = Plan(game_named("ice_lake"), 3, "fox", games=2, seed=1, simulations=(8,))
    total = foretell(plan)
    assert [score.judge for score in total.scores] == ["formula", "bear 8"]
    assert "| bear 8 |" in as_markdown(total, "banquise foretell")
    assert as_svg(total).count("<polyline") == 2
    with pytest.raises(ValueError, match="two seats or more"):
        foretell(Plan(game_named("altitude"), 1))


def test_the_command_saves_what_it_tells_and_names_what_is_wrong(tmp_path: Path) -> None:
    def told(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "banquise", "foretell", "ice_cult", "--jobs", "1", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    small = ("--games", "2", "--bot", "yeti@0.001", "--simulations", "8", "--save", str(tmp_path))
    done = told(*small)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "ice_cult-2-foretold.md").read_text(encoding="utf-8")
    assert "| network |" in page
    kept = json.loads((tmp_path / "ice_cult-2-foretold.json").read_text(encoding="utf-8"))
    assert set(kept["judges"]) == {"formula", "network", "bear 8", "yeti 8"}
    assert (tmp_path / "ice_cult-2-foretold.svg").exists()
    wrong = told("--simulations", "many")
    assert wrong.returncode != 0
    assert "'many'" in " ".join(wrong.stderr.split())
