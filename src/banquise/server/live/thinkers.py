"""Bots as players. A thinker is given a position as one seat may know it, never the truth, and answers with moves."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any, Protocol

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.table import Match


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the position with all that its seat cannot know imagined anew, and how long it may think."""

    game: str
    seats: int
    options: dict[str, str]
    position: dict[str, Any]
    seat: int
    level: str
    seconds: float
    pause: float = 0.0  # how long the answer takes at least where people watch


class Thinker(Protocol):
    """Something that can think."""

    levels: tuple[str, ...]

    async def think(self, question: Question) -> list[int]:
        """The move, or the moves to be made one after another."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


class PoolThinker:
    """The house's bots, thinking in processes of their own (``banquise.bots.pool``)."""

    def __init__(self, workers: int = 0):
        from banquise.bots.levels import LEVELS

        self.levels: tuple[str, ...] = tuple(LEVELS)
        self._workers = workers
        self._pool: Any = None

    def start(self) -> None:
        """Start the processes, each of which makes all games ready (compiles them, the first time)."""
        from banquise.bots.pool import Pool

        if self._pool is None:
            self._pool = Pool(self._workers, NAMES)

    async def think(self, question: Question) -> list[int]:
        """Ask the pool."""
        self.start()
        match = Match(game_named(question.game), question.seats, question.options, position=question.position)
        thinking = self._pool.think(match, question.seat, question.level, random.getrandbits(31), question.seconds)
        moves: list[int] = await asyncio.wrap_future(thinking)
        return moves

    async def do(self, job: Any) -> Any:
        """Let one of the processes do something else (``banquise.bots.pool.Job``)."""
        self.start()
        return await asyncio.wrap_future(self._pool.do(job))

    @property
    def is_warm(self) -> bool:
        """Can a search begin at once?"""
        return self._pool is not None and bool(self._pool.is_warm)

    async def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)


class RandomThinker:
    """Any legal move."""

    levels: tuple[str, ...] = ("random",)

    async def think(self, question: Question) -> list[int]:
        """Any legal move of the position."""
        game = game_named(question.game)
        state, out = game.schema.from_json(question.position), [0] * game.buffer
        n = game.rules.legal_moves(state, question.seat, out)
        return [random.choice(out[:n])]

    async def close(self) -> None:
        """Nothing to stop."""
