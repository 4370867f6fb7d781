"""Translated programs in a browser, where Python itself is WebAssembly: the browser runs the module beside it.

Python cannot look into that other memory, so what is read or written here is copied, a buffer or a row at a time. The
worker that starts Python gives it a module named ``banquise_host`` with ``instantiate`` (web/src/local/python.ts).
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from importlib import import_module
from typing import Any

from banquise.kernel.layout import Layout
from banquise.kernel.wasm.engine import _STRUCT, Code, Rows
from banquise.kernel.wasm.room import ADDRESS, BOOL, Array


class BrowserInstance:
    """A program with a memory, as ``engine.Instance`` is one: the same names, for hosts without NumPy."""

    def __init__(self, code: Code):
        self.code = code
        self._host: Any = import_module("banquise_host").instantiate(code.raw)
        self.call: dict[str, Callable[..., Any]] = {
            name: self._caller(name, *signature) for name, signature in code.entries.items()
        }

    def _caller(self, name: str, params: list[Any], result: Any) -> Callable[..., Any]:
        """Ints have 64 bits, addresses and truths 32, floats are floats: the host is told which is which."""
        letters = "".join(
            "n" if kind is ADDRESS or kind is BOOL else "f" if kind.name == "float" else "i" for kind in params
        )
        call = self._host.call

        def entry(*numbers: Any) -> Any:
            answer = call(name, letters, *numbers)
            return None if result is None else answer != 0 if result is BOOL else answer

        return entry

    def raw(self, name: str) -> Away:
        """The bytes of a buffer."""
        buffer = self.code.room.buffers[name]
        return Away(self._host, buffer.address, buffer.size, "B")

    def numbers(self, name: str) -> Away:
        """A buffer of plain numbers."""
        buffer = self.code.room.buffers[name]
        kind = buffer.shape.item if isinstance(buffer.shape, Array) else buffer.shape
        assert isinstance(kind, str), f"{name} holds structs, not numbers"
        letter = _STRUCT[kind]
        return Away(self._host, buffer.address, buffer.size // struct.calcsize(letter), letter)

    def rows(self, name: str) -> AwayRows:
        """A buffer of structs of single numbers, row by row."""
        buffer = self.code.room.buffers[name]
        layout = buffer.shape.item if isinstance(buffer.shape, Array) else buffer.shape
        assert isinstance(layout, Layout), f"{name} holds numbers, not structs"
        return AwayRows(self._host, buffer.address, buffer.size, layout)

    def count(self, name: str, number: int) -> None:
        """Say how many entries of a counted buffer there are."""
        self.numbers(f"{name}.count")[0] = number


class Away:
    """Numbers in the other memory, as a memoryview has them."""

    def __init__(self, host: Any, address: int, length: int, letter: str):
        self._host, self._address, self._length, self._letter = host, address, length, letter
        self._width = struct.calcsize(f"<{letter}")

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            start, stop, _ = index.indices(self._length)
            return Away(self._host, self._address + start * self._width, max(0, stop - start), self._letter)
        if not 0 <= index < self._length:
            raise IndexError(f"{self._length} numbers, none of them number {index}")
        return struct.unpack(f"<{self._letter}", self._read(index, 1))[0]

    def __iter__(self) -> Any:
        return iter(array(self._letter, self._read(0, self._length)))

    def __bytes__(self) -> bytes:
        return self._read(0, self._length)

    def _read(self, first: int, count: int) -> bytes:
        found: bytes = self._host.read(self._address + first * self._width, count * self._width).to_bytes()
        return found

    def __setitem__(self, index: Any, values: Any) -> None:
        if isinstance(index, slice):
            start, stop, _ = index.indices(self._length)
            raw = bytes(values)
            if len(raw) != (stop - start) * self._width:
                raise ValueError(f"{len(raw)} bytes do not fit into {stop - start} numbers")
            self._host.write(self._address + start * self._width, raw)
        else:
            self._host.write(self._address + index * self._width, struct.pack(f"<{self._letter}", values))


class AwayRows(Rows):
    """Structs in the other memory: each is fetched when it is looked at."""

    def __init__(self, host: Any, address: int, size: int, layout: Layout):
        super().__init__(memoryview(bytes(layout.size)), layout)
        self._host, self._address, self._whole = host, address, size

    def __len__(self) -> int:
        return self._whole // self._size

    def __getitem__(self, index: int) -> Any:
        raw = self._host.read(self._address + index * self._size, self._size).to_bytes()
        return self._row._make(self._struct.unpack_from(raw))

    def __setitem__(self, index: int, row: dict[str, Any]) -> None:
        raw = bytearray(self._size)
        self._struct.pack_into(raw, 0, *(row[name] for name in self._row._fields))
        self._host.write(self._address + index * self._size, bytes(raw))

    def _first(self, count: int) -> bytes:
        found: bytes = self._host.read(self._address, count * self._size).to_bytes()
        return found
