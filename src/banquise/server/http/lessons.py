"""Lessons over HTTP: the words of a lesson, the position of a step, and what becomes of a try. Nothing is stored.

Whoever learns says where they are; the script is played up to there, and the answer is made of the same views and
refusals as a table's. The client judges nothing.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.games import UnknownGame
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import LANGUAGES, Message
from banquise.server import protocol as p
from banquise.server import render
from banquise.table import IllegalMove
from banquise.table.lesson import Attempt, BadLesson, Lesson, lesson

Name = Annotated[str, PathParameter(max_length=40, description="A game's name, as /api/games lists it.")]
Number = Annotated[int, PathParameter(ge=0, le=1000, description="The step, counted from 0.")]
Language = Annotated[str, QueryParameter(max_length=20, description="en, fr, de or fa.")]


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    why = {
        400: "The request is not well made; the text says what would be right.",
        403: "The page it comes from may not.",
        404: "There is no such game, language or step.",
        409: "The step asks for no move, or not for this one after what was made; the text says which.",
        413: "Too long.",
        429: "Too many from one address; wait.",
    }
    return {status: ResponseSpec(p.Problem, description=why[status], generate_examples=False) for status in statuses}


@get("/api/lessons/{name:str}", sync_to_thread=False, responses=_problems(400, 404))
def read_lesson(name: Name, language: Language = "en") -> p.LessonInfo:
    """A game's lesson: its steps in words."""
    of = _lesson(name)
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    words = of.words(language)
    steps = []
    for index, step in enumerate(of.steps):
        said = words.step[step.name]
        colours = list(of.opening(index).colours)
        steps.append(
            p.LessonStep(step.name, said.title, said.see, said.do, list(step.cites), step.table is not None, colours)
        )
    return p.LessonInfo(of.game.name, words.title, words.welcome, words.farewell, of.seat, steps)


@get("/api/lessons/{name:str}/{number:int}", sync_to_thread=False, responses=_problems(400, 404))
def read_step(name: Name, number: Number, language: Language = "en") -> p.View:
    """The match as the learner finds it at a step."""
    of = _at(name, number)
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    match = of.opening(number)
    may_act = match.to_act if of.step(number).teach else ()
    return render.match_view(match, may_act, of.seat, language, len(match.events(of.seat)))


@post(
    "/api/lessons/{name:str}/{number:int}",
    status_code=200,
    sync_to_thread=False,
    responses=_problems(400, 403, 404, 409, 413, 429),
)
def try_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Try a move: what is taught happens, another legal one gets a hint, an illegal one the rules' reason."""
    _slow_down(request, state)
    of = _at(name, number)
    try:
        return _answer(of, number, of.attempt(number, data.made, data.move), data.language)
    except IllegalMove as refused:
        said = render.spoken(Message(refused.reason.key), data.language, of.game.folder)
        return p.LessonAnswer("refused", said.text, refused.reason.paragraph, None)
    except BadNotation as error:
        return p.LessonAnswer("refused", str(error), None, None)
    except BadLesson as error:
        raise HTTPException(str(error), status_code=409) from None


@post(
    "/api/lessons/{name:str}/{number:int}/show",
    status_code=200,
    sync_to_thread=False,
    responses=_problems(400, 403, 404, 409, 413, 429),
)
def show_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Have the taught move made."""
    _slow_down(request, state)
    of = _at(name, number)
    try:
        return _answer(of, number, of.show(number, data.made), data.language)
    except ValueError as error:  # BadLesson, or something in "made" that cannot have been made
        raise HTTPException(str(error), status_code=409) from None


@post(
    "/api/lessons/{name:str}/{number:int}/preview",
    status_code=200,
    sync_to_thread=False,
    responses=_problems(400, 403, 404, 409, 413, 429),
)
def preview_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> dict[str, Any]:
    """What a move would do, as far as the learner can know. Nothing happens."""
    _slow_down(request, state)
    try:
        return _at(name, number).preview(number, data.made, data.move)
    except ValueError as error:
        raise HTTPException(str(error), status_code=409) from None


ROUTES = [read_lesson, read_step, try_move, show_move, preview_move]


def _lesson(name: str) -> Lesson:
    try:
        return lesson(name)
    except (UnknownGame, BadLesson) as error:
        raise NotFoundException(str(error)) from None


def _at(name: str, number: int) -> Lesson:
    of = _lesson(name)
    try:
        of.step(number)
    except BadLesson as error:
        raise NotFoundException(str(error)) from None
    return of


def _answer(of: Lesson, number: int, attempt: Attempt, language: str) -> p.LessonAnswer:
    words = of.words(language).step[of.step(number).name]
    if attempt.verdict == "untaught":
        return p.LessonAnswer("untaught", words.hint, None, None)
    # Nothing more is to be done at a step that is done.
    may_act = attempt.match.to_act if attempt.verdict == "under_way" else ()
    view = render.match_view(attempt.match, may_act, of.seat, language, attempt.since)
    return p.LessonAnswer(attempt.verdict, words.done if attempt.verdict == "taught" else "", None, view)


def _slow_down(request: Request[Any, Any, Any], state: State) -> None:
    if not state.learners.take(request.client.host if request.client else "?"):
        raise HTTPException("too many tries from one address; wait a moment", status_code=429)
