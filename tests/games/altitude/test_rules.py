"""Altitude, case by case: each test is named for the paragraph that it holds the rules to.

Mountains are written row by row from the base, cards as in the notation: ("5 8 2", "9 0", "13"); a dot is an empty
place. Every position holds all 114 cards: those that a test does not name lie in the pile, or in the discards.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from banquise.games.altitude import GAME, board, mountain, moves, rules, words
from banquise.games.altitude.board import AVALANCHE, CABLE_CAR, COPIES, DAHU, KINDS, SAINT_BERNARD
from banquise.games.altitude.hand import insert, remove
from banquise.games.altitude.state import STATE
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.lab.perft import perft

DOG, LAWINE = "saint-bernard", "avalanche"
USUAL_HANDS = ("13 13 14 14", "15 15 16 16", "18 18 19 19", "11 11 12 12")


def card(name):
    """The card of a name."""
    return words.CARD_NAMES.index(name)


def place(name):
    """The number of a place, 1.1 and so on."""
    row, column = name.split(".")
    return (int(row) - 1) * board.COLUMNS + int(column) - 1


def lay(m, rows, first_column=0):
    """Write the rows of a mountain into the state, from the base up."""
    for row, cards in enumerate(rows):
        for i, name in enumerate(cards.split()):
            if name != ".":
                m[row * board.COLUMNS + (first_column + i) % board.COLUMNS] = card(name)


def held_cards(s):
    """Every card of a state, wherever it lies; what is only remembered is no card."""
    cards = Counter(dict(enumerate(s.pile, 1))) + Counter(dict(enumerate(s.discards, 1)))
    for seat in range(s.seats):
        held = [
            *s.hand[seat],
            *s.shown[seat],
            s.drawn[seat],
            *(s.built if s.phase == moves.CLOSING else s.mountain)[seat],
        ]
        held += [AVALANCHE, SAINT_BERNARD] * s.rescued[seat]
        if s.phase in (moves.DEALING, moves.KEEPING):
            held += s.returned[seat] if s.has_kept[seat] else s.dealt[seat]
        cards.update(held)
    return {c: n for c, n in cards.items() if c and n}


def position(*mountains, hands=(), drawn="1", turn=0, pile=None, draws=1, closing=False):
    """A match in full swing. With ``pile`` only these cards are left to draw, and the others lie in the discards."""
    s = STATE.new()
    s.seats, s.turn, s.draws_left, s.phase = len(mountains), turn, draws, moves.ACTING
    for seat, rows in enumerate(mountains):
        lay(s.mountain[seat], rows)
        for name in (hands[seat] if seat < len(hands) else USUAL_HANDS[seat]).split():
            insert(s.hand[seat], 4, card(name))
        s.has_kept[seat] = 1
    if closing:
        s.phase, s.draws_left, pile = moves.CLOSING, 0, ""
        for seat in range(s.seats):
            s.built[seat] = list(s.mountain[seat])
    else:
        s.drawn[turn] = card(drawn)
    used = held_cards(s)
    left = [COPIES[kind] - used.get(kind + 1, 0) for kind in range(KINDS)]
    assert min(left) >= 0, "more cards than the pack has"
    if pile is None:
        s.pile = left
    else:
        for name in pile.split():
            s.pile[card(name) - 1] += 1
        s.discards = [a - b for a, b in zip(left, s.pile, strict=True)]
    s.pile_size = sum(s.pile)
    return s


def reason(s, text, seat=None):
    """Why the move of a text is refused (0: it is not), checked against the list of legal moves."""
    seat = s.turn if seat is None else seat
    (move,) = words.read(s, seat, text)
    why = rules.why_illegal(s, seat, move)
    assert (why == 0) == (move in legal(s, seat))
    return why


def legal(s, seat):
    """The legal moves of a seat."""
    out = [0] * GAME.buffer
    return out[: rules.legal_moves(s, seat, out)]


def texts(s, seat=None):
    """The legal moves of a seat as text."""
    seat = s.turn if seat is None else seat
    return [words.write(s, seat, move) for move in legal(s, seat)]


def play(s, text, seat=None):
    """Make the move of a text; cards are conserved."""
    seat = s.turn if seat is None else seat
    before = held_cards(s)
    for move in words.read(s, seat, text):
        assert rules.why_illegal(s, seat, move) == 0, (text, rules.why_illegal(s, seat, move))
        rules.play(s, seat, move)
    assert held_cards(s) == before
    return s


def draw(s, name):
    """Chance gives this card."""
    out = [0] * GAME.buffer
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == KINDS
    assert out[card(name) - 1] > 0, f"no {name} in the pile"
    rules.settle(s, card(name) - 1)
    return s


def deal(*hands):
    """A fresh match in which each seat is dealt these six cards."""
    s = STATE.new()
    rules.setup(s, len(hands), [0, 0, 0])
    for names in zip(*(hand.split() for hand in hands), strict=True):
        for name in names:
            draw(s, name)
    return s


def points(s):
    """The totals of all seats."""
    out = [0] * GAME.buffer
    rules.score(s, out)
    return out[: s.seats]


def finish(s):
    """Everybody says done."""
    for seat in range(s.seats):
        if rules.to_act(s) >> seat & 1:
            play(s, "done", seat)
    return s


# AL-1: cards ------------------------------------------------------------------------------------


def test_al_1_1_the_pack_has_114_cards_of_43_kinds():
    count = Counter()
    for family, _, copies in board.PACK:
        count[family] += copies
    assert (board.CARDS, KINDS) == (114, 43)
    assert count == {
        **{"plain": 75, "marmot": 4, "grouse": 4, "chamois": 3, "ibex": 3, "dahu": 1},
        **{"cable_car": 10, "avalanche": 8, "saint_bernard": 6},
    }
    assert all((f, n, 3) in board.PACK for f, n in zip(["plain"] * 25, range(1, 26), strict=True))
    assert board.VALUE[DAHU] == 100
    assert board.VALUE[CABLE_CAR] == 0
    numbers = {f: [n for g, n, _ in board.PACK if g == f] for f in ("marmot", "grouse", "chamois", "ibex")}
    assert list(numbers.values()) == [[8, 12, 16, 20], [10, 14, 18, 22], [15, 19, 23], [17, 21, 25]]


@pytest.mark.parametrize(("seats", "turns"), [(1, 110), (2, 106), (3, 102), (4, 98)])
def test_al_1_1_the_pile_sets_the_number_of_turns(seats, turns):
    s = deal(*["1 2 3 4 5 6", "1 2 3 4 5 6", "1 2 3 4 5 6", "7 8 9 10 11 12"][:seats])
    for seat in range(seats):
        rules.play(s, seat, moves.KEEP)
    if seats > 1:
        rules.settle(s, 0)
    assert s.pile_size == sum(s.pile) == turns
    drawn = 0
    while s.phase == moves.DRAWING:
        rules.settle(s, next(kind for kind in range(KINDS) if s.pile[kind]))
        rules.play(s, s.turn, moves.DISCARD)
        drawn += 1
    assert drawn == turns
    assert s.phase == moves.CLOSING


def test_al_1_2_animals_are_laid_like_other_cards_and_a_saint_bernard_never():
    s = position(("5 8",), ("1",), drawn="marmot-12")
    assert reason(s, "own 2.1") == 0
    assert reason(position(("5 12",), drawn="marmot-12"), "own 2.1") == moves.TOO_LOW
    s = position(("5 8",), ("1",), drawn=DOG)
    assert reason(s, "own 2.1") == reason(s, "own 1.3") == reason(s, "to 2: 1.2") == moves.DOG_LAID
    s = position(("5 8",), hands=[f"1 2 3 {DOG}"])
    assert rules.why_illegal(s, 0, moves.HAND + board.PLACES * (SAINT_BERNARD - 1) + place("2.1")) == moves.DOG_LAID


# AL-2: the mountain -----------------------------------------------------------------------------


def test_al_2_1_the_first_card_is_free_and_called_1_1():
    s = position((), drawn="17")
    assert reason(s, "own 1.1") == 0
    assert reason(s, "own 1.2") == moves.FIRST_PLACE
    assert reason(s, "own 2.1") == moves.NO_SUPPORT


def test_al_2_1_a_base_grows_at_either_end_in_any_order_of_values():
    s = position(("17",), drawn="3")
    assert [text for text in texts(s) if text.startswith("own")] == ["own 1.2", "own 1.11"]
    play(s, "own 1.11")
    draw(s, "9")
    assert reason(s, "own 1.10") == reason(s, "own 1.2") == 0
    assert reason(s, "own 1.9") == reason(s, "own 1.4") == moves.TOUCHES_NOTHING
    assert reason(s, "own 1.1") == moves.TAKEN_PLACE
    play(s, "own right")
    draw(s, "1")
    play(s, "own left")
    assert [s.mountain[0][place(p)] for p in ("1.10", "1.11", "1.1", "1.2")] == [1, 3, 17, 9]


def test_al_2_1_nine_cards_still_have_two_ends_and_ten_have_none():
    nine = ("1 2 3 4 5 6 7 8 9",)
    s = position(nine, drawn="10")
    assert reason(s, "own 1.10") == reason(s, "own 1.11") == 0
    for end in ("left", "right"):
        s = position(nine, drawn="10")
        play(s, f"own {end}")
        draw(s, "11")
        free = "1.10" if end == "left" else "1.11"
        assert reason(s, f"own {free}") == reason(s, "own left") == moves.BASE_FULL
        # The ends of a full base are no neighbours, although their columns go round a circle.
        assert [t for t in texts(s) if t.startswith("own")] == [
            f"own 2.{c}" for c in sorted(c for c in range(1, 12) if c not in ((10, 9) if end == "left" else (10, 11)))
        ]


def test_al_2_1_it_does_not_matter_who_laid_the_cards():
    s = position(("5",), ("8",), drawn="20")
    play(s, "to 2: 1.2")
    draw(s, "21")
    assert reason(s, "own 1.3") == reason(s, "own 2.1") == 0


def test_al_2_2_a_card_lies_astride_two_neighbours_of_the_row_below():
    s = position(("5 8 2",), drawn="9")
    assert [t for t in texts(s) if t.startswith("own")] == ["own 1.4", "own 1.11", "own 2.1", "own 2.2"]
    assert reason(s, "own 2.3") == reason(s, "own 2.11") == reason(s, "own 3.1") == moves.NO_SUPPORT
    play(s, "own 2.1")
    draw(s, "10")
    play(s, "own 2.2")
    draw(s, "11")
    assert reason(s, "own 3.1") == 0
    assert reason(s, "own 2.1") == moves.TAKEN_PLACE


def test_al_2_2_rows_go_on_over_the_first_card_when_the_base_grows_left():
    s = STATE.new()
    lay(s.mountain[0], ("5 8 2", "9 10"), first_column=9)  # the columns 10, 11 and 1
    assert mountain.why_not_open(s.mountain[0], place("3.10")) == 0
    assert mountain.why_not_open(s.mountain[0], place("3.11")) == moves.NO_SUPPORT


@pytest.mark.parametrize(("name", "why"), [("9", 0), ("8", moves.TOO_LOW), ("7", moves.TOO_LOW), ("14", 0), ("13", 0)])
def test_al_2_3_strictly_higher_than_each_support_but_not_than_their_sum(name, why):
    assert reason(position(("5 8",), drawn=name), "own 2.1") == why
    assert reason(position(("8 5",), drawn=name), "own 2.1") == why


def test_al_2_3_nothing_is_higher_than_the_dahu():
    s = position(("dahu 2",), drawn="25")
    assert reason(s, "own 2.1") == moves.TOO_LOW
    assert reason(position(("dahu 2",), drawn="0"), "own 2.1") == 0


def test_al_2_4_a_card_covered_by_half_can_no_longer_be_replaced():
    s = position(("5 8 2", "9"), drawn="20")
    assert reason(s, "replace 1.1") == reason(s, "replace 1.2") == moves.COVERED
    assert reason(s, "replace 1.3") == reason(s, "replace 2.1") == 0
    s = position(("5 8 2 1", "9 avalanche 4", ". 0"), drawn=DOG)
    assert reason(s, "rescue 2.2") == moves.COVERED


def test_al_2_5_height_is_the_number_of_storeys_and_avalanches_count():
    s = position((), ("5",), ("5 8", "9"), ("5 8 1", "9 10", LAWINE))
    assert [mountain.storeys(m) for m in s.mountain] == [0, 1, 2, 3]
    assert points(s) == [0, 1, 2, 3]


def test_al_2_5_ten_storeys_are_the_highest():
    s = position((), drawn="5", pile="", hands=["1 2 3 4"])
    lay(s.mountain[0], [" ".join(["0"] * (10 - row)) for row in range(10)])  # more cable cars than there are
    m = s.mountain[0]
    assert mountain.storeys(m) == 10
    assert not mountain.is_covered(m, place("10.1"))
    assert mountain.is_covered(m, place("9.2"))
    assert texts(s) == ["discard", "replace 10.1"]


# AL-3: set-up -----------------------------------------------------------------------------------


def test_al_3_1_six_cards_each_four_are_kept_two_go_back():
    s = deal("1 3 5 7 9 11", "2 4 6 8 10 12")
    assert rules.to_act(s) == 0b11
    assert s.pile_size == 102
    play(s, "keep 1 3 5 7", 0)
    assert rules.to_act(s) == 0b10
    assert (s.hand[0], s.returned[0], s.pile_size) == ([1, 3, 5, 7], [9, 11], 102)
    assert rules.why_illegal(s, 0, moves.KEEP) == moves.HAS_KEPT
    play(s, "keep 12 10 8 6", 1)
    assert (s.hand[1], s.returned[1], s.pile_size) == ([6, 8, 10, 12], [2, 4], 106)
    assert [s.pile[c - 1] for c in (1, 2, 3, 4, 9, 10)] == [2, 3, 2, 3, 3, 2]


def test_al_3_1_the_first_seat_is_drawn_at_random_then_clockwise():
    s = deal("1 3 5 7 9 11", "2 4 6 8 10 12", "1 2 3 4 5 6")
    for seat in (2, 0, 1):
        rules.play(s, seat, moves.KEEP)
    out = [0] * GAME.buffer
    assert rules.to_act(s) == CHANCE
    assert rules.who_sees(s, CHANCE, 1) == EVERYBODY
    assert out[: rules.odds(s, out)] == [1, 1, 1]
    assert rules.why_illegal(s, 0, moves.DISCARD) == moves.CARDS_COMING
    rules.settle(s, 1)
    turns = []
    for _ in range(4):
        turns.append(s.turn)
        draw(s, "20" if len(turns) < 4 else "21")
        play(s, "discard")
    assert turns == [1, 2, 0, 1]


# AL-4: the turn ---------------------------------------------------------------------------------


def test_al_4_1_one_card_is_drawn_then_one_act():
    s = position(("5 8",), ("1",), drawn="9")
    assert rules.why_illegal(s, 1, moves.DISCARD) == moves.NOT_YOUR_TURN
    assert rules.why_illegal(s, 0, moves.DONE) == moves.NOT_CLOSING
    assert rules.why_illegal(s, 0, moves.KEEP) == moves.HAS_HAND
    play(s, "own 2.1")
    assert (s.phase, s.turn) == (moves.DRAWING, 1)
    assert rules.why_illegal(s, 1, moves.DISCARD) == moves.CARDS_COMING
    assert rules.why_illegal(s, 0, moves.DISCARD) == moves.NOT_YOUR_TURN
    assert legal(s, 0) == legal(s, 1) == []


def test_al_4_1_strange_seats_and_moves_are_refused():
    s = position(("5 8",), ("1",), drawn="9")
    assert rules.why_illegal(s, 2, moves.DISCARD) == rules.why_illegal(s, -1, 0) == moves.NO_SUCH_SEAT
    assert rules.why_illegal(s, 0, -1) == rules.why_illegal(s, 0, moves.MOVE_CODES) == moves.NO_SUCH_MOVE
    assert legal(s, -1) == legal(s, 2) == legal(s, 99) == []


def test_al_4_2_the_drawn_card_goes_into_ones_own_mountain():
    s = play(position(("5 8",), drawn="9"), "own 2.1")
    assert s.mountain[0][place("2.1")] == 9
    assert s.drawn == [0, 0, 0, 0]


def test_al_4_3_discarding_is_always_possible():
    for name in ("1", "dahu", "0", LAWINE, DOG):
        s = position((), (), drawn=name)
        assert "discard" in texts(s)
        before = s.discards[card(name) - 1]
        play(s, "discard")
        assert s.discards[card(name) - 1] == before + 1


def test_al_4_4_into_another_mountain_once_it_has_a_card():
    s = position(("5 8",), (), ("7 6",), drawn="20")
    assert reason(s, "to 2: 1.1") == moves.NOT_BEGUN
    assert reason(s, "to 3: 2.1") == reason(s, "to green: 1.3") == 0
    assert reason(s, "to 3: 2.2") == moves.NO_SUPPORT
    play(s, "to 3: 2.1")
    assert s.mountain[2][place("2.1")] == 20
    assert points(s) == [1, 0, 2]
    s = position(("5 8",), ("7 6",), drawn="3")
    assert reason(s, "to 2: 2.1") == moves.TOO_LOW
    assert rules.why_illegal(s, 0, moves.LAY + 2 * board.PLACES) == moves.NO_SUCH_MOUNTAIN


def test_al_4_5_take_the_drawn_card_and_build_with_one_from_the_hand():
    s = position(("5 8",), drawn="3", hands=["4 12 17 20"])
    assert reason(s, "hand 4 at 2.1") == moves.TOO_LOW
    play(s, "hand 17 at 2.1")
    assert s.mountain[0][place("2.1")] == 17
    assert s.hand[0] == [3, 4, 12, 20]


def test_al_4_5_impossible_if_no_hand_card_fits():
    ten = ("9 9 9 10 10 10 11 11 11 12",)
    s = position(ten, drawn="3", hands=["1 2 4 5"])
    assert [t for t in texts(s) if t.startswith("hand")] == []
    assert reason(s, "hand 5 at 2.1") == moves.TOO_LOW


def test_al_4_6_an_uncovered_card_is_replaced_and_discarded():
    s = position(("5 8 2", "9"), drawn="20")
    before = s.discards[8]
    play(s, "replace 2.1")
    assert (s.mountain[0][place("2.1")], s.discards[8]) == (20, before + 1)


def test_al_4_6_the_newcomer_obeys_the_placing_rule():
    rows = ("5 8 2", "9")
    assert reason(position(rows, drawn="8"), "replace 2.1") == moves.TOO_LOW
    assert reason(position(rows, drawn="10"), "replace 2.1") == 0
    assert reason(position(rows, drawn="0"), "replace 2.1") == 0
    assert reason(position(rows, drawn="1"), "replace 1.3") == 0
    assert reason(position(rows, drawn="1"), "replace 1.4") == moves.NO_CARD_THERE


def test_al_4_6_avalanches_are_not_replaced_and_specials_do_not_replace():
    s = position(("5 8 2", f"9 {LAWINE}"), drawn="20")
    assert reason(s, "replace 2.2") == moves.AVALANCHE_STAYS
    for name in (LAWINE, DOG):
        s = position(("5 8 2", "9"), drawn=name)
        assert reason(s, "replace 2.1") == moves.CANNOT_REPLACE
    # Only in one's own mountain: no text even names another.
    s = position(("5",), ("5 8 2",), drawn="20")
    assert [t for t in texts(s) if t.startswith("replace")] == ["replace 1.1"]


def test_al_4_7_a_drawn_saint_bernard_rescues():
    s = position(("5 8 2", f"9 {LAWINE}"), drawn=DOG)
    before = s.discards[AVALANCHE - 1], s.discards[SAINT_BERNARD - 1]
    assert reason(s, "rescue 2.1") == moves.NO_AVALANCHE
    play(s, "rescue 2.2")
    assert s.mountain[0][place("2.2")] == 0
    assert (s.discards[AVALANCHE - 1], s.discards[SAINT_BERNARD - 1]) == (before[0] + 1, before[1] + 1)


def test_al_4_7_a_saint_bernard_from_the_hand_rescues_too():
    s = position(("5 8 2", f"9 {LAWINE}"), drawn="3", hands=[f"1 2 4 {DOG}"])
    assert rules.why_illegal(s, 0, moves.RESCUE + place("2.2")) == moves.NO_DOG_DRAWN
    assert reason(s, "hand rescue 2.1") == moves.NO_AVALANCHE
    play(s, "hand rescue 2.2")
    assert s.hand[0] == [1, 2, 3, 4]
    assert s.mountain[0][place("2.2")] == 0
    s = position(("5 8 2", f"9 {LAWINE}"), drawn="3", hands=["1 2 4 5"])
    assert reason(s, "hand rescue 2.2") == moves.NO_DOG_IN_HAND


def test_al_4_7_with_a_dog_drawn_and_one_in_hand_there_are_two_ways():
    s = position(("5 8 2", f"9 {LAWINE}"), drawn=DOG, hands=[f"1 2 4 {DOG}"])
    assert {"rescue 2.2", "hand rescue 2.2"} < set(texts(s))
    play(s, "hand rescue 2.2")
    assert s.hand[0] == [1, 2, 4, SAINT_BERNARD]


def test_al_4_7_only_avalanches_in_ones_own_mountain():
    s = position(("5 8",), ("5 8 2", f"9 {LAWINE}"), drawn=DOG)
    assert texts(s) == ["discard", *(t for t in texts(s) if t.startswith("hand"))]


def test_al_4_7_by_the_option_only_a_mountain_card_is_taken_in_for_a_rescue():
    rows = ("1 2 3", "avalanche")
    for drawn, why in (("17", 0), ("marmot-8", moves.NO_MOUNTAIN_DRAWN), ("0", moves.NO_MOUNTAIN_DRAWN)):
        s = position(rows, hands=["saint-bernard 20 21 22"], drawn=drawn)
        assert reason(s, "hand rescue 2.1") == 0
        s.rescue_rule = moves.MOUNTAIN_ONLY
        assert reason(s, "hand rescue 2.1") == why
        assert ("hand rescue 2.1" in texts(s)) == (why == 0)
    s = position(rows, hands=["saint-bernard 20 21 22"], closing=True)
    s.rescue_rule = moves.MOUNTAIN_ONLY
    assert reason(s, "hand rescue 2.1", 0) == 0  # AL-6.1: nothing is drawn any more


def test_al_4_9_by_the_option_scoring_animals_count_for_the_double_turn():
    rows = ("1 2 3 4", "5 6 7", "8 9", "marmot-12")
    s = position(("1",), rows, drawn="20")
    play(s, "discard")
    assert (s.turn, s.draws_left) == (1, 1)
    s = position(("1",), rows, drawn="20")
    s.double_rule = moves.WITH_ANIMALS
    play(s, "discard")
    assert (s.turn, s.draws_left) == (1, 2)


def test_al_3_1_the_table_may_name_the_seat_that_begins():
    s, out = STATE.new(), [0] * GAME.buffer
    rules.setup(s, 3, GAME.option_values({"first": "2"}, 3))
    s.phase = moves.CHOOSING_FIRST
    assert rules.odds(s, out) == 3
    assert out[:3] == [0, 1, 0]


def test_al_4_8_an_avalanche_in_hand_is_dead_weight():
    s = position(("5 8",), ("7 6",), drawn="9", hands=[f"1 2 {LAWINE} 4"])
    assert reason(s, "hand avalanche at 2.1") == moves.DEAD_AVALANCHE
    assert not any(LAWINE in text for text in texts(s))
    s = position(("5 8",), ("7 6",), drawn=LAWINE, hands=["9 2 3 4"])
    warned = words.warning(s, 0, words.read(s, 0, "hand 9 at 2.1")[0])
    assert warned.key == "warning.dead_avalanche"
    assert words.warning(s, 0, moves.DISCARD) is None
    play(s, "hand 9 at 2.1")
    assert AVALANCHE in s.hand[0]


def test_al_4_8_the_hand_always_has_four_cards_until_the_pile_is_empty():
    s = position(("5 8",), drawn="9", hands=["10 12 17 20"])
    held = []
    for text, name in (("hand 17 at 2.1", "3"), ("own 1.3", "21"), ("hand 10 at 2.2", "1"), ("discard", "2")):
        play(s, text)
        held.append(list(s.hand[0]))
        draw(s, name)
    assert held == [[9, 10, 12, 20], [9, 10, 12, 20], [9, 12, 20, 21], [9, 12, 20, 21]]


FIVE = ("1 1 1 2 2", "3 3 3 4", "5 5 6", "7 8", "9")
FOUR = FIVE[:4]


def test_al_4_9_five_storeys_at_the_start_of_the_turn_give_two_draws():
    s = position((), FIVE, drawn="20")
    play(s, "discard")
    assert (s.turn, s.draws_left) == (1, 2)
    draw(s, "21")
    play(s, "discard")
    assert (s.turn, s.draws_left, s.phase) == (1, 1, moves.DRAWING)
    draw(s, "22")
    play(s, "discard")
    assert (s.turn, s.draws_left) == (0, 1)


def test_al_4_9_the_second_draw_only_if_the_pile_has_a_card():
    s = position((), FIVE, drawn="20", pile="21")
    play(s, "discard")
    draw(s, "21")
    play(s, "discard")
    assert s.phase == moves.CLOSING
    assert s.draws_left == 0


def test_al_4_9_tested_anew_each_turn_gained_and_lost():
    s = position((), (*FOUR, LAWINE), drawn="20", hands=["22 22 23 23", "23 24 25 25"])
    play(s, "discard")
    assert s.draws_left == 2
    draw(s, DOG)
    play(s, "rescue 5.1")  # the fifth storey was an avalanche
    draw(s, "21")
    play(s, "discard")
    draw(s, "21")
    play(s, "discard")
    assert (s.turn, s.draws_left) == (1, 1)


# AL-5: special cards ----------------------------------------------------------------------------


def test_al_5_1_a_cable_car_lies_on_everything_and_in_the_base():
    for rows, where in (((), "1.1"), (("5",), "1.2"), (("24 25",), "2.1"), (("dahu 25",), "2.1"), (("0 0",), "2.1")):
        assert reason(position(rows, drawn="0"), f"own {where}") == 0
    s = position(("5 8 2", f"9 {LAWINE}"), drawn="0")
    assert reason(s, "own 3.1") == 0
    s = position(("5 8 2 1", f"9 {LAWINE} {LAWINE}"), drawn="0")
    assert reason(s, "own 3.2") == 0


def test_al_5_1_a_card_on_a_cable_car_beats_the_other_support_only():
    rows = ("5 8 2", "9 0")
    assert reason(position(rows, drawn="13"), "own 3.1") == 0
    assert reason(position(rows, drawn="9"), "own 3.1") == moves.TOO_LOW
    assert reason(position(("0 0",), drawn="1"), "own 2.1") == 0


def test_al_5_1_a_cable_car_on_an_avalanche_can_be_built_on():
    s = position(("5 8 2 3", f"9 {LAWINE} 10", "0 0"), drawn="1")
    assert reason(s, "own 4.1") == 0


def test_al_5_2_an_avalanche_only_in_another_mountain_on_two_cards():
    s = position(("5 8",), ("24 25",), drawn=LAWINE)
    assert reason(s, "own 2.1") == moves.OWN_AVALANCHE
    assert reason(s, "to 2: 1.3") == moves.AVALANCHE_IN_BASE
    assert reason(s, "to 2: 2.2") == moves.NO_SUPPORT
    assert reason(s, "to 2: 2.1") == 0
    play(s, "to 2: 2.1")
    assert s.mountain[1][place("2.1")] == AVALANCHE
    assert reason(position((), ("dahu 0",), drawn=LAWINE), "to 2: 2.1") == 0
    assert reason(position((), (), drawn=LAWINE), "to 2: 2.1") == moves.NOT_BEGUN


def test_al_5_2_never_on_an_avalanche_not_even_by_half():
    s = position((), ("5 8 2", f"9 {LAWINE}"), drawn=LAWINE)
    assert reason(s, "to 2: 3.1") == moves.AVALANCHE_TWICE
    s = position((), ("5 8 2 1", f"9 {LAWINE} 3", "0 0"), drawn=LAWINE)
    assert reason(s, "to 2: 4.1") == 0


def test_al_5_2_nothing_but_a_cable_car_on_an_avalanche():
    rows = ("5 8 2", f"9 {LAWINE}")
    for name in ("25", "dahu"):
        assert reason(position(rows, drawn=name), "own 3.1") == moves.ON_AVALANCHE
        assert reason(position((), rows, drawn=name), "to 2: 3.1") == moves.ON_AVALANCHE
    assert reason(position((), rows, drawn="0"), "to 2: 3.1") == 0


def test_al_5_2_an_avalanche_on_the_summit_adds_a_storey_and_the_client_warns():
    s = position((), ("5 8 2", "9 3"), drawn=LAWINE)
    (on_top,) = words.read(s, 0, "to 2: 3.1")
    assert words.warning(s, 0, on_top).key == "warning.adds_storey"
    assert words.warning(position((), ("5 8 2", "9"), drawn=LAWINE), 0, words.read(s, 0, "to 2: 2.2")[0]) is None
    assert words.warning(position((), ("5 8 2", "9 3"), drawn="20"), 0, on_top) is None
    play(s, "to 2: 3.1")
    assert points(s) == [0, 3]


# AL-6: the end ----------------------------------------------------------------------------------


def test_al_6_1_the_last_card_is_played_out_then_all_build_on():
    s = position(("5 8 2", "9"), ("7 6",), drawn="20", pile="21", hands=["3 10 24 25", "8 1 2 3"])
    play(s, "discard")
    draw(s, "21")
    play(s, "to 1: 2.2")
    assert rules.to_act(s) == 0b11
    play(s, "hand 25 at 3.1", 0)
    assert s.mountain[0][place("3.1")] == 0  # nobody sees it yet
    play(s, "hand 8 at 2.1", 1)
    finish(s)
    assert rules.to_act(s) == NOBODY
    assert s.mountain[0][place("3.1")] == 25
    assert points(s) == [3, 2]


def test_al_6_1_closing_moves_come_from_the_hand_and_replace_nothing():
    s = position(("5 8 2", "9"), ("7 6",), closing=True, hands=["3 10 24 25", "8 1 2 3"])
    for text in ("own 2.2", "replace 2.1", "to 2: 2.1", "discard"):
        assert reason(s, text, 0) == moves.NOTHING_DRAWN
    assert rules.why_illegal(s, 0, moves.RESCUE) == moves.NOTHING_DRAWN
    assert reason(s, "hand 8 at 2.2", 0) == moves.NOT_IN_HAND
    assert rules.why_illegal(s, 0, moves.KEEP) == moves.HAS_HAND


def test_al_6_1_a_saint_bernard_may_rescue_in_the_closing_build():
    s = position(("5 8 2", f"9 {LAWINE}"), ("7",), closing=True, hands=[f"3 10 24 {DOG}", "8 1 2 3"])
    before = list(s.discards)
    play(s, "rescue 2.2", 0)
    assert s.discards == before  # nobody sees it yet
    play(s, "hand 10 at 2.2", 0)
    play(s, "hand 24 at 3.1", 0)
    finish(s)
    assert points(s) == [3, 1]
    gone = [a - b for a, b in zip(s.discards, before, strict=True)]
    assert gone[AVALANCHE - 1] == gone[SAINT_BERNARD - 1] == sum(gone) - 1 == 1


def test_al_6_2_a_score_by_its_parts():
    high = ("1 1 1 2 2", "3 3 3 4", "5 5 marmot-8", "7 ibex-17", "dahu")
    s = position(high, ("7",), closing=True, hands=[f"{DOG} {DOG}", "10 11 12 13"])
    assert points(s) == [7, 1]  # what everybody can see: five storeys, the ibex and the dahu
    finish(s)
    assert points(s) == [10, 1]
    told = words.breakdown(s, 0).params
    assert told == {"seat": "@colour.red", "total": 10, "storeys": 5, "animals": 2, "dogs": 2, "bonus": 1}


@pytest.mark.parametrize(
    ("row", "count"), [(2, 0), (3, 1), (4, 1), (9, 1)], ids=["storey 3", "storey 4", "storey 5", "storey 10"]
)
def test_al_6_2_animals_count_from_the_fourth_storey(row, count):
    m = [0] * board.PLACES
    m[row * board.COLUMNS] = card("marmot-8")
    assert rules.animals(m) == count
    m[row * board.COLUMNS] = card("8")
    assert rules.animals(m) == 0
    m[row * board.COLUMNS] = SAINT_BERNARD
    assert rules.animals(m) == 0


def test_al_6_2_a_covered_animal_counts_as_well():
    m = [0] * board.PLACES
    lay(m, (".", ".", ".", "marmot-8 1", "9"))
    assert mountain.is_covered(m, place("4.1"))
    assert rules.animals(m) == 1


@pytest.mark.parametrize(
    ("hand", "extra"),
    [
        ("", 1),
        (DOG, 2),
        (f"{DOG} {DOG} {DOG} {DOG}", 5),
        (f"{DOG} 1", 1),
        ("1", 0),
        (LAWINE, 0),
        (f"{LAWINE} {DOG}", 1),
    ],
)
def test_al_6_2_saint_bernards_and_the_bonus_for_the_hand(hand, extra):
    s = position(("25",), ("7",), closing=True, hands=[hand, "1 2 3 4"])
    finish(s)
    assert points(s) == [1 + extra, 1]


def test_al_6_3_the_highest_total_wins():
    s = position(("5 8", "9"), ("7",), closing=True, hands=["1", "1"])
    assert (rules.winners(s), rules.ending(s)) == (0, 0)
    finish(s)
    assert (rules.winners(s), rules.ending(s)) == (0b01, moves.SOLE_WIN)
    assert rules.why_illegal(s, 0, moves.DISCARD) == moves.IS_OVER
    assert legal(s, 0) == []


def test_al_6_3_a_tie_is_shared():
    s = position(("5 8", "9"), ("7",), ("5 8", "9"), closing=True, hands=["1", "1", "1"])
    finish(s)
    assert (rules.winners(s), rules.ending(s)) == (0b101, moves.SHARED_WIN)


def test_al_6_4_alone_an_avalanche_finds_no_mountain():
    s = position(("5 8",), drawn=LAWINE, hands=["3 3 4 9"])
    assert texts(s)[0] == "discard"
    assert all(text.startswith("hand") for text in texts(s)[1:])
    play(s, "hand 9 at 2.1")
    assert s.hand[0] == [3, 3, 4, AVALANCHE]


def test_al_6_4_alone_there_is_no_first_seat_to_draw():
    s = deal("1 3 5 7 9 11")
    play(s, "keep 1 3 5 7", 0)
    assert (s.phase, s.turn, s.pile_size) == (moves.DRAWING, 0, 110)


@pytest.mark.parametrize(
    ("total", "grade"),
    [(0, "valley"), (14, "valley"), (15, "hiker"), (19, "hiker"), (20, "alpinist"), (23, "alpinist"), (24, "summit")],
)
def test_al_6_4_grades(total, grade):
    assert moves.GRADES[rules.grade(total)] == grade


def test_al_6_4_a_patience_ends_with_its_grade():
    s = finish(position(("5 8", "9"), closing=True, hands=[f"{DOG}"]))
    assert (rules.ending(s), rules.winners(s), points(s)) == (moves.SOLO, 1, [4])


def test_al_6_5_hands_the_drawn_card_and_returned_cards_are_hidden():
    s = position(("5 8",), ("7",), drawn="9")
    other, own, nobody = (STATE.view(s, viewer) for viewer in (1, 0, None))
    assert own["drawn"] == 9
    assert own["hand"] == s.hand[0]
    assert (other["drawn"], other["hand"]) == (0, s.hand[1])
    assert {"hand", "drawn", "returned", "dealt", "built", "rescued"}.isdisjoint(nobody)
    for view in (own, other, nobody):
        assert "pile" not in view
        assert (view["mountain"], view["discards"], view["pile_size"]) == (s.mountain, s.discards, s.pile_size)


def test_al_6_5_only_the_drawer_sees_the_card():
    s = deal("1 3 5 7 9 11", "2 4 6 8 10 12")
    assert rules.who_sees(s, 1, moves.KEEP) == 0b10
    fresh = STATE.new()
    rules.setup(fresh, 2, [0, 0, 0])
    assert rules.who_sees(fresh, CHANCE, 0) == 0b01
    rules.settle(fresh, 0)
    assert rules.who_sees(fresh, CHANCE, 0) == 0b10
    s = play(position((), (), drawn="9"), "discard")
    assert rules.who_sees(s, CHANCE, 3) == 0b10


# AL-7: fine print -------------------------------------------------------------------------------


def test_al_7_1_returned_cards_join_the_pile_only_when_the_last_seat_has_chosen():
    s = deal("1 3 5 7 9 dahu", "2 4 6 8 10 12")
    play(s, "keep 1 3 5 7", 0)
    assert s.pile[DAHU - 1] == 0
    assert rules.why_illegal(s, 1, moves.DISCARD) == moves.KEEP_NOW
    play(s, "keep 2 4 6 8", 1)
    assert s.pile[DAHU - 1] == 1
    assert s.phase == moves.CHOOSING_FIRST


def test_al_7_1_any_four_may_be_kept():
    s = deal("1 3 5 7 9 11")
    assert len(legal(s, 0)) == 15
    kept = {tuple(words.kept_cards(s, 0, move)) for move in legal(s, 0)}
    assert kept == set(itertools.combinations((1, 3, 5, 7, 9, 11), 4))


@pytest.mark.parametrize(
    "six", ["1 1 1 2 2 2", "1 1 2 2 3 3", "0 0 0 0 0 0", "1 1 2 3 4 5", "1 2 2 2 3 4", "avalanche 0 0 0 dahu 1"]
)
def test_al_7_1_cards_of_one_kind_give_one_choice(six):
    s = deal(six)
    kept = [tuple(words.kept_cards(s, 0, move)) for move in legal(s, 0)]
    assert sorted(kept) == sorted(set(itertools.combinations(s.dealt[0], 4)))
    for move in set(range(15)) - set(legal(s, 0)):
        assert rules.why_illegal(s, 0, move) == moves.TWIN_CARDS


def test_al_7_1_nobody_acts_while_cards_are_dealt():
    s = STATE.new()
    rules.setup(s, 2, [0, 0, 0])
    assert rules.to_act(s) == CHANCE
    assert rules.why_illegal(s, 0, moves.KEEP) == moves.CARDS_COMING
    assert legal(s, 0) == []


def test_al_7_2_the_drawn_card_itself_does_not_pass_through_the_hand():
    s = position(("5 8",), drawn="17", hands=["1 2 3 4"])
    assert reason(s, "hand 17 at 2.1") == moves.NOT_IN_HAND
    s = position(("5 8",), drawn="17", hands=["1 2 3 17"])
    play(s, "hand 17 at 2.1")
    assert s.hand[0] == [1, 2, 3, 17]


@pytest.mark.parametrize("name", ["1", "dahu", "0", LAWINE, DOG])
def test_al_7_2_any_drawn_card_may_be_taken_into_the_hand(name):
    s = play(position(("5 8",), drawn=name, hands=["1 2 3 17"]), "hand 17 at 2.1")
    assert card(name) in s.hand[0]


def test_al_7_2_cards_of_one_kind_in_hand_are_one_move():
    s = position(("5 8",), drawn="1", hands=["17 17 17 18"])
    assert [t for t in texts(s) if t.endswith("at 2.1")] == ["hand 17 at 2.1", "hand 18 at 2.1"]


def test_al_7_3_a_rescue_uncovers_the_two_cards_below():
    s = position(("5 8 2", LAWINE), drawn=DOG)
    assert mountain.is_covered(s.mountain[0], place("1.1"))
    play(s, "rescue 2.1")
    draw(s, "20")
    assert reason(s, "replace 1.1") == reason(s, "replace 1.2") == 0
    assert mountain.storeys(s.mountain[0]) == 1


def test_al_7_3_an_empty_mountain_has_height_0():
    assert points(position((), ())) == [0, 0]


def test_al_7_4_a_card_may_be_replaced_by_its_own_kind_or_if_an_opponent_laid_it():
    assert reason(position(("5 8", "9"), drawn="9"), "replace 2.1") == 0
    s = play(position((), ("5 8",), drawn="9"), "to 2: 2.1")
    draw(s, "12")
    assert reason(s, "replace 2.1") == 0


def test_al_7_4_a_cable_car_on_an_avalanche_is_replaced_by_a_cable_car_only():
    rows = ("5 8 2", f"9 {LAWINE}", "0")
    assert reason(position(rows, drawn="25"), "replace 3.1") == moves.ON_AVALANCHE
    assert reason(position(rows, drawn="0"), "replace 3.1") == 0


def test_al_7_4_no_value_test_in_the_base():
    for name in ("1", "0", "dahu"):
        assert reason(position(("5 25",), drawn=name), "replace 1.2") == 0


def test_al_7_5_reaching_five_storeys_in_the_first_play_gives_no_second():
    s = position(FOUR, (), drawn="20")
    play(s, "own 5.1")
    assert s.turn == 1
    draw(s, "21")
    play(s, "discard")
    assert (s.turn, s.draws_left) == (0, 2)  # but the next turn is a double one


def test_al_7_5_falling_below_five_does_not_take_the_second_away():
    s = position((*FOUR, LAWINE), (), drawn=DOG, draws=2)
    play(s, "rescue 5.1")
    assert mountain.storeys(s.mountain[0]) == 4
    assert (s.turn, s.draws_left, s.phase) == (0, 1, moves.DRAWING)
    assert rules.to_act(s) == CHANCE  # compulsory
    draw(s, "20")
    play(s, "own 5.1")
    assert s.turn == 1  # never more than two draws


def test_al_7_5_alone_the_double_turn_changes_nothing():
    s = position(FIVE, drawn="20")
    for _ in range(3):
        play(s, "discard")
        assert (s.turn, s.phase) == (0, moves.DRAWING)
        draw(s, "21")


def test_al_7_6_the_closing_build_is_secret_until_everybody_is_done():
    s = position(("5 8",), ("7 6",), closing=True, hands=[f"9 1 2 {DOG}", "10 1 2 3"])
    before = [STATE.view(s, viewer) for viewer in (1, None)]
    assert rules.who_sees(s, 0, words.read(s, 0, "hand 9 at 2.1")[0]) == 0b01
    play(s, "hand 9 at 2.1", 0)
    assert [STATE.view(s, viewer) for viewer in (1, None)] == before
    assert rules.who_sees(s, 0, moves.DONE) == EVERYBODY
    play(s, "done", 0)
    assert rules.why_illegal(s, 0, moves.DONE) == moves.HAS_FINISHED
    assert rules.to_act(s) == 0b10
    play(s, "done", 1)
    assert s.shown[:2] == [[1, 2, SAINT_BERNARD, 0], [1, 2, 3, 10]]
    assert s.hand[:2] == [[0] * 4, [0] * 4]
    assert not any(map(any, s.built))


def test_al_7_6_closing_moves_of_different_seats_commute():
    moves = [(0, "hand 9 at 2.1"), (1, "hand 10 at 2.1"), (0, "hand 1 at 1.3"), (1, "done"), (0, "done")]
    ends = set()
    for order in itertools.permutations(range(5)):
        mine = [moves[i] for i in order if moves[i][0] == 0]
        theirs = [moves[i] for i in order if moves[i][0] == 1]
        if mine == [m for m in moves if m[0] == 0] and theirs == [m for m in moves if m[0] == 1]:
            s = position(("5 8",), ("7 6",), closing=True, hands=["9 1 2 3", "10 1 2 3"])
            for i in order:
                play(s, moves[i][1], moves[i][0])
            ends.add(STATE.digest(s))
    assert len(ends) == 1


def test_al_7_7_the_act_is_seen_but_not_the_card_that_goes_into_the_hand():
    s = position(("5 8",), ("7",), drawn="3", hands=["1 2 4 17"])
    (move,) = words.read(s, 0, "hand 17 at 2.1")
    assert rules.who_sees(s, 0, move) == EVERYBODY
    after = play(s.copy(), "hand 17 at 2.1")
    other = s.copy()
    other.drawn[0] = card("4")
    other_after = play(other.copy(), "hand 17 at 2.1")
    assert STATE.view(after, 1) == STATE.view(other_after, 1)
    told = [words.tell(STATE.seen(a, 1), STATE.seen(b, 1), 0, move) for a, b in ((s, after), (other, other_after))]
    assert told[0] == told[1]
    assert told[0][0].params == {"seat": "@colour.red", "card": 17, "place": "2.1"}


def test_al_7_7_a_move_from_the_hand_does_not_betray_its_neighbours():
    """The code of a move names the card, not its slot: the same whatever else is in the hand."""
    low, high = (position(("5 8",), drawn="3", hands=[hand]) for hand in ("17 18 19 20", "14 15 16 17"))
    assert words.read(low, 0, "hand 17 at 2.1") == words.read(high, 0, "hand 17 at 2.1")


def test_al_7_8_a_mountain_may_begin_in_the_closing_build():
    s = position((), ("7",), closing=True, hands=["9 1 2 3", "1"])
    assert reason(s, "hand 9 at 1.2", 0) == moves.FIRST_PLACE
    play(s, "hand 9 at 1.1", 0)
    assert points(finish(s)) == [1, 1]


def test_al_7_8_everybody_sees_which_act_is_taken():
    s = position(("5 8 2", f"9 {LAWINE}"), ("7 6",), drawn=DOG, hands=[f"25 1 2 {DOG}"])
    for move in legal(s, 0):
        assert rules.who_sees(s, 0, move) == EVERYBODY


# Counting ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(("engine", "depth"), [("plain", 2), ("compiled", 3)])
def test_al_7_1_sequences_from_the_start_are_as_many_as_the_page_says(seats, engine, depth):
    assert [perft(GAME, seats, {}, d, engine) for d in range(1, depth + 1)] == [43, 1834, 77602][:depth]


def test_al_7_2_a_full_hand_stays_sorted():
    cards = [2, 5, 0, 0]
    insert(cards, 4, 3)
    assert cards == [2, 3, 5, 0]
    remove(cards, 4, 2)
    assert cards == [3, 5, 0, 0]
