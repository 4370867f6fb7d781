"""Sentences on the screen, broken as in a book: a space that keeps two things together is no place to break.

French has one before ``:``, ``;``, ``!`` and ``?``. Textual takes it for a space as any other, and began lines with a
colon. While lines are broken a letter that nobody writes stands for it.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.text import Text
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import VisualType
from textual.widgets import Static

_KEEPING = {0x00A0: 0xE0A0, 0x202F: 0xE0AF}  # spaces, and what stands for them: both a column wide
SPACES = {kept: space for space, kept in _KEEPING.items()}


def held(text: str | Text) -> Text:
    """With what stands for such spaces."""
    if isinstance(text, str):
        return Text(text.translate(_KEEPING))
    kept = text.copy()
    kept.plain = text.plain.translate(_KEEPING)
    return kept


def let_go(strip: Strip) -> Strip:
    """A line as it is shown: with the spaces themselves."""
    if not any(chr(kept) in strip.text for kept in SPACES):
        return strip
    return Strip([Segment(one.text.translate(SPACES), one.style, one.control) for one in strip], strip.cell_length)


class Words(Static):
    """A text that may be long."""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Say something else."""
        super().update(held(content) if isinstance(content, str | Text) else content, layout=layout)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What somebody has marked to copy."""
        found = super().get_selection(selection)
        return found and (found[0].translate(SPACES), found[1])

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        return let_go(super().render_line(y))
