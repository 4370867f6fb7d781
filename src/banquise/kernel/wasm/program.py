"""A whole program as a module: entries with their arguments, the functions they call, the lookups they read."""

from __future__ import annotations

import ast
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from banquise.kernel import contract, structs
from banquise.kernel.game import Guide, Rules
from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.checks import Site
from banquise.kernel.wasm.engine import Code
from banquise.kernel.wasm.room import ADDRESS, PAGE, Argument, Buffer, Room, Scalar
from banquise.kernel.wasm.scope import Again, Kinds, Returns, Scope
from banquise.kernel.wasm.source import Source, source_of
from banquise.kernel.wasm.translate import Translator
from banquise.kernel.wasm.values import TYPES, Operand, Place, Row, Value, array_of, constant, local

INLINED_SIZE = 160
VARIANTS = 6  # of a function, by the numbers that are known where it is called

_PACKED = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


def translate(
    program: ModuleType,
    room: Room,
    entries: Mapping[str, tuple[Argument, ...]],
    *,
    rules: Rules | None = None,
    guide: Guide | None = None,
    checked: bool = False,
) -> Code:
    """Translate functions of a program, bound to a game and its guide, for arguments in a room.

    The names of ``entries`` are functions of the program, or questions that the game or its guide answers.
    """
    return Builder(room, rules, guide, checked).build(program, entries)


class _Function:
    """A function of the module: its number and, once it is written, its type and code."""

    def __init__(self, number: int, kinds: Kinds):
        self.number = number
        self.kinds = kinds
        self.params: list[int] = []
        self.body = b""
        self.is_done = False

    @property
    def results(self) -> list[int]:
        """The types of what it answers."""
        return [] if self.kinds.result is None else [TYPES[self.kinds.result]]


