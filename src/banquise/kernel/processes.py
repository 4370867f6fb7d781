"""Other processes that work for this one: they leave Ctrl-C to it, and end when it does, however it ends."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def processes(jobs: int) -> ProcessPoolExecutor:
    """A pool of so many.

    >>> with processes(1) as pool:
    ...     pool.submit(abs, -1).result()
    1
    """
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_serve)


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that counts
    Thread(target=_end_with_who_asks, daemon=True).start()


def _end_with_who_asks() -> None:
    """A worker would wait for work for ever where who asks for it was killed."""
    asker = parent_process()
    assert asker is not None
    asker.join()
    os._exit(1)
