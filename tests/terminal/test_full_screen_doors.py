"""What the home page of the full screen leads to: matches that wait, lessons, puzzles, records."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from piloting import NARROW, keys, settled, told, until
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import banquise
from banquise.games import NAMES
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES
from banquise.table import decode
from banquise.table.lesson import BadLesson, lesson
from banquise.terminal.fullscreen.app import Home, SetTable, TableApp
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.lesson import LessonScreen
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.replay import ReplayScreen
from banquise.terminal.fullscreen.sitting import kept


def test_the_home_page_changes_its_language_and_lists_the_records_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    banquise.save(banquise.new("ice_lake", 2, seed=1), tmp_path / "evening.banquise")
    (tmp_path / "broken.banquise").write_text("no record")

    async def story(pilot: Pilot[None]) -> None:
        home = pilot.app.screen
        doors = home.query_one("#doors", OptionList)
        await pilot.press("l")
        shown = [str(doors.get_option_at_index(at).prompt) for at in range(doors.option_count)]
        assert word("home.play", "fr", game="Alaska") in shown
        doors.highlighted = next(at for at, line in enumerate(shown) if "broken" in line)
        await pilot.press("enter")
        assert pilot.app.screen is home, "what cannot be read is said, and nothing opens"
        doors.highlighted = next(at for at, line in enumerate(shown) if "evening" in line)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen), "the record")

    told(TableApp("en"), story)


def test_from_the_home_page_to_a_table_and_on_the_next_day_on_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # One match in a hundred is over after these programmes, and nothing waits on the shelf.
    monkeypatch.setattr(banquise, "new", partial(banquise.new, seed=7))

    async def evening(pilot: Pilot[None]) -> None:
        await pilot.press("enter")  # the first door: Ice Lake
        await until(pilot, lambda: isinstance(pilot.app.screen, SetTable), "who sits there")
        await pilot.press("enter")  # a hare
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen), "the table")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await settled(pilot, screen)
        await pilot.press("slash", *"GA", "enter")
        await until(pilot, lambda: kept("en") is not None, "the match on the shelf")

    async def morning(pilot: Pilot[None]) -> None:
        home = pilot.app.screen
        assert isinstance(home, Home)
        assert "Ice Lake" in str(home.query_one("#doors", OptionList).get_option_at_index(0).prompt)
        await pilot.press("enter")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.sitting.match.log

    told(TableApp("en"), evening)
    told(TableApp("en"), morning)


@pytest.mark.slow
def test_a_lesson_from_its_first_to_its_last_step(game: Game) -> None:
    language = dict(zip(NAMES, LANGUAGES, strict=False)).get(game.name, "en")  # each game in another language
    try:
        of = lesson(game.name)
    except BadLesson:
        pytest.skip(f"{game.title} has no lesson")
    screen = LessonScreen(of, language)

    async def story(pilot: Pilot[None]) -> None:
        for index, step in enumerate(of.steps):
            assert screen.index == index
            if step.teach:
                await pilot.press("slash", *keys(step.teach[0]), "enter", "escape")
                assert screen.is_done, step.name
            await pilot.press("n")
        assert str(screen.query_one("#told", Static).render()).strip()

    told(TableApp(language, screen), story)


@pytest.mark.slow
def test_a_record_is_looked_back_on_with_its_chances(tmp_path: Path) -> None:
    match = banquise.new("ice_cult", 2, seed=2)
    rng = random.Random(1)
    for _ in range(6):
        seat = match.to_act[0]
        match.play(seat, int(rng.choice(match.legal(seat))))
    banquise.save(match, tmp_path / "one.banquise")
    screen = ReplayScreen(decode((tmp_path / "one.banquise").read_bytes()), "en")

    async def story(pilot: Pilot[None]) -> None:
        first = str(screen.query_one(Board).picture)
        await pilot.press("end")
        assert screen.line == len(match.log)
        assert str(screen.query_one(Board).picture) != first
        await pilot.press("home", "right")
        assert screen.line == 1
        await until(pilot, lambda: len(screen.chances) == len(match.log) + 1, "the chances after every line")
        assert all(sum(chances) == pytest.approx(1, abs=0.01) for chances in screen.chances.values())
        assert "%" in str(screen.query_one("#chances", Static).render())

    told(TableApp("en", screen), story)


@pytest.mark.parametrize(("language", "whole"), [("en", "100%"), ("fr", "100 %"), ("de", "100 %"), ("fa", "۱۰۰٪")])
def test_chances_are_written_as_the_reader_writes_them_and_keys_are_arrows(language: str, whole: str) -> None:
    screen = ReplayScreen(banquise.to_record(banquise.play("ice_lake", ["hare", "hare"], seed=3)), language)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        chances = screen.query_one("#chances", Static)
        await until(pilot, lambda: whole in str(chances.render()).replace("\u00a0", " "), "who has won")
        assert all(key in str(screen.query_one(Keys).render()) for key in "←→")
        curves = str(chances.render()).splitlines()[1:3]
        assert max(map(len, curves)) <= chances.content_size.width

    told(TableApp(language, screen), story, NARROW)
