"""Alerts: who wants to be told of their turns in matches by days, where, and what is still to be told.

That a turn has begun is written with the very lines of the log that it began by (``Append.alert_at``), and crossed out
with those that it ended by: no alert is lost or made up, and a move waits for nobody's network. Whoever sends alerts
takes them from here one by one, with a lease, so that of several processes one sends each.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol


class Target(NamedTuple):
    """Where a player is told: a browser that a push service reaches, or a webhook (no device, no key)."""

    id: str
    player: str
    device: str | None
    address: str
    key: str  # the browser's public key: what it is told is sealed for it
    secret: str  # the browser's, or what a webhook is signed with
    language: str
    home: str  # the address of the page, for links
    since: int
    lost: int = 0  # alerts in a row that could not be delivered
    trouble: str = ""  # with the last one, in a word

    @property
    def is_webhook(self) -> bool:
        """Or a browser."""
        return self.device is None


class Quiet(NamedTuple):
    """The hours in which a player is not to be told: minutes of the day in a time zone."""

    begins: int
    ends: int
    zone: str


class Due(NamedTuple):
    """An alert to be sent now; ``waits``: it is still the player's turn."""

    table: str
    turn: int
    tries: int
    target: Target
    game: str
    summary: bytes
    seats: tuple[int, ...]
    waits: bool
    quiet: Quiet | None

    @classmethod
    def read(cls, row: tuple[Any, ...]) -> Due:
        """A row of ``FOUND``: six facts of the alert and its table, three of the hours, then the target."""
        table, turn, tries, game, summary, seats, waits, begins, ends, zone = row[:10]
        quiet = Quiet(begins, ends, zone) if zone is not None else None
        numbers = tuple(int(seat) for seat in seats.split(",")) if seats else ()
        return cls(table, turn, tries, Target(*row[10:]), game, summary, numbers, bool(waits), quiet)


class Wishes(NamedTuple):
    """All that a player has said about alerts."""

    targets: list[Target]
    quiet: Quiet | None
    silenced: list[str]  # tables


# Of each target one alert at a time, the oldest: one that answers slowly keeps nobody else's waiting.
READY = (
    'SELECT a.target, a."table" FROM alerts a WHERE a.due <= {before} AND a.leased <= {now} '
    "AND NOT EXISTS (SELECT 1 FROM alerts o WHERE o.target = a.target "
    'AND (o.leased > {now} OR (o.due, o."table") < (a.due, a."table") AND o.due <= {before})) '
    "ORDER BY a.due LIMIT {most}"
)
WHOM = (  # those whose seats may move now, where they want to be told
    'SELECT t.id FROM seatings s JOIN alert_targets t ON t.player = s.player WHERE s."table" = {table} '
    "AND ({seats} >> s.seat) & 1 = 1 "
    'AND NOT EXISTS (SELECT 1 FROM silenced n WHERE n.player = s.player AND n."table" = s."table")'
)
# A browser that says its word again is the one it was: what is due to it stays due.
AGAIN = (
    "INSERT INTO alert_targets VALUES ({values}) ON CONFLICT (device) WHERE device IS NOT NULL DO UPDATE SET "
    "player = excluded.player, address = excluded.address, key = excluded.key, secret = excluded.secret, "
    "language = excluded.language, home = excluded.home, lost = 0, trouble = ''"
)
BEGUN = (
    "INSERT INTO alerts VALUES ({table}, {target}, {at}, {at}, 0, 0) "
    'ON CONFLICT (target, "table") DO UPDATE SET turn = excluded.turn, due = excluded.due, tries = 0, leased = 0'
)
ENDED = (
    'DELETE FROM alerts WHERE "table" = {table} AND target IN (SELECT t.id FROM seatings s '
    'JOIN alert_targets t ON t.player = s.player WHERE s."table" = {table} AND ({seats} >> s.seat) & 1 = 1)'
)
FOUND = (
    'SELECT a."table", a.turn, a.tries, b.game, b.summary, (SELECT {seats} FROM seatings s '
    'WHERE s."table" = a."table" AND s.player = t.player), EXISTS (SELECT 1 FROM seatings s '
    'WHERE s."table" = a."table" AND s.player = t.player AND (b.to_act >> s.seat) & 1 = 1), '
    "q.begins, q.ends, q.zone, t.* FROM alerts a JOIN alert_targets t ON t.id = a.target "
    'JOIN tables b ON b.id = a."table" LEFT JOIN quiet_hours q ON q.player = t.player '
    'WHERE a.target = {target} AND a."table" = {table}'
)


class AlertStore(Protocol):
    """The promises; ``club_alerts_sqlite.py`` and ``club_alerts_postgres.py`` keep them."""

    async def push_key(self, fresh: bytes, renew: bool = False) -> bytes:
        """The key by which push services know this house: the one that is kept, or from now on this fresh one.

        To renew it forgets the browsers that were told of the old one: push services would refuse it for them.
        """
        ...

    async def wishes(self, player: str) -> Wishes:
        """All that a player has said about alerts."""
        ...

    async def add(self, target: Target) -> None:
        """Tell a player there too. A device has one address, a player one webhook; what was there before goes."""
        ...

    async def remove(self, target: str) -> None:
        """Tell nobody there any more."""
        ...

    async def be_quiet(self, player: str, quiet: Quiet | None) -> None:
        """Hours in which a player is not told, or none."""
        ...

    async def silence(self, player: str, table: str, silent: bool) -> None:
        """Tell a player of no turn at a table, or of all again."""
        ...

    async def take(self, now: int, before: int, until: int, most: int) -> list[Due]:
        """Alerts that were due before a time, to be sent now: nobody else is given them until the lease ends."""
        ...

    async def told(self, due: Due) -> None:
        """An alert has arrived, or need not: forget it."""
        ...

    async def put_off(self, due: Due, until: int, tries: int) -> None:
        """Try again at a time; so many tries have failed by now."""
        ...

    async def give_up(self, due: Due, trouble: str, most: int) -> bool:
        """Forget an alert that could not be delivered, and after so many in a row where it was to go: is that so?"""
        ...
