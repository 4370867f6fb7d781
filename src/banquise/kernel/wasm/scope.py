"""One function while it is being translated: what its names stand for, and where its returns lead."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from banquise.kernel.wasm.room import Scalar, Shape
from banquise.kernel.wasm.source import Source
from banquise.kernel.wasm.values import HIGHEST, LOWEST, Operand, Value, join


class Again(Exception):
    """A name or an answer turned out to be of a wider kind than was thought: translate this function again."""

    def __init__(self, kinds: Kinds):
        self.kinds = kinds


class Kinds:
    """What is known so far of a function with arguments of certain kinds: grows until nothing changes any more."""

    def __init__(self) -> None:
        self.names: dict[str, Scalar | Shape] = {}
        self.result: Scalar | None = None


@dataclass
class Returns:
    """Where a return leads. ``how``: out of a function, or to the end of a block with its value or without; or, where
    a condition asks, at once to where the condition leads."""

    how: str  # "function", "value", "statement" or "branch"
    label: int = 0
    target: int = 0  # of a branch: where to go
    sense: bool = True  # and in which case
    low: int = HIGHEST
    high: int = LOWEST

    def note(self, value: Value) -> None:
        """One more value that may be answered."""
        self.low, self.high = min(self.low, value.low), max(self.high, value.high)


@dataclass
class Scope:
    """A function's names, and the loops that one is in."""

    source: Source
    kinds: Kinds
    returns: Returns
    names: dict[str, Operand] = field(default_factory=dict)
    locals: dict[str, int] = field(default_factory=dict)
    loops: list[tuple[int, int]] = field(default_factory=list)  # labels: out of the loop, and on with it
    unrolling: int = 0  # loops written out that one is in
    choosing: int = 0  # and choices

    def is_single(self, name: str) -> bool:
        """Is a name written in one place only?"""
        return self.source.assigned[name] == 1 and name not in self.source.params

    def widened(self, name: str, kind: Scalar | Shape, node: ast.AST) -> Scalar | Shape:
        """The kind of a name that is now given something of this kind."""
        known = self.kinds.names.setdefault(name, kind)
        if known == kind:
            return known
        if not (isinstance(known, Scalar) and isinstance(kind, Scalar)):
            raise self.source.refuse(node, f"{name!r} stands for two different things: give each a name of its own")
        wider = join(known, kind)
        if wider != known:
            self.kinds.names[name] = wider
            raise Again(self.kinds)
        return known

    def answers(self, kind: Scalar) -> Scalar:
        """The kind of what the function answers, now that it answers this."""
        known = self.kinds.result or kind
        self.kinds.result = join(known, kind)
        if known != self.kinds.result:
            raise Again(self.kinds)
        return known
