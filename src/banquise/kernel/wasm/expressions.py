"""Expressions of the rules' own subset as WebAssembly: numbers, places in memory, conditions and calls."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import FunctionType
from typing import Any

from banquise.kernel.dot import dot
from banquise.kernel.layout import Layout
from banquise.kernel.subset import OF_PROGRAMS
from banquise.kernel.transcribe import transcribe
from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.arithmetic import binary, compare, smaller
from banquise.kernel.wasm.checks import Checks
from banquise.kernel.wasm.dot import dot_product
from banquise.kernel.wasm.room import BOOL, FIRST, FLOAT, INT, Array, Scalar
from banquise.kernel.wasm.scope import Kinds, Returns, Scope
from banquise.kernel.wasm.source import Refused, Source, calls, ends, source_of
from banquise.kernel.wasm.transcribe import transcription
from banquise.kernel.wasm.values import (
    LOWEST,
    TYPES,
    Operand,
    Place,
    Row,
    Value,
    array_of,
    as_float,
    as_int,
    as_kind,
    constant,
    join,
    load,
    local,
    narrowest,
    opposite,
    truth,
)


@cache
def handler(prefix: str, kind: str) -> str:
    """The name of the method for a kind of node."""
    return f"{prefix}_{kind.lower()}"


_POWERS = {1 << power: power for power in range(1, 24)}


class Expressions(Checks):
    """What a value, a place or a condition is in code. ``Translator`` adds the statements."""

    scope: Scope
    lookups: dict[int, Place]

    # Code ---------------------------------------------------------------------------------------

    @contextmanager
    def block(self) -> Iterator[int]:
        """One block deeper; its label."""
        self.depth += 1
        yield self.depth
        self.depth -= 1

    def wrapped(self, kind: int, code: bytes, result: int = b.EMPTY) -> bytes:
        """A block or loop around code."""
        return bytes([kind, result]) + code + b.END

    def jump(self, label: int) -> bytes:
        """To a label."""
        return b.jump(self.depth - label)

    def refuse(self, node: ast.AST, why: str) -> Refused:
        """An error that quotes the source."""
        return self.scope.source.refuse(node, why)

    # Names --------------------------------------------------------------------------------------

    def meaning(self, node: ast.expr) -> Any:
        """What a name of the module stands for: a number, a lookup, a function, a module."""
        if isinstance(node, ast.Name):
            names = self.scope.source.function.__globals__
            if node.id in names:
                return names[node.id]
            if node.id in OF_PROGRAMS:
                return getattr(builtins, node.id)
            if node.id in self.scope.source.assigned:
                raise self.refuse(node, f"{node.id!r} is read before it is written")
            raise self.refuse(node, f"nothing is called {node.id!r} here")
        if isinstance(node, ast.Attribute) and not self._is_local(node.value):
            owner = self.meaning(node.value)
            if not hasattr(owner, node.attr):
                raise self.refuse(node, f"{self.scope.source.quote(node.value)} has no {node.attr!r}")
            return getattr(owner, node.attr)
        raise self.refuse(node, "this is no name of the module")

    def _is_local(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return not isinstance(node, ast.Name) or node.id in self.scope.names or node.id in self.scope.source.assigned

    def named(self, node: ast.expr) -> Operand:
        """A number or a lookup of the module."""
        found = self.meaning(node)
        if isinstance(found, int | float):
            return constant(found if isinstance(found, bool | float) else int(found))
        if isinstance(found, tuple):
            return self.lookup(found, node)
        raise self.refuse(node, f"a {type(found).__name__} is no number and no lookup (nested tuples of ints)")

    def lookup(self, lookup: tuple[Any, ...], node: ast.AST) -> Place:
        """A lookup as data: constant, in the narrowest numbers that hold it."""
        if id(lookup) in self.lookups:
            return self.lookups[id(lookup)]
        found = array_of(lookup)
        if found is None or not found[1]:
            raise self.refuse(node, "a lookup is nested tuples of ints, all rows of one length")
        shape, numbers = found
        kind = narrowest(numbers)
        if kind is None:
            raise self.refuse(node, "a number of this lookup does not fit into 64 bits")
        address = self.keep_lookup(lookup, kind, numbers)
        name = self.scope.source.quote(node)
        place = Place(Array(kind, shape, False), b"", address, lookup, min(numbers), max(numbers), name, False)
        self.lookups[id(lookup)] = place  # which holds the lookup, so that its id stays its own
        return place

    # Values -------------------------------------------------------------------------------------

    def operand(self, node: ast.expr) -> Operand:
        """What an expression stands for."""
        found: Operand = getattr(self, handler("of", type(node).__name__))(node)
        return found

    def scalar(self, node: ast.expr) -> Value:
        """A number."""
        return self.number(self.operand(node), node)

    def number(self, operand: Operand, node: ast.AST) -> Value:
        """A number, nothing larger."""
        if not isinstance(operand, Value):
            raise self.refuse(node, "a single number is needed here, not a whole row or struct")
        return operand

    def of_constant(self, node: ast.Constant) -> Operand:
        """A number in the source."""
        if not isinstance(node.value, int | float):
            raise self.refuse(node, "text is no number")
        return constant(node.value)

    def of_name(self, node: ast.Name) -> Operand:
        """A local, or something of the module."""
        if node.id in self.scope.names:
            return self.scope.names[node.id]
        if node.id in self.scope.source.assigned:
            raise self.refuse(node, f"{node.id!r} is read before it is written")
        return self.named(node)

    def of_tuple(self, node: ast.Tuple) -> Operand:
        """Several values."""
        return Row(tuple(self.operand(each) for each in node.elts))

    def of_attribute(self, node: ast.Attribute) -> Operand:
        """A field, or something of another module."""
        if not self._is_local(node):
            return self.named(node)
        item = self._item(node)
        return self._read(self.locate(node)) if item is None else item

    def _item(self, node: ast.expr) -> Operand | None:
        """What a NamedTuple has by this name; None if this is no NamedTuple."""
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            return None
        row = self.scope.names.get(node.value.id)
        if not isinstance(row, Row):
            return None
        if node.attr not in row.names:
            raise self.refuse(node, f"there is no {node.attr!r} among {', '.join(row.names) or 'values without names'}")
        found: Operand = row.items[row.names.index(node.attr)]
        return found

    def of_subscript(self, node: ast.Subscript) -> Operand:
        """An entry of a row or lookup; ``x.shape[0]`` is known."""
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            whole = self.operand(node.value.value)
            at = self.scalar(node.slice).known
            if isinstance(whole, Place) and isinstance(whole.shape, Array) and at is not None:
                return constant(whole.shape.shape[at])
        return self._read(self.locate(node))

    def _read(self, place: Place) -> Operand:
        if isinstance(place.lookup, int):
            return constant(place.lookup)
        return load(place) if isinstance(place.shape, str) else place

    def of_unaryop(self, node: ast.UnaryOp) -> Operand:
        """``-x``, ``not x``, ``~x``."""
        if isinstance(node.op, ast.Not):
            return opposite(self.scalar(node.operand))
        value = self.scalar(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if value.known is not None:
            return constant(-value.known if isinstance(node.op, ast.USub) else ~value.known)
        if value.kind is FLOAT:
            return Value(FLOAT, value.code + b.F64_NEG)
        value = as_int(value)
        if isinstance(node.op, ast.USub):
            found = binary(ast.Sub, constant(0), value, self.fresh)
        else:
            found = binary(ast.BitXor, value, constant(-1), self.fresh)
        assert found is not None
        return found

    def of_binop(self, node: ast.BinOp) -> Operand:
        """Two numbers by an operator."""
        one = self.scalar(node.left)
        other = self.checked_operand(node, type(node.op), self.scalar(node.right))
        found = binary(type(node.op), one, other, self.fresh)
        if found is None:
            raise self.refuse(node, "there is no such operation on these numbers")
        return found

    def of_compare(self, node: ast.Compare) -> Operand:
        """One comparison, or a chain of two."""
        one, other = self.scalar(node.left), self.scalar(node.comparators[0])
        self._comparable(node, node.ops[0])
        if len(node.ops) == 1:
            return compare(type(node.ops[0]), one, other)
        if len(node.ops) > 2:
            raise self.refuse(node, "a chain compares three numbers at most")
        self._comparable(node, node.ops[1])
        code = b""
        if other.known is None and not other.is_local:
            number = self.fresh(TYPES[other.kind])
            code, other = other.code + b.put(number), local(other.kind, number, other.low, other.high)
            code = (one.code + b.put(kept := self.fresh(TYPES[one.kind])) if one.known is None else b"") + code
            one = local(one.kind, kept, one.low, one.high) if one.known is None else one
        first = compare(type(node.ops[0]), one, other)
        with self.block():
            second = compare(type(node.ops[1]), other, self.scalar(node.comparators[1]))
        if first.known is not None and second.known is not None:
            return constant(first.known and second.known)
        choice = bytes([b.IF, b.I32]) + second.code + b.ELSE + b.word_const(0) + b.END
        return Value(BOOL, code + first.code + choice, None, 0, 1)

    def _comparable(self, node: ast.Compare, sign: ast.cmpop) -> None:
        if not isinstance(sign, ast.Eq | ast.NotEq | ast.Lt | ast.Gt | ast.LtE | ast.GtE):
            raise self.refuse(node, "numbers are compared by ==, !=, <, >, <=, >=")

    def of_boolop(self, node: ast.BoolOp) -> Operand:
        """``a and b`` of truths; of other numbers Python would answer one of them, which a lookup cannot."""
        known = self.known_truth(node)
        if known is not None:
            return constant(known)
        self._truths(node)
        with self.block() as whole:
            with self.block() as otherwise:
                code = self.branch(node, otherwise, False) + b.word_const(1) + self.jump(whole)
            code = self.wrapped(b.BLOCK, code) + b.word_const(0)
        return Value(BOOL, self.wrapped(b.BLOCK, code, b.I32), None, 0, 1)

    def _truths(self, node: ast.BoolOp) -> None:
        for each in node.values:
            sure = isinstance(each, ast.Compare | ast.BoolOp) or (
                isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not)
            )
            if not sure and self.scalar(each).kind is not BOOL:
                raise self.refuse(node, "'a and b', 'a or b' of numbers: write an if, or compare each with 0")

    def of_ifexp(self, node: ast.IfExp) -> Operand:
        """One of two values, or of two places."""
        known = self.known_truth(node.test)
        if known is not None:
            return self.operand(node.body if known else node.orelse)
        with self.block() as whole:
            with self.block() as otherwise:
                test = self.branch(node.test, otherwise, False)
                one = self.operand(node.body)
            other = self.operand(node.orelse)
            if isinstance(one, Place) and isinstance(other, Place) and one.shape == other.shape:
                code = self.wrapped(b.BLOCK, test + one.address() + b.jump(self.depth + 1 - whole)) + other.address()
                base = self.wrapped(b.BLOCK, code, b.I32)
                low, high = min(one.low, other.low), max(one.high, other.high)
                writable = one.writable and other.writable
                return Place(one.shape, base, 0, None, low, high, one.name, writable)
            one, other = self.number(one, node.body), self.number(other, node.orelse)
            kind = join(one.kind, other.kind)
            code = test + as_kind(one, kind).code + b.jump(self.depth + 1 - whole)
            code = self.wrapped(b.BLOCK, code) + as_kind(other, kind).code
        low, high = min(one.low, other.low), max(one.high, other.high)
        return Value(kind, self.wrapped(b.BLOCK, code, TYPES[kind]), None, low, high)

    # Places -------------------------------------------------------------------------------------

    def locate(self, node: ast.expr) -> Place:
        """Where something lies in memory."""
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if isinstance(node, ast.Subscript):
            return self._entry(self._whole(node.value), node)
        return self._whole(node)

    def _whole(self, node: ast.expr) -> Place:
        found = self._item(node)
        if found is None and isinstance(node, ast.Attribute | ast.Subscript) and self._is_local(node):
            return self.locate(node)
        found = found or self.operand(node)
        if not isinstance(found, Place):
            raise self.refuse(node, "this is a number: it has no fields and no entries")
        return found

    def _field(self, node: ast.Attribute) -> Place:
        struct = self._whole(node.value)
        if not isinstance(struct.shape, Layout):
            raise self.refuse(node, "only a state or a struct has fields")
        spot = struct.shape.spots.get(node.attr)
        if spot is None:
            known = ", ".join(struct.shape.spots)
            raise self.refuse(node, f"{struct.shape.name} has no field {node.attr!r}; its fields: {known}")
        shape = Array(spot.kind, spot.shape, struct.writable) if spot.shape else spot.kind
        return Place(shape, struct.base, struct.offset + spot.offset, name=node.attr, writable=struct.writable)

    def _entry(self, place: Place, node: ast.Subscript) -> Place:
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for each in indices:
            if not isinstance(place.shape, Array):
                raise self.refuse(node, "this has no entries")
            place = self._indexed(place, place.shape, each, node)
        return place

    def _indexed(self, place: Place, shape: Array, index: ast.expr, node: ast.Subscript) -> Place:
        """One entry. A constant part of the index becomes part of the distance."""
        value, extra = self._split_index(index, FIRST // shape.stride)
        if value.known is not None:
            return self._known_entry(place, shape, value.known + extra, node)
        value = self.inside(value, place, shape, node) if self.is_checked else value
        moved = self._times(value, shape.stride)
        if extra > 0 and value.low < 0:  # the sum is an address in any case, so it does not matter if the index is none
            base, offset = place.address() + moved + b.I32_ADD, extra * shape.stride
        else:
            base = place.base + moved + b.I32_ADD if place.base else moved
            offset = place.offset + extra * shape.stride
        if offset < 0:
            base, offset = base + b.word_const(offset) + b.I32_ADD, 0
        return Place(shape.inner, base, offset, None, place.low, place.high, place.name, place.writable)

    def _known_entry(self, place: Place, shape: Array, at: int, node: ast.Subscript) -> Place:
        if not 0 <= at < shape.shape[0]:
            what = f"there is no entry {at}: they are numbered 0 to {shape.shape[0] - 1}"
            if not self._depends(node.slice):
                raise self.refuse(node, what)
            # Known only because of who calls: a condition may well keep it from happening.
            return replace(place, shape=shape.inner, base=self.stop(node, b.int_const(at), what), offset=0, lookup=None)
        lookup = place.lookup[at] if place.lookup is not None else None
        offset = place.offset + at * shape.stride
        return Place(shape.inner, place.base, offset, lookup, place.low, place.high, place.name, place.writable)

    def _depends(self, node: ast.expr) -> bool:
        """Does an expression depend on anything that is not the same for the whole module?"""
        source = self.scope.source
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        return any(name in source.assigned or name in source.params for name in names)

    def _split_index(self, index: ast.expr, most: int) -> tuple[Value, int]:
        """What is added to an index can be added to the address; much of it only if what is left is not below 0."""
        if not self.is_checked and isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add | ast.Sub):
            one, other = self.scalar(index.left), self.scalar(index.right)
            sign = 1 if isinstance(index.op, ast.Add) else -1
            if other.known is not None and one.known is None and (one.low >= 0 or sign * other.known <= most):
                return as_int(one), sign * other.known
            if one.known is not None and other.known is None and sign == 1 and (other.low >= 0 or one.known <= most):
                return as_int(other), one.known
        return as_int(self.scalar(index)), 0

    def _times(self, value: Value, stride: int) -> bytes:
        """An index in bytes, as an address."""
        code = value.code
        code = code[:-1] if code.endswith(b.I64_EXTEND_U) else code + b.I32_WRAP
        if stride in _POWERS:
            return code + b.word_const(_POWERS[stride]) + b.I32_SHL
        return code if stride == 1 else code + b.word_const(stride) + b.I32_MUL

    def size_of(self, shape: Array | Layout) -> int:
        """Bytes."""
        return shape.size if isinstance(shape, Layout) else shape.shape[0] * shape.stride

    def length_of(self, place: Place) -> int:
        """How many entries a row has."""
        assert isinstance(place.shape, Array)
        return place.shape.shape[0]

    # Conditions ---------------------------------------------------------------------------------

    def known_truth(self, node: ast.expr) -> bool | None:
        """Whether a condition holds, if that is known without running anything."""
        if isinstance(node, ast.BoolOp):
            decisive = isinstance(node.op, ast.Or)
            for each in node.values:
                found = self.known_truth(each)
                if found is None or found is decisive:
                    return found
            return not decisive
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            found = self.known_truth(node.operand)
            return None if found is None else not found
        if calls(node):
            return None
        value = truth(self.scalar(node))
        return None if value.known is None else bool(value.known)

    def branch(self, node: ast.expr, label: int, sense: bool) -> bytes:
        """Jump to a label if a condition holds (or, with ``sense`` False, if it does not); else go on here."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.branch(node.operand, label, not sense)
        if isinstance(node, ast.BoolOp):
            return self._branch_over(node, label, sense)
        if isinstance(node, ast.Call):
            called = self._callee(node)
            if isinstance(called, Source) and self.is_inlined(called):
                return self._branch_through(node, called, label, sense)
        value = self.scalar(node)
        value = truth(value) if sense else opposite(value)
        if value.known is not None:
            return self.jump(label) if value.known else b""
        return value.code + b.jump_if(self.depth - label)

    def _branch_over(self, node: ast.BoolOp, label: int, sense: bool) -> bytes:
        """One part may decide for all: ``and`` when it fails, ``or`` when it holds."""
        decisive = isinstance(node.op, ast.Or)
        if sense == decisive:
            return b"".join(self.branch(each, label, sense) for each in node.values)
        with self.block() as skip:
            code = b"".join(self.branch(each, skip, not sense) for each in node.values[:-1])
            code += self.branch(node.values[-1], label, sense)
        return self.wrapped(b.BLOCK, code)

    def _branch_through(self, node: ast.Call, called: Source, label: int, sense: bool) -> bytes:
        """A small function as a condition: its returns jump to where the condition leads."""
        operands = [self.operand(argument) for argument in node.args]
        self.answers_always(called, node)
        with self.block() as fall:
            returns = Returns("branch", fall, label, sense)
            code = self.expand(called, operands, returns, self.kinds_for(called, operands), node)
        return self.wrapped(b.BLOCK, code)

    # Calls --------------------------------------------------------------------------------------

    def _callee(self, node: ast.Call) -> Any:
        """What is called: the source of a function, or something else of the module."""
        if isinstance(node.func, ast.Name) and node.func.id in self.scope.names:
            raise self.refuse(node, "only a function of the module can be called")
        found = self.meaning(node.func)
        if isinstance(found, FunctionType):
            return source_of(self.counterpart(found, node))
        return found

    def of_call(self, node: ast.Call) -> Operand:
        """What a function answers."""
        called = self._callee(node)
        if isinstance(called, Source):
            if called.function is dot:
                return dot_product(self, node, tuple(self.operand(argument) for argument in node.args))
            operands = [self.operand(argument) for argument in node.args]
            self.answers_always(called, node)
            if self.is_inlined(called):
                return self._written_here(node, called, operands)
            code, kind = self.call(called, operands, node)
            if kind is None:
                raise self.refuse(node, f"{called.node.name} answers nothing")
            return Value(kind, code)
        return self._built_in(node, called)

    def answers_always(self, called: Source, node: ast.AST) -> None:
        """A function that is asked for a number must answer one on every way through it."""
        if not ends(called.body) and not self._loops_for_ever(called):
            raise called.refuse(called.node, "its end can be reached without an answer: return a number on every way")

    @staticmethod
    def _loops_for_ever(called: Source) -> bool:
        last = called.body[-1] if called.body else None
        if not (isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value is True):
            return False
        return not any(isinstance(each, ast.Break) for each in ast.walk(last))

    def called_for_effect(self, node: ast.Call) -> bytes:
        """A function called for what it does."""
        called = self._callee(node)
        if not isinstance(called, Source):
            raise self.refuse(node, "this does nothing: only a call can stand alone")
        operands = [self.operand(argument) for argument in node.args]
        if called.function is transcribe:
            return transcription(self, node, tuple(operands))
        if self.is_inlined(called):
            with self.block() as label:
                kinds = self.kinds_for(called, operands)
                code = self.expand(called, operands, Returns("statement", label), kinds, node)
            return self.wrapped(b.BLOCK, code)
        code, kind = self.call(called, operands, node)
        return code if kind is None else code + b.DROP

    def _written_here(self, node: ast.Call, called: Source, operands: list[Operand]) -> Value:
        kinds = self.kinds_for(called, operands)
        with self.block() as label:
            returns = Returns("value", label)
            code = self.expand(called, operands, returns, kinds, node)
        if kinds.result is None:
            raise self.refuse(node, f"{called.node.name} answers nothing")
        code = self.wrapped(b.BLOCK, code + b.UNREACHABLE, TYPES[kinds.result])
        low, high = (returns.low, returns.high) if returns.low <= returns.high else (LOWEST, -LOWEST - 1)
        return Value(kinds.result, code, None, low, high)

    def _built_in(self, node: ast.Call, called: Any) -> Operand:
        operands = [self.operand(argument) for argument in node.args]
        if called is len and len(operands) == 1 and isinstance(operands[0], Place):
            shape = operands[0].shape
            if isinstance(shape, Array):
                return self._length(shape)
        if not all(isinstance(each, Value) for each in operands):
            raise self.refuse(node, "a single number is needed here, not a whole row or struct")
        values: list[Any] = operands
        if called in (min, max) and len(values) == 2:
            return smaller(values[0], values[1], self.fresh, called is max)
        if len(values) == 1 and called in (math.sqrt, abs, int, float, bool):
            return self._of_one(called, values[0])
        callable_ = "functions of the rules' own subset, len, min and max of two, abs, int, float, bool and math.sqrt"
        raise self.refuse(node, f"only these can be called: {callable_}")

    def _length(self, shape: Array) -> Value:
        if shape.length_at:
            code = b.word_const(shape.length_at) + b.memory(b.LOADS["i8"], 0)
            return Value(INT, code, None, 0, shape.shape[0])
        return constant(shape.shape[0])

    def _of_one(self, called: Any, value: Value) -> Value:
        if value.known is not None:
            return constant(called(value.known))
        if called is math.sqrt:
            return Value(FLOAT, as_float(value).code + b.F64_SQRT)
        if called is float:
            return as_float(value)
        if called is bool:
            return truth(value)
        if called is int:
            return Value(INT, value.code + b.I64_TRUNC) if value.kind is FLOAT else as_int(value)
        if value.kind is FLOAT:
            return Value(FLOAT, value.code + b.F64_ABS)
        value = as_int(value)
        at = self.fresh(b.I64)
        code = value.code + b.put(at) + b.int_const(0) + b.get(at) + b.I64_SUB + b.get(at)
        code += b.get(at) + b.int_const(0) + b.COMPARE_INT["<"] + b.SELECT
        return Value(INT, code, None, 0)

    # What the module being made adds --------------------------------------------------------------

    def counterpart(self, function: FunctionType, node: ast.AST) -> FunctionType:
        """What a function of the source becomes in this program: a question is answered by the game or its guide."""
        raise NotImplementedError

    def is_inlined(self, called: Source) -> bool:
        """Is this function written out where it is called?"""
        raise NotImplementedError

    def call(self, called: Source, operands: list[Operand], node: ast.AST) -> tuple[bytes, Scalar | None]:
        """A call of a function of its own, and what it answers."""
        raise NotImplementedError

    def expand(self, source: Source, operands: list[Operand], returns: Returns, kinds: Kinds, node: ast.AST) -> bytes:
        """A function's statements written out here."""
        raise NotImplementedError

    def kinds_for(self, called: Source, operands: list[Operand]) -> Kinds:
        """What is known of a function called with arguments of these kinds."""
        raise NotImplementedError

    def keep_lookup(self, lookup: tuple[Any, ...], kind: str, numbers: list[int]) -> int:
        """Keep a lookup as data; its address."""
        raise NotImplementedError
