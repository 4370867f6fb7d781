"""The generic battery, part five: the laws that ``banquise check-game`` asks of a game, and games that break them.

A law that nothing can break is none: for each of them a small game is spoilt on purpose, and the law must say so.
"""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType, SimpleNamespace

import pytest
import snow_dice
from snow_dice import moves, rules
from tools import with_seeds

from banquise.kernel.compile import bound
from banquise.kernel.contract import EVERYBODY
from banquise.kernel.game import Endless
from banquise.kernel.speech import Message
from banquise.lab import laws
from banquise.lab.simulate import simulate
from banquise.lab.visits import visit


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@with_seeds(3)
def test_a_law_holds(law, variant, seed):
    assert list(law(variant, seed)) == []


def test_timeless_moves_are_seen_at_all(variant):
    """Or the law about them would look at nothing."""
    game, seats, _ = variant
    if not any(move in game.words.TIMELESS for move in range(game.move_codes)):
        pytest.skip(f"{game.title} has no timeless move")
    legal = (
        move
        for state in visit(variant, 1)
        for seat in range(seats)
        for move in laws.codes(game, state, seat)
        if move in game.words.TIMELESS
    )
    assert next(legal, None) is not None


# Spoilt games ---------------------------------------------------------------------------------------------------------


def spoilt(part: str, **answers):
    """Snow Dice with other answers to some questions."""
    game = snow_dice.GAME
    sound = getattr(game, part)
    fake = ModuleType(sound.__name__) if part == "rules" else SimpleNamespace()
    fake.__dict__.update(vars(sound) | answers)
    return replace(game, **{part: fake})


def leaky(s, actor, code):
    """Everybody is told every roll."""
    return EVERYBODY


def endless(s, seat, move):
    """Nobody ever loses."""
    s.phase = moves.CLAIMING
    s.claim = 0
    s.turn = (seat + 1) % s.seats


def overflowing(s, seat, move):
    rules.play(s, seat, move)
    s.claim = s.claim and s.claim + 120


def loose(s, seat, move):
    return 0 if (seat, move) == (0, 2**40) else rules.why_illegal(s, seat, move)


def generous(s, seat, out):
    n = rules.legal_moves(s, seat, out)
    if n:
        out[n] = moves.MOVE_CODES - 1
        n += 1
    return n


def unfair(s, out):
    n = rules.odds(s, out)
    for i in range(n):
        out[i] = 0
    return n


def forgetful(s, seat, rng):
    """Draws the own die anew too."""
    for other in range(s.seats):
        if s.die[other]:
            s.die[other] = rules.below(rng, moves.FACES) + 1


def stuck(s, seat, rng):
    """Imagines a match without end."""
    for other in range(s.seats):
        s.snowballs[other] = -100


def restless(s, seat, rng):
    """Takes what everybody sees for something to imagine."""
    s.turn = (s.turn + 1) % s.seats


def mumbling(s, seat, text):
    raise KeyError(text)


def speechless(before, after, actor, code):
    return [Message("log.nothing_of_the_kind")]


def shapeless(s, seat, move):
    return {"kind": "move"}


def changing(s, seat, move):
    return f"{s.claim} {move}"


BROKEN = [
    (laws.a_match_ends_within_its_bound, spoilt("rules", play=endless)),
    (laws.every_number_fits_its_field, spoilt("rules", play=overflowing)),
    (laws.every_step_changes_the_state, spoilt("rules", settle=lambda s, outcome: None)),
    (laws.legal_moves_and_reasons_agree, spoilt("rules", legal_moves=generous)),
    (laws.codes_out_of_range_are_refused, spoilt("rules", why_illegal=loose)),
    (laws.chance_has_weights, spoilt("rules", odds=unfair)),
    (laws.what_is_shown_does_not_depend_on_what_is_hidden, spoilt("rules", imagine=forgetful)),
    (laws.an_imagined_match_ends_too, spoilt("rules", imagine=stuck)),
    (laws.nobody_is_told_what_nobody_could_see, spoilt("rules", who_sees=leaky)),
    (laws.sentences_do_not_tell_what_is_hidden, spoilt("rules", imagine=restless)),
    (laws.every_text_reads_back, spoilt("words", write=lambda s, seat, move: f"say {move}")),
    (laws.any_text_is_read_or_refused, spoilt("words", read=mumbling)),
    (laws.everything_said_has_words, spoilt("words", tell=speechless)),
    (laws.moves_come_in_parts, spoilt("words", structure=shapeless)),
    (laws.every_position_is_drawn, spoilt("drawing", svg=lambda seen: "<svg>")),
    (laws.every_position_is_drawn, spoilt("drawing", text=lambda seen: " ")),
    (laws.timeless_moves_never_change, spoilt("words", write=changing)),
]


@pytest.mark.parametrize(("law", "spoilt_game"), BROKEN, ids=lambda each: getattr(each, "__name__", ""))
def test_a_broken_law_is_noticed(law, spoilt_game):
    complaints = []
    for seed in range(20):
        try:
            complaints += law((spoilt_game, 3, {}), seed)
        except Endless as error:  # a game that stands still is noticed while it is visited
            complaints.append(str(error))
    assert complaints
    assert all(complaint.strip() for complaint in complaints)


def test_every_law_is_broken_once():
    assert {law for law, _ in BROKEN} == set(laws.LAWS)


def test_a_leak_is_named():
    leak = spoilt("rules", who_sees=leaky), 2, {}
    told = [complaint for seed in range(5) for complaint in laws.nobody_is_told_what_nobody_could_see(leak, seed)]
    assert "who_sees lets a spectator be told" in told[0]
    assert "of chance, which it cannot see" in told[0]


def test_an_endless_game_is_stopped_and_says_where_it_was(monkeypatch):
    monkeypatch.setattr(rules, "play", endless)
    monkeypatch.setattr("banquise.kernel.blocks.bound", bound.__wrapped__)  # not the twin that other tests made
    with pytest.raises(Endless, match="random match 0 of seed 4 of Snow Dice for 2 has not ended after"):
        simulate(snow_dice.GAME, 2, games=3, seed=4, engine="plain")
