"""Writes the static edition: the built page, told that it has no server, with its pack, a 404 and its licences.

Everything in it is named from where the page lies, so it works under any path of any host.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import banquise
from banquise.site.pack import list_shell

STATIC = Path(banquise.__file__).parent / "server" / "static"
READING = Path(banquise.__file__).parent / "server" / "docs"  # the site to read, as scripts/build_docs.py makes it
Progress = Callable[[int, int], None]  # told after each file: how many of how many
_HERE = '<meta name="banquise-house" content="here" />'


class NoSite(ValueError):
    """The static edition cannot be written; says what would be right."""


def write(out: Path, source: Path = STATIC, progress: Progress = lambda done, total: None) -> int:
    """Write it into a folder that is empty, or that holds an earlier one. How many bytes it has.

    Whoever is interrupted has the old one or none, never half of one; what was copied waits beside it, and the next
    time is gone on with.
    """
    if not (source / "pack" / "pack.json").is_file():
        raise NoSite("the browser client has not been built into this Banquise: python scripts/build_web.py does it")
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "shell.json").is_file())):
        raise NoSite(f"{str(out)!r} is there already and is no static edition: name an empty folder, or a new one")
    new = out.with_name(f"{out.name}.part")
    _copy(_plan(source), new, progress)
    _tell_the_page(new, source)
    shutil.rmtree(out, ignore_errors=True)
    new.rename(out)
    return sum(file.stat().st_size for file in out.rglob("*") if file.is_file())


def _plan(source: Path) -> dict[Path, Path]:
    """What is copied where. The site to read lies beside the table: whoever plays offline need not fetch it first."""
    table = {file.relative_to(source): file for file in source.rglob("*") if not file.match("gallery*")}
    reading = {"docs" / file.relative_to(READING): file for file in READING.rglob("*")}
    return {to: file for to, file in (table | reading).items() if file.is_file() and not file.name.startswith(".")}


def _copy(plan: dict[Path, Path], out: Path, progress: Progress) -> None:
    """Copy what is not there yet: a file copied to its end has the time of its original."""
    for file in [file for file in out.rglob("*") if file.is_file() and file.relative_to(out) not in plan]:
        file.unlink()  # of an earlier time
    for done, (to, file) in enumerate(plan.items(), 1):
        known, copied = file.stat(), out / to
        there = copied.stat() if copied.exists() else None
        if there is None or (there.st_size, there.st_mtime_ns) != (known.st_size, known.st_mtime_ns):
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copied)
        progress(done, len(plan))


def _tell_the_page(out: Path, source: Path) -> None:
    """The first page hears that it has no server; and what a folder of files needs beside it."""
    page = _from_here((source / "index.html").read_text(encoding="utf-8"))
    (out / "index.html").write_text(page, encoding="utf-8")
    (out / "404.html").write_text(_LOST, encoding="utf-8")
    (out / "NOTICES.txt").write_text(_NOTICES, encoding="utf-8")
    (out / ".nojekyll").write_text("", encoding="utf-8")  # some hosts leave out folders otherwise
    list_shell(out)


def _from_here(page: str) -> str:
    """The first page with relative addresses, and the word that there is no server."""
    relative = re.sub(r'((?:src|href)=")/(?!/)', r"\1./", page)
    return relative.replace("<head>", f"<head>\n    {_HERE}", 1)


_LOST = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Banquise</title>
  </head>
  <body style="font-family: sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem">
    <h1>Banquise</h1>
    <p>There is nothing at this address. The table is on the first page of this site.</p>
    <p lang="fr">Il n’y a rien à cette adresse. La table est sur la première page de ce site.</p>
    <p lang="de">Unter dieser Adresse ist nichts. Der Tisch steht auf der ersten Seite dieser Website.</p>
    <p lang="fa" dir="rtl">در این نشانی چیزی نیست. میز در صفحهٔ نخست این سایت است.</p>
  </body>
</html>
"""

_NOTICES = """What this folder carries, and by which licences.

Banquise                     MIT
Pyodide (pack/pyodide*)      Mozilla Public License 2.0; sources: https://github.com/pyodide/pyodide
CPython and its library      Python Software Foundation License 2; sources: https://github.com/python/cpython
  (pack/python_stdlib.zip and inside pack/pyodide.asm.wasm, built by Pyodide with Emscripten, MIT)
Svelte (in assets/)          MIT
Source Sans 3, Young Serif,  SIL Open Font License 1.1
  Vazirmatn (in assets/)
qrcode-generator (assets/)   MIT

The files of Pyodide and CPython are those of the npm package `pyodide`: pyodide.asm.wasm is compressed with gzip, the
library is compiled and has no parts that the table never asks for, the list of further packages is empty.
The texts of the licences are at https://spdx.org/licenses (MIT, MPL-2.0, PSF-2.0, OFL-1.1).
"""
