"""Lessons: a scripted match on the real rules, in which only what is being taught is accepted.

A game's lesson lies in its folder: ``lessons/script.toml`` says what happens, ``lessons/en.toml`` and the other
languages say it in words, and ``scenes.py`` sets up positions that no short opening reaches. docs/lessons.md tells how
to write one. The script knows no rule: every move in it, scripted or tried, goes through a ``Match``, and a try that
the rules refuse is refused here with the same reason. Nothing is kept between two tries; whoever asks says where they
are.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Literal

import msgspec

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES, UnknownLanguage, catalogue
from banquise.table import lines
from banquise.table.match import Match

_WORD_OF_THE_GAME = re.compile(r"\{([a-z_]+\.\w+)\}")


class BadLesson(ValueError):
    """A lesson that cannot be taught as it is written, or a question about a step that it does not have."""


# The script -------------------------------------------------------------------------------------


class FreshTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fresh table in the middle of a lesson: how many sit there, by which options, and in which position."""

    seats: int
    options: dict[str, str] = {}
    scene: str = ""  # a function of the game's scenes.py; none: the game's own start


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: something to look at, or one decision of the learner and what follows from it.

    ``before`` and ``then`` hold lines as records do (``yellow: GA``, ``chance: red``); ``teach`` holds moves of the
    learner's own, as they would type them.
    """

    name: str
    cites: tuple[str, ...]
    table: FreshTable | None = None  # None: goes on where the step before ended
    before: tuple[str, ...] = ()
    teach: tuple[str, ...] = ()  # any of these is right, the first is what "show me" makes; empty: a look around
    free: bool = False  # any legal move is right: as many as the first taught way has, or until others are to act
    then: tuple[str, ...] = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens in a lesson."""

    step: tuple[Step, ...]
    seat: int = 0  # the learner's


# The words --------------------------------------------------------------------------------------


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says: what there is to see, what to do, a hint for a legal try that is not taught, what happened."""

    title: str
    see: str
    do: str = ""
    hint: str = ""
    done: str = ""


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says."""

    title: str
    welcome: str
    farewell: str
    step: dict[str, StepWords]


def _filled(text: str, words: dict[str, str]) -> str:
    """``{letter.A}`` is the game's own word for it in the reader's language."""
    return _WORD_OF_THE_GAME.sub(lambda found: words[found[1]], text)


# Teaching ---------------------------------------------------------------------------------------

Verdict = Literal["taught", "under_way", "untaught"]


@dataclass(frozen=True)
class Attempt:
    """What became of a legal try: what was taught, a part of it, or something else (then nothing has changed).

    ``match`` is what the learner is looking at now; its events from number ``since`` on are new to them.
    """

    verdict: Verdict
    match: Match
    since: int


