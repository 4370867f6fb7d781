"""What a seat sees of a state, as one number: how a search tells apart the situations that a seat can tell apart.

The number is made over the fields that the schema declares visible to the seat and over nothing else. So whatever is
kept under it (a node of a search tree, say) cannot depend on what the seat may not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from banquise.kernel.schema import OWNER, PUBLIC, Schema, State

_WORD = (1 << 64) - 1
_MULTIPLIER = -7046029254386353131 & _WORD  # odd, its bits well mixed (from the golden ratio)


def masks(schema: Schema) -> npt.NDArray[np.int64]:
    """For each seat, which bits of a record it may see: shape (seats, words of a record)."""
    shown = np.zeros((schema.seats, schema.dtype.itemsize), np.uint8)
    fields = schema.dtype.fields
    assert fields is not None
    for field in schema.kept:
        kind, offset = fields[field.name][:2]
        if field.see is PUBLIC:
            shown[:, offset : offset + kind.itemsize] = 255
        elif field.see is OWNER:
            row = kind.itemsize // schema.seats
            for seat in range(schema.seats):
                shown[seat, offset + seat * row : offset + (seat + 1) * row] = 255
    return shown.view(np.int64)


def words(records: npt.NDArray[np.void]) -> npt.NDArray[np.int64]:
    """The same memory as an array of records, seen as words."""
    return records.view(np.int64).reshape(len(records), records.dtype.itemsize // 8)


def compiled_eyes(schema: Schema, records: npt.NDArray[np.void]) -> tuple[Any, Any]:
    """What the compiled ``glimpse`` takes for eyes: the words of these records, and the masks."""
    return words(records), masks(schema)


class Eyes:
    """What the plain ``glimpse`` takes for eyes."""

    def __init__(self, schema: Schema):
        self._schema = schema
        self._masks = masks(schema)

    def glimpse(self, state: State, seat: int) -> int:
        """The same number as the compiled twin's, in Python ints."""
        record = self._schema.records(1)
        self._schema.to_record(state, record[0])
        number = seat
        for word, mask in zip(words(record)[0].tolist(), self._masks[seat].tolist(), strict=True):
            if mask:
                number = ((number ^ (word & mask)) & _WORD) * _MULTIPLIER & _WORD
                number ^= number >> 29
        return number - (1 << 64) if number >> 63 else number
