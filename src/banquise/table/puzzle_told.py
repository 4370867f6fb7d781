"""A puzzle in words, the same on every page and screen: what is asked, what a try is worth, why the line is right."""

from __future__ import annotations

from banquise.kernel.game import Game
from banquise.kernel.speech import Message, say
from banquise.table.puzzle import Riddle, Try


def title(of: Riddle, number: int, language: str) -> str:
    """Its name for people, who count from 1 on."""
    return _say(of.game, language, "title", number=number + 1)


def asked(of: Riddle, language: str) -> str:
    """Who one is, what is looked for, how long the line is and what it is about."""
    puzzle = of.puzzle
    seat = f"@colour.{of.opening().colours[puzzle.seat]}"
    parts = [_say(of.game, language, "saves" if puzzle.saves else "wins", seat=seat)]
    if len(puzzle.line) > 1:
        parts.append(_say(of.game, language, "moves", count=len(puzzle.line)))
    if puzzle.themes:
        parts.append(
            _say(of.game, language, "about", themes=listed(themes(of.game, puzzle.themes, language), language))
        )
    return " ".join(parts)


def to_do(of: Riddle, language: str) -> str:
    """What to do about it."""
    return _say(of.game, language, "do")


def worth(of: Riddle, one: Try, language: str) -> str:
    """What a wrong move is worth beside the right one."""
    best = of.puzzle.line[0].chance
    if one.chance is not None:
        return _say(of.game, language, "worse", percent=one.chance, best=best)
    return _say(of.game, language, "far", percent=one.at_most or 0, best=best)


def explained(of: Riddle, language: str) -> str:
    """Why the line is right: what it and the next best move are worth, and how it goes on in the rules' own events."""
    first = of.puzzle.line[0]
    chances = {"best": first.chance, "next": max(first.others.values(), default=0)}
    why = _say(of.game, language, "sure" if of.puzzle.sure else "right", **chances)
    events = [say(message, language, of.game.folder) for message in of.explanation()]
    return "\n\n".join([why, " ".join([_say(of.game, language, "then"), *events])])


def themes(game: Game, keys: tuple[str, ...], language: str) -> list[str]:
    """Each once, as some events share a name."""
    return list(dict.fromkeys(say(Message(f"theme.{key}"), language, game.folder) for key in keys))


def listed(words: list[str], language: str) -> str:
    """One after the other, with the comma of a language."""
    return ("، " if language == "fa" else ", ").join(words)


def _say(game: Game, language: str, key: str, **params: str | int) -> str:
    return say(Message(f"puzzle.{key}", params), language, game.folder)
