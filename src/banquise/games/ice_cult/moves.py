"""What can be done in Ice Cult, what goes on, how it ends and why not: each declared once, its number derived."""

from banquise.games.ice_cult.board import (
    COLOURS,
    OWN_PIECES,
    PAIR_NAMES,
    PATHS,
    PIECES,
    SLOT_NAMES,
    SPACES,
    TILT_NAMES,
)
from banquise.kernel.moves import Kinds, Numbered, Numbering, Range, ReasonNumbering

ENTER = 0  # the choice of an arrow: a piece enters, or the first to fifth of the colour on the path goes on
CHOICES = 1 + OWN_PIECES
LEFT, RIGHT = 0, 1

IN_SUPPLY = -1  # the space of a piece that has not entered
_PIECE: dict[str, Range] = {
    "colour": COLOURS,
    "path": PATHS,
    "space": range(IN_SUPPLY, SPACES),
    "level": PIECES,
}

_kind = Kinds()
TILT = _kind({"pair": PAIR_NAMES, "direction": 4}, tilt=Numbered(TILT_NAMES))
ARROW = _kind(_PIECE, slot=Numbered(SLOT_NAMES), choice=CHOICES)
REPEAT = _kind(_PIECE, slot=Numbered(SLOT_NAMES), choice=CHOICES)
TURN = _kind(slot=Numbered(SLOT_NAMES), hand=("left", "right"))
DONE = _kind()
MOVES = _kind.moves(vars())

MOVE_CODES = MOVES.count
KIND_OF = MOVES.kind_of
TILT_OF = MOVES.part("tilt")
SLOT_OF = MOVES.part("slot")
CHOICE_OF = MOVES.part("choice")
HAND_OF = MOVES.part("hand")

STRICT = 1  # the option of IC-5.4: no further arc before the turned arrow is carried out

_phase = Numbering()
SLOTTING = _phase()  # the cubes are about to be slotted
DRAWING = _phase()  # the first player is about to be drawn
TILTING = _phase()  # action one
ACTING = _phase()  # action two
OVER = _phase()
PHASES = _phase.names(vars())

_ending = Numbering(first=1)
OWN_MOVE = _ending()
ANOTHERS_MOVE = _ending()
SHARED_MOVE = _ending()
SAFETY = _ending()
NOBODY_OUT = _ending()
ENDINGS = _ending.names(vars())

_reason = ReasonNumbering()
NO_SUCH_MOVE = _reason("IC-5.2")
NO_SUCH_SEAT = _reason("IC-5.1")
IS_OVER = _reason("IC-4.1")
NOT_BEGUN = _reason("IC-5.1")
OTHERS_TURN = _reason("IC-1.7")
TILT_BEFORE_PIECES = _reason("IC-2.3")
TILT_BEFORE_TURN = _reason("IC-3.5")
TILT_BEFORE_DONE = _reason("IC-2.2")
UNDOES_TILT = _reason("IC-2.2")
TILTED_TWICE = _reason("IC-2.1")
NO_ARROW = _reason("IC-3.1")
EXECUTED = _reason("IC-3.6")
NO_SUPPLY = _reason("IC-3.1")
NO_SUCH_PIECE = _reason("IC-3.1")
NO_CIRCLE = _reason("IC-3.4")
NOTHING_TO_REPEAT = _reason("IC-3.4")
NO_ARC = _reason("IC-3.5")
ARROW_OPEN = _reason("IC-3.7")
ARROW_FIRST = _reason("IC-5.4")
REASONS = _reason.reasons(vars())
