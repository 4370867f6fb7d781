"""A match looked back on: what each viewer had seen after every line of its log, and what happened with nothing hidden.

This is for matches that are over. Whoever asks for ``EVERYTHING`` while people still play gives their secrets away:
the server asks it for nobody before the end.
"""

from __future__ import annotations

from typing import Any

from banquise.table.audience import EVERYTHING, Event
from banquise.table.match import Decision, Match

__all__ = ["EVERYTHING", "Hindsight", "rows", "score_of"]


class Hindsight:
    """Looks on while a match is gone through (``record.go_through``), with the eyes of one viewer, or of EVERYTHING.

    ``counts[n]``: how many of the events had happened after n lines. ``scores[n]``: how the score stood then.
    """

    def __init__(self, viewer: int | None):
        self.viewer = viewer
        self.view: dict[str, Any] = {}
        self.events: list[Event] = []
        self.counts: list[int] = []
        self.scores: list[list[int]] = []

    def __call__(self, match: Match, decision: Decision | None) -> None:
        """One more moment."""
        self.events = match.looked_back(self.viewer)
        self.counts.append(len(self.events))
        self.scores.append(score_of(match))
        if decision is None:
            schema = match.game.schema
            everything = self.viewer == EVERYTHING
            self.view = schema.to_json(match.state) if everything else schema.view(match.state, self.viewer)


def score_of(match: Match) -> list[int]:
    """The score of each seat as it stands, reckoned from what a spectator sees."""
    points = [0] * match.seats
    match.game.rules.score(match.game.schema.seen_shared(match.state, None), points)
    return points


def rows(match: Match) -> list[str]:
    """The fields that have a row for each seat where everything is seen, and only the own one in a seat's view."""
    return list(match.game.schema.owned)
