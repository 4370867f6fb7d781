"""A pool that thinks, so that nobody else has to wait.

``Pool.think`` returns a future at once. Decisions are made in threads of this process: a search runs outside Python's
lock, so several think side by side and everything else goes on. What a thread is handed is a world that the seat can
believe, never the state itself. A future can be cancelled before and while it is thought about. A search that traps
harms nobody, and one that does not come back is left alone: a fox answers in its place, and another thread goes on.

``Pool.do`` gives something else to do, such as reading a record that a stranger sent, to a process of its own, which is
started when it is first needed and can be killed.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Protocol

from banquise.bots.levels import LEVELS, Level, decide_in, forget_minds, level_named
from banquise.bots.mind import Thought, World, believed, guide_of, search_of
from banquise.bots.taught import has_yeti, yeti_of
from banquise.games import game as game_named
from banquise.table import Match

if TYPE_CHECKING:  # a browser's Python has no processes, and asks this file for nothing but its names
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from multiprocessing.synchronize import Event as ProcessEvent

GRACE = 5.0  # seconds beyond its limit after which a thought or a job counts as hung
LOOK = 0.5  # how often that is looked at
STARTING = 60.0  # seconds that a process may take to start
NICE = 5  # thinking gives way to whatever people wait for
_context = get_context("spawn")


class Job(Protocol):
    """Something to do that is no decision of a seat. It is pickled, and knows nothing that is secret."""

    def patience(self) -> float:
        """The seconds after which a process that has not answered is given up."""
        ...

    def do(self, stop: Callable[[], bool]) -> Any:
        """Do it; what comes of it is pickled too."""
        ...


class Underway(Future[Any]):
    """What is to come. ``cancel`` also stops what has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.stop: threading.Event | ProcessEvent | None = None
        self._settling = threading.RLock()  # whoever cancels has said stop before the next is begun

    def cancel(self) -> bool:
        """Nobody wants the answer any more; False if it is there already."""
        if super().cancel():
            return True
        with self._settling:
            if not self.settle(None, CancelledError()):
                return False
            if self.stop is not None:
                self.stop.set()
        return True

    def settle(self, answer: Any, error: BaseException | None = None) -> bool:
        """Give the answer, unless there is one already."""
        with self._settling:
            try:
                if error is not None:
                    self.set_exception(error)
                else:
                    self.set_result(answer)
            except InvalidStateError:
                return False
            return True


class Thinking(Underway):
    """The moves to come."""

    def __init__(self) -> None:
        super().__init__()
        self.thought: Thought | None = None  # with what led to the moves, once they are there
        self.level = ""  # that has found them: a fox, where the one that was asked did not


@dataclass(frozen=True)
class Question:
    """What is asked: a world that the seat believes, and how to think about it."""

    world: World
    level: Level
    seed: int

    def answered_by(self, level: Level, stop: Callable[[], bool] = lambda: False) -> Thought:
        """Think in this thread."""
        return decide_in(self.world, level, self.seed, stop)


class Pool:
    """So many threads that think, and as many processes for other jobs; the searches of the games named in ``warm`` are
    translated beforehand. Levels that do not search have a thread of their own: a hare never waits for a bear.
    """

    def __init__(self, workers: int = 0, warm: tuple[str, ...] | list[str] = ()):
        self._closed = threading.Event()
        self._questions: _Questions = queue.SimpleQueue()
        self._quick_questions: _Questions = queue.SimpleQueue()
        self._jobs: _Jobs = queue.SimpleQueue()
        count = workers or usual_workers()
        self._lanes = [_Lane(self._questions) for _ in range(count)] + [_Lane(self._quick_questions)]
        self._workers = [_Worker() for _ in range(count)]
        self._threads = [_started(self._serve_jobs, worker) for worker in self._workers]
        self._threads += [_started(self._watch), _started(self._warm_up, tuple(warm))]

    def think(
        self, match: Match, seat: int, level: str | Level, seed: int = 0, limit: float | None = None
    ) -> Future[list[int]]:
        """The next moves of a seat, to be made one after another; legal if nothing else happens before.

        ``limit`` bounds the seconds.
        """
        if seat not in match.to_act:
            raise ValueError(f"seat {seat} is not to act; those to act: {match.to_act}")
        return self.think_in(believed(match.game, match.state, match.seats, seat, seed), level, seed, limit)

    def think_in(
        self, world: World, level: str | Level, seed: int = 0, limit: float | None = None
    ) -> Future[list[int]]:
        """The same for a world in which all that its seat cannot know has been imagined already."""
        if self._closed.is_set():
            raise RuntimeError("this pool is closed")
        chosen = level_named(level) if isinstance(level, str) else level
        if limit is not None:
            chosen = replace(chosen, limit=min(limit, chosen.limit))
        future = Thinking()
        questions = self._questions if chosen.seconds else self._quick_questions
        questions.put((Question(world, chosen, seed), future))
        return future

    def do(self, job: Job) -> Future[Any]:
        """Let a process do something else. One that takes too long is replaced, and the job not tried again."""
        if self._closed.is_set():
            raise RuntimeError("this pool is closed")
        future = Underway()
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """End everything; what is still asked for is cancelled."""
        self._closed.set()
        for asked in (self._questions, self._quick_questions, self._jobs):
            _cancel_all(asked)
        for lane in self._lanes:
            lane.leave()
        for worker in self._workers:
            self._jobs.put(None)
            worker.kill()
        for thread in self._threads + [lane.thread for lane in self._lanes if not lane.is_lost]:
            thread.join(timeout=5)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _warm_up(self, names: tuple[str, ...]) -> None:
        for name in names:
            if not self._closed.is_set():
                game = game_named(name)
                search_of(game, guide_of(game)).instance()
                if has_yeti(game):
                    search_of(game, *yeti_of(game)).instance()

    def _watch(self) -> None:
        """Whoever waits for a thought that does not come back is answered by a fox."""
        while not self._closed.wait(LOOK):
            for number, lane in enumerate(self._lanes):
                if time.monotonic() > lane.deadline:
                    lane.is_lost = True
                    self._lanes[number] = _Lane(lane.questions)
                    _substitute(*lane.asked)

    def _serve_jobs(self, worker: _Worker) -> None:
        while (item := self._jobs.get()) is not None:
            job, future = item
            if not future.set_running_or_notify_cancel():
                continue
            worker.stop.clear()
            future.stop = worker.stop
            if future.done():
                continue  # cancelled just before it could be told to stop
            try:
                future.settle(self._done(worker, job))
            except Exception as error:
                future.settle(None, error)

    def _done(self, worker: _Worker, job: Job) -> Any:
        for _ in range(2):
            try:
                return worker.ask(job)
            except (EOFError, OSError) as error:
                if self._closed.is_set():
                    raise CancelledError from None
                worker.kill()
                if isinstance(error, TimeoutError):
                    raise  # a job that hangs would hang again
        raise RuntimeError("two workers have died over it")


