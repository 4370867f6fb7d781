"""What a seat sees of a state, as one number: how a search tells apart the situations that a seat can tell apart.

The number is made over the fields that the schema declares visible to the seat and over nothing else. So whatever is
kept under it (a node of a search tree, say) cannot depend on what the seat may not know.
"""

from __future__ import annotations

import struct

from banquise.kernel.schema import OWNER, PUBLIC, Schema, State

_WORD = (1 << 64) - 1
_MULTIPLIER = -7046029254386353131 & _WORD  # odd, its bits well mixed (from the golden ratio)


def masks(schema: Schema) -> tuple[tuple[int, ...], ...]:
    """For each seat, which bits of a record it may see: a row of words (of 64 bits, signed) for each."""
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
        rows.append(_words(shown))
    return tuple(rows)


def _words(record: bytes | bytearray) -> tuple[int, ...]:
    """The same memory as words."""
    return struct.unpack(f"<{len(record) // 8}q", record)


class Eyes:
    """What the plain ``glimpse`` takes for eyes."""

    def __init__(self, schema: Schema):
        self._schema = schema
        self._masks = masks(schema)

    def glimpse(self, state: State, seat: int) -> int:
        """The same number as the translated program's, in Python ints."""
        number = seat
        for word, mask in zip(_words(self._schema.pack(state)), self._masks[seat], strict=True):
            if mask:
                number = ((number ^ (word & mask)) & _WORD) * _MULTIPLIER & _WORD
                number ^= number >> 29
        return number - (1 << 64) if number >> 63 else number
