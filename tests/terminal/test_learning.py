"""Lessons at the prompt: taken to the end with "show", by hand with mistakes on the way, and left half-way."""

from __future__ import annotations

import pytest
from tools import TAUGHT

from banquise.kernel.speech import LANGUAGES
from banquise.table.lesson import lesson
from banquise.terminal.learning import Learner


@pytest.fixture
def typed(monkeypatch):
    """Give the prompt these lines; afterwards nobody types any more."""

    def give(*lines):
        left = iter(lines)

        def answer(prompt=""):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return give


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_can_be_taken_at_the_prompt(name, language, typed, capsys):
    of = lesson(name)
    typed(*(step.teach[0] if step.teach else "" for step in of.steps))
    Learner(of, language).run()
    out = capsys.readouterr().out
    assert out.endswith(f"banquise play {name} --seats human,hare\n")
    for step in of.words(language).step.values():
        assert step.title in out
    assert "[" not in of.words(language).farewell
    assert "**" not in out


def test_mistakes_are_answered_and_help_is_offered(typed, capsys):
    typed("", "DDD", "xyzzy", "show", "quit")
    Learner(lesson("ice_lake"), "en").run()
    out = capsys.readouterr().out
    words = lesson("ice_lake").words("en").step["write"]
    assert words.hint in out
    assert "‘xyzzy’ is no move here; these would be some: " in out
    assert out.count("show (have it made for you)") == 2  # at first, and after two wrong tries
    assert words.done in out


def test_a_move_may_be_made_in_parts_and_the_learner_may_look_around(typed, capsys):
    typed("", "A-", "moves", "board", "A-", "A-", "done", "face N", "quit")
    Learner(lesson("ice_lake"), "en").run()
    out = capsys.readouterr().out
    assert "L-, S-, R-, done" in out
    assert lesson("ice_lake").words("en").step["write"].done in out
    assert "Now is the time to write a programme. (IL-2.1)" in out
