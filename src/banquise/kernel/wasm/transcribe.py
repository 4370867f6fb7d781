"""Numbers of a struct written out as a plan says, up to eight with one instruction: the plan is known beforehand.

Eight numbers are stored at a time even where fewer are wanted: those behind are written after, in their turn. Near the
end, where there is no room for eight, they go one by one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from banquise.kernel.transcribe import MARK
from banquise.kernel.wasm import binary as b
from banquise.kernel.wasm.room import Array
from banquise.kernel.wasm.values import Operand, Place, Value, as_int

if TYPE_CHECKING:
    from banquise.kernel.wasm.expressions import Expressions

LANES = 8
FEW = 3  # from which eight at a time are quicker than one by one
WIDTHS = {1: "i1", 2: "i2"}

Plan = tuple[tuple[int, int, int], ...]


def transcription(writer: Expressions, node: ast.Call, operands: tuple[Operand, ...]) -> bytes:
    """Code that writes the numbers."""
    if len(operands) != 5:
        raise writer.refuse(node, "transcribe takes octets, shorts, a seat, a plan and a row to write into")
    octets, shorts, seat, plan, out = operands
    for row, kind in ((octets, "i1"), (shorts, "i2"), (out, "i2")):
        shape = row.shape if isinstance(row, Place) else None
        if not isinstance(shape, Array) or shape.item != kind or len(shape.shape) != 1:
            raise writer.refuse(node, "transcribe takes a struct as i1 and as i2, and writes a row of i2")
    if not isinstance(plan, Place) or plan.lookup is None or not isinstance(seat, Value):
        raise writer.refuse(node, "transcribe takes the number of a seat, and a plan that is a lookup")
    assert isinstance(octets, Place)
    assert isinstance(shorts, Place)
    assert isinstance(out, Place)
    return _Scribe(writer, octets, shorts, as_int(seat), out).written(plan.lookup)


class _Scribe:
    """Writes the code for one plan."""

    def __init__(self, writer: Expressions, octets: Place, shorts: Place, seat: Value, out: Place):
        self._writer = writer
        self._seat, self._out = writer.fresh(b.I64), writer.fresh(b.I32)
        self._structs = {1: writer.fresh(b.I32), 2: writer.fresh(b.I32)}
        self._code = seat.code + b.put(self._seat) + out.address() + b.put(self._out)
        for width, struct in ((1, octets), (2, shorts)):
            self._code += struct.address() + b.put(self._structs[width])
        self._rows: dict[tuple[int, int], int] = {}

    def written(self, plan: Plan) -> bytes:
        """All of it."""
        k = 0
        while k < len(plan):
            together = _together(plan, k)
            if together < FEW or k + LANES > len(plan):
                self._one(k, plan[k])
                k += 1
            else:
                self._eight(k, plan[k : k + together])
                k += together
        return self._code

    def _row(self, width: int, apart: int) -> int:
        """The local that holds where the row of a seat begins, if rows are so far apart."""
        if not apart:
            return self._structs[width]
        if (width, apart) not in self._rows:
            self._rows[width, apart] = at = self._writer.fresh(b.I32)
            far = b.get(self._seat) + b.I32_WRAP + b.word_const(width * apart) + b.I32_MUL
            self._code += b.get(self._structs[width]) + far + b.I32_ADD + b.put(at)
        return self._rows[width, apart]

    def _one(self, k: int, row: tuple[int, int, int]) -> None:
        width, place, apart = row
        if width == MARK:
            value = b.get(self._seat) + b.int_const(place) + b.COMPARE_INT["=="] + b.I64_EXTEND_U
        else:
            value = b.get(self._row(width, apart)) + b.memory(b.LOADS[WIDTHS[width]], width * place)
        self._code += b.get(self._out) + value + b.memory(b.STORES["i2"], 2 * k)

    def _eight(self, k: int, rows: Plan) -> None:
        width, first, apart = rows[0]
        at = self._row(width, apart)
        value = b.get(at) + b.memory((b.V128_LOAD, 0), width * first)
        picked = [place - first for _, place, _ in rows]
        if picked == list(range(len(rows))):
            if width == 1:
                value = b.get(at) + b.memory((b.V128_LOAD_8X8, 0), first)
        elif width == 1:
            value += value + b.I8X16_SHUFFLE + bytes((picked + [0] * 16)[:16]) + b.I16X8_EXTEND_LOW
        else:
            lanes = [2 * each + byte for each in picked for byte in (0, 1)]
            value += value + b.I8X16_SHUFFLE + bytes((lanes + [0] * 16)[:16])
        self._code += b.get(self._out) + value + b.memory((b.V128_STORE, 0), 2 * k)


def _together(plan: Plan, k: int) -> int:
    """How many numbers from here on lie within sixteen bytes of the struct."""
    width, first, apart = plan[k]
    if width == MARK:
        return 1
    count = 1
    while count < LANES and k + count < len(plan):
        other, place, far = plan[k + count]
        if (other, far) != (width, apart) or not 0 <= place - first < 16 // width:
            break
        count += 1
    return count
