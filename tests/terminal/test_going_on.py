"""``banquise puzzles``, ``ladder`` and ``train``: what is done is kept when somebody stops it, and gone on with."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from banquise.bots import puzzling
from banquise.games import game
from banquise.lab import ladder
from banquise.table.puzzle import puzzles
from banquise.terminal.command import app
from banquise.terminal.riddling import Pace


def test_a_search_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch: pytest.MonkeyPatch):
    known = puzzles(game("ice_cult"))
    looked: list[int] = []

    def found_in(of, number, watch):
        looked.append(number)
        if len(looked) == 3:
            raise KeyboardInterrupt
        yield known[number]

    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(puzzling, "found_in", found_in)
    file = tmp_path / "found.jsonl"
    typed = ["puzzles", "ice_cult", "--count", "4", "--save", str(file)]
    stopped = CliRunner().invoke(app, typed)
    assert stopped.exit_code == 130
    assert known[1].name in stopped.output
    assert not file.exists()
    done = CliRunner().invoke(app, typed)
    assert done.exit_code == 0, done.output
    assert looked == [1, 2, 3, 3, 4], "the match that was being looked through is looked through again, no other"
    shipped = (game("ice_cult").folder / "puzzles.jsonl").read_bytes().splitlines()
    assert file.read_bytes().splitlines() == shipped[1:5]
    assert not list((tmp_path / "state").rglob("*.part"))


def test_the_time_left_is_told_before_anything_is_found():
    pace = Pace(game("ice_cult"), 0, began=100.0)
    assert pace.told(0, 10, 101.0) == "match 1: 0%, no estimate yet"
    shipped = puzzles(game("ice_cult"))
    usual = len(shipped) / max(int(one.name.partition(".")[0]) for one in shipped)
    pace.part = 0.5
    assert pace.seconds(0, 10, 110.0) == pytest.approx(10 / (usual / 1.5) * 20), "20 seconds a match"
    pace.here, pace.part = 3, 0.0
    without = pace.seconds(0, 10, 160.0)
    assert without == pytest.approx(10 / (usual / 4) * 20), (
        "three matches without one: there are fewer than was thought"
    )
    assert pace.seconds(6, 10, 160.0) == pytest.approx(4 / ((6 + usual) / 4) * 20)


@pytest.mark.slow
def test_a_search_says_at_a_terminal_what_is_left_of_it_and_ends_cleanly(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "state"))
    stopped = at_a_terminal(["puzzles", "ice_cult", "--count", "5"], stop_when=" left")
    assert re.search(r"match 1: +\d+%, about \d+:\d\d:\d\d left", stopped.said)
    assert "interrupted: 0 found so far" in stopped.said
    assert "Traceback" not in stopped.said
    assert stopped.ended_with == 130


def test_a_judgement_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch):
    judged: list[str] = []

    def complaints(one):
        judged.append(one.name)
        if len(judged) == 3:
            raise KeyboardInterrupt
        return [f"{one.name}: wrong"] if len(judged) == 1 else []

    monkeypatch.setattr(puzzling, "complaints", complaints)
    names = [one.name for one in puzzles(game("alaska"))]
    stopped = CliRunner().invoke(app, ["puzzles", "alaska", "--verify"])
    assert stopped.exit_code == 130
    assert "2 judged" in stopped.output
    done = CliRunner().invoke(app, ["puzzles", "alaska", "--verify"])
    assert done.exit_code == 1, "what was wrong before it was stopped is told too"
    assert f"{names[0]}: wrong" in done.output
    assert f"{len(names)} puzzles, 1 complaint" in done.output
    assert judged == [*names[:3], *names[2:]]


def test_a_game_that_is_not_there_is_said_so():
    wrong = CliRunner().invoke(app, ["puzzles", "ice_cake"])
    assert wrong.exit_code != 0
    assert "ice_cake" in str(wrong.exception) + wrong.output


def test_a_ladder_that_is_not_saved_goes_on_where_it_was_too(tmp_path, monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []

    def played(tasks, jobs):
        asked.append(len(tasks))
        for one in really_played(tasks, jobs):
            yield one
            if len(asked) == 1:
                raise KeyboardInterrupt

    really_played = ladder.played
    monkeypatch.setattr(ladder, "played", played)
    typed = ["ladder", "ice_cult", "--bots", "hare,fox", "--games", "4", "--jobs", "1", "--json"]
    stopped = CliRunner().invoke(app, typed)
    assert stopped.exit_code == 130
    assert "1 of 4 matches" in stopped.output
    done = CliRunner().invoke(app, typed)
    assert done.exit_code == 0, done.output
    assert asked == [4, 3]


@pytest.mark.slow
def test_a_ladder_that_goes_on_does_not_take_what_was_played_before_for_its_pace(tmp_path, monkeypatch):
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "state"))
    typed = ["ladder", "ice_cult", "--bots", "hare,fox", "--games", "4000", "--jobs", "1"]
    first = at_a_terminal(typed, stop_when="0:0")  # some matches are done
    assert first.ended_with == 130
    second = at_a_terminal(typed, stop_when="/4000")
    assert second.ended_with == 130
    bars = re.findall(r"(\d+)/4000\S* +\S*?(-:--:--|\d+:\d\d:\d\d)", second.said)
    assert int(bars[0][0]) >= 2, "it begins where it was"
    assert bars[0][1] == "-:--:--", "and knows nothing of its pace yet"


@pytest.mark.slow
def test_a_course_that_is_stopped_at_a_terminal_goes_on_where_it_was(tmp_path):
    """At a real terminal, with the keys that people press: a bar with the time left, lines above it, Ctrl-C."""
    typed = ["train", "ice_cult", "--out", str(tmp_path / "x.net"), "--seats", "2", "--matches", "10"]
    first = at_a_terminal([*typed, "--generations", "5000"], stop_when=" s  0.")
    assert "/5000" in first.said
    assert "interrupted" in first.said
    assert first.ended_with == 130
    kept = len(json.loads((tmp_path / "x.json").read_text())["story"])
    assert kept >= 1
    second = at_a_terminal([*typed, "--generations", str(kept + 1)])
    assert second.ended_with == 0, second.said
    assert len(json.loads((tmp_path / "x.json").read_text())["story"]) == kept + 1


@dataclass
class Sitting:
    said: str
    ended_with: int


def at_a_terminal(typed: list[str], stop_when: str = "") -> Sitting:
    """What a terminal showed of a command, stopped by Ctrl-C once it had shown some words."""
    child, screen = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-m", "banquise", *typed], os.environ | {"TERM": "xterm"})
    said, stopped = "", False
    while True:
        try:
            said += os.read(screen, 65536).decode(errors="replace")
        except OSError:  # the other end is closed: it is over
            break
        if stop_when and stop_when in said and not stopped:
            stopped = os.write(screen, b"\x03") == 1
    os.close(screen)
    return Sitting(said, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
