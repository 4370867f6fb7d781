"""The hand: how cards are held, and what can be done with them (AL-4.5, AL-4.7, AL-4.8, AL-6.1).

In the rules' own subset, see rules.py.
"""

from banquise.games.altitude.board import (
    AVALANCHE,
    COLUMNS,
    FIRST_ANIMAL,
    NO_CARD,
    PLACES,
    SAINT_BERNARD,
    TOP_ROW,
)
from banquise.games.altitude.mountain import (
    cards_in_row,
    goes_on,
    is_covered,
    list_columns,
    to_right,
    value_to_beat,
    why_not_build,
)
from banquise.games.altitude.moves import (
    CARD_OF,
    CLOSING,
    COVERED,
    DEAD_AVALANCHE,
    DOG_LAID,
    HAND,
    HAND_RESCUE,
    KIND_OF,
    MOUNTAIN_ONLY,
    NO_AVALANCHE,
    NO_DOG_IN_HAND,
    NO_MOUNTAIN_DRAWN,
    NOT_IN_HAND,
    PLACE_OF,
    REPLACE,
)
from banquise.kernel.contract import LEGAL


def insert(cards, size, card):
    """Put a card among others in rising order: how cards are held tells nothing. The last slot is free."""
    at = size - 1
    while at > 0 and (cards[at - 1] > card or cards[at - 1] == NO_CARD):
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card


def remove(cards, size, card):
    """Take a card from among others."""
    at = 0
    while cards[at] != card:
        at += 1
    while at < size - 1:
        cards[at] = cards[at + 1]
        at += 1
    cards[size - 1] = NO_CARD


def holds(s, seat, card):
    """Is this card in the hand?"""
    hand = s.hand[seat]
    return hand[0] == card or hand[1] == card or hand[2] == card or hand[3] == card


def moves_from_hand(s, seat, places, out, n):
    """AL-4.5, AL-4.7: build with a card from the hand on one of the seat's open places, or rescue with one.

    Cards of one kind are one move.
    """
    hand = s.hand[seat]
    if holds(s, seat, SAINT_BERNARD) and may_take_in(s, seat):
        n = moves_at_uncovered(s, seat, HAND_RESCUE, out, n)
    last = NO_CARD
    for slot in range(4):
        card = hand[slot]
        if card != last and NO_CARD < card < AVALANCHE:
            for i in range(places):
                out[n] = HAND + PLACES * (card - 1) + s.open[seat][i]
                n += goes_on(card, s.to_beat[seat][i])
        last = card
    return n


def may_take_in(s, seat):
    """AL-4.7: any drawn card, or by the option a mountain card; the closing build draws none (AL-6.1)."""
    return s.rescue_rule != MOUNTAIN_ONLY or s.phase == CLOSING or s.drawn[seat] < FIRST_ANIMAL


def moves_at_uncovered(s, seat, act, out, n):
    """AL-4.6, AL-4.7: the uncovered cards that the drawn one can replace, or the avalanches to rescue from."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    first = n
    start = 0
    row = cards_in_row(m, 0)
    while row != 0:
        above = 0
        if start < TOP_ROW:
            above = cards_in_row(m, start + COLUMNS)
        n = list_columns(row & ~(above | to_right(above)), start, out, n)
        row = above
        start += COLUMNS
    last = n
    n = first
    for i in range(first, last):
        place = out[i]
        out[n] = act + place
        n += gives_way(m, place, act, s.drawn[seat])
    return n


def gives_way(m, place, act, drawn):
    """AL-4.6: may this uncovered card be replaced with the drawn one? AL-4.7: or is it an avalanche to rescue from?"""
    if act == REPLACE:
        return (m[place] != AVALANCHE) & goes_on(drawn, value_to_beat(m, place))
    return m[place] == AVALANCHE


def why_not_from_hand(s, seat, move):
    """AL-4.5, AL-4.7, AL-4.8: a hand card builds in one's own mountain, or rescues there; an avalanche does neither."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    if KIND_OF[move] == HAND_RESCUE:
        if not holds(s, seat, SAINT_BERNARD):
            return NO_DOG_IN_HAND
        if not may_take_in(s, seat):
            return NO_MOUNTAIN_DRAWN
        return why_not_rescue(m, PLACE_OF[move])
    card = CARD_OF[move]
    if not holds(s, seat, card):
        return NOT_IN_HAND
    if card == SAINT_BERNARD:
        return DOG_LAID
    if card == AVALANCHE:
        return DEAD_AVALANCHE
    return why_not_build(m, PLACE_OF[move], card)


def why_not_rescue(m, place):
    """AL-4.7: only an uncovered avalanche in one's own mountain."""
    if m[place] != AVALANCHE:
        return NO_AVALANCHE
    if is_covered(m, place):
        return COVERED
    return LEGAL


def build_on(s, seat, move):
    """AL-6.1: a hand card into the secret mountain, or a Saint-Bernard against an avalanche of it."""
    if KIND_OF[move] == HAND_RESCUE:
        remove(s.hand[seat], 4, SAINT_BERNARD)
        s.built[seat][PLACE_OF[move]] = NO_CARD
        s.rescued[seat] += 1  # both cards are on the discard pile once all is shown
    else:
        remove(s.hand[seat], 4, CARD_OF[move])
        s.built[seat][PLACE_OF[move]] = CARD_OF[move]
