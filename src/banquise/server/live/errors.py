"""Why nothing can be done with a table."""

from __future__ import annotations


class NoTable(Exception):
    """There is no such table."""


class Frozen(Exception):
    """The table's own code failed; it is left as it is until somebody looks at it."""


# Refusals that say nothing about a wish: whatever it were, it could not be granted now.
OF_THE_HOUSE = ("refused.unavailable", "refused.full", "refused.busy")
