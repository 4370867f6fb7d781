"""Whose turn it is, where many want what few can have at once: time to think, or a process that reads records."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

REMEMBERED = 10_000  # addresses whose last turn is known


class Share(NamedTuple):
    """For whom something is done: the address they come from, and whether a person waits for it at a table."""

    address: str = ""
    people: bool = True


NOBODY = Share(people=False)


class Shares:
    """So many turns at once. People come before tables where nobody plays, and addresses take turns with each other:
    however much one of them asks for, another waits for one turn of it and no more.
    """

    def __init__(self, turns: int, of_one: int | None = None):
        self.turns = turns
        self.of_one = of_one or turns  # of one address
        self._waiting: dict[Share, deque[asyncio.Future[None]]] = {}
        self._taken: Counter[str] = Counter()
        self._served: dict[str, int] = {}  # when an address last had its turn, counted in turns
        self._count = 0

    def waiting(self, address: str | None = None) -> int:
        """How many wait for their turn, of one address or in all."""
        return sum(len(queue) for share, queue in self._waiting.items() if address in (None, share.address))

    @asynccontextmanager
    async def turn(self, share: Share) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(share, deque()).append(turn)
        self._give()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():
                self._taken[share.address] -= 1
                self._taken += Counter()  # forgets those that have none
            else:
                self._forget(share, turn)
            self._give()

    def _give(self) -> None:
        while self._taken.total() < self.turns:
            able = [share for share in self._waiting if self._taken[share.address] < self.of_one]
            if not able:
                return
            share = min(able, key=lambda share: (not share.people, self._served.get(share.address, -1)))
            turn = self._waiting[share][0]
            self._forget(share, turn)
            if not turn.cancelled():
                self._count += 1
                if len(self._served) > REMEMBERED:
                    self._served.clear()
                self._served[share.address] = self._count
                self._taken[share.address] += 1
                turn.set_result(None)

    def _forget(self, share: Share, turn: asyncio.Future[None]) -> None:
        queue = self._waiting.get(share, deque())
        if turn in queue:
            queue.remove(turn)
        if not queue:
            self._waiting.pop(share, None)
