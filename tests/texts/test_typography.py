"""The typography of each language holds in every text, wherever the text comes from."""

from __future__ import annotations

import re
import unicodedata

import pytest
from our_texts import GAMES, HOME, LANGUAGES, texts

from banquise.games import game as game_named
from banquise.kernel.rulebook import rulebook

WIDE, NARROW, JOINER = "\u00a0", "\u202f", "\u200c"  # no-break space, narrow no-break space, zero-width non-joiner

FAULTS = {
    "fr": {
        "a no-break space before a colon": rf"[^{WIDE}]:(?!\w)",
        "a narrow no-break space before ; ! ?": rf"[^{NARROW}!?][;!?]",
        "a no-break space inside guillemets": rf"«[^{WIDE}]|[^{WIDE}]»",
        "a no-break space before %": rf"[^{WIDE}]%",
        "a curved apostrophe, guillemets for quotes": "['\"“”]",
        "no space before an ellipsis": r"\s…|\.\.\.",
        "a capital keeps its accent": r"\bA (?=l|la|vous|deux)\b",
    },
    "de": {
        "no space before punctuation": r"\s[:;!?]",
        "a no-break space before % and …": rf"[^{WIDE}](?:%|…)|\.\.\.",
        "low and high quotes, a curved apostrophe": "['\"”«»]|“(?=\\w)|(?<=\\w)„",
        "du, not Sie": r"[\w,;] (?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b",
    },
    "en": {
        "no space before punctuation": r"\s[:;!?%…]",
        "curved quotes and apostrophes": "['\"„«»]",
        "an ellipsis is one character": r"\.\.\.",
    },
    "fa": {
        "no space before punctuation": r"\s[:؛!؟،…]",
        "Persian letters, not Arabic ones": "[يكة٠-٩]",
        "Persian punctuation": r"[;?]|,(?!\d)|['\"“”]",
        "a joiner after می and نمی": r"(?<!\w)ن?می \w",
        "a joiner before ها": r"\w (?:ها|های|هایی|هایش|هایتان)(?!\w)",
        "ـهٔ, not ـه‌ی": f"ه{JOINER}ی(?!\\w)",
        "one joiner at a time, between letters": f"{JOINER}(?!\\w)|(?<!\\w){JOINER}",
        "one spelling of آنجا, اینجا, آنچه, اینکه": f"(?:این|آن){JOINER}(?:جا|که)|آن{JOINER}چه",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_overlooked(language):
    """Every catalogue, lesson, rulebook and caption of the package, and every word of the house in the browser."""
    seen = texts(language)
    files = {at.where.partition(":")[0] for at in seen}
    names = (f"messages/{language}.toml", f"lessons/{language}.toml", f"rulebook/{language}.md", "diagrams.toml")
    held = [file for name in names for file in (HOME / "src").rglob(name)]
    assert {file.relative_to(HOME).as_posix() for file in held} <= files
    assert len(held) >= 20, "eight rooms speak, four games teach, four have a rulebook and diagrams"
    words = "".join(file.read_text(encoding="utf-8") for file in (HOME / "web/src/words").rglob(f"{language}.ts"))
    keys = re.findall(r"^  '?([\w.]+)'?:", words, re.MULTILINE)
    found = [at.where.rpartition(": ")[2] for at in seen if at.where.partition(":")[0].startswith("web/src/words/")]
    assert sorted(set(found)) == sorted(set(keys))


@pytest.mark.parametrize(("language", "law"), [(one, law) for one in LANGUAGES for law in FAULTS[one]])
def test_the_typography_of_the_language_holds(language, law):
    fault = re.compile(FAULTS[language][law])
    found = [
        f"{at.where}: {at.text[max(0, hit.start() - 20) : hit.end() + 20]!r}"
        for at in texts(language)
        for hit in fault.finditer(at.text)
    ]
    mend = " (python scripts/mend_french.py writes it)" if language == "fr" else ""
    assert not found, f"{law}{mend}:\n" + "\n".join(found[:20])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Un instant : non"),
        ("fr", f"Vraiment{WIDE}?"),
        ("fr", "Essayez ; encore"),
        ("fr", "« oui »"),
        ("fr", "43 % des parties"),
        ("fr", "Ce n'est pas un coup."),
        ("fr", "Un instant …"),
        ("de", "Wenn Sie mögen"),
        ("de", "Einen Augenblick..."),
        ("de", "43 % aller Partien"),
        ("en", "another player's turn"),
        ("en", "43 %"),
        ("fa", "می کند"),
        ("fa", "كتاب"),
        ("fa", "آن\u200cجا"),
    ],
)
def test_the_faults_would_be_seen(language, text):
    assert any(re.search(fault, text) for fault in FAULTS[language].values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_are_composed_and_spaces_are_single(language):
    for at in texts(language):
        assert unicodedata.normalize("NFC", at.text) == at.text, at.where
        assert "  " not in at.text, at.where
        assert "\u00ad" not in at.text, at.where


def test_a_paragraph_keeps_its_no_break_spaces():
    """What is shown of a rulebook is what stands in it: lines are joined, spaces of other kinds stay."""
    for name in GAMES:
        book = rulebook(game_named(name).folder, "fr")
        shown = "".join(book.paragraphs.values())
        for kind in (WIDE, NARROW):
            assert kind in shown
        for identity, paragraph in book.paragraphs.items():
            assert f"**{identity}** {paragraph.splitlines()[0][:40]}" in book.text