@dataclass(frozen=True, eq=False)
class Lesson:
    """The lesson of one game.

    >>> ice_lake = lesson("ice_lake")
    >>> writing = [step.name for step in ice_lake.steps].index("write")
    >>> ice_lake.attempt(writing, [], "DDD").verdict
    'untaught'
    >>> ice_lake.attempt(writing, [], ice_lake.steps[writing].teach[0]).verdict
    'taught'
    """

    game: Game
    seat: int
    steps: tuple[Step, ...]

    def step(self, index: int) -> Step:
        """A step by its number from 0 on."""
        if not 0 <= index < len(self.steps):
            raise BadLesson(f"the lesson of {self.game.title} has {len(self.steps)} steps from 0 on, no step {index}")
        return self.steps[index]

    def opening(self, index: int) -> Match:
        """The match as the learner finds it at a step: a fresh copy, to be played on."""
        self.step(index)
        return _opening(self, index).copy()

    def so_far(self, index: int, made: list[str]) -> Match:
        """The match after what the learner has done of a step already."""
        match = self.opening(index)
        for word in made:
            self._play(match, word)
        return match

    def attempt(self, index: int, made: list[str], text: str) -> Attempt:
        """Let the learner try something; ``made`` is what they have done of this step already.

        Raises BadNotation and IllegalMove as a match does, BadLesson if the step asks for nothing (any more).
        """
        step = self._taught(index)
        match = self.opening(index)
        ways = [self._codes(match, way) for way in step.teach]
        codes: tuple[int, ...] = ()
        for word in made:
            codes += self._play(match, word)
            if self._verdict(step, match, ways, codes) != "under_way":
                raise BadLesson(f"{word!r} is not on the way that step {step.name!r} teaches")
        since = len(match.events(self.seat))
        tried = match.copy()
        verdict = self._verdict(step, tried, ways, codes + self._play(tried, text))
        if verdict == "untaught":
            return Attempt(verdict, match, since)
        if verdict == "taught":
            _follow_script(tried, step.then)
        return Attempt(verdict, tried, since)

    def show(self, index: int, made: list[str]) -> Attempt:
        """Make the (rest of the) first taught move for the learner."""
        step = self._taught(index)
        match = self.opening(index)
        done: tuple[int, ...] = ()
        way = self._codes(match, step.teach[0])
        for word in made:
            done += self._play(match, word)
        if way[: len(done)] != done:  # on another taught way, or free: what was made cannot be unmade, so start anew
            match, done = self.opening(index), ()
        since = len(match.events(self.seat))
        match.play(self.seat, list(way[len(done) :]))
        _follow_script(match, step.then)
        return Attempt("taught", match, since)

    def preview(self, index: int, made: list[str], text: str) -> dict[str, Any]:
        """What a move would do, as far as the learner can know (``words.preview``); BadNotation if it means nothing."""
        step, match = self._taught(index), self.so_far(index, made)
        if self.seat not in match.to_act:
            raise BadLesson(f"there is nothing left to try out at step {step.name!r}")
        return dict(self.game.words.preview(match.seen(self.seat), self.seat, text))

    def words(self, language: str) -> LessonWords:
        """What the lesson says in a language."""
        return _words(self.game.name, language)

    def _taught(self, index: int) -> Step:
        step = self.step(index)
        if not step.teach:
            raise BadLesson(f"step {step.name!r} of the lesson of {self.game.title} asks for no move")
        return step

    def _codes(self, match: Match, text: str) -> tuple[int, ...]:
        return tuple(self.game.words.read(match.state, self.seat, text))

    def _play(self, match: Match, text: str) -> tuple[int, ...]:
        match.play(self.seat, text)
        return match.log[-1].codes

    def _verdict(self, step: Step, match: Match, ways: list[tuple[int, ...]], codes: tuple[int, ...]) -> Verdict:
        if step.free:
            return "under_way" if self.seat in match.to_act and len(codes) < len(ways[0]) else "taught"
        if codes in ways:
            return "taught"
        return "under_way" if any(way[: len(codes)] == codes for way in ways) else "untaught"


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game."""
    game = game_named(name)
    file = game.folder / "lessons" / "script.toml"
    if not file.exists():
        raise BadLesson(f"{game.title} has no lesson yet")
    script = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Script)
    if script.step[0].table is None:
        raise BadLesson(f"the lesson of {game.title} has no table: its first step must set one")
    return Lesson(game, script.seat, script.step)


@cache
def _words(name: str, language: str) -> LessonWords:
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    folder = game_named(name).folder
    text = (folder / "lessons" / f"{language}.toml").read_text(encoding="utf-8")
    return msgspec.convert(_filled_in(tomllib.loads(text), catalogue(folder, language)), LessonWords)


def _filled_in(table: dict[str, Any], words: dict[str, str]) -> dict[str, Any]:
    return {
        key: _filled_in(value, words) if isinstance(value, dict) else _filled(value.strip(), words)
        for key, value in table.items()
    }


@cache
def _opening(of: Lesson, index: int) -> Match:
    """The script played up to a step, from the last fresh table on."""
    step = of.steps[index]
    if step.table is not None:
        match = _fresh(of.game, step.table)
    else:
        before = of.steps[index - 1]
        match = _opening(of, index - 1).copy()
        if before.teach:
            match.play(of.seat, before.teach[0])
        _follow_script(match, before.then)
    _follow_script(match, step.before)
    return match


def _fresh(game: Game, table: FreshTable) -> Match:
    position = None
    if table.scene:
        scenes = import_module(f"{game.rules.__package__}.scenes")
        position = getattr(scenes, table.scene)()
    return Match(game, table.seats, table.options, position=position)


def _follow_script(match: Match, script: tuple[str, ...]) -> None:
    """Play what the script says the others and chance do."""
    for line in script:
        try:
            lines.play(match, line)
        except ValueError as error:
            raise BadLesson(f"{line!r} cannot be played in the lesson of {match.game.title}: {error}") from error
