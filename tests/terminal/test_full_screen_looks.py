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
from banquise.terminal.fullscreen.look import Choice, word
from banquise.terminal.fullscreen.paint import NIGHT
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.sitting import LocalSitting
from banquise.terminal.sitters import Sitters


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


@pytest.mark.parametrize("name", ["ice_lake", "alaska", "altitude", "ice_cult"])
def test_no_line_of_french_begins_with_what_belongs_to_the_line_before(name: str) -> None:
    """`programme :` has a space that keeps both together; Textual broke lines there."""
    app, screen = table_for(banquise.games.game(name), seed=11, language="fr")

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        for width in range(80, 72, -1):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            for place in ("#prompt", "#log"):
                one = screen.query_one(place)
                lines = [one.render_line(y).text.strip(" ") for y in range(one.size.height)]
                assert [line for line in lines if line.startswith((":", ";", "!", "?", "»"))] == []
                assert not any("\ue0a0" <= letter <= "\ue0af" for letter in "".join(lines)), (
                    "nobody sees how it is done"
                )

    told(app, story)


def _played(name: str, seats: int, lines: int) -> Match:
    """A match between hares, as it stands after so many lines of its log."""
    match = banquise.new(name, seats, seed=3)
    hares = Sitters(match, ["hare"] * seats, seed=3)
    while len(match.log) < lines and not match.is_over:
        seat = hares.next_seat()
        match.play(seat, hares.moves_of(seat))
    hares.close()
    return match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "language", "seats", "lines"),
    [
        *(("ice_lake", language, seats, 20) for language, seats in (("fr", 2), ("de", 4))),
        *(("ice_cult", language, seats, 40) for language, seats in (("en", 2), ("fa", 4))),
        *(("alaska", language, seats, 120) for language, seats in (("de", 2), ("fa", 3), ("fr", 4))),
        *(("altitude", language, seats, 190) for language, seats in (("en", 1), ("de", 2), ("fr", 3), ("fa", 4))),
        *((name, "de", 4, 10_000) for name in ("ice_lake", "ice_cult", "alaska", "altitude")),
    ],
)
def test_every_board_is_seen_whole_at_80_by_24(name: str, language: str, seats: int, lines: int) -> None:
    match = _played(name, seats, lines)
    acting = match.to_act[0] if match.to_act else 0
    sitters = ["human" if seat == acting else "random" for seat in range(seats)]
    screen = TableScreen(LocalSitting(match, sitters, language, 3, keep=False))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        await until(
            pilot, lambda: board.size.height == NARROW[1] - (2 if screen.has_class("-beside") else 7), "a frame"
        )
        await until(pilot, lambda: board.picture.fits((board.size.height, board.size.width)), "all of the board")
        assert not board.show_vertical_scrollbar
        assert not board.show_horizontal_scrollbar
        assert screen.now is not None
        usual = drawn(match.game.drawing, screen.now.state)
        assert _placed(board.picture, screen.now.choices) == _placed(usual, screen.now.choices), "all can be pressed"
        assert screen.query_one("#moves").size.height >= 4
        assert screen.query_one("#log").size.height >= 3
        for part in ("#players", "#prompt", "#moves", "#log", "#typed", "#keys"):
            region = screen.query_one(part).region
            assert region.height > 0, part
            assert region.right <= NARROW[0], part
            assert region.bottom <= NARROW[1], part
        players = screen.query_one("#players", Static)
        assert all(player.name in str(players.render()) for player in screen.now.players)

    told(TableApp(language, screen), story, NARROW)


def _placed(canvas: Canvas, choices: tuple[Choice, ...]) -> set[str]:
    """The moves that point at a place of a drawing."""
    spans = [span for row in canvas.rows() for span in row]
    return {choice.text for choice in choices if any(span.is_place_of(choice.parts) for span in spans)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["alaska", "altitude"])
