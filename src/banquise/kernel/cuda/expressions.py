"""Expressions of the rules' own subset as C: numbers, places in memory, conditions and calls.

C does not say which part of an expression comes first. Where a part calls something, what comes before it in the source
is therefore worked out before, into a name of its own: ``(x1 = before, x1 + call())``.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

from banquise.kernel.cuda.arithmetic import binary, compare, made_of, opposite, smaller, truth
from banquise.kernel.cuda.scope import Scope
from banquise.kernel.cuda.values import (
    BOOL,
    FLOAT,
    INT,
    LONG,
    Kind,
    Operand,
    Place,
    Row,
    Strided,
    Table,
    Value,
    as_kind,
    bounded,
    constant,
    join,
    read,
)
from banquise.kernel.dot import dot
from banquise.kernel.layout import Layout
from banquise.kernel.subset import OF_PROGRAMS
from banquise.kernel.wasm.source import Refused, Source, ends, source_of
from banquise.kernel.wasm.values import array_of, narrowest


class Expressions:
    """What a value, a place or a condition is in C. ``Writer`` adds the statements."""

    scope: Scope

    def refuse(self, node: ast.AST, why: str) -> Refused:
        """An error that quotes the source."""
        return self.scope.source.refuse(node, why)

    # One after the other --------------------------------------------------------------------------

    def in_order(self, operands: Sequence[Operand]) -> tuple[str, list[Any]]:
        """What comes before a call is worked out before it: what to do first, and the operands after that."""
        first: list[str] = []
        found: list[Any] = []
        later = False
        for each in reversed(operands):
            kept = each
            if not isinstance(each, Row):
                if later and (each.looks or each.calls):
                    name = self.scope.fresh(each)
                    first.insert(0, f"{name} = {each.text}")
                    kept = replace(each, text=name, looks=False)
                later = later or each.calls
            found.insert(0, kept)
        return "".join(f"{each}, " for each in first), found

    def after(self, first: str, value: Value) -> Value:
        """A value, once something else is done."""
        return replace(value, text=f"({first}{value.text})") if first else value

    # Names --------------------------------------------------------------------------------------

    def meaning(self, node: ast.expr) -> Any:
        """What a name of the module stands for: a number, a lookup, a function, a module."""
        if isinstance(node, ast.Name):
            names = self.scope.source.function.__globals__
            if node.id in names:
                return names[node.id]
            if node.id in OF_PROGRAMS:
                return getattr(builtins, node.id)
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

    def _named(self, node: ast.expr) -> Operand:
        """A number or a lookup of the module."""
        found = self.meaning(node)
        if isinstance(found, int | float):
            return constant(found if isinstance(found, bool | float) else int(found))
        if isinstance(found, tuple):
            return self._lookup(found, node)
        raise self.refuse(node, f"a {type(found).__name__} is no number and no lookup (nested tuples of ints)")

    def _lookup(self, lookup: tuple[Any, ...], node: ast.AST) -> Place:
        """A lookup as a table that never changes, in the narrowest numbers that hold it."""
        found = array_of(lookup)
        if found is None or not found[1]:
            raise self.refuse(node, "a lookup is nested tuples of ints, all rows of one length")
        shape, numbers = found
        kind = narrowest(numbers)
        if kind is None:
            raise self.refuse(node, "a number of this lookup does not fit into 64 bits")
        quoted = self.scope.source.quote(node)
        table = Table(kind, shape, True)
        name = self.keep_lookup(quoted, table, lookup, numbers)
        return Place(table, name, lookup, min(numbers), max(numbers), name=quoted, writable=False)

    # Values -------------------------------------------------------------------------------------

    def operand(self, node: ast.expr) -> Operand:
        """What an expression stands for."""
        found: Operand = getattr(self, f"of_{type(node).__name__.lower()}")(node)
        return found

    def scalar(self, node: ast.expr) -> Value:
        """A number."""
        found = self.operand(node)
        if not isinstance(found, Value):
            raise self.refuse(node, "a single number is needed here, not a whole row or struct")
        return found

    def of_constant(self, node: ast.Constant) -> Operand:
        """A number in the source."""
        assert isinstance(node.value, int | float)
        return constant(node.value)

    def of_name(self, node: ast.Name) -> Operand:
        """A local, or something of the module."""
        if node.id in self.scope.names:
            return self.scope.names[node.id]
        if node.id in self.scope.source.assigned:
            raise self.refuse(node, f"{node.id!r} is read before it is written")
        return self._named(node)

    def of_tuple(self, node: ast.Tuple) -> Operand:
        """Several values."""
        return Row(tuple(self.operand(each) for each in node.elts))

    def of_attribute(self, node: ast.Attribute) -> Operand:
        """A field, an item of a NamedTuple, or something of another module."""
        if not self._is_local(node):
            return self._named(node)
        row = self.scope.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(row, Row):
            if node.attr not in row.names:
                raise self.refuse(node, f"there is no {node.attr!r} among {', '.join(row.names)}")
            item: Operand = row.items[row.names.index(node.attr)]
            return item
        return self._looked_at(self.locate(node))

    def of_subscript(self, node: ast.Subscript) -> Operand:
        """An entry of a row or lookup."""
        return self._looked_at(self.locate(node))

    def _looked_at(self, place: Place) -> Operand:
        return read(place) if isinstance(place.shape, str) else place

    def of_unaryop(self, node: ast.UnaryOp) -> Operand:
        """``-x``, ``not x``, ``~x``."""
        if isinstance(node.op, ast.Not):
            return opposite(self.condition(node.operand))
        value = self.scalar(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if value.known is not None:
            return constant(-value.known if isinstance(node.op, ast.USub) else ~value.known)
        kind = join(value.kind, INT)
        sign = "-" if isinstance(node.op, ast.USub) else "~"
        found = made_of(kind, f"({sign}{value.text})", value)
        if kind is FLOAT:
            return found
        low, high = (-value.high, -value.low) if sign == "-" else (~value.high, ~value.low)
        return bounded(found, low, high)

    def of_binop(self, node: ast.BinOp) -> Operand:
        """Two numbers by an operator."""
        given = (self.scalar(node.left), self.scalar(node.right))
        first, (one, other) = self.in_order(given)
        found = binary(type(node.op), one, other)
        if found is None:
            raise self.refuse(node, "there is no such operation on these numbers")
        return self.after(first, found)

    def of_compare(self, node: ast.Compare) -> Operand:
        """One comparison, or a chain of two."""
        signs = ast.Eq | ast.NotEq | ast.Lt | ast.Gt | ast.LtE | ast.GtE
        if not all(isinstance(each, signs) for each in node.ops):
            raise self.refuse(node, "numbers are compared by ==, !=, <, >, <=, >=")
        given = [self.scalar(node.left), *(self.scalar(each) for each in node.comparators)]
        if len(given) == 2:
            first, (one, other) = self.in_order(given)
            return self.after(first, compare(type(node.ops[0]), one, other))
        if len(given) > 3:
            raise self.refuse(node, "a chain compares three numbers at most")
        one, between, other = given
        first, (one, kept) = self.in_order([one, between])
        if kept.known is None:
            name = self.scope.fresh(kept)
            first, kept = f"{first}{name} = {kept.text}, ", replace(kept, text=name, looks=False)
        both = compare(type(node.ops[0]), one, kept), compare(type(node.ops[1]), kept, other)
        return self.after(first, made_of(BOOL, f"({both[0].text} && {both[1].text})", *given))

    def of_boolop(self, node: ast.BoolOp) -> Operand:
        """``a and b`` of truths; of other numbers Python would answer one of them, which a lookup cannot."""
        for each in node.values:
            sure = isinstance(each, ast.Compare | ast.BoolOp) or (
                isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not)
            )
            if not sure and self.scalar(each).kind is not BOOL:
                raise self.refuse(node, "'a and b', 'a or b' of numbers: write an if, or compare each with 0")
        return self.condition(node)

    def condition(self, node: ast.expr) -> Value:
        """Whether something holds."""
        if not isinstance(node, ast.BoolOp):
            return truth(self.scalar(node))
        decisive = isinstance(node.op, ast.Or)
        parts = []
        for each in node.values:
            part = self.condition(each)
            if part.known is not None and bool(part.known) is decisive:
                parts.append(part)
                break
            if part.known is None:
                parts.append(part)
        if not parts:
            return constant(not decisive)
        if len(parts) == 1:
            return parts[0]
        either = " || " if decisive else " && "
        return made_of(BOOL, f"({either.join(part.text for part in parts)})", *parts)

    def of_ifexp(self, node: ast.IfExp) -> Operand:
        """One of two values, or of two places."""
        test = self.condition(node.test)
        if test.known is not None:
            return self.operand(node.body if test.known else node.orelse)
        one, other = self.operand(node.body), self.operand(node.orelse)
        if isinstance(one, Place) and isinstance(other, Place) and one.shape == other.shape:
            low, high = min(one.low, other.low), max(one.high, other.high)
            called = test.calls or one.calls or other.calls
            writable = one.writable and other.writable
            text = f"({test.text} ? {one.text} : {other.text})"
            return Place(one.shape, text, None, low, high, True, called, one.name, writable)
        if not (isinstance(one, Value) and isinstance(other, Value)):
            raise self.refuse(node, "one of two numbers, or one of two rows of one shape")
        kind = join(one.kind, other.kind)
        one, other = as_kind(one, kind), as_kind(other, kind)
        found = made_of(kind, f"({test.text} ? {one.text} : {other.text})", test, one, other)
        return replace(found, low=min(one.low, other.low), high=max(one.high, other.high))

    # Places -------------------------------------------------------------------------------------

    def locate(self, node: ast.expr) -> Place:
        """Where something lies in memory."""
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if isinstance(node, ast.Subscript):
            return self._entry(self._whole(node.value), node)
        return self._whole(node)

    def _whole(self, node: ast.expr) -> Place:
        found = self.operand(node)
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
        shape = Table(spot.kind, spot.shape) if spot.shape else spot.kind
        return Place(shape, self.field_of(struct, spot.name), looks=not spot.shape, name=node.attr)

    def _entry(self, place: Place, node: ast.Subscript) -> Place:
        for each in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            place = self._indexed(place, each, node)
        return place

    def _indexed(self, place: Place, index: ast.expr, node: ast.Subscript) -> Place:
        """One entry."""
        shape = place.shape
        if not isinstance(shape, Table | Strided):
            raise self.refuse(node, "this has no entries")
        value = self.scalar(index)
        if value.kind is FLOAT:
            raise self.refuse(node, "an entry is found by an int")
        length = shape.length if isinstance(shape, Strided) else shape.shape[0]
        if value.known is not None and not 0 <= value.known < length:
            raise self.refuse(node, f"there is no entry {value.known}: they are numbered 0 to {length - 1}")
        first, (whole, value) = self.in_order([place, value])
        at = value.text if value.known is not None else f"AT({value.text}, {length})"
        inner = shape.inner if isinstance(shape, Table) else shape.item
        text = f"{whole.text}[{at}]"
        if isinstance(shape, Strided):
            text = f"{whole.text}.at[(i8){at} * {whole.text}.step]"
        if first:  # an lvalue still
            text = f"(*({first}&{text}))"
        lookup = place.lookup[value.known] if place.lookup is not None and value.known is not None else None
        looks, called = place.looks or value.looks or isinstance(inner, str), place.calls or value.calls
        if not place.writable:
            looks = place.looks or value.looks  # what never changes can be looked at at any time
        return Place(inner, text, lookup, place.low, place.high, looks, called, place.name, place.writable)

    # Calls --------------------------------------------------------------------------------------

    def called(self, node: ast.Call) -> Any:
        """What is called: the source of a function, or something else of the module."""
        if isinstance(node.func, ast.Name) and node.func.id in self.scope.names:
            raise self.refuse(node, "only a function of the module can be called")
        found = self.meaning(node.func)
        if isinstance(found, FunctionType):
            return source_of(self.counterpart(found))
        return found

    def of_call(self, node: ast.Call) -> Operand:
        """What a function answers."""
        called = self.called(node)
        first, operands = self.in_order([self.operand(each) for each in node.args])
        if not isinstance(called, Source):
            return self.after(first, self._built_in(node, called, operands))
        if called.function is dot:
            return self.after(first, self._dot(node, operands))
        self._answers_always(called)
        text, kind, low, high = self.call(called, operands, node)
        if kind is None:
            raise self.refuse(node, f"{called.node.name} answers nothing")
        return self.after(first, Value(kind, text, None, low, high, looks=True, calls=True))

    def _answers_always(self, called: Source) -> None:
        """A function that is asked for a number must answer one on every way through it."""
        last = called.body[-1] if called.body else None
        for_ever = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value is True
        if not ends(called.body) and not for_ever:
            raise called.refuse(called.node, "its end can be reached without an answer: return a number on every way")

    def called_for_effect(self, node: ast.Call) -> str:
        """A function called for what it does."""
        called = self.called(node)
        if not isinstance(called, Source):
            raise self.refuse(node, "this does nothing: only a call can stand alone")
        first, operands = self.in_order([self.operand(each) for each in node.args])
        return f"{first}{self.call(called, operands, node)[0]}"

    def _dot(self, node: ast.Call, rows: list[Operand]) -> Value:
        """The sum of products of two rows."""
        kinds, lengths = [], set()
        for row in rows:
            shape = row.shape if isinstance(row, Place) else None
            if isinstance(shape, Table) and len(shape.shape) == 1 and shape.item in ("i1", "i2"):
                kinds.append(shape.item)
                lengths.add(shape.shape[0])
        if len(rows) != 2 or len(kinds) != 2 or len(lengths) != 1:
            raise self.refuse(node, "dot takes two rows of one length, of 8- or 16-bit numbers: fields or lookups")
        length = lengths.pop()
        kind = INT if kinds == ["i1", "i1"] and length < 1 << 16 else LONG
        texts: list[Any] = rows
        text = f"dot_{kinds[0]}_{kinds[1]}({texts[0].text}, {texts[1].text}, {length})"
        return Value(kind, text, None, -(length << 30), length << 30, True, any(each.calls for each in texts))

    def _built_in(self, node: ast.Call, called: Any, operands: list[Any]) -> Value:
        if called is len and len(operands) == 1 and isinstance(operands[0], Place):
            shape = operands[0].shape
            if isinstance(shape, Table | Strided):
                return constant(shape.length if isinstance(shape, Strided) else shape.shape[0])
        if not all(isinstance(each, Value) for each in operands):
            raise self.refuse(node, "a single number is needed here, not a whole row or struct")
        if called in (min, max) and len(operands) == 2:
            return smaller(operands[0], operands[1], called is max)
        if len(operands) == 1 and called in (math.sqrt, abs, int, float, bool):
            return self._of_one(called, operands[0])
        callable_ = "functions of the rules' own subset, len, min and max of two, abs, int, float, bool and math.sqrt"
        raise self.refuse(node, f"only these can be called: {callable_}")

    def _of_one(self, called: Any, value: Value) -> Value:
        if value.known is not None:
            return constant(called(value.known))
        if called is bool:
            return truth(value)
        if called is float:
            return as_kind(value, FLOAT)
        if called is math.sqrt:
            return made_of(FLOAT, f"sqrt({as_kind(value, FLOAT).text})", value)
        kind = join(value.kind, INT)
        if called is int:
            return made_of(LONG, f"((i8){value.text})", value) if kind is FLOAT else as_kind(value, kind)
        return replace(made_of(kind, f"abs_{kind.name}({value.text})", value), low=0)

    # What the program being written adds ----------------------------------------------------------

    def counterpart(self, function: FunctionType) -> FunctionType:
        """What a function of the source becomes in this program: a question is answered by the game or its guide."""
        raise NotImplementedError

    def call(self, called: Source, operands: list[Operand], node: ast.AST) -> tuple[str, Kind | None, int, int]:
        """A call of a function, what it answers, and between what that lies."""
        raise NotImplementedError

    def keep_lookup(self, name: str, table: Table, lookup: tuple[Any, ...], numbers: list[int]) -> str:
        """Keep a lookup as a table; its name."""
        raise NotImplementedError

    def field_of(self, struct: Place, name: str) -> str:
        """A field of a struct, in C."""
        raise NotImplementedError
