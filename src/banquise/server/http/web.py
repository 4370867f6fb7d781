"""The HTTP interface, the WebSocket's door, and the pages: one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Request, Response, asgi, get, post, route
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Contact, License
from litestar.params import JSONBody, PathParameter, QueryParameter

import banquise
from banquise.games import NAMES
from banquise.kernel.speech import LANGUAGES
from banquise.server import journal, metrics, render
from banquise.server import protocol as p
from banquise.server.club.alerts import Alerts
from banquise.server.club.daily import Dailies
from banquise.server.club.duplicates import Dealers
from banquise.server.club.evenings import Evenings
from banquise.server.club.meeting import Meetings
from banquise.server.club.pairing import Pairs
from banquise.server.club.players import Players
from banquise.server.club.standings import Places
from banquise.server.days import record_of
from banquise.server.http import refusing
from banquise.server.http.alerts import ROUTES as ALERT_ROUTES
from banquise.server.http.daily import ROUTES as DAILY_ROUTES
from banquise.server.http.described import Rows
from banquise.server.http.duplicates import ROUTES as DUPLICATE_ROUTES
from banquise.server.http.evenings import ROUTES as EVENING_ROUTES
from banquise.server.http.games import ROUTES as GAME_ROUTES
from banquise.server.http.lessons import ROUTES as LESSON_ROUTES
from banquise.server.http.limits import Addresses, Doors
from banquise.server.http.meeting import ROUTES as MEETING_ROUTES
from banquise.server.http.near import near_address
from banquise.server.http.origins import is_allowed
from banquise.server.http.pages import Pages, kind_of
from banquise.server.http.pairing import ROUTES as PAIRING_ROUTES
from banquise.server.http.players import ROUTES as PLAYER_ROUTES
from banquise.server.http.players import cardholder
from banquise.server.http.puzzles import ROUTES as PUZZLE_ROUTES
from banquise.server.http.ratings import ROUTES as RATING_ROUTES
from banquise.server.http.reading import page_of, policy
from banquise.server.http.study import ROUTES as STUDY_ROUTES
from banquise.server.live.connection import Connection
from banquise.server.live.dealing import may_look
from banquise.server.live.errors import OF_THE_HOUSE, Frozen, NoTable
from banquise.server.live.house import SHARE_OF_ONE, BadTable, House
from banquise.server.live.room import Room
from banquise.server.live.studies import Studies
from banquise.server.live.wire import EXTENSION, DirectWire, QueueWire, Wire
from banquise.server.stores.store import Page, StoreTrouble
from banquise.table import encode as encode_record
from banquise.table.entries import OPEN, OVER, RUNNING
from banquise.table.refused import Refused
from banquise.table.table import Table

STATIC = Path(__file__).parents[1] / "static"
BODY_BYTES = 16_384

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the address of a table is an invitation
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

TableName = Annotated[str, PathParameter(max_length=40, description="The table's name: the last part of its link.")]
LanguageQuery = Annotated[str, QueryParameter(max_length=20, description="en, fr, de or fa.")]


def _problems(**statuses: str) -> dict[int, ResponseSpec]:
    """Which requests are not done, for the description of the interface."""
    return {
        int(status[1:]): ResponseSpec(p.Problem, description=why, generate_examples=False)
        for status, why in statuses.items()
    }


BAD = "The request is not well made; the text says what would be right."
GONE = "There is no such thing here."


def _house(state: State) -> House:
    house: House = state.house
    return house


# Tables -----------------------------------------------------------------------------------------


@post(
    "/api/tables",
    status_code=201,
    responses=_problems(
        _400=BAD, _403="The page it comes from may not.", _413="Too long.", _429="Too many from one address; wait."
    ),
)
async def make_table(data: JSONBody[p.NewTable], state: State, request: Request[Any, Any, Any]) -> p.Seated:
    """Make a table. Whoever makes it gets a token to the seats that they keep for themselves."""
    refusing.slow_down(request, state, "addresses", "tables", "a minute")
    return await _house(state).create(data, holder=await cardholder(request))


@post(
    "/api/tables/{table:str}/join",
    status_code=201,
    responses=_problems(
        _400=BAD,
        _404=GONE,
        _409="Not now; the text says why.",
        _403="The page it comes from may not.",
        _413="Too long.",
        _429="Too many from one address; wait.",
    ),
)
async def join_table(
    table: TableName, data: JSONBody[p.JoinWish], state: State, request: Request[Any, Any, Any]
) -> p.Seated:
    """Sit down at a table. The match starts when all seats are taken."""
    refusing.slow_down(request, state, "addresses", "tables", "a minute")
    return await _house(state).join(table, data, await cardholder(request))


@get("/api/tables", responses=_problems(_400=BAD, _429="Too many from one address; wait."))
async def lobby(
    state: State,
    request: Request[Any, Any, Any],
    status: Annotated[str, QueryParameter(description="open, running or over.")] = OPEN,
    game: Annotated[str | None, QueryParameter(description="Only this game.")] = None,
    after: Annotated[str | None, QueryParameter(max_length=80, description="The 'next' of the page before.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> p.Lobby:
    """Public tables, newest first."""
    refusing.slow_down(request, state, "readers")
    if status not in (OPEN, RUNNING, OVER):
        raise BadTable(f"a status is open, running or over, not {status[:20]!r}")
    if game is not None and game not in NAMES:
        raise BadTable(f"no game {game[:20]!r}: the games are {', '.join(NAMES)}")
    listed = await _house(state).store.listed(Page(status, game, _place(after), limit))
    tables = [p.Listed(one.table, one.game, one.status, one.created, **_summary(one.summary)) for one in listed]
    last = listed[-1] if len(listed) == limit else None
    return p.Lobby(tables, f"{last.created}.{last.table}" if last else None)


def _summary(summary: bytes) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.json.decode(summary)
    told = {name: facts[name] for name in ("title", "options", "clock", "seats", "winners")}
    return {**told, "rated": facts.get("rated", False)}  # tables of an older Banquise say nothing of it


def _place(after: str | None) -> tuple[int, str] | None:
    if after is None:
        return None
    created, dot, table = after.partition(".")
    if not dot or not created.isascii() or not created.isdigit() or len(created) > 15 or "\0" in table:
        raise BadTable(f"{after[:40]!r} is no place in the list: give the 'next' of the page before")
    return int(created), table


@get("/api/here", sync_to_thread=False)
def here(state: State, request: Request[Any, Any, Any]) -> dict[str, str | None]:
    """Under which ``address`` the local network finds this house; told to its own computer only."""
    settings = _house(state).settings
    near = _is_near(refusing.address_of(request))
    return {"address": near_address(settings.host, settings.port) if near else None}


@get(
    "/api/tables/{table:str}",
    media_type=MediaType.JSON,
    responses=_problems(
        _400=BAD,
        _404=GONE,
        _409="The table is kept as it is, because something is wrong with it.",
        _429="Too many from one address; wait.",
    ),
)
async def read_table(
    table: TableName, state: State, request: Request[Any, Any, Any], language: LanguageQuery = "en"
) -> Response[bytes]:
    """A table as a spectator sees it: what a spectator's WebSocket is sent at first."""
    refusing.slow_down(request, state, "readers")
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    room = await _looked_at(table, state, request)

    def look(table: Table) -> bytes:
        news = room.news()
        return b'{"table":%b,"view":%b}' % (news.beside((), language, 0), news.view(None, language, 0))

    return Response(await room.look(look), media_type="application/json")


