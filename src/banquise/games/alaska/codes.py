"""The numbers that the rules and the words of Alaska share: moves, phases, cards, endings, reasons."""

from banquise.games.alaska.board import HEXES, PLACEMENTS, SPACES

# Moves. A piece is named by its lowest hex, a space likewise.
PLACE = 0  # PLACE + placement
MELT = PLACE + PLACEMENTS  # MELT + hex
BEAR = MELT + HEXES  # BEAR + space
GO = BEAR + SPACES  # GO + space
FLY = GO + SPACES  # FLY + space
LOAD = FLY + SPACES
UNLOAD = LOAD + 1
HIJACK = UNLOAD + 1  # HIJACK + colour
FOG = HIJACK + 4
NO_FOG = FOG + 1
TAKE = NO_FOG + 1
LEAVE = TAKE + 1
END = LEAVE + 1
MOVES = END + 1

# Phases
DRAWING = 0  # the first player is about to be drawn
ICE_CARD = 1  # an ice card is about to be drawn
LAYING = 2
MELTING = 3
EVENT_CARD = 4  # an event card is about to be drawn
MOVING_BEAR = 5
FINDING = 6  # a found container: take or leave
VOYAGE = 7
ANSWERING = 8  # a hijack: the colour's owner is asked for fog
OVER = 9

# Seasons
WINTER = 0
SPRING = 1

# Options
ROAD = 0  # AK-7.1: the match goes on while a way over ice leads from the island to the mainland
CONTAINERS_REACH = 1  # AK-8.14: while a container is in ice connection with land

# Event cards; the last three are kept, and counted in a hand from HIJACK_CARD on
BEAR_CARD, FOUND_CARD, FROSTBITE_CARD, HIJACK_CARD, HELICOPTER_CARD, FOG_CARD = 0, 1, 2, 3, 4, 5
KEPT = 3  # how many kinds of card are kept
HIJACK_HELD, HELICOPTER_HELD, FOG_HELD = 0, 1, 2

# AK-8.8: what the vehicle did last at this space
NOTHING_YET = 0
HAS_LOADED = 1
HAS_UNLOADED = 2  # a container of its own colour

# How a match ends
CUT_OFF = 1
STALLED = 2
NOTHING_LEFT = 3

# Reasons for refusal (their words and paragraphs are in words.py)
LEGAL = 0
NO_SUCH_SEAT = 1
NO_SUCH_MOVE = 2
IS_OVER = 3
CARD_FIRST = 4
OTHER_TURN = 5
OTHER_ANSWERS = 6
LAY_NOW = 7
MELT_NOW = 8
BEAR_NOW = 9
FOUND_NOW = 10
VOYAGE_NOW = 11
ANSWER_NOW = 12
OTHER_KIND_LAID = 13
OUT_OF_STOCK = 14
NOT_FREE = 15
NO_ICE_THERE = 16
OTHER_KIND_MELTS = 17
VEHICLE_ON_IT = 18
BEAR_ON_IT = 19
EMPTY_ONES_FIRST = 20
BEAR_NOT_THERE = 21
BEAR_ON_ICE_FIRST = 22
BEAR_MUST_MOVE = 23
NO_STEPS_LEFT = 24
HAS_FLOWN = 25
NOT_NEXT = 26
BEAR_IN_THE_WAY = 27
NO_ROOM = 28
NO_HELICOPTER = 29
FLIGHT_BETWEEN = 30
ALREADY_THERE = 31
IS_LOADED = 32
OTHERS_CAMP = 33
NOTHING_TO_LOAD = 34
UNDOES_UNLOADING = 35
NOTHING_CARRIED = 36
UNDOES_LOADING = 37
NO_HIJACK = 38
OWN_COLOUR = 39
NOT_FROM_ISLAND = 40
NOT_FROM_CAMP = 41
NONE_HERE = 42
NO_FOG_HELD = 43
MUST_LEAVE_BEAR = 44
MUST_LEAVE_ICE = 45
