"""A whole program as C: the state as a struct, lookups as tables, functions in the order in which they are called."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from types import FunctionType, ModuleType
from typing import Any

from banquise.kernel import contract
from banquise.kernel.cuda.scope import Again, Kinds, Scope, declaration
from banquise.kernel.cuda.values import INT, LONG, Kind, Operand, Place, Row, Shape, Strided, Table, Value, join
from banquise.kernel.cuda.writer import Writer, c_name
from banquise.kernel.game import Guide, Rules
from banquise.kernel.layout import Layout
from banquise.kernel.schema import Schema
from banquise.kernel.wasm.source import Source, source_of

PRELUDE = files(__package__).joinpath("prelude.h").read_text(encoding="utf-8")

Argument = Kind | Table | Strided | Layout | tuple[Any, ...]


class Program:
    """What was written: C, to be compiled with kernels that call it."""

    def __init__(self, text: str, heads: dict[str, str]):
        self.text = text
        self.heads = heads  # of the entries: their types, as declared


def write(
    programs: Mapping[ModuleType, Mapping[str, tuple[Argument, ...]]],
    *,
    schema: Schema,
    rules: Rules | None = None,
    guide: Guide | None = None,
) -> Program:
    """Write functions of programs, bound to a game and its guide, as C.

    ``programs`` names the functions of each that are to be there (its own, or questions that the game or its guide
    answers), with their arguments. An argument is a kind of number, a row, ``schema.layout`` for a state, or a
    NamedTuple of those. A state is two pointers in C: to what is kept of it (``State``) and to its working space
    (``Room``), which may lie elsewhere.
    """
    return Builder(schema, rules, guide).build(programs)


class _Function:
    """A function of the program: its name and, once it is written, its text."""

    def __init__(self, name: str):
        self.name = name
        self.kinds = Kinds()
        self.is_done = False


class Builder(Writer):
    """Puts a program together."""

    def __init__(self, schema: Schema, rules: Rules | None, guide: Guide | None):
        self.schema, self.rules, self.guide = schema, rules, guide
        self._functions: dict[Any, _Function] = {}
        self._numbers: Counter[str] = Counter()
        self._heads: list[str] = []
        self._bodies: list[str] = []
        self._tables: dict[Any, str] = {}
        self._written_tables: list[str] = []
        self._rows: dict[str, str] = {}

    def build(self, programs: Mapping[ModuleType, Mapping[str, tuple[Argument, ...]]]) -> Program:
        """All of it."""
        heads = {}
        for program, entries in programs.items():
            for name, arguments in entries.items():
                found: FunctionType = getattr(program, name)
                given = [_argument(each) for each in arguments]
                self._write(_Function(name), source_of(self.counterpart(found)), given)
                heads[name] = self._heads[-1]
        parts = [PRELUDE, *self._structs(), *self._rows.values(), "", *self._written_tables, ""]
        parts += [f"{head};" for head in self._heads]
        return Program("\n".join([*parts, "", *self._bodies]), heads)

    # The state ------------------------------------------------------------------------------------

    def _structs(self) -> list[str]:
        kept = -(-self.schema.kept_bytes // 8) * 8
        spots = self.schema.layout.spots.values()
        state = _struct("State", [spot for spot in spots if spot.offset < kept], 0, kept)
        room = _struct("Room", [spot for spot in spots if spot.offset >= kept], kept, self.schema.layout.size)
        return [*state, *room]

    def field_of(self, struct: Place, name: str) -> str:
        """A field of the state, or of its working space."""
        spot = self.schema.layout.spots[name]
        owner = struct.text if spot.offset < self.schema.kept_bytes else f"{struct.text}_room"
        return f"{owner}->{c_name(name)}"

    # Lookups --------------------------------------------------------------------------------------

    def keep_lookup(self, name: str, table: Table, lookup: tuple[Any, ...], numbers: list[int]) -> str:
        """Equal lookups are kept once."""
        key = (table, tuple(numbers))
        if key not in self._tables:
            plain = name.rpartition(".")[2]
            self._numbers[plain] += 1
            told = f"{plain}_{self._numbers[plain]}"  # its plain name may be a macro's: TABLE
            self._tables[key] = told
            dimensions = "".join(f"[{length}]" for length in table.shape)
            self._written_tables.append(f"TABLE {table.item} {told}{dimensions} = {_braced(lookup)};")
        self._row_type(table)
        return self._tables[key]

    def _row_type(self, shape: Shape) -> None:
        """Rows of rows need a type of their own."""
        if isinstance(shape, Table) and len(shape.shape) > 1:
            name = Table(shape.item, shape.shape).type
            self._rows[name] = f"typedef {shape.item} {name}{''.join(f'[{length}]' for length in shape.shape[1:])};"

    # Functions ------------------------------------------------------------------------------------

    def counterpart(self, function: FunctionType) -> FunctionType:
        """A question is answered by the game or its guide; another function is itself."""
        if function.__module__ != contract.__name__:
            return function
        name = function.__name__
        owner = self.guide if name in contract.GUIDANCE else self.rules
        if owner is not None and name in contract.OPTIONAL and not hasattr(owner, name):
            return function
        if owner is None or not hasattr(owner, name):
            needed = "a guide" if name in contract.GUIDANCE else "a game"
            raise TypeError(f"a program that asks {name!r} needs {needed} that answers it")
        answer: FunctionType = getattr(owner, name)
        return answer

    def call(self, called: Source, operands: list[Operand], node: ast.AST) -> tuple[str, Kind | None, int, int]:
        """A function for these kinds, and its call."""
        if len(operands) != len(called.params):
            raise self.refuse(node, f"{called.node.name} takes {len(called.params)} arguments: {called.params}")
        key = (called.function, tuple(_kind(each) for each in operands))
        found = self._functions.get(key)
        if found is None:
            name = called.node.name
            self._numbers[name] += 1
            found = self._functions[key] = _Function(f"{name}_{self._numbers[name]}")
            self._write(found, called, operands)
        kinds = found.kinds
        text = f"{found.name}({', '.join(part for each in operands for part in _passed(each))})"
        if not found.is_done:  # it calls itself
            kinds.result = kinds.result or INT
            return text, kinds.result, LONG.low, LONG.high
        return text, kinds.result, kinds.low, kinds.high

    def answers(self, kind: Kind) -> None:
        """Whoever called it before its answer was known has to know."""
        kinds = self.scope.kinds
        if kinds.result is not None and kinds.result != kind:
            kinds.result = kind
            raise Again
        kinds.result = kind

    def _write(self, function: _Function, source: Source, operands: list[Any]) -> None:
        """Write a function of its own."""
        source.must_be_inside()
        outer = getattr(self, "scope", None)
        while True:
            self.scope = Scope(source, function.kinds)
            function.kinds.low, function.kinds.high = 1, 0
            params: list[str] = []
            for name, operand in zip(source.params, operands, strict=True):
                self.scope.names[name] = self._received(name, operand, params)
            given = set(self.scope.declared)
            try:
                self.statements(source.body)
            except Again:
                continue
            break
        head = f"DEVICE {function.kinds.result.c if function.kinds.result else 'void'} {function.name}"
        head = f"{head}({', '.join(params)})"
        declared = [f"    {each};" for name, each in self.scope.declared.items() if name not in given]
        self._heads.append(head)
        where = f"/* {source.short}, line {source.node.lineno} */"
        self._bodies.append("\n".join([where, f"{head} {{", *declared, *self.scope.lines, "}", ""]))
        function.is_done = True
        self.scope = outer  # type: ignore[assignment] # None outside of any function

    def _received(self, name: str, operand: Any, params: list[str]) -> Operand:
        """An argument as the function sees it."""
        here = c_name(name)
        if isinstance(operand, Row):
            items = tuple(
                self._received(f"{name}_{part}", item, params)
                for part, item in zip(operand.names or map(str, range(len(operand.items))), operand.items, strict=True)
            )
            return Row(items, operand.names)
        if isinstance(operand, Value):
            kind = self.scope.widened(name, join(operand.kind, INT), self.scope.source.node)
            assert isinstance(kind, Kind)
            params.append(declaration(kind, here))
            self.scope.declared[here] = ""
            return Value(kind, here, None, kind.low, kind.high)
        if isinstance(operand.shape, Layout):
            if operand.shape is not self.schema.layout:
                raise self.scope.source.refuse(self.scope.source.node, f"{name} is no state of {self.schema.name}")
            params.append(f"State *{here}, Room *{here}_room")
            return Place(operand.shape, here)
        self._row_type(operand.shape)
        self.scope.widened(name, operand.shape, self.scope.source.node)
        params.append(declaration(operand.shape, here))
        self.scope.declared[here] = ""
        return Place(operand.shape, here, name=name, writable=not getattr(operand.shape, "is_constant", False))


def _struct(name: str, spots: list[Any], start: int, end: int) -> list[str]:
    """A struct, its fields where the schema has them."""
    lines, at = [f"typedef struct {name} {{"], start
    for spot in sorted(spots, key=lambda spot: spot.offset):
        if spot.offset > at:
            lines.append(f"    i1 gap_{at}[{spot.offset - at}];")
        lines.append(f"    {spot.kind} {c_name(spot.name)}{''.join(f'[{length}]' for length in spot.shape)};")
        at = spot.offset + spot.size
    if end > at or not spots:
        lines.append(f"    i1 gap_{at}[{max(end - at, 1)}];")
    return [*lines, f"}} {name};", f"HOLDS(sizeof({name}) == {max(end - start, 1)});", ""]


def _braced(lookup: Any) -> str:
    return f"{{{','.join(_braced(each) for each in lookup)}}}" if isinstance(lookup, tuple) else str(int(lookup))


def _argument(argument: Any) -> Operand:
    """An argument of an entry."""
    if isinstance(argument, Kind):
        return Value(argument, "", None, argument.low, argument.high)
    if isinstance(argument, tuple):
        return Row(tuple(_argument(each) for each in argument), getattr(argument, "_fields", ()))
    return Place(argument, "")


def _passed(operand: Operand) -> list[str]:
    """What is passed in a call."""
    if isinstance(operand, Row):
        return [part for each in operand.items for part in _passed(each)]
    if isinstance(operand, Place) and isinstance(operand.shape, Layout):
        return [operand.text, f"{operand.text}_room"]
    return [operand.text]


def _kind(operand: Operand) -> Any:
    """What a function is written for."""
    if isinstance(operand, Row):
        return tuple(_kind(each) for each in operand.items)
    if isinstance(operand, Place):
        return operand.shape
    return join(operand.kind, INT)
