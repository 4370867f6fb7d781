"""Statements of the rules' own subset as C. Names are declared at the head of their function, as Python has them."""

from __future__ import annotations

import ast
from dataclasses import replace

from banquise.kernel.cuda.arithmetic import binary
from banquise.kernel.cuda.expressions import Expressions
from banquise.kernel.cuda.values import (
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
    constant,
    join,
    read,
)
from banquise.kernel.wasm.source import stores

_RESERVED = (
    "auto bool break case catch char class const continue default delete do double else enum extern float for friend "
    "goto if inline int long new operator private public register restrict return short signed sizeof static struct "
    "switch template this throw try typedef union unsigned using virtual void volatile while "
    "i1 i2 i4 i8 u1 u2 u4 u8 f4 f8"
)
RESERVED = frozenset(_RESERVED.split())


def c_name(name: str) -> str:
    """A name of the source as one of C."""
    return f"{name}_" if name in RESERVED else name


class Writer(Expressions):
    """Writes functions one by one."""

    def statements(self, nodes: list[ast.stmt]) -> None:
        """One after the other; behind a return nothing follows."""
        for node in nodes:
            getattr(self, f"on_{type(node).__name__.lower()}")(node)
            if isinstance(node, ast.Return | ast.Break | ast.Continue):
                break

    # Assignments --------------------------------------------------------------------------------

    def on_assign(self, node: ast.Assign) -> None:
        """``name = value``, ``place = value``, or several at once."""
        if len(node.targets) != 1:
            raise self.refuse(node, "write one assignment for each name")
        target = node.targets[0]
        if isinstance(target, ast.Name):
            self.assign(target.id, self.operand(node.value), node)
        elif isinstance(target, ast.Tuple):
            self._assign_several(target, node)
        else:
            self._store(target, node)

    def assign(self, name: str, operand: Operand, node: ast.AST) -> None:
        """Let a name stand for something from here on."""
        if isinstance(operand, Row):
            if not self.scope.is_single(name):
                raise self.refuse(node, "a tuple cannot be kept: give each of its parts a name")
            self.scope.names[name] = operand
            return
        if isinstance(operand, Place) and not isinstance(operand.shape, Table | Strided):
            raise self.refuse(node, "only a number or a row can have a name of its own")
        here = c_name(name)
        kind = self.scope.widened(name, operand.kind if isinstance(operand, Value) else operand.shape, node)
        self.scope.declare(here, kind)
        single = self.scope.is_single(name)
        if isinstance(operand, Place):
            self.scope.say(f"{here} = {operand.text};")
            low, high = (operand.low, operand.high) if single else (LONG.low, LONG.high)
            assert not isinstance(kind, Kind)
            self.scope.names[name] = Place(kind, here, None, low, high, name=operand.name, writable=operand.writable)
            return
        assert isinstance(kind, Kind)
        value = as_kind(operand, kind)
        self.scope.say(f"{here} = {value.text};")
        low, high = (value.low, value.high) if single else (kind.low, kind.high)
        self.scope.names[name] = Value(kind, here, None, low, high)

    def _assign_several(self, target: ast.Tuple, node: ast.Assign) -> None:
        """All values are worked out before the first name is written."""
        given = self.operand(node.value)
        if not isinstance(given, Row) or len(given.items) != len(target.elts):
            raise self.refuse(node, "as many names as there are values")
        kept = []
        for item in given.items:
            if isinstance(item, Row) or (isinstance(item, Value) and item.known is not None):
                kept.append(item)
                continue
            name = self.scope.fresh(item)
            self.scope.say(f"{name} = {item.text};")
            kept.append(replace(item, text=name, looks=False, calls=False))
        for each, item in zip(target.elts, kept, strict=True):
            if not isinstance(each, ast.Name):
                raise self.refuse(node, "write one assignment for each place")
            self.assign(each.id, item, node)

    def _store(self, target: ast.expr, node: ast.Assign) -> None:
        """Write into memory: the value is worked out before the place is looked for."""
        value = self.scalar(node.value)
        place = self.locate(target)
        kind = self._writable(place, value, node)
        if value.calls or (place.calls and value.looks):
            name = self.scope.fresh(value)
            self.scope.say(f"{name} = {value.text};")
            value = replace(value, text=name)
        self.scope.say(f"{place.text} = {self._fitting(value, kind, place, node)};")

    def _writable(self, place: Place, value: Value, node: ast.AST) -> str:
        """The kind of a place that a number can be written into."""
        if not isinstance(place.shape, str):
            raise self.refuse(node, "only single numbers can be copied: write a loop")
        if not place.writable:
            raise self.refuse(node, "a lookup never changes: keep what changes in a field of the state")
        if value.kind is FLOAT and not place.shape.startswith("f"):
            raise self.refuse(node, "a float does not fit into an int: round it with int(...)")
        return place.shape

    def _fitting(self, value: Value, kind: str, place: Place, node: ast.AST) -> str:
        """A number as it is written; the checked build stops if it does not fit."""
        if kind.startswith("f"):
            return as_kind(value, FLOAT).text
        return value.text if value.known is not None else f"FIT_{kind}({value.text})"

    def on_augassign(self, node: ast.AugAssign) -> None:
        """``name += value`` or ``place += value``: the place is found once, and read before the value is worked out."""
        if isinstance(node.target, ast.Name):
            before: Operand = self.of_name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self.assign(node.target.id, self._calculated(node, before, self.scalar(node.value)), node)
            return
        place = self.locate(node.target)
        kind = self._writable(place, self.scalar(node.value), node)
        at = self.scope.fresh(Place(Table(kind, (1,)), ""))
        self.scope.say(f"{at} = &{place.text};")
        found = self._calculated(node, read(replace(place, text=f"*{at}", looks=True)), self.scalar(node.value))
        self.scope.say(f"*{at} = {self._fitting(found, kind, place, node)};")

    def _calculated(self, node: ast.AugAssign, before: Operand, other: Value) -> Value:
        first, (one, more) = self.in_order([before, other])
        found = binary(type(node.op), one, more) if isinstance(one, Value) else None
        if found is None:
            raise self.refuse(node, "there is no such operation on these numbers")
        return self.after(first, found)

    # Control ------------------------------------------------------------------------------------

    def on_expr(self, node: ast.Expr) -> None:
        """A call for what it does."""
        if isinstance(node.value, ast.Constant):
            return
        if not isinstance(node.value, ast.Call):
            raise self.refuse(node, "this does nothing: only a call can stand alone")
        self.scope.say(f"{self.called_for_effect(node.value)};")

    def on_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def on_return(self, node: ast.Return) -> None:
        """Out of the function, with or without an answer."""
        if node.value is None:
            self.scope.say("return;")
            return
        value = self.operand(node.value)
        if not isinstance(value, Value):
            raise self.refuse(node, "a part of a state cannot be returned: return a number that says where it is")
        kinds = self.scope.kinds
        kind = join(kinds.result or value.kind, value.kind)
        self.answers(kind)
        kinds.note(value)
        self.scope.say(f"return {as_kind(value, kind).text};")

    def answers(self, kind: Kind) -> None:
        """The function answers numbers of this kind."""
        raise NotImplementedError

    def block(self, nodes: list[ast.stmt]) -> None:
        """Statements one step further in."""
        self.scope.depth += 1
        self.statements(nodes)
        self.scope.depth -= 1

    def on_if(self, node: ast.If) -> None:
        """What cannot happen is left out."""
        test = self.condition(node.test)
        if test.known is not None:
            self.statements(node.body if test.known else node.orelse)
            return
        self.scope.say(f"if ({test.text}) {{")
        self.block(node.body)
        if node.orelse:
            self.scope.say("} else {")
            self.block(node.orelse)
        self.scope.say("}")

    def on_while(self, node: ast.While) -> None:
        """A loop."""
        test = self.condition(node.test)
        if test.known is None or test.known:
            self.scope.say(f"while ({test.text}) {{")
            self.block(node.body)
            self.scope.say("}")

    def on_break(self, node: ast.Break) -> None:
        """Out of the loop."""
        self.scope.say("break;")

    def on_continue(self, node: ast.Continue) -> None:
        """On with the loop."""
        self.scope.say("continue;")

    def on_for(self, node: ast.For) -> None:
        """``for name in range(...)``: the name itself counts, unless it is written in the loop or read beyond it."""
        assert isinstance(node.iter, ast.Call)
        assert isinstance(node.target, ast.Name)
        first, given = self.in_order([self.scalar(argument) for argument in node.iter.args])
        start, stop = (given[0], given[1]) if len(given) > 1 else (constant(0), given[0])
        step = given[2].known if len(given) > 2 else 1
        if not step or FLOAT in (start.kind, stop.kind):
            raise self.refuse(node, "a range counts by ints, and its step is a number that is known and not 0")
        name = node.target.id
        kind = join(join(start.kind, stop.kind), INT)
        kept = self.scope.widened(name, kind, node)
        assert isinstance(kept, Kind)
        here = counter = c_name(name)
        self.scope.declare(here, kept)
        free = name in stores(node) or self.scope.source.is_read_beyond(node, name)
        if free:
            counter = self.scope.fresh(Value(kind, ""))
        begin = f"{counter} = {start.text}"
        if stop.known is None:
            end = self.scope.fresh(Value(kind, ""))
            before = f"{end} = {stop.text}" if start.known is not None else f"{begin}, {end} = {stop.text}"
            begin = f"{before}, {begin}" if start.known is not None else before
        else:
            end = stop.text
        least, most = (start.low, stop.high - 1) if step > 0 else (stop.low + 1, start.high)
        low, high = (kept.low, kept.high) if free else (least, max(least, most))
        self.scope.names[name] = Value(kept, here, None, low, high)
        sign = "<" if step > 0 else ">"
        self.scope.say(f"for ({first}{begin}; {counter} {sign} {end}; {counter} += {step}) {{")
        if free:
            self.scope.depth += 1
            self.scope.say(f"{here} = {counter};")
            self.scope.depth -= 1
        self.block(node.body)
        self.scope.say("}")
