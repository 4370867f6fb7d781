"""A search that several share: the same for the same parts, the whole for one, and nothing is lost or counted twice."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tools import sample

from banquise.bots.deciding import Found, Looked, Tried, merged
from banquise.bots.levels import UnknownLevel, decide_in, level_named, look_in, settle_in, simulations_of
from banquise.bots.mind import Budget, Mind, believed
from banquise.kernel.contract import CHANCE, NOBODY

LIMITLESS = 3600.0


def worlds(game, seats=2, every=29):
    """Worlds of a match, as a seat that is to act believes them."""
    for state in sample((game, seats, {}), 3, every):
        mask = game.rules.to_act(state)
        if mask not in (CHANCE, NOBODY):
            yield believed(game, state, seats, mask.bit_length() - 1, 7)


def same(one, other):
    return (one.moves, one.tried, one.chances, one.simulations, one.mixed) == (
        (other.moves, other.tried, other.chances, other.simulations, other.mixed)
    )


@pytest.mark.slow
def test_one_part_is_the_whole_search_to_the_last_bit(game):
    mind = Mind(game)
    for world in list(worlds(game))[:4]:
        whole = mind.think(world, Budget(600, LIMITLESS, settles=False), seed=5)
        found = mind.look(world, Budget(600, LIMITLESS, settles=False), 0, seed=5)
        assert same(whole, mind.settle(world, merged([found]), seed=5))


@pytest.mark.slow
def test_the_parts_are_thought_anywhere_and_decide_the_same(game):
    level = level_named("bear@0.05/3")
    for world in list(worlds(game))[:3]:
        here = decide_in(world, level, 11)
        found = [look_in(world, level, 11, part) for part in (2, 0, 1)]
        sent = pickle.loads(pickle.dumps([found[1], found[2], found[0]]))
        assert same(here, settle_in(world, level, 11, sent))
        assert here.simulations == simulations_of(game, level, 2), "together they do all of it"
        first = {part.first for part in found}
        assert len(first) == 3 or None in first, "each has had chance of its own"


@pytest.mark.slow
def test_a_part_plain_is_a_part_compiled(game):
    plain, quick = Mind(game, plain=True), Mind(game)
    world = next(iter(worlds(game, every=7)))
    one, other = (mind.look(world, Budget(60, LIMITLESS), 1, seed=5) for mind in (plain, quick))
    assert (one.first, one.nodes, one.chances) == (other.first, other.nodes, other.chances)


def test_what_parts_have_found_is_added_up_move_by_move():
    one = Looked(10, False, (Tried(1, 6, 3.0, 0.0), Tried(2, 4, 1.0, 0.0)))
    other = Looked(6, False, (Tried(2, 5, 4.0, 0.0), Tried(3, 1, 0.5, 0.0)))
    both = merged([Found(one, {7: one}, [0.5, 0.5], 10, 1.0), Found(other, {7: other, 8: other}, [1.0, 0.0], 30, 2.0)])
    assert both.first == Looked(16, False, (Tried(1, 6, 3.0, 0.0), Tried(2, 9, 5.0, 0.0), Tried(3, 1, 0.5, 0.0)))
    assert both.nodes == {7: both.first, 8: other}
    assert (both.chances, both.simulations, both.seconds) == ([0.875, 0.125], 40, 3.0)
    with pytest.raises(ValueError, match="nobody has found anything"):
        merged([])


def test_only_a_search_is_shared_out():
    assert level_named("bear@0.5/4").parts == 4
    assert level_named("wolf/2/blind").guided is False
    for name in ("fox/2", "bear/0", "bear/10", "bear/"):
        with pytest.raises(UnknownLevel, match=name):
            level_named(name)
