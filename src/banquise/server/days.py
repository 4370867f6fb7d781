"""The deal of the day: which day it is, what belongs to it, and when its seed may be shown. Days are those of UTC.

On a day chance is the same for everybody: it follows from the seed of the day, to which nobody adds anything of
their own, and is drawn from decks. ``live/dealing.py`` makes the tables, ``club/daily.py`` keeps the standings.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Literal

import msgspec

from banquise.games import all_games
from banquise.kernel.game import Game
from banquise.server.now import now_ms
from banquise.server.protocol import Name, PlaceWish, Seated
from banquise.table import Record, to_record
from banquise.table.entries import OVER
from banquise.table.refused import Refused
from banquise.table.table import Table

Kind = Literal["alone", "bots"]
KINDS: tuple[Kind, ...] = ("alone", "bots")
BOTS = 2  # against whom one plays where one does not play alone
_LEVELS = ("wolf", "fox", "random")  # the first of these that plays here: quick, and no beginner
DAY_MS = 86_400_000


class NoSuchDeal(ValueError):
    """There is no deal of this game, or none of this day."""


class DailyWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A try at the deal of the day, alone or against bots."""

    kind: Kind
    name: Name = "Guest"


class DailySeat(msgspec.Struct, frozen=True):
    """Where one plays the deal of the day. ``counts``: it is one's first try with a card, and the club sees it."""

    seated: Seated
    counts: bool


class DailyRow(msgspec.Struct, frozen=True):
    """A line of a day's standings; ``lead``: over the best bot. ``table`` is told when the day is over."""

    place: int
    name: str
    shape: Literal["red", "yellow", "green", "blue"]
    points: int
    lead: int
    mine: bool
    table: str | None


class DailyTry(msgspec.Struct, frozen=True):
    """One's own try that counts: it goes on, has points and a place, was given up, or ended when the day was over."""

    table: str
    state: Literal["playing", "scored", "given_up", "late"]
    points: int
    lead: int
    place: int


class DailyDeal(msgspec.Struct, frozen=True):
    """A deal of a day: against which bots, how many have points and how many play, the best, and one's own try."""

    kind: Kind
    bots: list[str]
    scored: int
    playing: int
    rows: list[DailyRow]
    mine: DailyTry | None


class Daily(msgspec.Struct, frozen=True):
    """The deals of a day. ``seed`` is told when the day is over (``ends``, in milliseconds since 1970)."""

    game: str
    day: str
    today: str
    ends: int
    commitment: str
    tomorrow: str  # the commitment to the seed of the day after
    seed: str | None
    club: bool  # are there standings here?
    earlier: bool  # were cards dealt here the day before?
    deals: list[DailyDeal]


def today() -> str:
    """The day that it is now."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


def after(day: str, count: int = 1) -> str:
    """The day so many days after a day."""
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()


def ends(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    return int(datetime.combine(date.fromisoformat(after(day)), datetime.min.time(), UTC).timestamp() * 1000)


def checked_day(text: str) -> str:
    """A day that has come; without one, today."""
    try:
        day = date.fromisoformat(text).isoformat() if text else today()
    except ValueError:
        raise NoSuchDeal(f"no day {text[:20]!r}: write it as 2026-11-18") from None
    if day > today():
        raise NoSuchDeal(f"{day} has not come yet: its cards are dealt then")
    return day


def checked_game(name: str) -> Game:
    """A game that is dealt every day: one that can be played alone."""
    dealt = [game for game in all_games() if 1 in game.seats]
    for game in dealt:
        if game.name == name:
            return game
    raise NoSuchDeal(f"no deal of the day of {name[:20]!r}: there is one of {', '.join(game.name for game in dealt)}")


def by_date(day: str) -> str:
    """The seed of a day where no server keeps secrets: anybody can work it out, and it is the same everywhere."""
    return hashlib.sha256(f"banquise day {day}".encode()).hexdigest()


def part(game: str, kind: str, day: str) -> str:
    """What stands for the parts of players: each deal of a day has cards of its own.

    >>> part("altitude", "alone", "2026-11-18")
    'altitude alone 2026-11-18'
    """
    return f"{game} {kind} {day}"


def bots(kind: Kind, levels: list[str]) -> list[str]:
    """The levels of those against whom one plays."""
    level = next(level for level in _LEVELS if level in levels)
    return [level] * BOTS if kind == "bots" else []


def seats(kind: Kind, levels: list[str]) -> list[PlaceWish]:
    """Who sits at the table: whoever plays, and bots."""
    return [PlaceWish("me"), *(PlaceWish("bot", level=level) for level in bots(kind, levels))]


def is_held_back(table: Table) -> bool:
    """Is a match nobody's to look at who does not sit there, because others may be playing with the same chance?"""
    return bool(table.header.duplicate) and table.match is not None and not table.settled


def may_show_seed(table: Table) -> bool:
    """Is the match over, and the day or the duplicate that it was dealt for? Others may still play the same cards."""
    dealt = table.header.dealt
    if table.status != OVER or is_held_back(table):
        return False
    return not (dealt is not None and dealt.day and now_ms() < ends(dealt.day))


def record_of(table: Table) -> Record:
    """The record of a finished match, with its seed as soon as that may be shown."""
    if table.match is None or table.status != OVER:
        raise Refused("refused.not_over")
    if is_held_back(table):
        raise Refused("refused.duplicate_closed")
    record = to_record(table.match, reveal=True)
    return record if may_show_seed(table) else msgspec.structs.replace(record, seed=None)
