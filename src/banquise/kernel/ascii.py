"""Boards and words for terminals that know nothing but ASCII."""

from __future__ import annotations

import codecs
import unicodedata

_SPELLED = str.maketrans(
    {
        "·": ".",
        "•": "*",
        "←": "4", "→": "6", "↑": "8", "↓": "2",  # arrows: where the digits of a keypad are
        "↖": "7", "↗": "9", "↙": "1", "↘": "3",
        "…": "...", "–": "-", "—": "-", "−": "-", "×": "x",
        "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"',
        "ß": "ss", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "\u00a0": " ", "\u202f": " ",
    }
)  # fmt: skip


def in_ascii(text: str) -> str:
    """The text in ASCII: what has a usual spelling is spelled, an accent is left out, anything else is ``?``.

    >>> in_ascii("R↗ · été")
    'R9 . ete'
    """
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFD", text.translate(_SPELLED))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return plain.encode("ascii", "replace").decode("ascii")


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


SPELLED = "spelled"
"""An error handler of text streams: what a terminal cannot show is spelled, never an error."""
codecs.register_error(SPELLED, _spell)
