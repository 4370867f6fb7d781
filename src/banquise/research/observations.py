"""What a seat observes, as a vector of whole numbers, derived from the declared visibility of every field.

``Observer(game).parts`` documents the vector field by field. First come four numbers that are 1 for the observing seat
and 0 for the others; then every PUBLIC field, and of every OWNER field the observer's own row.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.schema import OWNER, PUBLIC

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

DTYPE = np.int16
_LIMITS = {"i1": (-128, 127), "i2": (-32768, 32767)}


@dataclass(frozen=True)
class Part:
    """One field of the observation: where it is, its shape, its bounds, what it means."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    about: str

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


class Observer:
    """Observations of one game."""

    def __init__(self, game: Game):
        self.game = game
        seats = game.schema.seats
        parts = [Part("observer", 0, (seats,), 0, 1, "1 for the observing seat")]
        plan, at = [], seats
        for field in game.schema.kept:
            if field.see not in (PUBLIC, OWNER):
                continue
            if field.kind not in _LIMITS:
                raise TypeError(
                    f"{game.name}.{field.name}: {field.kind} does not fit an observation of {DTYPE.__name__}"
                )
            width = int(field.kind[1])
            fields = game.schema.dtype.fields
            assert fields is not None
            offset = int(fields[field.name][1]) // width
            shape = field.shape if field.see is PUBLIC else field.shape[1:]
            count = prod(shape)
            plan.append((width, offset, count, 0 if field.see is PUBLIC else count, at))
            parts.append(Part(field.name, at, shape, *_LIMITS[field.kind], field.about))
            at += count
        self.parts = tuple(parts)
        self.size = at
        self.plan = tuple(_joined(plan))  # for the encoder, which see
        self.low = self._bounds("low")
        self.high = self._bounds("high")

    def _bounds(self, name: str) -> npt.NDArray[np.int16]:
        return np.concatenate([np.full(part.size, getattr(part, name), DTYPE) for part in self.parts])

    def numbers(self, records: npt.NDArray[np.void]) -> tuple[Any, Any]:
        """The records seen as plain numbers of one and of two bytes."""
        octets = records.view(np.int8).reshape(len(records), -1)
        return octets, records.view("<i2").reshape(len(records), -1)

    def encode_many(self, octets: Any, words: Any, seats: npt.NDArray[np.int64], out: Any) -> None:
        """Write what the given seat of each match may see: ``encoder.encode`` for many rows at once."""
        lanes = np.arange(len(out))
        seen = np.maximum(seats, 0)  # a match that is over is shown to seat 0
        out[:, : self.game.schema.seats] = 0
        out[lanes, seen] = 1
        for width, offset, count, apart, at in self.plan:
            numbers = octets if width == 1 else words
            if apart == 0:
                out[: len(out), at : at + count] = numbers[: len(out), offset : offset + count]
            else:
                rows = numbers[: len(out), offset : offset + apart * self.game.schema.seats]
                out[:, at : at + count] = rows.reshape(len(out), self.game.schema.seats, apart)[lanes, seen]

    def decode(self, observation: npt.NDArray[np.int16]) -> dict[str, Any]:
        """An observation as fields by name: for people who look at one."""
        return {p.name: observation[p.start : p.start + p.size].reshape(p.shape).tolist() for p in self.parts}


def _joined(plan: list[tuple[int, int, int, int, int]]) -> list[tuple[int, int, int, int, int]]:
    """The same plan in fewer rows: public fields that are neighbours in the record and in the observation are one."""
    rows: list[tuple[int, int, int, int, int]] = []
    for row in plan:
        width, offset, count, apart, at = row
        if rows and apart == 0:
            before = rows[-1]
            if before[0] == width and before[3] == 0 and (before[1] + before[2], before[4] + before[2]) == (offset, at):
                rows[-1] = (width, before[1], before[2] + count, 0, before[4])
                continue
        rows.append(row)
    return rows
