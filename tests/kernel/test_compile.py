"""Twins of programs: private, and bound to a game."""

from __future__ import annotations

import pytest

from banquise.games.ice_lake import rules
from banquise.kernel import compile as twins
from banquise.kernel import contract, playout


def test_the_original_module_is_left_alone():
    before = dict(vars(playout))
    twin = twins.bound(playout, rules)
    assert twin is not playout
    assert dict(vars(playout)) == before
    assert twin.to_act is rules.to_act
    assert twins.bound(playout, rules) is twin


def test_a_program_unbound_says_so():
    with pytest.raises(contract.Unbound, match="bind this program"):
        playout.to_act(None)


def test_each_question_unbound_says_so():
    arguments = {"setup": 3, "why_illegal": 3, "legal_moves": 3, "play": 3, "who_sees": 3, "imagine": 3, "odds": 2}
    arguments |= {"settle": 2, "score": 2}
    for question in contract.QUESTIONS:
        with pytest.raises(contract.Unbound):
            getattr(contract, question)(*[None] * arguments.get(question, 1))
