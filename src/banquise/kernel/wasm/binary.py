"""The binary format of WebAssembly: numbers, instructions and the sections of a module, as bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache

I32, I64, F64, V128 = 0x7F, 0x7E, 0x7C, 0x7B
EMPTY = 0x40  # the type of a block without a result


@lru_cache(maxsize=4096)
def unsigned(number: int) -> bytes:
    """LEB128."""
    out = bytearray()
    while True:
        byte, number = number & 0x7F, number >> 7
        if not number:
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


@lru_cache(maxsize=4096)
def signed(number: int) -> bytes:
    """LEB128 with a sign."""
    out = bytearray()
    while True:
        byte, number = number & 0x7F, number >> 7
        if (number == 0 and not byte & 0x40) or (number == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


# Instructions -----------------------------------------------------------------------------------

UNREACHABLE = b"\x00"
BLOCK, LOOP, IF = 0x02, 0x03, 0x04
ELSE, END = b"\x05", b"\x0b"
RETURN = b"\x0f"
SELECT = b"\x1b"
DROP = b"\x1a"

I32_EQZ, I32_NE, I32_ADD, I32_MUL, I32_SHL = b"\x45", b"\x47", b"\x6a", b"\x6c", b"\x74"
I32_AND, I32_OR, I32_XOR = b"\x71", b"\x72", b"\x73"
I64_EQZ, I64_LT_U, I64_GE_U = b"\x50", b"\x54", b"\x5a"
I64_ADD, I64_SUB, I64_MUL, I64_DIV_S, I64_REM_S = b"\x7c", b"\x7d", b"\x7e", b"\x7f", b"\x81"
I64_AND, I64_OR, I64_XOR, I64_SHL, I64_SHR_S, I64_SHR_U = b"\x83", b"\x84", b"\x85", b"\x86", b"\x87", b"\x88"
F64_ADD, F64_SUB, F64_MUL, F64_DIV = b"\xa0", b"\xa1", b"\xa2", b"\xa3"
F64_NEG, F64_SQRT, F64_ABS = b"\x9a", b"\x9f", b"\x99"
I32_WRAP, I64_EXTEND_S, I64_EXTEND_U = b"\xa7", b"\xac", b"\xad"
F64_CONVERT, F64_CONVERT_BOOL, F32_DEMOTE, F64_PROMOTE = b"\xb9", b"\xb8", b"\xb6", b"\xbb"
I64_TRUNC = b"\xb0"

COMPARE_INT = {"==": b"\x51", "!=": b"\x52", "<": b"\x53", ">": b"\x55", "<=": b"\x57", ">=": b"\x59"}
COMPARE_FLOAT = {"==": b"\x61", "!=": b"\x62", "<": b"\x63", ">": b"\x64", "<=": b"\x65", ">=": b"\x66"}

# How a number in memory is read and written, by its kind: instruction and alignment.
LOADS = {
    "i1": (b"\x30", 0),
    "u1": (b"\x31", 0),
    "i2": (b"\x32", 1),
    "u2": (b"\x33", 1),
    "i4": (b"\x34", 2),
    "u4": (b"\x35", 2),
    "i8": (b"\x29", 3),
    "f4": (b"\x2a", 2),
    "f8": (b"\x2b", 3),
}
STORES = {
    "i1": (b"\x3c", 0),
    "u1": (b"\x3c", 0),
    "i2": (b"\x3d", 1),
    "u2": (b"\x3d", 1),
    "i4": (b"\x3e", 2),
    "u4": (b"\x3e", 2),
    "i8": (b"\x37", 3),
    "f4": (b"\x38", 2),
    "f8": (b"\x39", 3),
}

# SIMD, for the dot product and for transcribing.
V128_LOAD, V128_LOAD_8X8, V128_STORE = b"\xfd\x00", b"\xfd\x01", b"\xfd\x0b"
I8X16_SHUFFLE, I16X8_EXTEND_LOW = b"\xfd\x0d", b"\xfd\x87\x01"
V128_ZERO = b"\xfd\x0c" + bytes(16)
I32X4_DOT, I32X4_ADD, I64X2_ADD = b"\xfd\xba\x01", b"\xfd\xae\x01", b"\xfd\xce\x01"
I32X4_EXTMUL_LOW, I32X4_EXTMUL_HIGH = b"\xfd\xbc\x01", b"\xfd\xbd\x01"
I64X2_EXTEND_LOW, I64X2_EXTEND_HIGH = b"\xfd\xc7\x01", b"\xfd\xc8\x01"
I64X2_LANE = b"\xfd\x1d"


def int_const(number: int) -> bytes:
    """Push an i64; a number beyond 64 bits wraps as it does everywhere else."""
    number = (number + (1 << 63)) % (1 << 64) - (1 << 63)
    return b"\x42" + signed(number)


def word_const(number: int) -> bytes:
    """Push an i32: an address, or a truth."""
    return b"\x41" + signed(number if number < 1 << 31 else number - (1 << 32))


def float_const(number: float) -> bytes:
    """Push an f64."""
    return b"\x44" + struct.pack("<d", number)


def get(local: int) -> bytes:
    """Push a local."""
    return b"\x20" + unsigned(local)


def put(local: int) -> bytes:
    """Pop into a local."""
    return b"\x21" + unsigned(local)


def tee(local: int) -> bytes:
    """Into a local, and leave it."""
    return b"\x22" + unsigned(local)


def call(function: int) -> bytes:
    """Call a function by its number."""
    return b"\x10" + unsigned(function)


def jump(depth: int) -> bytes:
    """Out of so many blocks, to the end of the next (or to the top of a loop)."""
    return b"\x0c" + unsigned(depth)


def jump_if(depth: int) -> bytes:
    """The same if the popped i32 is not 0."""
    return b"\x0d" + unsigned(depth)


def set_global(number: int) -> bytes:
    """Pop into a global."""
    return b"\x24" + unsigned(number)


def memory(instruction: tuple[bytes, int], offset: int) -> bytes:
    """A load or store at a constant distance from the address on the stack."""
    code, alignment = instruction
    return code + unsigned(alignment) + unsigned(offset)


def copy_memory(size: int) -> bytes:
    """Pop a source and, below it, a target address; copy so many bytes."""
    return word_const(size) + b"\xfc\x0a\x00\x00"


# Modules ----------------------------------------------------------------------------------------


def vector(items: Sequence[bytes]) -> bytes:
    """Items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def named(name: str) -> bytes:
    """A name with its length before it."""
    raw = name.encode()
    return unsigned(len(raw)) + raw


