"""Many people play while the server is killed under them; afterwards what they were told is held against the log."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from http.client import HTTPException
from typing import Any

from serving import Player, Process, any_move, request
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from banquise.server import protocol as p
from banquise.server import render
from banquise.server.live.house import make_store
from banquise.server.live.tokens import digest_of
from banquise.table import entries as e
from banquise.table.table import Table

GONE = (OSError, HTTPException, ConnectionError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
WAITS = (0.2, 0.5, 1.0, 2.0, 4.0)  # seconds before a line is opened again, as web/src/core/line.ts has them


class Person:
    """Someone who plays on whatever happens, repeating a command until it is answered."""

    def __init__(self, hammer: Hammer, table: str, seat: int, token: str):
        self.hammer = hammer
        self.table, self.seat, self.token = table, seat, token
        self.acknowledged: list[str] = []
        self.pending: tuple[str, str | int] | None = None
        self.events: list[dict[str, Any]] = []
        self.undos = 0
        self.closes: Counter[int | None] = Counter()
        self.over = False
        self.count = 0
        self.wished = 0.0  # when the pending command was first sent
        self.waits: list[float] = []  # from first sending a command to its answer, however often the line broke
        self.turns: list[tuple[float, float]] = []  # when a turn of ours came, and how long after our last answer
        self.answered = time.monotonic()
        self.decided: float | None = None  # when we shall know our move
        self.attempt = 0  # to come back, in a row

    async def play(self) -> None:
        while not self.hammer.stopping and not self.over:
            player = None
            try:
                async with asyncio.timeout(20):  # a browser has patience with a busy house, too
                    player = Player(await connect(self.hammer.ws, compression=None, max_size=None, open_timeout=15))
                    player.events[self.seat] = self.events
                    hello = {"type": "hello", "protocol": 1, "table": self.table, "token": self.token}
                    await player.say({**hello, "seen": len(self.events), "undos": self.undos})
                    await player.until(player.has_arrived)
                if not player.table:
                    raise ConnectionError("shown the door")
                player.keeps = False  # hundreds who keep all they are sent are a heap that Python searches for seconds
                self.attempt = 0
                await self._play_on(player)
            except GONE:
                await asyncio.sleep(WAITS[min(self.attempt, len(WAITS) - 1)] * random.uniform(0.75, 1.25))
                self.attempt += 1
            finally:
                if player is not None:
                    await player.leave()
                    self.closes[player.closed] += 1

    async def _play_on(self, player: Player) -> None:
        while not self.hammer.stopping:
            if player.closed is not None:
                raise ConnectionError("closed")
            if self.pending is not None:
                command, code = self.pending
                async with asyncio.timeout(10):
                    answer = await player.do("move", id=command, move=code, seen=len(self.events))
                if answer["type"] == "done":
                    self.acknowledged.append(command)
                    self.hammer.acknowledged += 1
                self.pending = None
                self.answered = time.monotonic()
                self.waits.append(self.answered - self.wished)
            if player.table["status"] == "over":
                self.over = True
                return
            view = player.views.get(self.seat)
            if view and view["legal"]:
                await self._think(player)
                if player.closed is not None:
                    continue  # thought goes on while the line is opened again
                self.decided = None
                self.count += 1
                self.wished = time.monotonic()
                self.pending = f"m{self.count}", any_move(view["legal"])
                view["legal"] = []
            else:
                with contextlib.suppress(TimeoutError):
                    await player.hear(0.5)

    async def _think(self, player: Player) -> None:
        """Until we know our move, or the line is lost."""
        now = time.monotonic()
        if self.decided is None:
            self.turns.append((now, now - self.answered))
            self.decided = now + self.hammer.pace * random.uniform(0.4, 1.6)
        with contextlib.suppress(TimeoutError):
            await player.until(lambda: player.closed is not None or self.hammer.stopping, self.decided - now)


class Hammer:
    """So many pairs of people at one server; ``server`` may be replaced while they play."""

    pace = 0.0  # seconds that anybody thinks about a move: from two fifths of it to eight
    clock: dict[str, Any] = {"kind": "none"}  # noqa: RUF012 -- read only

    def __init__(self, database: str, pairs: int, game: str = "ice_cult", **env: str):
        self.database, self.pairs, self.game = database, pairs, game
        self.people: list[Person] = []
        self.stopping = False
        self.acknowledged = 0
        self.server = Process(database, env=env)
        self.port, self.ws = self.server.port, self.server.ws
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self._pair()) for _ in range(self.pairs)]

    async def _pair(self) -> None:
        while not self.stopping:
            try:
                pair = await asyncio.to_thread(self._sit)
            except GONE:
                await asyncio.sleep(0.1)
                continue
            self.people += pair
            await asyncio.gather(*(person.play() for person in pair))

    def _sit(self) -> list[Person]:
        http = f"http://127.0.0.1:{self.port}"
        body = {"game": self.game, "clock": self.clock, "seats": [{"kind": "me"}, {"kind": "open"}]}
        status, first = request(f"{http}/api/tables", body)
        if status != 201:
            raise ConnectionError(str(first))
        status, second = request(f"{http}/api/tables/{first['table']}/join", {})
        if status != 201:
            raise ConnectionError(str(second))
        table = first["table"]
        return [Person(self, table, 0, first["token"]), Person(self, table, 1, second["token"])]

    async def restart(self, **env: str) -> None:
        self.server.__exit__()
        self.server = await asyncio.to_thread(lambda: Process(self.database, env=env, port=self.port))

    async def finish(self, seconds: float, enough: int) -> None:
        """Let everybody play on until so many moves were answered (a slow machine takes longer), then stop."""
        await asyncio.sleep(seconds)
        async with asyncio.timeout(60):
            while self.acknowledged < enough:
                await asyncio.sleep(0.1)
        self.stopping = True
        await asyncio.wait_for(asyncio.gather(*self.tasks), 60)

    async def verdict(self) -> Verdict:
        return await compare(self.database, self.people)


class Verdict(dict[str, int]):
    """What was found: everything but the counts should be 0."""

    @property
    def is_good(self) -> bool:
        return not any(self[name] for name in ("lost", "duplicates", "gaps", "untrue histories"))

    def line(self, name: str, **more: object) -> str:
        return f"{name}: " + ", ".join(f"{key} {value}" for key, value in {**self, **more}.items())


async def compare(database: str, people: list[Person]) -> Verdict:
    """Hold what people were told against what is stored."""
    found = Verdict({"acknowledged": 0, "lost": 0, "duplicates": 0, "gaps": 0, "untrue histories": 0})
    store = make_store(database)
    await store.open()
    try:
        for person in people:
            stored = await store.read(person.table)
            assert stored is not None, "a table is gone"
            commands = Counter(row.command for row in stored.rows if row.command)
            found["acknowledged"] += len(person.acknowledged)
            prefix = digest_of(person.token)[:24]
            found["lost"] += sum(f"{prefix}:{command}" not in commands for command in person.acknowledged)
            found["duplicates"] += sum(count - 1 for count in commands.values())
            acts = sum(
                isinstance(entry := e.decode(row.body), e.Act) and entry.seat == person.seat for row in stored.rows
            )
            unanswered = 1 if person.pending else 0
            found["duplicates"] += max(0, acts - len(person.acknowledged) - unanswered)
            found["gaps"] += [row.seq for row in stored.rows] != list(range(len(stored.rows)))
            table = Table(person.table, e.decode_header(stored.header))
            for row in stored.rows:
                table.read(row)
            found["untrue histories"] += not _is_prefix(person, table)
    finally:
        await store.close()
    return found


def _is_prefix(person: Person, table: Table) -> bool:
    import json

    view = render.view(table, person.seat, "en", 0, 0)
    truth = json.loads(p.encode(view.events if view else []))
    return bool(truth[: len(person.events)] == person.events)


async def hammered(
    hammer: Hammer, trouble: Callable[[Hammer], Awaitable[None]], finish: float = 1.0, enough: int = 0
) -> Verdict:
    """Play, make trouble, play on until ``enough`` moves were answered in all, stop, compare."""
    try:
        hammer.start()
        await trouble(hammer)
        await hammer.finish(finish, enough)
        return await hammer.verdict()
    finally:
        hammer.stopping = True
        for task in hammer.tasks:
            task.cancel()
        await asyncio.gather(*hammer.tasks, return_exceptions=True)
        hammer.server.__exit__()
