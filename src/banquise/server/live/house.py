"""All tables of one process: made, found, listed, kept in time, forgotten."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.server import journal, metrics
from banquise.server import protocol as p
from banquise.server.http.limits import Addresses
from banquise.server.live.bots import Claim
from banquise.server.live.cards import Cards, alert_at, seatings
from banquise.server.live.crowd import Crowd, census
from banquise.server.live.errors import Frozen, NoTable
from banquise.server.live.hints import Hints
from banquise.server.live.memory import give_memory_back
from banquise.server.live.room import Room
from banquise.server.live.thinkers import RANDOM, Answer, Question, RandomThinker, Thinker
from banquise.server.live.tokens import digest_of, new_name, new_token
from banquise.server.names import clean
from banquise.server.now import now_ms
from banquise.server.settings import Settings
from banquise.server.stores.store import Append, Cardholder, Conflict, Store, StoreFull, StoreTrouble
from banquise.server.words import WordList
from banquise.table import entries as e
from banquise.table.match import Decision
from banquise.table.refused import Refused
from banquise.table.seats import Warned
from banquise.table.table import Table

SHARE_OF_ONE = 10  # as many commands as so many connections may send are heard from one address; others wait
ALIVE_EVERY = 5.0
ALARM_EVERY = 0.25
TIDY_EVERY = 3_600.0
UNUSED_CARD_MS = 30 * 86_400_000  # after which a card under which nobody sits or sat anywhere is forgotten
STALE_BOT_MS = 15_000
CATCH_UP_EVERY = 1.0
EVERYTHING = "*"
SUBSTITUTE = "fox"  # answers for a bot that is late: it needs no time
MOST_SEARCHES = 6  # of one programme; two are usual
TROUBLE_SECONDS = 30.0  # so long after the last failure to write, if nothing has been written since
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class BadTable(ValueError):
    """A table that cannot be made; says what would be right."""


def make_store(database: str) -> Store:
    """The store that an address names: ``sqlite:FILE``, or ``postgresql://...``."""
    if database.startswith(("postgresql://", "postgres://")):
        from banquise.server.stores.postgres import PostgresStore

        return PostgresStore(database)
    if database.startswith("sqlite:"):
        from banquise.server.stores.sqlite import SqliteStore

        return SqliteStore(database.removeprefix("sqlite:").removeprefix("//"))
    raise ValueError(f"{database!r} is no database: give sqlite:FILE or postgresql://USER@HOST/NAME")


