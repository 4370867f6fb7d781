"""The layers of docs/design.md: imports point left only, and nothing needs CuPy to be imported."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import banquise

HOME = Path(banquise.__file__).parent
ORDER = [{"kernel"}, {"games"}, {"table"}, {"bots"}, {"server", "lab", "research"}, {"site"}, {"terminal"}]


def imports():
    for file in HOME.rglob("*.py"):
        layer = file.relative_to(HOME).parts[0]
        if layer.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                if name.startswith("banquise."):
                    yield file, layer, name.split(".")[1], name


def rank(layer):
    return next(n for n, rooms in enumerate(ORDER) if layer in rooms)


def test_imports_point_left_only():
    for file, layer, target, name in imports():
        if target == layer or not any(target in rooms for rooms in ORDER):
            continue  # or a name of the package itself, such as banquise.save
        assert rank(target) < rank(layer), f"{file.relative_to(HOME)} imports {name}"


def test_a_game_knows_no_other_game():
    for file, layer, target, name in imports():
        if layer == target == "games" and file.parent.name != "games":
            assert name.split(".")[2] == file.parent.name, f"{file.relative_to(HOME)} imports {name}"


def test_cupy_is_imported_only_where_a_device_is_used():
    probe = "import banquise.research.gpu, sys; sys.exit('cupy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", probe], check=False).returncode == 0
