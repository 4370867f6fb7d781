"""One WebSocket: hello, then commands in and news out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from banquise.kernel.notation import BadNotation
from banquise.server import journal, metrics, render
from banquise.server import protocol as p
from banquise.server.http.limits import Bucket
from banquise.server.live.house import House
from banquise.server.live.room import Frozen, NoTable, Room
from banquise.server.live.tokens import digest_of
from banquise.server.live.wire import Wire
from banquise.server.names import clean
from banquise.server.stores.store import StoreTrouble
from banquise.table.table import Refused, Table

Receive = Callable[[], Awaitable[Any]]
REFUSED_BEFORE_SLOWED = 40  # commands that come too fast are refused, then slowed down, then the connection is closed
SLOWED_BEFORE_CLOSED = 10
SLOW_SECONDS = 0.04  # less than it takes to earn another message, or slowing down would be forgiving
FORGIVEN_AFTER = 5.0
_SPECTATOR = (None,)


class Goodbye(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int, reason: str):
        self.code = code
        self.reason = reason
        super().__init__(reason)


class Connection:
    """One client at one table, with the seats that its token opens, or as a spectator."""

    def __init__(self, house: House, wire: Wire, receive: Receive):
        self.house = house
        self.wire = wire
        self.seats: list[int] = []
        self.language: p.Language = "en"
        self._receive = receive
        self._digest = ""
        self._room: Room | None = None
        self._seen: dict[int | None, int] = {}  # events sent, by viewer
        self._first_seen = 0  # events that the client says it has
        self._undos = 0
        self._notes = 0
        self._bucket = Bucket(house.settings.commands_a_second, house.settings.commands_a_second * 2)
        self._too_fast = 0
        self._last_too_fast = 0.0

    # The life of a connection -------------------------------------------------------------------

    async def run(self) -> None:
        """Serve one client until either side closes."""
        metrics.CONNECTIONS.inc()
        try:
            if await self._say_hello():
                while (message := await self._next()) is not None:
                    await self._answer(message)
        except Goodbye as goodbye:
            metrics.CUT.labels(goodbye.reason).inc()
            await self.wire.close(goodbye.code)
        except Exception as error:
            journal.fault("a connection failed", error)
            await self.wire.close(p.Close.FAULT)
        finally:
            self.wire.is_open = False
            metrics.CONNECTIONS.dec()
            if self._room is not None:
                self._room.leave(self)

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
                    self._error("hello_first", "say hello first: which table, and your token if you sit there")
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
        self._error("too_fast", f"at most {self.house.settings.commands_a_second:g} messages a second, please")

    def _parse(self, frame: Any) -> p.AnyFromClient | None:
        text = frame.get("text")
        if text is None:
            self._error("not_text", "messages are text frames of JSON, not binary ones")
        else:
            try:
                message: p.AnyFromClient = p.decode(text)
                return message
            except msgspec.ValidationError as error:
                self._error("bad_message", str(error)[:300])
            except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
                self._error("bad_json", "a message is one JSON object")
        return None

    async def _enter(self, hello: p.Hello) -> None:
        if hello.protocol != p.VERSION:
            self._error("protocol", f"this server speaks protocol {p.VERSION}, not {hello.protocol}")
            raise Goodbye(p.Close.PROTOCOL, "protocol")
        self.language = hello.language
        try:
            room = await self.house.existing(hello.table)
            self._digest = digest_of(hello.token) if hello.token is not None else ""
            seats, undos = await room.look(lambda table: (self._seats_now(table), table.undos))
            if hello.token is not None and not seats:
                self._error("token", "this token opens no seat at this table")
                raise Goodbye(p.Close.TOKEN, "token")
            if not seats and sum(not watcher.seats for watcher in room.watchers) >= self.house.settings.spectators:
                self._error("busy", "too many people watch this table")
                raise Goodbye(p.Close.FULL, "spectators")
            self._first_seen = (hello.seen or 0) if hello.undos == undos else 0
            self._undos = undos
            self._notes = hello.notes or 0
            self._room = room  # whatever happens from now on, the room is left again
            await room.enter(self, self._seats_now)
        except NoTable:
            self._error("no_table", "there is no such table")
            raise Goodbye(p.Close.NO_TABLE, "no table") from None
        except Frozen:
            self.tell_frozen()
            raise Goodbye(p.Close.FROZEN, "frozen") from None
        except (StoreTrouble, Refused):
            self._error("unavailable", "the table cannot be read at the moment; come again")
            raise Goodbye(p.Close.RESTART, "store") from None

    def _seats_now(self, table: Table) -> list[int]:
        """The seats that the token opens at this moment."""
        return table.seats_of(self._digest)

    # News ---------------------------------------------------------------------------------------

    def tell(self, room: Room, table_changed: bool) -> None:
        """Send what this viewer has not seen. A secret move of another seat sends nothing at all."""
        table = room.current()
        if not self.wire.is_open:
            return
        if table_changed:
            self.wire.send(room.rendered_table(tuple(self.seats), self.language, self._notes))
            self._notes = table.note_count
        if table.match is None:
            return
        rewound = table.undos != self._undos
        self._undos = table.undos
        for viewer in self.seats or _SPECTATOR:
            count = table.match.event_count(viewer)
            since = 0 if rewound else min(self._seen.get(viewer, self._first_seen), count)
            if table_changed or rewound or count > since:
                self.wire.send(room.rendered_view(viewer, self.language, since))
            self._seen[viewer] = count

    def tell_frozen(self) -> None:
        """The table's own code failed."""
        self._error("frozen", "something is wrong with this table; it is kept as it is, and the fault was reported")

    def _error(self, code: p.ErrorCode, text: str) -> None:
        self.wire.send(p.encode(p.Error(code, text)))

    # Commands -----------------------------------------------------------------------------------

    async def _answer(self, message: p.AnyFromClient) -> None:
        if isinstance(message, p.Ping):
            self.wire.send(p.encode(p.Pong()))
            return
        if isinstance(message, p.Hello):
            self._error("hello_twice", "you have said hello; open another connection for another table")
            return
        kind = type(message).__name__.lower()
        assert self._room is not None
        start = time.perf_counter()
        try:
            answer: p.AnyToClient = await self._do(self._room, message)
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
        metrics.ANSWERED.observe(time.perf_counter() - start)

    async def _refuse(self, room: Room, message: p.Command, refused: Refused) -> p.Refused:
        """Why not; first, what the client has missed, if that was why."""

        def look(table: Table) -> p.Refused:
            self.tell(room, table_changed=False)
            return self._refused(table, message.id, refused)

        try:
            return await room.look(look)
        except (Refused, Frozen, NoTable, StoreTrouble):
            safe = refused if refused.message.key.startswith("refused.") else Refused("refused.unavailable")
            return self._refused(None, message.id, safe)

    def _refused(self, table: Table | None, command: str, refused: Refused) -> p.Refused:
        return render.refusal(table, refused, command, self.language)

    async def _do(self, room: Room, message: p.Command) -> p.AnyToClient:
        """Do what is asked, or raise Refused."""
        if not self.seats:
            raise Refused("refused.not_seated")
        command = f"{self._digest[:24]}:{message.id}"
        match message:
            case p.Preview():
                return await room.look(lambda table: self._preview(table, message))
            case p.Rematch():
                seat = await room.look(lambda table: self._seat(table, message))
                await self.house.rematch(room, seat, message.entropy, command)
            case p.Leave():
                await room.change(lambda table, at: table.leave(self._seats_now(table), at), command)
                await self._get_up(room)
            case p.Back():
                await room.change(lambda table, at: table.back(self._seats_now(table), at), command)
            case _:
                await room.change(lambda table, at: self._decide(room, table, message, at), command)
        return p.Done(message.id)

    def _decide(self, room: Room, table: Table, message: p.Command, at: int) -> None:
        seat = self._seat(table, message)
        match message:
            case p.Move():
                if table.seats[seat].level is not None and not table.seats[seat].resigned:
                    raise Refused("refused.stood_in")
                if seat in table.clocks.late(at):
                    raise Refused("refused.late")
                table.act(seat, message.move, at)
            case p.Undo():
                table.ask_undo(seat, at)
            case p.Consent():
                table.answer_undo(seat, message.yes, at)
            case p.Chat():
                text = clean(message.text, 500)
                if not text:
                    raise Refused("refused.empty_chat")
                table.chat(seat, text, at)
            case p.Resign():
                table.resign(seat, at)
            case p.Reveal():
                table.reveal(seat, message.part, at)
            case p.Claim():
                if message.level not in self.house.levels:
                    raise Refused("refused.no_such_level", levels=", ".join(self.house.levels))
                table.claim(message.of, self.house.stand_in(table), room.is_absent(message.of), at)
            case _:
                raise AssertionError(f"{type(message).__name__} is not decided here")

    def _seat(self, table: Table, message: p.Command) -> int:
        """The seat that a command is for: ours as the log has it at this moment."""
        mine = self._seats_now(table)
        if not mine:
            raise Refused("refused.not_seated")
        if message.seat is not None:
            if message.seat not in mine:
                raise Refused("refused.not_yours")
            return message.seat
        able = [seat for seat in mine if seat in table.to_act]
        if len(mine) > 1 and len(able) > 1:
            raise Refused("refused.which_seat")
        return able[0] if able else mine[0]

    def _preview(self, table: Table, message: p.Preview) -> p.Previewed:
        seat = self._seat(table, message)
        preview = getattr(table.game.words, "preview", None)
        if table.match is None or preview is None or seat not in table.to_act:
            raise Refused("refused.no_preview")
        try:
            seen = table.game.schema.seen(table.match.state, seat)
            return p.Previewed(message.id, preview(seen, seat, message.move))
        except BadNotation as error:
            raise Refused("refused.bad_move", why=str(error).removeprefix("@")) from None

    async def _get_up(self, room: Room) -> None:
        """Before the start the seats are free again, and this connection only watches."""

        def look(table: Table) -> None:
            if not self._seats_now(table):
                self.seats.clear()
                self._seen = {}
                self._first_seen = 0
                self.tell(room, table_changed=True)

        await room.look(look)
