"""A pool of processes that think, so that nobody else has to wait.

``Pool.think`` returns a future at once. What crosses into a worker is a world that the seat can believe, never the
state itself: a worker holds no secret that it could leak. A future can be cancelled before and while it is thought
about; a worker that dies or does not answer is replaced, its task is tried once more and then answered by a fox.

``Pool.do`` gives the same workers something else to do, such as judging a finished match, between two decisions.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event, Lock
from typing import Any, Protocol

from banquise.bots.levels import LEVELS, Level, decide, level_named, mind_of
from banquise.bots.mind import Thought, imagined
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.table import Match

GRACE = 5.0  # seconds beyond its limit after which a worker counts as hung
WARMING = 180.0  # seconds that compiling a game may take
_context = get_context("spawn")


class Job(Protocol):
    """Something to do that is no decision of a seat. It is pickled, and knows nothing that is secret."""

    @property
    def searches(self) -> bool:
        """Does it need a mind? If not, whoever does not search does it."""
        ...

    def patience(self, warm: Sequence[str]) -> float:
        """The seconds after which a worker with these minds that has not answered is given up."""
        ...

    def do(self, stop: Callable[[], bool]) -> Any:
        """Do it; what comes of it is pickled too."""
        ...


class Underway(Future[Any]):
    """What is to come. ``cancel`` also stops what has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.stop: Event | None = None

    def cancel(self) -> bool:
        """Nobody wants the answer any more; False if it is there already."""
        if super().cancel():
            return True
        try:
            self.set_exception(CancelledError())
        except InvalidStateError:
            return False
        if self.stop is not None:
            self.stop.set()
        return True


class Thinking(Underway):
    """The moves to come."""

    def __init__(self) -> None:
        super().__init__()
        self.thought: Thought | None = None  # with what led to the moves, once they are there


@dataclass(frozen=True)
class _Task:
    """One question: a world that the seat believes, and how to think about it."""

    game: str
    world: dict[str, Any]
    seats: int
    seat: int
    level: Level
    seed: int

    def answered_by(self, level: Level, stop: Callable[[], bool] = lambda: False) -> Thought:
        """Think in this process."""
        game = game_named(self.game)
        return decide(game, game.schema.from_json(self.world), self.seats, self.seat, level, self.seed, stop)

    def patience(self, warm: Sequence[str]) -> float:
        """A mind that was not made beforehand may have to be compiled."""
        return self.level.limit + GRACE + (WARMING if self.game not in warm else 0)

    def do(self, stop: Callable[[], bool]) -> Thought:
        """Think as the level does."""
        return self.answered_by(self.level, stop)


_Tasks = queue.SimpleQueue[tuple[_Task, Thinking] | tuple[Job, Underway] | None]


class Pool:
    """So many workers, each with a mind for every game named in ``warm`` made beforehand.

    Making minds may compile for a minute on a machine that never did. So a pool that warms has one worker more, for the
    levels that do not search: whoever plays a hare or a fox never waits for the compiler.
    """

    def __init__(self, workers: int = 0, warm: Sequence[str] = ()):
        self._tasks: _Tasks = queue.SimpleQueue()
        self._quick_tasks: _Tasks = queue.SimpleQueue() if warm else self._tasks
        self._warm = tuple(warm)
        self._compiling = _context.Lock()  # so that what all need is compiled once
        self._closed = False
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._lanes = [(self._tasks, _Worker(self._warm, self._compiling)) for _ in range(count)]
        if self._quick_tasks is not self._tasks:
            self._lanes.append((self._quick_tasks, _Worker((), self._compiling)))
        self._threads = [threading.Thread(target=self._serve, args=lane, daemon=True) for lane in self._lanes]
        for thread in self._threads:
            thread.start()

    def think(
        self, match: Match, seat: int, level: str | Level, seed: int = 0, limit: float | None = None, minds: int = 1
    ) -> Future[list[int]]:
        """The next moves of a seat, to be made one after another; legal if nothing else happens before.

        ``limit`` bounds the seconds, ``minds`` lets so many workers think about it each with a seed of its own and
        adds up what they tried (root parallelism; then a single move is answered).
        """
        if seat not in match.to_act:
            raise ValueError(f"seat {seat} is not to act; those to act: {match.to_act}")
        world = match.game.schema.to_json(imagined(match.game, match.state, seat, seed))
        return self.think_about(match.game.name, world, match.seats, seat, level, seed, limit, minds)

    def think_about(
        self,
        game: str,
        world: dict[str, Any],
        seats: int,
        seat: int,
        level: str | Level,
        seed: int = 0,
        limit: float | None = None,
        minds: int = 1,
    ) -> Future[list[int]]:
        """The same for a position in which all that the seat cannot know has been imagined already."""
        if self._closed:
            raise RuntimeError("this pool is closed")
        chosen = level_named(level) if isinstance(level, str) else level
        if limit is not None:
            chosen = replace(chosen, limit=min(limit, chosen.limit))
        task = _Task(game, world, seats, seat, chosen, seed)
        if minds > 1 and chosen.seconds:
            return self._together(task, minds)
        return self._ask(task)

    def do(self, job: Job) -> Future[Any]:
        """Let a worker do something else. A worker that takes too long is replaced, and the job not tried again."""
        if self._closed:
            raise RuntimeError("this pool is closed")
        future = Underway()
        (self._tasks if job.searches else self._quick_tasks).put((job, future))
        return future

    @property
    def is_warm(self) -> bool:
        """Is a worker that searches ready to do so at once?"""
        return any(worker.is_ready for tasks, worker in self._lanes if tasks is self._tasks)

    def _ask(self, task: _Task) -> Thinking:
        future = Thinking()
        (self._tasks if task.level.seconds else self._quick_tasks).put((task, future))
        return future

    def _together(self, task: _Task, minds: int) -> Future[list[int]]:
        """One move out of several searches."""
        parts = [self._ask(replace(task, seed=task.seed + 7919 * number)) for number in range(minds)]
        whole = _Whole(parts)
        for part in parts:
            part.add_done_callback(whole.part_done)
        return whole

    def close(self) -> None:
        """End the workers; what is still asked for is cancelled."""
        self._closed = True
        for tasks, _ in self._lanes:
            _cancel_all(tasks)
        for tasks, worker in self._lanes:
            tasks.put(None)
            worker.kill()
        for thread in self._threads:
            thread.join(timeout=5)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self, tasks: _Tasks, worker: _Worker) -> None:
        """One worker's thread: ask it what is asked for, until the pool closes."""
        while (item := tasks.get()) is not None:
            task, future = item
            if not future.set_running_or_notify_cancel():
                continue
            worker.stop.clear()
            future.stop = worker.stop
            if future.done():
                continue  # cancelled just before it could be told to stop
            try:
                answer = self._answer(worker, task)
            except Exception as error:
                _set(future, None, error)
            else:
                if isinstance(future, Thinking):
                    future.thought = answer
                _set(future, answer.moves if isinstance(future, Thinking) else answer, None)

    def _answer(self, worker: _Worker, task: _Task | Job) -> Any:
        for _ in range(2):
            was_ready = worker.is_ready
            try:
                return worker.ask(task)
            except (EOFError, OSError) as error:
                if self._closed:
                    raise CancelledError from None
                worker.replace()
                # A job that hangs would hang again; a worker that was long in making its minds is not the job's fault.
                if isinstance(error, TimeoutError) and was_ready and not isinstance(task, _Task):
                    raise
        if isinstance(task, _Task):
            return task.answered_by(LEVELS["fox"])
        raise RuntimeError("two workers have died over it")


