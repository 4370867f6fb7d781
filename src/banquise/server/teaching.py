"""Lessons as clients are told them: the words of a lesson, the position of a step, and what becomes of a try.

Whoever learns says where they are; the script is played up to there, and the answer is made of the same views and
refusals as a table's. The client judges nothing, and nothing is kept.
"""

from __future__ import annotations

from typing import Any

from banquise.games import UnknownGame
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import LANGUAGES, Message
from banquise.server import protocol as p
from banquise.server import render
from banquise.table import IllegalMove
from banquise.table.lesson import Attempt, BadLesson, Lesson, lesson
from banquise.table.misread import misread, misread_said


class NoSuchLesson(ValueError):
    """There is no such game, language or step."""


class NotAsked(ValueError):
    """The step asks for no move, or not for this one after what was made."""


def told(name: str, language: str) -> p.LessonInfo:
    """A game's lesson: its steps in words."""
    of = _lesson(name)
    words = of.words(_known(language))
    steps = []
    for index, step in enumerate(of.steps):
        said = words.step[step.name]
        colours = list(of.opening(index).colours)
        steps.append(
            p.LessonStep(step.name, said.title, said.see, said.do, list(step.cites), step.table is not None, colours)
        )
    return p.LessonInfo(of.game.name, words.title, words.welcome, words.farewell, of.seat, steps)


def found(name: str, number: int, language: str) -> p.View:
    """The match as the learner finds it at a step."""
    of = _at(name, number)
    match = of.opening(number)
    may_act = match.to_act if of.step(number).teach else ()
    return render.match_view(match, may_act, of.seat, _known(language), len(match.events(of.seat)))


def tried(name: str, number: int, wish: p.LessonTry) -> p.LessonAnswer:
    """A move is tried: what is taught happens, another legal one gets a hint, an illegal one the rules' reason."""
    of = _at(name, number)
    try:
        return _answer(of, number, of.attempt(number, wish.made, wish.move), wish.language)
    except IllegalMove as refused:
        said = render.spoken(Message(refused.reason.key), wish.language, of.game.folder)
        return p.LessonAnswer("refused", said.text, refused.reason.paragraph, None)
    except BadNotation as error:
        why = misread(error, of.so_far(number, wish.made), of.seat)
        return p.LessonAnswer("refused", misread_said(why, _known(wish.language), of.game), None, None)
    except BadLesson as error:
        raise NotAsked(str(error)) from None


def shown(name: str, number: int, wish: p.LessonTry) -> p.LessonAnswer:
    """The taught move is made."""
    of = _at(name, number)
    try:
        return _answer(of, number, of.show(number, wish.made), wish.language)
    except ValueError as error:  # BadLesson, or something in "made" that cannot have been made
        raise NotAsked(str(error)) from None


def previewed(name: str, number: int, wish: p.LessonTry) -> dict[str, Any]:
    """What a move would do, as far as the learner can know. Nothing happens."""
    of = _at(name, number)
    try:
        return of.preview(number, wish.made, wish.move)
    except ValueError as error:
        raise NotAsked(str(error)) from None


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise NoSuchLesson(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language


def _lesson(name: str) -> Lesson:
    try:
        return lesson(name)
    except (UnknownGame, BadLesson) as error:
        raise NoSuchLesson(str(error)) from None


def _at(name: str, number: int) -> Lesson:
    of = _lesson(name)
    try:
        of.step(number)
    except BadLesson as error:
        raise NoSuchLesson(str(error)) from None
    return of


def _answer(of: Lesson, number: int, attempt: Attempt, language: str) -> p.LessonAnswer:
    words = of.words(language).step[of.step(number).name]
    if attempt.verdict == "untaught":
        return p.LessonAnswer("untaught", words.hint, None, None)
    # Nothing more is to be done at a step that is done.
    may_act = attempt.match.to_act if attempt.verdict == "under_way" else ()
    view = render.match_view(attempt.match, may_act, of.seat, language, attempt.since)
    return p.LessonAnswer(attempt.verdict, words.done if attempt.verdict == "taught" else "", None, view)
