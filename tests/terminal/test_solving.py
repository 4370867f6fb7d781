"""``banquise solve``: a puzzle at the prompt, every try answered, today's where none is named."""

from __future__ import annotations

from datetime import date

import pytest
from typer.testing import CliRunner

from banquise.games import OWN, game
from banquise.kernel.speech import LANGUAGES
from banquise.table import puzzle_told
from banquise.table.puzzle import of_the_day, puzzles, riddle
from banquise.terminal.command import app
from banquise.terminal.fullscreen.look import word
from banquise.terminal.solved import solved


def typed(*words: str, lines: list[str]) -> str:
    done = CliRunner().invoke(app, ["solve", *words], input="\n".join([*lines, ""]))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("name", "language"), list(zip(OWN, LANGUAGES, strict=True)))
def test_a_puzzle_is_solved_at_the_prompt_after_a_wrong_try(name: str, language: str) -> None:
    number = max(range(len(puzzles(game(name)))), key=lambda at: len(puzzles(game(name))[at].line))
    of = riddle(name, number)
    legal = [move.text for move in of.opening().legal(of.puzzle.seat)]
    wrong = next(text for text in legal if of.attempt([], text).verdict == "wrong")
    line = [step.move for step in of.puzzle.line]
    out = typed(name, str(number + 1), "--lang", language, lines=["moves", "xyz", wrong, *line])
    assert puzzle_told.asked(of, language) in out
    assert "xyz" in out
    assert puzzle_told.worth(of, of.attempt([], wrong), language) in out
    assert out.rstrip().endswith(puzzle_told.explained(of, language))
    assert solved(name) == {of.puzzle.name}


def test_without_a_number_it_is_the_puzzle_of_the_day_and_what_was_shown_does_not_count() -> None:
    today = of_the_day(game("altitude"), date.today())
    assert today is not None
    out = typed("altitude", lines=["show"])
    assert out.startswith(puzzle_told.title(riddle("altitude", today), today, "en"))
    assert word("puzzle.today", "en") in out
    assert word("puzzle.shown", "en") in out
    assert not solved("altitude")


def test_a_number_that_is_not_there_is_quoted() -> None:
    wrong = CliRunner().invoke(app, ["solve", "alaska", "400"])
    assert "no puzzle 400" in str(wrong.exception)
