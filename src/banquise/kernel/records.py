"""What the compiled twin of a program uses where records differ from objects."""

from typing import Any


def copy_into(states: Any, target: int, source: int) -> None:
    """Copy one record of an array over another."""
    states[target] = states[source]
