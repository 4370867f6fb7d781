"""``banquise puzzles``, ``ladder`` and ``train``: what is done is kept when somebody stops it, and gone on with."""

from __future__ import annotations

import json
import os
import pty
import sys
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from banquise.bots import puzzling
from banquise.games import game
from banquise.lab import ladder
from banquise.table.puzzle import puzzles
from banquise.terminal.command import app


def test_a_search_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch: pytest.MonkeyPatch):
    known = puzzles(game("ice_cult"))
    looked: list[int] = []

    def found_in(of, number):
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
