"""What can be done in Ice Lake, what goes on, how it ends and why not: each declared once, its number derived."""

from banquise.games.ice_lake.board import NAMES
from banquise.kernel.hexes import DIRECTION_NAMES
from banquise.kernel.moves import Kinds, Numbered, Numbering, ReasonNumbering

# IL-2.2: the letters of a programme, in the French of the first edition
LETTERS = ("G", "A", "D")
LEFT, AHEAD, RIGHT = 0, 1, 2

_kind = Kinds()
LETTER = _kind(letter=LETTERS)
DONE = _kind()
FACE = _kind(direction=Numbered(DIRECTION_NAMES))
RETURN = _kind(cell=Numbered(NAMES))
MOVES = _kind.moves(vars())

MOVE_CODES = MOVES.count
KIND_OF = MOVES.kind_of
LETTER_OF = MOVES.part("letter")
DIRECTION_OF = MOVES.part("direction")
CELL_OF = MOVES.part("cell")

CRACKS_ONLY = 1  # the option of IL-3.6: a skater does not bar a facing

_phase = Numbering()
DRAWING = _phase()  # the first player is about to be drawn
PROGRAMMING = _phase()
MOVING = _phase()
TURNING = _phase()  # a forced stop: its owner chooses a facing
RETURNING = _phase()  # back into play: the owner chooses a hex
ARRIVING = _phase()  # and then a facing there
OVER = _phase()
PHASES = _phase.names(vars())

# How a skater goes out; 0: it has not
_way_out = Numbering(first=1)
OVER_THE_EDGE = _way_out()
UNMOVED = _way_out()
SURROUNDED = _way_out()
STUCK = _way_out()
WAYS_OUT = _way_out.names(vars())

_ending = Numbering(first=1)
LAST_SKATER = _ending()
NOBODY_LEFT = _ending()
ENDINGS = _ending.names(vars())

_reason = ReasonNumbering()
NO_SUCH_MOVE = _reason("IL-2.2")
NO_SUCH_SEAT = _reason("IL-1.3")
IS_OVER = _reason("IL-6.1")
NOT_DRAWN = _reason("IL-1.4")
IS_OUT = _reason("IL-4.5")
HAS_FINISHED = _reason("IL-7.2")
SKATERS_MOVE = _reason("IL-3.1")
OTHER_TURNS = _reason("IL-3.6")
OTHER_RETURNS = _reason("IL-5.3")
WRITE_NOW = _reason("IL-2.1")
FACE_NOW = _reason("IL-3.6")
HEX_NOW = _reason("IL-5.3")
NOTHING_WRITTEN = _reason("IL-2.1")
SHEET_FULL = _reason("IL-2.1")
NOT_USABLE = _reason("IL-7.5")
NO_PLACE = _reason("IL-5.3")
FACE_THERE = _reason("IL-5.3")
REASONS = _reason.reasons(vars())
