"""What has happened, in words, the newest last."""

from __future__ import annotations

from textual.widgets import RichLog


class Story(RichLog, can_focus=False):
    """A log that only writes what it has not written yet."""

    def __init__(self) -> None:
        super().__init__(wrap=True, min_width=0, id="log")
        self._told: tuple[str, ...] = ()

    def tell(self, sentences: tuple[str, ...]) -> None:
        """These are all the sentences now."""
        if sentences[: len(self._told)] != self._told:  # something was taken back
            self.clear()
            self._told = ()
        for sentence in sentences[len(self._told) :]:
            self.write(sentence)
        self._told = sentences
