"""A mountain: where cards may lie, what they must beat, what is covered (AL-2, AL-5).

In the rules' own subset, see rules.py. ``m`` is one mountain: its cards by place.
"""

from banquise.games.altitude.board import (
    ABOVE_LEFT,
    ABOVE_RIGHT,
    BELOW_LEFT,
    BELOW_RIGHT,
    BLOCKED,
    COLUMNS,
    EVERY_COLUMN,
    LEFT_OF,
    LONGEST_BASE,
    NO_CARD,
    PLACES,
    RIGHT_OF,
    ROWS,
    STRENGTH,
    TO_BEAT,
    TOP_ROW,
)
from banquise.games.altitude.moves import (
    BASE_FULL,
    CLOSING,
    FIRST_PLACE,
    NO_SUPPORT,
    ON_AVALANCHE,
    TAKEN_PLACE,
    TOO_LOW,
    TOUCHES_NOTHING,
)
from banquise.kernel.contract import LEGAL


def standing(s, seat):
    """A mountain as its owner sees it: in the closing build that is the secret one (AL-7.6).

    For bots and words. What runs on a GPU cannot return part of a state, so the rules say this where they need it.
    """
    if s.phase == CLOSING:
        return s.built[seat]
    return s.mountain[seat]


def is_begun(m):
    """AL-2.1: the first card lies in column 1, and a base never loses a card again."""
    return m[0] != NO_CARD


def base_cards(m):
    """How many cards the base has."""
    count = 0
    for column in range(COLUMNS):
        if m[column] != NO_CARD:
            count += 1
    return count


def storeys(m):
    """AL-2.5, AL-7.3: the number of rows; the base is the first storey, avalanches count."""
    row = 0
    while row < ROWS and cards_in_row(m, row * COLUMNS) != 0:
        row += 1
    return row


def is_covered(m, place):
    """AL-2.4, AL-7.3: covered now, even by half."""
    if place >= TOP_ROW:
        return False
    return m[ABOVE_LEFT[place]] != NO_CARD or m[ABOVE_RIGHT[place]] != NO_CARD


def value_to_beat(m, place):
    """AL-2.3: a numbered card must be higher than each of the two it rests on. In the base there is no test."""
    return (place >= COLUMNS) * max(TO_BEAT[m[BELOW_LEFT[place]]], TO_BEAT[m[BELOW_RIGHT[place]]])


def goes_on(card, to_beat):
    """AL-2.3 for numbered cards; AL-5.1: a cable car goes on everything. The other cards are never built with."""
    return STRENGTH[card] > to_beat


def buries(place, to_beat):
    """AL-5.2: an avalanche goes on any two cards, never in the base and never on an avalanche."""
    return place >= COLUMNS and to_beat != BLOCKED


def open_places(s, seat):
    """AL-2.1, AL-2.2: find the places where a card could lie, and what it would have to beat there.

    There are never more than ten: a row offers fewer places than the row below it has cards, and what lies there is
    no place any more; so the rows together offer at most one less than the base has cards, and the base two ends.
    """
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    row = cards_in_row(m, 0)
    ends = list_columns(open_ends(row), 0, s.open[seat], 0)
    for i in range(ends):
        s.to_beat[seat][i] = 0
    n = ends
    start = COLUMNS
    supported = row & to_left(row)
    while supported != 0 and start < PLACES:
        row = cards_in_row(m, start)
        n = list_columns(supported & ~row, start, s.open[seat], n)
        supported = row & to_left(row)
        start += COLUMNS
    for i in range(ends, n):
        s.to_beat[seat][i] = value_to_beat(m, s.open[seat][i])
    return n


def open_ends(base):
    """AL-2.1: the free ends of a base that has cards, but not ten; the first card of a mountain lies in column 1."""
    free = EVERY_COLUMN & ~base
    if base == 0:
        return 1
    if free & (free - 1) == 0:  # one column of eleven: the base is full
        return 0
    return free & (to_left(base) | to_right(base))


# A row as bits, one for each column: what is asked of all its places at once takes no time to speak of.


def cards_in_row(m, start):
    """The columns that hold a card, in the row that begins at this place."""
    bits = 0
    for column in range(COLUMNS):
        bits |= (m[start + column] != NO_CARD) << column
    return bits


def to_left(bits):
    """The left neighbours of these columns, round the circle. A card rests on its own column and the one after."""
    return (bits >> 1) | ((bits & 1) << (COLUMNS - 1))


def to_right(bits):
    """The right neighbours of these columns, round the circle."""
    return ((bits << 1) & EVERY_COLUMN) | (bits >> (COLUMNS - 1))


def list_columns(bits, start, out, n):
    """Add the places of these columns to a list that has n entries already; how many it has then.

    The next entry is written whether it counts or not, here and wherever moves are listed: a processor cannot foresee
    a mountain, and a wrong guess takes it longer than a needless entry.
    """
    for column in range(COLUMNS):
        out[n] = start + column
        n += (bits >> column) & 1
    return n


def why_not_open(m, place):
    """AL-2.1, AL-2.2: why no card could lie at this place, or 0."""
    if m[place] != NO_CARD:
        return TAKEN_PLACE
    if place >= COLUMNS:
        if m[BELOW_LEFT[place]] == NO_CARD or m[BELOW_RIGHT[place]] == NO_CARD:
            return NO_SUPPORT
        return LEGAL
    if not is_begun(m):
        if place != 0:
            return FIRST_PLACE
        return LEGAL
    if base_cards(m) == LONGEST_BASE:
        return BASE_FULL
    if m[LEFT_OF[place]] == NO_CARD and m[RIGHT_OF[place]] == NO_CARD:
        return TOUCHES_NOTHING
    return LEGAL


def why_not_fit(m, place, card):
    """AL-2.3, AL-5.1: why this card may not rest on what is below the place, or 0. The card is one to build with."""
    to_beat = value_to_beat(m, place)
    if goes_on(card, to_beat):
        return LEGAL
    if to_beat == BLOCKED:
        return ON_AVALANCHE
    return TOO_LOW


def why_not_build(m, place, card):
    """Why this card cannot be built with at this place, or 0."""
    reason = why_not_open(m, place)
    if reason != LEGAL:
        return reason
    return why_not_fit(m, place, card)
