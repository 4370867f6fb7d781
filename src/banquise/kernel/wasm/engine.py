"""Translated programs at work: compiled by wasmtime once, run in as many instances as wanted, each with a memory of its
own that the host looks into without copying. A call lets go of Python's lock, so instances think side by side.
"""

from __future__ import annotations

import atexit
import ctypes
import struct
import sys
import threading
import weakref
from array import array
from collections import namedtuple
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any, cast

from banquise.kernel.layout import Layout
from banquise.kernel.wasm.checks import Site
from banquise.kernel.wasm.room import ADDRESS, BOOL, FLOAT, Array, Buffer, Room, Scalar


class Trapped(RuntimeError):
    """A program stopped: in the checked build with what was wrong and where, else with what the machine noticed."""


Signature = tuple[list[Any], Scalar | None]


class Code:
    """A translated program: the bytes of a module, the same for every host, and what a host has to know."""

    def __init__(self, raw: bytes, room: Room, pages: int, entries: dict[str, Signature], sites: tuple[Site, ...]):
        self.raw, self.room, self.pages, self.entries, self.sites = raw, room, pages, entries, sites
        self._compiling = threading.Lock()

    @cached_property
    def _module(self) -> Any:
        import wasmtime

        return _kept(wasmtime.Module(engine(), self.raw))

    def instance(self) -> Instance:
        """A memory of its own to work in. The first one compiles."""
        if sys.platform == "emscripten":
            from banquise.kernel.wasm.browser import BrowserInstance

            instance: Any = BrowserInstance(self)
            return cast("Instance", instance)
        with self._compiling:
            module = self._module
        return Instance(self, module)


@cache
def engine() -> Any:
    """The one engine of this process."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return _kept(wasmtime.Engine(config))


_alive: weakref.WeakSet[Any] = weakref.WeakSet()


def _kept(thing: Any) -> Any:
    """Something of wasmtime's that may live as long as the process."""
    _alive.add(thing)
    return thing


@atexit.register
def _leave() -> None:
    """At the end the process gives everything back at once; wasmtime's own destructors come too late for that."""
    for thing in list(_alive):
        thing._consume()


class Instance:
    """A program with a memory. One thread at a time may call it; ``call`` holds a function for each entry."""

    def __init__(self, code: Code, module: Any):
        import wasmtime

        self.code = code
        self._store = _kept(wasmtime.Store(engine()))
        exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory = exports["memory"]
        self._trap = exports["trap_site"], exports["trap_value"]
        kind: Any = ctypes.c_ubyte * memory.data_len(self._store)
        self.memory: Any = kind.from_address(ctypes.addressof(memory.data_ptr(self._store).contents))
        self.memory.owner = self._store  # whoever looks into the memory keeps it
        self.call: dict[str, Callable[..., Any]] = {
            name: self._caller(exports[name], *signature) for name, signature in code.entries.items()
        }

    # Memory -------------------------------------------------------------------------------------

    def array(self, name: str) -> Any:
        """A buffer as a NumPy array that shares its memory."""
        import numpy as np

        buffer = self.code.room.buffers[name]
        shape, kind = _numpy_kind(buffer)
        count = 1
        for length in shape:
            count *= length
        return np.frombuffer(self.memory, kind, count, buffer.address).reshape(shape)

    def numbers(self, name: str) -> Any:
        """A buffer of plain numbers as a flat view that shares its memory, for hosts without NumPy."""
        buffer = self.code.room.buffers[name]
        kind = buffer.shape.item if isinstance(buffer.shape, Array) else buffer.shape
        assert isinstance(kind, str), f"{name} holds structs, not numbers"
        raw: Any = self.raw(name)
        return raw.cast(_STRUCT[kind])

    def raw(self, name: str) -> memoryview:
        """The bytes of a buffer."""
        buffer = self.code.room.buffers[name]
        return memoryview(self.memory).cast("B")[buffer.address : buffer.address + buffer.size]

    def rows(self, name: str) -> Rows:
        """A buffer of structs of single numbers, row by row, for hosts without NumPy."""
        buffer = self.code.room.buffers[name]
        layout = buffer.shape.item if isinstance(buffer.shape, Array) else buffer.shape
        assert isinstance(layout, Layout), f"{name} holds numbers, not structs"
        return Rows(self.raw(name), layout)

    def count(self, name: str, number: int) -> None:
        """Say how many entries of a counted buffer there are."""
        self.numbers(f"{name}.count")[0] = number

    # Calls --------------------------------------------------------------------------------------

    def _caller(self, function: Any, params: list[Any], result: Scalar | None) -> Callable[..., Any]:
        """A function that passes its arguments straight into the machine: many times quicker than by the package.

        Arguments and answer lie in slots of sixteen bytes, which are written and read as plain numbers; everything that
        is passed to C is made beforehand, so that a call makes no object but its answer.
        """
        from wasmtime import _ffi as ffi

        slots = (ffi.wasmtime_val_raw_t * max(len(params), 1))()
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        raw = ffi.dll["wasmtime_func_call_unchecked"]  # a function of our own, without the package's conversions
        raw.restype = ctypes.c_void_p
        plain = memoryview(slots).cast("B")
        scope: dict[str, Any] = {
            "call": raw,
            "context": ctypes.byref(self._store._context().contents),
            "function": ctypes.byref(function._func),
            "slots": ctypes.byref(slots),
            "count": ctypes.c_size_t(len(slots)),
            "trap_at": ctypes.byref(trap),
            "trapped": memoryview(trap).cast("B").cast("q"),
            "fail": partial(_fail, self.code, self._store, self._trap, trap),
            **{name: plain.cast(form) for name, form in _SLOTS.items()},
        }
        names = [f"a{i}" for i in range(len(params))]
        width = ctypes.sizeof(ffi.wasmtime_val_raw_t)
        sets = [f"{_field(kind)}[{i * width // _bytes(kind)}] = a{i}" for i, kind in enumerate(params)]
        answer = "None" if result is None else f"{_field(result)}[0]"
        if result is BOOL:
            answer = f"{answer} != 0"
        body = "\n    ".join(
            [
                *sets,
                "error = call(context, function, slots, count, trap_at)",
                "if error or trapped[0]: fail(error)",
                f"return {answer}",
            ]
        )
        # A function made for its arguments, as named tuples are made.
        exec(f"def entry({', '.join(names)}):\n    {body}", scope)  # noqa: S102 -- numbered names only
        made: Callable[..., Any] = scope["entry"]
        return made


