"""Evenings over HTTP (``club/evenings.py`` does it). Tickets and rights are secrets: they come in bodies only.

A room full of people often has one address: what they ask for again and again has a limit of its own, as wide as that
of the moves they make.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from banquise.server import protocol as p
from banquise.server.club import evening_protocol as ev
from banquise.server.club.evening import NotAtThisEvening
from banquise.server.club.evenings import Evenings, NoEvening, NoRight
from banquise.server.http import refusing
from banquise.server.http.players import cardholder

EveningName = Annotated[str, PathParameter(max_length=40, description="The evening's name: in its link.")]


_problems = partial(
    refusing.problems,
    own={403: "The page it comes from may not, or the right is not the organiser's.", 404: "There is no such evening."},
)


WRITE = _problems(400, 403, 404, 409, 413, 429)


def _slowly(request: Request[Any, Any, Any], state: State, bucket: str) -> Evenings:
    refusing.slow_down(request, state, bucket)
    evenings: Evenings = state.evenings
    return evenings


@post("/api/evenings", status_code=201, responses=_problems(400, 403, 413, 429))
async def open_evening(data: JSONBody[ev.EveningWish], state: State, request: Request[Any, Any, Any]) -> ev.MyEvening:
    """Open an evening for a group. Whoever knows its name may come; whoever holds the right leads it."""
    return await _slowly(request, state, "addresses").open(data)


@get("/api/evenings/{evening:str}", responses=_problems(400, 404, 429))
async def read_evening(evening: EveningName, state: State, request: Request[Any, Any, Any]) -> ev.Evening:
    """An evening as everybody sees it: people, rounds, tables, standings."""
    return (await _slowly(request, state, "guests").look(evening, ev.EveningLook(), None)).evening


@post("/api/evenings/{evening:str}/look", status_code=200, responses=WRITE)
async def look_at_evening(
    evening: EveningName, data: JSONBody[ev.EveningLook], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """How it stands for whoever asks: where they sit now, if they do."""
    return await _slowly(request, state, "guests").look(evening, data, await cardholder(request))


@post("/api/evenings/{evening:str}/join", status_code=200, responses=WRITE)
async def join_evening(
    evening: EveningName, data: JSONBody[ev.EveningJoin], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """Come to an evening, or come back. Who comes late plays from the next round on."""
    return await _slowly(request, state, "comers").join(evening, data, await cardholder(request))


@post("/api/evenings/{evening:str}/leave", status_code=200, responses=WRITE)
async def leave_evening(
    evening: EveningName, data: JSONBody[ev.EveningLeave], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """Leave, or let somebody leave: they are paired no more, and their points stay."""
    return await _slowly(request, state, "guests").leave(evening, data, await cardholder(request))


@post("/api/evenings/{evening:str}/rounds", status_code=200, responses=WRITE)
async def begin_round(
    evening: EveningName, data: JSONBody[ev.EveningGoOn], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """Begin the next round, with the organiser's right. Whoever still plays is left where they are."""
    return await _slowly(request, state, "comers").go_on(evening, data)


@post("/api/evenings/{evening:str}/close", status_code=200, responses=WRITE)
async def close_table(
    evening: EveningName, data: JSONBody[ev.EveningClose], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """Wait no longer for a table, with the organiser's right, who says how it counts."""
    return await _slowly(request, state, "guests").close(evening, data)


@post("/api/evenings/{evening:str}/end", status_code=200, responses=WRITE)
async def end_evening(
    evening: EveningName, data: JSONBody[ev.EveningEnd], state: State, request: Request[Any, Any, Any]
) -> ev.MyEvening:
    """No further round, with the organiser's right."""
    return await _slowly(request, state, "guests").end(evening, data)


def _problem(status: int, reason: str, text: str) -> Response[p.Problem]:
    return Response(p.Problem(reason, text), status_code=status, media_type=MediaType.JSON)


def _on_no_evening(request: Request[Any, Any, Any], error: NoEvening) -> Response[p.Problem]:
    return _problem(404, "no_evening", "there is no such evening: its link is wrong, or it was long ago")


def _on_no_right(request: Request[Any, Any, Any], error: NoRight) -> Response[p.Problem]:
    return _problem(403, "no_right", "only the organiser may do that: whoever opened the evening, or has their link")


def _on_not_now(request: Request[Any, Any, Any], error: NotAtThisEvening) -> Response[p.Problem]:
    return _problem(409, error.reason, error.text)


ROUTES = [
    Router(
        "/",
        route_handlers=[
            *(open_evening, read_evening, look_at_evening, join_evening, leave_evening),
            *(begin_round, close_table, end_evening),
        ],
        exception_handlers={NoEvening: _on_no_evening, NoRight: _on_no_right, NotAtThisEvening: _on_not_now},
    )
]
