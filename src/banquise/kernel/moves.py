"""What a game declares once, with names: its kinds of moves, its phases, the ways it ends, its reasons for refusal.

A game's ``moves.py`` writes each as a constant of its own; its number follows from its place, its name is that of the
constant::

    _phase = Numbering()
    DRAWING = _phase()
    PLAYING = _phase()
    PHASES = _phase.names(vars())

    _kind = Kinds()
    FACE = _kind(direction=Numbered(DIRECTION_NAMES))
    RETURN = _kind(cell=CELLS)
    MOVES = _kind.moves(vars())

    KIND_OF = MOVES.kind_of  # KIND_OF[move] is FACE or RETURN
    CELL_OF = MOVES.part("cell")  # CELL_OF[move] is the cell, NO_PART for another kind

A kind of moves is known by the first of its codes: ``RETURN + cell`` makes a move, and with two parts the second counts
faster. The constants are ints and the lookups tuples of ints, so the rules take moves apart in their own subset; the
declarations (``MOVES``, ``PHASES``, ...) give notation, parts for clients, action spaces and types to everybody else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from banquise.kernel.speech import Reason

NO_PART = -1  # in a part's lookup: a move of a kind without this part


class BadDeclaration(ValueError):
    """Constants that do not stand in the module as they were declared."""


def _constants(module: dict[str, Any], numbers: list[int]) -> list[str]:
    """The names of the last constants of a module, which must be these numbers and nothing else."""
    last = list(module.items())[len(module) - len(numbers) :]
    for (name, value), number in zip(last, numbers, strict=True):
        if type(value) is not int or value != number or not name.isupper():
            raise BadDeclaration(f"{module['__name__']}: {name} = {value!r:.40} stands among numbered constants")
    return [name.lower() for name, _ in last]


T = TypeVar("T")


class Declared(Mapping[int, T]):
    """What a game declared, by its numbers; never changed, so that a game can be a key."""

    def __init__(self, things: dict[int, T]):
        self._things = things

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __hash__(self) -> int:
        return hash(tuple(self._things.items()))


Names = Declared[str]
"""Names by their numbers: ``PHASES[OVER]`` is ``"over"``."""

Reasons = Declared[Reason]
"""Reasons for refusal by their numbers: a message key, and the paragraph that says so."""


class Numbering:
    """Hands out numbers in order; ``names`` then reads off the module what each is called."""

    def __init__(self, first: int = 0):
        self._next = self._first = first

    def __call__(self) -> int:
        """The next number."""
        self._next += 1
        return self._next - 1

    def names(self, module: dict[str, Any]) -> Names:
        """All of them by name. Asked right after the last: ``vars()`` of the module ends with these constants."""
        numbers = list(range(self._first, self._next))
        return Names(dict(zip(numbers, _constants(module, numbers), strict=True)))


class ReasonNumbering:
    """Hands out reason codes, from 1 on; each names the paragraph of the rulebook that refuses."""

    def __init__(self) -> None:
        self._paragraphs: list[str] = []

    def __call__(self, paragraph: str) -> int:
        """The next reason code."""
        self._paragraphs.append(paragraph)
        return len(self._paragraphs)

    def reasons(self, module: dict[str, Any]) -> Reasons:
        """All reasons; a reason's message key is ``reason.`` and its name. Asked right after the last."""
        numbers = list(range(1, len(self._paragraphs) + 1))
        found = zip(numbers, _constants(module, numbers), self._paragraphs, strict=True)
        return Reasons({number: Reason(f"reason.{name}", paragraph) for number, name, paragraph in found})


# Moves ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A parameter of a kind of moves: ``size`` values from ``least`` on, perhaps with names."""

    name: str
    size: int
    least: int = 0
    names: tuple[str, ...] = ()
    spoken: bool = False  # clients are told the name, not the number
    seat: bool = False  # the values are seats

    def shown(self, value: int) -> int | str:
        """A value as clients are told it."""
        return self.names[value - self.least] if self.spoken else value

    def text(self, value: int) -> str:
        """A value as notation writes it."""
        return self.names[value - self.least] if self.names else str(value)


