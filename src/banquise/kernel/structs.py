"""What WebAssembly runs where a program copies a struct or glances at it; objects have methods for it."""

from typing import Any


def copy_into(states: Any, target: int, source: int) -> None:
    """Copy one struct of an array over another."""
    states[target] = states[source]


def glimpse(eyes: Any, states: Any, at: int, seat: int) -> int:
    """What ``kernel.sight.Eyes.glimpse`` answers, from the longs of the structs and the mask of a seat."""
    longs, masks = eyes
    number = seat
    for i in range(longs.shape[1]):
        if masks[seat, i] != 0:
            number = (number ^ (longs[at, i] & masks[seat, i])) * -7046029254386353131
            number ^= (number >> 29) & 0x7FFFFFFFF
    return number
