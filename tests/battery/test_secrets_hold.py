"""The generic battery, part two: fields and views say what they show. (What nobody may learn: test_laws_hold.py.)"""

from __future__ import annotations

from tools import sample

from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET
from banquise.lab.visits import viewers


def test_every_field_declares_who_may_see_it(game):
    for field in game.schema.fields:
        assert field.see in (PUBLIC, OWNER, SECRET, SCRATCH)
        if field.see is not SCRATCH:
            assert field.about, f"{field.name} says nothing about itself"


def test_a_view_holds_public_fields_and_the_own_row_only(variant):
    game, seats, _ = variant
    for state in sample(variant, 1, 30):
        for viewer in viewers(seats):
            view = game.schema.view(state, viewer)
            for field in game.schema.fields:
                if field.see is PUBLIC:
                    assert view[field.name] == getattr(state, field.name)
                elif field.see is OWNER and viewer is not None:
                    assert view[field.name] == getattr(state, field.name)[viewer]
                else:
                    assert field.name not in view