def test_a_small_drawing_fits_at_every_moment_of_a_match(name: str, seats: int) -> None:
    """22 rows beside the lists, or 17 above them."""
    match, rng, made = banquise.new(name, seats, seed=8), random.Random(8), 0
    while not match.is_over:
        match.play(match.to_act[0], int(rng.choice(match.legal(match.to_act[0]))))
        made += 1
        if made % 10 and not match.is_over:
            continue
        for language in LANGUAGES:
            small = match.game.drawing.small_canvas(match.seen(made % seats), language)
            assert small.fits((22, 55)) or small.fits((17, 78)), f"{len(small)} x {small.width}\n{small}"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_mountains_that_nobody_has_built_are_drawn_small_too(seats: int) -> None:
    match = banquise.new("altitude", seats, seed=8)
    while not match.is_over:
        seat = match.to_act[0]
        legal = {move.text: move for move in match.legal(seat)}
        match.play(seat, int(legal.get("discard") or legal.get("done") or match.legal(seat)[0]))
    assert all(card == 0 for mountain in match.state.mountain[:seats] for card in mountain)
    assert match.game.drawing.small_canvas(match.seen(0), "fa").fits((17, 78))


def test_the_lists_stand_beside_a_high_board_and_below_it_where_there_is_room() -> None:
    screen = TableScreen(LocalSitting(_played("ice_lake", 2, 12), ["human", "random"], "de", 3, keep=False))

    async def story(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen.has_class("-beside"), "the small drawing")
        await pilot.resize_terminal(100, 60)
        await until(pilot, lambda: not screen.has_class("-beside"), "the usual drawing above the lists")
        await pilot.resize_terminal(*NARROW)
        await until(pilot, lambda: screen.has_class("-beside"), "the small one again")

    told(TableApp("de", screen), story, NARROW)


def test_another_size_of_the_screen_moves_the_lists_though_the_board_keeps_its_size() -> None:
    """79 columns and 22 rows are left for the board on a wide and low screen, and on a narrow and higher one."""
    app, screen = table_for(banquise.games.game("ice_cult"), seed=11)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await until(pilot, lambda: screen.query_one(Board).outer_size == (79, 22), "the frame beside the lists")
        await pilot.resize_terminal(79, 29)
        await until(pilot, lambda: screen.has_class("-beside"), "lists beside the small drawing")
        await until(pilot, lambda: screen.query_one(Board).outer_size == (54, 27), "its frame")

    told(app, story, (119, 24))


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


def test_on_a_screen_that_is_too_small_the_board_scrolls_to_every_lit_place() -> None:
    match = banquise.new("alaska", 2, seed=5)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "en", 5))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        assert board.virtual_size.height > board.size.height
        for _ in range(30):
            await pilot.press("down")
        here = board.here()
        assert here is not None
        assert here.row >= board.size.height
        assert 0 <= here.row - board.scroll_offset.y < board.size.height

    told(TableApp("en", screen), story, (60, 18))


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
        for size, is_column in ((NARROW, True), ((200, 60), True), ((60, 18), False), (WIDE, True)):
            await pilot.resize_terminal(*size)
            for name in ("#board", "#players", "#prompt", "#moves", "#typed", "#keys"):
                part = screen.query_one(name)
                await until(pilot, lambda part=part, s=size: 0 < part.region.bottom <= s[1], f"{name} at {size}")
                assert part.region.height > 0, (size, name)
            await until(pilot, lambda w=is_column: ("\n" in str(players.render())) == w, f"the players at {size}")
            for _ in range(10):  # and it stays so: a screen may be seen while it is still being arranged
                await pilot.pause(0.01)
                assert ("\n" in str(players.render())) == is_column, size

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


def test_points_have_the_figures_of_the_readers_language() -> None:
    match = banquise.new("alaska", 2, seed=3)
    match.give_up(1)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "fa", 3, keep=False))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        players = str(screen.query_one("#players", Static).render())
        assert set(re.findall(r"\d", players)) <= set("۰۱۲۳۴۵۶۷۸۹")
        assert players.count("۰") == 2

    told(TableApp("fa", screen), story)
