"""NOTICES.txt: what the page and its pack carry that others have made, with whole licences (``scripts/build_web.py``).

The build says itself which packages have gone into the page (``packages.json``, from ``web/vite.config.ts``); one
whose licence is not found stops it. Pyodide's package has no text of its own, and CPython comes within it: theirs are
kept in ``licences/``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

LICENCES = Path(__file__).parent / "licences"
NAME = "NOTICES.txt"
_MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
_BEGINNING = """What this page carries that others have made, and by which licences.

Banquise itself              MIT
Pyodide (pack/pyodide*)      Mozilla Public License 2.0; sources: https://github.com/pyodide/pyodide
CPython and its library      Python Software Foundation License 2; sources: https://github.com/python/cpython
  (pack/python_stdlib.zip and inside pack/pyodide.asm.wasm, built by Pyodide with Emscripten, MIT)
{packages}
docs/, where it is here, has notices of its own: docs/NOTICES.txt.

The files of Pyodide and CPython are those of the npm package `pyodide` {version}: pyodide.asm.wasm is compressed with
gzip, the library is compiled and has no parts that the table never asks for, the list of further packages is empty.
"""


class NoLicence(ValueError):
    """Something is carried whose licence is not known."""


def gathered(packages: Iterable[str], modules: Path, own: str) -> str:
    """The whole text, from the packages in a page, the folder in which npm has put them, and Banquise's licence."""
    listed, texts = [], [("Banquise", own)]
    for name in sorted(packages):
        about = json.loads((modules / name / "package.json").read_text(encoding="utf-8"))
        listed.append(f"{name:<37}{about['license']}")
        texts.append((f"{name} {about['version']}", _text(name, about, modules / name)))
    texts += [("Pyodide", _kept("MPL-2.0")), ("CPython", _kept("PSF-2.0"))]
    version = json.loads((modules / "pyodide" / "package.json").read_text(encoding="utf-8"))["version"]
    parts = [_BEGINNING.format(packages="\n".join([*listed, ""]), version=version)]
    parts += [f"{'=' * 78}\n{title}\n{'=' * 78}\n\n{text.strip()}\n" for title, text in texts]
    return "\n".join(parts)


def _kept(name: str) -> str:
    return (LICENCES / f"{name}.txt").read_text(encoding="utf-8")


def _text(name: str, about: dict[str, str], folder: Path) -> str:
    found = sorted(file for file in folder.iterdir() if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")))
    if found:
        return found[0].read_text(encoding="utf-8")
    if about["license"] == "MIT" and about.get("author"):  # the package has the name of the licence and no text
        return f"Copyright (c) {about['author']}\n\n{_MIT}"
    raise NoLicence(f"the package {name!r} is part of the page, and has no text of its licence ({about['license']})")
