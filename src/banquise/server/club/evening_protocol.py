"""What is said of evenings over HTTP. docs/protocol.md tells it in words; web/src/players.ts is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.club.evening_rounds import Kind
from banquise.server.club.evening_standings import By
from banquise.server.protocol import CardKey, Entropy, Name

EveningPace = Literal["quick", "calm", "free"]
EveningStatus = Literal["gathering", "playing", "between", "over"]
Told = Literal["", "match", "organiser"]


class EveningWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open an evening. ``right``: 128 bits that the organiser's client has drawn; whoever holds them leads it.

    ``seats``: the most at a table; ``rounds``: how many a Swiss evening has (a round robin has as many as it takes);
    ``by_itself``: the second round and all after it begin a while after the last table has ended.
    """

    game: Annotated[str, Meta(max_length=40)]
    right: CardKey
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    pace: EveningPace = "calm"
    kind: Kind = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=30)] = 4
    by_itself: bool = False
    title: Annotated[str, Meta(max_length=60)] = ""


class EveningJoin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come to an evening, or come back. ``ticket``: 128 bits that the client has drawn; they open one's seats."""

    ticket: CardKey
    name: Name = "Guest"
    entropy: Entropy = ""


class EveningLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How does it stand? ``ticket``, ``right``: what one has; ``entropy``: what one adds to the next match's chance."""

    ticket: CardKey | None = None
    right: CardKey | None = None
    entropy: Entropy = ""


class EveningGoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin the next round, after so many: who presses twice begins one. Who still plays is left where they are."""

    right: CardKey
    rounds: Annotated[int, Meta(ge=0, le=1000)]


class EveningClose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wait no longer for a table: these people have won it; nobody: they share the point."""

    right: CardKey
    table: Annotated[str, Meta(max_length=40)]
    winners: Annotated[list[int], Meta(max_length=4)] = []


class EveningLeave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody leaves: oneself, by the ticket or the card; or anybody, by the organiser's right."""

    ticket: CardKey | None = None
    right: CardKey | None = None
    person: int | None = None


class EveningEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No further round."""

    right: CardKey


class EveningPerson(msgspec.Struct, frozen=True):
    """Somebody who came, after so many rounds."""

    number: int
    name: str
    since: int
    gone: bool


class EveningTable(msgspec.Struct, frozen=True):
    """A table: people by their numbers, in the order of the seats; twelfths of a point for each, once it is over.

    ``by``: who said so, the match or the organiser.
    """

    table: str
    people: list[int]
    points: list[int] | None
    by: Told


class EveningRound(msgspec.Struct, frozen=True):
    """A round: its tables, and who sits out."""

    tables: list[EveningTable]
    byes: list[int]


class EveningStanding(msgspec.Struct, frozen=True):
    """Where somebody stands. Points, ``opponents`` in twelfths, ``beaten`` in twenty-fourths; ``by``: what decided."""

    place: int
    person: int
    points: int
    played: int
    wins: int
    byes: int
    opponents: int
    beaten: int
    by: By


class Evening(msgspec.Struct, frozen=True):
    """An evening, as everybody sees it who knows its name. ``next``: when the next round begins by itself."""

    evening: str
    title: str
    game: str
    seats: int
    pace: EveningPace
    kind: Kind
    planned: int
    by_itself: bool
    created: int
    status: EveningStatus
    people: list[EveningPerson]
    rounds: list[EveningRound]
    standings: list[EveningStanding]
    next: int | None


class MyEvening(msgspec.Struct, frozen=True):
    """An evening for one who came, or leads it.

    ``me``: one's number; ``table``, ``seat``: where one plays now; ``card``: one's card opens the seat, not the ticket;
    ``adds``: the house has what one adds to the next match's chance.
    """

    evening: Evening
    me: int | None
    table: str | None
    seat: int | None
    card: bool
    adds: bool
    organiser: bool