_Questions = queue.SimpleQueue[tuple[Question, Thinking] | None]
_Jobs = queue.SimpleQueue[tuple[Job, Underway] | None]


def _started(target: Callable[..., None], *args: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def _cancel_all(asked: Any) -> None:
    while True:
        try:
            item = asked.get_nowait()
        except queue.Empty:
            return
        if item is not None:
            item[1].cancel()


def usual_workers() -> int:
    """One fewer than there are cores, so that one is left for everything else."""
    return max(1, (os.cpu_count() or 2) - 1)


def _answer(future: Thinking, thought: Thought, level: str) -> None:
    future.thought, future.level = thought, level
    future.settle(thought.moves)


def _substitute(question: Question, future: Thinking) -> None:
    """A fox answers; if it stumbles too, whoever waits hears of it, and nobody else."""
    try:
        _answer(future, question.answered_by(LEVELS["fox"]), "fox")
    except Exception as error:
        future.settle(None, error)


class _Lane:
    """A thread that thinks about one question after another."""

    def __init__(self, questions: _Questions):
        self.questions = questions
        self.deadline = math.inf
        self.is_lost = False
        self.asked: Any = None
        self.thread = _started(self._run)

    def _run(self) -> None:
        _give_way()
        while not self.is_lost and (asked := self.questions.get()) is not None:
            question, future = asked
            future.stop = threading.Event()
            if future.set_running_or_notify_cancel():
                self.asked = asked
                self.deadline = time.monotonic() + question.level.limit + GRACE
                self._think(question, future, future.stop.is_set)
                self.deadline = math.inf

    def _think(self, question: Question, future: Thinking, stop: Callable[[], bool]) -> None:
        """Whatever a search stumbles over, it is the search that falls, and a fox that moves."""
        try:
            _answer(future, question.answered_by(question.level, stop), question.level.name)
        except Exception:
            forget_minds()
            _substitute(question, future)

    def leave(self) -> None:
        """Stop thinking, and come to an end."""
        if self.asked is not None:
            self.asked[1].cancel()
        self.questions.put(None)


def _give_way() -> None:
    """On Linux threads have priorities of their own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class _Worker:
    """A process for jobs, started when there is one, and the pipe to it."""

    def __init__(self) -> None:
        self.stop: ProcessEvent = _context.Event()
        self._process: BaseProcess | None = None
        self._lock = threading.Lock()

    def _start(self) -> BaseProcess:
        self._pipe, far = _context.Pipe()
        process: BaseProcess = _context.Process(target=_work, args=(far, self.stop), daemon=True)
        process.start()
        far.close()
        return process

    def ask(self, job: Job) -> Any:
        """Send a job and wait. EOFError or OSError: the process died; TimeoutError: it hangs."""
        with self._lock:
            fresh = self._process is None
            process = self._process = self._process or self._start()
        if fresh:
            self._receive(process, STARTING)
        self._pipe.send(job)
        kind, answer = self._receive(process, job.patience())
        if kind == "error":
            raise RuntimeError(answer)
        return answer

    def _receive(self, process: BaseProcess, seconds: float) -> Any:
        deadline = time.monotonic() + seconds
        while not self._pipe.poll(LOOK):
            if not process.is_alive():
                raise EOFError
            if time.monotonic() > deadline:
                raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        """End the process, whatever it is doing; the next job starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join(timeout=5)


def _work(pipe: Connection, stop: ProcessEvent) -> None:
    """What a process does: answer."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    if hasattr(os, "nice"):
        os.nice(NICE)
    pipe.send(("ready", None))
    while True:
        try:
            job: Job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(("done", job.do(stop.is_set)))
        except Exception as error:
            pipe.send(("error", f"{type(error).__name__}: {error}"))
