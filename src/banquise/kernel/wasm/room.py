"""The room: what lies where in the one memory that a translated program works in, decided before it is translated.

An argument that lies in the room has a constant address; only what is not in the room is passed with a call.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

from banquise.kernel.layout import WIDTHS, Layout

FIRST = 1024  # nothing lies below: an address of 0 is a mistake
PAGE = 1 << 16


@dataclass(frozen=True)
class Scalar:
    """A number that is passed: a truth, an int or a float."""

    name: str


BOOL, INT, FLOAT = Scalar("bool"), Scalar("int"), Scalar("float")


@dataclass(frozen=True)
class Array:
    """Numbers or structs in rows, one behind the other."""

    item: str | Layout
    shape: tuple[int, ...]
    writable: bool = True
    length_at: int = 0  # where the host says how many of the first dimension count; 0: all

    @cached_property
    def stride(self) -> int:
        """From one to the next, in bytes."""
        return prod(self.shape[1:]) * self.item_size

    @property
    def item_size(self) -> int:
        """Bytes of one number or struct."""
        return WIDTHS[self.item] if isinstance(self.item, str) else self.item.size

    @cached_property
    def inner(self) -> Array | Layout | str:
        """What an index finds."""
        if len(self.shape) == 1:
            return self.item
        return Array(self.item, self.shape[1:], self.writable)


Shape = Array | Layout | str  # a str: one number of that kind


@dataclass(frozen=True)
class ADDRESS:
    """An argument whose address is passed with each call: ``ADDRESS(states.inner)`` is one of the states."""

    shape: Shape


@dataclass(frozen=True)
class Buffer:
    """Something in a room: what it is, and where."""

    name: str
    shape: Shape
    address: int
    lookup: tuple[Any, ...] | None = None  # what lies there, if it never changes

    def __getitem__(self, index: int) -> Buffer:
        """One of many."""
        assert isinstance(self.shape, Array)
        if not 0 <= index < self.shape.shape[0]:
            raise IndexError(f"{self.name} has {self.shape.shape[0]} entries, none numbered {index}")
        return Buffer(f"{self.name}[{index}]", self.shape.inner, self.address + index * self.shape.stride)

    @property
    def inner(self) -> Shape:
        """What one of many is."""
        assert isinstance(self.shape, Array)
        return self.shape.inner

    @property
    def size(self) -> int:
        """Bytes."""
        if isinstance(self.shape, Array):
            return prod(self.shape.shape) * self.shape.item_size
        return WIDTHS[self.shape] if isinstance(self.shape, str) else self.shape.size


class Room:
    """Buffers, laid out one after the other as they are asked for."""

    def __init__(self) -> None:
        self.buffers: dict[str, Buffer] = {}
        self.end = FIRST

    def _place(self, name: str, shape: Shape, address: int | None = None) -> Buffer:
        if name in self.buffers:
            raise ValueError(f"{name!r} is in the room already")
        found = Buffer(name, shape, self.end if address is None else address)
        self.buffers[name] = found
        if address is None:
            self.end = -(-(self.end + found.size) // 16) * 16
        return found

    def numbers(self, name: str, *shape: int, kind: str = "i8", counted: bool = False) -> Buffer:
        """Numbers in rows. If ``counted``, the host says how many of them there are (``Instance.count``)."""
        length_at = 0
        if counted:
            length_at = self._place(f"{name}.count", "i8").address
        return self._place(name, Array(kind, shape, length_at=length_at))

    def structs(self, name: str, layout: Layout, count: int) -> Buffer:
        """So many structs."""
        return self._place(name, Array(layout, (count,)))

    def struct(self, name: str, layout: Layout) -> Buffer:
        """A single struct."""
        return self._place(name, layout)

    def lookup(self, name: str, lookup: tuple[Any, ...]) -> Buffer:
        """Numbers that never change, by rows: a nested tuple of ints."""
        shape: list[int] = []
        row: Any = lookup
        while isinstance(row, tuple):
            shape.append(len(row))
            row = row[0]
        found = self._place(name, Array("i8", tuple(shape), False))
        self.buffers[name] = found = replace(found, lookup=lookup)
        return found

    def seen_as(self, name: str, other: Buffer, kind: str) -> Buffer:
        """The same memory as an array of structs, a row of plain numbers for each."""
        assert isinstance(other.shape, Array)
        width = other.shape.stride // WIDTHS[kind]
        return self._place(name, Array(kind, (other.shape.shape[0], width)), other.address)


Argument = Scalar | Buffer | ADDRESS | tuple[Any, ...]
