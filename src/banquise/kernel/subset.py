"""The rules' own subset of Python, in one place: what may be written, and what to write instead.

``kernel.checking`` reads a game by it when it is loaded; the translator refuses by it what it meets, and besides what
only kinds and shapes tell it (a float for an int, a row too short).
"""

from __future__ import annotations

import ast
import threading
from pathlib import Path

_PARSING = threading.Lock()  # CPython counts a tree's depth for all threads together: two that parse at once stumble
SUBSET = "the rules' own subset: ints, fields, lookups, if, while, for ... in range, calls of functions by name"
BUILT_IN = ("range", "len", "min", "max", "abs")
OF_PROGRAMS = (*BUILT_IN, "int", "float", "bool")  # generic programs, such as the search, count with floats too

STATEMENTS = ast.Assign | ast.AugAssign | ast.Return | ast.Expr | ast.Pass | ast.If | ast.While | ast.For
EXPRESSIONS = (
    ast.BinOp
    | ast.UnaryOp
    | ast.BoolOp
    | ast.Compare
    | ast.IfExp
    | ast.Call
    | ast.Name
    | ast.Attribute
    | ast.Subscript
    | ast.Constant
    | ast.Tuple
)
_FORMS = STATEMENTS | ast.Break | ast.Continue | EXPRESSIONS


def parsed(file: Path) -> ast.Module:
    """A source as a tree, whoever else reads one."""
    with _PARSING:
        return ast.parse(file.read_text(encoding="utf-8"))


def why_not_here(function: ast.FunctionDef) -> str:
    """Why a function's head is outside the subset; nothing if it is inside."""
    given = function.args
    if function.decorator_list or given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        return "write a plain function at the top of its module, with plain arguments: no decorators, defaults or stars"
    return ""


def why_not(node: ast.AST) -> str:
    """Why a statement or an expression is outside the subset by its form alone; nothing if it is inside."""
    if isinstance(node, ast.Subscript) and _has_slice(node):
        return "no slices: pass the row, and where to begin"
    if isinstance(node, ast.For) and not _counts(node):
        return "a loop counts: for ... in range(...), without else; lists are walked by index"
    if isinstance(node, ast.While) and node.orelse:
        return "a loop has no else here: write what follows behind it"
    if isinstance(node, ast.Constant) and not isinstance(node.value, int | float):
        return f"{node.value!r} is no number: only numbers, True and False"
    if isinstance(node, ast.Call) and (node.keywords or any(isinstance(each, ast.Starred) for each in node.args)):
        return "functions are called by their name, arguments by their order"
    if isinstance(node, _FORMS):
        return ""
    return f"{type(node).__name__.lower()!r} is not in {SUBSET}"


def _has_slice(node: ast.Subscript) -> bool:
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(isinstance(each, ast.Slice) for each in indices)


def _counts(node: ast.For) -> bool:
    called = node.iter.func if isinstance(node.iter, ast.Call) else None
    counted = isinstance(called, ast.Name) and called.id == "range" and isinstance(node.target, ast.Name)
    return counted and not node.orelse
