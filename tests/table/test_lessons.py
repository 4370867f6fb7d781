"""Lessons are held to their promise: the script is legal, each taught move is accepted, each wrong try changes nothing.

The battery finds every game's lesson; a lesson that breaks a law fails by its game's name and its step's.
"""

from __future__ import annotations

import random
import re
import tomllib

import pytest
from tools import TAUGHT

from banquise.kernel.notation import BadNotation
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES
from banquise.table import IllegalMove
from banquise.table.lesson import BadLesson, lesson

MARKS = re.compile(r"\[([^\]|]+)(?:\|[^\]]*)?\]|(\{[^}]+\})|\b([A-Z]{2}-\d+\.\d+)\b")
LATIN_SENTENCE = re.compile(r"[a-z]{4,} [a-z]{3,} [a-z]{3,}")


def steps(which):
    return [
        pytest.param(lesson(name), index, id=f"{name}-{step.name}")
        for name in TAUGHT
        for index, step in enumerate(lesson(name).steps)
        if which(step)
    ]


every_step = pytest.mark.parametrize(("of", "index"), steps(lambda step: True))
every_task = pytest.mark.parametrize(("of", "index"), steps(lambda step: step.teach))
every_free_task = pytest.mark.parametrize(("of", "index"), steps(lambda step: step.free))
every_game = pytest.mark.parametrize("name", TAUGHT)


def chapters(name):
    """The paragraphs of each chapter of a rulebook; chapters without numbered paragraphs are examples."""
    book = rulebook(lesson(name).game.folder, "en").text
    parts = re.split(r"^## (.+)$", book, flags=re.MULTILINE)[1:]
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        paragraphs = re.findall(r"^\*\*([A-Z]{2}-\d+\.\d+)\*\*", text, re.MULTILINE)
        if paragraphs:
            yield title, set(paragraphs)


# The script -------------------------------------------------------------------------------------


@every_step
def test_the_script_is_legal_and_asks_whoever_may_answer(of, index):
    match = of.opening(index)  # every scripted move up to here goes through the rules
    if of.steps[index].teach:
        assert of.seat in match.to_act


@every_task
def test_each_taught_move_is_accepted_and_what_follows_is_legal(of, index):
    for way in of.steps[index].teach:
        attempt = of.attempt(index, [], way)
        assert attempt.verdict == "taught", way
        assert len(attempt.match.events(of.seat)) > attempt.since, "the learner sees what they did"
        assert not attempt.match.awaits_chance, "chance must be scripted"


@every_task
def test_a_taught_move_can_be_made_in_parts(of, index):
    codes = of.game.words.read(of.opening(index).state, of.seat, of.steps[index].teach[0])
    made = []
    match = of.opening(index)
    for at, code in enumerate(codes):
        text = of.game.words.write(match.state, of.seat, code)
        attempt = of.attempt(index, made, text)
        assert attempt.verdict == ("taught" if at == len(codes) - 1 else "under_way"), text
        made.append(text)
        match = attempt.match
    assert match.digest() == of.attempt(index, [], of.steps[index].teach[0]).match.digest()


@every_task
def test_show_me_does_what_is_taught(of, index):
    shown = of.show(index, [])
    assert shown.verdict == "taught"
    assert shown.match.digest() == of.attempt(index, [], of.steps[index].teach[0]).match.digest()


def test_show_me_finishes_what_was_begun_and_starts_anew_where_it_was_begun_otherwise():
    of = lesson("ice_lake")
    names = [step.name for step in of.steps]
    begun = of.show(names.index("write"), ["A-"])
    assert begun.since == len(of.opening(names.index("write")).events(of.seat)) + 1
    assert begun.match.digest() == of.show(names.index("write"), []).match.digest()
    elsewhere = of.show(names.index("return"), ["return b4"])
    assert elsewhere.since == len(of.opening(names.index("return")).events(of.seat))
    assert elsewhere.match.digest() == of.show(names.index("return"), []).match.digest()


@every_task
def test_every_legal_try_is_answered_and_an_untaught_one_changes_nothing(of, index):
    opening = of.opening(index)
    right = {of.game.words.read(opening.state, of.seat, way)[0] for way in of.steps[index].teach}
    legal = opening.legal(of.seat)
    for move in random.Random(index).sample(legal, min(len(legal), 40)):
        attempt = of.attempt(index, [], str(move))
        if of.steps[index].free:
            assert attempt.verdict in ("taught", "under_way")
        elif int(move) not in right:
            assert attempt.verdict == "untaught", str(move)
            assert attempt.match.digest() == opening.digest()
            assert len(attempt.match.events(of.seat)) == attempt.since
    if not of.steps[index].free:
        assert len(legal) > 1 or len(right) == 1, "a step that accepts everything is free"
    assert of.opening(index).digest() == opening.digest(), "openings are fresh copies"


