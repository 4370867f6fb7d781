"""Thousands of matches as one array of structs, stepped by the rules as WebAssembly, in threads if wanted.

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

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from banquise.games import game as game_named
from banquise.kernel.extras import of_extra
from banquise.kernel.seeds import checked_seed
from banquise.research.copies import Whole
from banquise.research.lanes import Lanes
from banquise.research.observations import observer
from banquise.table.match import laid_out

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

PART = 128  # matches that a thread works on at a time: about what its core's cache holds
BUFFERS = ("observations", "masks", "legal", "choices", "actors", "rewards", "ended")


class Batch(Whole):
    """Matches of one game, side by side. The buffers below are reused: copy what you keep, and write into none.

    Match i of a batch uses chance stream i of the seed; when it ends and begins anew, stream i + count, and so on. So
    results depend on the seed and the actions, never on the number of threads.

    >>> batch = Batch("altitude", count=3, seats=2, seed=1)
    >>> batch.step(batch.legal[:, 0])
    >>> batch.rewards.shape, batch.observations.shape[0]
    ((3, 2), 3)
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
        self.observer = observer(self.game, self.seats)
        self.count = count
        parts = threads * max(1, count // (threads * PART)) if threads > 1 else 1
        edges = [count * k // parts for k in range(parts + 1)]
        self._slices = [(first, last) for first, last in pairwise(edges) if first < last]
        self._threads = min(threads, len(self._slices))
        start = laid_out(self.game, self.seats, options or {}, {})
        self._lanes = [Lanes(self.game, last - first, self.seats, observe) for first, last in self._slices]
        for lanes in self._lanes:
            self.game.schema.to_struct(start, lanes.setup[0])
        self.look()
        self.reset(seed)

    made_by_look = ("_pool", "_hired_by", *BUFFERS)

    def look(self) -> None:
        """The threads, and the buffers: of one part the memory itself, of several parts gathered after every step."""
        self._hire()
        for name in BUFFERS:
            parts = [getattr(lanes, name) for lanes in self._lanes]
            setattr(self, name, parts[0] if len(parts) == 1 else np.concatenate(parts))

    def _hire(self) -> None:
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._hired_by = os.getpid()

    @property
    def structs(self) -> npt.NDArray[np.void]:
        """The states of all matches, as structs; of several threads a copy."""
        structs: npt.NDArray[np.void]
        if len(self._lanes) == 1:
            structs = self._lanes[0].structs[:-1]
            return structs
        structs = self.game.schema.structs(self.count)
        for lanes, (first, last) in zip(self._lanes, self._slices, strict=True):
            structs[first:last] = lanes.structs[:-1]
        return structs

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew; with a seed, from its streams."""
        if seed is not None:
            self._seed = checked_seed(seed)
        self._all(lambda lanes, first, last: lanes.begin(self._seed, first, self.count))

    def step(self, actions: Sequence[int] | npt.NDArray[Any]) -> None:
        """One decision in each match by its acting seat; -1 leaves a match alone.

        An illegal action raises, and nothing has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iub":
            raise ValueError(
                f"{self.count} matches take {self.count} whole numbers as actions, "
                f"not an array of {chosen.dtype} of shape {chosen.shape}"
            )
        for lanes, (first, last) in zip(self._lanes, self._slices, strict=True):
            lanes.actions[:] = chosen[first:last]
            bad = lanes.call["first_illegal"]()
            if bad >= 0:
                raise ValueError(f"action {chosen[first + bad]} of match {first + bad} is illegal: {_why(lanes, bad)}")
        self.step_unchecked(chosen)

    def step_unchecked(self, actions: npt.NDArray[Any]) -> None:
        """As ``step``, for actions that are known to be legal (taken from the masks): no questions asked."""

        def step(lanes: Lanes, first: int, last: int) -> None:
            lanes.actions[:] = actions[first:last]
            lanes.call["step_many"]()

        self._all(step)

    def step_at_random(self, steps: int = 1) -> None:
        """So many random legal decisions in each match, all matches in step."""

        self._all(lambda lanes, first, last: lanes.call["wander_many"](steps))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each match, at random from its own stream."""
        for lanes in self._lanes:
            lanes.call["pick_many"]()
        return np.concatenate([lanes.actions for lanes in self._lanes])

    def _all(self, work: Callable[[Lanes, int, int], None]) -> None:
        """Do the work on all parts, and show what came of it: the rules let go of Python's lock, so threads help."""

        def part(lanes: Lanes, first: int, last: int) -> None:
            work(lanes, first, last)
            self._show(lanes, first, last)

        if self._hired_by != os.getpid():
            self._hire()  # a forked process has the batch and none of its threads: it would wait for them for ever
        if self._pool is None:
            work(self._lanes[0], 0, self.count)
        else:
            parts = zip(self._lanes, self._slices, strict=True)
            for done in [self._pool.submit(part, lanes, *edges) for lanes, edges in parts]:
                done.result()

    def _show(self, lanes: Lanes, first: int, last: int) -> None:
        """Copy the buffers of a part into those of the whole, while they are in the cache; of lists, what counts."""
        most = int(lanes.choices.max())
        self.legal[first:last, :most] = lanes.legal[:, :most]
        for name in BUFFERS:
            if name != "legal":
                getattr(self, name)[first:last] = getattr(lanes, name)

    def clone_state(self) -> Any:
        """Where all matches stand, chance to come included, for ``restore_state`` here or of a copy."""
        return self._seed, [lanes.memory() for lanes in self._lanes]

    def restore_state(self, state: Any) -> None:
        """Stand where ``clone_state`` was called."""
        self._seed, memories = state
        for lanes, memory in zip(self._lanes, memories, strict=True):
            lanes.remember(memory)
        if len(self._lanes) > 1:
            for lanes, edges in zip(self._lanes, self._slices, strict=True):
                self._show(lanes, *edges)

    def close(self) -> None:
        """Let the threads go; whoever steps on afterwards gets new ones."""
        if self._pool is not None:
            self._pool.shutdown()
            self._hired_by = 0


def _why(lanes: Lanes, match: int) -> str:
    """Why the action of a match is illegal."""
    game = lanes.game
    state = game.schema.from_struct(lanes.structs[match])
    reason = game.reasons[game.rules.why_illegal(state, int(lanes.actors[match]), int(lanes.actions[match]))]
    return f"{reason.key} ({reason.paragraph})"
