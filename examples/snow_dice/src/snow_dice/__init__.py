"""Snow Dice: a small game of hidden dice, whole and simple, to copy from (docs/adding-a-game.md walks through it)."""

from pathlib import Path

from banquise.kernel.game import Game
from snow_dice import drawing, moves, rules, words
from snow_dice.state import SEATS, STATE

GAME = Game(
    name="snow_dice",
    title="Snow Dice",
    summary="Roll in secret, claim more than you see, and doubt the others before they doubt you.",
    minutes=5,
    prefix="SD",
    seats=(2, 3, 4),
    version=1,
    schema=STATE,
    rules=rules,
    words=words,
    drawing=drawing,
    moves=moves.MOVES,
    phases=moves.PHASES,
    endings=moves.ENDINGS,
    reasons=moves.REASONS,
    outcome_codes=moves.FACES,
    # Every round somebody takes a snowball; a round is a roll for each seat, each claim at most once, and a doubt.
    longest=1 + (SEATS * (rules.LAST_BALL - 1) + 1) * (SEATS + moves.MOVE_CODES),
    folder=Path(__file__).parent,
)
