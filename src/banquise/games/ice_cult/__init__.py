"""Ice Cult (Joe Wetherell, Zoch, 2016): tilt the cubes of ice, and ride your five pieces out of the temple."""

from collections.abc import Sequence
from pathlib import Path

from banquise.games.ice_cult import drawing, guide, moves, rules, words
from banquise.games.ice_cult.board import SEAT_COLOUR, SLOTTINGS
from banquise.games.ice_cult.state import STATE
from banquise.kernel.game import COLOURS, Game, Option


def _colours(seats: int, options: Sequence[int]) -> tuple[str, ...]:
    """IC-5.1: the colours of the seats, clockwise."""
    return tuple(COLOURS[colour] for colour in SEAT_COLOUR[options[1]][seats][:seats])


GAME = Game(
    name="ice_cult",
    title="Ice Cult",
    year="2016",
    author="Joe Wetherell",
    publisher="Zoch",
    summary="Tilt the glassy cubes twice, obey the arrows on top, and ride your five pieces out along the ice paths.",
    reconstructed="Which symbol is on which face of the four cubes: no picture of all faces has come down to us.",
    minutes=30,
    prefix="IC",
    seats=(2, 3, 4),
    options=(
        Option("slots", ("random", "canonical"), "IC-1.5", "cubes slotted at random, or each in its own slot"),
        Option(
            "colours", ("balanced", "ordered"), "IC-5.1", "colours that favour no seat, or red, yellow, green, blue"
        ),
        Option(
            "arc",
            ("free", "strict"),
            "IC-5.4",
            "another arc may turn away what an arc has turned up, or only once that arrow is carried out",
        ),
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
    outcome_codes=SLOTTINGS,
    # Two draws; then at most 400 turns of two tilts, one act for each of the four symbols on top, and "done".
    longest=2 + rules.LAST_TURN * (2 + 4 + 1),
    quiet=("turn", "tops", "done"),
    folder=Path(__file__).parent,
    play_peer="backgammon",
    search_peer="backgammon",
    no_undo="IC-2.3",
    final=("tilt", "done"),
    colours=_colours,
)
