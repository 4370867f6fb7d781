"""The worker of the house: the server's own tables and connections, with a page in place of a network.

``web/src/local/house.worker.ts`` calls what is here, and is called back by ``Page``. Requests are those of HTTP, and
what goes over a WebSocket elsewhere goes over ``connect``, ``hear`` and ``hang_up``, word for word.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from banquise.server.live.connection import Connection
from banquise.server.live.house import House
from banquise.server.live.studies import Studies
from banquise.server.live.wire import Wire
from banquise.server.settings import Settings
from banquise.site.browser.answers import Answers
from banquise.site.browser.store import BrowserStore
from banquise.site.browser.thinkers import Bots, WorkerThinker

# One person with one browser: nobody to keep from anything, and slow machines are waited for.
SETTINGS = Settings(
    commands_a_second=1000.0,
    inbox=1000,
    hello_seconds=600.0,
    outbox_bytes=1 << 30,
    bot_patience=60.0,
    hints_a_minute=10_000.0,
)


class Page(Protocol):
    """What we call of the page."""

    def send(self, line: int, text: str) -> None:
        """Say something on a line."""
        ...

    def close(self, line: int, code: int) -> None:
        """End a line."""
        ...


class PageWire(Wire):
    """The way out of one line."""

    def __init__(self, page: Page, line: int):
        super().__init__(SETTINGS.outbox_bytes)
        self._page, self._line = page, line

    def send(self, text: bytes) -> None:
        """At once: nobody has to be waited for."""
        if self.is_open:
            self._page.send(self._line, text.decode())

    async def close(self, code: int) -> None:
        """Close with a code."""
        if self.is_open:
            self.is_open = False
            self._page.close(self._line, code)


class LocalHouse:
    """The house of one page."""

    def __init__(self, disk: Any, bots: Bots, page: Page):
        thinker = WorkerThinker(bots)
        self._page = page
        self._house = House(BrowserStore(disk), SETTINGS, [thinker])
        self._answers = Answers(self._house, Studies(self._house, thinker))
        self._lines: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the store, and wake the bots that were interrupted."""
        await self._house.open()

    async def request(self, method: str, address: str, body: str) -> list[Any]:
        """As over HTTP: the status, the kind and the text of the answer."""
        status, kind, text = await self._answers.answer(method, address, body)
        return [status, kind, text.decode()]

    def connect(self, line: int) -> None:
        """A page opens a line."""
        self._lines[line] = asyncio.Queue()
        connection = Connection(self._house, PageWire(self._page, line), self._lines[line].get)
        task = asyncio.ensure_future(connection.run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def hear(self, line: int, text: str) -> None:
        """The page says something."""
        if line in self._lines:
            self._lines[line].put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self, line: int) -> None:
        """The page ends a line."""
        if line in self._lines:
            self._lines.pop(line).put_nowait({"type": "websocket.disconnect"})
