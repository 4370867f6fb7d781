"""Hints for people: a move that a level would make, and the reason in words where the game's guide knows one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from banquise.bots.levels import decide, judge_of, level_named
from banquise.bots.mind import World, guide_of, imagined
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, say, spelt
from banquise.table import Match

FOLDER = Path(__file__).parent
HASTE = 0.2  # whoever asks for advice waits a moment for it, and not for two seconds
JUDGES = ("bear", "yeti")  # who are named with what they see


@dataclass(frozen=True)
class Hint:
    """The move or moves to try, as they would be typed, the chance to win that the search sees, and why.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> hint(match, match.to_act[0], level="fox").said()
    'Try tilt bottom down. It brings up arrows that serve you.'
    """

    move: str
    codes: list[int]
    chance: float | None
    reason: Message | None
    folder: Path  # of the game, which says the reason
    level: str  # who was asked, as ``yeti@0.2``

    def said(self, language: str = "en") -> str:
        """The hint in words."""
        move = spelt(self.move, language, self.folder)
        message = Message("hint.try", {"move": move})
        if self.chance is not None:
            who = self.level.partition("@")[0]
            key = f"hint.try_chance_{who}" if who in JUDGES else "hint.try_chance"
            message = Message(key, {"move": move, "percent": round(100 * self.chance)})
        said = say(message, language, FOLDER)
        return f"{said} {say(self.reason, language, self.folder)}" if self.reason else said


def adviser(game: Game, seats: int) -> str:
    """Who is asked where nobody is named: the game's best, in haste.

    >>> from banquise.games import game
    >>> adviser(game("ice_cult"), 2), adviser(game("altitude"), 1)
    ('yeti@0.2', 'bear@0.2')
    """
    return f"{judge_of(game, seats)}@{HASTE}"


def hint(match: Match, seat: int, level: str = "", seed: int = 0) -> Hint:
    """What this level, else the game's best in haste, would do; it knows no more than the seat does.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=1)
    >>> found = hint(match, match.to_act[0], level="fox")
    >>> match.play(match.to_act[0], found.codes)
    """
    chosen = level_named(level or adviser(match.game, match.seats))
    thought = decide(match.game, match.state, match.seats, seat, chosen, seed)
    text = match.game.words.write_line(match.seen(seat), seat, thought.moves)
    chance = thought.chances[seat] if chosen.seconds and match.seats > 1 else None
    reason = why(match, seat, thought.moves[0], seed)
    return Hint(text, thought.moves, chance, reason, match.game.folder, chosen.name)


def why(match: Match, seat: int, move: int, seed: int = 0) -> Message | None:
    """The guide's reason for a move, if it has one. It looks at a world that the seat can believe.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> why(match, match.to_act[0], hint(match, match.to_act[0], level="fox").codes[0]).key
    'hint.tilt'
    """
    return _reason(match.game, imagined(match.game, match.state, seat, seed), seat, move)


def _reason(game: Game, world: State, seat: int, move: int) -> Message | None:
    guide = guide_of(game)
    key = guide.ADVICE.get(guide.advice(world, seat, move))
    return Message(f"hint.{key}") if key else None


def next_step(world: World, moves: Sequence[int], chance: float | None, level: str) -> Hint:
    """Of moves that a level would make one after another in a world, the first that can be made alone, as a hint.

    >>> from banquise import new
    >>> from banquise.bots.mind import believed
    >>> match = new("ice_lake", seats=2, seed=1)
    >>> seat = match.to_act[0]
    >>> world = believed(match.game, match.state, 2, seat, 1)
    >>> next_step(world, match.game.words.read(world.state, seat, "GAD"), 0.5, "bear@0.2").move
    'GAD'
    """
    game, seat = world.game, world.seat
    codes = _first_whole(world, moves)
    text = game.words.write_line(game.schema.seen(world.state, seat), seat, codes)
    return Hint(text, codes, chance, _reason(game, world.state, seat, codes[0]), game.folder, level)


def _first_whole(world: World, moves: Sequence[int]) -> list[int]:
    """The first move that can be made alone. What is only begun is ended where the search saw no further."""
    game, ahead = world.game, world.state.copy()
    for made, move in enumerate(moves, 1):
        if not game.is_begun([move]):
            return list(moves[:made])
        game.rules.play(ahead, world.seat, move)
    return [*moves, game.ending_of(ahead, world.seat)]
