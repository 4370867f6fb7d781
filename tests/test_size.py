"""Small enough to be read: no argument list in src longer than 8 but for commands, no file longer than 600 lines.

And what silences a checker says why, on its own line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[1]
MOST_ARGUMENTS = 8
MOST_LINES = 600
SILENCED = re.compile(r"# (noqa|type: ignore|pragma)\b|(eslint-disable|svelte-ignore) |@ts-")
REASONED = re.compile(r"(noqa: [A-Z0-9, ]+|ignore\[[a-z, -]+\]|(eslint-disable|svelte-ignore) .+) (--|#) \w")
COMMANDS = "terminal/"  # a command has as many arguments as people have wishes


def arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many arguments a function takes, itself left out."""
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def functions(folder: Path) -> Iterator[tuple[str, int]]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{file.relative_to(folder)}: {node.name}", arguments(node)


def test_no_argument_list_is_longer_than_eight():
    long = {name for name, count in functions(HOME / "src" / "banquise") if count > MOST_ARGUMENTS}
    assert {name for name in long if not name.startswith(COMMANDS)} == set()


def test_no_file_is_longer_than_six_hundred_lines():
    sources = [*(HOME / "src").rglob("*.py"), *(file for kind in ("ts", "svelte") for file in _web(kind))]
    long = {str(file.relative_to(HOME)) for file in sources if len(file.read_bytes().splitlines()) > MOST_LINES}
    assert long == set()


def test_nothing_is_silenced_without_a_reason():
    rooms = [file for room in ("src", "tests", "scripts", "benchmarks", "examples") for file in _python(HOME / room)]
    sources = [*rooms, *(file for kind in ("ts", "svelte") for file in _web(kind))]
    lines = [(file, line) for file in sources for line in file.read_text(encoding="utf-8").splitlines()]
    silent = [(str(file.relative_to(HOME)), line) for file, line in lines if SILENCED.search(line)]
    assert len(silent) > 50
    assert [(file, line) for file, line in silent if not REASONED.search(line)] == []


def _python(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*.py") if file != Path(__file__) and "node_modules" not in file.parts]


def _web(kind: str) -> list[Path]:
    """The sources of the browser client; what the build made of the games is nobody's to read."""
    return [file for file in (HOME / "web" / "src").rglob(f"*.{kind}") if "generated" not in file.parts]
