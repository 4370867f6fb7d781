"""Thousands of matches as one array of records, stepped by compiled rules in parallel threads.

>>> from banquise.research.batch import Batch
>>> batch = Batch("ice_lake", count=4, seats=2, seed=1)
>>> batch.actors.tolist()
[0, 0, 0, 0]
>>> batch.masks.shape
(4, 137)
>>> batch.step([1, 1, 1, 1])
>>> batch.ended.tolist()
[False, False, False, False]

The buffers are NumPy arrays and speak DLPack, so other libraries take them as they are, without a copy:
``torch.from_dlpack(batch.observations)``, ``jax.dlpack.from_dlpack(batch.observations)``. What was handed out shows
every later step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from banquise.games import game as game_named
from banquise.kernel.chance import WORDS
from banquise.kernel.compile import compiled
from banquise.kernel.seeds import checked_seed
from banquise.research import stepper
from banquise.research.copies import Whole
from banquise.research.observations import DTYPE, Observer


class Batch(Whole):
    """Matches of one game, side by side. The buffers below are reused: copy what you keep, and write into none.

    Match i of a batch uses chance stream i of the seed; when it ends and begins anew, stream i + count, and so on. So
    results depend on the seed and the actions, never on the number of threads.
    """

    observations: npt.NDArray[np.int16]  # (count, observer.size): what the acting seat may see
    masks: npt.NDArray[np.bool_]  # (count, move codes): its legal moves
    legal: npt.NDArray[np.int16]  # (count, room): the same as a list, in the order of the codes
    choices: npt.NDArray[np.int64]  # (count,): how many moves of that list count
    actors: npt.NDArray[np.int64]  # (count,): the acting seat
    rewards: npt.NDArray[np.float64]  # (count, seats): nonzero only where a match has just ended
    ended: npt.NDArray[np.bool_]  # (count,): the match ended with this step, and a new one has begun

    def __init__(
        self,
        name: str,
        count: int,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
    ):
        if count < 1 or threads < 1:
            raise ValueError(f"a batch has at least one match and one thread, not {count} and {threads}")
        self.game = game_named(name)
        self.seats = self.game.usual_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.observer = Observer(self.game)
        self._options = np.array(self.game.option_values(options or {}) or [0], np.int64)
        self.count = count
        self.records = self.game.schema.records(count + 1)  # the last one is the template
        self._rngs = np.zeros((count, WORDS), np.int64)
        self._streams = np.zeros(count, np.int64)
        self._slices = list(pairwise([count * k // threads for k in range(threads + 1)]))
        self._observe = observe
        self.observations = np.zeros((count, self.observer.size), DTYPE)
        self.masks = np.zeros((count, self.game.move_codes), np.bool_)
        self.legal = np.zeros((count, self.game.buffer), np.int16)
        self.choices = np.zeros(count, np.int64)
        self.actors = np.zeros(count, np.int64)
        self.rewards = np.zeros((count, self.seats), np.float64)
        self.ended = np.zeros(count, np.bool_)
        self._actions = np.zeros(count, np.int64)
        self.look()
        self._program.set_up(self.records, count, self.seats, self._options)
        self.reset(seed)

    made_by_look = ("_octets", "_pool", "_program", "_shown", "_words")

    def look(self) -> None:
        """The compiled rules, the threads, and the arrays that look into others."""
        self._program = compiled(stepper, self.game.rules)
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self._octets, self._words = self.observer.numbers(self.records)
        self._shown = (self.masks, self._observe, self._octets, self._words, self.observer.plan, self.observations)

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew; with a seed, from its streams."""
        if seed is not None:
            self._seed = checked_seed(seed)
        self._streams[:] = np.arange(self.count)
        self.rewards[:] = 0.0
        self.ended[:] = False

        def begin(first: int, last: int) -> None:
            self._program.begin_many(
                self.records,
                self.count,
                first,
                last,
                self._seed,
                self._streams,
                self._rngs,
                self.legal,
                self.choices,
                self.actors,
                *self._shown,
            )

        self._all(begin)

    def step(self, actions: Sequence[int] | npt.NDArray[Any]) -> None:
        """One decision in each match by its acting seat. An illegal action raises, and nothing has changed."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise ValueError(f"{self.count} matches take {self.count} actions, not an array of shape {chosen.shape}")
        bad = self._program.first_illegal(self.records, 0, self.count, self.actors, chosen)
        if bad >= 0:
            why = compiled(self.game.rules).why_illegal(self.records[bad], self.actors[bad], chosen[bad])
            reason = self.game.reasons[int(why)]
            raise ValueError(f"action {chosen[bad]} of match {bad} is illegal: {reason.key} ({reason.paragraph})")
        self.step_unchecked(chosen)

    def step_unchecked(self, actions: npt.NDArray[np.int64]) -> None:
        """As ``step``, for actions that are known to be legal (taken from the masks): no questions asked."""

        self._all(lambda first, last: self._program.step_many(*self._turn(first, last, actions)))

    def step_at_random(self, steps: int = 1) -> None:
        """So many random legal decisions in each match, all matches in step, without coming back to Python."""
        actions = self._actions
        self._all(lambda first, last: self._program.wander_many(steps, *self._turn(first, last, actions)))

    def _turn(self, first: int, last: int, actions: npt.NDArray[np.int64]) -> tuple[Any, ...]:
        """What ``stepper.step_many`` asks for."""
        return (
            self.records,
            self.count,
            first,
            last,
            self.seats,
            actions,
            self._seed,
            self._streams,
            self.count,
            self._rngs,
            self.legal,
            self.choices,
            self.actors,
            self.rewards,
            self.ended,
            *self._shown,
        )

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each match, at random from its own stream; the array is a buffer too."""
        self._program.pick_many(0, self.count, self._rngs, self.legal, self.choices, self._actions)
        return self._actions

    def _all(self, work: Callable[[int, int], None]) -> None:
        """Do the work on all slices: compiled code lets go of Python's lock, so threads run side by side."""
        if self._pool is None:
            work(0, self.count)
        else:
            for done in [self._pool.submit(work, *part) for part in self._slices]:
                done.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
