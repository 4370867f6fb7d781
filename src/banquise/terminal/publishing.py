"""``banquise site``: the house as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to write: new, empty, or written before.")],
) -> None:
    """Write the house as static files: four games, bots, lessons and replays in any browser, without a server."""
    from banquise.site.write import write

    size = write(out)
    typer.echo(f"{out} is written ({size / 1e6:.1f} MB). Any web space will do; to try it here:", err=True)
    typer.echo(f"  python -m http.server --directory {out}", err=True)


def add_to(app: typer.Typer) -> None:
    """Put the command where it is called."""
    app.command()(site)
