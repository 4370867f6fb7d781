"""Values while a program is translated: code that pushes a number, with what is known of it; and places in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.room import BOOL, FLOAT, INT, Scalar, Shape

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
RANGES = {
    "i1": (-128, 127),
    "u1": (0, 255),
    "i2": (-(1 << 15), (1 << 15) - 1),
    "u2": (0, (1 << 16) - 1),
    "i4": (-(1 << 31), (1 << 31) - 1),
    "u4": (0, (1 << 32) - 1),
    "i8": (LOWEST, HIGHEST),
}
TYPES = {BOOL: b.I32, INT: b.I64, FLOAT: b.F64}


@dataclass(frozen=True)
class Value:
    """Code that pushes one number; if it is known already, the number itself; else between what it lies."""

    kind: Scalar
    code: bytes
    known: Any = None
    low: int = LOWEST
    high: int = HIGHEST

    @property
    def is_local(self) -> bool:
        """Is it nothing but a look at a local?"""
        return self.code[:1] == b"\x20"

    @property
    def is_positive(self) -> bool:
        """Never below 0?"""
        return self.low >= 0


@dataclass(frozen=True)
class Place:
    """Somewhere in memory: code that pushes an address (nothing: none needed), and a constant distance from there."""

    shape: Shape
    base: bytes
    offset: int
    lookup: Any = None  # what lies there, if it never changes and is known
    low: int = LOWEST
    high: int = HIGHEST
    name: str = ""
    writable: bool = True

    def address(self) -> bytes:
        """Push the whole address."""
        if not self.base:
            return b.word_const(self.offset)
        if self.offset == 0:
            return self.base
        return self.base + b.word_const(self.offset) + b.I32_ADD

    def split(self) -> tuple[bytes, int]:
        """Code that pushes an address, and the distance that a load or store can add to it."""
        return (self.base, self.offset) if self.base else (b.word_const(self.offset), 0)


@dataclass(frozen=True)
class Row:
    """Several values at once: a tuple in the source, or a NamedTuple whose items are found by name."""

    items: tuple[Any, ...]
    names: tuple[str, ...] = ()


Operand = Value | Place | Row


def constant(number: Any) -> Value:
    """A number that is known."""
    if isinstance(number, bool):
        return Value(BOOL, b.word_const(int(number)), number, int(number), int(number))
    if isinstance(number, float):
        return Value(FLOAT, b.float_const(number), number)
    return Value(INT, b.int_const(number), number, number, number)


def local(kind: Scalar, number: int, low: int = LOWEST, high: int = HIGHEST) -> Value:
    """A look at a local."""
    if kind is BOOL:
        low, high = 0, 1
    return Value(kind, b.get(number), None, low, high)


def bounded(value: Value, low: int, high: int) -> Value:
    """The same value, known to lie between; beyond 64 bits nothing is known."""
    if value.known is not None or low < LOWEST or high > HIGHEST:
        return value
    return replace(value, low=low, high=high)


def load(place: Place) -> Value:
    """Read a number."""
    assert isinstance(place.shape, str)
    base, offset = place.split()
    code = base + b.memory(b.LOADS[place.shape], offset)
    if place.shape == "f8":
        return Value(FLOAT, code)
    if place.shape == "f4":
        return Value(FLOAT, code + b.F64_PROMOTE)
    low, high = RANGES[place.shape]
    return Value(INT, code, None, max(low, place.low), min(high, place.high))


# From one kind to another -----------------------------------------------------------------------


def join(one: Scalar, other: Scalar) -> Scalar:
    """The kind that holds both."""
    for kind in (FLOAT, INT):
        if kind in (one, other):
            return kind
    return BOOL


def as_int(value: Value) -> Value:
    """A truth as 0 or 1."""
    if value.kind is not BOOL:
        return value
    if value.known is not None:
        return constant(int(value.known))
    return Value(INT, value.code + b.I64_EXTEND_U, None, 0, 1)


def as_float(value: Value) -> Value:
    """Any number as a float."""
    if value.kind is FLOAT:
        return value
    if value.known is not None:
        return constant(float(value.known))
    return Value(FLOAT, as_int(value).code + b.F64_CONVERT)


def as_kind(value: Value, kind: Scalar) -> Value:
    """A value as a kind that holds it."""
    if kind is BOOL or value.kind is kind:
        return value
    return as_float(value) if kind is FLOAT else as_int(value)


def truth(value: Value) -> Value:
    """Is it anything but 0?"""
    if value.kind is BOOL:
        return value
    if value.known is not None:
        return constant(bool(value.known))
    if value.kind is FLOAT:
        return Value(BOOL, value.code + b.float_const(0.0) + b.COMPARE_FLOAT["!="], None, 0, 1)
    return Value(BOOL, value.code + b.int_const(0) + b.COMPARE_INT["!="], None, 0, 1)


def opposite(value: Value) -> Value:
    """Not so."""
    value = truth(value)
    if value.known is not None:
        return constant(not value.known)
    zero, end = b.int_const(0), len(value.code) - 1
    for same, other in (("!=", "=="), ("==", "!=")):
        if value.code.endswith(zero + b.COMPARE_INT[same]):
            return Value(BOOL, value.code[:end] + b.COMPARE_INT[other], None, 0, 1)
    return Value(BOOL, value.code + b.I32_EQZ, None, 0, 1)


def array_of(lookup: Any) -> tuple[tuple[int, ...], list[int]] | None:
    """The shape of a nested tuple of ints and all its numbers; None if its rows differ in length."""
    if isinstance(lookup, int):
        return (), [int(lookup)]
    if set(map(type, lookup)) <= {int}:
        return ((len(lookup),), list(lookup)) if lookup else None
    parts = [array_of(row) for row in lookup]
    if not parts or any(part is None or part[0] != parts[0][0] for part in parts if parts[0] is not None):
        return None
    if parts[0] is None:
        return None
    return (len(parts), *parts[0][0]), [number for part in parts if part is not None for number in part[1]]


def narrowest(numbers: list[int]) -> str | None:
    """The smallest kind that holds all of them."""
    low, high = min(numbers), max(numbers)
    for kind in ("i1", "i2", "i4", "i8"):
        if RANGES[kind][0] <= low and high <= RANGES[kind][1]:
            return kind
    return None
