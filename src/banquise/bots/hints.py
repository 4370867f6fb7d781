"""Hints for people: a move that a level would make, and the reason in words where the game's guide knows one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from banquise.bots.levels import decide, judge_of, level_named
from banquise.bots.mind import guide_of, imagined
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


def hint(match: Match, seat: int, level: str = "", seed: int = 0) -> Hint:
    """What this level, else the game's best in haste, would do; it knows no more than the seat does.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=1)
    >>> found = hint(match, match.to_act[0], level="fox")
    >>> match.play(match.to_act[0], found.codes)
    """
    chosen = level_named(level or f"{judge_of(match.game, match.seats)}@{HASTE}")
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
    guide = guide_of(match.game)
    key = guide.ADVICE.get(guide.advice(imagined(match.game, match.state, seat, seed), seat, move))
    return Message(f"hint.{key}") if key else None
