"""What a network is told of a position of Altitude, in the rules' own subset."""

from dataclasses import replace

from banquise.games.altitude.board import (
    BLOCKED,
    CABLE_CAR,
    COLUMNS,
    DAHU,
    NO_CARD,
    PLACES,
    VALUE,
)
from banquise.games.altitude.guide import ADVICE, FOURTH, advice, guide_move, promise, reopen, weigh
from banquise.games.altitude.guide import TUNING as GUIDE
from banquise.games.altitude.guide import evaluate as evaluate_by_hand
from banquise.games.altitude.mountain import base_cards, open_places, storeys
from banquise.games.altitude.moves import CLOSING, OVER
from banquise.games.altitude.rules import animals, total
from banquise.games.altitude.taste import MOVE_FACTS, class_of, prefer
from banquise.kernel.net import judge, note

__all__ = ["ADVICE", "MOVE_FACTS", "TUNING", "advice", "evaluate", "guide_move", "prefer", "reopen", "weigh"]

TUNING = replace(GUIDE, simulations_a_second=8400, horizon=16, smooth=0)

FLAG = 64
FACTS = 50  # of a seat
COMMON = 14
OPEN, HELD, DRAWN, STOREYS, LOWEST = 8, 18, 26, 33, 41  # where rows of facts begin
BY_PHASE = 5


def evaluate(s, out, room):
    """Each seat's chance, by the network. A lone seat has nobody to beat: how well it does is judged by hand."""
    if s.seats == 1:
        evaluate_by_hand(s, out, out)
        return
    describe(s, room, out)
    judge(s.seats, room, out)


def describe(s, net, out):
    """Put down all facts."""
    evaluate_by_hand(s, out, out)
    for seat in range(s.seats):
        row = net.facts[seat]
        for i in range(FACTS):
            row[i] = 0
        note(row, 0, out[seat] // 8)
        note(row, 1, 5 * total(s, seat))
        note(row, 2, 2 * promise(s, seat))
        note(row, 3, FLAG * (s.turn == seat))
        note(row, 4, 30 * ((seat - s.turn) % s.seats))
        note(row, 5, FLAG * s.finished[seat])
        describe_mountain(s, row, seat)
        describe_places(s, row, seat)
        describe_cards(s, row, seat)
    describe_all(s, net.common)


def describe_mountain(s, row, seat):
    """The storeys of a mountain: how many cards each has, and the lowest of them."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    note(row, 6, 12 * storeys(m))
    note(row, 7, 24 * animals(m))
    note(row, 49, 12 * base_cards(m))
    for place in range(PLACES):
        card = m[place]
        if card != NO_CARD and place < 8 * COLUMNS:
            storey = place // COLUMNS
            note(row, STOREYS + storey, row[STOREYS + storey] + 12)
            worth = 0
            if card < DAHU:
                worth = 4 * (26 - VALUE[card])
            elif card == CABLE_CAR:
                worth = 110
            note(row, LOWEST + storey, max(row[LOWEST + storey], worth))


def describe_places(s, row, seat):
    """Where a card could lie, by what it would have to beat; high up counts once more."""
    for i in range(open_places(s, seat)):
        to_beat = s.to_beat[seat][i]
        place = s.open[seat][i]
        which = min(to_beat // 5, 5)
        if place < COLUMNS:
            which = 6
        elif to_beat == BLOCKED:
            which = 7
        note(row, OPEN + which, row[OPEN + which] + 16)
        if place >= FOURTH and to_beat < 25:
            note(row, OPEN + 8, row[OPEN + 8] + 24)
            note(row, OPEN + 9, max(row[OPEN + 9], 4 * (26 - to_beat)))


def describe_cards(s, row, seat):
    """The hand and the card in the fingers, by what they are for."""
    for slot in range(4):
        if s.hand[seat][slot] != NO_CARD:
            which = HELD + class_of(s.hand[seat][slot])
            note(row, which, row[which] + 30)
            note(row, HELD + 7, row[HELD + 7] + 30)
    if s.drawn[seat] != NO_CARD:
        row[DRAWN + class_of(s.drawn[seat])] = FLAG


def describe_all(s, row):
    """What all have in common."""
    for i in range(COMMON):
        row[i] = 0
    note(row, 0, s.pile_size)
    note(row, 1, 8 * s.pile_size)
    note(row, 2, 40 * s.draws_left)
    note(row, 3, FLAG * (s.seats == 3))
    note(row, 4, FLAG * (s.seats == 4))
    row[BY_PHASE + s.phase] = FLAG
    note(row, BY_PHASE + OVER + 1, FLAG * s.double_rule)
