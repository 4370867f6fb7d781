"""Gives the French texts their no-break spaces and curved apostrophes, which no keyboard has.

    python scripts/mend_french.py       mends every French text in place and names the files it changed

tests/texts/test_typography.py says what is right; this writes it.
"""

from __future__ import annotations

import re
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
FILES = ("src/banquise/**/fr.toml", "src/banquise/**/fr.md", "src/banquise/**/fr.*.txt", "examples/**/fr.toml")
FILES += ("examples/**/fr.md", "src/banquise/**/diagrams.toml", "web/src/words/**/fr.ts")
_SPACE = "[ \u00a0\u202f]+"
_MENDED = (
    (r"(?<=\w)'(?=\w)", "’"),
    (rf"{_SPACE}(?=…)", ""),
    (rf"{_SPACE}(?=:(?!\w)|»|%)", "\u00a0"),
    (rf"(?<=«){_SPACE}", "\u00a0"),
    (rf"{_SPACE}(?=[;!?])", "\u202f"),
)


def mended(text: str) -> str:
    """A French text as it should be set.

    >>> mended("Un instant … qu'est-ce : « oui » ?") == "Un instant… qu’est-ce\u00a0: «\u00a0oui\u00a0»\u202f?"
    True
    """
    for fault, right in _MENDED:
        text = re.sub(fault, right, text)
    return text


def _is_french(line: str, file: Path) -> bool:
    """Does this line hold a French text, and nothing but its key besides? Comments are English."""
    if file.name == "diagrams.toml":
        return line.startswith("caption.fr")
    return not line.lstrip().startswith(("#  " if file.name.startswith("fr.md") else "#", "//", "import", "|---"))


def main() -> None:
    """Mend every file."""
    for file in sorted({file for pattern in FILES for file in HOME.glob(pattern)}):
        old = file.read_text(encoding="utf-8")
        new = "\n".join(mended(line) if _is_french(line, file) else line for line in old.split("\n"))
        if new != old:
            file.write_text(new, encoding="utf-8")
            print(file.relative_to(HOME))


if __name__ == "__main__":
    main()
