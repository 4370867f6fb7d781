"""Values and places while a program is written as C: an expression, with what is known of it.

Numbers are truths, ints of 32 bits, ints of 64 bits or floats. An int has 64 bits only where something wider than 32
enters: a number of the source that needs them, an entry of an ``i8`` or ``u4`` row, or what is calculated with such
a one; and where its bounds show that it fits into 32 again (``low`` and ``high``), it is one of 32.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from banquise.kernel.layout import Layout


@dataclass(frozen=True)
class Kind:
    """What a number is in C, and between what it lies."""

    name: str
    c: str
    low: int
    high: int


BOOL = Kind("bool", "int", 0, 1)
INT = Kind("int", "int", -(1 << 31), (1 << 31) - 1)
LONG = Kind("long", "i8", -(1 << 63), (1 << 63) - 1)
FLOAT = Kind("float", "f8", 0, 0)
KINDS = (BOOL, INT, LONG, FLOAT)  # each holds those before it

READ = {"i1": INT, "u1": INT, "i2": INT, "u2": INT, "i4": INT, "u4": LONG, "i8": LONG, "f4": FLOAT, "f8": FLOAT}
RANGES = {
    "i1": (-(1 << 7), (1 << 7) - 1),
    "u1": (0, (1 << 8) - 1),
    "i2": (-(1 << 15), (1 << 15) - 1),
    "u2": (0, (1 << 16) - 1),
    "i4": (INT.low, INT.high),
    "u4": (0, (1 << 32) - 1),
    "i8": (LONG.low, LONG.high),
}


@dataclass(frozen=True)
class Table:
    """Numbers in rows: the shape of a field, of a lookup, or of a buffer."""

    item: str
    shape: tuple[int, ...]
    is_constant: bool = False

    @property
    def inner(self) -> Table | str:
        """What an index finds."""
        return Table(self.item, self.shape[1:], self.is_constant) if len(self.shape) > 1 else self.item

    @property
    def type(self) -> str:
        """What its pointer points to: a number, or the type of a row."""
        row = "_".join([self.item, *map(str, self.shape[1:])])
        return f"const {row}" if self.is_constant else row

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


@dataclass(frozen=True)
class Strided:
    """A row whose numbers lie a stride apart, as those of one match do in columns."""

    item: str
    length: int

    @property
    def type(self) -> str:
        """A pointer with its stride."""
        return f"strided_{self.item}"


def ROW(item: str, *shape: int) -> Table:  # noqa: N802 -- it stands among INT and LONG where arguments are listed
    """The shape of an argument: numbers in rows."""
    return Table(item, shape)


Shape = Table | Strided | Layout | str  # a str: one number of that kind


@dataclass(frozen=True)
class Value:
    """An expression that is a number."""

    kind: Kind
    text: str
    known: Any = None
    low: int = LONG.low
    high: int = LONG.high
    looks: bool = False  # at memory, which a call may change
    calls: bool = False  # something that may change memory

    @property
    def is_positive(self) -> bool:
        """Never below 0?"""
        return self.low >= 0


@dataclass(frozen=True)
class Place:
    """Somewhere in memory: a pointer, or one number there."""

    shape: Shape
    text: str
    lookup: Any = None  # what lies there, if it never changes and is known
    low: int = LONG.low
    high: int = LONG.high
    looks: bool = False
    calls: bool = False
    name: str = ""
    writable: bool = True


@dataclass(frozen=True)
class Row:
    """Several values at once: a tuple in the source, or a NamedTuple whose items are found by name."""

    items: tuple[Any, ...]
    names: tuple[str, ...] = ()


Operand = Value | Place | Row


def constant(number: Any) -> Value:
    """A number that is known."""
    if isinstance(number, bool):
        return Value(BOOL, str(int(number)), number, int(number), int(number))
    if isinstance(number, float):
        return Value(FLOAT, f"({number!r})", number)
    if INT.low <= number <= INT.high:
        text = str(number) if number > INT.low else f"({number + 1} - 1)"
        return Value(INT, f"({text})" if number < 0 else text, number, number, number)
    text = f"{number}LL" if number > LONG.low else f"({number + 1}LL - 1)"
    return Value(LONG, f"({text})" if number < 0 else text, number, number, number)


def read(place: Place) -> Value:
    """The number at a place."""
    assert isinstance(place.shape, str)
    if isinstance(place.lookup, int):
        return constant(place.lookup)
    kind = READ[place.shape]
    if kind is FLOAT:
        return Value(FLOAT, place.text, looks=place.looks, calls=place.calls)
    low, high = RANGES[place.shape]
    text = place.text if kind is not LONG else f"(i8){place.text}"
    return Value(kind, text, None, max(low, place.low), min(high, place.high), place.looks, place.calls)


def join(one: Kind, other: Kind) -> Kind:
    """The kind that holds both."""
    return KINDS[max(KINDS.index(one), KINDS.index(other))]


def bounded(value: Value, low: int, high: int) -> Value:
    """The same value, known to lie between; one of 64 bits that fits into 32 becomes one of 32."""
    low, high = max(low, value.kind.low), min(high, value.kind.high)
    if value.kind is LONG and INT.low <= low and high <= INT.high:
        return replace(value, kind=INT, text=f"(int)({value.text})", low=low, high=high)
    return replace(value, low=low, high=high)


def as_kind(value: Value, kind: Kind) -> Value:
    """A value as a kind that holds it."""
    if value.kind is kind or kind is BOOL:
        return value
    if value.kind.c == kind.c:
        return replace(value, kind=kind)
    return replace(value, kind=kind, text=f"({kind.c})({value.text})")
