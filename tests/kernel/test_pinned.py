"""Random play and searches are those that Numba made, number for number (pinned.py says how they were kept)."""

import pytest
from pinned import kept, label, minds, random_play, search, searches, tables
from tools import name_of

KEPT = kept()


def test_random_play_is_what_was_pinned(own_game):
    for table in tables(own_game):
        assert random_play(table) == KEPT["random play"][name_of(table)], name_of(table)


@pytest.mark.slow
def test_a_search_is_what_was_pinned(own_game):
    of_game = minds(own_game)
    for which in searches(own_game):
        assert search(of_game[which[1]], *which) == KEPT["search"][own_game.name][label(*which)], label(*which)
