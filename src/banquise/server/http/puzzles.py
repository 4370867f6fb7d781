"""Puzzles over HTTP (``server/puzzling.py`` answers). Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.server import protocol as p
from banquise.server import puzzling
from banquise.server.http.lessons import Language, Name, attempt, on_missing, on_not_asked, problems, slow_down

Number = Annotated[int, PathParameter(ge=0, le=100_000, description="The puzzle, counted from 0.")]
Day = Annotated[
    str, QueryParameter(max_length=20, description="A date such as 2026-11-16; today's where none is given.")
]


@get("/api/puzzles/{name:str}", sync_to_thread=False, responses=problems(400, 404))
def read_book(name: Name, language: Language = "en", day: Day = "") -> p.PuzzleBook:
    """A game's puzzles in short, and the puzzle of a day."""
    return puzzling.book(name, language, day)


@get("/api/puzzles/{name:str}/{number:int}", sync_to_thread=False, responses=problems(400, 404))
def read_puzzle(name: Name, number: Number, language: Language = "en") -> p.LessonInfo:
    """A puzzle in words: a lesson of one step."""
    return puzzling.told(name, number, language)


@get("/api/puzzles/{name:str}/{number:int}/view", sync_to_thread=False, responses=problems(400, 404))
def read_position(name: Name, number: Number, language: Language = "en") -> p.View:
    """The match as the solver finds it."""
    return puzzling.found(name, number, language)


@attempt("/api/puzzles/{name:str}/{number:int}")
def try_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Try a move: what is right happens, a wrong one is told its worth, an illegal one the rules' reason."""
    slow_down(request, state)
    return puzzling.tried(name, number, data)


@attempt("/api/puzzles/{name:str}/{number:int}/show")
def show_line(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> p.LessonAnswer:
    """Have the rest of the line made."""
    slow_down(request, state)
    return puzzling.shown(name, number, data)


@attempt("/api/puzzles/{name:str}/{number:int}/preview")
def preview_move(
    name: Name, number: Number, data: JSONBody[p.LessonTry], state: State, request: Request[Any, Any, Any]
) -> dict[str, Any]:
    """What a move would do, as far as the solver can know. Nothing happens."""
    slow_down(request, state)
    return puzzling.previewed(name, number, data)


ROUTES = [
    Router(
        "/",
        route_handlers=[read_book, read_puzzle, read_position, try_move, show_line, preview_move],
        exception_handlers={puzzling.NoSuchPuzzle: on_missing, puzzling.NotOnTheWay: on_not_asked},
    )
]
