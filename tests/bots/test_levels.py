"""The levels: legal, repeatable, blind to what is hidden, modest."""

from __future__ import annotations

import pytest
from tools import sample

from banquise.bots.hints import hint
from banquise.bots.levels import LEVELS, UnknownLevel, decide, level_named, simulations_of
from banquise.bots.mind import guide_of, imagined
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.speech import LANGUAGES, catalogue, spelt
from banquise.kernel.tuning import Tuning
from banquise.table import new


def play_out(match, levels, seed=1):
    """Play a match to its end; every move that a level answers is made, so every one is legal."""
    while not match.is_over:
        seat = match.to_act[0]
        level = levels[seat % len(levels)]
        for move in decide(match.game, match.state, match.seats, seat, level, seed).moves:
            match.play(seat, move)
    return match


def test_hare_and_fox_play_whole_matches_without_the_compiler(game):
    for seats in game.seats:
        match = play_out(new(game.name, seats, seed=seats), [LEVELS["hare"], LEVELS["fox"]])
        assert match.result is not None


def test_the_same_seed_decides_the_same_and_another_may_not(game):
    seats = game.seats[-1]
    logs = [play_out(new(game.name, seats, seed=4), [LEVELS["hare"]], seed).log for seed in (1, 1, 2)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


@pytest.mark.parametrize("name", ["hare", "fox"])
def test_a_level_decides_the_same_whatever_it_cannot_see(game, name):
    seats, seen = game.seats[-1], 0
    for state in sample((game, seats, {}), 8, 7):
        mask = game.rules.to_act(state)
        if mask in (CHANCE, NOBODY):
            continue
        seat = mask.bit_length() - 1
        twins = [state, imagined(game, state, seat, 77)]
        first, second = (decide(game, one, seats, seat, LEVELS[name], 5).moves for one in twins)
        assert first == second
        seen += 1
    assert seen


@pytest.mark.slow
def test_a_searching_level_repeats_exactly(game):
    wolf = level_named("wolf@0.2")
    match = new(game.name, game.seats[-1], seed=6)
    seat = match.to_act[0]
    thoughts = [decide(game, match.state, match.seats, seat, wolf, 3) for _ in range(2)]
    assert thoughts[0].moves == thoughts[1].moves
    assert thoughts[0].tried == thoughts[1].tried
    assert thoughts[0].simulations <= simulations_of(game, wolf, match.seats)
    match.play(seat, thoughts[0].moves[0])


def test_a_bear_shares_its_seconds_out_to_the_searches_of_a_turn(guided_game):
    tuning, bear, wolf = guide_of(guided_game).TUNING, LEVELS["bear"], LEVELS["wolf"]
    a_turn = simulations_of(guided_game, bear, 2) * tuning.searches_a_turn / tuning.simulations_a_second
    assert a_turn == pytest.approx(2.0, rel=0.01)
    assert simulations_of(guided_game, wolf, 2) == round(
        0.05 * tuning.simulations_a_second
    )  # a wolf's are for one search
    assert simulations_of(guided_game, level_named("bear@0.5"), 2) == pytest.approx(
        simulations_of(guided_game, bear, 2) / 2, abs=1
    )


def test_a_wolf_thinks_less_where_many_play_if_its_guide_says_so_and_a_bear_does_not(game):
    wolf, bear = LEVELS["wolf"], LEVELS["bear"]
    among_many = simulations_of(game, wolf, 2) * guide_of(game).TUNING.wolf_among_many
    assert simulations_of(game, wolf, 4) == simulations_of(game, wolf, 3) == pytest.approx(among_many, abs=1)
    assert simulations_of(game, bear, 4) == simulations_of(game, bear, 2)


@pytest.mark.slow
def test_a_thousand_decisions_leave_memory_flat():
    import resource

    match = new("ice_lake", 2, seed=3)
    wolf = level_named("wolf@0.1")

    def think(times):
        for number in range(times):
            decide(match.game, match.state, 2, 0, wolf, number)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes

    settled = think(100)
    assert think(1000) - settled < 4096


def test_names_of_levels():
    assert list(LEVELS) == ["hare", "fox", "wolf", "bear"]
    assert level_named("wolf/blind").guided is False
    for wrong in ("wof", "fox/blind", "hare@2", "wolf@", "wolf/deaf", ""):
        with pytest.raises(UnknownLevel, match="no level"):
            level_named(wrong)
    with pytest.raises(UnknownLevel, match="did you mean 'wolf'"):
        level_named("wof")


def test_a_hint_is_legal_and_says_why(game):
    match = new(game.name, game.seats[-1], seed=1)
    seat = match.to_act[0]
    found = hint(match, seat, "fox")
    assert found.codes[0] in match.legal(seat)
    for language in LANGUAGES:
        assert spelt(found.move, language, game.folder) in found.said(language)
    match.play(seat, found.move)


@pytest.mark.slow
def test_a_hint_from_a_search_can_be_typed_as_it_is_said(game):
    match = new(game.name, game.seats[-1], seed=2)
    seat = match.to_act[0]
    found = hint(match, seat, "wolf")
    assert 0 <= found.chance <= 1
    match.play(seat, found.move)
    assert match.log[-1].codes == tuple(found.codes) or match.log[-2].codes == tuple(found.codes)


def test_every_reason_of_every_guide_has_words_in_four_languages(guided_game):
    for language in LANGUAGES:
        words = catalogue(guided_game.folder, language)
        for key in guide_of(guided_game).ADVICE.values():
            assert words[f"hint.{key}"].strip()


def test_a_number_that_no_search_knows_is_an_error():
    with pytest.raises(TypeError, match="smoooth"):
        Tuning(smoooth=95)
