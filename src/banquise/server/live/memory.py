"""Memory that is not needed any more."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress


def _trim() -> Callable[[int], int] | None:
    with suppress(AttributeError, ImportError, OSError, TypeError):  # another system, or another library than glibc
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        return trim
    return None


_malloc_trim = _trim()


def give_memory_back() -> None:
    """Tell the C library to let go of what was freed: by itself it keeps ever more of it between what is still used."""
    if _malloc_trim is not None:
        _malloc_trim(0)
