"""Random play and searches are those that Numba made, number for number (pinned.py says how they were kept)."""

import pytest
from pinned import kept, label, minds, random_play, search, searches, variants
from tools import name_of

from banquise.games import game as game_named

KEPT = kept()


pinned = pytest.mark.parametrize("kept_game", [game_named(name) for name in KEPT["search"]], ids=lambda game: game.name)


@pinned
def test_random_play_is_what_was_pinned(kept_game):
    for variant in variants(kept_game):
        assert random_play(variant) == KEPT["random play"][name_of(variant)], name_of(variant)


@pinned
@pytest.mark.slow
def test_a_search_is_what_was_pinned(kept_game):
    of_game = minds(kept_game)
    for which in searches(kept_game):
        assert search(of_game[which[1]], *which) == KEPT["search"][kept_game.name][label(*which)], label(*which)
