"""The house's way to its bots: what is asked goes to another worker, so that a thinking bear holds nobody up."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable
from secrets import randbits
from typing import TYPE_CHECKING, Any

from banquise.bots.levels import LEVELS
from banquise.server.live.thinkers import Answer, Question
from banquise.site.browser.thinking import Decide, Work, _raw

if TYPE_CHECKING:
    from banquise.bots.pool import Job

Ask = Callable[[bytes], Awaitable[Any]]


class WorkerThinker:
    """Bots, analyses and records of strangers, in a worker that ``ask`` sends to."""

    levels: tuple[str, ...] = tuple(LEVELS)

    def __init__(self, ask: Ask):
        self._ask = ask

    async def think(self, question: Question) -> Answer:
        """A decision."""
        decided: Answer = await self._answer(Decide(question, randbits(31)))
        return decided

    async def do(self, job: Job) -> Any:
        """Something else."""
        return await self._answer(Work(job))

    async def _answer(self, asked: Decide | Work) -> Any:
        kind, answer = pickle.loads(_raw(await self._ask(pickle.dumps(asked))))  # noqa: S301 -- from our own worker
        if kind == "error":
            raise RuntimeError(answer)
        return answer

    async def close(self) -> None:
        """The page ends its workers itself."""
