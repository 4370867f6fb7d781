"""The state of a game, declared once.

A schema lists the fields of a state and says who may see each. From that one list it makes

- a ``__slots__`` class of plain ints and nested lists, which the rules run on for people and tests;
- the layout of a struct, which the same rules run on as WebAssembly, and the struct type of NumPy;
- JSON positions, digests and the view of every seat.

A field whose visibility nobody declared is SECRET: the schema fails closed.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import chain, compress, count, product
from math import prod
from operator import attrgetter, mul, ne
from typing import Any

import msgspec

from banquise.kernel.holds import MOST_SEATS, Holds, Reading
from banquise.kernel.layout import Layout, Spot


class See(Enum):
    """Who may see a field.

    >>> See("owner") is OWNER
    True
    """

    PUBLIC = "public"  # everybody
    OWNER = "owner"  # row i of the field belongs to seat i, who alone sees it
    SECRET = "secret"  # nobody at the table
    SCRATCH = "scratch"  # working space, no part of the state: not in equality, digest, JSON or views


PUBLIC, OWNER, SECRET, SCRATCH = See.PUBLIC, See.OWNER, See.SECRET, See.SCRATCH

Nested = int | list["Nested"]
State = Any
"""A state made by some schema. The rules read and write its fields by name."""

PIECE = 64  # numbers of a long row that are compared at once
BOUNDS = {f"i{width}": (-(1 << 8 * width - 1), (1 << 8 * width - 1) - 1) for width in (1, 2, 4, 8)}


@dataclass(frozen=True)
class Field:
    """One field: its name, integer kind (``i1`` to ``i8``), shape, and who may see it.

    ``holds`` says what its numbers are; ``by_seat`` which dimensions count seats, ``by_colour`` which one colours (-1:
    none).

    >>> cell = field("cell", "i2", 4, see=PUBLIC)
    >>> cell.shape, cell.bounds
    ((4,), (-32768, 32767))
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    see: See
    about: str
    holds: Holds | None = None
    by_seat: tuple[int, ...] = ()
    late: bool = False  # not in the digest while it is zero
    by_colour: int = -1

    @property
    def bounds(self) -> tuple[int, int]:
        """The numbers that it may hold."""
        least, most = BOUNDS[self.kind]
        if self.holds is None:
            return least, most
        low, high = self.holds.bounds(MOST_SEATS)
        return low, most if high is None else high

    def shown(self, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What of it can vary at a table of so many: a shape, and the places (as of ``Holds.only``) that fill it."""
        if self.holds is not None and (self.holds.what == "seats" or (self.holds.what == "seat" and seats == 1)):
            return (0,), ()
        own = 1 if self.see is OWNER else 0
        whole = self.shape[own:]
        shape = [seats if axis + own in self.by_seat else length for axis, length in enumerate(whole)]
        strides = [prod(whole[axis + 1 :]) for axis in range(len(whole))]
        places = [sum(map(mul, at, strides)) for at in product(*map(range, shape))]
        only = None if self.holds is None else self.holds.only
        if only is None:
            return tuple(shape), tuple(places)
        kept = tuple(place for place in places if place in only)
        return (len(kept),), kept

    def zero(self) -> Nested:
        """The field as it is in a fresh state."""
        return _filled(self.shape)


def field(
    name: str,
    kind: str,
    *shape: int,
    see: See = SECRET,
    about: str = "",
    holds: Holds | None = None,
    by_seat: int | tuple[int, ...] = (),
    late: bool = False,
    by_colour: int = -1,
) -> Field:
    """Declare a field. Signed kinds only: unsigned 64-bit numbers mix badly with ints once compiled.

    One that is ``late`` came when records had been made without it: while all of them are zero they are not in the
    digest, so that old records keep theirs.

    >>> field("card", "i1").see
    <See.SECRET: 'secret'>
    >>> field("card", "u1")
    Traceback (most recent call last):
        ...
    ValueError: field 'card': kind 'u1' is not one of i1, i2, i4, i8
    """
    if kind not in BOUNDS:
        raise ValueError(f"field {name!r}: kind {kind!r} is not one of {', '.join(BOUNDS)}")
    seated = (0,) if see is OWNER else (by_seat,) if isinstance(by_seat, int) else by_seat
    return Field(name, kind, shape, see, about, holds, seated, late, by_colour)


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One number of a state that became another: the field, where in it, before and after.

    >>> Change("cell", (0,), 7, 8).new
    8
    """

    field: str
    at: tuple[int, ...]
    old: int
    new: int


class BadPosition(ValueError):
    """A JSON position that does not fit the schema.

    >>> Schema("dot", 1, [field("cell", "i1")]).from_json({"sell": 1})
    Traceback (most recent call last):
        ...
    banquise.kernel.schema.BadPosition: not a dot position: unknown fields ['sell']
    """


class Schema:
    """The fields of one game's state and everything that follows from them.

    >>> schema = Schema("dot", 2, [field("cell", "i1", see=PUBLIC), field("card", "i1", 2, see=OWNER)])
    >>> s = schema.new()
    >>> s.card[1] = 5
    >>> schema.seen(s, 0).card, schema.seen(s, 1).card
    ([0, 0], [0, 5])
    """

    def __init__(self, name: str, seats: int, fields: Iterable[Field], readings: Iterable[Reading] = ()):
        self.name = name
        self.seats = seats
        self.fields = tuple(fields)
        self.readings = tuple(readings)
        names = [f.name for f in self.fields]
        if len(set(names)) != len(names):
            raise ValueError(f"schema {name}: a field is declared twice")
        for f in self.fields:
            if f.see is OWNER and f.shape[:1] != (seats,):
                raise ValueError(f"schema {name}: OWNER field {f.name!r} needs one row for each of the {seats} seats")
        for reading in self.readings:
            if not all(any(f.name == name and f.see is PUBLIC for f in self.fields) for name in reading.of):
                raise ValueError(f"schema {name}: {reading.name!r} is read off {reading.of}, not all PUBLIC fields")
        self.kept = tuple(f for f in self.fields if f.see is not SCRATCH)
        self._values = _reader(self.kept)
        self._depths = tuple((f.name, len(f.shape)) for f in self.kept)
        self._set_values = _writer(self.kept, tuple(f for f in self.fields if f.see is SCRATCH))
        self.public = tuple(f.name for f in self.kept if f.see is PUBLIC)
        self.public_values = _reader(tuple(f for f in self.kept if f.see is PUBLIC))
        self.owned = tuple(f.name for f in self.kept if f.see is OWNER)
        self.hidden = tuple(f for f in self.kept if f.see is not PUBLIC)
        self._zeros: tuple[tuple[int, Field, Any], ...] = tuple(  # never changed
            (at, f, f.zero()) for at, f in enumerate(self.kept) if f.see is not PUBLIC
        )
        self.hidden_names = frozenset(f.name for f in self.hidden)
        self._hidden_values = _reader(self.hidden)
        self._hidden_zeros = tuple(zero for _, _, zero in self._zeros)
        self.layout, self.late_from, self.kept_bytes = _struct_layout(name, self.fields)
        self._packer = _Packer(self.layout)
        self.State: type[Any] = _state_class(self)
        # So that states can be pickled, like named tuples, by where they come from: STATE in the game's state module.
        self.State.__module__ = sys._getframe(1).f_globals.get("__name__", __name__)
        self.State.__qualname__ = "STATE.State"

    def __copy__(self) -> Schema:
        return self  # it never changes

    def __deepcopy__(self, memo: Any) -> Schema:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        module = self.State.__module__
        if getattr(sys.modules.get(module), "STATE", None) is not self:
            raise TypeError(f"schema {self.name} is pickled as STATE of its module, and {module} has none such")
        return _stated, (module,)

    def new(self) -> State:
        """A blank state: every field zero."""
        return self.State()

    # Structs ------------------------------------------------------------------------------------

    def pack(self, state: State) -> bytes:
        """A state as the bytes of one struct. A number that does not fit its field raises OverflowError."""
        return self._packer.pack(state)

    def unpack(self, raw: Any) -> State:
        """The state that the bytes of a struct hold."""
        return self._packer.unpack(raw, object.__new__(self.State))  # no field need be blank first: each is read

    @property
    def dtype(self) -> Any:
        """A struct for NumPy."""
        return self.layout.dtype

    def structs(self, count: int) -> Any:
        """A NumPy array of blank structs."""
        import numpy as np

        return np.zeros(count, self.dtype)

    def to_struct(self, state: State, room: Any) -> None:
        """Write a state into a struct of NumPy. A number that does not fit its field raises."""
        for f in self.fields:
            room[f.name] = getattr(state, f.name)

    def from_struct(self, room: Any) -> State:
        """The state that a struct of NumPy holds."""
        return self.unpack(room.tobytes())

    # Digests ------------------------------------------------------------------------------------

    def packed(self, structs: Any) -> bytes:
        """The bytes of many structs (an array of them, or bytes) without working space: what digests are made over."""
        raw, size = memoryview(structs).cast("B"), self.layout.size
        return b"".join(self._told(raw[at : at + self.kept_bytes]) for at in range(0, len(raw), size))

    def _told(self, kept: bytes | memoryview) -> bytes | memoryview:
        """What a digest is made over: late fields only if one of them is not zero."""
        return kept if any(kept[self.late_from :]) else kept[: self.late_from]

    def digest(self, state: State) -> str:
        """A short name for a state: equal states, and only they, have equal digests."""
        return hashlib.blake2b(self._told(self.pack(state)[: self.kept_bytes]), digest_size=16).hexdigest()

    # JSON ---------------------------------------------------------------------------------------

    def to_json(self, state: State) -> dict[str, Nested]:
        """The whole state, secrets included: for tests, tools and stores, never for a seat."""
        return {f.name: _copied(getattr(state, f.name)) for f in self.kept}

    def from_json(self, position: dict[str, Any]) -> State:
        """The state that a JSON position describes; everything about it is checked."""
        state = self.new()
        self.overlay(state, position)
        missing = sorted({f.name for f in self.kept} - set(position))
        if missing:
            raise BadPosition(f"not a whole {self.name} position: missing fields {missing}")
        return state

    def overlay(self, state: State, position: dict[str, Any]) -> None:
        """Set the fields that a partial position names, everything about it checked; the others stay."""
        if not isinstance(position, dict):
            raise BadPosition(f"a {self.name} position is an object of fields, not {position!r:.60}")
        fields = {f.name: f for f in self.kept}
        unknown = sorted(set(position) - set(fields))
        if unknown:
            raise BadPosition(f"not a {self.name} position: unknown fields {unknown}")
        for name, value in position.items():
            _check(name, value, fields[name].shape, fields[name].bounds)
        for name, value in position.items():
            setattr(state, name, _copied(value))

    def check(self, state: State) -> None:
        """Raise BadPosition where a number does not fit its field: plain Python would not notice."""
        for f in self.fields:
            _check(f.name, getattr(state, f.name), f.shape, f.bounds)

    # Views --------------------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> dict[str, Nested]:
        """What a seat may see (``None``: a spectator), as JSON. An OWNER field shows the seat's own row."""
        shown = {name: _copied(getattr(state, name)) for name in self.public}
        if seat is not None:
            shown |= {name: _copied(getattr(state, name)[seat]) for name in self.owned}
        return shown

    def looks_alike(self, one: State, other: State, seat: int | None) -> bool:
        """Do two states give a seat the same view? Asked without making the views."""
        if any(getattr(one, name) != getattr(other, name) for name in self.public):
            return False
        return seat is None or all(getattr(one, name)[seat] == getattr(other, name)[seat] for name in self.owned)

    def from_view(self, view: dict[str, Any], seat: int | None) -> State:
        """The state as a seat sees it, from the fields of its view: what ``seen`` gives, beyond a wire."""
        position = dict(view)
        for f in self.hidden:
            if f.name in position and f.see is OWNER and seat is not None:
                rows = f.zero()
                rows[seat] = position[f.name]  # type: ignore[index] # a field of seats has rows
                position[f.name] = rows
        state = self.new()
        self.overlay(state, position)
        return state

    def seen(self, state: State, seat: int | None) -> State:
        """The state as a seat sees it: what is hidden from it is zero.

        Sentences and drawings are made from this, so that they cannot tell what the seat may not know.
        """
        blind = state.copy()
        for f in self.hidden:
            value = f.zero()
            if f.see is OWNER and seat is not None:
                value[seat] = _copied(getattr(state, f.name)[seat])  # type: ignore[index] # likewise
            setattr(blind, f.name, value)
        return blind

    def seen_shared(self, state: State, seat: int | None) -> State:
        """What ``seen`` gives, sharing the visible fields of a snapshot, which nobody will change: ten times faster."""
        if not self.hidden:
            return state
        values = list(self._values(state))
        for at, f, zero in self._zeros:
            rows = values[at]
            values[at] = zero
            if f.see is OWNER and seat is not None:
                values[at] = zero[:]
                values[at][seat] = rows[seat]
        return self._of(values, state)

    def snapshot(self, state: State, before: State) -> tuple[State, list[Change]]:
        """A copy that nobody will change, and the difference to an earlier one: every number that has become another.

        The two share whatever is still the same.
        """
        values, olds = self._values(state), self._values(before)
        fresh: list[Any] = list(olds)
        changes: list[Change] = []
        for at in compress(count(), map(ne, values, olds)):
            name, depth = self._depths[at]
            if depth:
                fresh[at] = _renewed(name, depth, (), olds[at], values[at], changes)
            else:
                fresh[at] = values[at]
                changes.append(Change(name, (), olds[at], values[at]))
        return self._of(fresh, state), changes

    def hides_nothing(self, state: State) -> bool:
        """Is all that is hidden zero now? Then everybody sees the same."""
        return not self.hidden or self._hidden_values(state) == self._hidden_zeros

    def _of(self, values: list[Any], state: State) -> State:
        """A state of these values, with the working space of another."""
        made = object.__new__(self.State)
        self._set_values(made, values, state)
        return made

    def same_secrets(self, one: State, other: State) -> bool:
        """Do two states hide the same things? If so, nothing was revealed between them."""
        return all(getattr(one, f.name) == getattr(other, f.name) for f in self.hidden)


def _stated(module: str) -> Schema:
    """The schema that a module declares."""
    found: Schema = import_module(module).STATE
    return found


def _filled(shape: tuple[int, ...]) -> Nested:
    if len(shape) <= 1:
        return [0] * shape[0] if shape else 0
    return [_filled(shape[1:]) for _ in range(shape[0])]


def _copied(value: Any) -> Any:
    if isinstance(value, int):
        return value
    if not value or isinstance(value[0], int):
        return value[:]
    if value[0] and isinstance(value[0][0], int):
        return [row[:] for row in value]
    return [_copied(row) for row in value]


def _renewed(name: str, depth: int, at: tuple[int, ...], old: Any, new: Any, changes: list[Change]) -> Any:
    """A copy of a value that is not what it was, made of the old one's parts where they are equal; notes the others.

    ``depth``: how many dimensions of the field are left.
    """
    if depth == 1:
        for index in _differing(new, old):
            changes.append(Change(name, (*at, index), old[index], new[index]))
        return new[:]
    fresh = old[:]
    for index in compress(count(), map(ne, new, old)):
        fresh[index] = _renewed(name, depth - 1, (*at, index), old[index], new[index], changes)
    return fresh


def _differing(new: list[int], old: list[int]) -> Iterable[int]:
    """Where two rows differ. Long ones are compared piece by piece: most of a sheet is as it was."""
    if len(new) <= PIECE:
        return compress(count(), map(ne, new, old))
    found: list[int] = []
    for first in range(0, len(new), PIECE):
        one, other = new[first : first + PIECE], old[first : first + PIECE]
        if one != other:
            found += compress(count(first), map(ne, one, other))
    return found


def _reader(fields: tuple[Field, ...]) -> Callable[[State], tuple[Any, ...]]:
    """What reads these fields off a state, all at once."""
    if len(fields) < 2:
        return lambda state: tuple(getattr(state, f.name) for f in fields)
    return attrgetter(*(f.name for f in fields))


def _writer(fields: tuple[Field, ...], scratch: tuple[Field, ...]) -> Callable[[State, list[Any], State], None]:
    """What writes these fields of a state, all at once, and lends it the working space of another: a function made for
    them, as named tuples are made.
    """
    scope: dict[str, Any] = {}
    targets = ", ".join(f"state.{f.name}" for f in fields)
    lent = "".join(f"; state.{f.name} = other.{f.name}" for f in scratch)
    exec(f"def write(state, values, other): [{targets}] = values{lent}", scope)  # noqa: S102 -- names of a game's own schema only
    write: Callable[[State, list[Any], State], None] = scope["write"]
    return write


def _copier(fields: tuple[Field, ...]) -> Callable[[State, State], None]:
    """What copies these fields from one state to another: a function made for their shapes, line by line."""
    scope: dict[str, Any] = {}
    lines = [f"    to.{f.name} = {_copy_of(f'state.{f.name}', len(f.shape))}" for f in fields]
    exec("def copy_fields(state, to):\n" + "\n".join(lines), scope)  # noqa: S102 -- names of a game's own schema only
    copy_fields: Callable[[State, State], None] = scope["copy_fields"]
    return copy_fields


def _copy_of(value: str, depth: int) -> str:
    """The expression that copies a value of so many dimensions: an int is itself, a list a slice of all of it."""
    if depth < 2:
        return value + "[:]" * depth
    if depth == 2:
        return f"list(map(list.copy, {value}))"
    return f"[{_copy_of(f'row{depth}', depth - 1)} for row{depth} in {value}]"


def _check(name: str, value: Any, shape: tuple[int, ...], bounds: tuple[int, int]) -> None:
    if not shape:
        if type(value) is not int or not bounds[0] <= value <= bounds[1]:
            raise BadPosition(f"{name}: {value!r:.40} is not a whole number from {bounds[0]} to {bounds[1]}")
        return
    if not isinstance(value, list) or len(value) != shape[0]:
        raise BadPosition(f"{name}: {value!r:.40} is not a list of {shape[0]}")
    for row in value:
        _check(name, row, shape[1:], bounds)


def _struct_layout(name: str, fields: tuple[Field, ...]) -> tuple[Layout, int, int]:
    """Naturally aligned (a GPU insists): state first, late fields, working space last, wide numbers before narrow."""
    at, spots, ends = 0, [], []
    groups: tuple[list[Field], ...] = ([], [], [])
    for f in fields:
        groups[2 if f.see is SCRATCH else int(f.late)].append(f)
    for group in groups:
        for f in sorted(group, key=lambda f: -int(f.kind[1])):
            spots.append(Spot(f.name, f.kind, f.shape, at))
            at += spots[-1].size
        ends.append(at)
        at = -(-at // 8) * 8
    return Layout(name, spots, at), ends[0], max(ends[0], ends[1]) if groups[1] else ends[0]


class _Packer:
    """Writes and reads structs: one call of Python's ``struct`` for the whole of it, its fields as they lie."""

    _CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}  # noqa: RUF012 -- never changed

    def __init__(self, layout: Layout):
        self._spots = sorted(layout.spots.values(), key=lambda spot: spot.offset)
        form, at = "<", 0
        for spot in self._spots:
            form += f"{spot.offset - at}x{prod(spot.shape)}{self._CODES[spot.kind]}"
            at = spot.offset + spot.size
        self._struct = struct.Struct(f"{form}{layout.size - at}x")
        self._read = _unpacker(self._spots)

    def pack(self, state: State) -> bytes:
        numbers: list[int] = []
        for spot in self._spots:
            value = getattr(state, spot.name)
            for _ in spot.shape[1:]:
                value = chain.from_iterable(value)
            if spot.shape:
                numbers.extend(value)
            else:
                numbers.append(value)
        try:
            return self._struct.pack(*numbers)
        except struct.error as error:
            raise OverflowError(f"a number of this state does not fit its field: {error}") from None

    def unpack(self, raw: Any, state: State) -> State:
        self._read(self._struct.unpack(raw), state)
        return state


def _unpacker(spots: Sequence[Spot]) -> Callable[[Sequence[int], State], None]:
    """What reads the fields of a struct out of its numbers: a function made for their shapes, line by line."""
    scope: dict[str, Any] = {}
    lines, at = [], 0
    for spot in spots:
        lines.append(f"    state.{spot.name} = {_read_of(str(at), spot.shape)}")
        at += prod(spot.shape)
    exec("def read(numbers, state):\n" + "\n".join(lines), scope)  # noqa: S102 -- names of a game's own schema only
    read: Callable[[Sequence[int], State], None] = scope["read"]
    return read


def _read_of(at: str, shape: tuple[int, ...]) -> str:
    """The expression that reads a value of this shape from a place among the numbers on."""
    if not shape:
        return f"numbers[{at}]"
    if len(shape) == 1:
        return f"list(numbers[{at}:{at} + {shape[0]}])"
    row, place = prod(shape[1:]), f"at{len(shape)}"
    return f"[{_read_of(place, shape[1:])} for {place} in range({at}, {at} + {prod(shape)}, {row})]"


def _state_class(schema: Schema) -> type[Any]:
    """A slots class with one attribute a field; equality leaves working space out."""
    names = tuple(f.name for f in schema.fields)
    kept = tuple(f.name for f in schema.kept)
    makers: tuple[tuple[str, Callable[[], Nested]], ...] = tuple((f.name, f.zero) for f in schema.fields)
    copy_fields = _copier(schema.fields)

    class GameState:
        __slots__ = names

        def __init__(self) -> None:
            for name, zero in makers:
                setattr(self, name, zero())

        def copy(self) -> Any:
            twin = object.__new__(type(self))
            copy_fields(self, twin)
            return twin

        def __copy__(self) -> Any:
            return self.copy()

        def __deepcopy__(self, memo: Any) -> Any:
            return self.copy()

        def __eq__(self, other: object) -> bool:
            if type(other) is not type(self):
                return NotImplemented
            return all(getattr(self, name) == getattr(other, name) for name in kept)

        __hash__ = None  # type: ignore[assignment] # as Python has it for what can change

        def __repr__(self) -> str:
            return f"<{schema.name} state {schema.digest(self)}>"

    return GameState
