"""The types of a game in TypeScript: what its board is given, read from the game's own declarations.

``web/src/generated/GAME.ts`` holds what this makes. Renaming a field, a phase, a kind of moves, a part of one, or an
entry of the layout or of a preview makes the type checker refuse every board that used the old name.
"""

from __future__ import annotations

import json
import sys
import typing
from collections.abc import Iterator
from typing import Any

from banquise.kernel.game import Game
from banquise.kernel.moves import Declared, Kind, Moves, Part
from banquise.kernel.schema import OWNER, PUBLIC, Field
from banquise.server.typescript import type_of


def typescript(game: Game) -> str:
    """The whole file."""
    parts = [
        f"// Made by scripts/export_web.py from the declarations of {game.title}. Do not edit.\n",
        _view(game),
        _revealed(game),
        f"export type Layout = {_returned(game.drawing, 'layout')};\n",
        f"export type Preview = {_returned(game.words, 'preview')};\n",
        f"export type Parts ={_parts(game.moves)};\n",
        *(f"export const {name} = {json.dumps(names)} as const;\n" for name, names in _named(game)),
        f"export interface {_camel(game.name)} {{",
        "  view: View;\n  revealed: Revealed;\n  layout: Layout;\n  parts: Parts;\n  preview: Preview;\n}",
    ]
    return "\n".join(parts) + "\n"


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


# Views ------------------------------------------------------------------------------------------


def _view(game: Game) -> str:
    lines = ["/** What a viewer sees. What belongs to a seat is seen by that seat alone. */", "export interface View {"]
    for field in game.schema.kept:
        if field.see is PUBLIC:
            lines += _field(field, "", len(field.shape))
        elif field.see is OWNER:
            lines += _field(field, "?", len(field.shape) - 1)
    return "\n".join([*lines, "}\n"])


def _revealed(game: Game) -> str:
    """A match that is looked back at: what was hidden is open, with a row for each seat."""
    owned = " | ".join(f"'{name}'" for name in game.schema.owned) or "never"
    lines = [
        "/** Everything, with a row for each seat. */",
        f"export interface Revealed extends Omit<View, {owned}> {{",
    ]
    for field in game.schema.hidden:
        lines += _field(field, "", len(field.shape))
    return "\n".join([*lines, "}\n"])


def _field(field: Field, optional: str, depth: int) -> list[str]:
    about = [f"  /** {field.about} */"] if field.about else []
    return [*about, f"  {field.name}{optional}: {_array(depth)};"]


def _array(depth: int) -> str:
    return "number" + "[]" * depth


def _returned(module: Any, function: str) -> str:
    """What a function of the game says that it returns; nothing is known of it where it says nothing."""
    made = getattr(module, function, None)
    hint = typing.get_type_hints(made).get("return", dict[str, Any]) if made else dict[str, Any]
    known = typing.is_typeddict(hint)
    return type_of(hint) if known else "Record<string, unknown>"


# Declarations -----------------------------------------------------------------------------------


def _parts(moves: Moves) -> str:
    return "".join(f"\n  | {_kind(kind)}" for kind in moves.kinds)


def _kind(kind: Kind) -> str:
    named = {part.name: _part(part) for part in (*kind.parts, *kind.adds)}
    return "{ " + " ".join([f"kind: '{kind.name}';", *(f"{name}: {made};" for name, made in named.items())]) + " }"


def _part(part: Part) -> str:
    return " | ".join(f"'{name}'" for name in part.names) if part.spoken else "number"


def _named(game: Game) -> Iterator[tuple[str, list[str | None]]]:
    """Names by their numbers, null where a number stands for none: PHASES, ENDINGS ..., and the values of parts."""
    declared = vars(sys.modules[f"{game.rules.__package__}.moves"])
    others = {name: value for name, value in declared.items() if isinstance(value, Declared) and name != "REASONS"}
    for name, names in (others | {"PHASES": game.phases, "ENDINGS": game.endings}).items():
        yield name, [names.get(number) for number in range(max(names) + 1)]
    parts = {part.name: part for kind in game.moves.kinds for part in (*kind.parts, *kind.adds) if part.spoken}
    for name, part in parts.items():
        yield f"{name.upper()}S", list(part.names)
