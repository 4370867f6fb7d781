"""Bots as players. A thinker is given a position as one seat may know it, never the truth, and answers with moves."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.kernel.schema import State
from banquise.server.live.shares import NOBODY, Share, Shares

RANDOM = "random"  # the level that is always here


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the position with all that its seat cannot know imagined anew, and how long it may think."""

    game: str
    seats: int
    options: dict[str, str]
    position: State
    seat: int
    level: str
    seconds: float
    pause: float = 0.0  # how long the answer takes at least where people watch
    share: Share = NOBODY
    seed: int | None = None  # of its thoughts, where they are to repeat


class Answer(NamedTuple):
    """The moves to be made one after another, and the level that has found them: another, if the one asked was late."""

    moves: list[int]
    level: str
    chances: tuple[float, ...] = ()  # of each seat to win, as a search has seen them


class Thinker(Protocol):
    """Something that can think."""

    def levels_of(self, game: str) -> tuple[str, ...]:
        """The levels that it plays a game at, the weakest first."""
        ...

    async def think(self, question: Question) -> Answer:
        """The move, or the moves to be made one after another."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


class PoolThinker:
    """The house's bots, thinking beside the table (``banquise.bots.pool``); searches take turns (``shares``)."""

    def __init__(self, workers: int = 0):
        from banquise.bots.pool import usual_workers

        self._workers = workers or usual_workers()
        self._shares = Shares(self._workers)
        self._pool: Any = None

    def levels_of(self, game: str) -> tuple[str, ...]:
        """Those that every game has, and a yeti where one was taught."""
        from banquise.bots.levels import levels_of

        return levels_of(game_named(game))

    def start(self) -> None:
        """Start thinking; the searches of all games are made ready meanwhile."""
        from banquise.bots.pool import Pool

        if self._pool is None:
            self._pool = Pool(self._workers, NAMES)

    async def think(self, question: Question) -> Answer:
        """Let a thread of the pool decide; a level that searches waits for its turn."""
        from banquise.bots.levels import level_named

        if not level_named(question.level).seconds:
            return await self._answer(question)
        async with self._shares.turn(question.share):
            return await self._answer(question)

    async def _answer(self, question: Question) -> Answer:
        from banquise.bots.mind import World

        self.start()
        game = game_named(question.game)
        world = World(game, question.position, question.seats, question.seat)
        seed = random.getrandbits(31) if question.seed is None else question.seed
        thinking = self._pool.think_in(world, question.level, seed, question.seconds)
        moves: list[int] = await asyncio.wrap_future(thinking)
        return Answer(moves, thinking.level, tuple(thinking.thought.chances))

    async def do(self, job: Any) -> Any:
        """Let a process do something else (``banquise.bots.pool.Job``)."""
        self.start()
        return await asyncio.wrap_future(self._pool.do(job))

    async def close(self) -> None:
        """End the pool of processes, if it was started."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)


class RandomThinker:
    """Any legal move."""

    def levels_of(self, game: str) -> tuple[str, ...]:
        """One, of every game."""
        return (RANDOM,)

    async def think(self, question: Question) -> Answer:
        """Any legal move of the position."""
        game = game_named(question.game)
        state, out = question.position, [0] * game.buffer
        n = game.rules.legal_moves(state, question.seat, out)
        return Answer([random.choice(out[:n])], question.level)

    async def close(self) -> None:
        """Nothing to stop."""
