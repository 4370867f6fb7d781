"""What happens beside a match: what is said and noted, and the wish to take back."""

from __future__ import annotations

from dataclasses import dataclass, field

from banquise.kernel.speech import Message


@dataclass(frozen=True)
class Note:
    """Something that happened at the table beside the match, or was said: seen by all."""

    number: int
    at: int
    seat: int | None
    message: Message
    chat: str | None = None


@dataclass
class UndoAsked:
    """A wish to take back, and who has agreed."""

    seat: int
    keep: int
    agreed: set[str] = field(default_factory=set)
