"""Lessons over HTTP (``server/teaching.py`` answers). Nothing is stored."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.server import protocol as p
from banquise.server import teaching
from banquise.server.http import refusing

Name = Annotated[str, PathParameter(max_length=40, description="A game's name, as /api/games lists it.")]
Number = Annotated[int, PathParameter(ge=0, le=1000, description="The step, counted from 0.")]
Language = Annotated[str, QueryParameter(max_length=20, description="en, fr, de or fa.")]


problems = partial(
    refusing.problems,
    own={
        404: "There is no such game, language, step or puzzle.",
        409: "The step asks for no move, or not for this one after what was made; the text says which.",
    },
)


@get("/api/lessons/{name:str}", sync_to_thread=False, responses=problems(400, 404))
def read_lesson(name: Name, language: Language = "en") -> p.LessonInfo:
    """A game's lesson: its steps in words."""
    return teaching.told(name, language)


@get("/api/lessons/{name:str}/{number:int}", sync_to_thread=False, responses=problems(400, 404))
def read_step(name: Name, number: Number, language: Language = "en") -> p.View:
    """The match as the learner finds it at a step."""
    return teaching.found(name, number, language)


# Whoever learns tries something out: nothing comes into being by it.
attempt = partial(post, status_code=200, sync_to_thread=False, responses=problems(400, 403, 404, 409, 413, 429))


@attempt("/api/lessons/{name:str}/{number:int}")
def try_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Try a move: what is taught happens, another legal one gets a hint, an illegal one the rules' reason."""
    slow_down(request, state)
    return teaching.tried(name, number, data)


@attempt("/api/lessons/{name:str}/{number:int}/show")
def show_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Have the taught move made."""
    slow_down(request, state)
    return teaching.shown(name, number, data)


@attempt("/api/lessons/{name:str}/{number:int}/preview")
def preview_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> dict[str, Any]:
    """What a move would do, as far as the learner can know. Nothing happens."""
    slow_down(request, state)
    return teaching.previewed(name, number, data)


def on_missing(request: Request[Any, Any, Any], error: Exception) -> Response[p.Problem]:
    return Response(p.Problem("bad_request", str(error)), status_code=404, media_type=MediaType.JSON)


def on_not_asked(request: Request[Any, Any, Any], error: Exception) -> Response[p.Problem]:
    return Response(p.Problem("bad_request", str(error)), status_code=409, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[read_lesson, read_step, try_move, show_move, preview_move],
        exception_handlers={teaching.NoSuchLesson: on_missing, teaching.NotAsked: on_not_asked},
    )
]


def slow_down(request: Request[Any, Any, Any], state: State) -> None:
    refusing.slow_down(request, state, "learners", "tries")