class Rows:
    """Structs of single numbers in a memory: read as named tuples, written as dictionaries."""

    def __init__(self, raw: memoryview, layout: Layout):
        self._raw, self._size, self._layout = raw, layout.size, layout
        form, at = "<", 0
        for spot in layout.spots.values():
            form += f"{spot.offset - at}x{_STRUCT[spot.kind]}"
            at = spot.offset + spot.size
        self._struct = struct.Struct(form)
        made: Any = namedtuple  # of fields that only the layout knows
        self._row: Any = made("Row", layout.spots)

    def __len__(self) -> int:
        return len(self._raw) // self._size

    def __getitem__(self, index: int) -> Any:
        return self._row._make(self._struct.unpack_from(self._raw, index * self._size))

    def __setitem__(self, index: int, row: dict[str, Any]) -> None:
        self._struct.pack_into(self._raw, index * self._size, *(row[name] for name in self._row._fields))

    def column(self, name: str, count: int) -> list[Any]:
        """One number of each of the first structs."""
        spot = self._layout.spots[name]
        numbers = array(_STRUCT[spot.kind], self._first(count))
        return numbers[spot.offset // spot.size :: self._size // spot.size].tolist()

    def _first(self, count: int) -> bytes:
        return bytes(self._raw[: count * self._size])


def _fail(code: Code, store: Any, told: tuple[Any, Any], trap: Any, error: int | None) -> None:
    """Both ways in which a call can fail: a trap through the C interface sets the trap's pointer alone."""
    import wasmtime
    from wasmtime import _ffi as ffi

    if error:
        pointer = ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))
        raise Trapped(str(wasmtime.WasmtimeError._from_ptr(pointer)))
    found: Any = wasmtime.Trap._from_ptr(type(trap)(trap.contents))
    _forget(trap)
    site, value = (each.value(store) for each in told)
    if site:
        told[0].set_value(store, 0)
        raise Trapped(code.sites[site - 1].told(value))
    raise Trapped(str(found).strip())


def _forget(trap: Any) -> None:
    """Whoever raised has taken it over; the next call starts without."""
    ctypes.memset(ctypes.addressof(trap), 0, ctypes.sizeof(trap))


_SLOTS: dict[str, Any] = {"i32": "i", "i64": "q", "f64": "d"}


def _bytes(kind: Any) -> int:
    return 4 if _field(kind) == "i32" else 8


def _field(kind: Any) -> str:
    if kind is ADDRESS or kind is BOOL:
        return "i32"
    return "f64" if kind is FLOAT else "i64"


_STRUCT = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "f4": "f", "f8": "d"}


def _numpy_kind(buffer: Buffer) -> tuple[tuple[int, ...], Any]:
    shape = buffer.shape
    item, dimensions = (shape.item, shape.shape) if isinstance(shape, Array) else (shape, ())
    return dimensions, f"<{item}" if isinstance(item, str) else item.dtype
