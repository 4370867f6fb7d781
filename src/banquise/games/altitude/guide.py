"""How to play Altitude well: low cards at the bottom, small steps upward, animals high up, nothing wasted.

In the rules' own subset. What a card wastes is how much it is higher than what it rests on: that much is lost for the
storeys above it.
"""

from banquise.games.altitude.board import (
    AVALANCHE,
    CABLE_CAR,
    COLUMNS,
    DAHU,
    FIRST_ANIMAL,
    GIVEN_BACK,
    NO_CARD,
    SAINT_BERNARD,
    VALUE,
)
from banquise.games.altitude.mountain import base_cards, open_places, standing, storeys, value_to_beat
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
    OVER,
    OWNER_OF,
    PLACE_OF,
    REPLACE,
    RESCUE,
)
from banquise.games.altitude.rules import legal_moves, total
from banquise.kernel.chance import pick
from banquise.kernel.tuning import Tuning

TUNING = Tuning(
    simulations_a_second=4000,  # what the search was seen to do on one core; levels are told in seconds
    blind_simulations_a_second=6300,  # the same time without this guide: random rollouts to the end
    searches_a_turn=1.2,  # on average: a bear's seconds are for a turn
    horizon=300,  # decisions of a rollout: to the end
    width=24,  # moves looked at in one position
    explore=0.8,
    smooth=95,  # nearly all of it is how narrowly a rollout was won: cards to come make the winner a noisy sign
)

FOURTH = 3 * COLUMNS  # AL-6.2: animals count from the fourth storey on


def weigh(s, seat, moves, n, weights):
    """Each move by what it does for one's own mountain or against another's."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    height = storeys(m)
    for i in range(n):
        weight = weight_of(s, seat, moves[i], height)
        if weight < 1:
            weight = 1
        weights[i] = weight


def weight_of(s, seat, move, height):
    """One move."""
    kind = KIND_OF[move]
    if kind == KEEP:
        return 2 + weight_of_kept(s, seat, CHOICE_OF[move])
    if kind == DISCARD:
        return 4
    if kind == DONE:
        return 2
    if kind == LAY:
        if OWNER_OF[move] == seat:
            return 4 + weight_of_card(s, seat, s.drawn[seat], PLACE_OF[move], height)
        return weight_against(s, OWNER_OF[move], s.drawn[seat], PLACE_OF[move])
    if kind == REPLACE:
        return weight_of_replacing(s, seat, PLACE_OF[move])
    if kind == RESCUE:
        return 30
    if kind == HAND_RESCUE:
        return 10
    card = CARD_OF[move]
    weight = weight_of_card(s, seat, card, PLACE_OF[move], height)
    if s.phase == CLOSING:
        return 10 + weight
    return weight + 3 + worth_in_hand(s.drawn[seat]) - worth_in_hand(card)


def worth_in_hand(card):
    """A hand is for what helps later: cable cars, Saint-Bernards, animals; a dead avalanche is a burden (AL-4.8)."""
    if card == AVALANCHE:
        return 0
    if card == CABLE_CAR or card == SAINT_BERNARD:
        return 9
    if card == DAHU:
        return 8
    if card >= FIRST_ANIMAL:
        return 6
    if VALUE[card] <= 4:
        return 3
    return 1 + VALUE[card] // 6


def weight_of_kept(s, seat, choice):
    """AL-3.1: the two that go back should be worth little."""
    one = GIVEN_BACK[choice][0]
    two = GIVEN_BACK[choice][1]
    back = worth_in_hand(s.dealt[seat][one]) + worth_in_hand(s.dealt[seat][two])
    return (18 - back) * (18 - back) // 8


def weight_of_card(s, seat, card, place, height):
    """A card into one's own mountain."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    row = place // COLUMNS
    if card == CABLE_CAR:
        return 3 * row + value_to_beat(m, place) // 2
    if row == 0:
        cards = base_cards(m)
        if cards >= 9:
            return 1
        return 20 - cards - VALUE[card]
    waste = VALUE[card] - value_to_beat(m, place)
    if waste > 12:
        waste = 12
    weight = 20 - 2 * waste + row
    if row == height:
        weight += 8  # a new storey is a point
    if FIRST_ANIMAL <= card <= DAHU:
        if place >= FOURTH:
            return 26 + weight
        return weight - 8
    return weight


