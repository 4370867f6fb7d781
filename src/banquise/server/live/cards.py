"""What lists and alarms know of a table, kept beside its log."""

from __future__ import annotations

import msgspec

from banquise.server.stores.store import Card
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
        return Card(table.status, table.deadline(now), bots_due, self._summary)


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
