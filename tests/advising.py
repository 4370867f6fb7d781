"""A bot that gives hints at once, or as slowly and badly as a test wants."""

from __future__ import annotations

import asyncio

from banquise.games import game as game_named
from banquise.server.live.thinkers import Answer, Question, RandomThinker


class Adviser(RandomThinker):
    """Bears and yetis that answer at once, unless they are held up, with what follows from the seed they are given."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.free = asyncio.Event()
        self.free.set()
        self.error: Exception | None = None
        self.answers_as: str | None = None

    def levels_of(self, game: str) -> tuple[str, ...]:
        return ("bear", "yeti")

    async def think(self, question: Question) -> Answer:
        if question.seed is None:  # a bot at a table
            return await super().think(question)
        self.asked.append(question)
        await self.free.wait()
        if self.error is not None:
            raise self.error
        game, out = game_named(question.game), [0] * 10_000
        n = game.rules.legal_moves(question.position, question.seat, out)
        move = out[question.seed % n]
        return Answer([move], self.answers_as or question.level, (0.25,) * question.seats)
