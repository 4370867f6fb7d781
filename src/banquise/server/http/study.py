"""Looking back on matches over HTTP: replays, records, analyses, playing on (``live/studies.py`` does them)."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.kernel.speech import LANGUAGES
from banquise.server import looking_back as back
from banquise.server import protocol as p
from banquise.server.http import refusing
from banquise.server.http.limits import household
from banquise.server.http.players import cardholder
from banquise.server.live.dealing import may_look
from banquise.server.live.studies import Studies
from banquise.server.replays import NoEyes
from banquise.table import BadRecord

RECORD_BYTES = 4 * back.RECORD_CHARACTERS + 16_384

TableName = Annotated[str, PathParameter(max_length=40, description="The table's name: the last part of its link.")]
StudyKey = Annotated[str, PathParameter(max_length=60, description="The key that asking for it gave.")]
LanguageQuery = Annotated[str, QueryParameter(max_length=20, description="en, fr, de or fa.")]
EyesQuery = Annotated[str, QueryParameter(max_length=20, description="spectator, everything, or the number of a seat.")]


def _studies(state: State) -> Studies:
    studies: Studies = state.studies
    return studies


def _visitor(request: Request[Any, Any, Any]) -> str:
    return household(request.client.host) if request.client else "?"


async def _looked_at(table: str | None, state: State, request: Request[Any, Any, Any]) -> None:
    """May whoever asks look at this table?"""
    if table is not None:
        house, holder = _studies(state).house, await cardholder(request)
        await may_look(house, await house.existing(table), holder.player if holder is not None else None)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")


def _json(body: bytes) -> Response[bytes]:
    return Response(body, media_type=MediaType.JSON)


@get(
    "/api/tables/{table:str}/replay",
    media_type=MediaType.JSON,
    responses={
        200: ResponseSpec(back.Replay, description="The match.", generate_examples=False),
        **refusing.problems(400, 404, 409, 429, 503),
    },
)
async def read_replay(
    table: TableName,
    state: State,
    request: Request[Any, Any, Any],
    eyes: EyesQuery = "spectator",
    language: LanguageQuery = "en",
) -> Response[bytes]:
    """A finished match through the eyes of a spectator or of any seat, or with everything revealed."""
    _check_language(language)
    refusing.slow_down(request, state, "replays", "replays", "a minute")
    await _looked_at(table, state, request)
    return _json(await _studies(state).replay_table(table, eyes, language, _visitor(request)))


@post(
    "/api/replay",
    status_code=200,
    media_type=MediaType.JSON,
    request_max_body_size=RECORD_BYTES,
    responses={
        200: ResponseSpec(back.Replay, description="The match.", generate_examples=False),
        **refusing.problems(400, 403, 409, 413, 429, 503),
    },
)
async def open_record(
    data: JSONBody[back.OpenRecord], state: State, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """The match of a record: replayed, verified and told. Nothing of it is kept."""
    refusing.slow_down(request, state, "replays", "replays", "a minute")
    return _json(await _studies(state).replay_record(data, _visitor(request)))


@post(
    "/api/play-on",
    status_code=201,
    request_max_body_size=RECORD_BYTES,
    responses=refusing.problems(400, 403, 404, 409, 413, 429, 503),
)
async def play_on(data: JSONBody[back.PlayOn], state: State, request: Request[Any, Any, Any]) -> p.Seated:
    """A new table that begins at a moment of a finished match or of a record, with bots on the other seats."""
    refusing.slow_down(request, state, "addresses", "tables", "a minute")
    await _looked_at(data.table if data.record is None else None, state, request)
    return await _studies(state).play_on(data, _visitor(request), await cardholder(request))


@post(
    "/api/studies",
    status_code=200,
    request_max_body_size=RECORD_BYTES,
    responses=refusing.problems(400, 403, 404, 409, 413, 429, 503),
)
async def start_study(data: JSONBody[back.StudyWish], state: State, request: Request[Any, Any, Any]) -> back.Study:
    """Ask for the analysis of a match, or for the best bot's opinion of one line of its log. One of each at a time."""
    refusing.slow_down(request, state, "replays", "replays", "a minute")
    await _looked_at(data.table if data.record is None else None, state, request)
    return await _studies(state).start(data, _visitor(request))


@get("/api/studies/{key:str}", responses=refusing.problems(400, 404, 409), sync_to_thread=False)
def read_study(key: StudyKey, state: State, language: LanguageQuery = "en") -> back.Study:
    """How far it has come, and what was found so far."""
    _check_language(language)
    return _studies(state).told(key, language)


@delete("/api/studies/{key:str}", status_code=204, responses=refusing.problems(400, 403, 409), sync_to_thread=False)
def stop_study(key: StudyKey, state: State, request: Request[Any, Any, Any]) -> None:
    """Stop thinking about it, unless somebody else wants to know too."""
    _studies(state).stop(key, _visitor(request))


def _on_bad_record(request: Request[Any, Any, Any], error: BadRecord) -> Response[p.Problem]:
    return Response(p.Problem("bad_record", str(error)[:600]), status_code=400, media_type=MediaType.JSON)


def _on_no_eyes(request: Request[Any, Any, Any], error: NoEyes) -> Response[p.Problem]:
    return Response(p.Problem("bad_request", str(error)), status_code=400, media_type=MediaType.JSON)


ROUTES = [
    Router(
        "/",
        route_handlers=[read_replay, open_record, play_on, start_study, read_study, stop_study],
        exception_handlers={BadRecord: _on_bad_record, NoEyes: _on_no_eyes},
    )
]
