"""Networks that were taught: their weights as a file, in a room of WebAssembly, and plain.

A game that has facts for a network (``games/NAME/yeti.py``) and weights beside them (``yeti.net``) has a yeti. Both are
loaded when they are asked for. The file is a line of JSON that says how many units there are, then the numbers.
"""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from banquise.kernel.game import Game, Guide
from banquise.kernel.net import A_LOG, FACT, WEIGHT, Net
from banquise.kernel.wasm import Buffer, Instance, Room

MAGIC = "banquise net"
FILE = "yeti.net"
ROWS = (
    "first", "first_bias", "second", "second_bias", "last", "taste", "taste_bias", "taste_last", "taste_direct",
)  # fmt: skip
STRENGTHS_A_LOG = (1 << FACT) / A_LOG  # what makes a factor of e of the logarithm of a weight, put down as a fact
UNITS, DEEP = 64, 16  # of a new network; both multiples of eight
TASTES = 16  # units that like moves
AS_GUIDED = round(STRENGTHS_A_LOG * (1 << WEIGHT))  # from the logarithm of the guide's weight straight to a liking


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
    taste: array[int]
    taste_bias: array[int]
    taste_last: array[int]
    taste_direct: array[int]
    about: dict[str, Any]

    def to_bytes(self) -> bytes:
        """The file."""
        head = {"kind": MAGIC, "inputs": self.inputs, "units": self.units, "deep": self.deep}
        head |= {"moves": len(self.taste_direct), "tastes": len(self.taste_last), "about": self.about}
        return json.dumps(head).encode() + b"\n" + b"".join(row.tobytes() for row in self._rows())

    def _rows(self) -> tuple[array[int], ...]:
        return tuple(getattr(self, name) for name in ROWS)

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
        moves, tastes = (int(head.get(name, 0)) for name in ("moves", "tastes"))
    except (ValueError, KeyError, TypeError) as error:
        raise NoYeti(f"no weights of a network: the file begins {line[:40]!r}") from error
    counts = [("h", inputs * units), ("i", units), ("h", units * deep), ("i", deep), ("h", deep)]
    counts += [("h", moves * tastes), ("i", tastes), ("h", tastes), ("h", moves)]
    rows = [array(kind) for kind, _ in counts]
    if len(rest) != sum(row.itemsize * count for row, (_, count) in zip(rows, counts, strict=True)):
        raise NoYeti(f"weights of another size than the {inputs} x {units} x {deep} that the file begins with")
    for row, (_, count) in zip(rows, counts, strict=True):
        row.frombytes(rest[: count * row.itemsize])
        rest = rest[count * row.itemsize :]
    return of_rows(inputs, units, deep, dict(zip(ROWS, rows, strict=True)), head.get("about", {}))


def of_rows(inputs: int, units: int, deep: int, rows: dict[str, array[int]], about: dict[str, Any]) -> Weights:
    """Weights from their rows by name."""
    first, first_bias, second, second_bias, last, *taste = (rows[name] for name in ROWS)
    liking = dict(zip(ROWS[5:], taste, strict=True))
    return Weights(inputs, units, deep, first, first_bias, second, second_bias, last, **liking, about=about)


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
    return guide, with_taste(guide, weights)


def check(guide: Any, weights: Weights, file: Path | None = None) -> None:
    """Do the weights fit the facts?"""
    where = f"{file}: " if file else ""
    if weights.inputs != inputs_of(guide):
        raise NoYeti(f"{where}weights for {weights.inputs} inputs, and {guide.__name__} has {inputs_of(guide)}")
    if len(weights.taste_direct) not in (0, moves_of(guide)):
        facts = f"{len(weights.taste_direct)} facts of a move, and {guide.__name__} has {moves_of(guide)}"
        raise NoYeti(f"{where}weights for {facts}")


def inputs_of(guide: Any) -> int:
    """How many inputs the facts of a guide make; none where it judges without a network."""
    facts, common = facts_in(guide)
    return 3 * facts + common


def facts_in(guide: Any) -> tuple[int, int]:
    """How many facts it has of a seat, and of what all have in common."""
    return getattr(guide, "FACTS", 0), getattr(guide, "COMMON", 0)


def moves_of(guide: Any) -> int:
    """How many facts it has of a move; none where moves are weighed as in the guide."""
    return int(getattr(guide, "MOVE_FACTS", 0))


def no_taste(moves: int, tastes: int = TASTES) -> tuple[array[int], array[int], array[int], array[int]]:
    """Rows that like moves as the guide weighs them."""
    tastes = tastes if moves else 0
    direct = array("h", [AS_GUIDED] + [0] * (moves - 1) if moves else [])
    return array("h", bytes(2 * moves * tastes)), array("i", bytes(4 * tastes)), array("h", bytes(2 * tastes)), direct


def with_taste(guide: Any, weights: Weights) -> Weights:
    """Weights of a network that was never taught to like moves, for a guide that has facts of them."""
    if len(weights.taste_direct) == moves_of(guide):
        return weights
    taste, bias, last, direct = no_taste(moves_of(guide))
    return replace(weights, taste=taste, taste_bias=bias, taste_last=last, taste_direct=direct)


# Where it works -----------------------------------------------------------------------------------


def room_for(guide: Any, room: Room, seats: int, units: int, deep: int, tastes: int) -> Net:
    """Room for a network in the memory of a translated program."""
    inputs, moves, (facts, common) = inputs_of(guide), moves_of(guide), facts_in(guide)

    def row(name: str, *shape: int, kind: str) -> Buffer:
        return room.numbers(f"net.{name}", *(max(1, length) for length in shape), kind=kind)

    return Net(
        row("facts", seats, facts, kind="i1"),
        row("common", common, kind="i1"),
        row("inputs", inputs, kind="i1"),
        row("units", units, kind="i1"),
        row("deep", deep, kind="i1"),
        row("first", units, inputs, kind="i2"),
        row("first_bias", units, kind="i4"),
        row("second", deep, units, kind="i2"),
        row("second_bias", deep, kind="i4"),
        row("last", deep, kind="i2"),
        row("move", moves, kind="i1"),
        row("liked", tastes, kind="i1"),
        row("taste", tastes, moves, kind="i2"),
        row("taste_bias", tastes, kind="i4"),
        row("taste_last", tastes, kind="i2"),
        row("taste_direct", moves, kind="i2"),
    )


def fill(instance: Instance, weights: Weights) -> None:
    """Put the weights where the program looks for them."""
    for name in ROWS:
        row: array[int] = getattr(weights, name)
        if row:
            instance.raw(f"net.{name}")[:] = row.tobytes()


def plain_net(guide: Any, weights: Weights, seats: int) -> Net:
    """The same as lists, for Python itself."""
    inputs, units, deep, moves = weights.inputs, weights.units, weights.deep, len(weights.taste_direct)
    facts, common = facts_in(guide)
    return Net(
        [[0] * facts for _ in range(seats)],
        [0] * common,
        [0] * inputs,
        [0] * units,
        [0] * deep,
        _rows_of(weights.first, inputs),
        weights.first_bias.tolist(),
        _rows_of(weights.second, units),
        weights.second_bias.tolist(),
        weights.last.tolist(),
        [0] * moves,
        [0] * len(weights.taste_last),
        _rows_of(weights.taste, moves),
        weights.taste_bias.tolist(),
        weights.taste_last.tolist(),
        weights.taste_direct.tolist(),
    )


def _rows_of(numbers: array[int], length: int) -> list[list[int]]:
    return [numbers[at : at + length].tolist() for at in range(0, len(numbers), max(1, length))]
