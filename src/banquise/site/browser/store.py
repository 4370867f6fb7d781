"""A store on the browser's own disk. IndexedDB is reached through ``disk`` (web/src/local/disk.ts), functions that
promise what a store has to: when an append comes back it is written, all of it or nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from banquise.server.stores.store import (
    DOWN_AFTER,
    Append,
    Card,
    Conflict,
    Listed,
    Page,
    Stored,
    StoreFull,
    StoreTrouble,
)
from banquise.table.entries import OPEN, OVER, Row


def lasting(function: Callable[..., Any]) -> Any:
    """A function that JavaScript may call as often as it likes, as long as we run."""
    if sys.platform != "emscripten":
        return function
    return import_module("pyodide.ffi").create_proxy(function)


class BrowserStore:
    """The promises of ``server/stores/store.py``, for one page of one browser."""

    club = None  # who plays alone with a browser needs no card

    def __init__(self, disk: Any):
        self._disk = disk
        self._cards: dict[str, dict[str, Any]] = {}  # what lists and alarms need, by table
        self._gaps: list[tuple[int, int]] = []

    async def open(self) -> None:
        """Read the cards of all tables."""
        for text in await self._try("cards"):
            card = json.loads(text)
            self._cards[card["table"]] = card

    def claim(self) -> None:
        """Several tabs of a browser may have it: an append names the length of the log, and one of them is first."""

    async def close(self) -> None:
        """Nothing is held open."""

    async def _try(self, name: str, *words: Any) -> Any:
        try:
            return await getattr(self._disk, name)(*words)
        except Exception as error:  # whatever the browser says: a full disk, a private window, a closed database
            if "the head of" in str(error):
                raise Conflict(str(error)) from None
            if "QuotaExceededError" in str(error):
                raise StoreFull(str(error)) from None
            raise StoreTrouble(str(error)) from None

    def _card(self, table: str, card: Card, changed: int, **more: Any) -> dict[str, Any]:
        known = self._cards.get(table, {})
        facts = {"status": card.status, "deadline": card.deadline, "bots_due": card.bots_due, "changed": changed}
        return {**known, **more, **facts, "table": table, "summary": card.summary.decode()}

    async def create(self, table: str, game: str, public: bool, header: bytes, created: int, first: Append) -> None:
        """Keep a new table with the first lines of its log."""
        card = self._card(table, first.card, created, game=game, public=public, created=created)
        await self._try("create", table, header.decode(), _written(first.rows), json.dumps(card))
        self._cards[table] = card

    async def append(self, append: Append) -> None:
        """Add lines to a log."""
        at = append.rows[-1].at if append.rows else self._cards[append.table]["changed"]
        card = self._card(append.table, append.card, at)
        await self._try("append", append.table, append.head, _written(append.rows), json.dumps(card))
        self._cards[append.table] = card

    async def read(self, table: str, since: int = 0) -> Stored | None:
        """A table and its log."""
        found = await self._try("read", table, since)
        if not found:
            return None
        header, *rows = found
        return Stored(str(header).encode(), [_row(row) for row in rows])

    async def listed(self, page: Page) -> list[Listed]:
        """Public tables; of one person there are none, but whoever asks is answered."""
        found = [
            card
            for card in sorted(self._cards.values(), key=lambda card: (-card["created"], card["table"]))
            if card["public"] and card["status"] == page.status and page.game in (None, card["game"])
        ]
        if page.before is not None:
            found = [card for card in found if (-card["created"], card["table"]) > (-page.before[0], page.before[1])]
        return [
            Listed(card["table"], card["game"], card["status"], card["created"], card["summary"].encode())
            for card in found[: page.limit]
        ]

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        found: dict[str, int] = {}
        for card in self._cards.values():
            found[card["status"]] = found.get(card["status"], 0) + 1
        return found

    async def alarms(self, now: int, stale: int) -> list[str]:
        """Tables whose deadline has passed, or that wait for a bot and have not changed since ``stale``."""
        return [
            table
            for table, card in self._cards.items()
            if (card["deadline"] is not None and card["deadline"] <= now)
            or (card["bots_due"] and card["changed"] <= stale)
        ]

    async def waiting_for_bots(self) -> list[str]:
        """Tables that wait for a bot."""
        return [table for table, card in self._cards.items() if card["bots_due"]]

    async def delete(self, table: str) -> bool:
        """Forget a table and its log."""
        await self._try("forget", table)
        return self._cards.pop(table, None) is not None

    async def expired(self, over_before: int, open_before: int) -> list[str]:
        """Tables that were over, or open and not begun, before these times."""
        return [
            table
            for table, card in self._cards.items()
            if (card["status"] == OVER and card["changed"] < over_before)
            or (card["status"] == OPEN and card["changed"] < open_before)
        ]

    async def alive(self, now: int) -> list[tuple[int, int]]:
        """Note that the house runs; the times when it did not are not charged to clocks."""
        with suppress(StoreFull):  # what is kept can be looked at and saved all the same
            self._gaps = [(since, until) for since, until in json.loads(await self._try("alive", now, DOWN_AFTER))]
        return self._gaps

    def listen(self, heard: Callable[[str, int], None], overheard: Callable[[str], None]) -> None:
        """Another tab of the same browser may have appended."""
        self._disk.listen(lasting(heard))

    def whisper(self, text: str) -> None:
        """Nobody would hear it."""


def _row(text: str) -> Row:
    seq, at, command, body = json.loads(text)
    return Row(seq, at, command, body.encode())


def _written(rows: tuple[Row, ...]) -> list[str]:
    return [json.dumps([row.seq, row.at, row.command, row.body.decode()]) for row in rows]
