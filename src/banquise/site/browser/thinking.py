"""A worker of the bots: it is handed what the house asks, and answers when it has thought. Nothing is kept here.

What is asked and answered is pickled by ``thinkers.py`` on the other side; both sides are this same package.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from banquise.games import game as game_named
from banquise.server.live.thinkers import Answer, Question

if TYPE_CHECKING:
    from banquise.bots.deciding import Found
    from banquise.bots.mind import Thought, World
    from banquise.bots.pool import Job


@dataclass(frozen=True)
class Decide:
    """A decision: what a bot is asked at a table, and the seed of its thoughts."""

    question: Question
    seed: int

    def do(self) -> Answer:
        """Think, as the pool of a server does."""
        from banquise.bots.levels import decide_in, level_named

        return _or_a_fox(self, lambda world: decide_in(world, level_named(self.question.level), self.seed))


@dataclass(frozen=True)
class Look:
    """A part of a search that several workers share."""

    question: Question
    seed: int
    part: int
    parts: int

    def do(self) -> Found:
        """Search; ``Settle`` is for deciding."""
        from banquise.bots.levels import level_named, look_in

        level = replace(level_named(self.question.level), parts=self.parts)
        return look_in(_world(self.question), level, self.seed, self.part)


@dataclass(frozen=True)
class Settle:
    """A decision by what the parts of a search have found."""

    question: Question
    seed: int
    found: list[Found]

    def do(self) -> Answer:
        """Decide."""
        from banquise.bots.levels import level_named, settle_in

        level = level_named(self.question.level)
        return _or_a_fox(self, lambda world: settle_in(world, level, self.seed, self.found))


def _world(asked: Question) -> World:
    from banquise.bots.mind import World

    return World(game_named(asked.game), asked.position, asked.seats, asked.seat)


def _or_a_fox(asked: Decide | Settle, decide: Callable[[World], Thought]) -> Answer:
    """Whatever a search stumbles over, it is the search that falls, and a fox that moves."""
    from banquise.bots.levels import LEVELS, decide_in, forget_minds

    world = _world(asked.question)
    try:
        thought = decide(world)
        return Answer(thought.moves, asked.question.level, tuple(thought.chances))
    except Exception:
        forget_minds()
        return Answer(decide_in(world, LEVELS["fox"], asked.seed).moves, "fox")


@dataclass(frozen=True)
class Work:
    """Something else: an analysis, an opinion, a record to be read."""

    job: Job

    def do(self) -> Any:
        """Do it to its end; whoever does not want it any more ends the worker."""
        return self.job.do(lambda: False)


Asked = Decide | Look | Settle | Work


def answer(asked: Any) -> bytes:
    """What the worker is sent, done: ("done", what came of it) or ("error", why not), pickled."""
    try:
        return pickle.dumps(("done", pickle.loads(_raw(asked)).do()))  # noqa: S301 -- from our own other worker
    except Exception as error:
        return pickle.dumps(("error", f"{type(error).__name__}: {error}"))


def _raw(sent: Any) -> bytes:
    """Bytes of JavaScript as bytes of Python."""
    return sent if isinstance(sent, bytes) else bytes(sent.to_bytes())
