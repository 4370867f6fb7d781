"""Where commands print. A reader that leaves early is no fault; a terminal without a character gets its spelling."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from banquise.kernel import ascii as ascii_spelling  # registers the spelling


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Rich would end with exit code 1; ``command.main`` leaves quietly."""
        raise BrokenPipeError


out = _Console(highlight=False)
err = _Console(stderr=True, highlight=False)


def spell_what_cannot_be_shown() -> None:
    """From now on a character that a terminal does not have is spelled instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ascii_spelling.SPELLED)


def tell(text: str = "") -> None:
    """Plain lines, broken between words at the terminal's width; a pipe gets them as they are."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    for line in text.split("\n"):
        print("\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)))


def progress(left: ProgressColumn | None = None) -> Progress:
    """A bar for long work, with the time left; nothing where nobody looks. Work whose steps come at no steady pace says
    for itself what is left."""
    bar = BarColumn() if left is None else BarColumn(10)
    columns = (TextColumn("{task.description}"), bar, MofNCompleteColumn(), left or TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
