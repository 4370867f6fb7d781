"""Alerts over HTTP (``club/alerts.py`` does it): who is told of their turns, where, when, and at which tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from banquise.server import protocol as p
from banquise.server.club import protocol as c
from banquise.server.club.alerts import Alerts, NoAlerts, NotThere
from banquise.server.club.outside import BadAddress
from banquise.server.club.players import NoCard
from banquise.server.club.quiet import NoZone
from banquise.server.club.webpush import BadKey
from banquise.server.http import refusing
from banquise.server.http.players import cardholder, on_no_card
from banquise.server.stores.store import Cardholder

_PATH = "/api/players/me/alerts"
TableOfMine = Annotated[str, PathParameter(max_length=40, description="A table at which I have a seat.")]


_problems = partial(
    refusing.problems,
    own={
        400: "The request is not well made, or nothing may be sent there; the text says what would be right.",
        409: "No alerts are sent here.",
    },
)


WRITE = _problems(400, 401, 403, 409, 413, 429)


async def _asked(request: Request[Any, Any, Any], bucket: str = "comers") -> tuple[Alerts, Cardholder]:
    """The alerts of this house, and who asks about theirs."""
    state = request.app.state
    refusing.slow_down(request, state, bucket)
    holder = await cardholder(request)
    if holder is None:
        raise NoCard
    return state.alerts, holder


@get(_PATH, responses=_problems(401, 429))
async def my_alerts(request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Where and when I am told of my turns in matches by days."""
    alerts, holder = await _asked(request, "readers")
    return await alerts.info(holder)


@post(f"{_PATH}/browser", status_code=200, responses=WRITE)
async def tell_browser(data: JSONBody[c.BrowserWish], request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Tell the browser that asks, by its push service. It subscribes there with the ``push_key`` of this house."""
    alerts, holder = await _asked(request)
    await alerts.tell_browser(holder, data, str(request.base_url))
    return await alerts.info(holder)


@delete(f"{_PATH}/browser", status_code=200, responses=_problems(401, 403, 429))
async def leave_browser(request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Tell this browser no more."""
    alerts, holder = await _asked(request)
    await alerts.stop(holder, "browser")
    return await alerts.info(holder)


@post(f"{_PATH}/webhook", status_code=200, responses=WRITE)
async def tell_webhook(data: JSONBody[c.WebhookWish], request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Post my turns to an address, signed with a secret that the answer tells."""
    alerts, holder = await _asked(request)
    await alerts.tell_webhook(holder, data, str(request.base_url))
    return await alerts.info(holder)


@delete(f"{_PATH}/webhook", status_code=200, responses=_problems(401, 403, 429))
async def leave_webhook(request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Post nothing any more, and forget the address."""
    alerts, holder = await _asked(request)
    await alerts.stop(holder, "webhook")
    return await alerts.info(holder)


@post(f"{_PATH}/quiet", status_code=200, responses=_problems(400, 401, 403, 413, 429))
async def be_quiet(data: JSONBody[c.QuietWish], request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Tell me nothing in these hours; what was to be told is told at their end, if it is still my turn."""
    alerts, holder = await _asked(request)
    await alerts.be_quiet(holder, data)
    return await alerts.info(holder)


@delete(f"{_PATH}/quiet", status_code=200, responses=_problems(401, 403, 429))
async def be_loud(request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Tell me at any hour."""
    alerts, holder = await _asked(request)
    await alerts.be_quiet(holder, None)
    return await alerts.info(holder)


@post(f"{_PATH}/tables/{{table:str}}", status_code=200, responses=_problems(400, 401, 403, 404, 413, 429))
async def at_table(table: TableOfMine, data: JSONBody[c.TableAlerts], request: Request[Any, Any, Any]) -> c.AlertsInfo:
    """Tell me of my turns at this table, or not."""
    alerts, holder = await _asked(request)
    if not table.isascii() or "\0" in table:
        raise NotFoundException("you have no seat at such a table")
    await alerts.at_table(holder, table, data.on)
    return await alerts.info(holder)


@post(f"{_PATH}/trial", status_code=200, responses=_problems(400, 401, 403, 404, 413, 429))
async def try_out(data: JSONBody[c.TrialWish], request: Request[Any, Any, Any]) -> c.Trial:
    """Send something now, to see whether it arrives."""
    alerts, holder = await _asked(request, "addresses")
    return await alerts.try_out(holder, data.to)


def _on_value(request: Request[Any, Any, Any], error: ValueError) -> Response[p.Problem]:
    return Response(p.Problem("bad_address", str(error)), status_code=400, media_type=MediaType.JSON)


def _on_none(request: Request[Any, Any, Any], error: NoAlerts) -> Response[p.Problem]:
    text = "whoever runs this server sends no alerts"
    return Response(p.Problem("no_alerts", text), status_code=409, media_type=MediaType.JSON)


def _on_not_there(request: Request[Any, Any, Any], error: NotThere) -> Response[p.Problem]:
    return Response(p.Problem("not_there", str(error)), status_code=404, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[
            *(my_alerts, tell_browser, leave_browser, tell_webhook, leave_webhook),
            *(be_quiet, be_loud, at_table, try_out),
        ],
        exception_handlers={
            NoCard: on_no_card,
            NoAlerts: _on_none,
            NotThere: _on_not_there,
            BadAddress: _on_value,
            NoZone: _on_value,
            BadKey: _on_value,
        },
    )
]
