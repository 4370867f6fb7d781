"""How people meet and keep apart, over HTTP (``club/meeting.py`` does it all)."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from banquise.server import protocol as p
from banquise.server.club import meeting_protocol as m
from banquise.server.club.meeting import BadReport, Meetings, NoInvitation, NotMet, TooMany
from banquise.server.club.players import NoCard
from banquise.server.http import refusing
from banquise.server.http.players import cardholder, key_of, on_no_card
from banquise.server.stores.club import Player

_problems = partial(refusing.problems, own={403: "Not with them, or not from that page."})


READ, WRITE = _problems(401, 429), _problems(400, 401, 403, 404, 409, 413, 429)


def _meetings(state: State) -> Meetings:
    meetings: Meetings = state.meetings
    return meetings


async def _player(request: Request[Any, Any, Any], state: State, bucket: str = "readers") -> Player:
    """Who asks; NoCard, if they have none."""
    refusing.slow_down(request, state, bucket)
    player: Player = await state.players.of(key_of(request))
    return player


@get(
    "/api/counts",
    media_type=MediaType.JSON,
    responses={
        200: ResponseSpec(m.Counts, description="What goes on.", generate_examples=False),
        304: ResponseSpec(None, description="As the tag that came with the request says.", generate_examples=False),
        **_problems(429),
    },
)
async def read_counts(state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """How many people are at tables or wait for others, and what goes on in each game. Ask again with its ETag."""
    refusing.slow_down(request, state, "readers")
    told = await _meetings(state).counts()
    headers = {"etag": told.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == told.tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(told.body, media_type="application/json", headers=headers)


@get("/api/players/me/people", responses=READ)
async def my_people(state: State, request: Request[Any, Any, Any]) -> m.Acquaintances:
    """Those with a card whom I have played with, the latest first; whom I block is not among them."""
    return await _meetings(state).met(await _player(request, state))


@get("/api/players/me/invitations", responses=READ)
async def my_invitations(state: State, request: Request[Any, Any, Any]) -> m.Invitations:
    """The invitations that I may answer, by sitting down at the table or by declining, and those that I have sent."""
    return await _meetings(state).invitations(await _player(request, state))


@post("/api/players/me/invitations", status_code=201, responses=WRITE)
async def invite(data: JSONBody[m.InviteWish], state: State, request: Request[Any, Any, Any]) -> m.Invitations:
    """Invite somebody whom I have played with to a table where I sit and a seat is free. It holds for a day."""
    return await _meetings(state).invite(await _player(request, state, "comers"), data)


@post("/api/players/me/invitations/decline", status_code=200, responses=WRITE)
async def decline(data: JSONBody[m.InvitationWish], state: State, request: Request[Any, Any, Any]) -> m.Invitations:
    """Say no to an invitation; whoever sent it is told."""
    return await _meetings(state).decline(await _player(request, state, "comers"), data)


@post("/api/players/me/invitations/withdraw", status_code=200, responses=WRITE)
async def withdraw(data: JSONBody[m.InvitationWish], state: State, request: Request[Any, Any, Any]) -> m.Invitations:
    """Take an invitation of mine back."""
    return await _meetings(state).withdraw(await _player(request, state, "comers"), data)


@get("/api/players/me/shunned", responses=READ | _problems(400))
async def my_shunned(
    state: State,
    request: Request[Any, Any, Any],
    table: Annotated[str | None, QueryParameter(max_length=40, description="Name their seats at this table.")] = None,
) -> m.ShunnedPeople:
    """Those whom I block or mute. Nobody else is told."""
    fits = table if table is None or "\0" not in table else None
    return await _meetings(state).shunned(await _player(request, state), fits)


@post("/api/players/me/shunned", status_code=200, responses=WRITE)
async def shun(data: JSONBody[m.ShunWish], state: State, request: Request[Any, Any, Any]) -> m.ShunnedPeople:
    """Block or mute a player, or whoever sits on a seat; with `how` null, neither any more."""
    return await _meetings(state).shun(await _player(request, state, "comers"), data)


@post("/api/reports", status_code=204, responses=_problems(400, 403, 404, 409, 413, 429))
async def report(data: JSONBody[m.ReportWish], state: State, request: Request[Any, Any, Any]) -> None:
    """Tell the operator of a line that was said at a table, or of a name. With a card or without."""
    refusing.slow_down(request, state, "reports")
    if not state.reports_of_a_table.take(refusing.address_of(request), about=data.table):
        raise HTTPException(
            "you have reported enough of this table; whoever runs the server looks at it", status_code=429
        )
    holder = await cardholder(request)
    await _meetings(state).report(data, holder.player if holder is not None else None)


def _problem(status: int, reason: str, text: str) -> Response[p.Problem]:
    return Response(p.Problem(reason, text), status_code=status, media_type=MediaType.JSON)


def _on_not_met(request: Request[Any, Any, Any], error: NotMet) -> Response[p.Problem]:
    return _problem(403, "not_met", "you can invite those whom you have played with; send others the table's link")


def _on_no_invitation(request: Request[Any, Any, Any], error: NoInvitation) -> Response[p.Problem]:
    return _problem(404, "no_invitation", "there is no such invitation: it was answered, withdrawn, or its day is over")


def _on_too_many(request: Request[Any, Any, Any], error: TooMany) -> Response[p.Problem]:
    return _problem(429, "too_many", "many invitations of yours are open; wait for an answer, or withdraw one")


def _on_bad_report(request: Request[Any, Any, Any], error: BadReport) -> Response[p.Problem]:
    return _problem(400, "bad_request", str(error))


ROUTES = [
    Router(
        "/",
        route_handlers=[
            *(read_counts, my_people, my_invitations, invite, decline, withdraw),
            *(my_shunned, shun, report),
        ],
        exception_handlers={
            NoCard: on_no_card,
            NotMet: _on_not_met,
            NoInvitation: _on_no_invitation,
            TooMany: _on_too_many,
            BadReport: _on_bad_report,
        },
    )
]
