"""What is said of duplicates over HTTP. docs/protocol.md tells it in words; web/src/players.ts is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.protocol import CardKey, Longest, PlaceWish
from banquise.table.entries import Clock

MOST_TABLES = 8  # at once


class DuplicateWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several tables with one chance: ``sides`` are the places of the first, one further at each that follows."""

    game: Annotated[str, Meta(max_length=40)]
    sides: Annotated[list[PlaceWish], Meta(min_length=2, max_length=16)]
    right: CardKey  # drawn by the client: by it tables that nobody comes to are waited for no longer
    tables: Annotated[int, Meta(ge=2, le=MOST_TABLES)] = 2
    options: Annotated[dict[str, str], Meta(max_length=16)] = {}
    clock: Clock = Clock()
    title: Annotated[str, Meta(max_length=Longest.TITLE)] = ""


class AgainWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One more table with the chance of a match that is over. ``known``: those who have seen it may play too."""

    known: bool = False
    turned: bool = True  # every side sits one place further


class DuplicateRight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What whoever opened a duplicate leads it by."""

    right: CardKey


class DuplicateSeat(msgspec.Struct, frozen=True):
    """A place at a table of a duplicate. ``side``: who belongs together, over all tables."""

    colour: str
    name: str
    kind: Literal["person", "bot", "open"]
    level: str
    side: int


class DuplicateTable(msgspec.Struct, frozen=True):
    """A table of a duplicate. While others play, only that it has begun is told, and nothing of earlier ones."""

    number: int
    table: str | None
    state: Literal["open", "begun", "over", "late", "closed"]
    known: bool
    seats: list[DuplicateSeat]
    points: list[int] | None  # null where somebody gave up, or it is not told
    winners: list[int] | None
    ending: Literal["played", "given_up"] | None
    mine: bool


class DuplicateResult(msgspec.Struct, frozen=True):
    """How one place was played at one table. ``lead``: over the best other. Match points: two for each result that is
    beaten, one for an equal one."""

    table: int  # its number
    name: str
    kind: Literal["person", "bot"]
    level: str
    points: int | None
    lead: int | None
    won: bool
    known: bool
    place: int | None  # among all with the same place; null where the cards were known
    match_points: int | None
    against: float | None  # the lead beside the mean of the others' at this place


class DuplicatePlace(msgspec.Struct, frozen=True):
    """All results of one place, the best first."""

    seat: int
    colour: str
    most: int  # match points that could be had
    results: list[DuplicateResult]


class DuplicateSide(msgspec.Struct, frozen=True):
    """What a side has come to over all tables that count."""

    side: int
    names: list[str]  # at each table that counts, in their order
    lead: int
    match_points: int


class Again(msgspec.Struct, frozen=True):
    """A table with the chance of a match that is over, and the duplicate that both belong to."""

    duplicate: str
    table: str


class DuplicateAt(msgspec.Struct, frozen=True):
    """The duplicate that a match belongs to, if any."""

    duplicate: str | None


class Duplicate(msgspec.Struct, frozen=True):
    """A duplicate: its tables, and when nobody plays with its chance any more, all results side by side."""

    name: str
    game: str
    title: str
    options: dict[str, str]
    clock: Clock
    seats: int
    created: int
    until: int | None  # when nobody waits for those any longer who are waited for
    settled: bool
    commitment: str
    entropy: list[str]
    seed: str | None
    missing: int  # tables that are not kept any more
    even: bool  # has every side had every place equally often?
    tables: list[DuplicateTable]
    places: list[DuplicatePlace]
    sides: list[DuplicateSide]
