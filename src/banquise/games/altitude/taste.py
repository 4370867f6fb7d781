"""What a network is told of a move of Altitude, in the rules' own subset."""

from banquise.games.altitude.board import (
    BLOCKED,
    CABLE_CAR,
    COLUMNS,
    DAHU,
    FIRST_ANIMAL,
    GIVEN_BACK,
    NO_CARD,
    VALUE,
)
from banquise.games.altitude.guide import FOURTH, weigh, worth_in_hand
from banquise.games.altitude.mountain import base_cards, storeys, value_to_beat
from banquise.games.altitude.moves import (
    CARD_OF,
    CHOICE_OF,
    CLOSING,
    DISCARD,
    DONE,
    HAND,
    HAND_RESCUE,
    KEEP,
    KIND_OF,
    LAY,
    OWNER_OF,
    PLACE_OF,
    REPLACE,
    RESCUE,
)
from banquise.games.altitude.rules import animals, total
from banquise.kernel.net import LOGARITHM, as_weights, liking, note

MOVE_FACTS = 40
KINDS = (KEEP, DISCARD, DONE, LAY, REPLACE, RESCUE, HAND_RESCUE, HAND)
FLAG = 64
OF_KIND, OF_CARD, OF_PLACE, OF_OWNER, OF_HAND = 1, 9, 16, 24, 30  # where rows of facts begin


def prefer(s, seat, moves, n, weights, net):
    """Each move by what the network likes."""
    weigh(s, seat, moves, n, weights)
    for other in range(s.seats):
        s.pool[other] = total(s, other)
    for i in range(n):
        describe_move(s, seat, moves[i], weights[i], net.move)
        weights[i] = liking(net)
    as_weights(n, weights)


def describe_move(s, seat, move, weight, row):
    """Put down the facts of a move; ``weight`` is the guide's, ``s.pool`` the points of each seat."""
    for i in range(MOVE_FACTS):
        row[i] = 0
    kind = KIND_OF[move]
    row[0] = LOGARITHM[min(weight, 255)]
    for i in range(len(KINDS)):
        row[OF_KIND + i] = FLAG * (kind == KINDS[i])
    note(row, 36, s.pile_size)
    note(row, 37, 40 * s.draws_left)
    note(row, 38, FLAG * (s.seats > 2))
    note(row, 39, FLAG * (s.phase == CLOSING))
    if kind == KEEP:
        one = s.dealt[seat][GIVEN_BACK[CHOICE_OF[move]][0]]
        two = s.dealt[seat][GIVEN_BACK[CHOICE_OF[move]][1]]
        note(row, OF_HAND, 8 * worth_in_hand(one))
        note(row, OF_HAND + 1, 8 * worth_in_hand(two))
        row[OF_CARD + class_of(one)] += 30
        row[OF_CARD + class_of(two)] += 30
        return
    note(row, OF_HAND, 8 * worth_in_hand(s.drawn[seat]))
    if kind == LAY:
        describe_building(s, seat, OWNER_OF[move], s.drawn[seat], PLACE_OF[move], row)
    elif kind == HAND:
        note(row, OF_HAND + 1, 8 * worth_in_hand(CARD_OF[move]))
        describe_building(s, seat, seat, CARD_OF[move], PLACE_OF[move], row)
    elif kind == REPLACE:
        here = s.mountain[seat][PLACE_OF[move]]
        note(row, OF_HAND + 2, 4 * (VALUE[here] - VALUE[s.drawn[seat]]))
        note(row, OF_HAND + 3, FLAG * (FIRST_ANIMAL <= here <= DAHU))
        note(row, OF_HAND + 4, FLAG * (here == CABLE_CAR))
        row[OF_CARD + class_of(s.drawn[seat])] = FLAG
        note(row, OF_PLACE, 12 * (PLACE_OF[move] // COLUMNS))
    elif kind == RESCUE or kind == HAND_RESCUE:
        note(row, OF_PLACE, 12 * (PLACE_OF[move] // COLUMNS))
        note(row, OF_HAND + 5, FLAG * (PLACE_OF[move] // COLUMNS == storeys(s.mountain[seat]) - 1))
    elif s.drawn[seat] != NO_CARD:
        row[OF_CARD + class_of(s.drawn[seat])] = FLAG


def describe_building(s, seat, owner, card, place, row):
    """A card onto somebody's mountain."""
    m = s.mountain[owner]
    if s.phase == CLOSING and owner == seat:
        m = s.built[owner]
    storey = place // COLUMNS
    height = storeys(m)
    row[OF_CARD + class_of(card)] = FLAG
    note(row, OF_PLACE, 12 * storey)
    note(row, OF_PLACE + 1, FLAG * (storey == 0))
    note(row, OF_PLACE + 2, FLAG * (storey == height))
    note(row, OF_PLACE + 3, FLAG * (place >= FOURTH))
    note(row, OF_PLACE + 4, 4 * min(VALUE[card], 30))
    if storey > 0:
        to_beat = value_to_beat(m, place)
        note(row, OF_PLACE + 5, 5 * (min(VALUE[card], 30) - min(to_beat, 30)))
        note(row, OF_PLACE + 6, FLAG * (to_beat == BLOCKED))
        note(row, OF_PLACE + 7, 4 * min(to_beat, 30))
    note(row, OF_OWNER, FLAG * (owner == seat))
    note(row, OF_OWNER + 1, 5 * (s.pool[owner] - s.pool[seat]))
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.pool[other])
    note(row, OF_OWNER + 2, FLAG * (owner != seat and s.pool[owner] == most))
    note(row, OF_OWNER + 3, 10 * height)
    note(row, OF_OWNER + 4, 10 * base_cards(m))
    note(row, OF_OWNER + 5, 24 * animals(m))


def class_of(card):
    """Low, middle and high numbers, animals, and the three cards without a number: cable cars, avalanches, dogs."""
    if card >= CABLE_CAR:
        return card - CABLE_CAR + 4
    if card >= FIRST_ANIMAL:
        return 3
    return min((VALUE[card] - 1) // 8, 2)
