"""How the full screen looks: painted boards of every size, without colours, and not at all."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
from piloting import NARROW, WIDE, settled, table_for, told, until
from textual.pilot import Pilot
from textual.widgets import Static

import banquise
from banquise.kernel.canvas import Canvas, drawn
from banquise.kernel.speech import LANGUAGES
from banquise.table import Match
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.paint import NIGHT
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.sitting import LocalSitting


@pytest.mark.parametrize("name", ["ice_lake", "alaska", "altitude", "ice_cult"])
def test_the_board_is_painted_large_where_there_is_room_and_its_plain_text_stays_plain(name: str) -> None:
    app, screen = table_for(banquise.games.game(name), seed=11)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        for size in (NARROW, (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda s=size: (board.size.height > NARROW[1]) == (s != NARROW), f"the frame at {size}")
            await pilot.pause()  # its own resize comes after the frame's
            assert board.virtual_size.width <= board.size.width, f"no scrolling to the side at {size}"
            strips = [board.render_line(y) for y in range(board.size.height)]
            under = {segment.style.bgcolor.name for strip in strips for segment in strip if segment.style.bgcolor}
            assert under & set(NIGHT.grounds.values())
            assert not set("▀⠒⡇") & set(str(board.picture)), "what is read out has letters only"
        assert board.virtual_size.height <= board.size.height, "all of it at 120 x 40"

    told(app, story)


@pytest.mark.parametrize(
    ("name", "language", "seats"),
    [("ice_lake", "fr", 2), ("ice_lake", "de", 4), ("ice_cult", "en", 2), ("ice_cult", "fa", 4)],
)
def test_a_board_that_is_high_is_seen_whole_at_80_by_24(name: str, language: str, seats: int) -> None:
    match, rng = banquise.new(name, seats, seed=3), random.Random(3)
    for _ in range(12):
        match.play(match.to_act[0], int(rng.choice(match.legal(match.to_act[0]))))
    sitters = ["human" if seat == match.to_act[0] else "random" for seat in range(seats)]
    screen = TableScreen(LocalSitting(match, sitters, language, 3, keep=False))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        await until(pilot, lambda: board.size.height == NARROW[1] - 2, "all but the lines to type on and of keys")
        assert board.picture.fits((board.size.height, board.size.width))
        assert screen.query_one("#moves").size.height >= 4
        names = {spot.span.name for spot in board.spots}
        assert names >= {span.name for row in _usual(match).rows() for span in row if span.name}
        await pilot.resize_terminal(100, 60)
        await until(pilot, lambda: not screen.has_class("-beside"), "the usual drawing above the lists")
        await pilot.resize_terminal(*NARROW)
        await until(pilot, lambda: screen.has_class("-beside"), "the small one again")

    told(TableApp(language, screen), story, NARROW)


def _usual(match: Match) -> Canvas:
    return drawn(match.game.drawing, match.seen(0))


def test_a_crack_is_a_stroke_of_braille_in_its_skaters_colour() -> None:
    match = banquise.new("ice_lake", 2, seed=7)
    match.play(0, "GA")
    match.play(1, "DAA")
    screen = TableScreen(LocalSitting(match, ["human", "hare"], "en", 7))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        dots = [
            segment
            for y in range(board.size.height)
            for segment in board.render_line(y)
            if any("\u2800" < character <= "\u28ff" for character in segment.text)
        ]
        assert {segment.style.color.name for segment in dots} == {NIGHT.inks["red"], NIGHT.inks["yellow"]}

    told(TableApp("en", screen), story)


def test_every_lit_place_is_on_a_narrow_screen_too_and_the_board_scrolls_to_it() -> None:
    match = banquise.new("alaska", 2, seed=5)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "en", 5))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        assert board.size.width >= 78, "Alaska fits into 80 columns"
        for _ in range(30):
            await pilot.press("down")
        here = board.here()
        assert here is not None
        assert 0 <= here.row - board.scroll_offset.y < board.size.height

    told(TableApp("en", screen), story, NARROW)


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = TableScreen(LocalSitting(banquise.new("alaska", 2, seed=3), ["human", "random"], "en", 3))
    app = TableApp("en", screen)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        used = set(re.findall(r"fill: #([0-9a-f]{6})", app.export_screenshot()))
        assert used, "something is drawn"
        assert all(max(rgb) - min(rgb) < 12 for rgb in map(bytes.fromhex, used)), used

    assert app.no_color
    told(app, story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_that_can_show_no_screen_gets_the_plain_table_and_a_line_that_says_so(language: str) -> None:
    words = [sys.executable, "-m", "banquise", "table", "ice_lake", "--seats", "human,hare", "--lang", language]
    done = subprocess.run(words, input="quit\n", capture_output=True, text=True, check=True)
    assert done.stdout.startswith(word("plain.fallback", language))
    assert word("plain.help", language) in done.stdout


def test_resizing_at_any_moment_keeps_everything_on_the_screen() -> None:
    app, screen = table_for(banquise.games.game("ice_lake"), seed=11)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        players = screen.query_one("#players", Static)
        for size in (NARROW, (200, 60), (60, 18), WIDE):
            await pilot.resize_terminal(*size)
            for name in ("#board", "#players", "#prompt", "#moves", "#typed", "#keys"):
                part = screen.query_one(name)
                await until(pilot, lambda part=part, s=size: 0 < part.region.bottom <= s[1], f"{name} at {size}")
                assert part.region.height > 0, (size, name)
            is_column = size[0] > NARROW[0]
            await until(pilot, lambda w=is_column: ("\n" in str(players.render())) == w, f"the players at {size}")

    told(app, story)


def test_players_and_a_long_answer_find_their_room_when_the_screen_becomes_small() -> None:
    screen = TableScreen(LocalSitting(banquise.new("ice_lake", 2, seed=3), ["human", "random"], "de", 3, keep=False))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        players, said = screen.query_one("#players", Static), screen.query_one("#answer", Static)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: "\n" not in str(players.render()), "players in a row")
        await pilot.resize_terminal(*NARROW)
        await until(pilot, lambda: str(players.render()).count("\n") == 1, "players in a column beside the board")
        screen.answer("Ein langer Satz, der nicht in vier Zeilen passt. " * 4)
        await until(pilot, lambda: said.size.height == 9, "all lines of an answer")
        screen.answer("")
        await until(pilot, lambda: said.size.height == 4, "the lists have their room again")

    told(TableApp("de", screen), story)
