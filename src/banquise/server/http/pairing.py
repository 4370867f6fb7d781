"""Quick pairing over HTTP (``club/pairing.py`` does it). A ticket is a secret: it comes in bodies, not in addresses."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import MediaType, Request, Response, Router, post
from litestar.datastructures import State
from litestar.params import JSONBody

from banquise.server import protocol as p
from banquise.server.club import protocol as c
from banquise.server.club.pairing import NotWaiting, Pairs
from banquise.server.http import refusing
from banquise.server.http.players import cardholder

_problems = partial(refusing.problems, own={404: "Nobody waits with this ticket."})


def _slowly(request: Request[Any, Any, Any], state: State, bucket: str) -> Pairs:
    refusing.slow_down(request, state, bucket)
    pairs: Pairs = state.pairs
    return pairs


@post("/api/pairing", status_code=200, responses=_problems(400, 403, 409, 413, 429))
async def wait(data: JSONBody[c.PairWish], state: State, request: Request[Any, Any, Any]) -> c.Paired:
    """Play with whoever wants the same: at once, if enough others wait. The same ticket again keeps its place."""
    return await _slowly(request, state, "addresses").wait(data, await cardholder(request))


@post("/api/pairing/look", status_code=200, responses=_problems(400, 403, 404, 413, 429))
async def look(data: JSONBody[c.Ticket], state: State, request: Request[Any, Any, Any]) -> c.Paired:
    """How it stands. Whoever does not ask for 15 seconds is not paired, and after a minute waits no longer."""
    return await _slowly(request, state, "readers").look(data.ticket)


@post("/api/pairing/leave", status_code=204, responses=_problems(400, 403, 413, 429))
async def leave(data: JSONBody[c.Ticket], state: State, request: Request[Any, Any, Any]) -> None:
    """Wait no longer."""
    await _slowly(request, state, "readers").leave(data.ticket)


def _on_not_waiting(request: Request[Any, Any, Any], error: NotWaiting) -> Response[p.Problem]:
    text = "nobody waits with this ticket: they left, or did not ask for a minute; wait anew"
    return Response(p.Problem("not_waiting", text), status_code=404, media_type=MediaType.JSON)


ROUTES = [Router("/", route_handlers=[wait, look, leave], exception_handlers={NotWaiting: _on_not_waiting})]
