"""The commands of the bots' room."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from banquise.table import decode, verify

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def banquise(*arguments, said="", check=True):
    command = [sys.executable, "-c", "from banquise.terminal.command import main; main()", *arguments]
    done = subprocess.run(command, input=said, capture_output=True, text=True, timeout=300, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done


def test_a_ladder_is_saved_with_its_command_and_its_matches(tmp_path):
    folder, records = tmp_path / "ladder", tmp_path / "games"
    arguments = ["--bots", "hare,fox", "--games", "4", "--jobs", "1", "--save", str(folder), "--records", str(records)]
    done = banquise("ladder", "ice_cult", *arguments, "--json")
    found = json.loads(done.stdout)
    assert found["games"] == 4
    assert found["pairs"][0]["decided"] + found["undecided"] == 4
    assert found["ratings"].keys() == {"hare", "fox"}
    assert "banquise ladder ice_cult" in (folder / "ice_cult-2-hare-fox.md").read_text()
    assert {file.suffix for file in folder.iterdir()} == {".md", ".json", ".svg"}
    assert "fox against hare | 4 |" in (folder / "README.md").read_text()
    games = sorted(records.iterdir())
    assert len(games) == 4
    for game in games:
        assert verify(decode(game.read_bytes())).is_good


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ladder", "ice_cult", "--bots", "fox"], "two or more different bots"),
        (["ladder", "ice_cult", "--bots", "fox,wolv"], "did you mean 'wolf'"),
        (["ladder", "ice_cult", "--bots", "hare,fox", "--seats", "7"], "is for 2 to 4 seats"),
        (["bot", "--level", "lynx"], "no level 'lynx'"),
        (["play", "ice_cult", "--seats", "human,visitor"], "a visitor needs a command"),
        (["play", "ice_cult", "--seats", "human,dog"], "'dog' cannot sit down"),
    ],
)
def test_what_is_wrong_is_one_line(arguments, complaint):
    done = banquise(*arguments, check=False)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["bot", "ladder"])
def test_help_states_time_and_memory(command):
    text = " ".join(banquise(command, "--help").stdout.split())
    assert "at most wolf 2 s, bear 8 s" in text
    assert "MB" in text


def test_bots_play_each_other_at_the_prompt():
    done = banquise("play", "ice_cult", "--seats", "hare,fox", "--seed", "3")
    assert "Traceback" not in done.stderr
    assert done.stdout.strip()


def test_a_visitor_sits_down_at_the_prompt():
    visitor = f"{sys.executable} {EXAMPLE}"
    done = banquise("play", "ice_lake", "--seats", "fox,visitor", "--visitor", visitor, "--seed", "3")
    assert "a fox moves instead" not in done.stdout


@pytest.mark.slow
def test_a_hint_at_the_prompt_is_a_move_with_a_reason():
    done = banquise("play", "ice_cult", "--seats", "human,fox", "--seed", "1", said="hint\nquit\n")
    assert "Try " in done.stdout
    assert "% chance to win" in done.stdout


def test_the_bot_speaks_lines():
    done = banquise("bot", "--level", "fox", said='{"type": "hello", "game": "ice_lake", "seats": 2, "seat": 0}\n')
    assert json.loads(done.stdout)["name"] == "banquise fox"


@pytest.mark.slow
def test_an_analysis_is_told_and_drawn(tmp_path):
    banquise("ladder", "ice_cult", "--bots", "hare,fox", "--games", "2", "--jobs", "1", "--records", str(tmp_path))
    record, plot = sorted(tmp_path.glob("*.banquise"))[0], tmp_path / "plot.svg"
    found = json.loads(banquise("analyse", str(record), "--simulations", "16", "--plot", str(plot), "--json").stdout)
    assert len(found["points"]) == len(decode(record.read_bytes()).log) + 1
    assert plot.read_text().startswith("<svg")
    told = banquise("analyse", str(record), "--simulations", "16", "--marked", "2", "--better").stdout
    assert "1. " in told
    assert "a yeti would have played" in told
