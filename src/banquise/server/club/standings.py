"""Standings: everybody's strength with its interval, and the places that it allows. Nobody is put before another whom
they are not surely stronger than: places are shared where intervals overlap.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from typing import Any

from banquise.server.club import protocol as c
from banquise.server.club.rating import Strength, bots, equal_bot, shown
from banquise.server.stores.club_ratings import Entry, Pool, Rating, Ratings

PAGE = 50
KEPT_SECONDS = 60  # in which all ratings may have been counted anew


def info_of(strength: Strength, pool: Pool) -> c.RatingInfo:
    """A strength as people see it."""
    rating, low, high = (shown(mu, pool.seats) for mu in (strength.mu, strength.low, strength.high))
    return c.RatingInfo(rating, low, high, equal_bot(strength, *pool))


def rating_of(rating: Rating) -> c.PlayerRating:
    """A player's rating as it is told."""
    return c.PlayerRating(*rating.pool, info_of(rating.strength, rating.pool), rating.matches, rating.last)


def change_of(entry: Entry) -> c.RatingChange:
    """What a match has done to the one player that this entry is about."""
    (one,) = entry.entrants
    return c.RatingChange(shown(one.before.mu, entry.pool.seats), info_of(one.after, entry.pool))


class Places:
    """Where the intervals of all players of a pool begin and end, each list in order: nobody's place is known without
    everybody's, so they are read once, and again when another match has counted or a while has passed.
    """

    def __init__(self) -> None:
        self._kept: dict[Pool, tuple[object, list[float], list[float]]] = {}

    async def of(self, ratings: Ratings, pool: Pool) -> tuple[list[float], list[float]]:
        """The beginnings and the ends."""
        state = await ratings.state(pool), time.monotonic() // KEPT_SECONDS
        if pool not in self._kept or self._kept[pool][0] != state:
            intervals = await ratings.intervals(pool)
            lows, highs = sorted(low for low, _ in intervals), sorted(high for _, high in intervals)
            self._kept[pool] = state, lows, highs
        return self._kept[pool][1:]


async def standings(
    ratings: Ratings, pool: Pool, after: tuple[float, str] | None = None, places: Places | None = None
) -> c.Standings:
    """A page of the standings of a pool."""
    found = await ratings.standings(pool, after, PAGE)
    lows, highs = await (places or Places()).of(ratings, pool)
    told = []
    for rating, name, given in found:
        strength, shape = rating.strength, _shape(given)
        first = 1 + len(lows) - bisect_right(lows, strength.high)  # after all who are surely stronger
        last = max(first, len(highs) - bisect_left(highs, strength.low))  # before all who are surely weaker
        info = info_of(strength, pool)
        told.append(c.Standing((first, last), rating.player, name, shape, info, rating.matches))
    end = found[-1].rating if len(found) == PAGE else None
    place = f"{end.strength.low!r}.{end.player}" if end is not None else None
    measured = [c.BotStanding(level, _bot_info(bot, level, pool)) for level, bot in bots(*pool).items()]
    return c.Standings(*pool, len(lows), measured, told, place)


def _bot_info(bot: Strength, level: str, pool: Pool) -> c.RatingInfo:
    rating, low, high = (shown(mu, pool.seats) for mu in (bot.mu, bot.low, bot.high))
    return c.RatingInfo(rating, low, high, level)


def _shape(shape: str) -> Any:
    return shape
