"""Python's operations on numbers as WebAssembly: floor division, true division, shifts, comparisons."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.room import BOOL, FLOAT, INT
from banquise.kernel.wasm.values import HIGHEST, LOWEST, Value, as_float, as_int, bounded, constant

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
COMPARED: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.Gt: (">", operator.gt),
    ast.LtE: ("<=", operator.le),
    ast.GtE: (">=", operator.ge),
}
_FLOATS = {ast.Add: b.F64_ADD, ast.Sub: b.F64_SUB, ast.Mult: b.F64_MUL}
_INTS: dict[type[ast.operator], bytes] = {
    ast.Add: b.I64_ADD,
    ast.Sub: b.I64_SUB,
    ast.Mult: b.I64_MUL,
    ast.LShift: b.I64_SHL,
    ast.RShift: b.I64_SHR_S,
    ast.BitAnd: b.I64_AND,
    ast.BitOr: b.I64_OR,
    ast.BitXor: b.I64_XOR,
}
_BITS = {ast.BitAnd: b.I32_AND, ast.BitOr: b.I32_OR, ast.BitXor: b.I32_XOR}
SMALL = 1 << 28  # numbers below are divided by multiplying

Fresh = Callable[[int], int]  # a new local of a type


def binary(kind: type[ast.operator], one: Value, other: Value, fresh: Fresh) -> Value | None:
    """Two numbers by an operator; None if there is no such operation."""
    if one.known is not None and other.known is not None and not _is_undone(kind, other):
        return constant(PLAIN[kind](one.known, other.known))
    if kind is ast.Div:
        return Value(FLOAT, as_float(one).code + as_float(other).code + b.F64_DIV)
    if FLOAT in (one.kind, other.kind):
        if kind not in _FLOATS:
            return None
        return Value(FLOAT, as_float(one).code + as_float(other).code + _FLOATS[kind])
    if one.kind is BOOL and other.kind is BOOL and kind in _BITS:
        return Value(BOOL, one.code + other.code + _BITS[kind], None, 0, 1)
    one, other = as_int(one), as_int(other)
    if kind is ast.FloorDiv:
        return floor_divide(one, other, fresh)
    if kind is ast.Mod:
        return modulo(one, other, fresh)
    if kind not in _INTS:
        return None
    if (same := _unchanged(kind, one, other)) is not None:
        return same
    low, high = _bounds(kind, one, other)
    return bounded(Value(INT, one.code + other.code + _INTS[kind]), low, high)


def _is_undone(kind: type[ast.operator], other: Value) -> bool:
    """Would Python itself refuse? Then it is left for the program to do when it runs."""
    if kind in (ast.Div, ast.FloorDiv, ast.Mod):
        return not other.known
    return kind in (ast.LShift, ast.RShift) and other.known < 0


def _unchanged(kind: type[ast.operator], one: Value, other: Value) -> Value | None:
    """Adding nothing, multiplying by one."""
    if other.known == 0 and kind in (ast.Add, ast.Sub, ast.LShift, ast.RShift, ast.BitOr, ast.BitXor):
        return one
    if one.known == 0 and kind in (ast.Add, ast.BitOr, ast.BitXor):
        return other
    if kind is ast.Mult and other.known == 1:
        return one
    if kind is ast.Mult and one.known == 1:
        return other
    return None


def _bounds(kind: type[ast.operator], one: Value, other: Value) -> tuple[int, int]:
    """Between what the result lies."""
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
    return LOWEST, HIGHEST


# Division: Python rounds down, and what is left over has the sign of the divisor ----------------------------------


def _lift(value: Value, divisor: int) -> int:
    """How many divisors to add so that a number is not below 0; -1 if it may be too large for the short way."""
    if value.low < -SMALL or value.high > SMALL or divisor > SMALL:
        return -1
    return 0 if value.low >= 0 else -(value.low // divisor)


def _quotient(code: bytes, divisor: int) -> bytes:
    """A number from 0 to 4 * SMALL divided: by multiplying with the inverse, which is exact for so small numbers."""
    shift = 30 + divisor.bit_length()
    inverse = (1 << shift) // divisor + 1
    return code + b.int_const(inverse) + b.I64_MUL + b.int_const(shift) + b.I64_SHR_U


def floor_divide(one: Value, other: Value, fresh: Fresh) -> Value:
    """``one // other``."""
    low, high = LOWEST, HIGHEST
    divisor = other.known
    if divisor is not None and divisor > 0:
        low, high = one.low // divisor, one.high // divisor
        if divisor & (divisor - 1) == 0:
            code = one.code + b.int_const(divisor.bit_length() - 1) + b.I64_SHR_S
            return bounded(Value(INT, code if divisor > 1 else one.code), low, high)
        lift = _lift(one, divisor)
        if lift >= 0:
            code = _quotient(_plus(one.code, lift * divisor), divisor)
            return bounded(Value(INT, _plus(code, -lift)), low, high)
        at = fresh(b.I64)
        code = one.code + b.tee(at) + b.get(at) + b.int_const(63) + b.I64_SHR_S
        code += b.int_const(divisor - 1) + b.I64_AND + b.I64_SUB + b.int_const(divisor) + b.I64_DIV_S
        return bounded(Value(INT, code), low, high)
    if one.low >= 0 and other.low >= 0:
        return bounded(Value(INT, one.code + other.code + b.I64_DIV_S), 0, one.high)
    x, y, left = fresh(b.I64), fresh(b.I64), fresh(b.I64)
    code = one.code + b.tee(x) + other.code + b.tee(y) + b.I64_DIV_S
    code += b.get(x) + b.get(y) + b.I64_REM_S + b.tee(left) + b.int_const(0) + b.COMPARE_INT["!="]
    code += b.get(left) + b.get(y) + b.I64_XOR + b.int_const(0) + b.COMPARE_INT["<"] + b.I32_AND
    return Value(INT, code + b.I64_EXTEND_U + b.I64_SUB)


