"""The state of Ice Cult: every field, and who may see it. Nothing is hidden (IC-1.8)."""

from dataclasses import replace

from banquise.games.ice_cult.board import COLOURS, FACE_COLOUR, FACE_SIGN, PATHS, PIECES, SIGNS, SLOTS, SPACES, TILTS
from banquise.kernel.holds import COLOUR, FLAG, HOW_MANY, SEAT, Reading, number, one_of
from banquise.kernel.schema import PUBLIC, Schema, field

SEATS = 4
HIGH = 10  # pieces of a stack that an observer is shown: in thousands of random matches none was higher

STATE = Schema(
    "ice_cult",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, holds=HOW_MANY, about="how many seats play"),
        field("colour", "i1", SEATS, see=PUBLIC, holds=one_of(COLOURS), by_seat=0, about="the colour of each seat"),
        field("arc_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of IC-5.4"),
        field("phase", "i1", see=PUBLIC, holds=one_of(8), about="what is going on, see rules.py"),
        field("turn", "i2", see=PUBLIC, holds=number(100), about="single players' turns begun"),
        field("player", "i1", see=PUBLIC, holds=SEAT, about="the seat whose turn it is"),
        # The cubes
        field("cube", "i1", SLOTS, see=PUBLIC, holds=one_of(SLOTS), about="which cube is in each slot"),
        field("orientation", "i1", SLOTS, see=PUBLIC, holds=one_of(24), about="how it lies there, see board.py"),
        # The turn
        field(
            "tilted", "i1", see=PUBLIC, holds=one_of(TILTS + 1), about="between the two tilts: 1 + the first of them"
        ),
        field(
            "executed",
            "i1",
            SLOTS,
            see=PUBLIC,
            holds=FLAG,
            about="1 once the arrow on top of a slot has been carried out",
        ),
        field("circles", "i1", see=PUBLIC, holds=number(4), about="circles on top not used yet"),
        field("arcs", "i1", see=PUBLIC, holds=number(4), about="arcs on top not used yet"),
        field(
            "turned",
            "i1",
            see=PUBLIC,
            holds=one_of(SLOTS + 1),
            late=True,
            about="by that option: 1 + the slot whose arrow an arc has turned last",
        ),
        # The pieces
        field(
            "supply",
            "i1",
            COLOURS,
            see=PUBLIC,
            holds=number(5),
            by_colour=0,
            about="pieces of each colour not yet entered",
        ),
        field(
            "out",
            "i1",
            COLOURS,
            see=PUBLIC,
            holds=number(5),
            by_colour=0,
            about="pieces of each colour that have left a path into the goal",
        ),
        field(
            "on_path",
            "i1",
            PATHS,
            COLOURS,
            see=PUBLIC,
            holds=number(5),
            by_colour=1,
            about="pieces of each colour on each path",
        ),
        field("height", "i1", PATHS, SPACES, see=PUBLIC, holds=number(10), about="pieces in the stack on each space"),
        field(
            "stack",
            "i1",
            PATHS,
            SPACES,
            PIECES,
            see=PUBLIC,
            holds=replace(
                COLOUR,
                first=8,
                only=tuple(PIECES * space + level for space in range(PATHS * SPACES) for level in range(HIGH)),
            ),
            about="1 + their colours, from the bottom up",
        ),
        # The end
        field("won", "i1", see=PUBLIC, holds=number(15), about="bit mask of the seats that won"),
        field("ended", "i1", see=PUBLIC, holds=one_of(8), about="how the match ended, see rules.py"),
    ),
    readings=(
        Reading(
            "face_colour",
            ("cube", "orientation"),
            FACE_COLOUR,
            COLOUR,
            about="the colour of the arrow on each face of each slot's cube: N, E, S, W, top and bottom",
        ),
        Reading(
            "face_sign",
            ("cube", "orientation"),
            FACE_SIGN,
            one_of(SIGNS),
            about="where it points, N, E, S, W, up or down; or an arc, or a circle",
        ),
    ),
)