def _cancel_all(tasks: _Tasks) -> None:
    while True:
        try:
            item = tasks.get_nowait()
        except queue.Empty:
            return
        if item is not None:
            item[1].cancel()


def _set(future: Future[Any], answer: Any, error: BaseException | None) -> None:
    try:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(answer)
    except InvalidStateError:
        pass  # cancelled meanwhile


class _Whole(Future[list[int]]):
    """One move out of several searches: the one that all together tried most.

    Where moves are mixed, the first search's draw is taken: it is a draw from the mixture as good as any.
    """

    def __init__(self, parts: list[Thinking]):
        super().__init__()
        self._parts = parts
        self._lock = threading.Lock()
        self._left = len(parts)

    def part_done(self, part: Future[list[int]]) -> None:
        """When the last search is done, decide."""
        with self._lock:
            self._left -= 1
            if self._left:
                return
        thoughts = [one.thought for one in self._parts if one.thought is not None]
        if not thoughts:
            _set(self, None, CancelledError())
        elif thoughts[0].mixed:
            _set(self, thoughts[0].moves[:1], None)
        else:
            together: dict[int, float] = {}
            for thought in thoughts:
                for move, share in thought.tried.items():
                    together[move] = together.get(move, 0.0) + share * max(thought.simulations, 1)
            _set(self, [max(together, key=lambda move: together[move])], None)

    def cancel(self) -> bool:
        """Cancel every part."""
        cancelled = [part.cancel() for part in self._parts]
        return any(cancelled)


class _Worker:
    """A process that thinks, and the pipe to it."""

    def __init__(self, warm: tuple[str, ...], compiling: Lock):
        self._warm = warm
        self._compiling = compiling
        self.stop: Event = _context.Event()
        self._start()

    def _start(self) -> None:
        self._pipe, far = _context.Pipe()
        self._process: BaseProcess = _context.Process(
            target=_work, args=(far, self._warm, self._compiling, self.stop), daemon=True
        )
        self._process.start()
        far.close()
        self.is_ready = False

    def ask(self, task: _Task | Job) -> Any:
        """Send a task and wait. EOFError or OSError: the worker died; TimeoutError: it hangs."""
        while not self.is_ready:
            self.is_ready = self._receive(WARMING)[0] == "ready"
        self._pipe.send(task)
        kind, answer = self._receive(task.patience(self._warm))
        if kind == "error":
            raise RuntimeError(answer)
        return answer

    def _receive(self, seconds: float) -> Any:
        deadline = time.monotonic() + seconds
        while not self._pipe.poll(0.5):
            if not self._process.is_alive():
                raise EOFError
            if time.monotonic() > deadline:
                raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join(timeout=5)

    def replace(self) -> None:
        """A new process in the place of one that is of no use any more."""
        self.kill()
        self._pipe.close()
        self._start()


def _work(pipe: Connection, warm: tuple[str, ...], compiling: Lock, stop: Event) -> None:
    """What a worker does: make its minds, then answer."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    if hasattr(os, "nice"):
        os.nice(5)  # thinking gives way to whatever people wait for
    for name in warm:
        with compiling:
            warm_up(game_named(name))
        pipe.send(("warm", name))
    pipe.send(("ready", None))
    while True:
        try:
            task: _Task | Job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(("done", task.do(stop.is_set)))
        except Exception as error:
            pipe.send(("error", f"{type(error).__name__}: {error}"))


def warm_up(game: Game) -> None:
    """Load what a search of this game needs into this process, compiling it if that was never done before."""
    match = Match(game, game.seats[-1], seed=b"warm" * 8)
    level = replace(LEVELS["wolf"], seconds=1e-9, limit=WARMING)
    decide(game, match.state, match.seats, match.to_act[0], level, 0)
    mind_of(game)
