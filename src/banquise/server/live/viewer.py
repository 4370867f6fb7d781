"""What is told of a table, and one who is told: the last steps of a command's way, see ``connection``."""

from __future__ import annotations

import time
from collections.abc import Collection

from banquise.server import protocol as p
from banquise.server import render
from banquise.server.days import is_held_back
from banquise.server.live.wire import Wire
from banquise.server.now import now_ms
from banquise.table.table import Table

FRESH_SECONDS = 0.05  # for so long what was written is given to others: clocks are late by no more
_SPECTATOR = (None,)


class News:
    """A table as it is at one moment, written as JSON once for all who get the same.

    ``present``: the seats whose people are connected; None where nothing is told but the match.
    """

    def __init__(self, table: Table, present: Collection[int] | None):
        self.table = table
        self._present = present
        self._until = time.monotonic() + FRESH_SECONDS
        self._written: dict[tuple[object, ...], bytes] = {}
        self._told = render.Told()

    def is_of(self, table: Table, beside: bool) -> bool:
        """Is this the table as it is now, with what is beside the match if that is asked for?"""
        known = self._present is not None or not beside
        return known and self.table is table and time.monotonic() <= self._until

    def beside(self, seats: tuple[int, ...], language: str, notes: int) -> bytes:
        """The table beside the match, for those who sit on some seats; ``notes``: how many they have."""
        assert self._present is not None
        key = seats, language, notes
        if key not in self._written:
            told = render.table(self.table, list(seats), self._present, language, notes)
            self._written[key] = p.encode(told)
        return self._written[key]

    def view(self, viewer: int | None, language: str, since: int) -> bytes:
        """The match as a seat sees it, or a spectator, with the events from a number on."""
        key = viewer, language, since
        if key not in self._written:
            self._written[key] = p.encode(render.view(self.table, viewer, language, since, now_ms(), self._told))
        return self._written[key]


class Viewer:
    """Who looks at a table through one connection: the seats that a token opens, or a spectator."""

    def __init__(self, wire: Wire, address: str = ""):
        self.address = address
        self.seats: list[int] = []
        self.language: p.Language = "en"
        self.token = ""  # its digest
        self.card = ""  # the digest of the key that came with it, if one did
        self._wire = wire
        self._seen: dict[int | None, int] = {}  # events sent, by seat
        self._first_seen = 0  # events that the client says it has
        self._undos = 0
        self._notes = 0

    def has_seen(self, hello: p.Hello, undos: int) -> None:
        """What a client has that was here before; nothing, if moves were taken back since."""
        self._first_seen = (hello.seen or 0) if hello.undos == undos else 0
        self._undos = undos
        self._notes = hello.notes or 0

    def seats_at(self, table: Table) -> list[int]:
        """The seats that the token opens at this moment."""
        return table.seats_of(self.token)

    def keep_seats(self, table: Table) -> None:
        """Only watch, once ours are free again: whoever sits there next is no affair of ours."""
        if self.seats and not self.seats_at(table):
            self.seats.clear()
            self._seen = {}
            self._first_seen = 0

    def show(self, news: News, table_changed: bool) -> None:
        """Send what this viewer has not seen. A secret move of another seat sends nothing at all."""
        table = news.table
        if not self._wire.is_open:
            return
        if not self.seats and is_held_back(table):
            return  # nothing at all; the room shows them the door
        if table_changed:
            self._wire.send(news.beside(tuple(self.seats), self.language, self._notes))
            self._notes = table.note_count
        if table.match is None:
            return
        rewound = table.undos != self._undos
        self._undos = table.undos
        for viewer in self.seats or _SPECTATOR:
            count = table.match.event_count(viewer)
            since = 0 if rewound else min(self._seen.get(viewer, self._first_seen), count)
            if table_changed or rewound or count > since:
                self._wire.send(news.view(viewer, self.language, since))
            self._seen[viewer] = count

    async def revoke(self) -> None:
        """The card was taken from this device: nothing is opened by it any more, from this moment on."""
        self.token = ""
        await self._wire.close(p.Close.TOKEN)

    async def dismiss(self) -> None:
        """The match has begun, and others play with the same chance: nobody watches."""
        self.say("closed", "this match is one of a duplicate: it can be looked at when all of its tables are over")
        await self._wire.close(p.Close.CLOSED)

    def say_frozen(self) -> None:
        """The table's own code failed."""
        self.say("frozen", "something is wrong with this table; it is kept as it is, and the fault was reported")

    def say(self, code: p.ErrorCode, text: str) -> None:
        """Something is wrong with what was sent, or with us."""
        self._wire.send(p.encode(p.Error(code, text)))
