"""What Prometheus can ask for.

What is counted for every move is counted in plain numbers, by the one thread that serves, and put into Prometheus's
form when somebody asks: the client's own counters take a lock each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()

CONNECTIONS = Gauge("banquise_connections", "Open WebSockets.", registry=REGISTRY)
ROOMS = Gauge("banquise_tables_in_memory", "Tables held in memory.", registry=REGISTRY)
FROZEN = Gauge("banquise_tables_frozen", "Tables whose own code failed.", registry=REGISTRY)
CONFLICTS = Counter("banquise_append_conflicts", "Appends that another process was ahead of.", registry=REGISTRY)
TROUBLES = Counter("banquise_store_troubles", "Times that the store did not answer.", registry=REGISTRY)
CUT = Counter("banquise_connections_cut", "Connections closed by the server, by reason.", ["reason"], registry=REGISTRY)
THOUGHTS = Histogram("banquise_bot_seconds", "How long bots thought.", registry=REGISTRY)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counts(Collector):
    """A counter with labels, or with none."""

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()):
        self._family = name, about, labels
        self._counts: Tally[tuple[str, ...]] = Tally() if labels else Tally({(): 0})
        REGISTRY.register(self)

    def add(self, *labels: str, count: int = 1) -> None:
        """Count something that has happened, once or several times."""
        self._counts[labels] += count

    def collect(self) -> Iterator[CounterMetricFamily]:
        """What is told to Prometheus."""
        name, about, labels = self._family
        family = CounterMetricFamily(name, about, labels=labels)
        for values, count in self._counts.items():
            family.add_metric(values, count)
        yield family


class Durations(Collector):
    """A histogram of seconds."""

    def __init__(self, name: str, about: str):
        self._family = name, about
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        """Note how long something took."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """As Prometheus wants it: each bucket counts all that are not longer."""
        family = HistogramMetricFamily(*self._family)
        bounds = [*map(str, SECONDS), "+Inf"]
        family.add_metric([], list(zip(bounds, accumulate(self._counts), strict=True)), self._sum)
        yield family


COMMANDS = Counts("banquise_commands", "Commands, by kind and answer.", ["kind", "answer"])
ENTRIES = Counts("banquise_log_entries", "Lines appended to logs.")
DURABLE = Durations("banquise_append_seconds", "From deciding to being on disk.")
ANSWERED = Durations("banquise_answer_seconds", "From a command to its answer.")


def page() -> bytes:
    """All figures, as Prometheus reads them."""
    return generate_latest(REGISTRY)
