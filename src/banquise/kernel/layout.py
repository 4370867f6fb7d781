"""How the numbers of a struct lie in memory: the same for NumPy, WebAssembly and a GPU."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

WIDTHS = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "f4": 4, "i8": 8, "f8": 8}
"""The kinds of numbers, and how many bytes each takes; signed, unsigned or floating, little end first."""


@dataclass(frozen=True)
class Spot:
    """One field of a struct: what it holds, and where it begins."""

    name: str
    kind: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Bytes taken."""
        return WIDTHS[self.kind] * prod(self.shape)


class Layout:
    """The fields of a struct by name, and the size of one struct in bytes. Layouts are the same if they are one."""

    def __init__(self, name: str, spots: Iterable[Spot], size: int):
        self.name = name
        self.spots = {spot.name: spot for spot in spots}
        self.size = size

    def __repr__(self) -> str:
        return f"<layout of {self.name}, {self.size} bytes>"

    @cached_property
    def dtype(self) -> Any:
        """The same for NumPy."""
        import numpy as np

        spots = self.spots.values()
        return np.dtype(
            {
                "names": [spot.name for spot in spots],
                "formats": [(f"<{spot.kind}", spot.shape) if spot.shape else f"<{spot.kind}" for spot in spots],
                "offsets": [spot.offset for spot in spots],
                "itemsize": self.size,
                "aligned": True,
            }
        )


def layout(name: str, **kinds: str) -> Layout:
    """Single numbers in this order, each where its width allows, all rounded up to eight bytes.

    >>> layout("step", odds="f8", node="i4", edge="i4").size
    16
    """
    at, spots = 0, []
    for field, kind in kinds.items():
        at = -(-at // WIDTHS[kind]) * WIDTHS[kind]
        spots.append(Spot(field, kind, (), at))
        at += WIDTHS[kind]
    return Layout(name, spots, -(-at // 8) * 8)
