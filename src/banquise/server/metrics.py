"""What Prometheus can ask for."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

CONNECTIONS = Gauge("banquise_connections", "Open WebSockets.", registry=REGISTRY)
ROOMS = Gauge("banquise_tables_in_memory", "Tables held in memory.", registry=REGISTRY)
FROZEN = Gauge("banquise_tables_frozen", "Tables whose own code failed.", registry=REGISTRY)
COMMANDS = Counter("banquise_commands", "Commands, by kind and answer.", ["kind", "answer"], registry=REGISTRY)
ENTRIES = Counter("banquise_log_entries", "Lines appended to logs.", registry=REGISTRY)
CONFLICTS = Counter("banquise_append_conflicts", "Appends that another process was ahead of.", registry=REGISTRY)
TROUBLES = Counter("banquise_store_troubles", "Times that the store did not answer.", registry=REGISTRY)
CUT = Counter("banquise_connections_cut", "Connections closed by the server, by reason.", ["reason"], registry=REGISTRY)
THOUGHTS = Histogram("banquise_bot_seconds", "How long bots thought.", registry=REGISTRY)
DURABLE = Histogram(
    "banquise_append_seconds",
    "From deciding to being on disk.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
ANSWERED = Histogram(
    "banquise_answer_seconds",
    "From a command to its answer.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)


@cache
def _counter(kind: str, answer: str) -> Counter:
    return COMMANDS.labels(kind, answer)


def count(kind: str, answer: str) -> None:
    """A command was answered."""
    _counter(kind, answer).inc()


def page() -> bytes:
    """All figures, as Prometheus reads them."""
    return generate_latest(REGISTRY)
