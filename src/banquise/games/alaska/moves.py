"""What can be done in Alaska, what goes on, how it ends and why not: each declared once, its number derived."""

from banquise.games.alaska.board import DIRECTION_NAMES, HEXES, NAMES, PIECE_NAMES, PLACEMENT_NAMES
from banquise.kernel.game import COLOURS
from banquise.kernel.moves import Kinds, Numbered, Numbering, ReasonNumbering

SEATS = 4
_SPACE = Numbered(NAMES)  # a piece is named by its lowest hex

_kind = Kinds()
PLACE = _kind(
    {"shape": PIECE_NAMES, "cell": HEXES, "direction": len(DIRECTION_NAMES)}, placement=Numbered(PLACEMENT_NAMES)
)
MELT = _kind(space=Numbered(NAMES[:HEXES]))
BEAR = _kind(space=_SPACE)
GO = _kind(space=_SPACE)
FLY = _kind(space=_SPACE)
LOAD = _kind()
UNLOAD = _kind()
HIJACK = _kind(colour=Numbered(COLOURS))
FOG = _kind()
NO_FOG = _kind()
TAKE = _kind()
LEAVE = _kind()
END = _kind()
MOVES = _kind.moves(vars())

MOVE_CODES = MOVES.count
KIND_OF = MOVES.kind_of
LAID_OF = MOVES.part("placement")  # PLACEMENT_OF (board.py) goes by hexes
SPACE_OF = MOVES.part("space")
COLOUR_OF = MOVES.part("colour")

_phase = Numbering()
DRAWING = _phase()  # the first player is about to be drawn
ICE_CARD = _phase()  # an ice card is about to be drawn
LAYING = _phase()
MELTING = _phase()
EVENT_CARD = _phase()  # an event card is about to be drawn
MOVING_BEAR = _phase()
FINDING = _phase()  # a found container: take or leave
VOYAGE = _phase()
ANSWERING = _phase()  # a hijack: the colour's owner is asked for fog
OVER = _phase()
PHASES = _phase.names(vars())

_season = Numbering()
WINTER = _season()
SPRING = _season()
SEASONS = _season.names(vars())

# AK-8.8: what the vehicle did last at this space
_handling = Numbering()
NOTHING_YET = _handling()
HAS_LOADED = _handling()
HAS_UNLOADED = _handling()  # a container of its own colour
HANDLINGS = _handling.names(vars())

# The option "end"
ROAD = 0  # AK-7.1: the match goes on while a way over ice leads from the island to the mainland
CONTAINERS_REACH = 1  # AK-8.14: while a container is in ice connection with land
# The other options
REMADE_AT_ONCE = 1  # AK-2.2: the packs, as soon as both are used up
OF_ITS_COLOUR = 1  # AK-5.3: a stolen container in a third player's camp
FIRST_HOME = 0  # AK-7.4: whoever brought the last container home first wins a tie

# Event cards; the last three are kept, and counted in a hand from HIJACK_CARD on
_card = Numbering()
BEAR_CARD = _card()
FOUND_CARD = _card()
FROSTBITE_CARD = _card()
HIJACK_CARD = _card()
HELICOPTER_CARD = _card()
FOG_CARD = _card()
EVENTS = _card.names(vars())
KEPT = 3  # how many kinds of card are kept
HIJACK_HELD, HELICOPTER_HELD, FOG_HELD = 0, 1, 2

_ending = Numbering(first=1)
CUT_OFF = _ending()
STALLED = _ending()
NOTHING_LEFT = _ending()
ENDINGS = _ending.names(vars())

_reason = ReasonNumbering()
NO_SUCH_SEAT = _reason("AK-8.1")
NO_SUCH_MOVE = _reason("AK-2.1")
IS_OVER = _reason("AK-7.4")
CARD_FIRST = _reason("AK-2.1")
OTHER_TURN = _reason("AK-1.6")
OTHER_ANSWERS = _reason("AK-5.6")
LAY_NOW = _reason("AK-3.1")
MELT_NOW = _reason("AK-3.4")
BEAR_NOW = _reason("AK-4.2")
FOUND_NOW = _reason("AK-8.6")
VOYAGE_NOW = _reason("AK-5.1")
ANSWER_NOW = _reason("AK-5.6")
OTHER_KIND_LAID = _reason("AK-3.1")
OUT_OF_STOCK = _reason("AK-3.1")
NOT_FREE = _reason("AK-3.1")
NO_ICE_THERE = _reason("AK-5.1")
OTHER_KIND_MELTS = _reason("AK-3.4")
VEHICLE_ON_IT = _reason("AK-3.5")
BEAR_ON_IT = _reason("AK-3.5")
EMPTY_ONES_FIRST = _reason("AK-3.5")
BEAR_NOT_THERE = _reason("AK-4.2")
BEAR_ON_ICE_FIRST = _reason("AK-8.15")
BEAR_MUST_MOVE = _reason("AK-8.15")
NO_STEPS_LEFT = _reason("AK-5.1")
HAS_FLOWN = _reason("AK-5.4")
NOT_NEXT = _reason("AK-5.1")
BEAR_IN_THE_WAY = _reason("AK-4.3")
NO_ROOM = _reason("AK-6.3")
NO_HELICOPTER = _reason("AK-5.4")
FLIGHT_BETWEEN = _reason("AK-5.4")
ALREADY_THERE = _reason("AK-8.10")
IS_LOADED = _reason("AK-5.2")
OTHERS_CAMP = _reason("AK-8.7")
NOTHING_TO_LOAD = _reason("AK-8.7")
UNDOES_UNLOADING = _reason("AK-8.8")
NOTHING_CARRIED = _reason("AK-5.2")
UNDOES_LOADING = _reason("AK-8.8")
NO_HIJACK = _reason("AK-5.5")
OWN_COLOUR = _reason("AK-5.5")
NOT_FROM_ISLAND = _reason("AK-5.5")
NOT_FROM_CAMP = _reason("AK-5.5")
NONE_HERE = _reason("AK-5.5")
NO_FOG_HELD = _reason("AK-8.11")
MUST_LEAVE_BEAR = _reason("AK-8.5")
MUST_LEAVE_ICE = _reason("AK-8.5")
REASONS = _reason.reasons(vars())
