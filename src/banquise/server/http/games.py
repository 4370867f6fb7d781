"""The games over HTTP: their facts, words, rulebooks and diagrams, and positions as they draw them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from banquise.games import UnknownGame, all_games
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.rulebook import rulebook
from banquise.kernel.schema import BadPosition
from banquise.kernel.speech import LANGUAGES
from banquise.server import gamebook
from banquise.server import protocol as p
from banquise.server.http import refusing

Name = Annotated[str, PathParameter(max_length=40, description="A game's name, as /api/games lists it.")]
LanguagePath = Annotated[str, PathParameter(max_length=20, description="en, fr, de or fa.")]
LanguageQuery = Annotated[str, QueryParameter(max_length=20, description="en, fr, de or fa.")]
SVG = "image/svg+xml"


_problems = partial(refusing.problems, own={404: "There is no such game or language."})


def _game(name: str) -> Game:
    try:
        return game_named(name)
    except UnknownGame as error:
        raise NotFoundException(str(error)) from None


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language


@get("/api/games", sync_to_thread=False)
def list_games(state: State) -> list[p.GameInfo]:
    """The games that can be played here."""
    return [gamebook.info(game, state.house.levels_of(game.name)) for game in all_games()]


@get("/api/games/{name:str}/rulebook/{language:str}", sync_to_thread=False, responses=_problems(400, 404))
def read_rulebook(name: Name, language: LanguagePath) -> dict[str, Any]:
    """A game's rulebook: its whole text (Markdown), its paragraphs by number, and both as blocks with its diagrams."""
    game = _game(name)
    book = rulebook(game.folder, _known(language))
    return {"text": book.text, "paragraphs": book.paragraphs, "blocks": gamebook.book(game, language)}


@get("/api/games/{name:str}/words/{language:str}", sync_to_thread=False, responses=_problems(400, 404))
def read_words(name: Name, language: LanguagePath) -> dict[str, str]:
    """What a game says: its messages by their keys."""
    return gamebook.words(_game(name), _known(language))


@get("/api/games/{name:str}/layout", sync_to_thread=False, responses=_problems(400, 404))
def read_layout(name: Name) -> dict[str, Any]:
    """What never changes about a game's board, for clients that draw it."""
    return dict(_game(name).drawing.layout())


@get("/api/games/{name:str}/diagrams", responses=_problems(400, 404))
async def read_diagrams(name: Name) -> dict[str, Any]:
    """The diagrams of a game's rulebook by name: what a board needs to draw each of their moments."""
    return await asyncio.to_thread(gamebook.pictures, _game(name))


@get("/api/games/{name:str}/drawing", media_type=SVG, responses=_problems(400, 404))
async def draw_opening(name: Name, language: LanguageQuery = "en") -> Response[str]:
    """The beginning of a match, as the game draws it."""
    drawn = await asyncio.to_thread(gamebook.opening, _game(name), _known(language))
    return Response(drawn, media_type=SVG)


@post(
    "/api/games/{name:str}/drawing",
    status_code=200,
    media_type=SVG,
    responses=_problems(400, 403, 404, 413, 429),
)
async def draw(request: Request[Any, Any, Any], state: State, name: Name, data: JSONBody[p.DrawWish]) -> Response[str]:
    """A position, as the game draws it for whoever sees this view of it. Nothing is stored."""
    refusing.slow_down(request, state, "learners")
    game, language = _game(name), _known(data.language)
    try:
        drawn = await asyncio.to_thread(gamebook.drawing, game, data.view, data.seat, language)
    except BadPosition as error:
        raise HTTPException(str(error), status_code=400) from None
    return Response(drawn, media_type=SVG)


ROUTES = (list_games, read_rulebook, read_words, read_layout, read_diagrams, draw_opening, draw)
