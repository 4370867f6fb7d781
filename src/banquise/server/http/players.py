"""Players over HTTP: their cards, their devices, their matches (``club/players.py`` does it all).

A device says who it is by its key, as a bearer: ``Authorization: Bearer KEY``. Nothing is ever asked by a cookie, so a
page of a stranger can ask nothing in a player's name.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from banquise.games import NAMES
from banquise.server import protocol as p
from banquise.server.club import protocol as c
from banquise.server.club.players import PAGE, BadCode, NoCard, Players
from banquise.server.live.tokens import card_digest
from banquise.server.stores.club import Wanted

_KEY = re.compile(r"Bearer ([A-Za-z0-9_-]{21}[AQgw])")
PlayerName = Annotated[str, PathParameter(max_length=40, description="The player's name on the card's address.")]


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    told = {
        400: "The request is not well made; the text says what would be right.",
        401: "The key opens no card: it was revoked, or the card was deleted.",
        403: "The page it comes from may not.",
        404: "There is no such thing here.",
        413: "Too long.",
        429: "Too many from one address; wait.",
    }
    return {one: ResponseSpec(p.Problem, description=told[one], generate_examples=False) for one in statuses}


READ, WRITE = _problems(401, 429), _problems(400, 401, 403, 413, 429)


def _players(state: State) -> Players:
    players: Players = state.players
    return players


def _key(request: Request[Any, Any, Any]) -> str:
    found = _KEY.fullmatch(request.headers.get("authorization", ""))
    if found is None:
        raise NoCard
    return found[1]


async def player_id(request: Request[Any, Any, Any]) -> str | None:
    """Who asks, if they have a card; a key that opens none is no key, and its bearer plays as a guest."""
    found = _KEY.fullmatch(request.headers.get("authorization", ""))
    club = request.app.state.house.store.club
    if found is None or club is None:
        return None
    player = await club.player_of(card_digest(found[1]))
    return player.id if player is not None else None


def _slowly(request: Request[Any, Any, Any], state: State, bucket: str) -> None:
    if not state[bucket].take(request.client.host if request.client else "?"):
        raise HTTPException("too many requests from one address; wait a moment", status_code=429)


@post("/api/players", status_code=201, responses=WRITE)
async def make_card(data: JSONBody[c.CardWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Make a card for the key that comes with the request. The same key again keeps the card it has."""
    _slowly(request, state, "comers")
    return await _players(state).make(_key(request), data)


@get("/api/players/me", responses=READ)
async def my_card(state: State, request: Request[Any, Any, Any]) -> c.Me:
    """My card, and the devices that hold it."""
    _slowly(request, state, "readers")
    return await _players(state).me(_key(request))


@post("/api/players/me", status_code=200, responses=WRITE)
async def change_card(data: JSONBody[c.CardWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Write my card anew."""
    _slowly(request, state, "comers")
    return await _players(state).change(_key(request), data)


@delete("/api/players/me", responses=READ)
async def delete_card(state: State, request: Request[Any, Any, Any]) -> None:
    """Forget me: the card, its devices, my seats, my name and my words in every match. There is no way back."""
    _slowly(request, state, "comers")
    await _players(state).delete(_key(request))


@post("/api/players/me/moving", status_code=201, responses=WRITE)
async def offer_card(data: JSONBody[c.MoveWish], state: State, request: Request[Any, Any, Any]) -> c.Moving:
    """Let whoever brings this code within an hour hold my card too, once. An earlier code is void then."""
    _slowly(request, state, "comers")
    return await _players(state).offer(_key(request), data)


@post("/api/players/arriving", status_code=201, responses=WRITE | _problems(404))
async def take_card(data: JSONBody[c.ArriveWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Bring the code of another device: the key that comes with the request holds its card from now on."""
    _slowly(request, state, "comers")
    return await _players(state).arrive(_key(request), data)


@post("/api/players/me/revoking", status_code=200, responses=WRITE)
async def revoke_device(data: JSONBody[c.RevokeWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Take my card from a device; what it has open is closed."""
    _slowly(request, state, "comers")
    return await _players(state).revoke(_key(request), data)


@get("/api/players/me/matches", responses=READ | _problems(400))
async def my_matches(
    state: State,
    request: Request[Any, Any, Any],
    status: Annotated[str, QueryParameter(description="running (or not begun yet), or over.")] = "running",
    game: Annotated[str | None, QueryParameter(description="Only this game.")] = None,
    search: Annotated[str, QueryParameter(max_length=60, description="Only with this in a name or the title.")] = "",
    after: Annotated[str | None, QueryParameter(max_length=80, description="The 'next' of the page before.")] = None,
) -> c.MyMatches:
    """My matches: those that wait for me first, then the latest."""
    _slowly(request, state, "readers")
    if status not in ("running", "over"):
        raise HTTPException(f"a status is running or over, not {status[:20]!r}", status_code=400)
    if game is not None and game not in NAMES:
        raise HTTPException(f"no game {game[:20]!r}: the games are {', '.join(NAMES)}", status_code=400)
    limit = PAGE if status == "over" else 10 * PAGE  # those that go on are never cut in two
    wanted = Wanted(status == "over", game, _place(after), limit)
    return await _players(state).matches(_key(request), wanted, search)


def _place(after: str | None) -> tuple[int, str] | None:
    if after is None:
        return None
    updated, dot, table = after.partition(".")
    if not dot or not updated.isascii() or not updated.isdigit() or len(updated) > 15 or "\0" in table:
        text = f"{after[:40]!r} is no place in the list: give the 'next' of the page before"
        raise HTTPException(text, status_code=400)
    return int(updated), table


@get("/api/players/me/records", media_type="application/zip", responses=READ)
async def my_records(state: State, request: Request[Any, Any, Any]) -> Stream:
    """All my finished matches as .banquise files, in one archive."""
    _slowly(request, state, "replays")
    players, key = _players(state), _key(request)
    await players.of(key)
    headers = {"content-disposition": 'attachment; filename="banquise.zip"'}
    return Stream(players.records(key), media_type="application/zip", headers=headers)


@get("/api/players/me/kept", media_type=MediaType.JSON, responses=READ)
async def my_data(state: State, request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """All that is kept about me."""
    _slowly(request, state, "replays")
    headers = {"content-disposition": 'attachment; filename="banquise.json"'}
    return Response(await _players(state).kept(_key(request)), headers=headers)


@get("/api/players/{player:str}", responses=_problems(400, 404, 429))
async def read_card(player: PlayerName, state: State, request: Request[Any, Any, Any]) -> c.Card:
    """A player's card."""
    _slowly(request, state, "readers")
    card = await _players(state).card(player) if "\0" not in player else None
    if card is None:
        raise NotFoundException("there is no such player")
    return card


def _on_no_card(request: Request[Any, Any, Any], error: NoCard) -> Response[p.Problem]:
    text = "this key opens no card: it was revoked, the card was deleted, or none was made for it"
    return Response(p.Problem("no_card", text), status_code=401, media_type=MediaType.JSON)


def _on_bad_code(request: Request[Any, Any, Any], error: BadCode) -> Response[p.Problem]:
    text = "no card moves by this code: it was used already, or an hour has passed; ask the other device for a new one"
    return Response(p.Problem("bad_code", text), status_code=404, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[
            *(make_card, my_card, change_card, delete_card, offer_card, take_card, revoke_device),
            *(my_matches, my_records, my_data, read_card),
        ],
        exception_handlers={NoCard: _on_no_card, BadCode: _on_bad_code},
    )
]
