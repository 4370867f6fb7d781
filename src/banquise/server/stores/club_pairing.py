"""People who wait for others to play with: kept in the store, so a restart loses nobody, and any process pairs them.

Whoever waits says so again and again (``seen``); who has not for a while is not paired with anybody. Those who have
waited longest come first. A table is made in the very transaction that takes its people from the queue: nobody is
paired twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from banquise.server.stores.store import Append, Cardholder


class Waiter(NamedTuple):
    """Somebody who waits, by the digest of the token that will open their seat; ``table``: where they sit by now."""

    ticket: str
    kind: str
    name: str
    entropy: str
    player: str | None
    device: str
    since: int
    seen: int
    table: str | None = None
    paired: int | None = None
    seat: int | None = None

    @property
    def holder(self) -> Cardholder | None:
        """Whose card opens the seat, if one does."""
        return Cardholder(self.player, self.device) if self.player is not None else None


class Made(NamedTuple):
    """A table for those who were paired, in the order of its seats."""

    order: list[Waiter]
    table: str
    game: str
    header: bytes
    created: int
    first: Append


class Looked(NamedTuple):
    """How it stands: the waiter, who else waits for the same and how many of them longer, how long others waited."""

    waiter: Waiter
    waiting: int
    ahead: int
    waits: list[int]


Make = Callable[[list[Waiter]], Made]


Apart = Collection[tuple[str, str]]  # players of whom the first blocks the second


def chosen(waiting: Sequence[Waiter], seats: int, apart: Apart = ()) -> list[Waiter] | None:
    """Those who have waited longest, as many as there are seats; nobody with themselves, or with whom one blocks."""
    for n in range(len(waiting)):
        found: list[Waiter] = []
        for one in waiting[n:]:
            if all(_may_meet(one, other, apart) for other in found):
                found.append(one)
            if len(found) == seats:
                return found
        if not apart:
            return None  # whoever comes later is no better company
    return None


def _may_meet(one: Waiter, other: Waiter, apart: Apart) -> bool:
    if one.player is None or other.player is None:
        return True
    blocked = (one.player, other.player) in apart or (other.player, one.player) in apart
    return one.player != other.player and one.device != other.device and not blocked


WAITING = "SELECT * FROM waiting WHERE kind = {} AND paired IS NULL AND seen >= {} ORDER BY since, ticket LIMIT 64"
COUNTED = (
    "SELECT count(*), coalesce(sum(CASE WHEN (since, ticket) < ({}, {}) THEN 1 ELSE 0 END), 0) FROM waiting "
    "WHERE kind = {} AND paired IS NULL AND seen >= {} AND NOT EXISTS (SELECT 1 FROM shunned b WHERE b.how = 'block' "
    "AND (b.player = {} AND b.other = waiting.player OR b.other = {} AND b.player = waiting.player))"
)  # whom one cannot meet is not counted: that one is blocked is told by nothing
APART = (
    "SELECT b.player, b.other FROM shunned b JOIN waiting w ON w.player = b.player "
    "WHERE b.how = 'block' AND w.kind = {} AND w.paired IS NULL AND w.seen >= {}"
)
OF_PLAYER = "SELECT * FROM waiting WHERE player = {} ORDER BY since, ticket"
CAME = 'UPDATE waiting SET seen = paired + 1 WHERE player = {} AND "table" = {} AND seen <= paired'
MISSED = (
    "SELECT paired FROM waiting WHERE player = {} AND paired IS NOT NULL AND seen <= paired "
    "AND kind NOT LIKE '% days %' ORDER BY paired"
)
WAITS = "SELECT paired - since FROM waiting WHERE kind = {} AND paired IS NOT NULL ORDER BY paired DESC LIMIT 50"


class Pairing(Protocol):
    """The promises; ``club_pairing_sqlite.py`` and ``club_pairing_postgres.py`` keep them."""

    async def wait(self, waiter: Waiter) -> None:
        """Join the queue; who waits already keeps their place, and a player waits once."""
        ...

    async def pair(self, kind: str, seats: int, present: int, make: Make) -> str | None:
        """Make a table of those who have waited longest and were seen since ``present``, if there are enough."""
        ...

    async def look(self, ticket: str, now: int, present: int) -> Looked | None:
        """Say that one still waits, and see how it stands; None: nobody waits with this ticket."""
        ...

    async def leave(self, ticket: str) -> bool:
        """Wait no longer. False: nobody waits with this ticket, or they are paired already."""
        ...

    async def came(self, player: str, table: str) -> None:
        """A player has come to the table that a pair was brought to: ``seen`` is later than ``paired`` from now on."""
        ...

    async def missed(self, player: str) -> list[int]:
        """When a player was paired and has not come since; in matches by days nobody has to."""
        ...

    async def of_player(self, player: str) -> list[Waiter]:
        """Where a player waits, and the pairs that came of it and are still asked about."""
        ...

    async def sweep(self, seen_before: int, paired_before: int) -> None:
        """Forget those who have not been seen for long, and pairs that nobody asks about any more."""
        ...
