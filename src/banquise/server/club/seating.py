"""A table for people who are brought to it: by quick pairing, or by the rounds of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from banquise.server.live.cards import Cards, alert_at, seatings
from banquise.server.live.house import House
from banquise.server.live.tokens import digest_of, new_name, new_token
from banquise.server.protocol import NewTable as TableWish
from banquise.server.stores.club_evenings import NewTable
from banquise.server.stores.store import Append, Cardholder
from banquise.table import entries as e
from banquise.table.table import Table


class Sitter(Protocol):
    """Who is to sit down: ``ticket`` is the digest of what opens the seat, where no card does."""

    @property
    def name(self) -> str: ...
    @property
    def ticket(self) -> str: ...
    @property
    def entropy(self) -> str: ...
    @property
    def holder(self) -> Cardholder | None: ...


def table_for(house: House, wish: TableWish, order: Sequence[Sitter]) -> NewTable:
    """A table that all of them sit at, in this order, to be kept; it begins as soon as nobody's part is sealed."""
    header = house.check(wish)
    table = Table(new_name(), header, house.downtime)
    tokens = [one.ticket if one.holder is None else digest_of(new_token()) for one in order]
    for seat, one in enumerate(order):
        table.sit_again(seat, one.name, tokens[seat], one.entropy, header.created)
    table.start_if_full(header.created)
    rows = tuple(e.Row(n, header.created, None, e.encode(entry)) for n, entry in enumerate(table.draft))
    holders = {token: one.holder for token, one in zip(tokens, order, strict=True) if one.holder is not None}
    card, told = Cards().card(table, header.created), alert_at(table, header.created)
    first = Append(table.name, 0, rows, card, seatings(table, holders), alert_at=told)
    return NewTable(table.name, header.game, e.encode_header(header), header.created, first)
