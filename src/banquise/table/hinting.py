"""A hint that a seat asks for: when it may, and what an adviser is told.

That is the view of the seat and nothing else: what the seat cannot see is imagined, from a seed that is a digest of
what it does see. So a hint tells nobody more than they know, and the same position gets the same hint again.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import msgspec

from banquise.games import game as game_named
from banquise.kernel.schema import State
from banquise.table.ahead import believed
from banquise.table.match import Match
from banquise.table.refused import Refused
from banquise.table.table import Table


@dataclass(frozen=True)
class Asked:
    """What an adviser is told: which seat of how many asks, and what it sees, as JSON. Equal where that is equal."""

    game: str
    seats: int
    seat: int
    view: bytes

    @property
    def seed(self) -> int:
        """Of the adviser's thoughts."""
        return int.from_bytes(sha256(b"banquise hint %d " % self.seat + self.view).digest()[:4], "big") >> 1

    def position(self) -> State:
        """A world that the seat can believe."""
        return believed(game_named(self.game), msgspec.json.decode(self.view), self.seat, self.seed)


def asked(table: Table, seat: int) -> Asked:
    """What a hint for this seat would be about; Refused, if there is none for it now."""
    if table.header.no_hint:
        raise Refused(table.header.no_hint)
    match, held = table.match, table.seats[seat]
    if match is None:
        raise Refused("refused.not_started")
    if match.is_over:
        raise Refused("refused.is_over")
    if held.level is not None:
        raise Refused("refused.stood_in")
    if seat not in match.to_act:
        raise Refused("refused.no_hint_now")
    return seen_by(match, seat)


def seen_by(match: Match, seat: int) -> Asked:
    """What an adviser of this seat is told."""
    return Asked(match.game.name, match.seats, seat, msgspec.json.encode(match.game.schema.view(match.state, seat)))
