"""The clock on the wall."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The time, as logs have it."""
    return time.time_ns() // 1_000_000
