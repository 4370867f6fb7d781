"""Writes the static edition: the built page, told that it has no server, with its pack, a 404 and its licences.

Everything in it is named from where the page lies, so it works under any path of any host.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import banquise
from banquise.site.pack import list_shell

STATIC = Path(banquise.__file__).parent / "server" / "static"
READING = Path(banquise.__file__).parent / "server" / "docs"  # the site to read, as scripts/build_docs.py makes it
_HERE = '<meta name="banquise-house" content="here" />'


class NoSite(ValueError):
    """The static edition cannot be written; says what would be right."""


def write(out: Path, source: Path = STATIC) -> int:
    """Write it into a folder that is empty, or that holds an earlier one. How many bytes it has."""
    if not (source / "pack" / "pack.json").is_file():
        raise NoSite("the browser client has not been built into this Banquise: python scripts/build_web.py does it")
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "shell.json").is_file())):
        raise NoSite(f"{str(out)!r} is there already and is no static edition: name an empty folder, or a new one")
    new = out.with_name(f"{out.name}.part")  # whoever is interrupted has the old one, or none; never half of one
    shutil.rmtree(new, ignore_errors=True)
    try:
        _fill(new, source)
        shutil.rmtree(out, ignore_errors=True)
        new.rename(out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return sum(file.stat().st_size for file in out.rglob("*") if file.is_file())


def _fill(out: Path, source: Path) -> None:
    shutil.copytree(source, out, ignore=shutil.ignore_patterns(".built", "gallery*"))
    page = _from_here((source / "index.html").read_text(encoding="utf-8"))
    (out / "index.html").write_text(page, encoding="utf-8")
    (out / "404.html").write_text(_LOST, encoding="utf-8")
    (out / "NOTICES.txt").write_text(_NOTICES, encoding="utf-8")
    (out / ".nojekyll").write_text("", encoding="utf-8")  # some hosts leave out folders otherwise
    list_shell(out)
    if READING.is_dir():  # beside the table, not of it: whoever plays offline need not fetch it first
        shutil.copytree(READING, out / "docs", ignore=shutil.ignore_patterns(".built"))


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

The files of Pyodide and CPython are those of the npm package `pyodide`, unchanged; pyodide.asm.wasm is compressed with
gzip. The texts of the licences are at https://spdx.org/licenses (MIT, MPL-2.0, PSF-2.0, OFL-1.1).
"""
