"""How fast is too fast."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """A token bucket: ``rate`` a second on average, ``burst`` at once."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float):
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take one or so many, if there are as many."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Addresses:
    """One bucket for each address, the latest so many of them."""

    def __init__(self, a_minute: float, most: int = 10_000):
        self.a_minute = a_minute
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one for an address, if there is one."""
        bucket = self._buckets.pop(address, None) or Bucket(self.a_minute / 60, self.a_minute)
        self._buckets[address] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()
