"""Networks that were taught: their weights as a file, in a room of WebAssembly, and plain.

A game that has facts for a network (``games/NAME/yeti.py``) and weights beside them (``yeti.net``) has a yeti. Both are
loaded when they are asked for. The file is a line of JSON that says how many units there are, then the numbers.
"""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from banquise.kernel.game import Game, Guide
from banquise.kernel.net import Net
from banquise.kernel.wasm import Buffer, Instance, Room

MAGIC = "banquise net"
FILE = "yeti.net"
UNITS, DEEP = 64, 16  # of a new network; both multiples of eight


class NoYeti(ValueError):
    """A game that nobody has taught a network, or whose weights do not fit."""


@dataclass(frozen=True)
class Weights:
    """The numbers of a network: 16-bit weights row by row, 32-bit biases; and where they come from."""

    inputs: int
    units: int
    deep: int
    first: array[int]
    first_bias: array[int]
    second: array[int]
    second_bias: array[int]
    last: array[int]
    about: dict[str, Any]

    def to_bytes(self) -> bytes:
        """The file."""
        head = {"kind": MAGIC, "inputs": self.inputs, "units": self.units, "deep": self.deep, "about": self.about}
        return json.dumps(head).encode() + b"\n" + b"".join(row.tobytes() for row in self._rows())

    def _rows(self) -> tuple[array[int], ...]:
        return self.first, self.first_bias, self.second, self.second_bias, self.last

    @property
    def digest(self) -> str:
        """Of the numbers alone."""
        return hashlib.blake2b(b"".join(row.tobytes() for row in self._rows()), digest_size=8).hexdigest()


def read(raw: bytes) -> Weights:
    """What ``to_bytes`` wrote."""
    line, _, rest = raw.partition(b"\n")
    try:
        head = json.loads(line)
        inputs, units, deep = (int(head[name]) for name in ("inputs", "units", "deep"))
    except (ValueError, KeyError, TypeError) as error:
        raise NoYeti(f"no weights of a network: the file begins {line[:40]!r}") from error
    counts = (("h", inputs * units), ("i", units), ("h", units * deep), ("i", deep), ("h", deep))
    rows = [array(kind) for kind, _ in counts]
    if len(rest) != sum(row.itemsize * count for row, (_, count) in zip(rows, counts, strict=True)):
        raise NoYeti(f"weights of another size than the {inputs} x {units} x {deep} that the file begins with")
    for row, (_, count) in zip(rows, counts, strict=True):
        row.frombytes(rest[: count * row.itemsize])
        rest = rest[count * row.itemsize :]
    first, first_bias, second, second_bias, last = rows
    return Weights(inputs, units, deep, first, first_bias, second, second_bias, last, head.get("about", {}))


def facts_of(game: Game) -> Guide | None:
    """The guide that asks a network, or None where a game has no facts for one."""
    package = game.rules.__package__
    if not package or find_spec(f"{package}.yeti") is None:
        return None
    return import_module(f"{package}.yeti")


def net_of(game: Game) -> Path:
    """The file with a game's weights: its own, or for trying others that of the folder ``BANQUISE_NETS`` names."""
    folder = os.environ.get("BANQUISE_NETS")
    return Path(folder) / f"{game.name}.net" if folder else game.folder / FILE


def has_yeti(game: Game) -> bool:
    """Was a network taught this game?"""
    return net_of(game).exists() and facts_of(game) is not None


@cache
def yeti_of(game: Game) -> tuple[Guide, Weights]:
    """A game's yeti: the guide that asks the network, and its weights; NoYeti where there are none."""
    guide, file = facts_of(game), net_of(game)
    if guide is None or not file.exists():
        raise NoYeti(f"{game.title} has no yeti yet: nobody has taught a network to play it")
    weights = read(file.read_bytes())
    check(guide, weights, file)
    return guide, weights


def check(guide: Any, weights: Weights, file: Path | None = None) -> None:
    """Do the weights fit the facts?"""
    if weights.inputs != inputs_of(guide):
        where = f"{file}: " if file else ""
        raise NoYeti(f"{where}weights for {weights.inputs} inputs, and {guide.__name__} has {inputs_of(guide)}")


def inputs_of(guide: Any) -> int:
    """How many inputs the facts of a guide make."""
    return int(3 * guide.FACTS + guide.COMMON)


def corrects(guide: Any) -> bool:
    """Does its network correct the formula (``kernel.net.correct``) instead of judging alone?"""
    return bool(getattr(guide, "CORRECTS", False))


# Where it works -----------------------------------------------------------------------------------


def room_for(guide: Any, room: Room, seats: int, units: int, deep: int) -> Net:
    """Room for a network in the memory of a translated program."""
    inputs = inputs_of(guide)

    def row(name: str, *shape: int, kind: str) -> Buffer:
        return room.numbers(f"net.{name}", *shape, kind=kind)

    return Net(
        row("facts", seats, guide.FACTS, kind="i1"),
        row("common", guide.COMMON, kind="i1"),
        row("inputs", inputs, kind="i1"),
        row("units", units, kind="i1"),
        row("deep", deep, kind="i1"),
        row("first", units, inputs, kind="i2"),
        row("first_bias", units, kind="i4"),
        row("second", deep, units, kind="i2"),
        row("second_bias", deep, kind="i4"),
        row("last", deep, kind="i2"),
    )


def fill(instance: Instance, weights: Weights) -> None:
    """Put the weights where the program looks for them."""
    for name in ("first", "first_bias", "second", "second_bias", "last"):
        row: array[int] = getattr(weights, name)
        instance.raw(f"net.{name}")[:] = row.tobytes()


def plain_net(guide: Any, weights: Weights, seats: int) -> Net:
    """The same as lists, for Python itself."""
    inputs, units, deep = weights.inputs, weights.units, weights.deep
    return Net(
        [[0] * guide.FACTS for _ in range(seats)],
        [0] * guide.COMMON,
        [0] * inputs,
        [0] * units,
        [0] * deep,
        [weights.first[at : at + inputs].tolist() for at in range(0, len(weights.first), inputs)],
        weights.first_bias.tolist(),
        [weights.second[at : at + units].tolist() for at in range(0, len(weights.second), units)],
        weights.second_bias.tolist(),
        weights.last.tolist(),
    )
