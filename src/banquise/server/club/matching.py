"""The most pairs that can be made of people of whom not everybody may meet everybody (Edmonds' blossoms).

Pairing an evening asks again and again whether the rest can still be paired if these two meet. So a matching is kept
and mended: somebody taken out of it costs one search, not a new beginning.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping


class Matching:
    """A matching of the largest size in a graph of who may meet whom."""

    def __init__(self, may_meet: Mapping[int, Collection[int]]):
        self.may_meet = {one: set(others) for one, others in may_meet.items()}
        self.partner: dict[int, int] = {}
        for one in self.may_meet:
            if one not in self.partner:
                self._augment(one)

    @property
    def size(self) -> int:
        """How many pairs."""
        return len(self.partner) // 2

    def without(self, *people: int) -> Matching:
        """The largest matching of all others."""
        rest = Matching({})
        rest.may_meet = {one: others.difference(people) for one, others in self.may_meet.items()}
        rest.partner = dict(self.partner)
        for person in people:  # one after the other: whoever is left alone then is the only one to find a way from
            del rest.may_meet[person]
            alone = rest.partner.pop(person, None)
            if alone is not None:
                del rest.partner[alone]
                if alone in rest.may_meet:
                    rest._augment(alone)
        return rest

    def _augment(self, root: int) -> bool:
        """Find one more pair by a way from somebody alone to somebody else alone, and take it."""
        search = _Search(self.may_meet, self.partner, root)
        end = search.run()
        while end is not None:
            before = search.came_from[end]
            after = self.partner.get(before)
            self.partner[end], self.partner[before] = before, end
            end = after
        return search.found


class _Search:
    """One search for a way on which people with and without a partner take turns; odd rings are shrunk to a point."""

    def __init__(self, may_meet: Mapping[int, set[int]], partner: Mapping[int, int], root: int):
        self.may_meet, self.partner, self.root = may_meet, partner, root
        self.came_from: dict[int, int] = {}
        self.base = {one: one for one in may_meet}
        self.reached = {root}
        self.queue = deque([root])
        self.found = False

    def run(self) -> int | None:
        """Where the way ends, or nobody."""
        while self.queue:
            one = self.queue.popleft()
            for other in sorted(self.may_meet[one]):
                if self.base[one] == self.base[other] or self.partner.get(one) == other:
                    continue
                mate = self.partner.get(other)
                if other == self.root or (mate is not None and mate in self.came_from):
                    self._shrink(one, other)
                elif other not in self.came_from:
                    self.came_from[other] = one
                    if mate is None:
                        self.found = True
                        return other
                    self.reached.add(mate)
                    self.queue.append(mate)
        return None

    def _shrink(self, one: int, other: int) -> None:
        """A ring of odd length: everybody on it can be reached from both sides."""
        top = self._common(one, other)
        ring: set[int] = set()
        self._mark(one, top, other, ring)
        self._mark(other, top, one, ring)
        for person in self.may_meet:
            if self.base[person] in ring:
                self.base[person] = top
                if person not in self.reached:
                    self.reached.add(person)
                    self.queue.append(person)

    def _common(self, one: int, other: int) -> int:
        seen = set()
        at: int | None = one
        while at is not None:
            at = self.base[at]
            seen.add(at)
            mate = self.partner.get(at)
            at = self.came_from[mate] if at != self.root and mate is not None else None
        at = self.base[other]
        while at not in seen:
            at = self.base[self.came_from[self.partner[at]]]
        return at

    def _mark(self, one: int, top: int, child: int, ring: set[int]) -> None:
        while self.base[one] != top:
            mate = self.partner[one]
            ring |= {self.base[one], self.base[mate]}
            self.came_from[one] = child
            child = mate
            one = self.came_from[mate]
