"""What Prometheus can ask for.

Everything is counted in plain numbers, by the one thread that serves, and put into Prometheus's form when somebody
asks: the client's own counters take a lock each time. Where nobody can ask (a browser), its package is not needed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_ALL: list[Counts | Gauge | Durations] = []


class Gauge:
    """A number that goes up and down."""

    def __init__(self, name: str, about: str):
        self._family = name, about
        self._value = 0
        _ALL.append(self)

    def inc(self) -> None:
        """One more."""
        self._value += 1

    def dec(self) -> None:
        """One less."""
        self._value -= 1

    def set(self, value: int) -> None:
        """So many."""
        self._value = value

    def family(self, core: Any) -> Any:
        """What is told to Prometheus."""
        return core.GaugeMetricFamily(*self._family, value=self._value)


class Counts:
    """A counter with labels, or with none."""

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()):
        self._family = name, about, labels
        self._counts: Tally[tuple[str, ...]] = Tally() if labels else Tally({(): 0})
        _ALL.append(self)

    def add(self, *labels: str, count: int = 1) -> None:
        """Count something that has happened, once or several times."""
        self._counts[labels] += count

    def family(self, core: Any) -> Any:
        """What is told to Prometheus."""
        name, about, labels = self._family
        family = core.CounterMetricFamily(name, about, labels=labels)
        for values, count in self._counts.items():
            family.add_metric(values, count)
        return family


class Durations:
    """A histogram of seconds."""

    def __init__(self, name: str, about: str, seconds: Sequence[float] = SECONDS):
        self._family = name, about
        self._bounds = seconds
        self._counts = [0] * (len(seconds) + 1)
        self._sum = 0.0
        _ALL.append(self)

    def observe(self, seconds: float) -> None:
        """Note how long something took."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def family(self, core: Any) -> Any:
        """As Prometheus wants it: each bucket counts all that are not longer."""
        family = core.HistogramMetricFamily(*self._family)
        bounds = [*map(str, self._bounds), "+Inf"]
        family.add_metric([], list(zip(bounds, accumulate(self._counts), strict=True)), self._sum)
        return family


CONNECTIONS = Gauge("banquise_connections", "Open WebSockets.")
ROOMS = Gauge("banquise_tables_in_memory", "Tables held in memory.")
FROZEN = Gauge("banquise_tables_frozen", "Tables whose own code failed.")
CONFLICTS = Counts("banquise_append_conflicts", "Appends that another process was ahead of.")
TROUBLES = Counts("banquise_store_troubles", "Times that the store did not answer.")
CUT = Counts("banquise_connections_cut", "Connections closed by the server, by reason.", ["reason"])
LATE_BOTS = Counts("banquise_bots_late", "Times that a fox moved for a bot that was late.")
THOUGHTS = Durations("banquise_bot_seconds", "How long bots thought.", LONG_SECONDS)
COMMANDS = Counts("banquise_commands", "Commands, by kind and answer.", ["kind", "answer"])
ENTRIES = Counts("banquise_log_entries", "Lines appended to logs.")
DURABLE = Durations("banquise_append_seconds", "From deciding to being on disk.")
ALERTS = Counts("banquise_alerts", "Alerts, by where they go and what came of them.", ["kind", "outcome"])
ANSWERED = Durations("banquise_answer_seconds", "From a command to its answer.")


class _Families:
    """A collector, as Prometheus's package asks for one."""

    def collect(self) -> Iterator[Any]:
        """All figures."""
        from prometheus_client import core

        return (each.family(core) for each in _ALL)


def page() -> bytes:
    """All figures, as Prometheus reads them."""
    from prometheus_client import CollectorRegistry, generate_latest

    registry = CollectorRegistry()
    registry.register(_Families())
    return generate_latest(registry)
