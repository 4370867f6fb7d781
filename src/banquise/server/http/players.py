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
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from banquise.games import NAMES
from banquise.server import protocol as p
from banquise.server.club import protocol as c
from banquise.server.club.players import MOST_DEVICES, PAGE, BadCode, Busy, NoCard, Players, TooManyDevices
from banquise.server.http import refusing
from banquise.server.live.tokens import card_digest
from banquise.server.stores.club import Wanted
from banquise.server.stores.store import Cardholder

_KEY = re.compile(r"Bearer ([A-Za-z0-9_-]{21}[AQgw])")
PlayerName = Annotated[str, PathParameter(max_length=40, description="The player's name on the card's address.")]

READ, WRITE = refusing.problems(401, 429), refusing.problems(400, 401, 403, 413, 429)


def _players(state: State) -> Players:
    players: Players = state.players
    return players


def key_of(request: Request[Any, Any, Any]) -> str:
    """The key that comes with a request; NoCard, if none does."""
    found = _KEY.fullmatch(request.headers.get("authorization", ""))
    if found is None:
        raise NoCard
    return found[1]


async def cardholder(request: Request[Any, Any, Any]) -> Cardholder | None:
    """Who asks, if they have a card; a key that opens none is no key, and its bearer plays as a guest."""
    found = _KEY.fullmatch(request.headers.get("authorization", ""))
    club = request.app.state.house.store.club
    if found is None or club is None:
        return None
    device = card_digest(found[1])
    player = await club.player_of(device)
    return Cardholder(player.id, device) if player is not None else None


