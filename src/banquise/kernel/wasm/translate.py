"""Statements of the rules' own subset as WebAssembly.

A function is translated for the places and kinds that it is called with. Small ones are written out where they are
called; conditions become jumps, also through such a function; a loop tests at its bottom, and a short one of known
length is written out turn by turn.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.arithmetic import binary
from banquise.kernel.wasm.expressions import Expressions, handler
from banquise.kernel.wasm.room import FLOAT, INT, Scalar
from banquise.kernel.wasm.scope import Again, Kinds, Returns, Scope
from banquise.kernel.wasm.source import Source, calls, ends, size, stores
from banquise.kernel.wasm.values import (
    LOWEST,
    TYPES,
    Operand,
    Place,
    Row,
    Value,
    as_float,
    as_int,
    as_kind,
    constant,
    load,
    local,
)

UNROLLED_TURNS = 12
UNROLLED_SIZE = 400
DOUBLED_SIZE = 60  # the condition of a loop is written twice if it is no larger


class Translator(Expressions):
    """Translates functions one by one; what they call follows."""

    # Functions ----------------------------------------------------------------------------------

    def expand(self, source: Source, operands: list[Operand], returns: Returns, kinds: Kinds, node: ast.AST) -> bytes:
        """A function's statements, written out here with these arguments."""
        source.must_be_inside()
        if len(operands) != len(source.params):
            raise self.refuse(node, f"{source.node.name} takes {len(source.params)} arguments: {source.params}")
        outer, depth = self.scope, self.depth
        while True:
            self.scope = Scope(source, kinds, replace(returns))
            try:
                code = self._bound(operands, node)
                code += self.statements(source.body)
                returns.low, returns.high = self.scope.returns.low, self.scope.returns.high
                return code
            except Again as again:
                if again.kinds is not kinds:
                    raise
                self.depth = depth
            finally:
                self.scope = outer

    def _bound(self, operands: list[Operand], node: ast.AST) -> bytes:
        """Give the parameters their values; those that nobody writes stand for what was given."""
        code = b""
        for name, operand in zip(self.scope.source.params, operands, strict=True):
            if self.scope.source.assigned[name] or not _is_at_hand(operand):
                code += self.assign_name(name, operand, node)
            else:
                self.scope.names[name] = operand
        return code

    def statements(self, nodes: list[ast.stmt]) -> bytes:
        """One after the other; behind a return nothing follows."""
        code = bytearray()
        for node in nodes:
            code += getattr(self, handler("on", type(node).__name__))(node)
            if self._leaves(node):
                break
        return bytes(code)

    def _leaves(self, node: ast.stmt) -> bool:
        """Does control never go on behind a statement, by what is known here?"""
        if isinstance(node, ast.If):
            one, other = (bool(part) and self._leaves(part[-1]) for part in (node.body, node.orelse))
            if one == other:
                return one
            return self.known_truth(node.test) is one
        return isinstance(node, ast.Return | ast.Break | ast.Continue)

    # Assignments --------------------------------------------------------------------------------

    def on_assign(self, node: ast.Assign) -> bytes:
        """``name = value``, ``place = value``, or several at once."""
        if len(node.targets) != 1:
            raise self.refuse(node, "write one assignment for each name")
        target = node.targets[0]
        if isinstance(target, ast.Name):
            return self.assign_name(target.id, self.operand(node.value), node)
        if isinstance(target, ast.Tuple):
            return self._assign_several(target, node)
        return self._store(target, node.value, node)

    def assign_name(self, name: str, operand: Operand, node: ast.AST) -> bytes:
        """Let a name stand for something from here on."""
        if isinstance(operand, Row):
            if not self.scope.is_single(name):
                raise self.refuse(node, "a tuple cannot be kept: give each of its parts a name")
            self.scope.names[name] = operand
            return b""
        if isinstance(operand, Place):
            return self._name_place(name, operand, node)
        kind = self.scope.widened(name, operand.kind, node)
        assert isinstance(kind, Scalar)
        single = self.scope.is_single(name)
        if single and operand.known is not None and not self.scope.unrolling:
            self.scope.names[name] = operand
            return b""
        value = as_kind(operand, kind)
        number = self._local(name, TYPES[kind])
        found = local(kind, number)
        if single or self.scope.source.assigned[name] == 0:
            before = self.scope.names.get(name)
            if isinstance(before, Value):
                found = local(kind, number, min(value.low, before.low), max(value.high, before.high))
            elif not (self.scope.unrolling and self.scope.choosing):
                found = local(kind, number, value.low, value.high)
        self.scope.names[name] = found
        return value.code + b.put(number)

    def _name_place(self, name: str, place: Place, node: ast.AST) -> bytes:
        shape = self.scope.widened(name, place.shape, node)
        if isinstance(shape, str):
            raise self.refuse(node, "a single number cannot stand for its place")
        single = self.scope.is_single(name) or self.scope.source.assigned[name] == 0
        if single and not place.base and not self.scope.unrolling:
            self.scope.names[name] = place
            return b""
        number = self._local(name, b.I32)
        if single and not self.scope.unrolling:
            self.scope.names[name] = replace(place, base=b.get(number))
            return place.base + b.put(number)
        before = self.scope.names.get(name)
        found = replace(place, base=b.get(number), offset=0, lookup=None)
        if isinstance(before, Place):
            found = replace(found, low=min(before.low, place.low), high=max(before.high, place.high))
            found = replace(found, writable=before.writable and place.writable)
        if not self.scope.is_single(name):
            found = replace(found, low=LOWEST, high=-LOWEST - 1)
        self.scope.names[name] = found
        return place.address() + b.put(number)

    def _local(self, name: str, type_: int) -> int:
        if name not in self.scope.locals:
            self.scope.locals[name] = self.fresh(type_)
        return self.scope.locals[name]

    def _assign_several(self, target: ast.Tuple, node: ast.Assign) -> bytes:
        """All values are worked out before the first name is written."""
        given = self.operand(node.value)
        if not isinstance(given, Row) or len(given.items) != len(target.elts):
            raise self.refuse(node, "as many names as there are values")
        if not all(isinstance(each, ast.Name) for each in target.elts):
            raise self.refuse(node, "write one assignment for each place")
        code, kept = b"", []
        for item in given.items:
            if isinstance(item, Value) and item.known is None:
                number = self.fresh(TYPES[item.kind])
                code += item.code + b.put(number)
                kept.append(local(item.kind, number, item.low, item.high))
            else:
                kept.append(item)
        for each, item in zip(target.elts, kept, strict=True):
            assert isinstance(each, ast.Name)
            code += self.assign_name(each.id, item, node)
        return code

    def _store(self, target: ast.expr, value: ast.expr, node: ast.AST) -> bytes:
        """Write into memory. Where the place depends on what the value's work may change, the value comes first."""
        first = b""
        operand: Operand | None = None
        if calls(value) and _looks(target):
            operand = self.operand(value)
            if isinstance(operand, Value) and operand.known is None:
                number = self.fresh(TYPES[operand.kind])
                first = operand.code + b.put(number)
                operand = local(operand.kind, number, operand.low, operand.high)
        place = self.locate(target)
        if operand is None:
            operand = self.operand(value)
        if not place.writable:
            raise self.refuse(node, "a lookup never changes: keep what changes in a field of the state")
        if isinstance(place.shape, str):
            base, offset = place.split()
            return first + base + self._stored(place, self.number(operand, value), node) + self._write(place, offset)
        if isinstance(operand, Place) and operand.shape == place.shape and not isinstance(place.shape, str):
            return place.address() + operand.address() + b.copy_memory(self.size_of(place.shape))
        raise self.refuse(node, "only whole structs and single numbers can be copied: write a loop")

    def _stored(self, place: Place, value: Value, node: ast.AST) -> bytes:
        """A value as it is written into a place."""
        if place.shape in ("f4", "f8"):
            code = as_float(value).code
            return code + b.F32_DEMOTE if place.shape == "f4" else code
        if value.kind is FLOAT:
            raise self.refuse(node, "a float does not fit into an int: round it with int(...)")
        return self.fitting(as_int(value), place, node).code

    def _write(self, place: Place, offset: int) -> bytes:
        assert isinstance(place.shape, str)
        return b.memory(b.STORES[place.shape], offset)

    def on_augassign(self, node: ast.AugAssign) -> bytes:
        """``name += value`` or ``place += value``: the place is found once."""
        if isinstance(node.target, ast.Name):
            before = self.number(self.operand(ast.Name(node.target.id, ast.Load())), node)
            return self.assign_name(node.target.id, self.calculated(node, before, node.value), node)
        place = self.locate(node.target)
        if not place.writable or not isinstance(place.shape, str):
            raise self.refuse(node, "only a number in a field of the state can be changed so")
        code = b""
        if place.base and not _is_get(place.base):
            number = self.fresh(b.I32)
            code, place = place.base + b.put(number), replace(place, base=b.get(number))
        base, offset = place.split()
        value = self.calculated(node, load(place), node.value)
        return code + base + self._stored(place, value, node) + self._write(place, offset)

    def calculated(self, node: ast.AugAssign, before: Value, value: ast.expr) -> Value:
        """What an augmented assignment comes to."""
        other = self.checked_operand(node, type(node.op), self.scalar(value))
        found = binary(type(node.op), before, other, self.fresh)
        if found is None:
            raise self.refuse(node, "there is no such operation on these numbers")
        return found

    # Control ------------------------------------------------------------------------------------

    def on_expr(self, node: ast.Expr) -> bytes:
        """A call for what it does."""
        if isinstance(node.value, ast.Constant):
            return b""
        if not isinstance(node.value, ast.Call):
            raise self.refuse(node, "this does nothing: only a call can stand alone")
        return self.called_for_effect(node.value)

    def on_pass(self, node: ast.Pass) -> bytes:
        """Nothing."""
        return b""

    def on_return(self, node: ast.Return) -> bytes:
        """Out of the function, with or without an answer."""
        returns = self.scope.returns
        if node.value is None:
            return b.RETURN if returns.how == "function" else self.jump(returns.label)
        if returns.how == "branch":
            return self.branch(node.value, returns.target, returns.sense) + self.jump(returns.label)
        operand = self.operand(node.value)
        if not isinstance(operand, Value):
            raise self.refuse(node, "a part of a state cannot be returned: return a number that says where it is")
        if returns.how == "statement":
            return operand.code + b.DROP + self.jump(returns.label)
        returns.note(operand)
        value = as_kind(operand, self.scope.answers(operand.kind))
        return value.code + (b.RETURN if returns.how == "function" else self.jump(returns.label))

    def on_if(self, node: ast.If) -> bytes:
        """What cannot happen is left out."""
        known = self.known_truth(node.test)
        if known is not None:
            return self.statements(node.body if known else node.orelse)
        self.scope.choosing += 1
        with self.block() as over:
            if not node.orelse:
                code = self.branch(node.test, over, False) + self.statements(node.body)
            else:
                with self.block() as otherwise:
                    code = self.branch(node.test, otherwise, False) + self.statements(node.body)
                    if not ends(node.body):
                        code += self.jump(over)
                code = self.wrapped(b.BLOCK, code) + self.statements(node.orelse)
        self.scope.choosing -= 1
        return self.wrapped(b.BLOCK, code)

    def on_while(self, node: ast.While) -> bytes:
        """Tested once before, then at the bottom."""
        known = self.known_truth(node.test)
        if known is False:
            return b""
        doubled = known is None and size(node.test) <= DOUBLED_SIZE
        with self.block() as out:
            before = self.branch(node.test, out, False) if doubled else b""
            with self.block() as top:
                top_test = b"" if doubled or known else self.branch(node.test, out, False)
                with self.block() as on:
                    self.scope.loops.append((out, on))
                    turn = self.wrapped(b.BLOCK, self.statements(node.body))
                    self.scope.loops.pop()
                again = self.branch(node.test, top, True) if doubled else self.jump(top)
            code = before + self.wrapped(b.LOOP, top_test + turn + again)
        return self.wrapped(b.BLOCK, code)

    def on_break(self, node: ast.Break) -> bytes:
        """Out of the loop."""
        return self.jump(self.scope.loops[-1][0])

    def on_continue(self, node: ast.Continue) -> bytes:
        """On with the loop."""
        return self.jump(self.scope.loops[-1][1])

    def on_for(self, node: ast.For) -> bytes:
        """``for name in range(...)``: written out if it is short, else counted."""
        assert isinstance(node.iter, ast.Call)
        assert isinstance(node.target, ast.Name)
        given = [as_int(self.scalar(argument)) for argument in node.iter.args]
        start, stop = (given[0], given[1]) if len(given) > 1 else (constant(0), given[0])
        step = given[2].known if len(given) > 2 else 1
        if not step:
            raise self.refuse(node, "the step of a range is a number that is known and not 0")
        name = node.target.id
        free = name in stores(node) or self.scope.source.is_read_beyond(node, name)
        if start.known is not None and stop.known is not None:
            turns = range(start.known, stop.known, step)
            if not turns and not free:
                return b""
            small = len(turns) * sum(size(each) for each in node.body) <= UNROLLED_SIZE
            if not free and len(turns) <= UNROLLED_TURNS and small:
                return self._written_out(node, name, turns)
        return self._counted(node, name, start, stop, step, free)

    def _written_out(self, node: ast.For, name: str, turns: range) -> bytes:
        code = b""
        before = self.scope.names.get(name)
        self.scope.unrolling += 1
        with self.block() as out:
            for turn in turns:
                self.scope.names[name] = constant(turn)
                with self.block() as on:
                    self.scope.loops.append((out, on))
                    code += self.wrapped(b.BLOCK, self.statements(node.body))
                    self.scope.loops.pop()
        self.scope.unrolling -= 1
        if before is not None:
            self.scope.names[name] = before
        else:
            del self.scope.names[name]
        return self.wrapped(b.BLOCK, code)

    def _counted(self, node: ast.For, name: str, start: Value, stop: Value, step: int, free: bool) -> bytes:
        """The name itself counts, unless it is written within the loop or read beyond it."""
        self.scope.widened(name, INT, node)
        own = self._local(name, b.I64)
        counter = self.fresh(b.I64) if free else own
        code = start.code + b.put(counter)
        end = stop
        if stop.known is None:
            number = self.fresh(b.I64)
            code += stop.code + b.put(number)
            end = local(INT, number)
        least, most = (start.low, stop.high - 1) if step > 0 else (stop.low + 1, start.high)
        self.scope.names[name] = local(INT, own) if free else local(INT, own, least, max(least, most))
        test = b.get(counter) + end.code + b.COMPARE_INT["<" if step > 0 else ">"]
        runs = start.known is not None and stop.known is not None and bool(range(start.known, stop.known, step))
        with self.block() as out:
            before = b"" if runs else test + b.I32_EQZ + b.jump_if(self.depth - out)
            with self.block() as top:
                with self.block() as on:
                    self.scope.loops.append((out, on))
                    turn = b.get(counter) + b.put(own) if free else b""
                    turn += self.statements(node.body)
                    self.scope.loops.pop()
                turn = self.wrapped(b.BLOCK, turn)
                turn += b.get(counter) + b.int_const(step) + b.I64_ADD + b.put(counter)
                turn += test + b.jump_if(self.depth - top)
            code += self.wrapped(b.BLOCK, before + self.wrapped(b.LOOP, turn))
        return code


def _is_get(code: bytes) -> bool:
    """Is code nothing but a look at a local?"""
    return code[:1] == b"\x20" and code == b.get(_number(code[1:]))


def _number(raw: bytes) -> int:
    number = 0
    for place, byte in enumerate(raw):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            break
    return number


def _is_at_hand(operand: Operand) -> bool:
    """Can it be pushed again and again without work?"""
    if isinstance(operand, Row):
        return all(_is_at_hand(item) for item in operand.items)
    if isinstance(operand, Place):
        return not operand.base or _is_get(operand.base)
    return operand.known is not None or _is_get(operand.code)


def _looks(target: ast.expr) -> bool:
    """Does a place depend on what lies in memory?"""
    while isinstance(target, ast.Subscript | ast.Attribute):
        if isinstance(target, ast.Subscript) and any(
            isinstance(each, ast.Subscript | ast.Attribute) for each in ast.walk(target.slice)
        ):
            return True
        target = target.value
    return False
