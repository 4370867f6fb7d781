"""Names and texts that people give, made fit to be shown: escaped where they are shown, tidied here."""

from __future__ import annotations

import unicodedata

# Control characters and those that turn or hide text around them; line breaks are spaces.
_UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"  # Persian needs the first, emoji the second


def clean(text: str, most: int = 24) -> str:
    """One line of visible text, at most so long; never empty for a name.

    >>> clean("  Zo\\u00eb\\n\\u202eabc ")
    'Zo\u00eb abc'
    >>> clean("@colour.red")
    'colour.red'
    """
    seen = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace() or character in _JOINERS or unicodedata.category(character) not in _UNWANTED
    )
    tidy = " ".join(seen.split()).lstrip("@")[:most].strip(_JOINERS + " ")
    return tidy or ("Guest" if most == 24 else "")
