"""The seam between Python and TypeScript: what is renamed in a game is refused in its board by the type checker."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.moves import Declared, Moves
from banquise.kernel.schema import Schema

HOME = Path(__file__).parents[2]
WEB = HOME / "web"


def script(name: str) -> ModuleType:
    """One of the project's scripts, as a module."""
    spec = importlib.util.spec_from_file_location(name, HOME / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


game_types = script("game_types")


def field_renamed(game: Game, old: str, new: str) -> Game:
    """The game with another name for a field of its state."""
    fields = [replace(field, name=new if field.name == old else field.name) for field in game.schema.fields]
    return replace(game, schema=Schema(game.name, game.schema.seats, fields))


def phase_renamed(game: Game, old: str, new: str) -> Game:
    """The game with another name for a phase."""
    return replace(game, phases=Declared({n: new if name == old else name for n, name in game.phases.items()}))


def kind_renamed(game: Game, old: str, new: str) -> Game:
    """The game with another name for a kind of moves."""
    kinds = tuple(replace(kind, name=new if kind.name == old else kind.name) for kind in game.moves.kinds)
    return replace(game, moves=Moves(kinds))


def part_renamed(game: Game, old: str, new: str) -> Game:
    """The game with another name for a part of its moves."""
    kinds = tuple(
        replace(kind, parts=tuple(replace(part, name=new if part.name == old else part.name) for part in kind.parts))
        for kind in game.moves.kinds
    )
    return replace(game, moves=Moves(kinds))


RENAMED = {
    "alaska": (phase_renamed, "voyage", "journey"),
    "altitude": (field_renamed, "pile_size", "cards_left"),
    "ice_cult": (kind_renamed, "tilt", "tip"),
    "ice_lake": (part_renamed, "direction", "towards"),
}


def test_a_game_says_in_typescript_what_it_declares() -> None:
    """Own rows are optional and one level flatter; a phase is a name; a part with names is a union of them."""
    text = game_types.typescript(game_named("ice_lake"))
    assert "  letter?: number[];" in text
    assert "  line: number[][];" in text
    assert "{ kind: 'letter'; letter: 'G' | 'A' | 'D'; }" in text
    assert '"programming", "moving"' in text
    assert "stopped: 'over_the_edge' | 'crack' | 'skater' | 'surrounded' | null" in text


@pytest.mark.slow
@pytest.mark.skipif(not (WEB / "node_modules").exists(), reason="python scripts/build_web.py installs the type checker")
def test_what_is_renamed_in_a_game_is_refused_in_its_board(tmp_path: Path) -> None:
    """A field, a phase, a kind of moves, a part of a move: one in each game, and the checker names each board."""
    shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules", "generated", "fixtures"))
    (tmp_path / "web" / "node_modules").symlink_to(WEB / "node_modules")
    made = tmp_path / "web" / "src" / "generated"
    environment = {name: value for name, value in os.environ.items() if name != "BANQUISE_GAMES"}
    subprocess.run([sys.executable, str(HOME / "scripts" / "export_web.py"), str(made)], check=True, env=environment)
    assert set(RENAMED) == set(OWN)
    for name, (rename, old, new) in RENAMED.items():
        changed = game_types.typescript(rename(game_named(name), old, new))
        assert changed != (made / f"{name}.ts").read_text(encoding="utf-8")
        (made / f"{name}.ts").write_text(changed, encoding="utf-8")
    checker = WEB / "node_modules" / ".bin" / "svelte-check"
    found = subprocess.run([str(checker)], cwd=tmp_path / "web", capture_output=True, text=True, check=False)
    assert found.returncode
    for name, (_, old, _) in RENAMED.items():
        refused = [line for line in found.stdout.splitlines() if f"boards/{name}/" in line]
        assert refused, f"{name}: {old} was renamed and no board minded"
