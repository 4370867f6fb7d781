"""All of Python that a browser is given, in one file, and what else the pack holds (``scripts/build_web.py`` makes it).

The pack is a folder: Pyodide as npm has it, its library and the house compiled (``web/precompile.mjs``), and
``pack.json``, which names every file with its size and digest, so that a browser can show how far it has come and knows
a broken one.
"""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import banquise
from banquise.bots.mind import file_name, guide_of, search_of
from banquise.bots.taught import has_yeti, yeti_of
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.wasm import Code
from banquise.kernel.wasm.export import manifest

HOME = Path(banquise.__file__).parent
ROOMS = ("kernel", "games", "table", "bots", "server", "site")
_KEPT = {".py", ".toml", ".md", ".jsonl", ".net"}
# What a browser has no use for.
_LEFT = (
    *("server/static", "server/docs", "server/serve.py", "server/operations.py", "server/club", "server/typescript.py"),
    *(
        f"server/http/{name}.py"
        for name in (
            "alerts",
            "daily",
            "duplicates",
            "evenings",
            "games",
            "lessons",
            "meeting",
            "origins",
            "pages",
            "pairing",
            "players",
            "puzzles",
            "ratings",
            "reading",
            "study",
            "web",
        )
    ),
    *("server/stores/sqlite.py", "server/stores/postgres.py", "server/stores/club"),
    *("bots/puzzling.py", "site/pack.py", "site/write.py", "site/notices.py"),
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"
SQUEEZED = ("pyodide.asm.wasm",)  # kept with gzip, as not every host compresses what it serves
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same sources make the same bytes


def zipped() -> bytes:
    """The house as a zip: the sources of the rooms that a browser needs, and the searches of the games, translated."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in _files():
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    yield "banquise/__init__.py", (HOME / "__init__.py").read_bytes()
    for room in ROOMS:
        for file in sorted((HOME / room).rglob("*")):
            name = file.relative_to(HOME).as_posix()
            if file.is_file() and file.suffix in _KEPT and not name.startswith(_LEFT):
                yield f"banquise/{name}", file.read_bytes()
    for name in OWN:
        game = game_named(name)
        yield from _search(file_name(game, False), search_of(game, guide_of(game)))
        if has_yeti(game):
            yield from _search(file_name(game, True), search_of(game, *yeti_of(game)))


def _search(name: str, code: Code) -> Iterator[tuple[str, bytes]]:
    yield f"banquise/bots/translated/{name}.wasm", code.raw
    yield f"banquise/bots/translated/{name}.json", json.dumps(manifest(code)).encode()


def write(runtime: Path, compiled: dict[str, Path], folder: Path) -> None:
    """Make the pack in a folder, from the folder of Pyodide and what was compiled: its library and the house."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, dict[str, str | int]] = {}
    contents = {name: (runtime / name).read_bytes() for name in RUNTIME}
    contents |= {name: file.read_bytes() for name, file in compiled.items()}
    lock = json.loads((runtime / LOCK).read_text(encoding="utf-8"))
    contents[LOCK] = json.dumps(lock | {"packages": {}}).encode()  # of the packages that it could load, we load none
    for name, content in contents.items():
        raw = gzip.compress(content, 9, mtime=0) if name in SQUEEZED else content
        kept = f"{name}.packed" if name in SQUEEZED else name
        (folder / kept).write_bytes(raw)
        files[name] = {"at": kept, "bytes": len(raw), "sha256": sha256(raw).hexdigest()}
    digest = sha256("".join(str(file["sha256"]) for file in files.values()).encode()).hexdigest()[:16]
    listed = json.dumps({"version": digest, "files": files}, indent=1) + "\n"
    (folder / "pack.json").write_text(listed, encoding="utf-8")


def list_shell(static: Path) -> None:
    """``shell.json``: every file of the built page but the pack, with a version of all of them together."""
    digest, names = sha256(), []
    for file in sorted(static.rglob("*")):
        name = file.relative_to(static).as_posix()
        if file.is_file() and not name.startswith(("pack/", "docs/", ".", "shell.json", "gallery", "sw.js", "NOTICES")):
            digest.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
            names.append(name)
    listed = json.dumps({"version": digest.hexdigest()[:16], "files": names}, indent=1) + "\n"
    (static / "shell.json").write_text(listed, encoding="utf-8")