def modulo(one: Value, other: Value, fresh: Fresh) -> Value:
    """``one % other``."""
    divisor = other.known
    if divisor is not None and divisor > 0:
        if divisor & (divisor - 1) == 0:
            return bounded(Value(INT, one.code + b.int_const(divisor - 1) + b.I64_AND), 0, divisor - 1)
        at, lift = fresh(b.I64), _lift(one, divisor)
        if lift >= 0:
            code = _plus(one.code, lift * divisor) + b.tee(at) + _quotient(b.get(at), divisor)
            code += b.int_const(divisor) + b.I64_MUL + b.I64_SUB
        else:
            code = one.code + b.int_const(divisor) + b.I64_REM_S + b.tee(at) + b.get(at)
            code += b.int_const(63) + b.I64_SHR_S + b.int_const(divisor) + b.I64_AND + b.I64_ADD
        return bounded(Value(INT, code), 0, divisor - 1)
    if one.low >= 0 and other.low >= 0:
        return bounded(Value(INT, one.code + other.code + b.I64_REM_S), 0, max(other.high - 1, 0))
    y, left = fresh(b.I64), fresh(b.I64)
    code = one.code + other.code + b.tee(y) + b.I64_REM_S + b.tee(left)
    code += b.get(y) + b.int_const(0)
    code += b.get(left) + b.int_const(0) + b.COMPARE_INT["!="]
    code += b.get(left) + b.get(y) + b.I64_XOR + b.int_const(0) + b.COMPARE_INT["<"] + b.I32_AND
    return Value(INT, code + b.SELECT + b.I64_ADD)


def _plus(code: bytes, number: int) -> bytes:
    return code + b.int_const(number) + b.I64_ADD if number else code


# Comparisons ------------------------------------------------------------------------------------


def compare(kind: type[ast.cmpop], one: Value, other: Value) -> Value:
    """A truth about two numbers."""
    sign, plainly = COMPARED[kind]
    if one.known is not None and other.known is not None:
        return constant(bool(plainly(one.known, other.known)))
    if FLOAT in (one.kind, other.kind):
        return Value(BOOL, as_float(one).code + as_float(other).code + b.COMPARE_FLOAT[sign], None, 0, 1)
    if one.kind is BOOL and other.kind is BOOL and sign in ("==", "!="):
        code = one.code + other.code + b.I32_XOR
        return Value(BOOL, code if sign == "!=" else code + b.I32_EQZ, None, 0, 1)
    return Value(BOOL, as_int(one).code + as_int(other).code + b.COMPARE_INT[sign], None, 0, 1)


def smaller(one: Value, other: Value, fresh: Fresh, largest: bool = False) -> Value:
    """``min`` or ``max`` of two numbers of one kind; of equals the first, as Python has it."""
    if one.known is not None and other.known is not None:
        return constant((max if largest else min)(one.known, other.known))
    kind = FLOAT if FLOAT in (one.kind, other.kind) else INT
    one, other = (as_float(one), as_float(other)) if kind is FLOAT else (as_int(one), as_int(other))
    type_, lookup = (b.F64, b.COMPARE_FLOAT) if kind is FLOAT else (b.I64, b.COMPARE_INT)
    x, y = fresh(type_), fresh(type_)
    code = other.code + b.put(y) if other.known is None else b""
    second = b.get(y) if other.known is None else other.code
    # min(x, y) is y only if y < x.
    code = one.code + b.put(x) + code + second + b.get(x) + second + b.get(x)
    code += lookup[">" if largest else "<"] + b.SELECT
    pick = max if largest else min
    return bounded(Value(kind, code), pick(one.low, other.low), pick(one.high, other.high))
