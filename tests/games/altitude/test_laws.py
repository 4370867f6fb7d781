"""Altitude: laws that hold in every match, checked over random ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from banquise.games.altitude import GAME, board, drawing, mountain, moves, rules, words
from banquise.games.altitude.board import AVALANCHE, CABLE_CAR, COPIES, DAHU, KINDS, SAINT_BERNARD
from banquise.games.altitude.hand import insert
from banquise.games.altitude.state import STATE
from banquise.kernel import playout
from banquise.kernel.chance import seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.speech import LANGUAGES, say

seeds = st.integers(0, 10**6)
tables = st.sampled_from(GAME.seats)
PACK = {kind + 1: copies for kind, copies in enumerate(COPIES)}


def visit(seats, seed):
    """The states of a random match; each is the same object, changed between yields."""
    program = bound(playout, rules)
    rng, out = [0] * 4, [0] * GAME.buffer
    s = STATE.new()
    seed_rng(rng, seed, 0)
    rules.setup(s, seats, [0, 0, 0])
    yield s
    while rules.to_act(s) != NOBODY:
        program.random_step(s, seats, rng, out)
        yield s


def legal(s, seat):
    out = [0] * GAME.buffer
    return out[: rules.legal_moves(s, seat, out)]


def all_cards(s):
    """Every card, wherever it lies."""
    cards = Counter(dict(enumerate(s.pile, 1))) + Counter(dict(enumerate(s.discards, 1)))
    for seat in range(s.seats):
        standing = s.built[seat] if s.phase == moves.CLOSING else s.mountain[seat]
        cards.update([*standing, *s.hand[seat], *s.shown[seat], s.drawn[seat]])
        cards.update([AVALANCHE, SAINT_BERNARD] * s.rescued[seat])
        if s.phase in (moves.DEALING, moves.KEEPING):
            cards.update(s.returned[seat] if s.has_kept[seat] else s.dealt[seat])
    return {c: n for c, n in cards.items() if c and n}


@settings(max_examples=25, deadline=None)
@given(seats=tables, seed=seeds)
def test_al_1_1_every_card_is_in_exactly_one_place_at_every_moment(seats, seed):
    for s in visit(seats, seed):
        assert all_cards(s) == PACK
        assert s.pile_size == sum(s.pile)


@settings(max_examples=20, deadline=None)
@given(seats=tables, seed=seeds)
def test_al_2_1_to_5_2_every_mountain_stands_by_the_rules(seats, seed):
    for s in visit(seats, seed):
        for m in s.mountain[:seats] + s.built[:seats]:
            base = [c for c in range(board.COLUMNS) if m[c]]
            assert len(base) <= 10
            assert sum(m[board.LEFT_OF[c]] == 0 for c in base) == (1 if base else 0)  # one run
            for place in range(board.COLUMNS, board.PLACES):
                if m[place]:
                    row, column = divmod(place, board.COLUMNS)
                    below = [m[(row - 1) * board.COLUMNS + (column + i) % board.COLUMNS] for i in (0, 1)]
                    assert 0 not in below  # AL-7.3: the supports are always there
                    if m[place] == AVALANCHE:
                        assert AVALANCHE not in below
                    elif m[place] != CABLE_CAR:
                        assert AVALANCHE not in below
                        assert board.VALUE[m[place]] > max(board.VALUE[c] for c in below)
            assert SAINT_BERNARD not in m
            assert AVALANCHE not in [m[c] for c in base]
            rows = [r for r in range(10) if any(m[r * board.COLUMNS : (r + 1) * board.COLUMNS])]
            assert mountain.storeys(m) == len(rows)
            assert rows == list(range(len(rows)))
        if seats == 1:
            assert AVALANCHE not in s.mountain[0]


@settings(max_examples=20, deadline=None)
@given(seats=tables, seed=seeds)
def test_al_4_8_hands_have_four_cards_in_rising_order(seats, seed):
    for s in visit(seats, seed):
        for seat in range(seats):
            held = [card for card in s.hand[seat] if card]
            assert s.hand[seat] == sorted(held) + [0] * (4 - len(held))
            if s.phase in (moves.DRAWING, moves.ACTING):
                assert len(held) == 4
                assert (s.drawn[seat] != 0) == (s.phase == moves.ACTING and s.turn == seat)


@settings(max_examples=12, deadline=None)
@given(seats=st.sampled_from((2, 3, 4)), seed=seeds)
def test_al_4_9_turns_go_round_with_at_most_two_draws(seats, seed):
    draws, turn, before = 0, None, None
    for s in visit(seats, seed):
        if s.phase == moves.DRAWING and before in (moves.ACTING, moves.CHOOSING_FIRST):
            if s.turn == turn:
                draws += 1
                assert draws == 2
                assert s.draws_left == 1
            else:
                assert turn is None or s.turn == (turn + 1) % seats
                assert s.draws_left == (2 if mountain.storeys(s.mountain[s.turn]) >= 5 else 1)
                draws, turn = 1, s.turn
        before = s.phase


@settings(max_examples=6, deadline=None)
@given(seats=tables, seed=seeds)
def test_legal_moves_are_exactly_those_without_a_reason(seats, seed):
    for number, s in enumerate(visit(seats, seed)):
        if number % 12 == seed % 12 or s.phase in (moves.KEEPING, moves.CLOSING):
            for seat in range(seats):
                listed = legal(s, seat)
                assert listed == sorted(set(listed))
                allowed = []
                for move in range(moves.MOVE_CODES):
                    why = rules.why_illegal(s, seat, move)
                    assert why == 0 or why in GAME.reasons
                    if why == 0:
                        allowed.append(move)
                assert listed == allowed


@settings(max_examples=8, deadline=None)
@given(seats=tables, seed=seeds)
def test_there_are_never_more_open_places_than_proved(seats, seed):
    for s in visit(seats, seed):
        for seat in range(seats):
            count = mountain.open_places(s, seat)
            m = mountain.standing(s, seat)
            assert s.open[seat][:count] == [p for p in range(board.PLACES) if mountain.why_not_open(m, p) == 0]
            assert count <= board.OPEN_PLACES


@settings(max_examples=8, deadline=None)
@given(seats=tables, seed=seeds)
def test_moves_and_outcomes_read_back_from_their_text_and_positions_from_json(seats, seed):
    out = [0] * GAME.buffer
    for number, s in enumerate(visit(seats, seed)):
        if rules.to_act(s) == CHANCE:
            possible = [i for i in range(rules.odds(s, out)) if out[i]]
            assert [words.read_outcome(s, words.write_outcome(s, i)) for i in possible] == possible
        for seat in range(seats):
            for move in legal(s, seat):
                text = words.write(s, seat, move)
                assert words.read(s, seat, text) == [move]
                assert words.read(s, seat, f"  {text.upper()} ") == [move]
        if number % 10 == 0:
            assert STATE.from_json(json.loads(json.dumps(STATE.to_json(s)))) == s


def test_every_outcome_has_a_name_of_its_own():
    s = STATE.new()
    rules.setup(s, 1, [0, 0, 0])
    assert [words.read_outcome(s, words.write_outcome(s, kind)) for kind in range(KINDS)] == list(range(KINDS))


# What a seat cannot know ------------------------------------------------------------------------


def imagined(s, seat, seed):
    twin, rng = s.copy(), [0] * 4
    seed_rng(rng, seed, 1)
    rules.imagine(twin, seat, rng)
    return twin


@settings(max_examples=8, deadline=None)
@given(seats=tables, seed=seeds)
def test_al_6_5_imagination_changes_only_what_a_seat_cannot_know(seats, seed):
    for number, s in enumerate(visit(seats, seed)):
        if number % 4 == seed % 4 or s.phase in (moves.KEEPING, moves.CLOSING):
            for viewer in range(-1, seats):
                twin = imagined(s, viewer, number)
                seat = None if viewer < 0 else viewer
                assert STATE.view(twin, seat) == STATE.view(s, seat)
                assert all_cards(twin) == PACK
                assert rules.to_act(twin) == rules.to_act(s)
                if seat is not None:
                    assert legal(twin, seat) == legal(s, seat)


@settings(max_examples=6, deadline=None)
@given(seats=tables, seed=seeds)
def test_al_6_5_an_imagined_match_plays_on_by_the_rules(seats, seed):
    program, rng, out = bound(playout, rules), [0] * 4, [0] * GAME.buffer
    seed_rng(rng, seed, 5)
    for number, s in enumerate(visit(seats, seed)):
        if number % 40 == seed % 40:
            twin = imagined(s, seed % seats, seed)
            while rules.to_act(twin) != NOBODY:
                program.random_step(twin, seats, rng, out)
            assert all_cards(twin) == PACK


def test_al_6_5_another_seat_may_imagine_within_an_imagined_state():
    s = opening("1 2 3 4 5 6", "saint-bernard saint-bernard saint-bernard saint-bernard saint-bernard saint-bernard")
    twin = imagined(s, 0, 1)
    assert twin.dealt[1] == [0] * 6  # what the other remembers is forgotten
    dogs = Counter()
    for seed in range(300):
        again = imagined(twin, 1, seed)
        assert again.hand[1] == twin.hand[1]
        assert all_cards(again) == PACK
        dogs[again.hand[0].count(SAINT_BERNARD)] += 1
    assert set(dogs) > {0, 1}
    # In truth seat 2 remembers all six dogs, and seat 1 cannot have kept one.
    assert all(SAINT_BERNARD not in imagined(s, 1, seed).hand[0] for seed in range(100))


def opening(*dealt):
    """Two or more seats that were dealt these cards and kept the first four; seat 1 begins."""
    s = STATE.new()
    rules.setup(s, len(dealt), [0, 0, 0])
    for i in range(6):
        for seat in range(len(dealt)):
            rules.settle(s, words.read_outcome(s, dealt[seat].split()[i]))
    for seat, cards in enumerate(dealt):
        (move,) = words.read(s, seat, "keep " + " ".join(cards.split()[:4]))
        rules.play(s, seat, move)
    rules.settle(s, 0)
    return s


def test_al_6_5_a_card_given_back_is_in_no_hand_that_another_kept():
    s = opening("1 2 3 4 dahu marmot-8", "5 6 7 8 9 10")
    for seed in range(300):
        twin = imagined(s, 0, seed)
        assert DAHU not in twin.hand[1]
        assert twin.pile[DAHU - 1] == 1
    # Seat 2 has not seen the dahu: it may be anywhere.
    assert {DAHU in imagined(s, 1, seed).hand[0] for seed in range(300)} == {True, False}


def test_al_6_5_a_card_given_back_may_be_drawn_into_a_hand_later():
    s = opening("1 2 3 4 dahu marmot-8", "5 6 7 8 9 10")
    for text, seat, drawn in (("discard", 0, "20"), ("hand 5 at 1.1", 1, "dahu"), ("discard", 0, "21")):
        rules.settle(s, words.read_outcome(s, drawn))
        rules.play(s, seat, words.read(s, seat, text)[0])
    hands = [imagined(s, 0, seed).hand[1] for seed in range(800)]
    holding = sum(DAHU in hand for hand in hands)
    assert 0 < holding < 80  # one slot of four can hold it, out of about a hundred cards
    assert not any(DAHU in hand and words.CARD_NAMES.index("marmot-8") in hand for hand in hands)  # only one slot


def test_al_6_5_what_was_surely_kept_is_counted():
    """All three ones are known: two dealt to seat 1, one kept and played by seat 2."""
    s = opening("2 3 4 5 1 1", "1 6 7 8 9 10")
    rules.settle(s, words.read_outcome(s, "20"))
    rules.play(s, 0, moves.DISCARD)
    rules.settle(s, words.read_outcome(s, "21"))
    rules.play(s, 1, words.read(s, 1, "hand 1 at 1.1")[0])
    assert s.first_played[1] == 1
    for seed in range(400):
        assert imagined(s, 0, seed).hand[1].count(1) <= 1  # only in the slot that was filled from the pile


def test_al_6_5_imagined_hands_are_fair():
    """Every unseen card is as likely as any other: three plain 20s lie in a hand three times as often as one dahu."""
    s = opening("1 2 3 4 5 6", "7 8 9 10 11 12")
    rules.settle(s, words.read_outcome(s, "13"))
    count = Counter()
    for seed in range(2000):
        count.update(imagined(s, 0, seed).hand[1])
    # 107 cards could have been kept by seat 2: all but the six that seat 1 was dealt and the one that it drew.
    expected = 2000 * 4 / 107
    assert abs(count[20] - 3 * expected) < 60
    assert abs(count[CABLE_CAR] - 10 * expected) < 110
    assert abs(count[DAHU] - expected) < 40
    assert count[13] < count[20]  # one of the three is in the fingers
    assert count[6] < count[20]  # one of the three was given back


def test_al_7_6_a_secret_closing_build_is_imagined_anew():
    s = STATE.new()
    s.seats, s.phase = 2, moves.CLOSING
    for seat in range(2):
        for place, card in ((0, 5), (1, 6), (2, 7), (11, 8), (12, AVALANCHE)):
            s.mountain[seat][place] = card
        s.built[seat] = list(s.mountain[seat])
        for card in (20, 21, 22 + seat, SAINT_BERNARD):
            insert(s.hand[seat], 4, card)
        s.has_kept[seat] = 1
        s.dealt[seat] = [20, 21, 22 + seat, 24, 25, SAINT_BERNARD]
    gone = Counter(PACK) - Counter(all_cards(s))
    s.discards = [gone[kind + 1] for kind in range(KINDS)]  # the pile is at its end
    for text in ("rescue 2.2", "hand 20 at 2.2", "hand 22 at 3.1"):
        (move,) = words.read(s, 0, text)
        assert rules.why_illegal(s, 0, move) == 0
        rules.play(s, 0, move)
    before = all_cards(s)
    seen = set()
    for seed in range(200):
        twin = imagined(s, 1, seed)
        assert all_cards(twin) == before
        assert twin.built[1] == s.built[1]
        seen.add(STATE.digest(twin))
        held = sorted([*filter(None, twin.hand[0]), *([SAINT_BERNARD] * twin.rescued[0]), *laid(twin, 0)])
        assert held == [20, 21, 22, SAINT_BERNARD]
    assert len(seen) > 10


def laid(s, seat):
    """The hand cards in a secret build."""
    return [new for old, new in zip(s.mountain[seat], s.built[seat], strict=True) if new not in (old, 0)]


# Words and pictures -----------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(seats=tables, seed=seeds)
def test_stories_are_told_in_four_languages(seats, seed):
    rng, out = random.Random(seed), [0] * GAME.buffer
    s = STATE.new()
    rules.setup(s, seats, [0, 0, 0])
    while rules.to_act(s) != NOBODY:
        before, mask = s.copy(), rules.to_act(s)
        if mask == CHANCE:
            actor = CHANCE
            code = rng.choice([i for i in range(rules.odds(s, out)) if out[i]])
        else:
            actor = rng.choice([seat for seat in range(seats) if mask >> seat & 1])
            code = rng.choice(legal(s, actor))
        sees = rules.who_sees(s, actor, code)
        if actor == CHANCE:
            rules.settle(s, code)
        else:
            rules.play(s, actor, code)
        for viewer in [None, *range(seats)]:
            knows = sees == EVERYBODY or (viewer is not None and sees >> viewer & 1)
            views = STATE.seen(before, viewer), STATE.seen(s, viewer)
            for message in words.tell(*views, actor, code if knows else None):
                for language in LANGUAGES:
                    assert "{" not in say(message, language, GAME.folder)
    assert rules.ending(s) in GAME.endings


@settings(max_examples=5, deadline=None)
@given(seats=tables, seed=seeds)
def test_pictures_show_every_state_within_a_hundred_columns(seats, seed):
    for number, s in enumerate(visit(seats, seed)):
        if number % 9 == seed % 9 or rules.to_act(s) == NOBODY:
            for viewer in [None, *range(seats)]:
                seen = STATE.seen(s, viewer)
                board_text = drawing.text(seen)
                assert max(map(len, board_text.splitlines())) <= 100
                ElementTree.fromstring(drawing.svg(seen))
                if viewer is not None and legal(s, viewer):
                    assert words.prompt(seen, viewer).key.startswith("prompt.")
