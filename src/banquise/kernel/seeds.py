"""Seeds of simulations: the generator of ``kernel.chance`` is compiled, and takes whole numbers of 63 bits."""

from __future__ import annotations

import operator
from typing import SupportsIndex

LARGEST = 2**63 - 1


def checked_seed(seed: SupportsIndex) -> int:
    """The seed as an int, if it is one that simulations take.

    >>> checked_seed(7)
    7
    """
    number = operator.index(seed)
    if not 0 <= number <= LARGEST:
        raise ValueError(f"a seed is a whole number from 0 to {LARGEST}, not {number}")
    return number
