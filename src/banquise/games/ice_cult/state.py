"""The state of Ice Cult: every field, and who may see it. Nothing is hidden (IC-1.8)."""

from banquise.games.ice_cult.board import COLOURS, PATHS, PIECES, SLOTS, SPACES
from banquise.kernel.schema import PUBLIC, Schema, field

SEATS = 4

STATE = Schema(
    "ice_cult",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, about="how many seats play"),
        field("colour", "i1", SEATS, see=PUBLIC, about="the colour of each seat"),
        field("phase", "i1", see=PUBLIC, about="what is going on, see rules.py"),
        field("turn", "i2", see=PUBLIC, about="single players' turns begun"),
        field("player", "i1", see=PUBLIC, about="the seat whose turn it is"),
        # The cubes
        field("cube", "i1", SLOTS, see=PUBLIC, about="which cube is in each slot"),
        field("orientation", "i1", SLOTS, see=PUBLIC, about="how it lies there, see board.py"),
        # The turn
        field("tilted", "i1", see=PUBLIC, about="between the two tilts: 1 + the first of them"),
        field("executed", "i1", SLOTS, see=PUBLIC, about="1 once the arrow on top of a slot has been carried out"),
        field("circles", "i1", see=PUBLIC, about="circles on top not used yet"),
        field("arcs", "i1", see=PUBLIC, about="arcs on top not used yet"),
        # The pieces
        field("supply", "i1", COLOURS, see=PUBLIC, about="pieces of each colour not yet entered"),
        field("out", "i1", COLOURS, see=PUBLIC, about="pieces of each colour that have left a path into the goal"),
        field("on_path", "i1", PATHS, COLOURS, see=PUBLIC, about="pieces of each colour on each path"),
        field("height", "i1", PATHS, SPACES, see=PUBLIC, about="pieces in the stack on each space"),
        field("stack", "i1", PATHS, SPACES, PIECES, see=PUBLIC, about="1 + their colours, from the bottom up"),
        # The end
        field("won", "i1", see=PUBLIC, about="bit mask of the seats that won"),
        field("ended", "i1", see=PUBLIC, about="how the match ended, see rules.py"),
    ),
)
