"""Chance: the generator for simulation and the stream for matches are fair, repeatable and checkable."""

from __future__ import annotations

from collections import Counter

import pytest

from banquise.kernel import chance, fair
from banquise.kernel.wasm import INT, Room, translate


def numbers(count, seed=1, stream=0):
    rng = [0] * chance.RNG_LENGTH
    chance.seed_rng(rng, seed, stream)
    return [chance.next_number(rng) for _ in range(count)]


def test_the_generator_is_the_same_plain_and_compiled():
    room = Room()
    rng = room.numbers("rng", chance.RNG_LENGTH)
    quick = translate(chance, room, {"seed_rng": (rng, INT, INT), "next_number": (rng,)}).instance().call
    quick["seed_rng"](12345678901, 7)
    assert [quick["next_number"]() for _ in range(200)] == numbers(200, 12345678901, 7)


def test_streams_of_one_seed_differ():
    assert len({tuple(numbers(4, 5, stream)) for stream in range(1000)}) == 1000


@pytest.mark.parametrize("n", [1, 2, 3, 6, 43, 1000, 2**31])
def test_below_stays_below_and_reaches_its_ends(n):
    rng = [0] * chance.RNG_LENGTH
    chance.seed_rng(rng, 3, n)
    drawn = [chance.below(rng, n) for _ in range(6000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    if n <= 43:
        assert set(drawn) == set(range(n))


def chi_square(counts, expected):
    return sum((counts[i] - e) ** 2 / e for i, e in enumerate(expected))


def test_pick_follows_the_weights():
    rng, weights = [0] * chance.RNG_LENGTH, [5, 0, 1, 14]
    chance.seed_rng(rng, 8, 8)
    drawn = Counter(chance.pick(rng, weights, 4) for _ in range(20000))
    assert drawn[1] == 0
    assert chi_square([drawn[0], drawn[2], drawn[3]], [5000, 1000, 14000]) < 13.8  # 0.1 % with two degrees of freedom


def test_fair_draws_follow_the_weights():
    seed = fair.seed_from(1)
    drawn = Counter(fair.draw(seed, ["a"], k, [5, 0, 1, 14]) for k in range(20000))
    assert drawn[1] == 0
    assert chi_square([drawn[0], drawn[2], drawn[3]], [5000, 1000, 14000]) < 13.8


def drawn_from_decks(seed, draws):
    """What comes of draws of one kind, each with its own weights; those of None go on with what is left."""
    before, found, left = [], [], None
    for asked in draws:
        weights = asked or left
        outcome = fair.next_card(seed, (), before, "drawing", weights)
        before.append(fair.drawn(before, "drawing", weights, outcome))
        found.append(outcome)
        left = before[-1].left
    return found, before


def test_cards_from_decks_follow_what_is_left_of_them():
    """Two cards of (2, 1, 1): every pair as often as without putting back, the first pair of a new deck too."""
    pairs, again = Counter(), Counter()
    for number in range(12000):
        one, two, three, four = drawn_from_decks(fair.seed_from(number), [(2, 1, 1), None, (2, 1, 1), None])[0]
        pairs[one, two] += 1
        again[one, two, three] += 1
        assert (one, two) != (1, 1) != (three, four)
    wanted = {(0, 0): 2, (0, 1): 2, (0, 2): 2, (1, 0): 2, (1, 2): 1, (2, 0): 2, (2, 1): 1}
    assert chi_square([pairs[one] for one in wanted], [1000 * n for n in wanted.values()]) < 22.5  # 0.1 %, six degrees
    threes = [(pair, third) for pair in wanted for third in range(3)]
    expected = [1000 * wanted[pair] * (2, 1, 1)[third] / 4 for pair, third in threes]
    assert chi_square([again[(*pair, third)] for pair, third in threes], expected) < 45.4  # 0.1 %, twenty degrees


def test_a_deck_is_drawn_to_its_end_and_then_another_is_begun():
    _, before = drawn_from_decks(fair.seed_from(3), [(2, 1, 1), None, None, None, (2, 1, 1), None, (1, 1, 1)])
    assert [(one.number, one.place) for one in before] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)]
    assert before[3].left == (0, 0, 0)


def test_a_draw_depends_on_seed_entropy_and_counter_and_on_nothing_else():
    seed, weights = fair.seed_from(4), [1] * 10**6
    first = fair.draw(seed, ["x", "y"], 0, weights)
    assert first == fair.draw(seed, ["x", "y"], 0, weights)
    others = {
        fair.draw(fair.seed_from(5), ["x", "y"], 0, weights),
        fair.draw(seed, ["xy"], 0, weights),
        fair.draw(seed, ["x", "y"], 1, weights),
        fair.draw(seed, [], 0, weights),
    }
    assert first not in others
    assert len(others) == 4


def test_no_two_lists_of_entropy_read_the_same():
    seed, weights = fair.seed_from(4), [1] * 10**6
    assert fair.draw(seed, ["1:a,"], 0, weights) != fair.draw(seed, ["a", ""], 0, weights)


def test_weights_that_are_no_chances_are_refused():
    for weights in ([0, 0], [], [3, -1]):
        with pytest.raises(ValueError, match="do not describe chances"):
            fair.draw(fair.seed_from(1), [], 0, weights or [0])


def test_a_commitment_binds_without_telling():
    seed = fair.new_seed()
    assert len(seed) == fair.SEED_BYTES
    assert fair.commitment(seed) == fair.commitment(seed)
    assert seed.hex() not in fair.commitment(seed)
    assert fair.commitment(seed) != fair.commitment(fair.new_seed())
