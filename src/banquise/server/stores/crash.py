"""Named points of the write path at which a test may kill the process.

``BANQUISE_CRASH_AT=name:7`` makes the seventh passage through that point the last thing the process does, as abruptly
as a power cut does. Unset, as always but in tests, a point costs one comparison.
"""

from __future__ import annotations

import os
import signal

POINTS = (
    "before append",  # decided in memory, nothing written
    "inside transaction",  # rows written, not committed
    "before commit",
    "after commit",  # durable, nobody knows
    "after append",  # the table knows, nobody was told
    "after telling",  # others were told, the sender has no acknowledgement
)

_name, _, _count = os.environ.get("BANQUISE_CRASH_AT", "").partition(":")
_left = int(_count or 1)


def crash_point(name: str) -> None:
    """Pass a named point; die here if a test asked for it."""
    global _left  # noqa: PLW0603 -- counts passages of this process
    if _name == name:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
