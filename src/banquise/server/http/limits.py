"""How fast is too fast."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Collection
from functools import lru_cache
from ipaddress import IPv6Address


@lru_cache(10_000)
def household(address: str) -> str:
    """Whose an address is, as far as one can tell: of IPv6 everybody is given at least 2^64, which are one.

    >>> household("2001:db8:1:2:3:4:5:6"), household("::ffff:192.0.2.7"), household("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7', '192.0.2.7')
    """
    try:
        whole = IPv6Address(address.partition("%")[0])
    except ValueError:  # of IPv4, or none at all
        return address
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return str(IPv6Address(int(whole) >> 64 << 64))


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
        left = self._fill() - count
        if left < 0:
            return False
        self._left = left
        return True

    def wait(self) -> float:
        """Take one, now or in advance: in how many seconds it will be there."""
        self._left = self._fill() - 1
        return -self._left / self.rate if self._left < 0 else 0.0

    def _fill(self) -> float:
        now = time.monotonic()
        left = self._left + (now - self._at) * self.rate
        self._at, self._left = now, left if left < self.burst else self.burst
        return self._left


class Addresses:
    """One bucket for each address, the latest so many of them."""

    def __init__(self, a_minute: float, burst: float = 0.0, most: int = 10_000):
        self.a_minute = a_minute
        self.burst = burst or a_minute  # at once
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: int = 1, about: str = "") -> bool:
        """Take one or so many for an address, if there are as many; ``about``: of what it has for that alone."""
        return self._of(address, about).take(count)

    def wait(self, address: str) -> float:
        """Take one for an address, now or in advance: in how many seconds it will be there."""
        return self._of(address).wait()

    def _of(self, address: str, about: str = "") -> Bucket:
        whose = f"{household(address)} {about}"
        bucket = self._buckets.pop(whose, None) or Bucket(self.a_minute / 60, self.burst)
        self._buckets[whose] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket


class Doors:
    """How many are connected, from each address and in all."""

    def __init__(self, most: int, of_one: int, proxies: Collection[str] = ()):
        self.most = most
        self.of_one = of_one
        self.proxies = proxies  # addresses behind which there are many
        self.inside: Counter[str] = Counter()
        self.count = 0

    def enter(self, address: str, spare: int = 0) -> bool:
        """Let one more in, if there is room; ``spare`` is room beyond, for those who only ask how we are."""
        of_one = self.most if address in self.proxies else self.of_one
        address = household(address)
        if self.count >= self.most + spare or self.inside[address] >= of_one + spare:
            return False
        self.count += 1
        self.inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        address = household(address)
        self.count -= 1
        self.inside[address] -= 1
        if self.inside[address] <= 0:
            del self.inside[address]

    @property
    def are_full(self) -> bool:
        """Is there room only for those who ask how we are?"""
        return self.count > self.most
