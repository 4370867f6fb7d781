"""The cards and the places of a mountain, as tables.

A card is an int: 0 is no card, 1 to 43 are the kinds in the order of the table below (an outcome of chance is a kind:
the card less one). The pack is [B] of the normative reading: a reconstruction, kept as data, so that a complete deck
can replace it.

A place is a row and a column, ``row * COLUMNS + column``. A base grows at either end but never beyond ten cards, so
its columns are numbered round a circle of eleven: the first card lies in column 1, to the right follow 2, 3, ..., to
the left 11, 10, ... A place keeps its name for the whole match, nothing is ever shifted, and the circle never closes:
at least one column stays empty.
"""

# AL-1.1: (family, number, copies)
PACK = (
    *(("plain", number, 3) for number in range(1, 26)),
    *(("marmot", number, 1) for number in (8, 12, 16, 20)),
    *(("grouse", number, 1) for number in (10, 14, 18, 22)),
    *(("chamois", number, 1) for number in (15, 19, 23)),
    *(("ibex", number, 1) for number in (17, 21, 25)),
    ("dahu", 100, 1),
    ("cable_car", 0, 10),
    ("avalanche", 0, 8),
    ("saint_bernard", 0, 6),
)
KINDS = len(PACK)
CARDS = sum(copies for _, _, copies in PACK)
COPIES = tuple(copies for _, _, copies in PACK)  # by kind

NO_CARD = 0
FIRST_ANIMAL = 26
DAHU = 40
CABLE_CAR = 41
AVALANCHE = 42
SAINT_BERNARD = 43

# The tables below go by card, so they begin with one entry for "no card".
VALUE = (0, *(number for _, number, _ in PACK))
BLOCKED = 127  # more than any value: what lies on an avalanche would have to beat this
# AL-2.3, AL-5.1, AL-5.2: what a numbered card has to beat to lie on a card.
TO_BEAT = (*VALUE[:AVALANCHE], BLOCKED, BLOCKED)
# AL-2.3, AL-5.1: what a card beats: a number every lower one, a cable car everything, the others nothing.
STRENGTH = (*VALUE[:CABLE_CAR], BLOCKED + 1, 0, 0)

ROWS = 10
COLUMNS = 11  # one more than the longest base
LONGEST_BASE = 10
PLACES = ROWS * COLUMNS
EVERY_COLUMN = (1 << COLUMNS) - 1  # as bits
TOP_ROW = PLACES - COLUMNS  # the places from here on can never be covered
OPEN_PLACES = 10  # see open_places in mountain.py


def _at(row: int, column: int) -> int:
    return row * COLUMNS + column % COLUMNS


# Storey and column, both from 1.
PLACE_NAMES = tuple(f"{place // COLUMNS + 1}.{place % COLUMNS + 1}" for place in range(PLACES))

# AL-2.2: the two places that a place rests on (of the base: unused), and the two places that rest on it (of the top
# row: unused).
BELOW_LEFT = tuple(_at(max(p // COLUMNS - 1, 0), p % COLUMNS) for p in range(PLACES))
BELOW_RIGHT = tuple(_at(max(p // COLUMNS - 1, 0), p % COLUMNS + 1) for p in range(PLACES))
ABOVE_LEFT = tuple(_at(min(p // COLUMNS + 1, ROWS - 1), p % COLUMNS - 1) for p in range(PLACES))
ABOVE_RIGHT = tuple(_at(min(p // COLUMNS + 1, ROWS - 1), p % COLUMNS) for p in range(PLACES))

# AL-2.1: the neighbours in the base.
LEFT_OF = tuple(_at(p // COLUMNS, p % COLUMNS - 1) for p in range(PLACES))
RIGHT_OF = tuple(_at(p // COLUMNS, p % COLUMNS + 1) for p in range(PLACES))

# AL-7.1: the two of six cards that are given back, for each of the fifteen ways to keep four.
GIVEN_BACK = tuple((one, two) for one in range(6) for two in range(one + 1, 6))
