"""What the compiled twin of a program uses where records differ from objects."""

from typing import Any


def copy_into(states: Any, target: int, source: int) -> None:
    """Copy one record of an array over another."""
    states[target] = states[source]


def glimpse(eyes: Any, states: Any, at: int, seat: int) -> int:
    """What ``kernel.sight.Eyes.glimpse`` answers, from the words of the records and the mask of a seat."""
    words, masks = eyes
    number = seat
    for i in range(words.shape[1]):
        if masks[seat, i] != 0:
            number = (number ^ (words[at, i] & masks[seat, i])) * -7046029254386353131
            number ^= (number >> 29) & 0x7FFFFFFFF
    return number