@get(
    "/api/tables/{table:str}/record",
    media_type="application/json",
    responses=_problems(
        _400=BAD, _404=GONE, _409="The match is not over yet.", _429="Too many from one address; wait."
    ),
)
async def read_record(table: TableName, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """The record of a finished match (.banquise), seed revealed (of a deal of the day, when the day is over)."""
    refusing.slow_down(request, state, "readers")
    room = await _looked_at(table, state, request)

    def look(table: Table) -> bytes:
        return encode_record(record_of(table))

    name = "".join(character for character in table if character.isalnum() or character in "-_")
    headers = {"content-disposition": f'attachment; filename="{name}.banquise"'}
    return Response(await room.look(look), media_type="application/json", headers=headers)


async def _looked_at(table: str, state: State, request: Request[Any, Any, Any]) -> Room:
    """A table that whoever asks may look at."""
    room, holder = await _house(state).existing(table), await cardholder(request)
    await may_look(_house(state), room, holder.player if holder is not None else None)
    return room


# Operations -------------------------------------------------------------------------------------


@get("/health")
async def health(state: State) -> Response[dict[str, Any]]:
    """Can the store be read and written? 200 if so, 503 if not."""
    house = _house(state)
    try:
        await house.store.read("no table")  # anybody may ask this at any rate: it costs next to nothing
    except StoreTrouble:
        return Response({"status": "store unavailable"}, status_code=503)
    if not house.can_write:
        return Response({"status": "nothing can be written"}, status_code=503)
    return Response({"status": "ok", "version": banquise.__version__, "in_memory": len(house.rooms)})


@get(
    "/metrics",
    media_type=MediaType.TEXT,
    sync_to_thread=False,
    responses=_problems(_403="Not from there, or not without the token."),
)
def read_metrics(state: State, request: Request[Any, Any, Any]) -> str:
    """Figures for Prometheus: for this machine, or with the token that whoever runs the server has chosen."""
    token = _house(state).settings.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    if not _is_near(refusing.address_of(request)) and not (token and compare_digest(shown, token.encode())):
        raise PermissionDeniedException("figures are for this machine; from elsewhere give the token as a bearer")
    return metrics.page().decode()


def _is_near(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


# The WebSocket ----------------------------------------------------------------------------------


@asgi("/ws", copy_scope=False)
async def door(scope: Any, receive: Any, send: Any) -> None:
    """Open a WebSocket, unless the page it comes from is a stranger's."""
    house: House = scope["litestar_app"].state.house
    if scope["type"] != "websocket":
        await Response(b"", status_code=426).to_asgi_response(None, Request(scope))(scope, receive, send)
        return
    await receive()  # websocket.connect
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    if not is_allowed(headers.get(b"origin"), headers.get(b"host"), house.settings.origins):
        metrics.CUT.add("origin")
        await send({"type": "websocket.close", "code": 1008})
        return
    address = scope["client"][0] if scope.get("client") else "?"
    sockets: Doors = scope["litestar_app"].state.sockets
    if not sockets.enter(address):
        metrics.CUT.add("connections")
        await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"too many connections"})
        return
    try:
        await send({"type": "websocket.accept"})
        connection = Connection(house, _wire(scope, send, house.settings.outbox_bytes), receive, address)
        # Not inside this application's layers: they would wake for each move.
        await asyncio.create_task(connection.run())
    finally:
        sockets.leave(address)


