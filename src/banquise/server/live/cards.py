"""What lists and alarms know of a table, kept beside its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from banquise.server.stores.store import Card, Cardholder, Outcome, Seating
from banquise.table import entries as e
from banquise.table.decisions import BESIDE_THE_RULES
from banquise.table.table import Table


def alert_at(table: Table, at: int) -> int | None:
    """When those whose turn begins by a draft of this time are to be told of it: in matches by days only."""
    return at if table.header.clock.by_days else None


class Cards:
    """The cards of one table; what lists show is written anew only when it has changed."""

    def __init__(self) -> None:
        self._of: tuple[Table, int] | None = None
        self._summary = b""

    def card(self, table: Table, now: int) -> Card:
        """What lists and alarms need to know."""
        if self._of is None or self._of[0] is not table or self._of[1] != table.revision:
            self._of, self._summary = (table, table.revision), _summary(table)
        bots_due = bool(table.bots_to_act()) and table.has_people  # bots among themselves play when somebody watches
        to_act = 0
        for seat in _waited_for(table):
            if table.seats[seat].level is None:
                to_act |= 1 << seat
        return Card(table.status, table.deadline(now), bots_due, self._summary, to_act)


def _waited_for(table: Table) -> Sequence[int]:
    """The seats that everybody waits for: to move, or before the match to show what they add to chance."""
    if table.match is not None:
        return table.to_act
    if not all(seat.is_taken for seat in table.seats):
        return ()
    all_sealed = not any(seat.must_seal for seat in table.seats)
    return [n for n, seat in enumerate(table.seats) if seat.owes_chance(all_sealed)]


def seatings(table: Table, sitters: Mapping[str, Cardholder]) -> tuple[Seating, ...]:
    """Whose the seats are that the table's draft changes hands of; ``sitters``: players by the digests of tokens."""
    if not any(isinstance(entry, e.Sit | e.Leave | e.Unseat) for entry in table.draft):
        return ()
    taken = {entry.seat for entry in table.draft if isinstance(entry, e.Sit)}
    return tuple(
        Seating(n, seat.token, _holder(table, sitters.get(seat.token)))
        for n, seat in enumerate(table.seats)
        if seat.place.kind == "person" and (n in taken or not seat.token)
    )


def _holder(table: Table, holder: Cardholder | None) -> Cardholder | None:
    """Which device it was is kept only where it matters."""
    return holder if holder is None or table.header.rated else Cardholder(holder.player)


def outcome(table: Table) -> Outcome | None:
    """Who took which place in a rated match that is over: winners the first, all others the second.

    Where nobody wins, those who stayed to the end share the first.
    """
    result, match = table.result, table.match
    if not table.header.rated or result is None or match is None:
        return None
    first = result.winners or tuple(seat for seat in range(len(table.seats)) if seat not in match.given_up)
    places = tuple(1 if seat in first else 2 for seat in range(len(table.seats)))
    levels = tuple(place.level if place.kind == "bot" else None for place in table.header.places)
    return Outcome(table.header.game, places, levels)


def _summary(table: Table) -> bytes:
    result = table.result
    return msgspec.json.encode(
        {
            "title": table.header.title,
            "options": table.header.options,
            "clock": table.header.clock,
            "rated": table.header.rated,
            "seats": [
                {
                    "colour": colour,
                    "name": seat.name,
                    "kind": seat.place.kind if seat.is_taken else "open",
                    "level": seat.level or "",
                }
                for colour, seat in zip(table.colours, table.seats, strict=True)
            ],
            "winners": list(result.winners) if result else None,
            "points": list(result.points) if result and result.ending not in BESIDE_THE_RULES else None,
        }
    )
