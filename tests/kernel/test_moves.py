"""Declarations of moves, phases, endings and reasons: numbers follow from their places, names from the constants."""

from __future__ import annotations

import pytest

from banquise.kernel.game import Game
from banquise.kernel.moves import NO_PART, BadDeclaration, Kinds, Numbered, Numbering, ReasonNumbering

HANDS = ("left", "right")


def declared() -> dict[str, object]:
    """A module's namespace as a game's moves.py leaves it."""
    module: dict[str, object] = {"__name__": "somewhere.moves"}
    kind = module["_kind"] = Kinds()
    module["PASS"] = kind()
    module["TURN"] = kind(slot=Numbered(("NW", "NE", "SE")), hand=HANDS)
    module["PLAY"] = kind({"owner": 4}, card=range(1, 6))
    module["NO_FOG"] = kind()
    module["MOVES"] = kind.moves(module)
    return module


def test_codes_follow_from_the_order_and_the_ranges():
    module = declared()
    moves = module["MOVES"]
    assert [module[name] for name in ("PASS", "TURN", "PLAY", "NO_FOG")] == [0, 1, 7, 12]
    assert moves.count == 13
    assert [kind.name for kind in moves.kinds] == ["pass", "turn", "play", "no_fog"]
    assert moves.kind_of == (0, 1, 1, 1, 1, 1, 1, 7, 7, 7, 7, 7, 12)


def test_lookups_take_every_move_apart():
    moves = declared()["MOVES"]
    assert moves.part("slot") == (NO_PART, 0, 0, 1, 1, 2, 2, *[NO_PART] * 6)
    assert moves.part("hand") == (NO_PART, 0, 1, 0, 1, 0, 1, *[NO_PART] * 6)
    assert moves.part("card") == (*[NO_PART] * 7, 1, 2, 3, 4, 5, NO_PART)
    with pytest.raises(BadDeclaration, match="'colour'"):
        moves.part("colour")


def test_a_move_is_put_together_and_told_in_parts_and_in_words():
    module = declared()
    moves = module["MOVES"]
    turn = moves.code(module["TURN"], 2, 1)
    assert moves.parts(turn) == {"kind": "turn", "slot": 2, "hand": "right"}
    assert moves.write(turn) == "turn SE right"
    assert moves.read("turn se right") == turn
    assert moves.read("turn se up") is None
    assert moves.code(module["PLAY"], 5) == 11
    assert moves.parts(11) == {"kind": "play", "card": 5}
    assert moves.write(12) == "no fog"


def test_names_and_reasons_are_read_off_the_module():
    module: dict[str, object] = {"__name__": "somewhere.moves", "OTHER": 0}
    phase = module["_phase"] = Numbering()
    module["DRAWING"], module["OVER"] = phase(), phase()
    names = phase.names(module)
    assert dict(names) == {0: "drawing", 1: "over"}
    reason = module["_reason"] = ReasonNumbering()
    module["IS_OVER"] = reason("XX-6.1")
    reasons = reason.reasons(module)
    assert (reasons[1].key, reasons[1].paragraph) == ("reason.is_over", "XX-6.1")


def test_a_stranger_among_the_constants_is_named():
    module: dict[str, object] = {"__name__": "somewhere.moves"}
    phase = Numbering()
    module["DRAWING"] = phase()
    module["RADIUS"] = 6
    module["OVER"] = phase()
    with pytest.raises(BadDeclaration, match=r"somewhere\.moves: RADIUS = 6"):
        phase.names(module)


def test_codes_of_the_games_are_one_to_one_with_their_parts(game: Game):
    """Every move of every game: put together again from its kind and parts it is the same move."""
    for move in range(game.move_codes):
        kind = game.moves.kind(move)
        assert game.moves.code(kind.first, *kind.values(move).values()) == move
        assert game.moves.kind_of[move] == kind.first


def test_a_legal_move_is_told_with_the_parts_that_were_declared(game: Game):
    """Clients are typed by the declarations, so ``structure`` keeps to them."""
    state, out = game.schema.new(), [0] * game.buffer
    game.rules.setup(state, game.seats[-1], [0] * len(game.options))
    while game.rules.to_act(state) < 0:
        n = game.rules.odds(state, out)
        game.rules.settle(state, next(i for i in range(n) if out[i]))
    seat = (game.rules.to_act(state) & -game.rules.to_act(state)).bit_length() - 1
    for move in out[: game.rules.legal_moves(state, seat, out)]:
        kind, parts = game.moves.kind(move), game.words.structure(state, seat, move)
        assert set(parts) == {"kind", *(part.name for part in (*kind.parts, *kind.adds))}
        for part in (*kind.parts, *kind.adds):
            value = parts[part.name]
            assert value in part.names if part.spoken else part.least <= value < part.least + part.size
