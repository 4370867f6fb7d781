"""The dot product of two rows of small ints with SIMD instructions, exact as Python's own."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.room import INT, Array
from banquise.kernel.wasm.values import Operand, Place, Value

if TYPE_CHECKING:
    from banquise.kernel.wasm.expressions import Expressions

LANES = 8
SHORT = 2048  # of 8-bit by 16-bit numbers, so many products fit into the 32-bit sums of the lanes


def dot_product(writer: Expressions, node: ast.Call, rows: tuple[Operand, ...]) -> Value:
    """Code for the sum of products."""
    whole = [row for row in rows if isinstance(row, Place) and isinstance(row.shape, Array)]
    kinds = [row.shape.item for row in whole if isinstance(row.shape, Array) and len(row.shape.shape) == 1]
    if len(rows) != 2 or len(kinds) != 2 or any(kind not in ("i1", "i2") for kind in kinds):
        raise writer.refuse(node, "dot takes two rows of 8- or 16-bit numbers: fields i1 or i2, or rows of a lookup")
    lengths = {writer.length_of(row) for row in whole}
    if len(lengths) != 1:
        raise writer.refuse(node, "dot takes two rows of the same length")
    length = lengths.pop()
    code, bases = b"", []
    for row in whole:
        at = writer.fresh(b.I32)
        code += row.address() + b.put(at)
        bases.append(at)
    pairs = list(zip(bases, kinds, strict=True))
    wide = kinds == ["i2", "i2"] or length > SHORT
    code += _in_lanes(writer, pairs, length // LANES, wide)
    for i in range(length - length % LANES, length):
        one, other = (b.get(at) + b.memory(b.LOADS[str(kind)], i * (1 if kind == "i1" else 2)) for at, kind in pairs)
        code += one + other + b.I64_MUL + b.I64_ADD
    most = length << 30
    return Value(INT, code, None, -most, most)


def _in_lanes(writer: Expressions, pairs: Sequence[tuple[int, object]], chunks: int, wide: bool) -> bytes:
    """Eight at a time; the sums are of 32 bits where they fit, else of 64."""
    if not chunks:
        return b.int_const(0)
    sums = writer.fresh(b.V128)
    code = b.V128_ZERO + b.put(sums)
    for chunk in range(chunks):
        one, other = (_eight(at, kind, chunk) for at, kind in pairs)
        if not wide:
            code += b.get(sums) + one + other + b.I32X4_DOT + b.I32X4_ADD + b.put(sums)
            continue
        for product in (b.I32X4_EXTMUL_LOW, b.I32X4_EXTMUL_HIGH):
            part = writer.fresh(b.V128)
            code += one + other + product + b.put(part) + b.get(sums)
            code += b.get(part) + b.I64X2_EXTEND_LOW + b.I64X2_ADD
            code += b.get(part) + b.I64X2_EXTEND_HIGH + b.I64X2_ADD + b.put(sums)
    if not wide:
        code += b.get(sums) + b.I64X2_EXTEND_LOW + b.get(sums) + b.I64X2_EXTEND_HIGH + b.I64X2_ADD + b.put(sums)
    return code + b.get(sums) + b.I64X2_LANE + b"\0" + b.get(sums) + b.I64X2_LANE + b"\x01" + b.I64_ADD


def _eight(at: int, kind: object, chunk: int) -> bytes:
    """Eight numbers as lanes of 16 bits."""
    if kind == "i1":
        return b.get(at) + b.memory((b.V128_LOAD_8X8, 0), LANES * chunk)
    return b.get(at) + b.memory((b.V128_LOAD, 0), 2 * LANES * chunk)
