"""Random play and searches are those that Numba made, number for number (pinned.py says how they were kept)."""

import pytest
from pinned import kept, label, minds, random_play, search, searches, tables
from tools import name_of

KEPT = kept()


def test_random_play_is_what_was_pinned(game):
    for table in tables(game):
        assert random_play(table) == KEPT["random play"][name_of(table)], name_of(table)


@pytest.mark.slow
def test_a_search_is_what_was_pinned(game):
    of_game = minds(game)
    for which in searches(game):
        assert search(of_game[which[1]], *which) == KEPT["search"][game.name][label(*which)], label(*which)