class House:
    """The tables of one process."""

    def __init__(self, store: Store, settings: Settings, thinkers: Sequence[Thinker] = ()):
        self.store = store
        self.settings = settings
        self.fallback = RandomThinker()
        self.thinkers: tuple[Thinker, ...] = (*thinkers, self.fallback)
        self.commands = Addresses(60 * SHARE_OF_ONE * settings.commands_a_second, burst=settings.connections_of_one)
        self.words = WordList(settings.words)
        self.hints = Hints(self)
        self.rooms: dict[str, Room] = {}
        self.crowd = Crowd()
        self.downtime: list[tuple[int, int]] = []
        self.started = time.monotonic()
        self.closing = False
        self._trouble_at: float | None = None
        self.process = secrets.token_hex(8)
        self._tasks: list[asyncio.Task[None]] = []
        self._refreshing: set[asyncio.Task[None]] = set()
        self._behind: set[Room] = set()  # whose news may be on disk, and are read again until we know

    def levels_of(self, game: str) -> list[str]:
        """The bots that can be asked to play a game."""
        return [level for thinker in self.thinkers for level in thinker.levels_of(game)]

    def name(self, wish: str) -> str:
        """A name as it will be shown; Refused, if the operator's list has something in it."""
        return self.words.check_name(clean(wish))

    def warning(self, table: Table, seat: int, at: int) -> Warned:
        """Whom a person who is waited for has chosen plays for them soon, else a bear; it is no opponent's choice."""
        known = self.levels_of(table.header.game)
        chosen = next((level for level in (table.seats[seat].deputy, "bear") if level in known), None)
        return Warned(at, int(self.settings.warning_seconds * 1000), chosen or RANDOM)

    async def think(self, question: Question) -> Answer:
        """Ask the bot of a level for its moves, until they are whole: a table takes no half programmes.

        Whoever writes on and on puts off what it dreads, as a search looks only so far ahead, while people wait: it is
        asked a few times, and what it has written by then is sent.
        """
        game, moves = game_named(question.game), []
        for _ in range(MOST_SEARCHES):
            answer = await self._ask(question)
            moves += answer.moves
            if not game.is_begun(moves):
                return Answer(moves, answer.level)
            position = question.position.copy()
            for move in answer.moves:
                game.rules.play(position, question.seat, move)
            question = replace(question, position=position, level=answer.level)
        return Answer([*moves, game.ending_of(question.position, question.seat)], question.level)

    async def _ask(self, question: Question) -> Answer:
        """Ask once; if a bot is late, or fails, a fox answers in its place, or whoever else is here."""
        for level in dict.fromkeys((question.level, SUBSTITUTE)) if question.level != RANDOM else ():
            thinker = self.thinker(question.game, level)
            if thinker is not None:
                try:
                    async with asyncio.timeout(self.settings.bot_patience):
                        return await thinker.think(replace(question, level=level))
                except TimeoutError:
                    metrics.LATE_BOTS.add()
                except Exception as error:
                    journal.fault("a bot failed", error, level_of_bot=level)
        return await self.fallback.think(replace(question, level=RANDOM))

    def thinker(self, game: str, level: str) -> Thinker | None:
        """Who thinks as this level does, if anybody here does."""
        return next((thinker for thinker in self.thinkers if level in thinker.levels_of(game)), None)

    @property
    def can_write(self) -> bool:
        """Could what was last to be stored be stored? (If nobody has tried for a while, we do not know better.)"""
        return self._trouble_at is None or time.monotonic() - self._trouble_at > TROUBLE_SECONDS

    def wrote(self, well: bool) -> None:
        """Something was stored, or could not be."""
        self._trouble_at = None if well else time.monotonic()

    # Opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the store, wake the bots that were interrupted, start the upkeep."""
        await self.store.open()
        self.store.claim()
        self.downtime[:] = await self.store.alive(now_ms())
        self.store.listen(self._heard, self._overheard)
        for table in await self.store.waiting_for_bots():
            self.room(table).wake_bots()
        self._tasks = [
            asyncio.create_task(self._repeat(ALARM_EVERY, self._ring)),
            asyncio.create_task(self._repeat(ALIVE_EVERY, self._keep)),
            asyncio.create_task(self._repeat(TIDY_EVERY, self.forget_unused_cards)),
        ]
        journal.note("open", tables_in_memory=len(self.rooms))

    async def close(self) -> None:
        """Stop: nothing acknowledged is lost, because it is on disk already."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        for task in self._refreshing:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._refreshing, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self.rooms.values()), return_exceptions=True)
        await self.hints.close()
        for thinker in self.thinkers:
            await thinker.close()
        with suppress(StoreTrouble):
            await self.store.alive(now_ms())
        await self.store.close()
        journal.note("closed")

    async def _repeat(self, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await do()
            except StoreTrouble as error:
                metrics.TROUBLES.add()
                journal.note("store trouble", error=str(error))
            except Exception as error:
                journal.fault("upkeep failed", error)

    async def _ring(self) -> None:
        """Times that are up; bots whose process has died."""
        now = now_ms()
        for table in await self.store.alarms(now, now - STALE_BOT_MS):
            room = self.room(table)
            try:
                before = await room.look(lambda table: table.head)
                await room.change(lambda table, at: table.ring(at))
                if await room.look(lambda table: table.head) == before:
                    await room.refresh_card()  # downtime was credited: the deadline is later than the store thinks
                room.wake_bots()
            except (Refused, Frozen, NoTable, Conflict):  # another process may have been quicker
                continue
            except StoreTrouble:
                raise
            except Exception as error:  # of this table: the times of all others are up as well
                journal.fault("an alarm failed", error, table=table)

    async def _keep(self) -> None:
        """Say that we live; drop idle tables from memory; forget what has been kept long enough."""
        self.downtime[:] = await self.store.alive(now_ms())
        self.drop_idle(time.monotonic() - self.settings.idle_seconds)
        for room in self.rooms.values():
            room.forget_the_silent()
            if room.present_here() or room.bots.thinking:
                self.show_presence(room)
        self.store.whisper(json.dumps({"crowd": [self.process, *census(self.rooms.values())]}))
        metrics.ROOMS.set(len(self.rooms))
        if self.settings.keep_days > 0:
            before = now_ms() - int(self.settings.keep_days * 86_400_000)
            for table in await self.store.expired(before, before):
                await self.delete(table)
            if self.store.club is not None:
                await self.store.club.evenings.sweep(before)
                await self.store.club.duplicates.sweep()

    async def forget_unused_cards(self) -> None:
        """Cards are made freely, so those that nobody plays under do not stay."""
        if self.store.club is not None:
            await self.store.club.forget_unused(now_ms() - UNUSED_CARD_MS)

    def drop_idle(self, since: float) -> None:
        """Let go of tables that nobody has needed since a time, and of their memory; where there are very many, of
        those that nobody needs now: whoever reads one after the other does not fill it.
        """
        idle = sorted((room for room in self.rooms.values() if not room.is_busy), key=lambda room: room.touched)
        too_many = len(self.rooms) - self.settings.tables_in_memory
        gone = [room for n, room in enumerate(idle) if room.touched < since or n < too_many]
        for room in gone:
            del self.rooms[room.name]
        if gone:
            give_memory_back()

    def _heard(self, table: str, head: int, rows: Sequence[e.Row] = ()) -> None:
        """Another process has appended, and perhaps says what."""
        rooms = list(self.rooms.values()) if table == EVERYTHING else [self.rooms[table]] if table in self.rooms else []
        for room in rooms:
            self.do_soon(room.refresh(head or None, rows))

    def show_presence(self, room: Room) -> None:
        """Tell the other processes which seats' people are connected here, and what a bot thinks about here."""
        self.store.whisper(json.dumps([self.process, room.name, sorted(room.present_here()), room.bots.thinking]))

    def revoked(self, card: str) -> None:
        """A card was taken from a device: cut its connections, here and in the other processes."""
        self._cut_off(card)
        self.store.whisper(json.dumps({"revoked": card}))

    def _cut_off(self, card: str) -> None:
        for room in self.rooms.values():
            for watcher in tuple(room.watchers):
                if watcher.card == card:
                    watcher.token = ""  # at once; to close takes a moment
                    self.do_soon(watcher.revoke())

    def _overheard(self, text: str) -> None:
        told = json.loads(text)
        if isinstance(told, dict):
            ((what, value),) = told.items()
            if what == "revoked":
                self._cut_off(value)
            elif what == "settled":
                self._settle_here(value)
            elif what == "reread":
                self._let_go(value)
            elif what == "crowd" and value[0] != self.process:
                self.crowd.heard(*value)
            return
        process, table, seats, thinking = told
        if process != self.process and table in self.rooms:
            self.rooms[table].present_elsewhere(process, seats, Claim(*thinking) if thinking else None)

    def settle_soon(self, table: Table) -> None:
        """A match of a duplicate has ended: perhaps it was the last, and all of them may be looked at."""
        if table.header.dealt is not None:
            self.do_soon(self.settle(table.header.dealt.duplicate))

    async def settle(self, duplicate: str) -> None:
        """Tell the tables of a duplicate that nobody plays any more, here and in the other processes, if it is so."""
        if self.store.club is None:
            return
        tables = await self.store.club.duplicates.settle(duplicate, now_ms())
        if tables:
            self._settle_here(tables)
            self.store.whisper(json.dumps({"settled": tables}))

    def _settle_here(self, tables: Sequence[str]) -> None:
        for table in tables:
            if table in self.rooms:
                self.do_soon(self.rooms[table].settle())

    def refresh_later(self, room: Room) -> None:
        """Read a table again when the store may have recovered: what was not told may have been stored."""
        if room not in self._behind:
            self._behind.add(room)
            self.do_soon(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        try:
            while room.is_behind and not self.closing:
                await asyncio.sleep(CATCH_UP_EVERY)
                await room.refresh()
            room.wake_bots()  # what was stored may have made one due, and nobody else knows
        finally:
            self._behind.discard(room)

    def do_soon(self, what: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(what)
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    # Tables -------------------------------------------------------------------------------------

    def room(self, table: str) -> Room:
        """A table, in memory from now on. Whether it exists is seen when it is read."""
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(self, table)
        return room

    async def existing(self, table: str) -> Room:
        """A table that exists; NoTable otherwise, and nothing is kept in memory for it."""
        if not _NAME.fullmatch(table):
            raise NoTable(table)  # and no store is asked about it
        room = self.room(table)
        try:
            await room.look(lambda table: None)
        except NoTable:
            self.rooms.pop(table, None)
            raise
        return room

    async def create(
        self,
        wish: p.NewTable,
        before: Sequence[Decision] = (),
        position: dict[str, Any] | None = None,
        holder: Cardholder | None = None,
    ) -> p.Seated:
        """Make a table; whoever makes it sits on the seats they asked for.

        ``before``: decisions of another match, known to be legal, where the match of this table begins;
        ``position``: where it begins instead, as only a browser on its own asks for. Whoever sits down with a card
        (``holder``) is given no token: the card opens the seats, as long as it is not revoked.
        """
        if wish.rated and (holder is None or before or position):
            raise BadTable("a rated table is made by a player with a card, and its match begins at the beginning")
        header = self.check(wish)
        token = new_token()
        mine = [n for n, place in enumerate(wish.seats) if place.kind == "me"]
        table = Table(new_name(), header, self.downtime)
        if before:
            table.go_on(before, header.created)
        if position:
            table.resume(position, header.created)
        for n in mine:
            entropy = wish.entropy if n == mine[0] else ""
            name = self.name(wish.seats[n].name or wish.name)
            table.sit_again(n, name, digest_of(token), entropy, header.created)
        table.start_if_full(header.created)
        if table.match is not None and table.match.is_over:
            raise Refused("refused.over_there")
        await self.keep_new(table, {digest_of(token): holder} if holder else {})
        return p.Seated(table.name, mine, token if mine and not holder else None, header.commitment)

    def check(self, wish: p.NewTable) -> e.Header:
        """A header for such a table; BadTable says what would be right."""
        try:
            game = game_named(wish.game)
            game.check_seats(len(wish.seats))
            game.option_values(wish.options, len(wish.seats))
        except ValueError as error:
            raise BadTable(str(error)) from None
        asked, known = [place.level for place in wish.seats if place.kind == "bot"], self.levels_of(game.name)
        for level in [*asked, wish.clock.level]:
            if level not in known:
                raise BadTable(f"no bot of level {level!r} plays {game.title} here: choose one of {', '.join(known)}")
        _check_clock(wish.clock)
        options = {o.name: wish.options.get(o.name, o.values[0]) for o in game.options}
        if wish.rated:
            _check_rated(wish, [o.name for o in game.options if options[o.name] != o.values[0]])
        return _fresh_header(
            game=game.name,
            options=options,
            places=[_place(place) for place in wish.seats],
            clock=wish.clock,
            public=wish.public,
            title=self.words.check_name(clean(wish.title, 60)),
            rated=wish.rated,
        )

    async def keep_new(self, table: Table, sitters: Mapping[str, Cardholder]) -> None:
        """Store a new table with what has happened at it, and let its bots move."""
        header, draft = table.header, table.draft
        rows = tuple(e.Row(n, header.created, None, e.encode(entry)) for n, entry in enumerate(draft))
        card, told = Cards().card(table, header.created), alert_at(table, header.created)
        first = Append(table.name, 0, rows, card, seatings(table, sitters), alert_at=told)
        try:
            await self.store.create(
                table.name, header.game, header.public, e.encode_header(header), header.created, first
            )
        except StoreTrouble as error:
            metrics.TROUBLES.add()
            self.wrote(False)
            raise Refused("refused.full" if isinstance(error, StoreFull) else "refused.unavailable") from None
        if table.bots_to_act():
            self.room(table.name).wake_bots()

    async def join(self, table: str, wish: p.JoinWish, holder: Cardholder | None = None) -> p.Seated:
        """Sit down at a table; with a card, which then opens the seat and no token does."""
        room, token = await self.existing(table), new_token()
        header = await room.look(lambda table: table.header)
        if header.rated:
            await self._check_comer(table, holder)
        if header.dealt is not None and header.dealt.duplicate:
            await self._check_dealt(table, header.dealt.known, holder)
        name, digest = self.name(wish.name), await self._token_of(holder, table) or digest_of(token)

        def decide(table: Table, at: int) -> tuple[int, str]:
            return table.join(wish.seat, name, digest, wish.entropy, at), table.header.commitment

        # The digest of the token is the command: if the store wavers, the seat is found again, not taken twice.
        joined = await room.change(decide, f"join:{digest_of(token)[:32]}", {digest: holder} if holder else {}, "join")
        opens = None if holder else token
        if joined is None:
            seats, commitment = await room.look(lambda table: (table.seats_of(digest), table.header.commitment))
            return p.Seated(table, seats, opens, commitment)
        return p.Seated(table, [joined[0]], opens, joined[1])

    async def _check_comer(self, table: str, holder: Cardholder | None) -> None:
        """At a rated table everybody has a card, and nobody plays against themselves."""
        if holder is None or self.store.club is None:
            raise Refused("refused.rated_card")
        for one in (await self.store.club.players_at(table)).values():
            if one.player == holder.player or one.device == holder.device:
                raise Refused("refused.rated_twice")

    async def _check_dealt(self, table: str, known: bool, holder: Cardholder | None) -> None:
        """At a table of a duplicate nobody plays who is known to have seen its chance, and everybody once."""
        if self.store.club is None:
            return
        duplicates = self.store.club.duplicates
        if await duplicates.until(table) <= now_ms():
            raise Refused("refused.duplicate_late")
        if holder is not None and not known and await duplicates.knows(table, holder.player):
            raise Refused("refused.duplicate_known")

    async def _token_of(self, holder: Cardholder | None, table: str) -> str | None:
        """What opens the seats that a player has at a table already: a second seat is opened by the same."""
        if holder is None or self.store.club is None:
            return None
        return await self.store.club.token_at(holder.player, table)

    async def rematch(self, room: Room, seat: int, entropy: str, command: str, by: str) -> None:
        """Ask for another match; when everybody has, make its table, with everybody one seat further."""
        agreed = await room.change(lambda table, at: table.ask_rematch(seat, entropy, at), command, by=by)
        if agreed is False:
            return  # None: asked before, and whoever should have made the table then may have died over it
        table = await room.look(self._rematch_table)
        if table is not None:
            club = self.store.club
            await self.keep_new(table, await club.players_at(room.name) if club is not None else {})
            await room.change(lambda old, at: old.rematched(table.name, at) if old.rematch is None else None)

    def _rematch_table(self, old: Table) -> Table | None:
        if old.rematch is not None or not old.all_ask_rematch:
            return None
        turn = len(old.seats) - 1  # the seat of number 1 goes to number 0
        order = [(n - turn) % len(old.seats) for n in range(len(old.seats))]
        before = old.header
        header = _fresh_header(
            game=before.game,
            options=before.options,
            places=[before.places[n] for n in order],
            clock=before.clock,
            public=before.public,
            title=before.title,
            rated=before.rated,
            rematch_of=old.name,
        )
        table = Table(new_name(), header, self.downtime)
        if old.before:  # the same moment again, from the other side
            table.go_on(old.before, header.created)
        if old.position:
            table.resume(old.position, header.created)
        for number, n in enumerate(order):
            seat = old.seats[n]
            if seat.token:
                table.sit_again(number, seat.name, seat.token, old.rematch_asked.get(n, ""), header.created)
        table.start_if_full(header.created)
        return table

    def reread(self, table: str) -> None:
        """A log was rewritten, to forget somebody: what is in memory of it, here and elsewhere, is read anew."""
        self._let_go(table)
        self.store.whisper(json.dumps({"reread": table}))

    def _let_go(self, table: str) -> None:
        room = self.rooms.get(table)
        if room is not None:
            self.do_soon(room.reread())

    async def delete(self, table: str) -> bool:
        """Forget a table."""
        await self._shut(table)
        was = await self.store.delete(table)
        await self._shut(table)  # somebody may have had it read again meanwhile
        return was

    async def _shut(self, table: str) -> None:
        room = self.rooms.pop(table, None)
        if room is not None:
            await room.close()
            room.frozen = True


def _check_clock(clock: e.Clock) -> None:
    longest = 60 * 86_400
    if clock.kind != "none" and not 1 <= clock.seconds <= longest:
        raise BadTable(f"a clock has from 1 second to 60 days ({longest} seconds), not {clock.seconds}")
    if not 0 <= clock.increment <= 86_400:
        raise BadTable(f"an increment is from 0 to 86400 seconds, not {clock.increment}")


def _check_rated(wish: p.NewTable, unusual: list[str]) -> None:
    """May a match at such a table count? All must meet the same laws, and the bots be those that were measured."""
    from banquise.server.club.rating import bots  # needs what a browser on its own has not

    kinds = [place.kind for place in wish.seats]
    if len(kinds) < 2 or kinds.count("me") > 1 or set(kinds) == {"bot"}:
        raise BadTable("a rated match is of two or more, at least one of them a person, and you have one seat in it")
    if wish.clock.kind == "none" or wish.clock.late != "resign":
        raise BadTable("a rated match has a clock, and whoever runs out of time resigns: give it, with late 'resign'")
    if unusual:
        raise BadTable(f"a rated match is played by the usual rules: leave out the options {', '.join(unusual)}")
    measured = bots(wish.game, len(kinds))
    for place in wish.seats:
        if place.kind == "bot" and place.level not in measured:
            known = f"choose one of {', '.join(measured)}" if measured else "play it with people only"
            raise BadTable(f"no {place.level} was measured at {wish.game} with {len(kinds)} seats: {known}")


def _place(wish: p.PlaceWish) -> e.Place:
    return e.Place("bot", wish.level) if wish.kind == "bot" else e.Place()


def _fresh_header(**facts: Any) -> e.Header:
    """A header with a seed of its own, made now."""
    seed = fair.new_seed()
    return e.Header(
        rules=game_named(facts["game"]).version,
        seed=seed.hex(),
        commitment=fair.commitment(seed),
        created=now_ms(),
        decks=True,
        **facts,
    )
