"""The checked build: every index, divisor, shift and stored number is tested, and a trap says where and what it was."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.room import FLOAT, Array
from banquise.kernel.wasm.scope import Scope
from banquise.kernel.wasm.values import RANGES, TYPES, Place, Value, as_int, local

SITE, VALUE = 0, 1  # the globals that tell of a trap


@dataclass(frozen=True)
class Site:
    """Somewhere that a checked program may stop: where in the source, and what is wrong there."""

    file: str
    line: int
    quoted: str
    what: str  # with {value}

    def told(self, value: int) -> str:
        """In words."""
        return f"{self.file}, line {self.line}: {self.quoted!r}: {self.what.format(value=value)}"


class Checks:
    """Locals, depth and tests of the function being written."""

    is_checked: bool
    scope: Scope
    depth: int
    locals: list[int]
    first_local: int
    sites: list[Site]

    def fresh(self, type_: int) -> int:
        """A new local of this type."""
        self.locals.append(type_)
        return self.first_local + len(self.locals) - 1

    def stop(self, node: ast.AST, value: bytes, what: str) -> bytes:
        """Tell where and what, and trap."""
        source = self.scope.source
        self.sites.append(Site(source.short, getattr(node, "lineno", 0), source.quote(node), what))
        code = value + b.set_global(VALUE) + b.word_const(len(self.sites)) + b.set_global(SITE)
        return code + b.UNREACHABLE

    def _tested(self, value: Value, wrong: bytes, node: ast.AST, what: str) -> Value:
        """The value, tested: ``wrong`` turns the number on the stack into whether it is wrong."""
        at = self.fresh(TYPES[value.kind])
        stop = bytes([b.IF, b.EMPTY]) + self.stop(node, b.get(at), what) + b.END
        found = local(value.kind, at, value.low, value.high)
        code = value.code + b.tee(at) + wrong + stop + b.get(at)
        return Value(found.kind, code, None, value.low, value.high)

    def inside(self, value: Value, place: Place, shape: Array, node: ast.AST) -> Value:
        """An index that is tested, unless it cannot be wrong."""
        if value.low >= 0 and value.high < shape.shape[0] and not shape.length_at:
            return value
        count = b.int_const(shape.shape[0])
        if shape.length_at:
            count = b.word_const(shape.length_at) + b.memory(b.LOADS["i8"], 0)
        what = f"{place.name or 'this'} has no entry {{value}}: they are numbered 0 to {shape.shape[0] - 1}"
        return self._tested(as_int(value), count + b.I64_GE_U, node, what)

    def fitting(self, value: Value, place: Place, node: ast.AST) -> Value:
        """A number that is tested before it is written into a narrower place."""
        assert isinstance(place.shape, str)
        low, high = RANGES[place.shape]
        if value.known is not None and not low <= value.known <= high:
            raise self.scope.source.refuse(node, f"{value.known} does not fit into {place.name} ({low} to {high})")
        if not self.is_checked or (low <= value.low and value.high <= high):
            return value
        wrong = b.int_const(low) + b.I64_SUB + b.int_const(high - low) + b.int_const(1) + b.I64_ADD + b.I64_GE_U
        what = f"{{value}} does not fit into {place.name or 'this'} ({low} to {high})"
        return self._tested(value, wrong, node, what)

    def checked_operand(self, node: ast.AST, kind: type[ast.operator], other: Value) -> Value:
        """What follows an operator: no division by 0, no shift by a negative number or beyond the word."""
        divides = kind in (ast.Div, ast.FloorDiv, ast.Mod)
        if not divides and kind not in (ast.LShift, ast.RShift):
            return other
        if other.known is not None:
            if (divides and not other.known) or (not divides and not 0 <= other.known < 64):
                why = "nothing is divided by 0" if divides else "a shift is by 0 to 63"
                raise self.scope.source.refuse(node, why)
            return other
        if not self.is_checked:
            return other
        if divides:
            if other.low > 0:
                return other
            zero = b.float_const(0.0) + b.COMPARE_FLOAT["=="] if other.kind is FLOAT else b.I64_EQZ
            if other.kind is FLOAT:
                return self._tested_float(other, zero, node)
            return self._tested(as_int(other), zero, node, "divided by {value}")
        if other.low >= 0 and other.high < 64:
            return other
        return self._tested(as_int(other), b.int_const(64) + b.I64_GE_U, node, "a shift by {value}; 0 to 63 is right")

    def _tested_float(self, value: Value, wrong: bytes, node: ast.AST) -> Value:
        at = self.fresh(b.F64)
        stop = bytes([b.IF, b.EMPTY]) + self.stop(node, b.int_const(0), "divided by {value}") + b.END
        return Value(FLOAT, value.code + b.tee(at) + wrong + stop + b.get(at))
