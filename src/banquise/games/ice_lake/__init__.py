"""Ice Lake (Patrick Matthews, Live Oak Games, 2002): be the last skater on thin ice."""

from pathlib import Path

from banquise.games.ice_lake import drawing, guide, moves, rules, words
from banquise.games.ice_lake.board import LINES
from banquise.games.ice_lake.state import SEATS, STATE
from banquise.kernel.game import Game, Option, who_begins

GAME = Game(
    name="ice_lake",
    title="Ice Lake",
    year="2002",
    author="Patrick Matthews",
    publisher="Live Oak Games",
    summary="Programme your skater in secret, crack the ice behind you, and be the last one on the lake.",
    reconstructed="The size of the lake and the starting places: no picture of the board has come down to us.",
    minutes=20,
    prefix="IL",
    seats=(2, 3, 4),
    options=(
        Option("lake", ("large", "short"), "IL-1.1", "the lake of radius 6, or the short game on radius 5"),
        Option(
            "facing",
            ("free", "cracks_only"),
            "IL-3.6",
            "after a forced stop a skater in the way bars a facing, or only cracks and the shore do",
        ),
        who_begins("IL-1.4"),
    ),
    version=2,
    # A match of version 1 in which IL-5.3 moved a skater inside its own portion is refused at that move.
    earlier=((1, ()),),
    schema=STATE,
    rules=rules,
    words=words,
    drawing=drawing,
    guide=guide,
    moves=moves.MOVES,
    phases=moves.PHASES,
    endings=moves.ENDINGS,
    reasons=moves.REASONS,
    outcome_codes=SEATS,
    # Every round of the match but a last one has a step, and every step uses up a fresh line. In a round each seat may
    # write a full sheet and say done, and carry its letters out; stop and turn once; and come back with two choices.
    longest=1 + (LINES + 1) * SEATS * (2 * LINES + 4),
    beginnings=("letter",),
    quiet=("letter", "done", "step", "round"),
    folder=Path(__file__).parent,
    play_peer="quoridor",
    search_peer="quoridor",
)
