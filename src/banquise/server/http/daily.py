"""The deal of the day over HTTP (``club/daily.py`` deals it). Who asks with a card is told of their own try."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.server import days
from banquise.server import protocol as p
from banquise.server.club.daily import Dailies
from banquise.server.http import refusing
from banquise.server.http.players import cardholder

GameName = Annotated[str, PathParameter(max_length=40, description="A game that can be played alone.")]


_problems = partial(refusing.problems, own={404: "There is no deal of this game, or of this day."})


def _slowly(request: Request[Any, Any, Any], state: State, bucket: str) -> Dailies:
    refusing.slow_down(request, state, bucket)
    dailies: Dailies = state.dailies
    return dailies


@get("/api/daily/{game:str}", responses=_problems(400, 404, 429))
async def read(
    game: GameName,
    state: State,
    request: Request[Any, Any, Any],
    day: Annotated[str, QueryParameter(max_length=10, description="2026-11-18; without one, today (UTC).")] = "",
) -> days.Daily:
    """The deals of a day and their standings. The seed is told, and the tables, when the day is over."""
    return await _slowly(request, state, "readers").read(game, day, await cardholder(request))


@post("/api/daily/{game:str}", status_code=201, responses=_problems(400, 403, 404, 409, 413, 429))
async def begin(
    game: GameName, data: JSONBody[days.DailyWish], state: State, request: Request[Any, Any, Any]
) -> days.DailySeat:
    """Play the cards of today. With a card the first try of each kind counts; all others are for fun."""
    return await _slowly(request, state, "addresses").begin(game, data, await cardholder(request))


def _on_no_deal(request: Request[Any, Any, Any], error: days.NoSuchDeal) -> Response[p.Problem]:
    return Response(p.Problem("no_deal", str(error)), status_code=404, media_type=MediaType.JSON)


ROUTES = [Router("/", route_handlers=[read, begin], exception_handlers={days.NoSuchDeal: _on_no_deal})]