class Builder(Translator):
    """Puts a module together."""

    def __init__(self, room: Room, rules: Rules | None, guide: Guide | None, checked: bool):
        self.room, self.rules, self.guide, self.is_checked = room, rules, guide, checked
        self.sites: list[Site] = []
        self._functions: dict[Any, _Function] = {}
        self._order: list[_Function] = []
        self._kinds: dict[Any, Kinds] = {}
        self._tables: dict[Any, int] = {}
        self.lookups = {}
        self._data = []
        for each in room.buffers.values():
            if each.lookup is not None:
                found = array_of(each.lookup)
                assert found is not None, f"the lookup {each.name!r} has rows of different lengths"
                self._data.append((each.address, _packed("i8", found[1])))
        self._end = room.end
        self._weights: dict[FunctionType, int] = {}
        self._looking: list[FunctionType] = []
        self._variants: Counter[Any] = Counter()

    # The whole ----------------------------------------------------------------------------------

    def build(self, program: ModuleType, entries: Mapping[str, tuple[Argument, ...]]) -> Code:
        """The module, and what a host has to know of it."""
        exports, types = {}, {}
        for name, arguments in entries.items():
            found: FunctionType = getattr(program, name)
            function = self._answering(found) or found
            written = self._make(("entry", name), source_of(function), list(arguments))
            exports[name] = written.number
            types[name] = (list(_passed(arguments)), written.kinds.result)
        signatures: dict[bytes, int] = {}
        numbers = []
        for each in self._order:
            signature = b.function_type(each.params, each.results)
            numbers.append(signatures.setdefault(signature, len(signatures)))
        pages = -(-self._end // PAGE)
        raw = b.module(list(signatures), numbers, pages, exports, [each.body for each in self._order], self._data)
        return Code(raw, self.room, pages, types, tuple(self.sites))

    # Functions ----------------------------------------------------------------------------------

    def _answering(self, function: FunctionType) -> FunctionType | None:
        """The function that answers one of the contract's questions in this program."""
        if function.__module__ != contract.__name__:
            return None
        name = function.__name__
        if hasattr(structs, name):
            found: FunctionType = getattr(structs, name)
            return found
        owner = self.guide if name in contract.GUIDANCE else self.rules
        if owner is None:
            needed = "a guide" if name in contract.GUIDANCE else "a game"
            raise TypeError(f"a program that asks {name!r} needs {needed} to be bound to")
        if name in contract.OPTIONAL and not hasattr(owner, name):
            return None
        answer: FunctionType = getattr(owner, name)
        return answer

    def counterpart(self, function: FunctionType, node: ast.AST) -> FunctionType:
        """A question is answered by the game or its guide; another function is itself."""
        return self._answering(function) or function

    def is_inlined(self, called: Source) -> bool:
        """Small functions are, with all that would be written out in them."""
        return self._weight(called) <= INLINED_SIZE

    def _weight(self, called: Source) -> int:
        """The size of a function with what is written out in it; one that calls itself is never written out."""
        function = called.function
        if function in self._looking:
            self._weights[function] = INLINED_SIZE + 1
        if function not in self._weights:
            self._looking.append(function)
            weight = called.size
            for each in called.called:
                if isinstance(each.func, ast.Name):
                    found = function.__globals__.get(each.func.id)
                    if isinstance(found, FunctionType):
                        inner = self._weight(source_of(self._answering(found) or found))
                        weight += inner if inner <= INLINED_SIZE else 0
            self._looking.pop()
            self._weights.setdefault(function, weight)
        return self._weights[function]

    def kinds_for(self, called: Source, operands: list[Operand]) -> Kinds:
        """What is known so far of a function with arguments of these kinds."""
        return self._kinds.setdefault((called.function, tuple(_kind(each) for each in operands)), Kinds())

    def call(self, called: Source, operands: list[Operand], node: ast.AST) -> tuple[bytes, Scalar | None]:
        """A function of its own for these kinds, constant addresses and (a few times) known numbers."""
        fixed = tuple(_fixed(each) for each in operands)
        if any(isinstance(each, Value) and each.known is not None for each in operands):
            if (called.function, fixed) not in self._functions:
                self._variants[called.function] += 1
            if self._variants[called.function] > VARIANTS:
                operands = [_unknown(each) for each in operands]
                fixed = tuple(_fixed(each) for each in operands)
        key = (called.function, fixed)
        found = self._functions.get(key) or self._make(key, called, operands)
        pushed = b"".join(_pushed(each) for each in operands)
        kind = found.kinds.result
        return pushed + b.call(found.number), kind

    def _make(self, key: Any, source: Source, operands: list[Any]) -> _Function:
        """Translate a function of its own."""
        kinds = Kinds()
        written = _Function(len(self._order), kinds)
        self._functions[key] = written
        self._order.append(written)
        outer = {name: getattr(self, name, None) for name in ("scope", "depth", "locals", "first_local")}
        while True:
            written.params = []
            bound = [_received(each, written.params) for each in operands]
            self.depth, self.locals, self.first_local = 0, [], len(written.params)
            self.scope = Scope(source, kinds, Returns("function"))
            try:
                result = kinds.result
                code = self.expand(source, bound, Returns("function"), kinds, source.node)
            except Again as again:
                if again.kinds is not kinds:
                    raise
                continue
            if result == kinds.result or not _calls_itself(source):
                break
        if kinds.result is not None:
            self.answers_always(source, source.node)
            code += b.UNREACHABLE
        written.body = b.body(self.locals, code)
        for name, value in outer.items():
            setattr(self, name, value)
        return written

    # Lookups ------------------------------------------------------------------------------------

    def keep_lookup(self, lookup: tuple[Any, ...], kind: str, numbers: list[int]) -> int:
        """Equal lookups are kept once."""
        key = (kind, tuple(numbers))
        if key not in self._tables:
            raw = _packed(kind, numbers)
            self._tables[key] = self._end
            self._data.append((self._end, raw))
            self._end = -(-(self._end + len(raw)) // 16) * 16
        return self._tables[key]


def _packed(kind: str, numbers: list[int]) -> bytes:
    """The numbers of a lookup as bytes."""
    return struct.pack(f"<{len(numbers)}{_PACKED[kind]}", *numbers)


# Arguments --------------------------------------------------------------------------------------


def _passed(argument: Argument) -> Iterator[Any]:
    """What a host passes for an argument, if anything."""
    if isinstance(argument, Scalar):
        yield argument
    elif isinstance(argument, ADDRESS):
        yield ADDRESS
    elif isinstance(argument, tuple):
        for each in argument:
            yield from _passed(each)


def _received(given: Any, params: list[int]) -> Operand:
    """An argument as the function sees it; what is not constant is a parameter."""
    if isinstance(given, Value) and given.known is not None:
        return given
    if isinstance(given, bool | int | float):
        return constant(given)
    if isinstance(given, Value):
        params.append(TYPES[given.kind])
        return local(given.kind, len(params) - 1)
    if isinstance(given, Scalar):
        params.append(TYPES[given])
        return local(given, len(params) - 1)
    if isinstance(given, Buffer):
        writable = given.lookup is None
        return Place(given.shape, b"", given.address, given.lookup, name=given.name, writable=writable)
    if isinstance(given, ADDRESS):
        params.append(b.I32)
        return Place(given.shape, b.get(len(params) - 1), 0)
    if isinstance(given, Place):
        if not given.base:
            return given
        params.append(b.I32)
        return Place(given.shape, b.get(len(params) - 1), 0, None, given.low, given.high, given.name, given.writable)
    items, names = (given.items, given.names) if isinstance(given, Row) else (given, getattr(given, "_fields", ()))
    return Row(tuple(_received(each, params) for each in items), names)


def _pushed(operand: Operand) -> bytes:
    """What is passed in a call."""
    if isinstance(operand, Row):
        return b"".join(_pushed(each) for each in operand.items)
    if isinstance(operand, Place):
        return operand.address() if operand.base else b""
    return operand.code if operand.known is None else b""


def _unknown(operand: Operand) -> Operand:
    """A known number as any number of its kind."""
    if isinstance(operand, Value):
        return Value(operand.kind, operand.code)
    return operand


def _fixed(operand: Operand) -> Any:
    """What a function of its own is made for."""
    if isinstance(operand, Row):
        return tuple(_fixed(each) for each in operand.items)
    if isinstance(operand, Place):
        return (operand.shape, None if operand.base else operand.offset, operand.writable)
    return (operand.kind, operand.known)


def _kind(operand: Operand) -> Any:
    """What the kinds of a function's names depend on."""
    if isinstance(operand, Row):
        return tuple(_kind(each) for each in operand.items)
    return operand.shape if isinstance(operand, Place) else operand.kind


def _calls_itself(source: Source) -> bool:
    return any(isinstance(each.func, ast.Name) and each.func.id == source.node.name for each in source.called)
