"""Where the logs of tables are kept, and what every store promises.

An append names the length of the log that it was decided on. If the log has grown since, the append is refused whole
(``Conflict``): the loser catches up and decides again. When ``append`` returns, the rows are on disk. When it raises
``StoreTrouble``, they may be or may not be: whoever asked reads the log again to know.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from banquise.table.entries import Row

if TYPE_CHECKING:
    from banquise.server.stores.club import Club


class StoreTrouble(Exception):
    """The store could not answer: full, locked, or gone. It may have done what was asked."""


class StoreFull(StoreTrouble):
    """There is no room left. Nothing was written, and to try again at once is of no use."""


class InUse(ValueError):
    """Another process serves this store, and it can be served by one only."""


class Conflict(Exception):
    """Somebody else has appended first. Nothing was written."""


class BadRow(Exception):
    """The store refuses these rows themselves; nothing was written, and others are not touched by it."""


class Card(NamedTuple):
    """What lists and alarms need to know of a table, renewed with every append."""

    status: str
    deadline: int | None  # when somebody's time will be up
    bots_due: bool  # a bot has to move
    summary: bytes  # JSON, public: for the lobby
    to_act: int = 0  # a bit for every seat whose person may move


class Cardholder(NamedTuple):
    """Who sits down with a card: the player, and the digest of the key of their device ("": it does not matter)."""

    player: str
    device: str = ""


class Seating(NamedTuple):
    """Whose a seat is from now on: a player's card opens it by the digest of a token; of nobody with a card: None."""

    seat: int
    token: str
    holder: Cardholder | None


class Outcome(NamedTuple):
    """How a rated match ended: the place of each seat (1 won), and the level of its bot, None for a person."""

    game: str
    places: tuple[int, ...]
    levels: tuple[str | None, ...]


class Append(NamedTuple):
    """Rows to add to one table's log, all or none."""

    table: str
    head: int  # the length of the log that they were decided on
    rows: tuple[Row, ...]
    card: Card
    seatings: tuple[Seating, ...] = ()
    outcome: Outcome | None = None  # of a rated match that is over; it counts once
    alert_at: int | None = None  # by days: since when those whose turn begins by these rows are waited for


class Begun(NamedTuple):
    """A table that is to be kept, with the first lines of its log."""

    table: str
    game: str
    header: bytes
    created: int
    first: Append


@dataclass(frozen=True)
class Listed:
    """A table as the lobby lists it."""

    table: str
    game: str
    status: str
    created: int
    summary: bytes


@dataclass(frozen=True)
class Stored:
    """A table's header and the lines of its log from somewhere on."""

    header: bytes
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """Which tables to list: newest first, after a place in the list."""

    status: str
    game: str | None = None
    before: tuple[int, str] | None = None
    limit: int = 50


class Store(Protocol):
    """The promises; ``sqlite.py`` and ``postgres.py`` keep them."""

    @property
    def club(self) -> Club | None:
        """The cards of players, where the store keeps any."""
        ...

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        ...

    def claim(self) -> None:
        """Be the server of this store: InUse where there may be one only, and there is."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go."""
        ...

    async def create(self, table: str, game: str, public: bool, header: bytes, created: int, first: Append) -> None:
        """Keep a new table with the first lines of its log; on disk when this returns."""
        ...

    def append(self, append: Append) -> Awaitable[None]:
        """Add lines to a log; on disk when this returns. Conflict, BadRow or StoreTrouble otherwise."""
        ...

    async def read(self, table: str, since: int = 0) -> Stored | None:
        """A table and its log from line ``since`` on; None if there is no such table."""
        ...

    async def listed(self, page: Page) -> list[Listed]:
        """Public tables."""
        ...

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        ...

    async def alarms(self, now: int, stale: int) -> list[str]:
        """Tables whose deadline has passed, or that wait for a bot and have not changed since ``stale``."""
        ...

    async def waiting_for_bots(self) -> list[str]:
        """Tables that wait for a bot, whenever they changed: for a process that starts."""
        ...

    async def delete(self, table: str) -> bool:
        """Forget a table and its log. Was there one?"""
        ...

    async def expired(self, over_before: int, open_before: int) -> list[str]:
        """Tables that were over, or open and not begun, before these times."""
        ...

    async def alive(self, now: int) -> list[tuple[int, int]]:
        """Note that a server runs now; the times, from and to, when none did."""
        ...

    def listen(self, heard: Callable[..., None], overheard: Callable[[str], None]) -> None:
        """Call ``heard(table, head, rows)`` when another process appends, ``overheard(text)`` when one whispers.

        The rows are those that were appended, or none if they are too long to be told: then they are to be read.

        Stores of one process never do.
        """
        ...

    def whisper(self, text: str) -> None:
        """Say something to the other processes that is not kept and may be missed."""
        ...


DOWN_AFTER = 15_000
"""A silence of all servers that is longer (in ms) counts as downtime, which clocks do not charge."""
