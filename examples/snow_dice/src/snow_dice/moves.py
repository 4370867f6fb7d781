"""What can be done in Snow Dice, what goes on, how it ends and why not: each declared once, its number derived."""

from banquise.kernel.moves import Kinds, Numbering, ReasonNumbering
from snow_dice.state import SEATS

FACES = 6

_kind = Kinds()
DOUBT = _kind()
CLAIM = _kind(total=range(1, FACES * SEATS + 1))
MOVES = _kind.moves(vars())

MOVE_CODES = MOVES.count
KIND_OF = MOVES.kind_of
TOTAL_OF = MOVES.part("total")

_phase = Numbering()
DRAWING = _phase()  # who begins is about to be drawn
ROLLING = _phase()
CLAIMING = _phase()
OVER = _phase()
PHASES = _phase.names(vars())

_ending = Numbering(first=1)
SNOWED_UNDER = _ending()
ENDINGS = _ending.names(vars())

_reason = ReasonNumbering()
NO_SUCH_SEAT = _reason("SD-1.1")
NO_SUCH_MOVE = _reason("SD-2.1")
IS_OVER = _reason("SD-3.1")
DICE_ROLL = _reason("SD-1.3")
NOT_YOUR_TURN = _reason("SD-2.1")
NOTHING_CLAIMED = _reason("SD-2.2")
TOO_LOW = _reason("SD-2.1")
TOO_HIGH = _reason("SD-2.2")
REASONS = _reason.reasons(vars())
