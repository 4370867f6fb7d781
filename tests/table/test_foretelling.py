"""What is told of a move before it is made is what the log tells when it is."""

from __future__ import annotations

import random

import pytest

from banquise.games import all_games
from banquise.table import new
from banquise.table.foretelling import foretell
from banquise.table.match import Match


def _told(match: Match, seat: int, text: str) -> str:
    twin = match.copy()
    seen = len(twin.events(seat))
    twin.play(seat, text)
    own = next(event for event in twin.events(seat)[seen:] if event.actor == seat)
    return str(own.said[0])


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_every_move_of_a_match_is_foretold_as_the_log_tells_it(name: str):
    match, chance = new(name, seats=2, seed=5), random.Random(5)
    told = 0
    for _ in range(60):
        if match.is_over:
            break
        seat = match.to_act[0]
        legal = [str(move.text) for move in match.legal(seat)]
        for text in chance.sample(legal, min(3, len(legal))):
            foretold = foretell(match.game, match.state, seat, text)
            assert foretold.refused is None
            # A move that turns something hidden up is told only once it has been made.
            assert [str(one) for one in foretold.said] in ([], [_told(match, seat, text)]), text
            told += len(foretold.said)
        match.play(seat, chance.choice(legal))
    assert told, "some of it is known"


def test_a_move_that_the_rules_refuse_is_foretold_with_their_reason():
    match = new("ice_lake", seats=2, seed=7)
    foretold = foretell(match.game, match.state, 0, "return g7")
    assert foretold.refused is not None
    assert (foretold.said, foretold.refused.key) == ([], "reason.write_now")
    assert foretold.refused.paragraph.startswith("IL-")
