"""A place at a table: who holds it, what they add to chance, and who plays there while they are away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from banquise.kernel import fair
from banquise.table import entries as e


class Warned(NamedTuple):
    """Somebody has been told that the others wait for them, and for how long they will."""

    at: int
    milliseconds: int
    level: str  # of the bot that plays for them then


@dataclass
class Seat:
    """A place at this table and who holds it."""

    place: e.Place
    name: str = ""
    token: str = ""  # digest
    entropy: str = ""  # what this person adds to chance, or its seal
    part: str = ""  # what was sealed, once it is revealed
    stand_in: str | None = None
    resigned: bool = False
    left: bool = False
    must_seal: bool = False  # what was added before is known to somebody who has gone
    deputy: str = ""  # the bot that this person wants to play for them while they are away
    warned: Warned | None = None

    @property
    def is_taken(self) -> bool:
        """Does somebody sit here?"""
        return self.place.kind == "bot" or bool(self.token)

    @property
    def is_sealed(self) -> bool:
        """Has this person shown only a seal of what they add?"""
        return self.entropy.startswith(fair.SEALED)

    @property
    def adds(self) -> str:
        """What this seat adds to chance, as far as it is known."""
        return self.part if self.is_sealed else self.entropy

    @property
    def level(self) -> str | None:
        """The level of the bot that moves for this seat, None for a person."""
        return self.place.level if self.place.kind == "bot" else self.stand_in

    def owes_chance(self, all_sealed: bool) -> bool:
        """Do the others wait for what this person adds to chance, or for its seal?"""
        return self.must_seal or (all_sealed and self.is_sealed and not self.part)


def promised(header: e.Header, seats: Sequence[Seat]) -> fair.Promise:
    """What is known of chance when a match begins: what its seats add, or where it is dealt elsewhere, what is told."""
    if header.dealt is not None:
        dealt = header.dealt
        return fair.Promise(header.commitment, tuple(dealt.parts), tuple(dealt.seals), header.decks, dealt.duplicate)
    adding = [seat for seat in seats if seat.entropy]
    seals = tuple(seat.entropy if seat.is_sealed else "" for seat in adding)
    return fair.Promise(header.commitment, tuple(seat.adds for seat in adding), seals, header.decks)


def unseat(seats: Sequence[Seat], number: int) -> list[Seat]:
    """The seats when a person has lost theirs, who let the others reveal their parts and kept back their own.

    What was revealed is known now to whoever sits down next, so everybody has to seal something new.
    """
    token = seats[number].token
    return [_anew(seat) if seat.token != token else Seat(seat.place) for seat in seats]


def _anew(seat: Seat) -> Seat:
    if seat.is_sealed:
        seat.entropy, seat.part, seat.must_seal = "", "", True
    seat.warned = None
    return seat
