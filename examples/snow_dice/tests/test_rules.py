"""A rule case for every paragraph of Snow Dice: the name of a test carries the paragraph's id."""

from __future__ import annotations

import pytest
from snow_dice import GAME, drawing, moves, rules, words
from snow_dice.state import STATE

from banquise.kernel.contract import CHANCE, EVERYBODY
from banquise.table import IllegalMove, Match
from banquise.table.match import Decision


def table(*dice: int, first: int = 0) -> Match:
    """A match in which these dice were rolled, in order of seats; the first round is about to be claimed in."""
    match = Match(GAME, len(dice))
    match.apply(Decision(CHANCE, (first,)))
    roll(match, *dice[first:], *dice[:first])
    return match


def roll(match: Match, *dice: int) -> None:
    for die in dice:
        match.apply(Decision(CHANCE, (die - 1,)))


def say(match: Match, *moves: str) -> None:
    """Let the seats say these things in turn."""
    for move in moves:
        match.apply(Decision(match.to_act[0], tuple(words.read(match.state, match.to_act[0], move))), move)


def test_sd_1_1_two_to_four_seats_without_snowballs():
    for seats in (2, 3, 4):
        assert Match(GAME, seats).state.snowballs == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="Snow Dice is for 2 to 4 seats, not 5"):
        Match(GAME, 5)


def test_sd_1_2_any_seat_may_begin():
    assert table(1, 2, 3, first=2).to_act == (2,)


def test_sd_1_3_a_roll_is_seen_by_the_one_who_rolls_alone():
    match = table(5, 2)
    assert match.view(0)["die"] == 5
    assert match.view(1)["die"] == 2
    assert "die" not in match.view(None)
    match = Match(GAME, 2)
    match.apply(Decision(CHANCE, (1,)))
    assert rules.who_sees(match.state, CHANCE, 4) == 0b10
    assert rules.who_sees(table(1, 1).state, 0, 3) == EVERYBODY


def test_sd_2_1_a_claim_is_higher_than_the_last_one():
    match = table(3, 3, 3)
    say(match, "claim 5", "6")
    for low in ("claim 5", "claim 6"):
        with pytest.raises(IllegalMove, match="must be higher"):
            say(match, low)
    with pytest.raises(IllegalMove, match="somebody else’s turn"):
        match.apply(Decision(0, (7,)))
    assert match.to_act == (2,)


def test_sd_2_2_a_round_starts_with_a_claim_of_what_can_be():
    match = table(3, 3)
    with pytest.raises(IllegalMove, match="Nothing has been claimed"):
        say(match, "doubt")
    with pytest.raises(IllegalMove, match="So much cannot"):
        say(match, "claim 13")
    say(match, "claim 12")
    assert [str(move) for move in match.legal(1)] == ["doubt"]


@pytest.mark.parametrize(("claim", "loser"), [(6, 1), (5, 1), (7, 0)])
def test_sd_2_3_who_was_wrong_takes_a_snowball(claim, loser):
    match = table(2, 4)
    say(match, f"claim {claim}", "doubt")
    assert match.state.lifted[:2] == [2, 4]
    assert match.state.die == [0, 0, 0, 0]
    assert [match.state.snowballs[seat] for seat in range(2)] == [int(seat == loser) for seat in range(2)]


def test_sd_2_4_who_took_the_snowball_starts():
    match = table(1, 1, 1)
    say(match, "claim 2", "claim 9", "doubt")
    roll(match, 1, 1, 1)
    assert match.to_act == (1,)


def test_sd_3_1_three_snowballs_end_it():
    match = table(1, 1)
    for _ in range(2):
        say(match, "claim 12", "doubt")
        roll(match, 1, 1)
    assert not match.is_over
    say(match, "claim 12", "doubt")
    assert match.result.ending == "ending.snowed_under"
    assert rules.why_illegal(match.state, 0, 1) == moves.IS_OVER


def test_sd_3_2_the_fewest_snowballs_win_and_may_share():
    match = table(1, 1, 1)
    for _ in range(3):
        say(match, "claim 18", "doubt")
        if not match.is_over:
            roll(match, 1, 1, 1)
    assert match.result.winners == (1, 2)
    assert match.result.points == (0, 3, 3)


def test_seats_and_moves_that_there_are_not_are_refused():
    state = table(1, 1).state
    assert rules.why_illegal(state, 2, 1) == moves.NO_SUCH_SEAT
    assert rules.why_illegal(state, 0, moves.MOVE_CODES) == moves.NO_SUCH_MOVE
    assert rules.winners(state) == rules.ending(state) == 0


def test_dice_are_waited_for():
    assert rules.why_illegal(Match(GAME, 2).state, 0, 1) == moves.DICE_ROLL


def test_the_board_speaks_the_viewers_language_and_keeps_secrets():
    state = table(5, 2).state
    assert "Red: die [5], snowballs 0" in drawing.text(STATE.seen(state, 0))
    assert "Rot: Würfel [ ]" in drawing.text(STATE.seen(state, 1), "de")
    assert "[5]" not in drawing.svg(STATE.seen(state, None))
    say(match := table(5, 2), "claim 9", "doubt")
    assert "(5)" in drawing.text(match.state)
    assert GAME.told("title", "fr") == "Dés de neige"
