"""What a table says no with."""

from __future__ import annotations

from banquise.kernel.speech import Message


class Refused(ValueError):
    """Something that cannot be done at this table now: a key of the server's or the game's catalogue."""

    def __init__(self, key: str, paragraph: str | None = None, **params: str | int):
        self.message = Message(key, dict(params))
        self.paragraph = paragraph
        super().__init__(key)


class OtherRules(ValueError):
    """The table was played by another version of the rules."""
