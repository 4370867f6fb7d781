"""The bots at one table: woken when something has happened, asked for their moves, and never left asleep for good.

Whatever stops a bot (a store in trouble, a full inbox, a search that fails) is noted, and it tries again after a while
for as long as somebody waits for it. Of several processes the one that stored what made a bot due lets it think, and
says so to the others; should it die, they take over when it has been silent for long (``Room.claims``).
"""

from __future__ import annotations

import asyncio
import time
import weakref
from functools import partial
from secrets import randbits
from typing import TYPE_CHECKING, NamedTuple

from banquise.games import game as game_named
from banquise.server import journal, metrics
from banquise.server.http.limits import household
from banquise.server.live.errors import OF_THE_HOUSE, Frozen, NoTable
from banquise.server.live.shares import Share
from banquise.server.live.thinkers import Answer, Question
from banquise.server.stores.store import StoreTrouble
from banquise.table.refused import Refused
from banquise.table.table import Table

if TYPE_CHECKING:
    from banquise.server.live.room import Room

PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds after one failure, two in a row, and so on


class Claim(NamedTuple):
    """A process lets a bot think: for which seat, about the log of which length."""

    head: int
    seat: int

    @property
    def command(self) -> str:
        """What the bot's move is stored as: the same in every process, so that it is made once."""
        return f"bot:{self.head}:{self.seat}"


class Bots:
    """The bots of a room."""

    def __init__(self, room: Room):
        self._room = weakref.ref(room)  # a table that is let go of is freed at once, and not by a collection later
        self.thinking: Claim | None = None  # in this process
        self._task: asyncio.Task[None] | None = None
        self._is_due = False  # something has happened since they last looked
        self._later: asyncio.TimerHandle | None = None
        self._relieved: set[int] = set()  # seats whose bot was late when it last moved

    @property
    def room(self) -> Room:
        """The room they are in; it is there as long as one of them is busy."""
        room = self._room()
        assert room is not None
        return room

    @property
    def is_busy(self) -> bool:
        """Do they think, or wait to try again?"""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Let those move that have to."""
        self._is_due = True
        if not self.is_busy and not self.room.house.closing:
            self._task = asyncio.create_task(self._move_on())

    def _wake_again(self) -> None:
        if self._room() is not None:
            self.wake()

    async def close(self) -> None:
        """Stop thinking."""
        if self._later is not None:
            self._later.cancel()
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _move_on(self) -> None:
        """Until nobody has to move."""
        failures = 0
        try:
            while self._is_due or failures:
                self._is_due = False
                try:
                    while await self._move_one():
                        failures = 0
                    failures = 0
                except (Frozen, NoTable) as error:
                    journal.note("bots stop", table=self.room.name, why=type(error).__name__)
                    return
                except Exception as error:
                    self._note(error)
                    await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                    failures += 1
        finally:
            self._say(None)

    def _note(self, error: Exception) -> None:
        if isinstance(error, Refused | StoreTrouble):
            journal.note("bots pause", table=self.room.name, why=f"{type(error).__name__}: {error}")
        else:
            journal.fault("bots pause", error, table=self.room.name)

    async def _move_one(self) -> bool:
        """Let one bot think and move; False if none has to."""
        asked = await self.room.look(self._question)
        if asked is None:
            return False
        question, claim = asked
        self._say(claim)
        await self._play(question, claim, await self._think(question))
        return True

    def _say(self, claim: Claim | None) -> None:
        if claim != self.thinking:
            self.thinking = claim
            self.room.house.show_presence(self.room)

    def _question(self, table: Table) -> tuple[Question, Claim] | None:
        room, settings = self.room, self.room.house.settings
        if not table.has_people and not room.watchers:
            return None  # nobody waits for what these bots would do
        waiting = table.bots_to_act()
        if waiting:
            waiting = self._unclaimed(table, waiting)
        if not waiting:
            return None
        seat, level = waiting[0]
        position = table.position_for(seat, [randbits(32) for _ in range(4)])
        answers = table.match is not None and table.match.is_answer(seat)
        pause = settings.answer_pause if answers else settings.bot_pause
        game, seats, options = table.game.name, len(table.seats), table.header.options
        question = Question(game, seats, options, position, seat, level, settings.bot_seconds, pause, self._share())
        return question, Claim(table.head, seat)

    def _unclaimed(self, table: Table, waiting: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Those that no other process thinks for. A claim ends with the move it was for, or when its process is silent
        for long: then we look again.
        """
        claims = {claim.seat: until for claim, until in self.room.claims() if claim.command not in table.commands}
        hindered = [claims[seat] for seat, _ in waiting if seat in claims]
        if hindered:
            if self._later is not None:
                self._later.cancel()
            silent = max(0.0, min(hindered) - time.monotonic()) + 0.05
            self._later = asyncio.get_running_loop().call_later(silent, self._wake_again)
        return [(seat, level) for seat, level in waiting if seat not in claims]

    def _share(self) -> Share:
        """For whom a bot thinks here: people who play come before those who watch."""
        seated = [watcher for watcher in self.room.watchers if watcher.seats]
        addresses = [household(watcher.address) for watcher in seated or self.room.watchers]
        return Share(min(addresses, default=""), bool(seated))

    async def _think(self, question: Question) -> Answer:
        start = time.monotonic()
        answer = await self.room.house.think(question)
        thought = time.monotonic() - start
        metrics.THOUGHTS.observe(thought)
        if self.room.watchers:
            await asyncio.sleep(max(0.0, question.pause - thought))
        return answer

    async def _play(self, question: Question, claim: Claim, answer: Answer) -> None:
        """Make a bot's moves together, or the first of them that can be made alone."""
        try:
            await self.room.change(partial(self._act, question, answer), claim.command)
        except Refused as refused:
            first = Answer(answer.moves[:1], answer.level)
            alone = len(answer.moves) > 1 and not game_named(question.game).is_begun(first.moves)
            if refused.message.key in OF_THE_HOUSE or not alone:
                raise
            await self.room.change(partial(self._act, question, first), claim.command)

    def _act(self, question: Question, answer: Answer, table: Table, at: int) -> None:
        """Make the moves; if it is another that has found them, say so, but not at each of many moves in a row."""
        seat = question.seat
        if table.seats[seat].level == question.level and seat in table.to_act and not table.undo_asked:
            table.act(seat, answer.moves, at)
            if answer.level == question.level:
                self._relieved.discard(seat)
            elif seat not in self._relieved:
                self._relieved.add(seat)
                table.relieve(seat, answer.level, at)
