"""The house's way to its bots: what is asked goes to other workers, so that a thinking bear holds nobody up.

The search of a bear is shared out to as many workers as there are. Each has a memory of its own, so that nothing is
asked of the page that not every host grants (threads of WebAssembly need an isolated one).
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable
from secrets import randbits
from typing import TYPE_CHECKING, Any, Protocol

from banquise.bots.levels import Level, level_named, levels_of
from banquise.bots.pool import GRACE
from banquise.games import game as game_named
from banquise.server.live.thinkers import Answer, Question
from banquise.site.browser.thinking import Asked, Decide, Look, Settle, Work, _raw

if TYPE_CHECKING:
    from banquise.bots.pool import Job

LONG = 1.0  # seconds: a search that takes less is not worth sharing out


class Bots(Protocol):
    """The workers of the bots, as web/src/local/house.worker.ts has them. Each answers one question after another."""

    def count(self) -> int:
        """How many can be asked now: always one, and others once they stand."""
        ...

    def more(self) -> None:
        """Let there be as many as this machine has room for, if they are not there yet."""
        ...

    def ask(self, number: int, asked: bytes) -> Awaitable[Any]:
        """Let one of them answer."""
        ...


class WorkerThinker:
    """Bots, analyses and records of strangers, in the workers of the bots."""

    def __init__(self, bots: Bots):
        self._bots = bots
        self._is_alone = False  # somebody did not answer: the first does without the others

    def levels_of(self, game: str) -> tuple[str, ...]:
        """Those that every game has, and a yeti where one was taught."""
        return levels_of(game_named(game))

    async def think(self, question: Question) -> Answer:
        """A decision: by the first worker, or by all of them where it takes long."""
        level, seed = level_named(question.level), randbits(31) if question.seed is None else question.seed
        if level.seconds >= LONG and not self._is_alone:
            self._bots.more()
            if self._bots.count() > 1:
                return await self._shared(question, level, seed)
        decided: Answer = await self._answer(Decide(question, seed))
        return decided

    async def _shared(self, question: Question, level: Level, seed: int) -> Answer:
        """All look, and the first decides by what they have found. Who has not come back in time is not waited for."""
        parts = self._bots.count()
        looking = [
            asyncio.ensure_future(self._answer(Look(question, seed, part, parts), part)) for part in range(parts)
        ]
        await asyncio.wait(looking, timeout=level.limit + GRACE)
        found = [look.result() for look in looking if look.done() and look.exception() is None]
        self._is_alone = len(found) < parts
        decided: Answer = await self._answer(Settle(question, seed, found))
        return decided

    async def do(self, job: Job) -> Any:
        """Something else; where there are several, not in the worker that hares and foxes are waited for in."""
        return await self._answer(Work(job), self._bots.count() - 1)

    async def _answer(self, asked: Asked, number: int = 0) -> Any:
        answered = await self._bots.ask(number, pickle.dumps(asked))
        kind, answer = pickle.loads(_raw(answered))  # noqa: S301 -- from our own worker
        if kind == "error":
            raise RuntimeError(answer)
        return answer

    async def close(self) -> None:
        """The page ends its workers itself."""
