"""What a seat observes, as a vector of whole numbers, derived from the declared visibility of every field.

``Observer(game, seats).parts`` documents the vector field by field. First come as many numbers as there are seats, 1
for the observing seat and 0 for the others; then, of every PUBLIC field and of the observer's own row of every OWNER
field, the numbers that can vary at such a table (``Field.shown``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.schema import OWNER, PUBLIC, Field
from banquise.kernel.transcribe import MARK

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

DTYPE = np.int16
FITTING = ("i1", "i2")


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
    """Observations of one game at a table of so many (without ``seats``: of as many as usual).

    >>> from banquise.games import game
    >>> altitude = Observer(game("altitude"), seats=2)
    >>> altitude.size
    412
    >>> [part.name for part in altitude.parts][:3]
    ['observer', 'phase', 'turn']
    >>> altitude.decode(altitude.high)["observer"]
    [1, 1]
    """

    def __init__(self, game: Game, seats: int | None = None):
        self.game, self.seats = game, game.usual_seats if seats is None else seats
        marks = self.seats if self.seats > 1 else 0
        parts = [Part("observer", 0, (marks,), 0, 1, "1 for the observing seat")] if marks else []
        plan = [(MARK, seat, 0) for seat in range(marks)]
        for field in self._fields():
            shape, places = field.shown(self.seats)
            if places:
                low, high = field.bounds
                if field.holds is not None:
                    low, high = field.holds.bounds(self.seats)[0], min(high, field.holds.bounds(self.seats)[1] or high)
                parts.append(Part(field.name, len(plan), shape, low, high, field.about + self._cut(field, places)))
                plan += self._rows(field, places)
        self.parts, self.plan, self.size = tuple(parts), tuple(plan), len(plan)  # the plan is for the encoder
        self.low, self.high = self._bounds("low"), self._bounds("high")

    def _fields(self) -> list[Field]:
        """Those that a seat may see, public ones first, in the order of the struct: so they are quickly copied."""
        spots = self.game.schema.layout.spots
        seen = [field for field in self.game.schema.kept if field.see in (PUBLIC, OWNER)]
        for field in seen:
            if field.kind not in FITTING:
                raise TypeError(
                    f"{self.game.name}.{field.name}: {field.kind} does not fit an observation of {DTYPE.__name__}"
                )
        return sorted(seen, key=lambda field: (field.see is OWNER, spots[field.name].offset))

    def _cut(self, field: Field, places: tuple[int, ...]) -> str:
        """Words for a field whose rows are seldom full and are shown in part: what is beyond is not observed."""
        if field.holds is None or field.holds.only is None or not field.holds.first:
            return ""
        length = field.shape[-1]
        rows = {place // length for place in places}
        return f"; of {length} in a row the first {len(places) // len(rows)}, what is beyond them is not shown"

    def _rows(self, field: Field, places: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """A row of the plan for each number of a field."""
        width, spot = int(field.kind[1]), self.game.schema.layout.spots[field.name]
        apart = prod(field.shape[1:]) if field.see is OWNER else 0
        return [(width, spot.offset // width + place, apart) for place in places]

    def _bounds(self, name: str) -> npt.NDArray[np.int16]:
        return np.concatenate([np.full(part.size, getattr(part, name), DTYPE) for part in self.parts])

    def decode(self, observation: npt.NDArray[np.int16]) -> dict[str, Any]:
        """An observation as fields by name: for people who look at one."""
        return {p.name: observation[p.start : p.start + p.size].reshape(p.shape).tolist() for p in self.parts}


@lru_cache(maxsize=32)
def observer(game: Game, seats: int) -> Observer:
    """The observer of a game at a table of so many, made once."""
    return Observer(game, seats)
