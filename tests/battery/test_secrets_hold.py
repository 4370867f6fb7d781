"""The generic battery, part two: no seat learns what it may not know."""

from __future__ import annotations

import json
from typing import Any

from tools import sample, some_step, visit, with_seeds

from banquise.kernel import playout
from banquise.kernel.chance import seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET


def viewers(seats: int) -> list[int | None]:
    return [None, *range(seats)]


def imagined(game: Any, state: Any, viewer: int | None, seed: int) -> Any:
    """What the viewer may believe instead of the truth."""
    twin, rng = state.copy(), [0] * 4
    seed_rng(rng, seed, 3)
    game.rules.imagine(twin, -1 if viewer is None else viewer, rng)
    return twin


def shown(game: Any, state: Any, viewer: int | None) -> bytes:
    """Everything that is shown to a viewer of a position, as bytes."""
    seen = game.schema.seen(state, viewer)
    parts = [game.schema.view(state, viewer), game.rules.to_act(state), game.drawing.text(seen), game.drawing.svg(seen)]
    if viewer is not None:
        out = [0] * game.buffer
        n = game.rules.legal_moves(state, viewer, out)
        parts += [out[:n], [game.words.write(seen, viewer, move) for move in out[:n]]]
        if n:
            message = game.words.prompt(seen, viewer)
            parts.append([message.key, message.params])
    return json.dumps(parts).encode()


@with_seeds(3)
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_see(table, seed):
    game, seats, _ = table
    for state in sample(table, seed, 11):
        for viewer in viewers(seats):
            twin = imagined(game, state, viewer, seed)
            assert shown(game, twin, viewer) == shown(game, state, viewer)
            if viewer is not None:
                for move in (0, game.move_codes // 2, game.move_codes - 1):  # refusals tell nothing either
                    assert game.rules.why_illegal(twin, viewer, move) == game.rules.why_illegal(state, viewer, move)


@with_seeds(2)
def test_an_imagined_match_can_be_played_to_its_end(table, seed):
    game, seats, _ = table
    program = bound(playout, game.rules)
    rng, out = [0] * 4, [0] * game.buffer
    for number, state in enumerate(visit(table, seed)):
        if number == 7 * (seed % 20 + 1):
            twin = imagined(game, state, seed % seats, seed)
            seed_rng(rng, seed, 9)
            steps = number
            while game.rules.to_act(twin) != NOBODY:
                program.random_step(twin, seats, rng, out)
                steps += 1
                assert steps <= game.longest
            break


@with_seeds(2)
def test_sentences_about_a_hidden_move_do_not_depend_on_it(table, seed):
    """Whoever does not see what is done is told the same whatever it was, unless their own view changes otherwise."""
    game, seats, _ = table
    rng = [0] * 4
    seed_rng(rng, seed, 4)
    for state in sample(table, seed, 5):
        if game.rules.to_act(state) == NOBODY:
            continue
        actor, code = some_step(game, state, rng)
        mask = game.rules.who_sees(state, actor, code)
        if mask == EVERYBODY:
            continue
        after = state.copy()
        if actor == CHANCE:
            game.rules.settle(after, code)
        else:
            game.rules.play(after, actor, code)
        for viewer in viewers(seats):
            if viewer is not None and mask >> viewer & 1:
                continue
            one = game.words.tell(game.schema.seen(state, viewer), game.schema.seen(after, viewer), actor, None)
            believed = imagined(game, state, viewer, seed), imagined(game, after, viewer, seed)
            other = game.words.tell(*(game.schema.seen(s, viewer) for s in believed), actor, None)
            assert one == other


def test_every_field_declares_who_may_see_it(game):
    for field in game.schema.fields:
        assert field.see in (PUBLIC, OWNER, SECRET, SCRATCH)
        if field.see is not SCRATCH:
            assert field.about, f"{field.name} says nothing about itself"


def test_a_view_holds_public_fields_and_the_own_row_only(table):
    game, seats, _ = table
    for state in sample(table, 1, 30):
        for viewer in viewers(seats):
            view = game.schema.view(state, viewer)
            for field in game.schema.fields:
                if field.see is PUBLIC:
                    assert view[field.name] == getattr(state, field.name)
                elif field.see is OWNER and viewer is not None:
                    assert view[field.name] == getattr(state, field.name)[viewer]
                else:
                    assert field.name not in view
