"""Python's operations on numbers as C: divisions, shifts, comparisons, and the bounds that follow."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from banquise.kernel.cuda.values import BOOL, FLOAT, INT, LONG, Value, as_kind, bounded, constant, join

PLAIN: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
_OF_FLOATS = (ast.Add, ast.Sub, ast.Mult)
COMPARED: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.Gt: (">", operator.gt),
    ast.LtE: ("<=", operator.le),
    ast.GtE: (">=", operator.ge),
}


def made_of(kind: Any, text: str, *parts: Value) -> Value:
    """An expression of others: it looks at memory, and calls, if one of them does."""
    return Value(kind, text, looks=any(part.looks for part in parts), calls=any(part.calls for part in parts))


def binary(kind: type[ast.operator], one: Value, other: Value) -> Value | None:
    """Two numbers by an operator; None if there is no such operation."""
    if one.known is not None and other.known is not None and not _is_undone(kind, other):
        return constant(PLAIN[kind](one.known, other.known))
    if kind is ast.Div:
        one, other = as_kind(one, FLOAT), as_kind(other, FLOAT)
        return made_of(FLOAT, f"({one.text} / {other.text})", one, other)
    if FLOAT in (one.kind, other.kind):
        if kind not in _OF_FLOATS:
            return None
        one, other = as_kind(one, FLOAT), as_kind(other, FLOAT)
        return made_of(FLOAT, f"({one.text} {SIGNS[kind]} {other.text})", one, other)
    if one.kind is BOOL and other.kind is BOOL and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
        return made_of(BOOL, f"({one.text} {SIGNS[kind]} {other.text})", one, other)
    whole = one.kind if kind in (ast.LShift, ast.RShift) else join(one.kind, other.kind)
    whole = join(whole, INT)
    if kind in (ast.FloorDiv, ast.Mod):
        return _divided(kind is ast.Mod, whole, one, other)
    found = made_of(whole, f"({one.text} {SIGNS[kind]} {other.text})", one, other)
    low, high = _bounds(kind, one, other)
    return bounded(found, low, high)


def _is_undone(kind: type[ast.operator], other: Value) -> bool:
    """Would Python itself refuse? Then it is left for the program to do when it runs."""
    if kind in (ast.Div, ast.FloorDiv, ast.Mod):
        return not other.known
    return kind in (ast.LShift, ast.RShift) and other.known < 0


def _bounds(kind: type[ast.operator], one: Value, other: Value) -> tuple[int, int]:
    """Between what the result lies, if nothing overflows."""
    if kind is ast.Add:
        return one.low + other.low, one.high + other.high
    if kind is ast.Sub:
        return one.low - other.high, one.high - other.low
    if kind is ast.Mult:
        corners = [x * y for x in (one.low, one.high) for y in (other.low, other.high)]
        return min(corners), max(corners)
    if kind is ast.RShift and 0 <= other.low <= other.high < 64:
        corners = [x >> y for x in (one.low, one.high) for y in (other.low, other.high)]
        return min(corners), max(corners)
    if kind is ast.LShift and one.low >= 0 and 0 <= other.low <= other.high < 64:
        return 0, one.high << other.high
    if kind is ast.BitAnd and (one.low >= 0 or other.low >= 0):
        return 0, min(value.high for value in (one, other) if value.low >= 0)
    if kind in (ast.BitOr, ast.BitXor) and one.low >= 0 and other.low >= 0:
        return 0, (1 << max(one.high.bit_length(), other.high.bit_length())) - 1
    return LONG.low, LONG.high


def _divided(left: bool, kind: Any, one: Value, other: Value) -> Value:
    """``one // other``, or what is left: Python rounds down, and what is left has the sign of the divisor."""
    divisor = other.known
    if divisor is not None and divisor > 0 and divisor & (divisor - 1) == 0:
        text = f"({one.text} & {divisor - 1})" if left else f"({one.text} >> {divisor.bit_length() - 1})"
    elif one.is_positive and other.is_positive:
        sign, plain = "%" if left else "/", "u4" if kind is INT else "u8"
        text = f"(({kind.c})(({plain})({one.text}) {sign} ({plain})({other.text})))"
    else:
        text = f"{'mod' if left else 'div'}_{kind.name}({one.text}, {other.text})"
    found = made_of(kind, text, one, other)
    if divisor is not None and divisor > 0:
        return bounded(found, 0, divisor - 1) if left else bounded(found, one.low // divisor, one.high // divisor)
    if one.is_positive and other.is_positive:
        return bounded(found, 0, max(other.high - 1, 0) if left else one.high)
    return bounded(found, LONG.low, LONG.high)


def compare(kind: type[ast.cmpop], one: Value, other: Value) -> Value:
    """A truth about two numbers."""
    sign, plainly = COMPARED[kind]
    if one.known is not None and other.known is not None:
        return constant(bool(plainly(one.known, other.known)))
    return replace(made_of(BOOL, f"({one.text} {sign} {other.text})", one, other), low=0, high=1)


def smaller(one: Value, other: Value, largest: bool = False) -> Value:
    """``min`` or ``max`` of two numbers."""
    pick = max if largest else min
    if one.known is not None and other.known is not None:
        return constant(pick(one.known, other.known))
    kind = join(join(one.kind, other.kind), INT)
    found = made_of(kind, f"{pick.__name__}_{kind.name}({one.text}, {other.text})", one, other)
    return found if kind is FLOAT else bounded(found, pick(one.low, other.low), pick(one.high, other.high))


def truth(value: Value) -> Value:
    """Is it anything but 0?"""
    if value.kind is BOOL:
        return value
    if value.known is not None:
        return constant(bool(value.known))
    return replace(made_of(BOOL, f"({value.text} != 0)", value), low=0, high=1)


def opposite(value: Value) -> Value:
    """Not so."""
    if value.known is not None:
        return constant(not value.known)
    return replace(made_of(BOOL, f"(!{value.text})", value), low=0, high=1)
