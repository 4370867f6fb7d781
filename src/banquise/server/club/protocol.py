"""What is said of players over HTTP. docs/protocol.md tells it in words; web/src/players.ts is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.protocol import CardKey, Entropy, Language, Name
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
    """One's own card, the devices that hold it, and where the feed of this one is."""

    card: Card
    devices: list[DeviceInfo]
    feed: str


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


class RatingInfo(msgspec.Struct, frozen=True):
    """How strong a player is: a number of which a fox has 1000, and where its 95 % interval begins and ends.

    ``equals``: the bot that it equals, if the interval holds any.
    """

    rating: int
    low: int
    high: int
    equals: str | None


class RatingChange(msgspec.Struct, frozen=True):
    """What a rated match has done to a rating."""

    before: int
    after: RatingInfo


class MyMatch(msgspec.Struct, frozen=True):
    """A match of mine. ``mine``: my seats; ``turn``: one of them may move; ``change``: where it has counted."""

    table: str
    game: str
    status: Literal["open", "running", "over"]
    title: str
    options: dict[str, str]
    clock: Clock
    created: int
    ended: int | None
    seats: list[dict[str, str]]
    winners: list[int] | None
    mine: list[int]
    turn: bool
    rated: bool = False
    change: RatingChange | None = None


class MyMatches(msgspec.Struct, frozen=True):
    """My matches: those that wait for me first, then the latest; ``next`` continues the list."""

    matches: list[MyMatch]
    next: str | None


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating at a game with so many seats, after so many rated matches, the last at ``last``."""

    game: str
    seats: int
    info: RatingInfo
    matches: int
    last: int


class PlayerRatings(msgspec.Struct, frozen=True):
    """All ratings of a player."""

    ratings: list[PlayerRating]


class Standing(msgspec.Struct, frozen=True):
    """A player among the others: the ``places``, from and to, that their interval allows."""

    places: tuple[int, int]
    player: str
    name: str
    shape: Shape
    info: RatingInfo
    matches: int


class BotStanding(msgspec.Struct, frozen=True):
    """A bot where it was measured: it anchors the scale, and no match moves it."""

    level: str
    info: RatingInfo


class Standings(msgspec.Struct, frozen=True):
    """The rated players of a game with so many seats; ``next`` continues the list. No ``bots``: not measured there."""

    game: str
    seats: int
    players: int
    bots: list[BotStanding]
    standings: list[Standing]
    next: str | None


Pace = Literal["quick", "calm", "days"]


class PairWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play with whoever else wants the same. ``ticket``: 128 bits that the client has drawn; they open the seat."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=16)]
    ticket: CardKey
    pace: Pace = "calm"
    rated: bool = False
    name: Name = "Guest"
    entropy: Entropy = ""


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who asks, or leaves."""

    ticket: CardKey


class Paired(msgspec.Struct, frozen=True):
    """How it stands. ``table``, ``seat``: where one sits by now; ``card``: one's card opens the seat, not the ticket.

    Else how many wait for the same (oneself included), how many of them longer, since when oneself does, and the
    seconds that the last pairs waited (their median; null: too few yet).
    """

    game: str
    table: str | None
    seat: int | None
    card: bool
    waiting: int
    ahead: int
    since: int
    estimate: int | None


TimeOfDay = Annotated[int, Meta(ge=0, le=1439)]  # minutes since midnight
Address = Annotated[str, Meta(max_length=1000)]


class BrowserWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell this browser of my turns: its subscription at its push service, and the language to speak."""

    endpoint: Address
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}(==)?\Z")]
    language: Language = "en"


class WebhookWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send my turns to this address too."""

    address: Address
    language: Language = "en"


class QuietWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell me nothing from one time of the day to another: minutes since midnight, in a zone like Europe/Paris."""

    begins: TimeOfDay
    ends: TimeOfDay
    zone: Annotated[str, Meta(max_length=60)]


class TableAlerts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to tell me of my turns at one table."""

    on: bool


class TrialWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send something now, to see whether it arrives: to this browser, or to the webhook."""

    to: Literal["browser", "webhook"]


class Trial(msgspec.Struct, frozen=True):
    """Did it arrive? Else why not: ``address``, ``time``, ``connection``, or the status that was answered."""

    arrived: bool
    trouble: str


class QuietHours(msgspec.Struct, frozen=True):
    """When I am told nothing."""

    begins: int
    ends: int
    zone: str


class WebhookInfo(msgspec.Struct, frozen=True):
    """Where my turns are sent, what they are signed with, and what was wrong with the last one, if anything was."""

    address: str
    secret: str
    trouble: str


class AlertsInfo(msgspec.Struct, frozen=True):
    """What I have said about alerts. ``push_key``: what a browser subscribes with (null: none are sent here);
    ``browser``: this one is told; ``browsers``: how many are; ``silenced``: tables of which I am told nothing.
    """

    push_key: str | None
    browser: bool
    browsers: int
    webhook: WebhookInfo | None
    quiet: QuietHours | None
    silenced: list[str]
