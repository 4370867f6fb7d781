"""Whole matches between bots of any kind: a level's name, ``random``, a Python function, or a visitor's command."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from banquise.bots import levels
from banquise.bots.line_protocol import Visitor
from banquise.bots.mind import Thought
from banquise.table import Match, new
from banquise.table.match import Choice

RANDOM = "random"
VISITOR = "visitor:"
Player = Callable[[Match, int], Choice]
"""A bot in Python: it is given a match, not to be changed, and its seat, and answers a move. It sees everything."""
Bot = str | Player


def decide(match: Match, seat: int | None = None, level: str = "wolf", *, seed: int = 0) -> Thought:
    """What a level would do in a match: ``.moves``, one or several in a row, and its chances.

    Without a seat, for the only one that may act.

    >>> match = new("ice_cult", seats=2, seed=4)
    >>> match.play(match.to_act[0], decide(match, level="fox").moves)
    """
    if seat is None:
        seat = match._only_seat("decide")
    if not match.legal(seat):
        raise ValueError(f"seat {seat} may not act now; those that may: {list(match.to_act)}")
    return levels.decide(match.game, match.state, match.seats, seat, levels.level_named(level), seed)


def play(
    game: str,
    bots: Sequence[Bot],
    *,
    seed: int | None = None,
    options: dict[str, str] | None = None,
) -> Match:
    """Play a match between bots, one for each seat, to its end.

    A bot is a level ("fox"), "random", a function of a match and a seat that answers a move, or a program that speaks
    the line protocol ("visitor:python my_bot.py"). The same seed and bots that are repeatable give the same match.

    >>> play("ice_lake", ["fox", "random"], seed=1).is_over
    True
    """
    match = new(game, len(bots), seed=seed, options=options)
    number = random.Random(seed).randrange(1 << 30)
    with ExitStack() as leaving:
        players = [_player(bot, match, seat, number + seat, leaving) for seat, bot in enumerate(bots)]
        while not match.is_over:
            seat = match.to_act[0]
            match.play(seat, players[seat](match, seat))
    return match


def _player(bot: Bot, match: Match, seat: int, seed: int, leaving: ExitStack) -> Player:
    if callable(bot):
        return bot
    if bot == RANDOM:
        rng = random.Random(seed)
        return lambda match, seat: int(rng.choice(match.legal(seat)))
    if bot.startswith(VISITOR):
        visitor = Visitor(bot.removeprefix(VISITOR), match, seat)
        leaving.callback(visitor.close, match)
        return lambda match, seat: visitor.decide(match, seed)
    level = levels.level_named(bot)
    return lambda match, seat: levels.decide(match.game, match.state, match.seats, seat, level, seed).moves