def _wire(scope: Any, send: Any, most: int) -> Wire:
    transport = scope.get("extensions", {}).get(EXTENSION)
    return DirectWire(most, transport, send) if transport is not None else QueueWire(most, send)


# Pages ------------------------------------------------------------------------------------------


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    status_code=200,
    include_in_schema=False,
    sync_to_thread=False,
)
def pages(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """The web client, and the site to read. Who asks for the head alone gets no more: the body stays with uvicorn."""
    if request.url.path.startswith("/api/"):
        raise NotFoundException("no such address; /api/openapi.json lists them all")
    if request.url.path == "/docs" or request.url.path.startswith("/docs/"):
        return _read(request.url.path)
    answer: Response[bytes] = state.pages.answer(request.url.path, request.headers.get("if-none-match"))
    return answer


def _read(path: str) -> Response[bytes]:
    """A page of the site to read. The first one has a name, so that its links lead within the site."""
    if path.rstrip("/") == "/docs":
        return Response(b"", status_code=307, headers={"location": "/docs/index.html"})
    file = page_of(path)
    if file is None:
        raise NotFoundException("no such page; /docs/index.html leads to them all, where the site was built")
    own = {"content-security-policy": policy(file)} if file.suffix == ".html" else {}
    return Response(file.read_bytes(), media_type=kind_of(file), headers={"cache-control": "no-cache", **own})


# Refusals ---------------------------------------------------------------------------------------


def _problem(status: int, reason: str, text: str) -> Response[p.Problem]:
    return Response(p.Problem(reason, text), status_code=status, media_type=MediaType.JSON)


def _on_refused(request: Request[Any, Any, Any], error: Refused) -> Response[p.Problem]:
    status = 503 if error.message.key in OF_THE_HOUSE else 409
    return _problem(status, error.message.key, render.spoken(error.message, "en").text)


def _on_bad_table(request: Request[Any, Any, Any], error: BadTable) -> Response[p.Problem]:
    return _problem(400, "bad_table", str(error))


def _on_no_table(request: Request[Any, Any, Any], error: NoTable) -> Response[p.Problem]:
    return _problem(404, "no_table", "there is no such table")


def _on_frozen(request: Request[Any, Any, Any], error: Frozen) -> Response[p.Problem]:
    return _problem(409, "frozen", "something is wrong with this table; it is kept as it is")


def _on_trouble(request: Request[Any, Any, Any], error: StoreTrouble) -> Response[p.Problem]:
    return _problem(503, "unavailable", "the store does not answer; try again in a moment")


def _on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[p.Problem]:
    extra = getattr(error, "extra", None)
    text = str(error.detail)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        text = "; ".join(f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra)[:400]
    return _problem(error.status_code, "bad_request" if error.status_code < 500 else "fault", text)


def _on_depth(request: Request[Any, Any, Any], error: RecursionError) -> Response[p.Problem]:
    return _problem(400, "bad_request", "the body is nested too deeply: it should be a JSON object")


def _on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[p.Problem]:
    journal.fault("a request failed", error, path=request.scope["path"].split("/")[1:2])
    return _problem(500, "fault", "that is our fault; it was reported")


async def _check(request: Request[Any, Any, Any]) -> None:
    """A page of a stranger may not make tables either; and where all doors are taken, only the watchman is let in."""
    if request.app.state.doors.are_full and request.url.path not in ("/health", "/metrics"):
        raise HTTPException("too many connections; come again in a moment", status_code=503)
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        origins: Sequence[str] = request.app.state.house.settings.origins
        if not is_allowed(request.headers.get("origin"), request.headers.get("host"), origins):
            raise PermissionDeniedException("pages of this origin may not use this server")


def make_app(house: House, doors: Doors | None = None) -> Litestar:
    """The application around a house; ``doors`` count all connections of the process."""
    settings = house.settings
    studies, alerts = Studies(house), Alerts(house)
    return Litestar(
        route_handlers=[
            *GAME_ROUTES,
            *LESSON_ROUTES,
            *PUZZLE_ROUTES,
            make_table,
            join_table,
            lobby,
            here,
            read_table,
            read_record,
            *STUDY_ROUTES,
            *PLAYER_ROUTES,
            *RATING_ROUTES,
            *PAIRING_ROUTES,
            *ALERT_ROUTES,
            *DAILY_ROUTES,
            *DUPLICATE_ROUTES,
            *MEETING_ROUTES,
            *EVENING_ROUTES,
            health,
            read_metrics,
            door,
            pages,
        ],
        state=State(
            {
                "house": house,
                "doors": doors or Doors(settings.connections, settings.connections),
                "sockets": Doors(settings.connections, settings.connections_of_one),
                "addresses": Addresses(house.settings.tables_a_minute),
                "readers": Addresses(60 * house.settings.reads_a_second),
                "learners": Addresses(60 * house.settings.commands_a_second),
                "studies": studies,
                "players": Players(house),
                "places": Places(),
                "pairs": Pairs(house),
                "alerts": alerts,
                "dailies": Dailies(house),
                "dealers": Dealers(house),
                "meetings": Meetings(house),
                "reports": Addresses(house.settings.reports_an_hour / 60, burst=house.settings.reports_an_hour),
                "reports_of_a_table": Addresses(
                    house.settings.reports_of_a_table / 60, burst=house.settings.reports_of_a_table
                ),
                "evenings": Evenings(house),
                "guests": Addresses(60 * SHARE_OF_ONE * house.settings.commands_a_second),
                "comers": Addresses(house.settings.tables_a_minute * 2),
                "cards": Addresses(house.settings.cards_a_minute, burst=house.settings.cards_at_once),
                "replays": Addresses(house.settings.replays_a_minute),
                "pages": Pages(STATIC),
            }
        ),
        on_startup=[house.open, alerts.open],
        on_shutdown=[studies.close, alerts.close, house.close],
        before_request=_check,
        response_headers=HEADERS,
        request_max_body_size=BODY_BYTES,
        response_cache_config=ResponseCacheConfig(),
        plugins=[Rows()],
        openapi_config=OpenAPIConfig(
            title="Banquise",
            version=banquise.__version__,
            description="The open table for four winter board games. Playing itself goes over the WebSocket /ws.",
            license=License("MIT"),
            contact=Contact("Banquise"),
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers={
            Refused: _on_refused,
            BadTable: _on_bad_table,
            NoTable: _on_no_table,
            Frozen: _on_frozen,
            StoreTrouble: _on_trouble,
            HTTPException: _on_http,
            RecursionError: _on_depth,
            Exception: _on_fault,
        },
        logging_config=None,
        debug=False,
    )
