"""The numbers that the rules of Altitude speak in: moves, phases, endings, grades, reasons for refusal."""

from banquise.games.altitude.board import KINDS, PLACES

# Moves
KEEP = 0  # KEEP + which two of the six go back
DISCARD = 15
DONE = 16
LAY = 17  # LAY + PLACES * owner of the mountain + place
REPLACE = LAY + 4 * PLACES  # REPLACE + place
RESCUE = REPLACE + PLACES  # RESCUE + place, with the Saint-Bernard in the fingers
HAND_RESCUE = RESCUE + PLACES  # HAND_RESCUE + place, with one from the hand
HAND = HAND_RESCUE + PLACES  # HAND + PLACES * kind + place
MOVES = HAND + KINDS * PLACES

# Phases
DEALING = 0
KEEPING = 1
CHOOSING_FIRST = 2
DRAWING = 3
ACTING = 4
CLOSING = 5
OVER = 6

# How a match ends
SOLE_WIN = 1
SHARED_WIN = 2
SOLO = 3

# AL-6.4: grades of a patience
VALLEY, HIKER, ALPINIST, SUMMIT = 0, 1, 2, 3

# Reasons for refusal (their words and paragraphs are in words.py)
LEGAL = 0
NO_SUCH_MOVE = 1
NO_SUCH_SEAT = 2
IS_OVER = 3
CARDS_COMING = 4
KEEP_NOW = 5
HAS_KEPT = 6
TWIN_CARDS = 7
HAS_HAND = 8
NOT_YOUR_TURN = 9
NOT_CLOSING = 10
HAS_FINISHED = 11
NOTHING_DRAWN = 12
NO_SUCH_MOUNTAIN = 13
NOT_BEGUN = 14
TAKEN_PLACE = 15
FIRST_PLACE = 16
BASE_FULL = 17
TOUCHES_NOTHING = 18
NO_SUPPORT = 19
TOO_LOW = 20
ON_AVALANCHE = 21
OWN_AVALANCHE = 22
AVALANCHE_IN_BASE = 23
AVALANCHE_TWICE = 24
DOG_LAID = 25
NOT_IN_HAND = 26
DEAD_AVALANCHE = 27
NO_CARD_THERE = 28
COVERED = 29
AVALANCHE_STAYS = 30
CANNOT_REPLACE = 31
NO_AVALANCHE = 32
NO_DOG_DRAWN = 33
NO_DOG_IN_HAND = 34
