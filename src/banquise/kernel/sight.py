"""What a seat sees of a state, as one number: how a search tells apart the situations that a seat can tell apart.

The number is made over the fields that the schema declares visible to the seat and over nothing else. So whatever is
kept under it (a node of a search tree, say) cannot depend on what the seat may not know.
"""

from __future__ import annotations

import struct

from banquise.kernel.schema import OWNER, PUBLIC, Schema, State

_ALL_BITS = (1 << 64) - 1
_MULTIPLIER = -7046029254386353131 & _ALL_BITS  # odd, its bits well mixed (from the golden ratio)


def masks(schema: Schema) -> tuple[tuple[int, ...], ...]:
    """For each seat, which bits of a struct it may see: a row of longs (64 bits, signed) for each."""
    rows = []
    for seat in range(schema.seats):
        shown = bytearray(schema.layout.size)
        for field in schema.kept:
            spot = schema.layout.spots[field.name]
            if field.see is PUBLIC:
                shown[spot.offset : spot.offset + spot.size] = b"\xff" * spot.size
            elif field.see is OWNER:
                row = spot.size // schema.seats
                shown[spot.offset + seat * row : spot.offset + (seat + 1) * row] = b"\xff" * row
        rows.append(_longs(shown))
    return tuple(rows)


def _longs(raw: bytes | bytearray) -> tuple[int, ...]:
    """The same memory as longs."""
    return struct.unpack(f"<{len(raw) // 8}q", raw)


class Eyes:
    """What the plain ``glimpse`` takes for eyes."""

    def __init__(self, schema: Schema):
        self._schema = schema
        self._masks = masks(schema)

    def glimpse(self, state: State, seat: int) -> int:
        """The same number as the translated program's, in Python ints."""
        number = seat
        for long, mask in zip(_longs(self._schema.pack(state)), self._masks[seat], strict=True):
            if mask:
                number = ((number ^ (long & mask)) & _ALL_BITS) * _MULTIPLIER & _ALL_BITS
                number ^= number >> 29
        return number - (1 << 64) if number >> 63 else number
