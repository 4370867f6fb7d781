"""The source of functions in the rules' own subset: found, parsed once, and quoted where something is refused."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from types import FunctionType

from banquise.kernel.subset import parsed, why_not, why_not_here


class Refused(TypeError):
    """Something that is outside the rules' own subset: where, in the words of the source, and what to write instead."""

    def __init__(self, file: str, line: int, quoted: str, why: str):
        super().__init__(f"{file}, line {line}: {quoted!r}: {why}")
        self.file, self.line, self.quoted, self.why = file, line, quoted, why

    def __reduce__(self) -> tuple[type[Refused], tuple[str, int, str, str]]:
        return type(self), (self.file, self.line, self.quoted, self.why)


@cache
def _functions(file: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in parsed(Path(file)).body if isinstance(node, ast.FunctionDef)}


@cache
def _lines(file: str) -> list[str]:
    return Path(file).read_text(encoding="utf-8").splitlines()


class Source:
    """One function: its tree, and what is asked of it again and again."""

    def __init__(self, function: FunctionType):
        self.function = function
        self.file = function.__code__.co_filename
        node = _functions(self.file).get(function.__name__)
        why = why_not_here(node) if node is not None else "write a plain function at the top of its module"
        if node is None or why:
            raise Refused(self.short, function.__code__.co_firstlineno, f"def {function.__name__}", why)
        self.node = node
        self.params = [argument.arg for argument in node.args.args]
        self.body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        self._is_inside = False
        self._beyond: dict[str, bool] = {}
        self.assigned: Counter[str] = Counter()
        self.called: list[ast.Call] = []
        self._parts: list[ast.AST] = []
        for statement in self.body:
            _measure(statement, self._parts)
        for each in self._parts:
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                self.assigned[each.id] += 1
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
                self.assigned[each.target.id] += 1  # it counts twice: it has been written before
            if isinstance(each, ast.Call):
                self.called.append(each)
        self.size = sum(size(statement) for statement in self.body)

    def must_be_inside(self) -> None:
        """Refuse what is outside the rules' own subset by its form; looked at once."""
        if self._is_inside:
            return
        for each in self._parts:
            is_form = isinstance(each, ast.stmt | ast.expr) and not isinstance(each, ast.Slice)
            why = why_not(each) if is_form else ""  # a slice is told where it slices
            if why:
                raise self.refuse(each, why)
        self._is_inside = True

    @property
    def short(self) -> str:
        """The file as people name it: from the package on."""
        parts = Path(self.file).parts
        return "/".join(parts[parts.index("banquise") :]) if "banquise" in parts else self.file

    def refuse(self, node: ast.AST, why: str) -> Refused:
        """An error that quotes the source."""
        line = getattr(node, "lineno", self.node.lineno)
        return Refused(self.short, line, self.quote(node), why)

    def quote(self, node: ast.AST) -> str:
        """The words of the source; of a statement with a body, its first line."""
        lines = _lines(self.file)
        line = getattr(node, "lineno", self.node.lineno)
        end = getattr(node, "end_lineno", line)
        if end != line or not hasattr(node, "col_offset"):
            return lines[line - 1].strip()
        return lines[line - 1].encode()[node.col_offset : node.end_col_offset].decode()  # type: ignore[attr-defined] # asked above

    def is_read_beyond(self, loop: ast.For, name: str) -> bool:
        """Is a loop's variable read anywhere but in the loop itself (and in others that set it themselves)?"""
        if name not in self._beyond:
            self._beyond[name] = self._reads_beyond(name)
        return self._beyond[name]

    def _reads_beyond(self, name: str) -> bool:
        owners = [each for each in self._parts if isinstance(each, ast.For) and _target(each) == name]
        inside = {id(inner) for owner in owners for each in owner.body for inner in ast.walk(each)}
        reads = (each for each in self._parts if isinstance(each, ast.Name) and each.id == name)
        return any(isinstance(each.ctx, ast.Load) and id(each) not in inside for each in reads)


def _target(loop: ast.For) -> str:
    return loop.target.id if isinstance(loop.target, ast.Name) else ""


_measures: dict[ast.AST, tuple[int, bool]] = {}


def _measure(node: ast.AST, parts: list[ast.AST]) -> tuple[int, bool]:
    """Measure a tree and every part of it, once, and add them to a list, the outer before the inner."""
    parts.append(node)
    count, called = int(isinstance(node, ast.expr | ast.stmt)), isinstance(node, ast.Call)
    for name in node._fields:
        value = getattr(node, name, None)
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                inner, calls_too = _measure(child, parts)
                count, called = count + inner, called or calls_too
    _measures[node] = (count, called)
    return count, called


def size(node: ast.AST) -> int:
    """How much source a tree stands for: its operations, names and constants."""
    return _measures[node][0]


def calls(node: ast.AST) -> bool:
    """Is anything called?"""
    return _measures[node][1]


@cache
def stores(loop: ast.For) -> frozenset[str]:
    """The names that a loop's body writes."""
    return frozenset(
        each.id
        for node in loop.body
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )


def ends(statements: list[ast.stmt]) -> bool:
    """Does control never go on behind these statements?"""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return ends(last.body) and ends(last.orelse)
    return isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise)


@cache
def source_of(function: FunctionType) -> Source:
    """The source of a function, parsed once."""
    return Source(function)
