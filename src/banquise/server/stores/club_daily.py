"""What is kept of the deals of the day: the seed of each day, and who has made their one try that counts.

A try is written down together with its table, so that nobody has two. Its points are written when somebody first looks
at the standings after it has ended; the log of its table says the same at any time.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from banquise.server.stores.store import Begun

PLAYING, SCORED, GIVEN_UP, LATE = range(4)


class Deal(NamedTuple):
    """A deal: of which day (2026-11-18), of which game, alone or against bots."""

    day: str
    game: str
    kind: str


class Ended(NamedTuple):
    """A try that has ended and has no points yet; ``at``: when it ended, in milliseconds since 1970."""

    player: str
    summary: bytes
    at: int


class Scored(NamedTuple):
    """What a try has come to."""

    player: str
    state: int  # SCORED, GIVEN_UP, LATE
    points: int
    lead: int  # over the best of the bots; 0 alone


class Stands(NamedTuple):
    """A line of the standings."""

    player: str
    name: str
    shape: str
    table: str
    points: int
    lead: int


class Try(NamedTuple):
    """A player's own try; ``better``: how many have more."""

    table: str
    state: int
    points: int
    lead: int
    better: int


class Counts(NamedTuple):
    """How many tries of a deal have points, and how many go on."""

    scored: int
    playing: int


class Daily(Protocol):
    """The promises; ``club_daily_sqlite.py`` and ``club_daily_postgres.py`` keep them."""

    async def seed(self, day: str, fresh: str | None) -> str | None:
        """The seed of a day; where there is none yet, ``fresh`` is from now on."""
        ...

    async def begin(self, deal: Deal, player: str, begun: Begun) -> bool:
        """Keep a table. Is it the player's first of this deal, which counts?"""
        ...

    async def ended(self, deal: Deal) -> list[Ended]:
        """The tries that have ended and have no points yet."""
        ...

    async def score(self, deal: Deal, scored: list[Scored]) -> None:
        """Write down what tries have come to."""
        ...

    async def counts(self, deal: Deal) -> Counts:
        """How many have played, and play."""
        ...

    async def standings(self, deal: Deal, limit: int) -> list[Stands]:
        """The best tries, the best first."""
        ...

    async def mine(self, deal: Deal, player: str) -> Try | None:
        """A player's try."""
        ...

    async def of_player(self, player: str) -> list[tuple[Deal, Try]]:
        """All tries of a player, the earliest first."""
        ...


TABLES = """
    CREATE TABLE days (day {text} PRIMARY KEY, seed text NOT NULL);
    CREATE TABLE daily (
      day {text} NOT NULL,
      game {text} NOT NULL,
      kind {text} NOT NULL,
      player {text} NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      "table" {text} NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      state integer NOT NULL DEFAULT 0,
      points integer NOT NULL DEFAULT 0,
      lead integer NOT NULL DEFAULT 0,
      PRIMARY KEY (day, game, kind, player)
    );
    CREATE INDEX daily_standings ON daily (day, game, kind, state, lead DESC, points DESC, player);
    CREATE INDEX daily_of_a_player ON daily (player);
    CREATE INDEX daily_of_a_table ON daily ("table");
"""

ENDED = (
    'SELECT d.player, t.summary, s.ended FROM daily d JOIN tables t ON t.id = d."table" '
    'JOIN seatings s ON s."table" = d."table" AND s.player = d.player AND s.ended IS NOT NULL '
    "WHERE d.day = {} AND d.game = {} AND d.kind = {} AND d.state = 0"
)
SCORE = "UPDATE daily SET state = {}, points = {}, lead = {} WHERE day = {} AND game = {} AND kind = {} AND player = {}"
COUNTS = (
    "SELECT coalesce(sum(CASE WHEN state = 1 THEN 1 ELSE 0 END), 0), "
    "coalesce(sum(CASE WHEN state = 0 THEN 1 ELSE 0 END), 0) FROM daily WHERE day = {} AND game = {} AND kind = {}"
)
STANDINGS = (
    'SELECT d.player, p.name, p.shape, d."table", d.points, d.lead FROM daily d JOIN players p ON p.id = d.player '
    "WHERE d.day = {} AND d.game = {} AND d.kind = {} AND d.state = 1 "
    "ORDER BY d.lead DESC, d.points DESC, d.player LIMIT {}"
)
TRIES = (
    'SELECT d.day, d.game, d.kind, d."table", d.state, d.points, d.lead, (SELECT count(*) FROM daily o '
    "WHERE o.day = d.day AND o.game = d.game AND o.kind = d.kind AND o.state = 1 "
    "AND (o.lead > d.lead OR (o.lead = d.lead AND o.points > d.points))) FROM daily d "
)
MINE = TRIES + "WHERE d.day = {} AND d.game = {} AND d.kind = {} AND d.player = {}"
OF_PLAYER = TRIES + "WHERE d.player = {} ORDER BY d.day, d.game, d.kind"
