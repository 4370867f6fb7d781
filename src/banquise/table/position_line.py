"""A position in one line, for every game, as FEN is for chess.

First the game, its seats and its options, with slashes between, the last ones left off while they are usual; then every
field that differs from the set-up, its numbers with commas, and with a star where one is repeated:
``ice_lake/2/short round=1 cell=60,66,0*2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod
from typing import Any

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.schema import BadPosition, Field, State

_FIELD = re.compile(r"([a-z_0-9]+)=([-0-9*,]+)")
_RUN = re.compile(r"(-?[0-9]{1,19})(?:\*([0-9]{1,6}))?")


def to_line(game: Game, seats: int, option_values: Sequence[int], state: State) -> str:
    """The line of a state."""
    chosen = list(option_values)
    while chosen and chosen[-1] == 0:
        chosen.pop()
    options = [option.values[value] for option, value in zip(game.options, chosen, strict=False)]
    begun = game.schema.new()
    game.rules.setup(begun, seats, option_values)
    words = ["/".join([game.name, str(seats), *options])]
    for field in game.schema.kept:
        value = getattr(state, field.name)
        if value != getattr(begun, field.name):
            words.append(f"{field.name}={','.join(_runs(value))}")
    return " ".join(words)


def read_line(line: str) -> tuple[Game, int, dict[str, str], dict[str, Any]]:
    """The game, seats, options and fields that a line says; everything about it is checked but the rules."""
    head, *words = line.split() or [""]
    name, *facts = head.split("/")
    game = game_named(name)
    if len(facts) > 1 + len(game.options) or not facts or not facts[0].isdecimal():
        meant = "/".join([game.name, "SEATS", *(option.name.upper() for option in game.options)])
        raise BadPosition(f"{head!r:.80}: a line of {game.title} begins with {meant}")
    options = {option.name: option.values[0] for option in game.options}
    options |= zip(options, facts[1:], strict=False)
    game.check_seats(int(facts[0]))
    game.option_values(options, int(facts[0]))
    fields = {field.name: field for field in game.schema.kept}
    return game, int(facts[0]), options, dict(_read_field(word, game, fields) for word in words)


def _read_field(word: str, game: Game, fields: dict[str, Field]) -> tuple[str, Any]:
    found = _FIELD.fullmatch(word)
    if found is None or found[1] not in fields:
        raise BadPosition(f"{word!r:.60} is no field of {game.title}; its fields: {', '.join(fields)}")
    field = fields[found[1]]
    numbers: list[int] = []
    for run in found[2].split(","):
        parts = _RUN.fullmatch(run)
        if parts is None:
            raise BadPosition(f"{field.name}: {run!r:.40} is neither a number nor a repeated one, as 0*6")
        numbers += [int(parts[1])] * min(int(parts[2] or 1), prod(field.shape) + 1)
    if len(numbers) != prod(field.shape):
        raise BadPosition(f"{field.name}: {prod(field.shape)} numbers are wanted, not {len(numbers)}")
    return field.name, _shaped(iter(numbers), field.shape)


def _shaped(numbers: Iterator[int], shape: tuple[int, ...]) -> Any:
    return [_shaped(numbers, shape[1:]) for _ in range(shape[0])] if shape else next(numbers)


def _runs(value: Any) -> Iterator[str]:
    for number, run in groupby(_flat(value)):
        count = sum(1 for _ in run)
        yield f"{number}*{count}" if count > 1 else str(number)


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    else:
        for row in value:
            yield from _flat(row)
