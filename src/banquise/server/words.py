"""An operator's list of words that names and talk may not hold: one word, phrase or pattern on a line of a file.

Writing a word otherwise does not hide it: capitals, accents, letters of other alphabets that look alike, figures and
signs for letters, letters drawn out, marks and spaces between them, and what cannot be seen at all make no difference.
A word is found as a whole word (``ass`` is not in ``class``); ``*`` stands for any letters (``spam*``, ``*spam*``).
Empty lines and those that begin with ``#`` say nothing. What no list can do is understand what is meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from banquise.table.refused import Refused

LONGEST = 60  # characters of a line
# Letters that look alike, or are written for one another, are one letter to us; i and l are hard to tell apart.
_ALIKE = str.maketrans(
    {
        **dict(zip("0134578", "oieastb", strict=True)),
        **dict(zip("lı", "ii", strict=True)),
        **dict(zip("øðđħŧ", "oddht", strict=True)),
        **dict(zip("авекмнорстухіѕј", "abekmhopctyxisj", strict=True)),
        **dict(zip("αεικνορτυχ", "aeikvoptux", strict=True)),
        **dict(zip("يىك", "ییک", strict=True)),
        "ł": "i",
        "æ": "ae",
        "œ": "oe",
        "ـ": "",  # draws a Persian or Arabic word out
    }
)
_SIGNS = str.maketrans("@$€", "ase")  # for letters, wherever they are
_AT_TIMES = str.maketrans("!|+", "iit")  # for letters, unless they end a word
_ENDS_A_WORD = re.compile(r"[!|+]+(?![^\W_]|[@$€])")
_NO_LETTER_BEFORE = r"(?<!\w)"
_UNSEEN = {"Mn", "Me", "Cf", "Cc"}  # accents, joiners, and what turns text around


class BadWords(ValueError):
    """A list that cannot be read; says which line, and what would be right."""


class WordList:
    """Words that are not wanted here; none by default.

    >>> words = WordList(["spam*", "ham"])
    >>> [words.holds(text) for text in ("Sp@mmer", "h a m", "H\u200ba\u0301m!", "Graham", "shame")]
    [True, True, True, False, False]
    """

    def __init__(self, lines: Iterable[str] = ()):
        wanted = [_pattern(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
        self._any = re.compile(_one_of(wanted)) if wanted else None

    def holds(self, text: str) -> bool:
        """Is one of the words in it?"""
        return self._any is not None and any(self._any.search(seen) for seen in _readings(text))

    def check_name(self, name: str) -> str:
        """The name itself, or Refused."""
        if self.holds(name):
            raise Refused("refused.words_name", name=name)
        return name

    def check_talk(self, text: str) -> None:
        """Refused, if it is not to be said here: whoever wrote it has it still, and may write it otherwise."""
        if self.holds(text):
            raise Refused("refused.words_talk")


def read_words(file: Path) -> tuple[str, ...]:
    """The lines of a list, each known to be one."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise BadWords(f"the list of words {str(file)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadWords(f"the list of words {str(file)!r} is no text in UTF-8") from None
    for number, line in enumerate(lines, 1):
        try:
            WordList([line])
        except BadWords as error:
            raise BadWords(f"{file}, line {number}: {error}") from None
    return tuple(lines)


def _readings(text: str) -> tuple[str, str]:
    """The text as a hasty eye reads it: with signs for letters, and with signs as signs."""
    bare = _bare(text).translate(_SIGNS)
    as_letters = _ENDS_A_WORD.sub(lambda found: "." * len(found[0]), bare).translate(_AT_TIMES)
    return _apart(as_letters), _apart(bare)


def _bare(text: str) -> str:
    """Small letters without accents and without anything unseen, those that look alike made one."""
    spelled = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    seen = "".join(one for one in spelled if unicodedata.category(one) not in _UNSEEN or one in "\t\n")
    return seen.translate(_ALIKE)


def _apart(text: str) -> str:
    """Letters as they are, a space for a space, a dot for any other mark."""
    return "".join(one if one.isalnum() else " " if one.isspace() else "." for one in text)


def _one_of(patterns: list[tuple[bool, str]]) -> str:
    """One pattern for all, those that begin alike together: most places of a text are passed over at a glance."""
    shelves: dict[tuple[bool, str], list[str]] = {}
    for whole, pattern in patterns:
        shelves.setdefault((whole, pattern[0]), []).append(pattern[1:])
    found = (
        f"{_NO_LETTER_BEFORE if whole else ''}{first}(?:{'|'.join(rests)})" for (whole, first), rests in shelves.items()
    )
    return "|".join(found)


def _pattern(line: str) -> tuple[bool, str]:
    """What finds the word of a line in a text that was made plain; does it find only what begins a word?"""
    word = line.strip()
    if len(word) > LONGEST:
        raise BadWords(f"{word[:20]!r}... is longer than {LONGEST} characters: a line is one word or phrase")
    plain = "".join(one if one.isalnum() or one in "* " else "" for one in " ".join(_bare(word).split()))
    inner = plain.strip("* ")
    letters = inner.replace("*", "").replace(" ", "")
    if len(letters) < 2:
        raise BadWords(f"{word!r} is no word: it needs two letters or more besides *")
    together = "".join(_run(one, len(list(same))) for one, same in groupby(inner))
    ways = [together[1:]]
    if len(letters) > 2 and letters == inner:  # spelled out: a space or a mark after every letter
        ways.append("".join(f"[ .]+{one}" for one in inner[1:]))
    end = "" if plain.endswith("*") else r"(?!\w)"
    return not plain.startswith("*"), f"{inner[0]}(?:{'|'.join(ways)}){end}"


def _run(one: str, count: int) -> str:
    """One letter so many times or oftener, marks between; ``*``: any letters; a space: anything but letters."""
    if one == "*":
        return r"\w*"
    return r"[ .]+" if one == " " else rf"{one}\.*(?:{one}\.*){{{count - 1},}}"