def weight_against(s, owner, card, place):
    """A card into another's mountain: avalanches, and high cards where they stop everything above."""
    m = s.mountain[owner]
    row = place // COLUMNS
    height = storeys(m)
    if card == AVALANCHE:
        weight = 14 + 2 * row
        if row == height:
            weight -= 4  # AL-7.3: it even makes a storey
        return weight
    if row == height or row == 0 or card == CABLE_CAR:
        return 1
    if FIRST_ANIMAL <= card <= DAHU and place >= FOURTH:
        return 1
    waste = VALUE[card] - value_to_beat(m, place)
    if waste > 30:
        waste = 30
    return waste - 2


def weight_of_replacing(s, seat, place):
    """A lower card instead of a higher one makes room above; an animal comes, or goes."""
    here = s.mountain[seat][place]
    card = s.drawn[seat]
    weight = VALUE[here] - VALUE[card]
    if card == CABLE_CAR:
        weight = VALUE[here] // 2
    if here == CABLE_CAR:
        weight = -8
    if place < COLUMNS:
        weight //= 2
    if place >= FOURTH:
        if FIRST_ANIMAL <= card <= DAHU:
            weight += 24
        if FIRST_ANIMAL <= here <= DAHU:
            weight -= 24
    return weight + 2


def guide_move(s, seat, rng, moves, weights):
    """Any move, the heavy ones by far the likeliest."""
    n = legal_moves(s, seat, moves)
    weigh(s, seat, moves, n, weights)
    for i in range(n):
        weights[i] *= weights[i]
    return moves[pick(rng, weights, n)]


def evaluate(s, out, room):
    """The points there are, and what the mountain promises while there are cards to come.

    A lone seat is measured against 30 points, beyond the best grade (AL-6.4).
    """
    if s.seats == 1:
        out[0] = 1000 * (total(s, 0) * 8 + promise(s, 0)) // 300
        if s.phase == OVER:
            out[0] = 1000 * total(s, 0) // 30
        return
    whole = 0
    for seat in range(s.seats):
        strength = 20 + 8 * total(s, seat) + promise(s, seat)
        strength = strength * strength
        out[seat] = strength * strength
        whole += out[seat]
    for seat in range(s.seats):
        out[seat] = 1000 * out[seat] // whole


def promise(s, seat):
    """Open places above the base, the more the less they ask for; and the width of the base."""
    m = s.built[seat] if s.phase == CLOSING else s.mountain[seat]
    promised = 0
    for i in range(open_places(s, seat)):
        if s.open[seat][i] >= COLUMNS and s.to_beat[seat][i] < 24:
            promised += (26 - s.to_beat[seat][i]) // 5
    cards = base_cards(m)
    if m[0] == NO_CARD or s.pile_size < 20:
        cards = 0
    return (promised + 2 * cards) * s.pile_size // 100


def reopen(s, seat):
    """What the others kept or build on in secret is imagined well enough as it is: it hardly bears on one's own."""


# Why a move is advised, by what ``advice`` answers, 0 if there is none; ``hint`` in messages/ holds the words.
ADVICE = {1: "base", 2: "step", 3: "animal", 4: "storey", 5: "against", 6: "keep", 7: "rescue", 8: "discard"}


def advice(s, seat, move):
    """Why this move: a number of ADVICE."""
    kind = KIND_OF[move]
    if kind == KEEP:
        return 6
    if kind == DISCARD:
        return 8
    if kind == LAY:
        if OWNER_OF[move] != seat:
            return 5
        return reason_to_build(s, seat, s.drawn[seat], PLACE_OF[move])
    if kind == RESCUE or kind == HAND_RESCUE:
        return 7
    if kind == HAND:
        return reason_to_build(s, seat, CARD_OF[move], PLACE_OF[move])
    return 0


def reason_to_build(s, seat, card, place):
    """Why this card at this place of one's own mountain."""
    if FIRST_ANIMAL <= card <= DAHU and place >= FOURTH:
        return 3
    if place < COLUMNS:
        return 1
    if place // COLUMNS == storeys(standing(s, seat)):
        return 4
    return 2
