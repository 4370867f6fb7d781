"""Structured logs: one JSON object a line, with what happened and where; never a token, a name, a move or a text."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

_logger = logging.getLogger("banquise")
_ALLOWED = (str, int, float, bool, type(None))


def note(event: str, *, level: int = logging.INFO, **facts: Any) -> None:
    """Write a line: an event in words, and facts about it."""
    if _logger.isEnabledFor(level):
        plain = {name: value if isinstance(value, _ALLOWED) else repr(value)[:200] for name, value in facts.items()}
        _logger.log(level, event, extra={"facts": plain})


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """A fault of ours: where it happened, but not its message, which might quote what is secret."""
    where = error.__traceback__
    places = []
    while where is not None:
        places.append(f"{where.tb_frame.f_code.co_filename.rpartition('banquise/')[2]}:{where.tb_lineno}")
        where = where.tb_next
    note(event, level=logging.ERROR, error=type(error).__name__, where=" ".join(places[-6:]), **facts)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {"time": _stamp(record.created), "level": record.levelname.lower(), "event": record.getMessage()}
        return msgspec.json.encode(line | getattr(record, "facts", {})).decode()


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03}Z"


def to_stderr(level: int = logging.INFO) -> None:
    """Send all lines to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("banquise", "uvicorn", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
    _logger.setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("litestar").setLevel(logging.WARNING)
