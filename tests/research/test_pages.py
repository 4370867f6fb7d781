"""The pages of the environments are what the games declare."""

import json
import subprocess
import sys

import pytest

from banquise.research import baselines


def test_the_pages_are_up_to_date(request):
    script = request.config.rootpath / "scripts" / "environment_pages.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "hare", "fox", "wolf"])
def test_the_baselines_are_those_of_todays_rules_and_bots(player, own_game, request):
    kept = json.loads((request.config.rootpath / "docs" / "environments" / "baselines.json").read_text())
    (row,) = (row for row in kept[own_game.name] if (row["seats"], row["player"]) == (2, player))
    assert not baselines.is_stale(own_game.name, row), "python -m banquise.research.baselines --anew"


def test_every_table_has_every_baseline(own_game, request):
    kept = json.loads((request.config.rootpath / "docs" / "environments" / "baselines.json").read_text())
    found = [(row["seats"], row["player"], row["matches"]) for row in kept[own_game.name]]
    assert found == [(seats, *player) for seats in own_game.seats for player in baselines.MATCHES.items()]


@pytest.mark.slow
def test_the_baseline_of_the_bear_is_todays(request):  # ten seconds a match: one of one game, others search likewise
    kept = json.loads((request.config.rootpath / "docs" / "environments" / "baselines.json").read_text())
    (row,) = (row for row in kept["altitude"] if (row["seats"], row["player"]) == (2, "bear"))
    assert not baselines.is_stale("altitude", row, matches=1), "python -m banquise.research.baselines --anew"


def test_a_match_that_goes_otherwise_is_stale():
    row = baselines.score("ice_cult", 2, "random", baselines.KEPT)
    assert not baselines.is_stale("ice_cult", row)
    assert baselines.is_stale("ice_cult", {**row, "codes": [codes + 1 for codes in row["codes"]]})
