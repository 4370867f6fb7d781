"""Altitude (Les Jeux du Lac, about 2017): build the highest mountain out of cards, alone or against others."""

from pathlib import Path

from banquise.games.altitude import drawing, guide, moves, rules, words
from banquise.games.altitude.board import KINDS
from banquise.games.altitude.state import STATE
from banquise.kernel.game import Game, Option, who_begins

GAME = Game(
    name="altitude",
    title="Altitude",
    year="about 2017",
    author="not named",
    publisher="Les Jeux du Lac",
    summary="Draw, build your mountain card upon card, send avalanches into the others, and stand highest at the end.",
    reconstructed="How many cards there are of each kind: no complete deck has been seen. And the grades.",
    minutes=30,
    prefix="AL",
    seats=(1, 2, 3, 4),
    options=(
        Option(
            "double",
            ("storeys", "storeys+animals"),
            "AL-4.9",
            "five storeys give a double turn, or five storeys and scoring animals together",
        ),
        Option(
            "rescue", ("any", "mountain"), "AL-4.7", "a rescue from the hand takes in any card, or a mountain card only"
        ),
        who_begins("AL-3.1"),
    ),
    version=1,
    schema=STATE,
    rules=rules,
    words=words,
    drawing=drawing,
    guide=guide,
    moves=moves.MOVES,
    phases=moves.PHASES,
    endings=moves.ENDINGS,
    reasons=moves.REASONS,
    outcome_codes=KINDS,
    # With n seats: 6n cards dealt, n choices, the first seat drawn; then each of 114 - 4n cards is drawn and played; in
    # the closing build at most four cards and "done" a seat. That is 229 + 4n, and one less alone.
    longest=245,
    quiet=("draws_hidden", "done"),
    folder=Path(__file__).parent,
    play_peer="gin_rummy",
    search_peer="backgammon",
)
