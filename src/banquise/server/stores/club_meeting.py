"""How people meet, and how they keep apart: those one has played with, invitations, blocks and mutes, reports.

That somebody is blocked is known to whoever blocks them and to nobody else: an invitation to one who has blocked its
sender is kept like any other, and never shown. A report names a line of a table's log, or a name at it, and holds
nothing that was said: whoever is forgotten is forgotten there too.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Met(NamedTuple):
    """Somebody with a card whom one has played with: in so many matches, the latest begun when."""

    player: str
    name: str
    shape: str
    matches: int
    last: int


class Invitation(NamedTuple):
    """Come to a table of mine."""

    id: str
    sender: str
    receiver: str
    table: str
    at: int
    until: int


class Invited(NamedTuple):
    """An invitation that still holds: the other's card, the table, and what became of it."""

    id: str
    player: str
    name: str
    shape: str
    table: str
    game: str
    summary: bytes
    at: int
    until: int
    declined: bool
    accepted: bool


class Shunned(NamedTuple):
    """Somebody whom a player blocks, or only does not want to hear (``how``: block, mute)."""

    player: str
    name: str
    shape: str
    how: str
    since: int


class Report(NamedTuple):
    """Something that an operator is to look at: a line that was said (``note``: its number), or a seat's name."""

    number: int
    at: int
    table: str
    seat: int
    note: int | None
    reporter: str | None
    about: str | None
    why: str
    closed: int | None = None


class Crowd(NamedTuple):
    """How many wait for what (by the kind of a match), and how many public tables of each game are open."""

    waiting: dict[str, int]
    open: dict[str, int]


LATEST = 1_000  # matches of a player, among which those are looked for whom they have met
MOST_MET = 200
# {0}, {1} ...: the values, as each store writes them.
MET = (
    'SELECT o.player, p.name, p.shape, count(DISTINCT o."table"), max(t.created) FROM (SELECT DISTINCT "table" FROM '
    '(SELECT "table" FROM seatings WHERE player = {0} ORDER BY ended DESC LIMIT {3}) AS latest) AS mine '
    'JOIN tables t ON t.id = mine."table" JOIN seatings o ON o."table" = mine."table" '
    "JOIN players p ON p.id = o.player WHERE o.player <> {1} AND t.status <> 'open' "
    "AND NOT EXISTS (SELECT 1 FROM shunned b WHERE b.player = {2} AND b.other = o.player AND b.how = 'block') "
    "GROUP BY o.player, p.name, p.shape ORDER BY 5 DESC, 1 LIMIT {4}"
)
HAVE_MET = (
    'SELECT 1 FROM seatings s JOIN seatings o ON o."table" = s."table" JOIN tables t ON t.id = s."table" '
    "WHERE s.player = {0} AND o.player = {1} AND t.status <> 'open' LIMIT 1"
)
_SITS = '(EXISTS (SELECT 1 FROM seatings s WHERE s."table" = i."table" AND s.player = i.{}))'
_FACTS = (
    f'SELECT i.id, p.id, p.name, p.shape, i."table", t.game, t.summary, i.at, i.until, '  # noqa: S608 -- fixed words only
    f"i.declined <> 0, {_SITS.format('receiver')} "
    'FROM invitations i JOIN tables t ON t.id = i."table" JOIN players p ON p.id = i.'
)
RECEIVED = (
    f"{_FACTS}sender WHERE i.receiver = {{0}} AND i.until > {{1}} AND i.declined = 0 "  # noqa: S608 -- fixed words only
    f"AND t.status = 'open' "
    f"AND {_SITS.format('sender')} AND NOT {_SITS.format('receiver')} AND NOT EXISTS (SELECT 1 FROM shunned b "
    "WHERE b.how = 'block' AND (b.player = i.receiver AND b.other = i.sender "
    "OR b.player = i.sender AND b.other = i.receiver)) ORDER BY i.at DESC, i.id LIMIT 50"
)
SENT = f"{_FACTS}receiver WHERE i.sender = {{0}} AND i.until > {{1}} ORDER BY i.at DESC, i.id LIMIT 50"
SHUNNED = (
    "SELECT p.id, p.name, p.shape, b.how, b.since FROM shunned b JOIN players p ON p.id = b.other "
    "WHERE b.player = {0} ORDER BY b.since DESC, p.id"
)
SHUNNED_AT = (
    "SELECT s.seat, b.how FROM shunned b JOIN seatings s ON s.player = b.other "
    'WHERE b.player = {0} AND s."table" = {1} ORDER BY s.seat'
)
REPORTS = 'SELECT number, at, "table", seat, note, reporter, about, why, closed FROM reports WHERE '
WAITING = "SELECT kind, count(*) FROM waiting WHERE paired IS NULL AND seen >= {0} GROUP BY kind"


class Meeting(Protocol):
    """The promises; ``club_meeting_sqlite.py`` and ``club_meeting_postgres.py`` keep them."""

    async def met(self, player: str) -> list[Met]:
        """Those with a card whom a player has played with and does not block, the latest first."""
        ...

    async def have_met(self, player: str, other: str) -> bool:
        """Have these two played together?"""
        ...

    async def invite(self, invitation: Invitation, most: int) -> bool:
        """Keep an invitation; False: the sender has too many open.

        One to the same table, answered or not, stands as it is.
        """
        ...

    async def received(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player may answer."""
        ...

    async def sent(self, player: str, now: int) -> list[Invited]:
        """The invitations that a player has sent, and what became of them."""
        ...

    async def decline(self, player: str, invitation: str) -> bool:
        """Say no to an invitation. Was there one?"""
        ...

    async def withdraw(self, player: str, invitation: str) -> bool:
        """Take back an invitation of one's own. Was there one?"""
        ...

    async def sweep(self, now: int) -> None:
        """Forget invitations whose time is up."""
        ...

    async def shun(self, player: str, other: str, how: str, at: int) -> bool:
        """Block or mute somebody. Is there such a player?"""
        ...

    async def forgive(self, player: str, other: str) -> None:
        """Neither block nor mute them any more."""
        ...

    async def shunned(self, player: str) -> list[Shunned]:
        """Those whom a player blocks or mutes."""
        ...

    async def shunned_at(self, player: str, table: str) -> dict[int, str]:
        """The seats of a table whose players are blocked or muted."""
        ...

    async def report(self, report: Report, most: int) -> None:
        """Keep a report; the same one again, or one too many about a table, changes nothing."""
        ...

    async def reports(self, closed: bool = False) -> list[Report]:
        """The reports that are open, or all; oldest first."""
        ...

    async def reports_of(self, player: str) -> list[Report]:
        """The reports that a player has made."""
        ...

    async def close_report(self, number: int, at: int) -> bool:
        """Nothing more is to be done about it. Was it open?"""
        ...

    async def crowd(self, present: int) -> Crowd:
        """Who waits and was seen since a time, and which tables are open."""
        ...
