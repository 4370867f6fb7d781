"""The worker of the bots: it is handed what the house asks, and answers when it has thought. Nothing is kept here.

What is asked and answered is pickled by ``thinkers.py`` on the other side; both sides are this same package.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banquise.games import game as game_named
from banquise.server.live.thinkers import Answer, Question

if TYPE_CHECKING:
    from banquise.bots.pool import Job


@dataclass(frozen=True)
class Decide:
    """A decision: what a bot is asked at a table, and the seed of its thoughts."""

    question: Question
    seed: int

    def do(self) -> Answer:
        """Think, as the pool of a server does."""
        from banquise.bots.levels import LEVELS, decide_in, forget_minds, level_named
        from banquise.bots.mind import World

        asked = self.question
        game = game_named(asked.game)
        world = World(game, asked.position, asked.seats, asked.seat)
        try:
            return Answer(decide_in(world, level_named(asked.level), self.seed).moves, asked.level)
        except Exception:  # whatever a search stumbles over, it is the search that falls, and a fox that moves
            forget_minds()
            return Answer(decide_in(world, LEVELS["fox"], self.seed).moves, "fox")


@dataclass(frozen=True)
class Work:
    """Something else: an analysis, an opinion, a record to be read."""

    job: Job

    def do(self) -> Any:
        """Do it to its end; whoever does not want it any more ends the worker."""
        return self.job.do(lambda: False)


def answer(asked: Any) -> bytes:
    """What the worker is sent, done: ("done", what came of it) or ("error", why not), pickled."""
    try:
        return pickle.dumps(("done", pickle.loads(_raw(asked)).do()))  # noqa: S301 -- from our own other worker
    except Exception as error:
        return pickle.dumps(("error", f"{type(error).__name__}: {error}"))


def _raw(sent: Any) -> bytes:
    """Bytes of JavaScript as bytes of Python."""
    return sent if isinstance(sent, bytes) else bytes(sent.to_bytes())