@post("/api/players", status_code=201, responses=WRITE)
async def make_card(data: JSONBody[c.CardWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Make a card for the key that comes with the request. The same key again keeps the card it has."""
    refusing.slow_down(request, state, "cards")
    return await _players(state).make(key_of(request), data)


@get("/api/players/me", responses=READ)
async def my_card(state: State, request: Request[Any, Any, Any]) -> c.Me:
    """My card, and the devices that hold it."""
    refusing.slow_down(request, state, "readers")
    return await _players(state).me(key_of(request))


@post("/api/players/me", status_code=200, responses=WRITE)
async def change_card(data: JSONBody[c.CardWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Write my card anew."""
    refusing.slow_down(request, state, "comers")
    return await _players(state).change(key_of(request), data)


@delete("/api/players/me", responses=READ)
async def delete_card(state: State, request: Request[Any, Any, Any]) -> None:
    """Forget me: the card, its devices, my seats, my name and my words in every match. There is no way back."""
    refusing.slow_down(request, state, "comers")
    await _players(state).delete(key_of(request))


@post("/api/players/me/moving", status_code=201, responses=WRITE | refusing.problems(409))
async def offer_card(data: JSONBody[c.MoveWish], state: State, request: Request[Any, Any, Any]) -> c.Moving:
    """Let whoever brings this code within an hour hold my card too, once. An earlier code is void then."""
    refusing.slow_down(request, state, "comers")
    return await _players(state).offer(key_of(request), data)


@post("/api/players/arriving", status_code=201, responses=WRITE | refusing.problems(404))
async def take_card(data: JSONBody[c.ArriveWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Bring the code of another device: the key that comes with the request holds its card from now on."""
    refusing.slow_down(request, state, "comers")
    return await _players(state).arrive(key_of(request), data)


@post("/api/players/me/revoking", status_code=200, responses=WRITE)
async def revoke_device(data: JSONBody[c.RevokeWish], state: State, request: Request[Any, Any, Any]) -> c.Me:
    """Take my card from a device; what it has open is closed."""
    refusing.slow_down(request, state, "comers")
    return await _players(state).revoke(key_of(request), data)


@get("/api/players/me/matches", responses=READ | refusing.problems(400))
async def my_matches(
    state: State,
    request: Request[Any, Any, Any],
    status: Annotated[str, QueryParameter(description="running (or not begun yet), or over.")] = "running",
    game: Annotated[str | None, QueryParameter(description="Only this game.")] = None,
    search: Annotated[str, QueryParameter(max_length=60, description="Only with this in a name or the title.")] = "",
    after: Annotated[str | None, QueryParameter(max_length=80, description="The 'next' of the page before.")] = None,
) -> c.MyMatches:
    """My matches: those that wait for me first, then the latest."""
    refusing.slow_down(request, state, "readers")
    if status not in ("running", "over"):
        raise HTTPException(f"a status is running or over, not {status[:20]!r}", status_code=400)
    if game is not None and game not in NAMES:
        raise HTTPException(f"no game {game[:20]!r}: the games are {', '.join(NAMES)}", status_code=400)
    limit = PAGE if status == "over" else 10 * PAGE  # those that go on are never cut in two
    wanted = Wanted(status == "over", game, _place(after), limit)
    return await _players(state).matches(key_of(request), wanted, search)


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
    refusing.slow_down(request, state, "replays")
    players, key = _players(state), key_of(request)
    player = await players.may_take(key)
    headers = {"content-disposition": 'attachment; filename="banquise.zip"'}
    return Stream(players.records(player), media_type="application/zip", headers=headers)


@get("/api/players/me/kept", media_type=MediaType.JSON, responses=READ)
async def my_data(state: State, request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """All that is kept about me."""
    refusing.slow_down(request, state, "replays")
    headers = {"content-disposition": 'attachment; filename="banquise.json"'}
    return Response(await _players(state).kept(key_of(request)), headers=headers)


@get("/api/players/{player:str}", responses=refusing.problems(400, 404, 429))
async def read_card(player: PlayerName, state: State, request: Request[Any, Any, Any]) -> c.Card:
    """A player's card."""
    refusing.slow_down(request, state, "readers")
    card = await _players(state).card(player) if "\0" not in player else None
    if card is None:
        raise NotFoundException("there is no such player")
    return card


@get(
    "/api/players/{player:str}/turns/{secret:str}",
    media_type="application/atom+xml",
    responses=refusing.problems(400, 404, 429),
)
async def my_turns(
    player: PlayerName,
    secret: Annotated[str, PathParameter(max_length=40, description="As `me` gives it.")],
    state: State,
    request: Request[Any, Any, Any],
    language: Annotated[p.Language, QueryParameter(description="en, fr, de or fa.")] = "en",
) -> Response[bytes]:
    """An Atom feed: the matches by days that wait for a player. Its address is a secret; `me` tells it."""
    refusing.slow_down(request, state, "readers")
    fits = (player + secret).isascii() and "\0" not in player + secret
    told = await _players(state).feed(player, secret, str(request.base_url), language) if fits else None
    if told is None:
        raise NotFoundException("there is no such feed: its address is told on the card's page")
    return Response(told, media_type="application/atom+xml", headers={"cache-control": "private, no-cache"})


def on_no_card(request: Request[Any, Any, Any], error: NoCard) -> Response[p.Problem]:
    """Nobody is known by this key."""
    text = "this key opens no card: it was revoked, the card was deleted, or none was made for it"
    return Response(p.Problem("no_card", text), status_code=401, media_type=MediaType.JSON)


def _on_bad_code(request: Request[Any, Any, Any], error: BadCode) -> Response[p.Problem]:
    text = "no card moves by this code: it was used already, or an hour has passed; ask the other device for a new one"
    return Response(p.Problem("bad_code", text), status_code=404, media_type=MediaType.JSON)


def _on_many_devices(request: Request[Any, Any, Any], error: TooManyDevices) -> Response[p.Problem]:
    text = f"{MOST_DEVICES} devices hold this card, and more may not: take it from one of them first"
    return Response(p.Problem("too_many_devices", text), status_code=409, media_type=MediaType.JSON)


def _on_busy(request: Request[Any, Any, Any], error: Busy) -> Response[p.Problem]:
    text = (
        "your matches, or those of several others, are being put together at this moment; ask again when that is done"
    )
    return Response(p.Problem("busy", text), status_code=429, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[
            *(make_card, my_card, change_card, delete_card, offer_card, take_card, revoke_device),
            *(my_matches, my_records, my_data, my_turns, read_card),
        ],
        exception_handlers={
            NoCard: on_no_card,
            BadCode: _on_bad_code,
            TooManyDevices: _on_many_devices,
            Busy: _on_busy,
        },
    )
]
