"""One WebSocket: hello, then commands in and news out.

A command's way reads downwards, and nobody on it calls one above: a frame becomes a message and gets its answer here;
``commands`` says what it asks of the table; ``room`` decides, stores and then tells every ``viewer`` of the table; a
viewer writes what it has not seen yet to its ``wire``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from banquise.server import journal, metrics, render
from banquise.server import protocol as p
from banquise.server.http.limits import Bucket
from banquise.server.live.commands import carry_out
from banquise.server.live.dealing import may_look
from banquise.server.live.errors import Frozen, NoTable
from banquise.server.live.house import House
from banquise.server.live.room import Room
from banquise.server.live.tokens import card_digest, digest_of
from banquise.server.live.viewer import Viewer
from banquise.server.live.wire import Wire
from banquise.server.stores.store import StoreTrouble
from banquise.table.refused import Refused
from banquise.table.table import Table

Receive = Callable[[], Awaitable[Any]]
REFUSED_BEFORE_SLOWED = 40  # commands that come too fast are refused, then slowed down, then the connection is closed
SLOWED_BEFORE_CLOSED = 10
SLOW_SECONDS = 0.04  # less than it takes to earn another message, or slowing down would be forgiving
FORGIVEN_AFTER = 5.0


class Goodbye(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int, reason: str):
        self.code = code
        self.reason = reason
        super().__init__(reason)


class Connection:
    """One client at one table."""

    def __init__(self, house: House, wire: Wire, receive: Receive, address: str = ""):
        self.house = house
        self.wire = wire
        self.viewer = Viewer(wire, address)
        self._receive = receive
        self._room: Room | None = None
        self._player: str | None = None  # whose card came with hello
        self._bucket = Bucket(house.settings.commands_a_second, house.settings.commands_a_second * 2)
        self._too_fast = 0
        self._last_too_fast = 0.0
        self._hinting: tuple[str, asyncio.Task[None]] | None = None  # a hint that is thought about, and its command

    # The life of a connection -------------------------------------------------------------------

    async def run(self) -> None:
        """Serve one client until either side closes."""
        metrics.CONNECTIONS.inc()
        try:
            if await self._say_hello():
                while (message := await self._next()) is not None:
                    if (command := self._answered_else(message)) is not None:
                        await self._carry_out(command)
        except Goodbye as goodbye:
            metrics.CUT.add(goodbye.reason)
            await self.wire.close(goodbye.code)
        except Exception as error:
            journal.fault("a connection failed", error)
            await self.wire.close(p.Close.FAULT)
        finally:
            self.wire.is_open = False
            metrics.CONNECTIONS.dec()
            if self._hinting is not None:
                self._hinting[1].cancel()
            if self._room is not None:
                self._room.leave(self.viewer)

    async def _say_hello(self) -> bool:
        """Wait for hello and come to the table; False if the client went away."""
        try:
            async with asyncio.timeout(self.house.settings.hello_seconds):
                while True:
                    message = await self._next()
                    if message is None:
                        return False
                    if isinstance(message, p.Hello):
                        break
                    self.viewer.say("hello_first", "say hello first: which table, and your token if you sit there")
        except TimeoutError:
            raise Goodbye(p.Close.SILENT, "silent") from None
        await self._enter(message)
        return True

    async def _next(self) -> p.AnyFromClient | None:
        """The next message that can be taken; None when the client is gone."""
        while True:
            frame = await self._receive()
            if frame["type"] == "websocket.disconnect" or not self.wire.is_open:
                return None
            if frame["type"] != "websocket.receive":
                continue
            if not self._bucket.take():
                await self._hold_back()
                continue
            message = self._parse(frame)
            if message is not None:
                if wait := self.house.commands.wait(self.viewer.address):
                    await asyncio.sleep(wait)
                return message

    async def _hold_back(self) -> None:
        """A message too many. First such are refused, then slowed down, then the connection is closed."""
        now = time.monotonic()
        if now - self._last_too_fast > FORGIVEN_AFTER:
            self._too_fast = 0
        self._too_fast += 1
        self._last_too_fast = now
        if self._too_fast > REFUSED_BEFORE_SLOWED + SLOWED_BEFORE_CLOSED:
            raise Goodbye(p.Close.TOO_FAST, "too fast")
        if self._too_fast > REFUSED_BEFORE_SLOWED:
            await asyncio.sleep(SLOW_SECONDS)
        self.viewer.say("too_fast", f"at most {self.house.settings.commands_a_second:g} messages a second, please")

    def _parse(self, frame: Any) -> p.AnyFromClient | None:
        text = frame.get("text")
        if text is None:
            self.viewer.say("not_text", "messages are text frames of JSON, not binary ones")
        else:
            try:
                message: p.AnyFromClient = p.decode(text)
                return message
            except msgspec.ValidationError as error:
                self.viewer.say("bad_message", str(error)[:300])
            except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
                self.viewer.say("bad_json", "a message is one JSON object")
        return None

    async def _enter(self, hello: p.Hello) -> None:
        if hello.protocol != p.VERSION:
            self.viewer.say("protocol", f"this server speaks protocol {p.VERSION}, not {hello.protocol}")
            raise Goodbye(p.Close.PROTOCOL, "protocol")
        viewer = self.viewer
        viewer.language = hello.language
        try:
            room = await self.house.existing(hello.table)
            viewer.token = await self._opens(hello)
            seats, undos = await room.look(lambda table: (viewer.seats_at(table), table.undos))
            if hello.token is not None and not seats:
                viewer.say("token", "this token opens no seat at this table")
                raise Goodbye(p.Close.TOKEN, "token")
            if not seats and sum(not watcher.seats for watcher in room.watchers) >= self.house.settings.spectators:
                viewer.say("busy", "too many people watch this table")
                raise Goodbye(p.Close.FULL, "spectators")
            if not seats:
                await self._look_on(room)
            viewer.has_seen(hello, undos)
            self._room = room  # whatever happens from now on, the room is left again
            await room.enter(viewer)
            if seats and self._player is not None and self.house.store.club is not None:
                with suppress(StoreTrouble):  # whoever is here can play all the same
                    await self.house.store.club.pairing.came(self._player, hello.table)
        except NoTable:
            viewer.say("no_table", "there is no such table")
            raise Goodbye(p.Close.NO_TABLE, "no table") from None
        except Frozen:
            viewer.say_frozen()
            raise Goodbye(p.Close.FROZEN, "frozen") from None
        except (StoreTrouble, Refused):
            viewer.say("unavailable", "the table cannot be read at the moment; come again")
            raise Goodbye(p.Close.RESTART, "store") from None

    async def _look_on(self, room: Room) -> None:
        """Nobody watches a match whose chance others play, or they themselves."""
        try:
            await may_look(self.house, room, self._player)
        except Refused:
            await self.viewer.dismiss()
            raise Goodbye(p.Close.CLOSED, "duplicate") from None

    async def _opens(self, hello: p.Hello) -> str:
        """The digest of what opens seats here: of a token, or of the one that is kept for a player's card."""
        if hello.token is not None or hello.card is None or self.house.store.club is None:
            return digest_of(hello.token) if hello.token is not None else ""
        self.viewer.card = card_digest(hello.card)
        player = await self.house.store.club.player_of(self.viewer.card)
        self._player = player.id if player is not None else None
        return await self.house.store.club.token_at(player.id, hello.table) or "" if player is not None else ""

    # Commands -----------------------------------------------------------------------------------

    def _answered_else(self, message: p.AnyFromClient) -> p.Command | None:
        """Answer what takes no waiting; what does is left to be carried out."""
        if isinstance(message, p.Ping):
            self.wire.send(p.encode(p.Pong()))
            return None
        if isinstance(message, p.Hello):
            self.viewer.say("hello_twice", "you have said hello; open another connection for another table")
            return None
        if isinstance(message, p.Hint):  # somebody thinks for a while, and whoever moves meanwhile is not kept waiting
            self._stop_hinting()
            self._hinting = message.id, asyncio.create_task(self._carry_out(message))
            return None
        return message

    def _stop_hinting(self) -> None:
        """The last wish counts: who asks again has gone on, and waits for one hint only."""
        if self._hinting is not None and not self._hinting[1].done():
            self._hinting[1].cancel()
            self.wire.send(p.encode(self._refused(None, self._hinting[0], Refused("refused.busy"))))

    async def _carry_out(self, message: p.Command) -> None:
        kind = type(message).__name__.lower()
        assert self._room is not None
        start = time.perf_counter()
        try:
            answer: p.AnyToClient = await carry_out(self.house, self._room, self.viewer, message)
            metrics.COMMANDS.add(kind, "done")
        except Refused as refused:
            metrics.COMMANDS.add(kind, "refused")
            answer = await self._refuse(self._room, message, refused)
        except Frozen:
            metrics.COMMANDS.add(kind, "frozen")
            answer = self._refused(None, message.id, Refused("refused.frozen"))
        except NoTable:
            answer = self._refused(None, message.id, Refused("refused.no_table"))
        except StoreTrouble:
            metrics.COMMANDS.add(kind, "unavailable")
            answer = self._refused(None, message.id, Refused("refused.unavailable"))
        except Exception as error:
            journal.fault("a command failed", error, kind=kind, table=self._room.name)
            answer = p.Error("fault", "that is our fault; it was reported")
        self.wire.send(p.encode(answer))
        if not isinstance(message, p.Hint):
            metrics.ANSWERED.observe(time.perf_counter() - start)

    async def _refuse(self, room: Room, message: p.Command, refused: Refused) -> p.Refused:
        """Why not; first, what the client has missed, if that was why."""

        def look(table: Table) -> p.Refused:
            self.viewer.show(room.news(), table_changed=False)
            return self._refused(table, message.id, refused)

        try:
            return await room.look(look)
        except (Refused, Frozen, NoTable, StoreTrouble):
            safe = refused if refused.message.key.startswith("refused.") else Refused("refused.unavailable")
            return self._refused(None, message.id, safe)

    def _refused(self, table: Table | None, command: str, refused: Refused) -> p.Refused:
        return render.refusal(table, refused, command, self.viewer.language)
