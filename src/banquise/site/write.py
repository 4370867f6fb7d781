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
    (out / ".nojekyll").write_text("", encoding="utf-8")  # some hosts leave out folders otherwise
    list_shell(out)


def _from_here(page: str) -> str:
    """The first page with relative addresses, and the word that there is no server."""
    relative = re.sub(r'((?:src|href)=")/(?!/)', r"\1./", page)
    return relative.replace("<head>", f"<head>\n    {_HERE}", 1)


# Wherever a host shows it, it asks its way up to the folder with the house in it: nobody else knows how deep that is.
_LOST = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Banquise</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        margin: 0 auto; padding: 18vh 1.2rem 3rem; max-width: 34rem; font: 1.1rem/1.5 system-ui, sans-serif;
        background: light-dark(#f6fafb, #0b1a24); color: light-dark(#14222b, #e4eef2);
      }
      h1 { font: 400 2.4rem/1.1 Georgia, serif; }
      a {
        display: inline-block; padding: 0.6rem 1.3rem; border-radius: 99px; background: #e9a23b; color: #14222b;
        text-decoration: none; font-weight: 600;
      }
      :focus-visible { outline: 3px solid light-dark(#12384f, #cfe6ef); outline-offset: 3px; }
      .spoken [lang]:not(.mine), a:not([href]) { display: none; }
    </style>
  </head>
  <body>
    <main>
      <h1>Banquise</h1>
      <div lang="en"><p>There is nothing at this address.</p><a>To the first page</a></div>
      <div lang="fr"><p>Il n’y a rien à cette adresse.</p><a>Vers la première page</a></div>
      <div lang="de"><p>Unter dieser Adresse ist nichts.</p><a>Zur ersten Seite</a></div>
      <div lang="fa" dir="rtl"><p>در این نشانی چیزی نیست.</p><a>به صفحهٔ نخست</a></div>
    </main>
    <script>
      const mine = navigator.languages.map((one) => one.slice(0, 2)).find((one) => /^(en|fr|de|fa)$/.test(one)) ?? 'en';
      document.querySelector(`div[lang=${mine}]`).className = 'mine';
      document.querySelector('main').className = 'spoken';
      document.documentElement.lang = mine;
      (async () => {
        let folder = new URL('.', location.href);
        for (;;) {
          const answer = await fetch(new URL('shell.json', folder)).catch(() => null);
          const shell = answer?.ok ? await answer.json().catch(() => null) : null;
          if (shell?.files) break;
          if (folder.pathname === '/') return;
          folder = new URL('..', folder);
        }
        for (const link of document.querySelectorAll('a')) link.href = folder.href;
      })();
    </script>
  </body>
</html>
"""
