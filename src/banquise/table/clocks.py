"""Time to think, reckoned from the times in the log, so that it survives restarts.

A seat's time runs while it may move. It starts afresh (a clock for each move) or earns its increment (a clock for the
match) when the turn passes, or when the seat does something that everybody sees: nothing about a clock may tell that
something was done in secret. Times when no server ran are not charged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from banquise.table.entries import Clock

Downtime = Sequence[tuple[int, int]]


def awake(since: int, until: int, downtime: Downtime) -> int:
    """Milliseconds from ``since`` to ``until`` in which a server ran.

    >>> awake(1000, 9000, [(2000, 5000), (8500, 20000)])
    4500
    """
    asleep = sum(max(0, min(until, end) - max(since, start)) for start, end in downtime)
    return max(0, until - since - asleep)


class Clocks:
    """The clocks of one table."""

    def __init__(self, rule: Clock, seats: int, downtime: Downtime):
        self.rule = rule
        self.runs = rule.kind != "none"
        self.left = [rule.seconds * 1000] * seats
        self.since: dict[int, int] = {}  # when the time of each seat that is thinking began to run
        self.downtime = downtime

    def follow(self, thinking: Iterable[int], at: int, acted: int | None = None) -> None:
        """After an entry at a time: who is thinking now, and who did something that everybody saw."""
        if not self.runs:
            return
        now = set(thinking)
        for seat in [seat for seat in self.since if seat not in now or seat == acted]:
            self._stop(seat, at)
        for seat in now - self.since.keys():
            self.since[seat] = at

    def _stop(self, seat: int, at: int) -> None:
        used = awake(self.since.pop(seat), at, self.downtime)
        if self.rule.kind == "match":
            self.left[seat] = max(0, self.left[seat] - used) + self.rule.increment * 1000

    def remaining(self, seat: int, now: int) -> int:
        """Milliseconds that a seat has left."""
        used = awake(self.since[seat], now, self.downtime) if seat in self.since else 0
        return max(0, self.left[seat] - used)

    def late(self, now: int) -> list[int]:
        """The seats whose time is up."""
        if not self.since:
            return []
        return sorted(seat for seat in self.since if self.remaining(seat, now) <= 0)

    def deadline(self, now: int) -> int | None:
        """When the next seat's time will be up, if servers run until then."""
        if not self.since:
            return None
        return min(now + self.remaining(seat, now) for seat in self.since)
