"""Puzzles on the full screen: found from the home page, tried by keys and by mouse, every try answered."""

from __future__ import annotations

from datetime import date

import pytest
from piloting import NARROW, keys, shown, told, until
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from banquise.games import OWN, game
from banquise.kernel.speech import LANGUAGES
from banquise.table import puzzle_told
from banquise.table.puzzle import of_the_day, puzzles, riddle
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.puzzle import PuzzleList, PuzzleScreen
from banquise.terminal.solved import note_solved, solved


def said(screen: PuzzleScreen) -> str:
    return shown(screen, "#reply")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), list(zip(OWN, LANGUAGES, strict=True)))
def test_every_try_is_answered_and_the_line_solves_it(name: str, language: str) -> None:
    number = max(range(len(puzzles(game(name)))), key=lambda at: len(puzzles(game(name))[at].line))
    of = riddle(name, number)
    screen = PuzzleScreen(of.game, number, language)

    async def story(pilot: Pilot[None]) -> None:
        assert puzzle_told.asked(of, language) in shown(screen, "#told")
        first = screen.query_one(Board).picture
        wrong = next(move.text for move in of.opening().legal(of.puzzle.seat) if _verdict(of, move.text) == "wrong")
        await pilot.press("slash", *keys(wrong), "enter")
        assert puzzle_told.worth(of, of.attempt([], wrong), language) in said(screen)
        assert str(screen.query_one(Board).picture) == str(first), "nothing has happened"
        await pilot.press("x", "y", "z", "enter")
        assert "xyz" in said(screen)
        for at, step in enumerate(of.puzzle.line):
            assert not screen.is_done, at
            await pilot.press(*keys(step.move), "enter")
        assert screen.is_done
        assert puzzle_told.explained(of, language) in said(screen)
        assert solved(name) == {of.puzzle.name}
        await pilot.press("escape", "n")
        assert screen.number == (number + 1) % len(puzzles(of.game))
        assert not screen.is_done

    told(TableApp(language, screen), story, NARROW)


def _verdict(of, text: str) -> str:
    return of.attempt([], text).verdict


def test_from_the_home_page_to_the_puzzle_of_the_day_and_solved_with_the_mouse() -> None:
    ice_cult = game("ice_cult")
    today = of_the_day(ice_cult, date.today())
    assert today is not None

    async def story(pilot: Pilot[None]) -> None:
        await choose(pilot, word("home.puzzles", "en", game="Ice Cult"))
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleList), "the list")
        listed = pilot.app.screen
        await pilot.press("enter")  # the first line: today's
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen), "the puzzle")
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen.number == today
        assert word("puzzle.today", "en") in shown(screen, "#told")
        await until(pilot, lambda: screen.query_one("#moves", OptionList).option_count, "moves")
        while not screen.is_done:
            await click_right_move(pilot, screen)
        await pilot.press("escape", "q")
        await until(pilot, lambda: pilot.app.screen is listed, "the list again")
        first = str(listed.query_one("#doors", OptionList).get_option_at_index(0).prompt)
        assert first.endswith("✓")
        assert "1 of" in str(listed.query_one("#line", Static).render())

    told(TableApp("en"), story, (120, 40))


async def choose(pilot: Pilot[None], line: str) -> None:
    doors = pilot.app.screen.query_one("#doors", OptionList)
    shown = [str(doors.get_option_at_index(at).prompt) for at in range(doors.option_count)]
    doors.highlighted = shown.index(line)
    await pilot.press("enter")


async def click_right_move(pilot: Pilot[None], screen: PuzzleScreen) -> None:
    """A line of the list that is on the way, pressed with the mouse."""
    moves, before = screen.query_one("#moves", OptionList), len(screen.made)
    for at in range(moves.option_count):
        text = str(moves.get_option_at_index(at).prompt)
        if screen.of.attempt(screen.made, text).verdict != "wrong":
            moves.highlighted = at  # comes into view
            await pilot.pause()
            await pilot.click("#moves", offset=(2, at - moves.scroll_offset.y))
            await until(pilot, lambda: screen.is_done or len(screen.made) > before, "an answer")
            return
    raise AssertionError("no move is right")


def test_a_line_that_was_shown_is_explained_and_does_not_count() -> None:
    screen = PuzzleScreen(game("ice_lake"), 0, "fr")

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert screen.is_done
        assert said(screen).startswith(word("puzzle.shown", "fr"))
        assert puzzle_told.explained(screen.of, "fr") in said(screen)
        assert not solved("ice_lake")
        await pilot.press("p")
        assert screen.number == len(puzzles(game("ice_lake"))) - 1

    told(TableApp("fr", screen), story)


def test_what_was_solved_is_kept_and_a_broken_file_is_no_trouble(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "state"))
    note_solved("ice_lake", "1.2.0")
    note_solved("alaska", "3.4.0")
    assert solved("ice_lake") == {"1.2.0"}
    (tmp_path / "state" / "puzzles.json").write_text("no json")
    assert not solved("ice_lake")
    note_solved("ice_lake", "5.6.0")
    assert solved("ice_lake") == {"5.6.0"}
