"""Ratings over HTTP: the standings of a game, and the ratings of one player. They tell of finished matches only."""

from __future__ import annotations

import re
from typing import Annotated, Any

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import PathParameter, QueryParameter

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.server.club import protocol as c
from banquise.server.club.standings import rating_of, standings
from banquise.server.http import refusing
from banquise.server.stores.club_ratings import Pool, Ratings

_PLACE = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?)\.([0-9a-f]{1,40})")
GameName = Annotated[str, PathParameter(max_length=40, description="The name of a game.")]
PlayerName = Annotated[str, PathParameter(max_length=40, description="The player's name on the card's address.")]
Seats = Annotated[int, PathParameter(ge=1, le=16, description="How many play.")]


def _ratings(state: State, request: Request[Any, Any, Any]) -> Ratings:
    refusing.slow_down(request, state, "readers")
    ratings: Ratings = state.house.store.club.ratings
    return ratings


@get("/api/standings/{game:str}/{seats:int}", responses=refusing.problems(400, 404, 429))
async def read_standings(
    game: GameName,
    seats: Seats,
    state: State,
    request: Request[Any, Any, Any],
    after: Annotated[str | None, QueryParameter(max_length=80, description="The 'next' of the page before.")] = None,
) -> c.Standings:
    """The rated players of a game with so many seats: whose interval begins highest comes first."""
    ratings = _ratings(state, request)
    if game not in NAMES:
        raise NotFoundException(f"no game {game[:20]!r}: the games are {', '.join(NAMES)}")
    possible = [count for count in game_named(game).seats if count > 1]
    if seats not in possible:
        raise NotFoundException(f"{game} is rated with {', '.join(map(str, possible))} seats, not with {seats}")
    return await standings(ratings, Pool(game, seats), _place(after), state.places)


def _place(after: str | None) -> tuple[float, str] | None:
    if after is None:
        return None
    found = _PLACE.fullmatch(after)
    if found is None:
        text = f"{after[:40]!r} is no place in the list: give the 'next' of the page before"
        raise HTTPException(text, status_code=400)
    return float(found[1]), found[2]


@get("/api/players/{player:str}/ratings", responses=refusing.problems(400, 404, 429))
async def read_ratings(player: PlayerName, state: State, request: Request[Any, Any, Any]) -> c.PlayerRatings:
    """All ratings of a player."""
    ratings = _ratings(state, request)
    if "\0" in player or await state.house.store.club.player(player) is None:
        raise NotFoundException("there is no such player")
    return c.PlayerRatings([rating_of(one.rating) for one in await ratings.of_player(player)])


ROUTES = [read_standings, read_ratings]