def function_type(params: Iterable[int], results: Iterable[int]) -> bytes:
    """The type of a function."""
    return b"\x60" + vector([bytes([p]) for p in params]) + vector([bytes([r]) for r in results])


def body(locals_: Sequence[int], code: bytes) -> bytes:
    """A function's locals beyond its parameters, and its code."""
    runs: list[tuple[int, int]] = []
    for kind in locals_:
        if runs and runs[-1][1] == kind:
            runs[-1] = (runs[-1][0] + 1, kind)
        else:
            runs.append((1, kind))
    raw = vector([unsigned(count) + bytes([kind]) for count, kind in runs]) + code + END
    return unsigned(len(raw)) + raw


def section(number: int, content: bytes) -> bytes:
    """One section of a module."""
    return bytes([number]) + unsigned(len(content)) + content


def module(
    types: Sequence[bytes],
    functions: Sequence[int],
    pages: int,
    exports: dict[str, int],
    bodies: Sequence[bytes],
    data: Sequence[tuple[int, bytes]],
) -> bytes:
    """A whole module: functions by their types, one memory of a fixed size, and two globals that tell of a trap."""
    exported = [named(name) + b"\x00" + unsigned(number) for name, number in exports.items()]
    exported += [named("memory") + b"\x02\x00", named("trap_site") + b"\x03\x00", named("trap_value") + b"\x03\x01"]
    globals_ = [bytes([I32, 1]) + word_const(0) + END, bytes([I64, 1]) + int_const(0) + END]
    segments = [b"\x00" + word_const(at) + END + unsigned(len(raw)) + raw for at, raw in data]
    return b"\0asm\x01\0\0\0" + b"".join(
        (
            section(1, vector(types)),
            section(3, vector([unsigned(number) for number in functions])),
            section(5, vector([b"\x01" + unsigned(pages) + unsigned(pages)])),
            section(6, vector(globals_)),
            section(7, vector(exported)),
            section(10, vector(bodies)),
            section(11, vector(segments)),
        )
    )
