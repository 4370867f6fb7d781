"""Hints at tables where one person plays with nobody but bots (``table/hinting.py`` says where, and what about).

One answer a position: what was thought is kept for a while, and whoever asks meanwhile waits for the same thought. So
a table cannot be made to think more often than it has positions. Thinking takes turns with the bots of all tables
(``shares``), and one address asks so many times a minute.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from banquise.games import game as game_named
from banquise.kernel.speech import Message
from banquise.server import journal, metrics, render
from banquise.server import protocol as p
from banquise.server.http.limits import Addresses, household
from banquise.server.live.shares import Share
from banquise.server.live.thinkers import Question, Thinker
from banquise.table.foretelling import foretell
from banquise.table.hinting import Asked
from banquise.table.refused import Refused

if TYPE_CHECKING:
    from banquise.bots.hints import Hint
    from banquise.server.live.house import House

KEPT = 500  # positions whose hint is remembered


class Found(NamedTuple):
    """A hint, and what the log would tell of its move."""

    hint: Hint
    said: list[Message]


class Hints:
    """The hints of one process."""

    def __init__(self, house: House):
        self._house = house
        self._allowed = Addresses(house.settings.hints_a_minute)
        self._known: OrderedDict[Asked, asyncio.Task[Found]] = OrderedDict()

    async def close(self) -> None:
        """Think no more."""
        tasks = [task for task in self._known.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def advise(self, command: str, asked: Asked, address: str, language: str) -> p.Hinted:
        """What the game's best bot would do in haste. Refused, if there is none, or it does not come to an end."""
        task = self._known.get(asked) or self._begin(asked, address)
        try:
            found = await asyncio.shield(task)
        except TimeoutError:
            metrics.LATE_BOTS.add()
            raise Refused("refused.failed_hint") from None
        except Exception as error:
            journal.fault("a hint failed", error)
            raise Refused("refused.failed_hint") from None
        return render.hinted(command, game_named(asked.game), found.hint, found.said, language)

    def _begin(self, asked: Asked, address: str) -> asyncio.Task[Found]:
        from banquise.bots.hints import adviser

        level = adviser(game_named(asked.game), asked.seats)
        thinker = self._house.thinker(asked.game, level.partition("@")[0])
        if thinker is None:
            raise Refused("refused.no_adviser")
        if not self._allowed.take(address):
            raise Refused("refused.often_hint")
        share = Share(household(address))
        task = self._known[asked] = asyncio.create_task(self._think(asked, thinker, level, share))
        task.add_done_callback(lambda done: self._settled(asked, done))
        return task

    def _settled(self, asked: Asked, task: asyncio.Task[Found]) -> None:
        """Remember what was found; what went wrong may go well another time."""
        if task.cancelled() or task.exception() is not None:
            self._known.pop(asked, None)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    async def _think(self, asked: Asked, thinker: Thinker, level: str, share: Share) -> Found:
        from banquise.bots.hints import next_step
        from banquise.bots.mind import World

        game, position, settings = game_named(asked.game), asked.position(), self._house.settings
        question = Question(
            asked.game, asked.seats, {}, position, asked.seat, level, settings.bot_seconds, share=share, seed=asked.seed
        )
        start = time.monotonic()
        async with asyncio.timeout(settings.bot_patience):
            answer = await thinker.think(question)
        metrics.THOUGHTS.observe(time.monotonic() - start)
        if answer.level != level:  # a substitute: its word is nobody's advice
            raise RuntimeError(f"{level} did not come to an end")
        chance = answer.chances[asked.seat] if asked.seats > 1 and answer.chances else None
        hint = next_step(World(game, position, asked.seats, asked.seat), answer.moves, chance, level)
        return Found(hint, foretell(game, position, asked.seat, hint.move).said)
