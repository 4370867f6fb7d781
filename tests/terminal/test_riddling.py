"""``banquise puzzles``: what was found is kept when somebody stops it, and the same command goes on from there."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from banquise.bots import puzzling
from banquise.games import game
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


def test_a_game_that_is_not_there_is_said_so():
    wrong = CliRunner().invoke(app, ["puzzles", "ice_cake"])
    assert wrong.exit_code != 0
    assert "ice_cake" in str(wrong.exception) + wrong.output
