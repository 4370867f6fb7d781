"""What can be done in Altitude, what goes on, how it ends and why not: each declared once, its number derived."""

from banquise.games.altitude.board import GIVEN_BACK, KINDS, PLACE_NAMES
from banquise.kernel.moves import Kinds, Numbered, Numbering, ReasonNumbering, Seats

SEATS = 4
_OWNER = Seats(SEATS)
_PLACE = Numbered(PLACE_NAMES)

_kind = Kinds()
KEEP = _kind({"one_back": 6, "two_back": 6}, choice=len(GIVEN_BACK))  # which two of the six go back
DISCARD = _kind()
DONE = _kind()
LAY = _kind(owner=_OWNER, place=_PLACE)  # on anybody's mountain
REPLACE = _kind({"owner": _OWNER}, place=_PLACE)
RESCUE = _kind({"owner": _OWNER}, place=_PLACE)  # with the Saint-Bernard in the fingers
HAND_RESCUE = _kind({"owner": _OWNER}, place=_PLACE)  # with one from the hand
HAND = _kind({"owner": _OWNER}, card=range(1, KINDS + 1), place=_PLACE)
MOVES = _kind.moves(vars())

MOVE_CODES = MOVES.count
KIND_OF = MOVES.kind_of
CHOICE_OF = MOVES.part("choice")
OWNER_OF = MOVES.part("owner")
CARD_OF = MOVES.part("card")
PLACE_OF = MOVES.part("place")

# Options
WITH_ANIMALS = 1  # AL-4.9: storeys and scoring animals together give the double turn
MOUNTAIN_ONLY = 1  # AL-4.7: only a mountain card is taken in for a rescue

_phase = Numbering()
DEALING = _phase()
KEEPING = _phase()
CHOOSING_FIRST = _phase()
DRAWING = _phase()
ACTING = _phase()
CLOSING = _phase()
OVER = _phase()
PHASES = _phase.names(vars())

_ending = Numbering(first=1)
SOLE_WIN = _ending()
SHARED_WIN = _ending()
SOLO = _ending()
ENDINGS = _ending.names(vars())

# AL-6.4: grades of a patience
_grade = Numbering()
VALLEY = _grade()
HIKER = _grade()
ALPINIST = _grade()
SUMMIT = _grade()
GRADES = _grade.names(vars())

_reason = ReasonNumbering()
NO_SUCH_MOVE = _reason("AL-4.1")
NO_SUCH_SEAT = _reason("AL-3.1")
IS_OVER = _reason("AL-6.1")
CARDS_COMING = _reason("AL-4.1")
KEEP_NOW = _reason("AL-7.1")
HAS_KEPT = _reason("AL-7.1")
TWIN_CARDS = _reason("AL-7.1")
HAS_HAND = _reason("AL-7.1")
NOT_YOUR_TURN = _reason("AL-3.1")
NOT_CLOSING = _reason("AL-6.1")
HAS_FINISHED = _reason("AL-7.6")
NOTHING_DRAWN = _reason("AL-6.1")
NO_SUCH_MOUNTAIN = _reason("AL-4.4")
NOT_BEGUN = _reason("AL-4.4")
TAKEN_PLACE = _reason("AL-2.1")
FIRST_PLACE = _reason("AL-2.1")
BASE_FULL = _reason("AL-2.1")
TOUCHES_NOTHING = _reason("AL-2.1")
NO_SUPPORT = _reason("AL-2.2")
TOO_LOW = _reason("AL-2.3")
ON_AVALANCHE = _reason("AL-5.2")
OWN_AVALANCHE = _reason("AL-5.2")
AVALANCHE_IN_BASE = _reason("AL-5.2")
AVALANCHE_TWICE = _reason("AL-5.2")
DOG_LAID = _reason("AL-1.2")
NOT_IN_HAND = _reason("AL-7.2")
DEAD_AVALANCHE = _reason("AL-4.8")
NO_CARD_THERE = _reason("AL-4.6")
COVERED = _reason("AL-2.4")
AVALANCHE_STAYS = _reason("AL-4.6")
CANNOT_REPLACE = _reason("AL-4.6")
NO_AVALANCHE = _reason("AL-4.7")
NO_DOG_DRAWN = _reason("AL-4.7")
NO_DOG_IN_HAND = _reason("AL-4.7")
NO_MOUNTAIN_DRAWN = _reason("AL-4.7")
REASONS = _reason.reasons(vars())
