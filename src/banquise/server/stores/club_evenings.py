"""Evenings of groups: what is kept of them, in the store of their tables; any process serves them, after any restart.

An evening is a row that knows how often it was written (``revision``), and a row for everybody who came. Whoever
changes it says which revision that was decided on; if somebody else was quicker, nothing is written (``Conflict``). A
round's tables are made in the very transaction that says who sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from banquise.server.stores.store import Append, Cardholder


class EveningRow(NamedTuple):
    """An evening: ``right`` is the digest of what the organiser holds, ``body`` the plan and the rounds (JSON)."""

    id: str
    right: str
    created: int
    updated: int
    revision: int
    body: bytes


class Entrant(NamedTuple):
    """Somebody who came: ``ticket`` is the digest of what opens their seats, where no card does."""

    evening: str
    number: int
    ticket: str
    name: str
    entropy: str  # what they add to the chance of their next match, or its seal
    player: str | None
    device: str
    lot: int  # decides where nothing else does
    since: int  # how many rounds had begun
    gone: bool

    @property
    def holder(self) -> Cardholder | None:
        """Whose card opens the seats, if one does."""
        return Cardholder(self.player, self.device) if self.player is not None else None


class NewTable(NamedTuple):
    """A table that is to be kept, with the first lines of its log."""

    table: str
    game: str
    header: bytes
    created: int
    first: Append


class EveningChange(NamedTuple):
    """What becomes of an evening, decided on one revision of it; entrants are added or written anew."""

    row: EveningRow  # as it is to be; its revision is the one before
    entrants: Sequence[Entrant] = ()
    tables: Sequence[NewTable] = ()


class TableState(NamedTuple):
    """How it stands with a table: its status, and what lists show of it."""

    status: str
    summary: bytes


class Evenings(Protocol):
    """The promises; ``club_evenings_sqlite.py`` and ``club_evenings_postgres.py`` keep them."""

    async def open(self, row: EveningRow) -> None:
        """Keep a new evening."""
        ...

    async def read(self, evening: str) -> tuple[EveningRow, list[Entrant]] | None:
        """An evening and who came, in the order of their numbers; None if there is no such evening."""
        ...

    async def revision(self, evening: str) -> int | None:
        """How often an evening was written; None if there is no such evening."""
        ...

    async def states(self, tables: Sequence[str]) -> dict[str, TableState]:
        """How it stands with these tables, as far as they are kept."""
        ...

    async def write(self, change: EveningChange) -> None:
        """Write an evening anew, and make its new tables; Conflict if somebody else was quicker."""
        ...

    async def of_player(self, player: str) -> list[Entrant]:
        """Where a player came with a card."""
        ...

    async def sweep(self, before: int) -> None:
        """Forget evenings that nothing has happened at since."""
        ...


ENTRANTS = "SELECT * FROM evening_entrants WHERE evening = {} ORDER BY number"
OF_PLAYER = "SELECT * FROM evening_entrants WHERE player = {} ORDER BY evening, number"
# To forget a player: whoever is about to write such an evening looks again, and the name does not come back.
WRITTEN = (
    "UPDATE evenings SET revision = revision + 1 WHERE id IN (SELECT evening FROM evening_entrants WHERE player = {})"
)
LET_GO = (
    "UPDATE evening_entrants SET name = 'Guest', ticket = '', entropy = '', device = '', gone = (1 = 1), player = NULL "
    "WHERE player = {}"
)