@dataclass(frozen=True)
class Numbered:
    """Values that have names in notation while clients are told their numbers."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Seats:
    """Values that are seats: whoever learns counts them from the seat that moves."""

    count: int


Range = int | range | tuple[str, ...] | Numbered | Seats
"""How many values a part has, or which, or their names."""


def _part(name: str, values: Range) -> Part:
    if isinstance(values, int):
        return Part(name, values)
    if isinstance(values, range):
        return Part(name, len(values), values.start)
    if isinstance(values, Seats):
        return Part(name, values.count, seat=True)
    if isinstance(values, Numbered):
        return Part(name, len(values.names), names=values.names)
    return Part(name, len(values), names=tuple(values), spoken=True)


@dataclass(frozen=True)
class Kind:
    """A kind of moves: its codes go from ``first`` over all values of its parts, the last part fastest."""

    name: str
    first: int
    parts: tuple[Part, ...]
    adds: tuple[Part, ...] = ()  # what a client is told beyond the parts: it follows from the position

    @property
    def count(self) -> int:
        """How many moves are of this kind."""
        return math.prod(part.size for part in self.parts)

    def values(self, move: int) -> dict[str, int]:
        """The parts of one of its moves."""
        rest, found = move - self.first, {}
        for part in reversed(self.parts):
            rest, found[part.name] = divmod(rest, part.size)
        return {part.name: part.least + found[part.name] for part in self.parts}

    def text(self, move: int) -> str:
        """One of its moves in words."""
        values = self.values(move)
        return " ".join([self.name.replace("_", " "), *(part.text(values[part.name]) for part in self.parts)])


@dataclass(frozen=True)
class Moves:
    """All kinds of moves of a game, in the order of their codes."""

    kinds: tuple[Kind, ...]
    count: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", sum(kind.count for kind in self.kinds))

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """A lookup for the rules: the kind of every move, known by the first of its codes."""
        return tuple(kind.first for kind in self.kinds for _ in range(kind.count))

    def part(self, name: str) -> tuple[int, ...]:
        """A lookup for the rules: this part of every move, NO_PART where there is none."""
        if not any(part.name == name for kind in self.kinds for part in kind.parts):
            raise BadDeclaration(f"no kind of moves has a part {name!r}")
        return tuple(kind.values(kind.first + i).get(name, NO_PART) for kind in self.kinds for i in range(kind.count))

    @cached_property
    def _by_code(self) -> tuple[Kind, ...]:
        return tuple(kind for kind in self.kinds for _ in range(kind.count))

    def kind(self, move: int) -> Kind:
        """What kind a move is of."""
        return self._by_code[move]

    def named(self, name: str) -> Kind:
        """The kind of this name."""
        return next(kind for kind in self.kinds if kind.name == name)

    def code(self, kind: int, *values: int) -> int:
        """The move of a kind with these parts: ``code(TURN, slot, hand)``."""
        at = 0
        for part, value in zip(self.kind(kind).parts, values, strict=True):
            at = at * part.size + value - part.least
        return kind + at

    def parts(self, move: int) -> dict[str, int | str]:
        """A move in parts, as clients are told it: its kind, and the value of each part."""
        if move not in self._parts:
            kind = self.kind(move)
            values = kind.values(move)
            shown: dict[str, int | str] = {part.name: part.shown(values[part.name]) for part in kind.parts}
            self._parts[move] = {"kind": kind.name, **shown}
        return self._parts[move].copy()

    @cached_property
    def _parts(self) -> dict[int, dict[str, int | str]]:
        """Of every move that somebody was told; whoever asks adds to a copy what the position says."""
        return {}

    def write(self, move: int) -> str:
        """A move in words where notation follows the parts: ``face NE``, ``turn NW right``, ``done``."""
        return self._texts[move]

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(kind.text(kind.first + i) for kind in self.kinds for i in range(kind.count))

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text.lower(): move for move, text in enumerate(self._texts)}

    def read(self, said: str) -> int | None:
        """The move that ``write`` would write so (in small letters, single spaces), or None."""
        return self._by_text.get(said)


class Kinds:
    """Hands out the first code of each kind of moves; ``moves`` then reads off the module what each is called."""

    def __init__(self) -> None:
        self._kinds: list[tuple[int, tuple[Part, ...], tuple[Part, ...]]] = []
        self._next = 0

    def __call__(self, adds: dict[str, Range] | None = None, /, **parts: Range) -> int:
        """The first code of the next kind. ``adds`` are the parts that words.structure finds in the position."""
        first, own = self._next, tuple(_part(name, values) for name, values in parts.items())
        self._kinds.append((first, own, tuple(_part(name, values) for name, values in (adds or {}).items())))
        self._next += math.prod(part.size for part in own)
        return first

    def moves(self, module: dict[str, Any]) -> Moves:
        """All kinds by name. Asked right after the last: ``vars()`` of the module ends with these constants."""
        names = _constants(module, [first for first, _, _ in self._kinds])
        return Moves(tuple(Kind(name, *kind) for name, kind in zip(names, self._kinds, strict=True)))
