"""``banquise site``: the house as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banquise.terminal.console import progress


def site(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to write: new, empty, or written before.")],
) -> None:
    """Write the house as static files: four games, bots, lessons and replays in any browser, without a server.

    After Ctrl-C the same command goes on where it was stopped; an edition that was there before is whole until then.
    """
    from banquise.site.write import write

    with progress() as bar:
        task = bar.add_task(out.name)
        size = write(out, progress=lambda done, total: bar.update(task, completed=done, total=total))
    typer.echo(f"{out} is written ({size / 1e6:.1f} MB). Any web space will do; to try it here:", err=True)
    typer.echo(f"  python -m http.server --directory {out}", err=True)


def add_to(app: typer.Typer) -> None:
    """Put the command where it is called."""
    app.command()(site)
