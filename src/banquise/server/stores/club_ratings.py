"""What is kept of rated matches: who took which place, and how strong everybody was before and after.

A match is entered in the very transaction that ends it, and numbered: that number is the order in which matches count,
whichever process they were played in. Strengths are therefore a function of the entries alone, and ``recomputed`` gives
the same numbers as counting match by match has given. Entries outlive their tables. Of a player who is forgotten stays
that somebody so strong sat there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from banquise.server.club.rating import NEWCOMER, Strength, bots, rated
from banquise.server.stores.store import Cardholder, Outcome


class Pool(NamedTuple):
    """What is compared: a game with so many seats."""

    game: str
    seats: int


class Entrant(NamedTuple):
    """A seat of a rated match: its place, a bot's level or a player (neither: of one who is forgotten), strengths."""

    seat: int
    place: int
    level: str | None
    player: str | None
    before: Strength
    after: Strength


@dataclass(frozen=True)
class Entry:
    """A rated match."""

    number: int
    table: str
    pool: Pool
    at: int
    entrants: tuple[Entrant, ...]


class Rating(NamedTuple):
    """How strong a player is at a game with so many seats, after how many matches, and when the last one ended."""

    player: str
    pool: Pool
    strength: Strength
    matches: int
    last: int


class Standing(NamedTuple):
    """A rating with what the player's card says."""

    rating: Rating
    name: str
    shape: str


@dataclass(frozen=True)
class Recomputed:
    """All strengths anew: the entries that come out otherwise than they were kept, every player's rating, and how many
    of the ratings that were kept are not among them."""

    changed: list[Entry]
    ratings: list[Rating]
    wrong: int


def entrants(
    outcome: Outcome, seated: Mapping[int, Cardholder], known: Mapping[str, Strength]
) -> tuple[Entrant, ...] | None:
    """Everybody's strength after a match; None where it does not count: a card or a device on two seats, or no card.

    ``seated``: whose the seats are; ``known``: how strong those players were. A person without a card has lost it since
    the match began, and counts as a newcomer of whom nothing is kept.
    """
    players = [one.player for one in seated.values()]
    devices = [one.device for one in seated.values() if one.device]
    if not players or len(set(players)) < len(players) or len(set(devices)) < len(devices):
        return None
    measured = bots(outcome.game, len(outcome.places))
    if any(level is not None and level not in measured for level in outcome.levels):
        return None
    found = []
    for seat, (place, level) in enumerate(zip(outcome.places, outcome.levels, strict=True)):
        player = seated[seat].player if level is None and seat in seated else None
        before = measured[level] if level is not None else known.get(player or "", NEWCOMER)
        found.append(Entrant(seat, place, level, player, before, before))
    return counted(found)


def counted(before: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The same with strengths after the match. Bots are what they were measured to be, whoever wins."""
    sitting = tuple(before)
    after = rated([one.before for one in sitting], tuple(one.place for one in sitting))
    return tuple(
        one._replace(after=strength if one.player is not None else one.before)
        for one, strength in zip(sitting, after, strict=True)
    )


def recomputed(
    entries: Iterable[Entry], places: Mapping[str, tuple[int, ...]], kept: Iterable[tuple[Any, ...]]
) -> Recomputed:
    """Count all matches again in their order; ``places``: as the logs of the tables that are kept have them."""
    ratings: dict[tuple[str, Pool], Rating] = {}
    changed = []
    for entry in entries:
        measured = bots(*entry.pool)
        settled = places.get(entry.table, tuple(one.place for one in entry.entrants))
        again = []
        for one, place in zip(entry.entrants, settled, strict=True):
            before = one.before
            if one.player is not None:
                rating = ratings.get((one.player, entry.pool))
                before = rating.strength if rating is not None else NEWCOMER
            elif one.level is not None:
                before = measured.get(one.level, one.before)
            again.append(one._replace(place=place, before=before))
        new = replace(entry, entrants=counted(again))
        if new != entry:
            changed.append(new)
        for one in new.entrants:
            if one.player is not None:
                rating = ratings.get((one.player, entry.pool))
                matches = rating.matches + 1 if rating is not None else 1
                ratings[one.player, entry.pool] = Rating(one.player, entry.pool, one.after, matches, entry.at)
    right = [values_of(rating) for rating in ratings.values()]
    return Recomputed(changed, list(ratings.values()), len(set(map(tuple, kept)) ^ set(right)))


def entries_of(rows: Iterable[tuple[Any, ...]]) -> list[Entry]:
    """Rows of a store, ordered by number and seat, as entries."""
    found: dict[int, Entry] = {}
    for number, table, game, seats, at, seat, place, level, player, *strengths in rows:
        before, after = Strength(*strengths[:2]), Strength(*strengths[2:])
        one = Entrant(seat, place, level, player, before, after)
        known = found.get(number)
        sitting = (*known.entrants, one) if known is not None else (one,)
        found[number] = Entry(number, table, Pool(game, seats), at, sitting)
    return list(found.values())


ENTRIES = (
    'SELECT m.number, m."table", m.game, m.seats, m.at, s.seat, s.place, s.level, s.player, '
    "s.mu_before, s.sigma_before, s.mu, s.sigma FROM rated_matches m JOIN rated_seats s ON s.number = m.number "
)
STANDINGS = (
    "SELECT r.player, r.game, r.seats, r.mu, r.sigma, r.matches, r.last, p.name, p.shape "
    "FROM ratings r JOIN players p ON p.id = r.player "
)
STATE = "SELECT (SELECT max(number) FROM rated_matches), (SELECT count(*) FROM ratings WHERE game = {} AND seats = {})"
# Matches in which nobody is left who could be asked for: they are needed for no number any more.
DESERTED = (
    "DELETE FROM rated_matches WHERE NOT EXISTS "
    "(SELECT 1 FROM rated_seats s WHERE s.number = rated_matches.number AND s.player IS NOT NULL)"
)


def standing_of(row: tuple[Any, ...]) -> Standing:
    """A row of ``STANDINGS``."""
    player, game, seats, mu, sigma, matches, last, name, shape = row
    return Standing(Rating(player, Pool(game, seats), Strength(mu, sigma), matches, last), name, shape)


def values_of(rating: Rating) -> tuple[Any, ...]:
    """A rating as a row."""
    strength = rating.strength
    return (rating.player, *rating.pool, *strength, rating.matches, rating.last, strength.low, strength.high)


class Ratings(Protocol):
    """The promises; ``club_ratings_sqlite.py`` and ``club_ratings_postgres.py`` keep them."""

    async def standings(self, pool: Pool, after: tuple[float, str] | None, limit: int) -> list[Standing]:
        """The players of a pool, the one whose interval begins highest first, after a place in the list."""
        ...

    async def state(self, pool: Pool) -> tuple[int | None, int]:
        """The number of the last match that has counted anywhere, and how many players the pool has: as long as both
        are what they were, so is every interval (or all were counted anew).
        """
        ...

    async def intervals(self, pool: Pool) -> list[tuple[float, float]]:
        """Where the intervals of all players of a pool begin and end."""
        ...

    async def of_player(self, player: str) -> list[Standing]:
        """Every rating of a player."""
        ...

    async def entries(self, player: str, tables: list[str] | None = None) -> list[Entry]:
        """The rated matches of a player, of all tables or of some; only the player's own seat of each."""
        ...

    async def tables(self) -> list[str]:
        """The tables of all rated matches, in the order in which they count."""
        ...

    async def recompute(self, places: Mapping[str, tuple[int, ...]], keep: bool) -> Recomputed:
        """Count everything anew and, if wished, keep what comes of it, in one transaction."""
        ...
