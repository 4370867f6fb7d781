"""What is kept of the players of a club, beside the tables: their cards, the devices that hold them, where they sit.

Keys and codes come here as digests only. That a card opens a seat is written with the very lines of the log that the
seat was taken by (``Append.seatings``): nobody sits down and is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from banquise.server.stores.store import Cardholder

if TYPE_CHECKING:
    from banquise.server.stores.club_alerts import AlertStore
    from banquise.server.stores.club_daily import Daily
    from banquise.server.stores.club_duplicates import Duplicates
    from banquise.server.stores.club_evenings import Evenings
    from banquise.server.stores.club_meeting import Meeting
    from banquise.server.stores.club_pairing import Pairing
    from banquise.server.stores.club_ratings import Ratings


class Player(NamedTuple):
    """A card."""

    id: str
    name: str
    shape: str
    languages: str  # apart by spaces
    since: int


class Device(NamedTuple):
    """A browser that holds a card; its key as a digest."""

    key: str
    label: str
    since: int


class Played(NamedTuple):
    """A table at which a player sits or sat."""

    table: str
    game: str
    status: str
    created: int
    summary: bytes
    to_act: int
    ended: int | None
    seats: tuple[int, ...]

    @classmethod
    def read(cls, row: tuple[Any, ...], seats: Iterable[int]) -> Played:
        """A row of the store: seven facts, and the seats in the store's own way."""
        table, game, status, created, summary, to_act, ended = row[:7]
        return cls(table, game, status, created, summary, to_act, ended, tuple(sorted(seats)))

    @property
    def turn(self) -> bool:
        """May the player move?"""
        return any(self.to_act >> seat & 1 for seat in self.seats)


# A player's tables, each once (by the first of the player's seats), straight from an index: a page costs a page. That
# the other seats of a table are looked up by the table, and not among all that a player ever had, is said by || ''.
FACTS = "id, game, status, created, summary, to_act, ended"
FIRST_SEATS = (
    'FROM seatings s JOIN tables ON tables.id = s."table" WHERE NOT EXISTS (SELECT 1 FROM seatings o '
    'WHERE o."table" = s."table" AND o.player || \'\' = s.player AND o.seat < s.seat)'
)


UNUSED = (
    "NOT EXISTS (SELECT 1 FROM seatings WHERE seatings.player = players.id) "
    "AND NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.player = players.id)"  # matches may be gone, ratings stay
)


def waiting_first(played: list[Played]) -> list[Played]:
    """Matches that go on: those that wait for the player come first, then the latest.

    When a match was last moved in is told to nobody: it would show that another seat has moved in secret.
    """
    return sorted(played, key=lambda one: (one.turn, one.created, one.table), reverse=True)


class Written(NamedTuple):
    """A line of a log as it is, or is to be."""

    seq: int
    body: bytes


class Kept(NamedTuple):
    """What is kept of a table in which somebody may be named: its header, its log and its summary."""

    header: bytes
    lines: list[Written]
    summary: bytes


@dataclass(frozen=True)
class Wanted:
    """Which of a player's matches: over or not, of one game; the latest first, after a place in the list."""

    over: bool
    game: str | None = None
    before: tuple[int, str] | None = None
    limit: int = 50


class Club(Protocol):
    """The promises; ``club_sqlite.py`` and ``club_postgres.py`` keep them."""

    @property
    def ratings(self) -> Ratings:
        """How strong the players are."""
        ...

    @property
    def pairing(self) -> Pairing:
        """Those who wait for others to play with."""
        ...

    @property
    def alerts(self) -> AlertStore:
        """Who wants to be told of their turns, and what is still to be told."""
        ...

    @property
    def daily(self) -> Daily:
        """The deals of the day."""
        ...

    @property
    def meeting(self) -> Meeting:
        """Those who have met, invite each other, or keep apart."""
        ...

    @property
    def evenings(self) -> Evenings:
        """Evenings of groups, and who came."""
        ...

    @property
    def duplicates(self) -> Duplicates:
        """Tables that are dealt the same chance."""
        ...

    async def add_player(self, player: Player, device: Device) -> bool:
        """Keep a new card; False, and nothing changes, if its key is known already."""
        ...

    async def change_player(self, player: Player) -> None:
        """Write a card anew."""
        ...

    async def player(self, player: str) -> Player | None:
        """A card by its name."""
        ...

    async def player_of(self, key: str) -> Player | None:
        """The card that a key opens."""
        ...

    async def devices(self, player: str) -> list[Device]:
        """The devices of a player, oldest first."""
        ...

    async def revoke(self, player: str, key: str) -> bool:
        """Forget a key of a player. Was it one?"""
        ...

    async def offer(self, code: str, player: str, until: int) -> None:
        """Let whoever brings this code hold the card too, once, until a time; an earlier code of the player is void."""
        ...

    async def offered(self, player: str) -> int | None:
        """Until when a code of the player can be brought, if there is one."""
        ...

    async def arrive(self, code: str, device: Device) -> bool:
        """Give the card of a code to another device. False: no such code, or too late."""
        ...

    async def token_at(self, player: str, table: str) -> str | None:
        """The digest of the token that opens the player's seats at a table."""
        ...

    async def players_at(self, table: str) -> dict[str, Cardholder]:
        """The players who sit at a table with a card, by the digests of their tokens."""
        ...

    async def played(self, player: str, wanted: Wanted) -> list[Played]:
        """A player's matches: of those that go on the ones that wait for the player come first."""
        ...

    async def played_at(self, player: str) -> list[tuple[str, str]]:
        """Every table of a player, with the digest of the token."""
        ...

    async def rewrite(self, table: str, change: Callable[[Kept], Kept]) -> None:
        """Change a table's header, lines of its log and its summary, to forget a person: nothing else ever does.

        Lines that do not change need not be answered.
        """
        ...

    async def forget(self, player: str) -> bool:
        """Forget a card with its devices, codes, seats and ratings. Was there one?"""
        ...

    async def forget_unused(self, before: int) -> int:
        """Forget cards from before a time under which nobody sits or sat anywhere. How many were there?"""
        ...
