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
from banquise.kernel.speech import LANGUAGES, Message, say
from banquise.server import protocol as p
from banquise.server import render
from banquise.table import IllegalMove
from banquise.table.puzzle import BadPuzzle, Riddle, Try, of_the_day, puzzles, riddle

SENTENCES = 12  # of how it goes on, as many are told


class NoSuchPuzzle(ValueError):
    """There is no such game, language, day or puzzle."""


class NotOnTheWay(ValueError):
    """What is said to be made already cannot have been made."""


def book(name: str, language: str, day: str = "") -> p.PuzzleBook:
    """A game's puzzles in short, and which of them is the puzzle of a day (``2026-11-16``; without one, of today)."""
    game, _ = _game(name), _known(language)
    cards = [
        p.PuzzleCard(number, one.difficulty, one.rating, _themes(game, one.themes, language))
        for number, one in enumerate(puzzles(game))
    ]
    return p.PuzzleBook(game.name, of_the_day(game, _day(day)), cards)


def told(name: str, number: int, language: str) -> p.LessonInfo:
    """A puzzle in words: a lesson of one step."""
    of = _riddle(name, number)
    game, puzzle = of.game, of.puzzle
    colours = of.opening().colours
    seat = f"@colour.{colours[puzzle.seat]}"
    parts = [_say(game, language, "saves" if puzzle.saves else "wins", seat=seat)]
    if len(puzzle.line) > 1:
        parts.append(_say(game, language, "moves", count=len(puzzle.line)))
    if puzzle.themes:
        parts.append(_say(game, language, "about", themes=_listed(_themes(game, puzzle.themes, language), language)))
    title, do = _say(game, language, "title", number=number + 1), _say(game, language, "do")
    step = p.LessonStep(puzzle.name, title, " ".join(parts), do, [], True, list(colours))
    return p.LessonInfo(game.name, game.told("title", language), "", "", puzzle.seat, [step])


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
        return p.LessonAnswer("refused", str(error), None, None)
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
        return p.LessonAnswer("untaught", _worth(of, one, wish.language), None, None)
    is_solved = one.verdict == "solved"
    may_act = () if is_solved else one.match.to_act
    view = render.match_view(one.match, may_act, of.puzzle.seat, wish.language, one.since)
    said = _explained(of, wish.language) if is_solved else ""
    return p.LessonAnswer("taught" if is_solved else "under_way", said, None, view)


def _worth(of: Riddle, one: Try, language: str) -> str:
    best = of.puzzle.line[0].chance
    if one.chance is not None:
        return _say(of.game, language, "worse", percent=one.chance, best=best)
    return _say(of.game, language, "far", percent=one.at_most or 0, best=best)


def _explained(of: Riddle, language: str) -> str:
    """Why the line is right: what it and the next best move are worth, and how it goes on in the rules' own events."""
    first = of.puzzle.line[0]
    worth = {"best": first.chance, "next": max(first.others.values(), default=0)}
    why = _say(of.game, language, "sure" if of.puzzle.sure else "right", **worth)
    events = [say(message, language, of.game.folder) for message in of.explanation()[:SENTENCES]]
    return "\n\n".join([why, " ".join([_say(of.game, language, "then"), *events])])


def _say(game: Game, language: str, key: str, **params: str | int) -> str:
    return say(Message(f"puzzle.{key}", params), _known(language), game.folder)


def _themes(game: Game, keys: tuple[str, ...], language: str) -> list[str]:
    """Each once, as some events share a name."""
    return list(dict.fromkeys(say(Message(f"theme.{key}"), language, game.folder) for key in keys))


def _listed(words: list[str], language: str) -> str:
    return ("، " if language == "fa" else ", ").join(words)


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
