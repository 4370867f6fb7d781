"""What is said of players over HTTP. docs/protocol.md tells it in words; web/src/players.ts is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.protocol import Language, Name
from banquise.table.entries import Clock

Shape = Literal["red", "yellow", "green", "blue"]
Code = Annotated[str, Meta(pattern=r"^[0-9a-f]{22}\Z")]  # 88 bits: for an hour, and once
DeviceId = Annotated[str, Meta(pattern=r"^[0-9a-f]{12}\Z")]
Label = Annotated[str, Meta(max_length=40)]


class CardWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants on the card: a name, a shape in its colour, the languages they speak."""

    name: Name = "Guest"
    shape: Shape = "blue"
    languages: Annotated[list[Language], Meta(max_length=4)] = []
    label: Label = ""  # of the device, when the card is made


class Card(msgspec.Struct, frozen=True):
    """A player's card, as anybody may see it. ``since``: milliseconds since 1970."""

    player: str
    name: str
    shape: Shape
    languages: list[str]
    since: int


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device that holds a card; ``here``: the one that asks."""

    device: str
    label: str
    since: int
    here: bool


class Me(msgspec.Struct, frozen=True):
    """One's own card, and the devices that hold it."""

    card: Card
    devices: list[DeviceInfo]


class MoveWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let whoever brings this code hold the card too. The device makes the code; the server keeps its digest only."""

    code: Code


class Moving(msgspec.Struct, frozen=True):
    """Until when the code can be brought, once."""

    until: int


class ArriveWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bring the code of another device. The key of this device comes with the request, and holds the card then."""

    code: Code
    label: Label = ""


class RevokeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the card from a device."""

    device: DeviceId


class MyMatch(msgspec.Struct, frozen=True):
    """A match of mine. ``mine``: my seats; ``turn``: one of them may move."""

    table: str
    game: str
    status: Literal["open", "running", "over"]
    title: str
    options: dict[str, str]
    clock: Clock
    created: int
    updated: int
    seats: list[dict[str, str]]
    winners: list[int] | None
    mine: list[int]
    turn: bool


class MyMatches(msgspec.Struct, frozen=True):
    """My matches: those that wait for me first, then the latest; ``next`` continues the list."""

    matches: list[MyMatch]
    next: str | None
