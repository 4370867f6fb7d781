"""Puzzles as clients are told them: in the shapes of lessons, as a puzzle is a step whose one task has one answer.

Whoever solves says what they have done; the answer is made of the same views and refusals as a table's, and says how
much a wrong move is worth. The client judges nothing, and nothing is kept.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from banquise.games import UnknownGame
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import LANGUAGES, Message
from banquise.server import protocol as p
from banquise.server import render
from banquise.table import IllegalMove, puzzle_told
from banquise.table.misread import misread, misread_said
from banquise.table.puzzle import BadPuzzle, Riddle, Try, of_the_day, puzzles, riddle


class NoSuchPuzzle(ValueError):
    """There is no such game, language, day or puzzle."""


class NotOnTheWay(ValueError):
    """What is said to be made already cannot have been made."""


def book(name: str, language: str, day: str = "") -> p.PuzzleBook:
    """A game's puzzles in short, and which of them is the puzzle of a day (``2026-11-16``; without one, of today)."""
    game, spoken = _game(name), _known(language)
    cards = [
        p.PuzzleCard(number, one.difficulty, one.rating, puzzle_told.themes(game, one.themes, spoken))
        for number, one in enumerate(puzzles(game))
    ]
    return p.PuzzleBook(game.name, of_the_day(game, _day(day)), cards)


def told(name: str, number: int, language: str) -> p.LessonInfo:
    """A puzzle in words: a lesson of one step."""
    of, spoken = _riddle(name, number), _known(language)
    title, see, do = puzzle_told.title(of, number, spoken), puzzle_told.asked(of, spoken), puzzle_told.to_do(of, spoken)
    step = p.LessonStep(of.puzzle.name, title, see, do, [], True, list(of.opening().colours))
    return p.LessonInfo(of.game.name, of.game.told("title", spoken), "", "", of.puzzle.seat, [step])


def found(name: str, number: int, language: str) -> p.View:
    """The match as the solver finds it."""
    of = _riddle(name, number)
    match = of.opening()
    return render.match_view(match, match.to_act, of.puzzle.seat, _known(language), len(match.events(of.puzzle.seat)))


def tried(name: str, number: int, wish: p.LessonTry) -> p.LessonAnswer:
    """A move is tried: what is right happens, a wrong one is told its worth, an illegal one the rules' reason."""
    of = _riddle(name, number)
    try:
        return _answer(of, of.attempt(wish.made, wish.move), wish)
    except IllegalMove as refused:
        said = render.spoken(Message(refused.reason.key), wish.language, of.game.folder)
        return p.LessonAnswer("refused", said.text, refused.reason.paragraph, None)
    except BadNotation as error:
        why = misread(error, of.so_far(wish.made), of.puzzle.seat)
        return p.LessonAnswer("refused", misread_said(why, _known(wish.language), of.game), None, None)
    except BadPuzzle as error:
        raise NotOnTheWay(str(error)) from None


def shown(name: str, number: int, wish: p.LessonTry) -> p.LessonAnswer:
    """The rest of the line is made."""
    of = _riddle(name, number)
    try:
        return _answer(of, of.show(wish.made), wish)
    except ValueError as error:  # BadPuzzle, or something in "made" that cannot have been made
        raise NotOnTheWay(str(error)) from None


def previewed(name: str, number: int, wish: p.LessonTry) -> dict[str, Any]:
    """What a move would do, as far as the solver can know. Nothing happens."""
    try:
        return _riddle(name, number).preview(wish.made, wish.move)
    except ValueError as error:
        raise NotOnTheWay(str(error)) from None


def _answer(of: Riddle, one: Try, wish: p.LessonTry) -> p.LessonAnswer:
    if one.verdict == "wrong":
        return p.LessonAnswer("untaught", puzzle_told.worth(of, one, _known(wish.language)), None, None)
    is_solved = one.verdict == "solved"
    may_act = () if is_solved else one.match.to_act
    view = render.match_view(one.match, may_act, of.puzzle.seat, wish.language, one.since)
    said = puzzle_told.explained(of, _known(wish.language)) if is_solved else ""
    return p.LessonAnswer("taught" if is_solved else "under_way", said, None, view)


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise NoSuchPuzzle(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text) if text else datetime.now(UTC).date()
    except ValueError:
        raise NoSuchPuzzle(f"no day {text[:20]!r}: write it as 2026-11-16") from None


def _game(name: str) -> Game:
    try:
        return game_named(name)
    except UnknownGame as error:
        raise NoSuchPuzzle(str(error)) from None


def _riddle(name: str, number: int) -> Riddle:
    _game(name)
    try:
        return riddle(name, number)
    except BadPuzzle as error:
        raise NoSuchPuzzle(str(error)) from None