@every_task
def test_a_try_that_the_rules_refuse_is_refused_as_at_the_table(of, index):
    match = of.opening(index)
    legal = {int(move) for move in match.legal(of.seat)}
    refused = 0
    for code in random.Random(index).sample(range(of.game.move_codes), min(60, of.game.move_codes)):
        if code in legal:
            continue
        text = of.game.words.write(match.state, of.seat, code)
        try:
            match.copy().play(of.seat, text)
        except (IllegalMove, BadNotation) as at_the_table:
            with pytest.raises(type(at_the_table)) as here:
                of.attempt(index, [], text)
            assert str(here.value) == str(at_the_table)
            refused += 1
    with pytest.raises(BadNotation):
        of.attempt(index, [], "to the moon, quickly")
    assert refused or len(legal) == of.game.move_codes


@every_free_task
def test_free_steps_end_whatever_the_learner_does(of, index):
    for seed in range(20):
        chance, made = random.Random(seed), []
        match = of.opening(index)
        for _ in range(60):
            text = str(chance.choice(match.legal(of.seat)))
            attempt = of.attempt(index, made, text)
            if attempt.verdict == "taught":
                break
            made.append(text)
            match = attempt.match
        else:
            pytest.fail("no end")


@every_game
def test_a_step_with_several_answers_is_followed_by_a_fresh_table(name):
    of = lesson(name)
    for step, following in zip(of.steps, of.steps[1:], strict=False):
        if step.free or len(step.teach) > 1:
            assert following.table is not None, (step.name, "the next step could not know what was answered")


@every_game
def test_the_steps_of_a_lesson_have_names_of_their_own(name):
    names = [step.name for step in lesson(name).steps]
    assert len(names) == len(set(names))


@every_game
def test_a_lesson_takes_about_five_minutes(name):
    of = lesson(name)
    assert 7 <= len(of.steps) <= 16
    assert sum(bool(step.teach) for step in of.steps) >= 5, "one learns by doing"
    text = " ".join(f"{step.see} {step.do} {step.done}" for step in of.words("en").step.values())
    assert len(text.split()) < 1000, "200 words a minute"


def test_a_step_that_does_not_exist_or_asks_for_nothing_says_so():
    of = lesson("ice_lake")
    with pytest.raises(BadLesson, match="no step 99"):
        of.opening(99)
    with pytest.raises(BadLesson, match="no step -1"):
        of.opening(-1)
    with pytest.raises(BadLesson, match="asks for no move"):
        of.attempt(0, [], "GAD")
    with pytest.raises(BadLesson, match="not on the way"):
        of.attempt(1, ["DDD"], "A")


# The words --------------------------------------------------------------------------------------


@every_game
def test_a_lesson_cites_each_chapter_of_the_rulebook(name):
    of = lesson(name)
    cited = {paragraph for step in of.steps for paragraph in step.cites}
    assert cited <= set(rulebook(of.game.folder, "en").paragraphs)
    for title, paragraphs in chapters(name):
        assert cited & paragraphs, f"no step cites the chapter {title!r}"
    assert all(step.cites for step in of.steps)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_the_words_are_complete(name, language):
    of, words = lesson(name), lesson(name).words(language)
    assert list(words.step) == [step.name for step in of.steps]
    assert words.title
    assert words.welcome
    assert words.farewell
    for step in of.steps:
        said = words.step[step.name]
        assert said.title, step.name
        assert said.see, step.name
        for part in (said.do, said.hint, said.done):
            assert bool(part) == bool(step.teach), (step.name, "do, hint and done go with a move that is taught")


@pytest.mark.parametrize("language", LANGUAGES[1:])
@every_game
def test_the_languages_point_at_the_same_things(name, language):
    """Places, words of the game and paragraphs are the same in every language, however the sentences run."""
    folder = lesson(name).game.folder / "lessons"
    original, other = (
        {key: sorted(map("".join, MARKS.findall(text))) for key, text in raw(folder / f"{one}.toml")}
        for one in ("en", language)
    )
    assert original == other


@every_game
def test_persian_is_persian(name):
    """No English sentence was left standing, no Arabic letter stands for a Persian one, no Latin comma or digit."""
    for key, text in raw(lesson(name).game.folder / "lessons" / "fa.toml"):
        plain = re.sub(r"\[[^\]|]+\|?|\{[^}]+\}|[A-Z]{2}-\d+\.\d+", "", text)
        assert not LATIN_SENTENCE.search(plain), (key, text)
        assert not re.search("[يك٤٥٦?;,0-9]", plain), (key, text)


def raw(file):
    def flat(prefix, table):
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(f"{prefix}{key}.", value)
            else:
                yield prefix + key, value

    return flat("", tomllib.loads(file.read_text(encoding="utf-8")))
