"""One function while it is being written as C: what its names stand for, and what is declared at its head."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from banquise.kernel.cuda.values import Kind, Operand, Place, Shape, Strided, Table, Value, join
from banquise.kernel.wasm.source import Source


class Again(Exception):
    """A name or an answer turned out to be of a wider kind than was thought: write this function again."""


@dataclass
class Kinds:
    """What is known so far of a function with arguments of certain kinds: grows until nothing changes any more."""

    names: dict[str, Kind | Shape] = field(default_factory=dict)
    result: Kind | None = None
    low: int = 1
    high: int = 0  # of what it answers; nothing is known while low is above

    def note(self, value: Value) -> None:
        """One more value that may be answered."""
        if self.low > self.high:
            self.low, self.high = value.low, value.high
        self.low, self.high = min(self.low, value.low), max(self.high, value.high)


@dataclass
class Scope:
    """A function's names."""

    source: Source
    kinds: Kinds
    names: dict[str, Operand] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)  # C name: its declaration
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    temporaries: int = 0

    def is_single(self, name: str) -> bool:
        """Is a name written in one place only?"""
        return self.source.assigned[name] == 1 and name not in self.source.params

    def say(self, line: str) -> None:
        """One line of C."""
        self.lines.append("    " * self.depth + line)

    def fresh(self, operand: Value | Place) -> str:
        """A new name for something worked out before."""
        self.temporaries += 1
        name = f"x{self.temporaries}_"
        self.declare(name, operand.kind if isinstance(operand, Value) else operand.shape)
        return name

    def declare(self, name: str, kind: Kind | Shape) -> None:
        """A local of this kind."""
        self.declared[name] = declaration(kind, name)

    def widened(self, name: str, kind: Kind | Shape, node: ast.AST) -> Kind | Shape:
        """The kind of a name that is now given something of this kind."""
        known = self.kinds.names.setdefault(name, kind)
        if known == kind:
            return known
        if not (isinstance(known, Kind) and isinstance(kind, Kind)):
            raise self.source.refuse(node, f"{name!r} stands for two different things: give each a name of its own")
        wider = join(known, kind)
        if wider != known:
            self.kinds.names[name] = wider
            raise Again
        return known


def declaration(kind: Kind | Shape, name: str) -> str:
    """A name with its type."""
    if isinstance(kind, Kind):
        return f"{kind.c} {name}"
    if isinstance(kind, Table):
        return f"{kind.type} *{name}"
    if isinstance(kind, Strided):
        return f"{kind.type} {name}"
    raise TypeError(f"{kind!r} has no name of its own")
