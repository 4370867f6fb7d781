"""``dot`` on a CUDA device: four products of 8-bit numbers in one instruction, exact as Python's own.

The instruction (dp4a) reads four numbers of each row at once, so both rows must begin at multiples of four bytes; any
other pair of rows goes number by number.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from importlib import import_module
from typing import Any


def device_dot() -> Any:
    """The function that a kernel calls."""
    needed = ("llvmlite.ir", "numba.cuda", "numba.cuda.types", "numba.cuda.extending")  # not every Numba has them all
    ir, cuda, types, extending = (import_module(name) for name in needed)
    intrinsic: Any = extending.intrinsic

    word = ir.IntType(32)

    def is_small(row):
        return isinstance(row, types.Array) and row.ndim == 1 and row.layout == "C" and row.dtype == types.int8

    def data(context, builder, kind, row):
        return context.make_array(kind)(context, builder, row).data

    @intrinsic
    def in_fours(typingctx, one, other):
        """May the two rows be read four numbers at a time?"""

        def codegen(context, builder, signature, arguments):
            if not (is_small(one) and is_small(other)):
                return ir.Constant(ir.IntType(1), 0)
            place = ir.IntType(64)
            rows = [
                builder.ptrtoint(data(context, builder, kind, row), place)
                for kind, row in zip((one, other), arguments, strict=True)
            ]
            last = builder.and_(builder.or_(*rows), ir.Constant(place, 3))
            return builder.icmp_unsigned("==", last, ir.Constant(place, 0))

        return types.boolean(one, other), codegen

    @intrinsic
    def four(typingctx, one, other, at):
        """The sum of four products; nothing for rows that are never read so."""

        def codegen(context, builder, signature, arguments):
            if not (is_small(one) and is_small(other)):
                return ir.Constant(word, 0)
            numbers = []
            for kind, row in zip((one, other), arguments, strict=False):
                where = builder.gep(data(context, builder, kind, row), [arguments[2]])
                fours = builder.bitcast(where, word.as_pointer(where.type.addrspace))
                numbers.append(builder.load(fours, align=4))
            shape = ir.FunctionType(word, [word, word, word])
            dp4a = ir.InlineAsm(shape, "dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r")
            return builder.call(dp4a, [*numbers, ir.Constant(word, 0)])

        return types.int32(one, other, at), codegen

    @cuda.jit(device=True)
    def dot(one, other):
        total = 0
        i = 0
        if in_fours(one, other):
            while i + 4 <= len(one):
                total += four(one, other, i)
                i += 4
        while i < len(one):
            total += one[i] * other[i]
            i += 1
        return total

    return dot
