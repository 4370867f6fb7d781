"""Observations to learn from, derived from what every field is declared to hold (``schema.Holds``).

All numbers lie between 0 and 1. Seats are counted from the observer on, who comes first, and so are colours; rows of
seats that are not at the table are left out. One of few things is one-hot, one of many (a card on each of a hundred
places) the bits of its number; an amount is divided by what is declared to be much; what belongs to a seat is two
planes, mine and another's. Moves name seats as they sit at the table, so the last plane is the observer's own. What
people read off several fields at a glance (``holds.Reading``) stands for those fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.holds import Holds, Reading
from banquise.kernel.schema import BOUNDS, OWNER, PUBLIC, Field

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

SEAT = "seat"
MANY = 2048  # numbers: a field that would be more as one-hot is shown as bits


@dataclass(frozen=True)
class Plane:
    """One field of the observation: where it begins, how many places it has, how many numbers each, what it means."""

    name: str
    start: int
    places: int
    width: int
    about: str


class Planes:
    """The planes of a game for so many seats. ``parts`` documents them.

    >>> from banquise.games import game
    >>> whole = Planes(game("ice_cult"), seats=2)
    >>> whole.size == sum(part.places * part.width for part in whole.parts)
    True
    """

    def __init__(self, game: Game, seats: int):
        self.game, self.seats = game, seats
        read = {name for reading in game.schema.readings for name in reading.of}
        seen = [field for field in game.schema.kept if field.see in (PUBLIC, OWNER)]
        fields = [field for field in seen if field.shown(seats)[1] and field.name not in read]
        self._shown: list[tuple[Field | Reading, Any]] = []
        blank, parts, at = game.schema.structs(1), [], 0
        every: list[Field | Reading] = [*fields, *game.schema.readings]
        for shown in every:
            places = self._values(shown, blank, 0).shape[1]
            code, width = _code(shown, places, seats)
            self._shown.append((shown, code))
            parts.append(Plane(shown.name, at, places, width, shown.about))
            at += places * width
        parts.append(Plane(SEAT, at, 1, seats, "the observer's own seat, as moves count seats"))
        self.parts, self.size = tuple(parts), at + seats

    def __reduce__(self) -> tuple[Any, ...]:
        return planes, (self.game, self.seats)

    def encode(self, structs: npt.NDArray[np.void], observers: npt.NDArray[np.int64], out: Any) -> None:
        """What the observer of each match sees, a row each."""
        seen = np.maximum(observers, 0)  # a match that is over is shown to seat 0
        for seat in np.unique(seen):
            rows = np.flatnonzero(seen == seat)
            here = structs[rows]
            out[rows, self.size - self.seats :] = np.arange(self.seats) == seat
            for (shown, code), part in zip(self._shown, self.parts[:-1], strict=True):
                end = part.start + part.places * part.width
                out[rows, part.start : end] = code(self._values(shown, here, int(seat)), int(seat))

    def _values(self, shown: Field | Reading, structs: npt.NDArray[np.void], seat: int) -> npt.NDArray[Any]:
        """The numbers of a field or a reading as an observer counts them, a row for each match."""
        values = _read(shown, structs) if isinstance(shown, Reading) else self._field(shown, structs, seat)
        holds = shown.holds
        if holds is not None and holds.what == "colour":
            own = structs["colour"][:, seat].astype(np.int64).reshape(-1, *[1] * (values.ndim - 1))
            values = np.where(values > 0, 1 + (values.astype(np.int64) - 1 - own) % holds.top, 0)
        return values.reshape(len(structs), -1).astype(np.int64)

    def _field(self, field: Field, structs: npt.NDArray[np.void], seat: int) -> npt.NDArray[Any]:
        """A field with seats and colours counted from the observer's own on."""
        values: npt.NDArray[Any] = structs[field.name]
        order = [(seat + step) % self.seats for step in range(self.seats)]
        if field.see is OWNER:
            values = values[:, seat]
        else:
            for axis in field.by_seat:
                values = np.take(values, order, axis=axis + 1)
        if field.by_colour >= 0:
            values = _turned(values, field.by_colour + 1, structs["colour"][:, seat])
        if field.holds is None:
            return values
        if field.holds.first:
            return values[..., : field.holds.first]
        if field.holds.only is not None and not field.by_seat:
            return values.reshape(len(structs), -1)[:, list(field.holds.only)]
        return values


@lru_cache(maxsize=32)
def planes(game: Game, seats: int) -> Planes:
    """The planes of a game for so many seats, made once."""
    return Planes(game, seats)


def _read(reading: Reading, structs: npt.NDArray[np.void]) -> npt.NDArray[Any]:
    """What a table answers for the numbers of its fields."""
    answers: npt.NDArray[Any] = np.array(reading.lookup)[tuple(structs[name] for name in reading.of)]
    return answers


def _code(shown: Field | Reading, places: int, seats: int) -> tuple[Any, int]:
    """How numbers are shown (to a seat), and how many numbers each becomes."""
    holds = shown.holds
    if holds is None:
        assert isinstance(shown, Field)
        holds = Holds("number", BOUNDS[shown.kind][1])
    if holds.what == "number":
        return lambda values, seat: np.clip(values / holds.top, 0, 1), 1
    if holds.what == "owner":
        return lambda values, seat: _spread([values == seat + 1, (values != seat + 1) & (values > 0)]), 2
    if holds.what == "seat":
        return lambda values, seat: _one_hot((values - seat) % seats, seats), seats
    if holds.what == "colour":
        return lambda values, seat: _one_hot(values, holds.top + 1), holds.top + 1
    if holds.top == 2:
        return lambda values, seat: values - holds.low, 1
    if places * holds.top <= MANY:
        return lambda values, seat: _one_hot(values - holds.low, holds.top), holds.top
    bits = (holds.top - 1).bit_length()
    return lambda values, seat: _spread([values - holds.low >> bit & 1 for bit in range(bits)]), bits


def _turned(values: npt.NDArray[Any], axis: int, own: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Colours counted from each observer's own on."""
    count = values.shape[axis]
    order = (own.astype(np.int64)[:, None] + np.arange(count)) % count
    shape = [1] * values.ndim
    shape[0], shape[axis] = len(values), count
    return np.take_along_axis(values, order.reshape(shape), axis)


def _one_hot(values: npt.NDArray[Any], count: int) -> npt.NDArray[Any]:
    hot: npt.NDArray[Any] = values[:, :, None] == np.arange(count)
    return hot.reshape(len(values), -1)


def _spread(planes: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return np.stack(planes, axis=-1).reshape(len(planes[0]), -1)
