"""Duplicates over HTTP (``club/duplicates.py`` deals and compares them)."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from banquise.server import protocol as p
from banquise.server.club import duplicate_protocol as d
from banquise.server.club.duplicates import Dealers, NoDuplicate, NoRight
from banquise.server.http import refusing
from banquise.server.http.players import cardholder

Name = Annotated[str, PathParameter(max_length=40, description="The duplicate's name: the last part of its link.")]
TableName = Annotated[str, PathParameter(max_length=40, description="The table's name: the last part of its link.")]


_problems = partial(
    refusing.problems,
    own={
        403: "Only whoever opened it may, and no page from elsewhere.",
        404: "There is no such duplicate, or no such table.",
    },
)


def _slowly(request: Request[Any, Any, Any], state: State, bucket: str, count: int = 1) -> Dealers:
    refusing.slow_down(request, state, bucket, count=count)
    dealers: Dealers = state.dealers
    return dealers


@post("/api/duplicates", status_code=201, responses=_problems(400, 403, 413, 429))
async def open_duplicate(data: JSONBody[d.DuplicateWish], state: State, request: Request[Any, Any, Any]) -> d.Duplicate:
    """Open several tables with one chance that nobody has seen. People sit down by ``/api/tables/{table}/join``."""
    return await _slowly(request, state, "addresses", data.tables).open(data, await cardholder(request))


@get("/api/duplicates/{duplicate:str}", responses=_problems(400, 404, 429))
async def read_duplicate(duplicate: Name, state: State, request: Request[Any, Any, Any]) -> d.Duplicate:
    """A duplicate: while anybody plays with its chance, only who sits where; then all results side by side."""
    return await _slowly(request, state, "readers").read(duplicate, await cardholder(request))


@post("/api/duplicates/{duplicate:str}/close", status_code=200, responses=_problems(400, 403, 404, 413, 429))
async def close_duplicate(
    duplicate: Name, data: JSONBody[d.DuplicateRight], state: State, request: Request[Any, Any, Any]
) -> d.Duplicate:
    """Wait no longer for tables where nobody has begun: for whoever opened it."""
    return await _slowly(request, state, "addresses").close(duplicate, data, await cardholder(request))


@get("/api/tables/{table:str}/duplicate", responses=_problems(400, 404, 409, 429))
async def duplicate_of(table: TableName, state: State, request: Request[Any, Any, Any]) -> d.DuplicateAt:
    """The duplicate that a match belongs to, if any."""
    return d.DuplicateAt(await _slowly(request, state, "readers").of(table))


@post("/api/tables/{table:str}/duplicate", status_code=201, responses=_problems(400, 403, 404, 409, 413, 429))
async def play_again(
    table: TableName, data: JSONBody[d.AgainWish], state: State, request: Request[Any, Any, Any]
) -> d.Again:
    """One more table with the chance of a match that is over, for others, or for those who know it."""
    name, new = await _slowly(request, state, "addresses").again(table, data, await cardholder(request))
    return d.Again(name, new)


def _on_none(request: Request[Any, Any, Any], error: NoDuplicate) -> Response[p.Problem]:
    problem = p.Problem("no_duplicate", "there is no such duplicate")
    return Response(problem, status_code=404, media_type=MediaType.JSON)


def _on_no_right(request: Request[Any, Any, Any], error: NoRight) -> Response[p.Problem]:
    problem = p.Problem("no_right", "only whoever opened this duplicate may do that")
    return Response(problem, status_code=403, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[open_duplicate, read_duplicate, close_duplicate, duplicate_of, play_again],
        exception_handlers={NoDuplicate: _on_none, NoRight: _on_no_right},
    )
]
