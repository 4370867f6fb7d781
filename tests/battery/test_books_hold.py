"""The generic battery, part four: rulebooks, catalogues and golden playthroughs are complete."""

from __future__ import annotations

import importlib
import re
import string
from pathlib import Path

import pytest

from banquise.games import all_games
from banquise.kernel.moves import Declared
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.lab import golden

TESTS = Path(__file__).parents[1]
PLAYTHROUGHS = sorted(
    file for game in all_games() for file in (golden.home_of_tests(game) / "playthroughs").glob("*.txt")
)


def test_every_paragraph_is_in_four_languages_in_one_order(game):
    ids = [list(rulebook(game.folder, language).paragraphs) for language in LANGUAGES]
    assert ids[0] == ids[1] == ids[2] == ids[3]
    chapters: dict[int, list[int]] = {}
    for identity in ids[0]:
        prefix, chapter, paragraph = re.fullmatch(r"([A-Z]{2})-(\d+)\.(\d+)", identity).groups()
        assert prefix == game.prefix
        chapters.setdefault(int(chapter), []).append(int(paragraph))
    assert list(chapters) == list(range(1, len(chapters) + 1))
    for numbers in chapters.values():
        assert numbers == list(range(1, len(numbers) + 1))
    for language in LANGUAGES:
        for identity, text in rulebook(game.folder, language).paragraphs.items():
            assert len(text) > 20, (language, identity)


def test_every_paragraph_is_cited_by_a_test(game):
    missing = set(rulebook(game.folder, "en").paragraphs) - golden.cited_in_tests(game, golden.home_of_tests(game))
    assert not missing, f"no test is named for {sorted(missing)}"


def test_every_reason_and_ending_has_its_words_and_paragraph(game):
    words = catalogue(game.folder, "en")
    for code, reason in game.reasons.items():
        assert code != 0
        assert reason.key in words
        assert reason.paragraph in rulebook(game.folder, "en").paragraphs
    for key in (f"ending.{name}" for name in game.endings.values()):
        assert key in words
    assert not game.no_undo or game.no_undo in rulebook(game.folder, "en").paragraphs
    for option in game.options:
        assert option.paragraph in rulebook(game.folder, "en").paragraphs
        for key in [f"option.{option.name}", *(f"option.{option.name}_{value}" for value in option.values)]:
            assert key in words, key


def test_catalogues_have_the_same_keys_and_placeholders(game):
    def holes(text):
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    english = catalogue(game.folder, "en")
    for language in LANGUAGES[1:]:
        other = catalogue(game.folder, language)
        assert sorted(other) == sorted(english), language
        for key, text in english.items():
            assert holes(other[key]) == holes(text), (language, key)


def test_no_message_is_without_use(game):
    """Every message is a declared reason or ending, or the words say it, by its key or with a declared name."""
    source = "".join(file.read_text(encoding="utf-8") for file in game.folder.glob("*.py"))
    declared = importlib.import_module(f"{game.rules.__package__}.moves")
    groups = [value for value in vars(declared).values() if isinstance(value, Declared)]
    names = {name for group in groups for name in group.values() if isinstance(name, str)}
    said = {reason.key for reason in game.reasons.values()} | {f"ending.{name}" for name in game.endings.values()}
    prefixes = re.findall(r'f"((?:log|prompt)\.[a-z_]*)\{', source)
    said |= {prefix + name for prefix in prefixes for name in names}
    common = set(catalogue(TESTS.parent / "src/banquise/kernel", "en"))
    for key in set(catalogue(game.folder, "en")) - common:
        if key.split(".")[0] in ("reason", "log", "ending", "prompt"):
            assert key in said or f'"{key}"' in source, f"{key} is never said"


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_golden_playthroughs_play_again_line_by_line(file):
    text = file.read_text(encoding="utf-8")
    head, lines = golden.parse(text)
    match = golden.play(head, lines)
    assert golden.render(match) == text
    assert match.result is not None
    assert match.result.ending == head.ends


def test_there_is_a_playthrough_for_every_way_to_end(game):
    heads = [golden.parse(file.read_text(encoding="utf-8"))[0] for file in PLAYTHROUGHS]
    ends = {head.ends for head in heads if head.game == game.name}
    assert ends == {f"ending.{name}" for name in game.endings.values()}


def test_every_game_has_its_own_paragraph_prefix():
    prefixes = [game.prefix for game in all_games()]
    assert len(set(prefixes)) == len(prefixes)
