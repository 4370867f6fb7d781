"""What is said over HTTP of people who meet or keep apart. docs/protocol.md tells it in words; web/src/meeting.ts is
made from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.club.protocol import Shape
from banquise.server.protocol import Count, SeatNumber, TableId
from banquise.table.entries import Clock

PlayerId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
InvitationId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
How = Literal["block", "mute"]


class GameCounts(msgspec.Struct, frozen=True):
    """What goes on in one game: open public tables, matches whose people are here, those who wait, by their pace."""

    game: str
    open: int
    running: int
    waiting: dict[str, int]


class Counts(msgspec.Struct, frozen=True):
    """How many people are at tables or wait for others, and what goes on in each game."""

    people: int
    waiting: int
    games: list[GameCounts]


class Acquaintance(msgspec.Struct, frozen=True):
    """Somebody with a card whom I have played with: in so many matches, the latest of them begun when."""

    player: str
    name: str
    shape: Shape
    matches: int
    last: int


class Acquaintances(msgspec.Struct, frozen=True):
    """Those whom I have played with, the latest first."""

    people: list[Acquaintance]


class InviteWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Invite a player to a table where I sit and a seat is free."""

    player: PlayerId
    table: TableId


class InvitationInfo(msgspec.Struct, frozen=True):
    """An invitation. ``player``, ``name``, ``shape``: the other one; ``until``: so long it holds."""

    id: str
    player: str
    name: str
    shape: Shape
    table: str
    game: str
    seats: int
    clock: Clock
    rated: bool
    at: int
    until: int
    state: Literal["waiting", "declined", "accepted"]


class Invitations(msgspec.Struct, frozen=True):
    """The invitations that I may answer, and those that I have sent."""

    received: list[InvitationInfo]
    sent: list[InvitationInfo]


class InvitationWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decline an invitation, or withdraw one of mine."""

    invitation: InvitationId


class ShunWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block or mute a player, or whoever sits on a seat of a table; ``how`` null: neither any more."""

    how: How | None
    player: PlayerId | None = None
    table: TableId | None = None
    seat: SeatNumber | None = None


class ShunnedInfo(msgspec.Struct, frozen=True):
    """Somebody whom I block or mute."""

    player: str
    name: str
    shape: Shape
    how: How
    since: int


class ShunnedSeat(msgspec.Struct, frozen=True):
    """A seat whose player I block or mute."""

    seat: int
    how: How


class ShunnedPeople(msgspec.Struct, frozen=True):
    """Those whom I block or mute; and at the table that was asked about, their seats.

    ``lasts``: of what was just asked for. A guest has no card to be known by again: it is for this table then, and the
    client's to keep.
    """

    people: list[ShunnedInfo]
    seats: list[ShunnedSeat]
    lasts: bool = True


class ReportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell the operator of a line that was said at a table (``note``: its number), or of the name at a ``seat``."""

    table: TableId
    note: Count | None = None
    seat: SeatNumber | None = None
    why: Annotated[str, Meta(max_length=200)] = ""
