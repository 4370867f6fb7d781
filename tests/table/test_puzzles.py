"""Puzzles: every one that is shipped can be solved, told and explained; some are judged again each time, all on wish.

``BANQUISE_ALL_PUZZLES=1 pytest tests/table/test_puzzles.py`` judges every one again, as
``banquise puzzles GAME --verify`` does.
"""

from __future__ import annotations

import os
from datetime import date, timedelta

import msgspec
import pytest

from banquise.bots.puzzling import MARGIN, TOLERANCE, complaints, themes_of, told_anew, wins_for_sure
from banquise.games import OWN, game
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.table import IllegalMove, puzzle_told
from banquise.table.puzzle import BadPuzzle, of_the_day, puzzles, riddle

ALL = bool(os.environ.get("BANQUISE_ALL_PUZZLES"))
JUDGED = [(name, number) for name in OWN for number in range(len(puzzles(game(name)))) if ALL or number in (0, 7)]


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_every_puzzle_is_solved_by_its_line_and_by_nothing_else(name):
    for number, puzzle in enumerate(puzzles(game(name))):
        of = riddle(name, number)
        match, made = of.opening(), []
        for step in puzzle.line:
            for wrong in match.legal(puzzle.seat):
                if wrong.text not in {one.move for one in puzzle.line}:
                    tried = of.attempt(made, wrong.text)
                    assert tried.verdict == "wrong"
                    assert tried.match.state == match.state
                    assert (tried.chance if tried.chance is not None else tried.at_most) <= step.chance
                    break
            tried = of.attempt(made, step.move)
            match.play(puzzle.seat, step.move)
            made.append(step.move)
            assert tried.verdict == ("solved" if len(made) == len(puzzle.line) else "under_way")
        assert of.show([]).match.state == tried.match.state
        assert any(len(step.others) > 0 for step in puzzle.line)


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_every_puzzle_has_a_theme_and_is_explained_by_what_happens_in_four_languages(name):
    for number, puzzle in enumerate(puzzles(game(name))):
        of = riddle(name, number)
        said = [message.key.removeprefix("log.") for message in of.explanation()]
        assert puzzle.themes, puzzle.name
        assert puzzle.themes == themes_of(puzzle), "its themes are among what is told"
        assert set(said) - set(of.game.quiet), f"{puzzle.name} tells nothing that happens: {said}"
        for language in LANGUAGES:
            about = puzzle_told.themes(of.game, puzzle.themes, language)
            assert all(about)
            assert puzzle_told.listed(about, language) in puzzle_told.asked(of, language)
            assert len(puzzle_told.explained(of, language)) < 1500, "a story that anybody reads to its end"


def test_the_events_that_a_game_calls_quiet_are_events_of_its_own():
    for name in OWN:
        assert {f"log.{key}" for key in game(name).quiet} <= catalogue(game(name).folder, "en").keys()


def test_how_a_puzzle_goes_on_is_found_again_as_it_is_shipped():
    found = puzzles(game("ice_cult"))[0]
    assert told_anew(msgspec.structs.replace(found, then=(), themes=())) == found


@pytest.mark.parametrize("name", OWN)
def test_a_story_that_is_told_to_its_end_nearly_always_ends_well_for_whoever_has_solved_it(name):
    told = [(one, riddle(name, number).show([]).match) for number, one in enumerate(puzzles(game(name)))]
    ended = [(one, match) for one, match in told if match.is_over]
    lost = [one for one, match in ended if one.seat not in match.result.winners]
    assert ended
    assert [one.name for one in lost if one.sure] == []
    assert len(lost) <= len(ended) // 8, lost  # the right line, too, wins only as often as it says


@pytest.mark.parametrize("name", OWN)
def test_the_right_move_is_right_by_a_wide_margin_and_no_puzzle_comes_twice(name):
    found = puzzles(game(name))
    assert found
    assert len({one.position for one in found}) == len(found) == len({one.name for one in found})
    for one in found:
        for step in one.line:
            assert not step.others or step.chance - max(step.others.values()) >= 100 * (MARGIN - TOLERANCE)


@pytest.mark.parametrize(("name", "number"), JUDGED)
def test_a_puzzle_holds_in_worlds_that_were_not_looked_at(name, number):
    assert complaints(puzzles(game(name))[number], simulations=2000 if ALL else 800) == []


def test_a_puzzle_that_is_wrong_is_complained_about():
    puzzle = puzzles(game("ice_cult"))[0]
    first = puzzle.line[0]
    false = next(iter(first.others))
    turned = msgspec.structs.replace(first, move=false, others={first.move: 10})
    assert complaints(msgspec.structs.replace(puzzle, line=(turned,)), simulations=400)
    assert complaints(msgspec.structs.replace(puzzle, themes=("nothing",)), simulations=400)


def test_tries_are_answered_as_a_match_answers_them():
    of = riddle("ice_lake", 0)
    with pytest.raises(BadNotation, match="xyzzy"):
        of.attempt([], "xyzzy")
    with pytest.raises(BadPuzzle, match="not on the way"):
        of.attempt([next(iter(of.puzzle.line[0].others))], of.puzzle.line[0].move)
    with pytest.raises(IllegalMove):
        of.attempt([], "face N")
    with pytest.raises(BadPuzzle, match="puzzles from 0 on"):
        riddle("ice_lake", 10**6)


def test_what_goes_on_beyond_the_line_is_right_as_far_as_the_line_goes():
    for number, puzzle in enumerate(puzzles(game("ice_lake"))):
        if puzzle.line[-1].move.endswith("-"):
            whole = "".join(step.move.removesuffix("-") for step in puzzle.line) + "A"
            assert riddle("ice_lake", number).attempt([], whole).verdict == "solved"
            return
    pytest.fail("no puzzle of Ice Lake ends with a letter")


def test_the_puzzle_of_the_day_goes_round_and_is_the_same_everywhere():
    ice_cult = game("ice_cult")
    count = len(puzzles(ice_cult))
    days = [of_the_day(ice_cult, date(2026, 1, 1) + timedelta(days=n)) for n in range(2 * count)]
    assert days == [*range(count)] * 2


def test_a_proof_knows_a_won_match_from_an_open_one():
    sure = [puzzle.sure for puzzle in puzzles(game("ice_cult"))]
    won = riddle("ice_cult", sure.index(True))
    solved = won.opening()
    for step in won.puzzle.line:
        solved.play(won.puzzle.seat, step.move)
    assert wins_for_sure(solved.game, solved.state, won.puzzle.seat, {}, 60)
    assert not wins_for_sure(solved.game, solved.state, 1 - won.puzzle.seat, {}, 60)
