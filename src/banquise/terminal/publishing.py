"""``banquise site``: the house as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banquise.terminal.console import err, progress


def site(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to write: new, empty, or written before.")],
) -> None:
    """Write the house as static files: four games, bots, lessons and replays in any browser, without a server.

    After Ctrl-C the same command goes on where it was stopped; an edition that was there before is whole until then.
    """
    from banquise.site.write import write

    with progress() as bar:
        task = bar.add_task(out.name)
        try:
            size = write(out, progress=lambda done, total: bar.update(task, completed=done, total=total))
        except KeyboardInterrupt:
            old = f"{out} is as it was" if out.exists() else f"there is no {out} yet"
            err.print(f"interrupted: {old}; the same command goes on from here", markup=False, soft_wrap=True)
            raise typer.Exit(130) from None
    typer.echo(f"{out} is written ({size / 1e6:.1f} MB). Any web space will do; to try it here:", err=True)
    typer.echo(f"  python -m http.server --directory {out}", err=True)
    # A checkout that only plays has none: what builds it comes with ./check.
    if not (out / "docs" / "index.html").is_file():
        typer.echo("The site to read is not in it: it was not built here; scripts/build_docs.py does that.", err=True)


def add_to(app: typer.Typer) -> None:
    """Put the command where it is called."""
    app.command()(site)
