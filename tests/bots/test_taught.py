"""Networks of ints: the same numbers plain and in WebAssembly, weights that fit, a course that teaches something."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from without import run_without

from banquise.bots import taught
from banquise.bots.hints import hint
from banquise.bots.levels import LEVELS, YETI, decide, level_named, levels_of, simulations_of
from banquise.bots.mind import Budget, Mind, believed
from banquise.bots.playing import play
from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.kernel.compile import bound
from banquise.kernel.net import liking
from banquise.lab.ladder import Plan, ladder
from banquise.research.train.learning import Learner
from banquise.research.train.playing import Lot
from banquise.research.train.playing import play as play_lot
from banquise.research.train.teaching import Course, teach
from banquise.table import new

pytestmark = pytest.mark.slow

WITH_NET = [name for name in NAMES if taught.facts_of(game_named(name)) is not None]
WITH_FACTS = [name for name in WITH_NET if taught.inputs_of(taught.facts_of(game_named(name)))]
WITH_TASTE = [name for name in WITH_NET if taught.moves_of(taught.facts_of(game_named(name)))]
WITH_YETI = [name for name in NAMES if taught.has_yeti(game_named(name))]


def some_weights(name: str, seed: int = 1) -> taught.Weights:
    """A network that thinks something, whatever it is."""
    guide, draw = taught.facts_of(game_named(name)), random.Random(seed)
    inputs, moves = taught.inputs_of(guide), taught.moves_of(guide)
    units, deep = (16, 8) if inputs else (0, 0)
    tastes = 8 if moves else 0

    def row(kind: str, count: int, most: int) -> array[int]:
        return array(kind, [draw.randint(-most, most) for _ in range(count)])

    return taught.Weights(
        inputs, units, deep, row("h", inputs * units, 900), row("i", units, 20000), row("h", units * deep, 2000),
        row("i", deep, 90000), row("h", deep, 3000), row("h", moves * tastes, 900), row("i", tastes, 20000),
        row("h", tastes, 2000), row("h", moves, 1500), {"seed": seed},
    )  # fmt: skip


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("name", "is_own"), [(name, False) for name in WITH_NET] + [(name, True) for name in WITH_YETI]
)
def test_a_network_thinks_the_same_plain_and_in_webassembly(name: str, is_own: bool, seats: int) -> None:
    """Whatever its weights are, and with those that are shipped."""
    game = game_named(name)
    guide, weights = taught.yeti_of(game) if is_own else (taught.facts_of(game), some_weights(name))
    match, draw = new(name, seats, seed=5), random.Random(2)
    minds = [Mind(game, guide, net=weights, plain=plain, checked=not plain) for plain in (True, False)]
    for _ in range(2):
        for _ in range(6):
            match.play(match.to_act[0], draw.choice(match.legal(match.to_act[0])))
        world = believed(game, match.state, seats, match.to_act[0], 3)
        one, other = (mind.think(world, Budget(10), seed=4) for mind in minds)
        assert (one.moves, one.chances, one.tried) == (other.moves, other.chances, other.tried)


@pytest.mark.parametrize("name", WITH_FACTS)
def test_chances_of_a_network_go_by_facts_and_not_by_the_number_of_a_seat(name: str) -> None:
    game, weights = game_named(name), some_weights(name)
    guide = taught.facts_of(game)
    net, out = taught.plain_net(guide, weights, game.schema.seats), [0, 0]
    draw = random.Random(3)
    for seat in range(2):
        net.facts[seat][:] = [draw.randint(-127, 127) for _ in range(guide.FACTS)]
    program = bound(guide, game.rules)
    program.judge(2, net, out)
    before = list(out)
    net.facts[0], net.facts[1] = net.facts[1], net.facts[0]
    program.judge(2, net, out)
    assert out == before[::-1]
    assert 998 <= sum(out) <= 1000
    assert out[0] != out[1]


def laid_out(name: str, decisions: int) -> tuple[Any, Any, int, list[int]]:
    """A position of a match at random, the guide that asks a network, who is to move and what may be done."""
    game, match, draw = game_named(name), new(name, 2, seed=6), random.Random(decisions)
    for _ in range(decisions):
        match.play(match.to_act[0], draw.choice(match.legal(match.to_act[0])))
    seat = match.to_act[0]
    return match, bound(taught.facts_of(game), game.rules), seat, [int(move) for move in match.legal(seat)]


@pytest.mark.parametrize("decisions", [0, 5, 40, 90])
@pytest.mark.parametrize("name", WITH_TASTE)
def test_who_was_taught_nothing_of_moves_likes_them_as_the_guide_weighs_them(name: str, decisions: int) -> None:
    match, guide, seat, moves = laid_out(name, decisions)
    weights, likes = [0] * match.game.buffer, [0] * match.game.buffer
    guide.weigh(match.state, seat, moves, len(moves), weights)
    weighed = weights[: len(moves)]
    untaught = taught.with_taste(guide, some_weights("ice_cult"))
    guide.prefer(match.state, seat, moves, len(moves), likes, taught.plain_net(guide, untaught, 2))
    for weight, liked in zip(weighed, likes, strict=False):
        if weight > 1:  # what weighs nothing in Alaska's winter is not looked at
            assert liked / max(likes) == pytest.approx(min(weight, 255) / min(max(weighed), 255), rel=0.1)


@pytest.mark.parametrize("name", WITH_TASTE)
def test_ints_like_moves_as_the_floats_that_they_were_learnt_as(name: str) -> None:
    guide = taught.facts_of(game_named(name))
    learner = Learner(np, taught.inputs_of(guide), 16, 8, taught.moves_of(guide))
    learner.begin(1)
    learner.weights["taste_last"][:] = np.random.default_rng(1).standard_normal(taught.TASTES)
    weights = learner.as_ints({})
    positions = play_lot(Lot(name, 2, 1, 0, 1, simulations=40, kept=24), weights)
    assert positions.tries.sum(axis=1) == pytest.approx(1000, abs=30), "all that a search tried, in thousandths"
    net = taught.plain_net(guide, weights, 2)
    likings = learner.likings(positions.moves)[-1]
    for row, tries, expected in zip(positions.moves, positions.tries, likings, strict=True):
        for move in np.flatnonzero(tries):
            net.move[:] = row[move].tolist()
            assert liking(net) / 64 == pytest.approx(expected[move], abs=0.05)


@pytest.mark.parametrize("name", WITH_TASTE)
def test_what_is_learnt_of_moves_comes_nearer_to_what_searches_try(name: str) -> None:
    guide = taught.facts_of(game_named(name))
    learner = Learner(np, taught.inputs_of(guide), 16, 8, taught.moves_of(guide))
    learner.begin(1)
    first = learner.as_ints({})
    positions = play_lot(Lot(name, 2, 1, 0, 6, simulations=200, kept=40), first)
    losses = [learner.like(positions.moves, positions.tries, 0.003) for _ in range(150)]
    assert losses[-1] < 0.9 * losses[0]
    after = learner.as_ints({})
    assert (after.first, after.second, after.last) == (first.first, first.second, first.last), "it judges as before"
    assert after.taste != first.taste


def test_weights_are_read_as_they_were_written() -> None:
    weights = some_weights("ice_cult")
    assert taught.read(weights.to_bytes()) == weights
    with_taste = some_weights("alaska")
    assert taught.read(with_taste.to_bytes()) == with_taste
    assert (with_taste.inputs, with_taste.units) == (0, 0), "Alaska is judged by the formula"


def test_weights_of_another_kind_are_refused() -> None:
    weights = some_weights("ice_cult")
    with pytest.raises(taught.NoYeti, match="begins b'hello'"):
        taught.read(b"hello\n")
    with pytest.raises(taught.NoYeti, match="another size"):
        taught.read(weights.to_bytes()[:-1])
    with pytest.raises(taught.NoYeti, match=r"weights for \d+ inputs, and banquise.games.alaska.yeti has"):
        taught.check(taught.facts_of(game_named("alaska")), weights)
    other = replace(some_weights("altitude"), taste_direct=array("h", [1, 2, 3]))
    with pytest.raises(taught.NoYeti, match=r"weights for 3 facts of a move, and banquise.games.altitude.yeti has \d+"):
        taught.check(taught.facts_of(game_named("altitude")), other)


def test_ints_think_as_the_floats_that_they_were_learnt_as() -> None:
    guide = taught.facts_of(game_named("ice_cult"))
    learner = Learner(np, taught.inputs_of(guide), 16, 8)
    learner.begin(1)
    learner.weights["last"][:] = np.random.default_rng(1).standard_normal(8)
    weights = learner.as_ints({})
    positions = play_lot(Lot("ice_cult", 3, 1, 0, 3), weights)
    floats = learner.chances(positions.facts, positions.common)
    net, out = taught.plain_net(guide, weights, 4), [0, 0, 0]
    judge = bound(guide, game_named("ice_cult").rules).judge
    for facts, common, expected in zip(positions.facts.tolist(), positions.common.tolist(), floats, strict=True):
        for seat in range(3):
            net.facts[seat][:] = facts[seat]
        net.common[:] = common
        judge(3, net, out)
        assert np.abs(np.array(out) / 1000 - expected).max() < 0.03


def test_who_lacks_numpy_plays_against_a_yeti_and_is_told_what_learning_needs() -> None:
    told = run_without(
        ("numpy",),
        """
        import sys
        from banquise.bots.playing import play
        from banquise.terminal.command import main
        print(play("ice_cult", ["yeti@0.001", "random"], seed=1).is_over)
        sys.stderr, sys.argv = sys.stdout, ["banquise", "train", "ice_cult", "--out", "net"]
        try:
            main()
        except SystemExit as end:
            print(end.code)
        """,
    )
    assert told.startswith("True")
    assert "learning needs 'numpy': pip install 'banquise[research]'" in " ".join(told.split())


# The yeti -----------------------------------------------------------------------------------------


def test_a_yeti_is_there_where_a_network_was_taught_and_nowhere_else() -> None:
    for name in NAMES:
        game = game_named(name)
        has_one = (game.folder / taught.FILE).exists()
        assert levels_of(game) == ((*LEVELS, "yeti") if has_one else tuple(LEVELS))
        if has_one:
            assert len((game.folder / taught.FILE).read_bytes()) < 1_000_000
            assert simulations_of(game, YETI, 2) > 1000
        else:
            with pytest.raises(taught.NoYeti, match=f"{game.title} has no yeti yet"):
                simulations_of(game, YETI, 2)
            with pytest.raises(taught.NoYeti, match="has no yeti yet"):
                ladder(Plan(game, ("fox", "yeti"), games=2))


def test_a_yeti_decides_the_same_with_the_same_seed_and_plays_to_the_end() -> None:
    match = new("ice_cult", 2, seed=4)
    level, seat = level_named("yeti@0.01"), match.to_act[0]
    one, other = (decide(match.game, match.state, 2, seat, level, 7) for _ in range(2))
    assert one.moves == other.moves
    assert one.moves[0] in match.legal(seat)
    assert play("ice_cult", ["yeti@0.01", "random", "random"], seed=3).is_over


def test_alone_a_yeti_thinks_as_a_bear_and_a_hint_is_the_bears() -> None:
    match = new("altitude", 1, seed=4)
    one, other = (
        decide(match.game, match.state, 1, match.to_act[0], level_named(f"{level}@0.01"), 7)
        for level in ("yeti", "bear")
    )
    assert (one.moves, one.chances, one.tried) == (other.moves, other.chances, other.tried)
    assert hint(match, match.to_act[0]).level.partition("@")[0] == "bear"


def test_a_yeti_of_few_simulations_beats_foxes() -> None:
    plan = Plan(game_named("ice_cult"), ("fox", "yeti@0.01"), games=20, seed=1)
    assert ladder(plan).pairs[0].share < 0.35


# Learning -----------------------------------------------------------------------------------------

SHORT = Course("ice_cult", (2,), seed=2, generations=3, matches=200, passes=8.0, batch=256, units=16, deep=8)


def test_a_course_improves_on_its_start_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    weights = teach(SHORT, tmp_path / "whole.net")
    story = taught.read((tmp_path / "whole.net").read_bytes())
    assert story == weights
    test = play_lot(Lot("ice_cult", 2, 99, 0, 60), weights)
    start = Learner(np, weights.inputs, 16, 8)
    start.begin(SHORT.seed)
    after = Learner(np, weights.inputs, 16, 8)
    after.go_on(np.load(tmp_path / "whole.checkpoint.npz"))
    errors = [
        ((each.chances(test.facts, test.common) - test.shares) ** 2).sum(axis=1).mean() for each in (start, after)
    ]
    assert errors[1] < 0.97 * errors[0]

    told: list[int] = []
    done: list[float] = []
    teach(replace(SHORT, generations=1), tmp_path / "parts.net")
    teach(SHORT, tmp_path / "parts.net", lambda one: told.append(one.generation), lambda lots: done.append(1 / lots))
    assert told == [2, 3]
    assert sum(done) == pytest.approx(2), "told lot by lot, so that a long generation has a time left too"
    assert len(done) > 2
    with pytest.raises(ValueError, match="another course"):
        teach(replace(SHORT, seed=3), tmp_path / "parts.net")


def test_the_same_seed_learns_the_same_and_a_device_that_is_none_is_named(tmp_path: Path) -> None:
    small = replace(SHORT, generations=1, matches=40)
    one, other = (teach(small, tmp_path / f"{number}.net") for number in (1, 2))
    assert one == other
    with pytest.raises(ValueError, match="no device 'tpu'"):
        teach(replace(small, device="tpu"), tmp_path / "3.net")
    with pytest.raises(ValueError, match="two seats or more"):
        teach(replace(small, game="altitude", seats=(1,)), tmp_path / "4.net")


def test_searched_matches_keep_what_the_searches_expected_which_foretells_better_than_nothing() -> None:
    weights = taught.yeti_of(game_named("ice_cult"))[1]
    lot = Lot("ice_cult", 2, seed=5, first=0, count=12, simulations=64, kept=64)
    one, other = play_lot(lot, weights), play_lot(lot, weights)
    assert (one.thoughts == other.thoughts).all(), "the same lot and weights give the same"
    assert (one.facts == other.facts).all()
    assert one.thoughts.sum(axis=1) == pytest.approx(1, abs=0.003)
    error = ((one.thoughts - one.shares) ** 2).sum(axis=1).mean()
    assert error < 0.45, "of somebody who always says one half it is a half"
    hasty = play_lot(replace(lot, simulations=0), weights)
    assert (hasty.thoughts == hasty.shares).all(), "where nobody searched, what came of it is all there is"


def test_a_course_begins_where_another_ended_and_goes_on_by_searches(tmp_path: Path) -> None:
    first = teach(replace(SHORT, generations=1, matches=40), tmp_path / "first.net")
    searched = replace(SHORT, generations=1, matches=20, lot=5, simulations=32, units=24, seed=9)
    weights = teach(searched, tmp_path / "second.net", begin=first)
    assert weights.about["course"]["begin"] == first.digest
    assert (weights.units, weights.digest == first.digest) == (24, False)
    with pytest.raises(ValueError, match=r"weights of \d+ x 16 x 8 do not fit into a network of \d+ x 8 x 8"):
        teach(replace(searched, units=8), tmp_path / "third.net", begin=first)


def test_a_course_of_moves_alone_leaves_the_judge_as_it_is(tmp_path: Path) -> None:
    course = Course("altitude", (2,), generations=1, matches=4, lot=1, simulations=40, likings=20, moves_only=True)
    judge = some_weights("altitude")
    course = replace(course, units=judge.units, deep=judge.deep)
    weights = teach(course, tmp_path / "moves.net", begin=judge)
    assert (weights.first, weights.last) == (judge.first, judge.last)
    assert weights.taste_direct != judge.taste_direct
    with pytest.raises(ValueError, match="learnt from searches: say of how many simulations"):
        teach(replace(course, simulations=0), tmp_path / "hasty.net")
    with pytest.raises(ValueError, match="Ice Cult has no facts of moves"):
        teach(replace(course, game="ice_cult"), tmp_path / "ice_cult.net")
    with pytest.raises(ValueError, match="learnt from searches"):
        teach(Course("alaska", (2,)), tmp_path / "alaska.net")  # which is judged by a formula


def test_a_network_that_takes_the_weights_of_a_smaller_one_thinks_the_same() -> None:
    weights = some_weights("ice_cult")
    positions = play_lot(Lot("ice_cult", 3, 1, 0, 3), weights)
    same, larger = (Learner(np, weights.inputs, units, deep) for units, deep in ((16, 8), (40, 16)))
    for learner in (same, larger):
        learner.begin(1)
        learner.take(weights)
    assert same.as_ints({}).digest == weights.digest, "to the last int"
    chances = [learner.chances(positions.facts, positions.common) for learner in (same, larger)]
    assert chances[1] == pytest.approx(chances[0], abs=1e-5)
