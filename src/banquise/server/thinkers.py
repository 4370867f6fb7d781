"""Bots as players. A thinker is given a position as one seat may know it, never the truth, and answers with moves."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from banquise.games import game as game_named


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


class Thinker(Protocol):
    """Something that can think."""

    levels: tuple[str, ...]

    async def think(self, question: Question) -> list[int]:
        """The move, or the moves to be made one after another."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


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
