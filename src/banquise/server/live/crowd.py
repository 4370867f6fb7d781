"""How many people are at the tables of all processes, and in which games matches are being played.

A process counts its own and tells the others with what it whispers anyway; nothing of it is kept. Only numbers are
told: of no table, and of nobody.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from banquise.server.live.room import Room

BELIEVED_SECONDS = 15.0  # what another process has said


class Census(NamedTuple):
    """People at tables, and matches by their game."""

    people: int
    playing: dict[str, int]


class Crowd:
    """The people of all processes."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[Census, float]] = {}

    def heard(self, process: str, people: int, playing: dict[str, int]) -> None:
        """Another process has counted its own."""
        self._elsewhere[process] = Census(people, playing), time.monotonic() + BELIEVED_SECONDS

    def count(self, rooms: Iterable[Room]) -> Census:
        """Everybody: ours, and those of the processes that have spoken of late."""
        now = time.monotonic()
        self._elsewhere = {name: said for name, said in self._elsewhere.items() if said[1] > now}
        everywhere = [census(rooms), *(said for said, _ in self._elsewhere.values())]
        playing: Counter[str] = Counter()
        for one in everywhere:
            playing.update(one.playing)
        return Census(sum(one.people for one in everywhere), dict(playing))


def census(rooms: Iterable[Room]) -> Census:
    """The people who are connected here, each table's once, and the matches that are ours to count."""
    people, playing = 0, Counter[str]()
    for room in rooms:
        people += len({watcher.token if watcher.seats else id(watcher) for watcher in room.watchers})
        game = room.played_here
        if game is not None:
            playing[game] += 1
    return Census(people, dict(playing))
