"""What lists and alarms know of a table, kept beside its log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from banquise.server.stores.store import Card, Seating
from banquise.table import entries as e
from banquise.table.table import Table


class Cards:
    """The cards of one table; what lists show is written anew only when it has changed."""

    def __init__(self) -> None:
        self._of: tuple[Table, int] | None = None
        self._summary = b""

    def card(self, table: Table, now: int) -> Card:
        """What lists and alarms need to know."""
        if self._of is None or self._of[0] is not table or self._of[1] != table.revision:
            self._of, self._summary = (table, table.revision), _summary(table)
        bots_due = table.has_people and bool(table.bots_to_act())  # bots among themselves play when somebody watches
        to_act = sum(1 << seat for seat in table.to_act) if table.result is None else 0
        return Card(table.status, table.deadline(now), bots_due, self._summary, to_act)


def seatings(table: Table, sitters: Mapping[str, str]) -> tuple[Seating, ...]:
    """Whose the seats are that the table's draft changes hands of; ``sitters``: players by the digests of tokens."""
    if not any(isinstance(entry, e.Sit | e.Leave | e.Unseat) for entry in table.draft):
        return ()
    taken = {entry.seat for entry in table.draft if isinstance(entry, e.Sit)}
    return tuple(
        Seating(n, seat.token, sitters.get(seat.token))
        for n, seat in enumerate(table.seats)
        if seat.place.kind == "person" and (n in taken or not seat.token)
    )


def _summary(table: Table) -> bytes:
    result = table.result
    return msgspec.json.encode(
        {
            "title": table.header.title,
            "options": table.header.options,
            "clock": table.header.clock,
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
        }
    )
