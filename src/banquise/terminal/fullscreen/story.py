"""What has happened, in words, the newest last."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.strip import Strip
from textual.widgets import RichLog

from banquise.terminal.fullscreen.words import held, let_go


class Story(RichLog, can_focus=False):
    """A log that only writes what it has not written yet. Notes are what was said beside the match."""

    def __init__(self) -> None:
        super().__init__(wrap=True, min_width=0, id="log")
        self._told: tuple[str, ...] = ()
        self._noted: tuple[str, ...] = ()
        self._wide = 0

    def tell(self, sentences: tuple[str, ...], notes: tuple[str, ...] = ()) -> None:
        """These are all the sentences now."""
        if sentences[: len(self._told)] != self._told or notes[: len(self._noted)] != self._noted:
            self.clear()  # something was taken back
            self._told = self._noted = ()
        for note in notes[len(self._noted) :]:
            self.write(held(Text(note, "italic")))
        for sentence in sentences[len(self._told) :]:
            self.write(held(sentence))
        self._told, self._noted = sentences, notes

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        return let_go(super().render_line(y))

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken as they are written: in a frame of another width they are written again."""
        told, noted = self._told, self._noted
        if self._wide not in (0, event.size.width):
            self.clear()
            self._told = self._noted = ()
            self.tell(told, noted)
        self._wide = event.size.width
