"""A match looked back on: what each viewer had seen after every line of its log, and what happened with nothing hidden.

This is for matches that are over. Whoever asks for ``EVERYTHING`` while people still play gives their secrets away:
the server asks it for nobody before the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banquise.kernel.contract import CHANCE
from banquise.table.audience import Event
from banquise.table.match import Match

EVERYTHING = -1
"""Eyes from which nothing is hidden, where a viewer is a seat, or None for a spectator."""


@dataclass(frozen=True)
class Hindsight:
    """The last view and all events of one viewer; ``counts[n]``: how many of them had happened after n lines."""

    view: dict[str, Any]
    events: list[Event]
    counts: list[int]


def look_back(match: Match, viewer: int | None) -> Hindsight:
    """A match as one viewer saw it, or with EVERYTHING as it was."""
    if viewer == EVERYTHING:
        return _look_at_everything(match)
    twin = match.copy(0)
    counts = [len(twin.events(viewer))]
    for entry in match.log:
        twin.apply(entry)
        counts.append(len(twin.events(viewer)))
    return Hindsight(match.game.schema.view(match.state, viewer), twin.events(viewer), counts)


def rows(match: Match) -> list[str]:
    """The fields that have a row for each seat where everything is seen, and only the own one in a seat's view."""
    return list(match.game.schema.owned)


def _look_at_everything(match: Match) -> Hindsight:
    """Every step is an event, told by those who know all; OWNER fields change by row, and SECRET ones are shown."""
    twin = match.copy(0)
    steps = [twin.step_count]
    for entry in match.log:
        twin.apply(entry)
        steps.append(twin.step_count)
    schema, events = match.game.schema, []
    for number, (before, after, actor, code, changes) in enumerate(twin.steps()):
        told = tuple(match.game.words.tell(before, after, actor, code))
        events.append(Event(number, actor, _text(match, before, actor, code), told, tuple(changes)))
    return Hindsight(schema.to_json(match.state), events, steps)


def _text(match: Match, before: Any, actor: int, code: int) -> str:
    words = match.game.words
    text: str = words.write_outcome(before, code) if actor == CHANCE else words.write(before, actor, code)
    return text
