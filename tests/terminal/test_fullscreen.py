"""The full-screen table, used as people use it: matches to their end by keys and by mouse, lessons, records."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from serving import Here, Player, served
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import banquise
from banquise.games import NAMES
from banquise.kernel import fair
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES
from banquise.table import decode, verify
from banquise.table.lesson import BadLesson, lesson
from banquise.table.verification import Kept
from banquise.terminal.fullscreen.app import Home, SetTable, TableApp
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.fair import is_fair
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.lesson import LessonScreen
from banquise.terminal.fullscreen.look import Refusal, word
from banquise.terminal.fullscreen.paint import NIGHT
from banquise.terminal.fullscreen.play import HandOver, Rules, TableScreen
from banquise.terminal.fullscreen.remote import NoTable, RemoteSitting
from banquise.terminal.fullscreen.replay import ReplayScreen
from banquise.terminal.fullscreen.sitting import LocalSitting, kept

WIDE, NARROW = (140, 44), (80, 24)


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's own matches."""
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "shelf"))


@pytest.fixture(autouse=True)
def _quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot sleeps 20 ms twice after every key to see whether the program is idle: 1 ms tells it too, and a whole
    match takes seconds instead of minutes."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.001)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.0005)


def told(app: TableApp, what: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = WIDE) -> None:
    """Run a story against the program."""

    async def story() -> None:
        async with app.run_test(size=size) as pilot:
            await what(pilot)

    asyncio.run(story())


async def until(pilot: Pilot[None], is_so: Callable[[], object], what: str) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if is_so():
            return
        await pilot.pause(0.005)
    raise AssertionError(f"waited in vain for: {what}")


def table_for(game: Game, seed: int) -> tuple[TableApp, TableScreen]:
    seats = 2 if 2 in game.seats else game.seats[0]
    match = banquise.new(game.name, seats, seed=seed)
    screen = TableScreen(LocalSitting(match, ["human", *["random"] * (seats - 1)], "en", seed))
    return TableApp("en", screen), screen


async def settled(pilot: Pilot[None], screen: TableScreen) -> None:
    """Until it is the person's turn, or over."""

    def is_settled() -> bool:
        return not screen.is_busy and screen.now is not None and bool(screen.now.choices or screen.now.result)

    await until(pilot, is_settled, "one's turn")


async def act_by_keys(pilot: Pilot[None], screen: TableScreen, rng: random.Random) -> None:
    """One decision with the keyboard: a lit place of the board, or a line of the list."""
    board, moves = screen.query_one(Board), screen.query_one("#moves", OptionList)
    if board.lit and rng.random() < 0.7:
        await pilot.press("b", *rng.choices(("up", "down", "left", "right"), k=rng.randrange(3)), "enter")
        if moves.has_focus:  # several moves point there: choose one of them
            await pilot.press(*["down"] * rng.randrange(min(moves.option_count, 6)), "enter")
        return
    await pilot.press("m", *["down"] * rng.randrange(min(moves.option_count, 6)), "enter")


async def act_by_mouse(pilot: Pilot[None], screen: TableScreen, rng: random.Random) -> None:
    """One decision with the mouse: what is lit and on the screen, else a line of the list that is."""
    board, moves = screen.query_one(Board), screen.query_one("#moves", OptionList)
    seen = [s for s in board.lit if s.row < board.size.height and s.span.column + 1 < board.size.width]
    if seen and rng.random() < 0.7:
        spot = rng.choice(seen)
        board.scroll_to(0, 0, animate=False)
        await pilot.click(Board, offset=(1 + spot.span.column + len(spot.span.text) // 2, spot.row))
        if not moves.has_focus:
            return
    line = rng.randrange(min(moves.option_count, moves.size.height))
    await pilot.click("#moves", offset=(2, line))


@pytest.mark.slow
@pytest.mark.parametrize("act", [act_by_keys, act_by_mouse], ids=["keys", "mouse"])
def test_a_whole_match_is_played_to_its_end(
    game: Game, act: Callable[[Pilot[None], TableScreen, random.Random], Awaitable[None]]
) -> None:
    app, screen = table_for(game, seed=11)

    async def story(pilot: Pilot[None]) -> None:
        rng = random.Random(4)
        await settled(pilot, screen)
        while screen.now is not None and not screen.now.result:
            before = len(screen.sitting.match.log)
            await act(pilot, screen, rng)
            await settled(pilot, screen)
            assert len(screen.sitting.match.log) >= before
        assert screen.sitting.match.is_over
        assert screen.now is not None
        assert screen.now.result in str(screen.query_one("#prompt", Static).render())

    told(app, story, NARROW)


@pytest.mark.parametrize("name", ["ice_lake", "alaska", "altitude", "ice_cult"])
def test_the_board_is_painted_large_where_there_is_room_and_its_plain_text_stays_plain(name: str) -> None:
    app, screen = table_for(banquise.games.game(name), seed=11)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        for size in (NARROW, (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda s=size: (board.size.height > 20) == (s != NARROW), f"the frame at {size}")
            await pilot.pause()  # its own resize comes after the frame's
            assert board.virtual_size.width <= board.size.width, f"no scrolling to the side at {size}"
            strips = [board.render_line(y) for y in range(board.size.height)]
            under = {segment.style.bgcolor.name for strip in strips for segment in strip if segment.style.bgcolor}
            assert under & set(NIGHT.grounds.values())
            assert not set("▀⠒⡇") & set(str(board.picture)), "what is read out has letters only"
        assert board.virtual_size.height <= board.size.height, "all of it at 120 x 40"

    told(app, story)


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


def test_a_wrong_press_says_why_and_nothing_happens() -> None:
    match = banquise.new("alaska", 2, seed=5)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "en", 5))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        board = screen.query_one(Board)
        dark = next(spot for spot in board.spots if not spot.choices and spot.span.name == "W")
        before = len(match.log)
        await pilot.click(Board, offset=(1 + dark.span.column, dark.row))
        await pilot.pause()
        assert "W" in str(screen.query_one("#answer", Static).render())
        assert len(match.log) == before

    told(TableApp("en", screen), story)


def test_a_typed_move_is_made_and_a_bad_one_is_quoted() -> None:
    match = banquise.new("ice_lake", 2, seed=7)
    screen = TableScreen(LocalSitting(match, ["human", "hare"], "en", 7))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await pilot.press("slash", *"XYZ", "enter")
        await settled(pilot, screen)
        assert "XYZ" in str(screen.query_one("#answer", Static).render())
        assert [entry.actor for entry in match.log] == [-1], "only the lot"
        await pilot.press(*"GA", "enter")
        await until(pilot, lambda: {entry.actor for entry in match.log} >= {0, 1}, "both programmes")
        assert screen.query_one("#typed", Input).value == ""

    told(TableApp("en", screen), story)


def test_a_hint_an_undo_that_is_refused_and_a_resignation() -> None:
    match = banquise.new("ice_cult", 2, seed=3)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "en", 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await pilot.press("u")
        await settled(pilot, screen)
        assert str(screen.query_one("#answer", Static).render())
        await pilot.press("x", "escape")
        assert screen.now is not None
        assert not screen.now.result
        await pilot.press("x", "x")
        await until(pilot, lambda: screen.now is not None and screen.now.result, "the end")
        assert "resigns" in screen.now.result

    told(TableApp("en", screen), story)


def test_rules_on_a_key_a_hint_the_bell_and_the_theme() -> None:
    match = banquise.new("ice_cult", 2, seed=3)
    screen = TableScreen(LocalSitting(match, ["human", "random"], "fr", 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        look = pilot.app.theme
        await pilot.press("t")
        assert pilot.app.theme != look
        assert not screen.has_sound
        await pilot.press("s")
        assert screen.has_sound
        await pilot.press("slash", *_keys("tilt nowhere"), "enter", "escape")
        await pilot.press("h")
        await until(pilot, lambda: "Essayez" in str(screen.query_one("#answer", Static).render()), "a hint in French")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, Rules), "the rulebook")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen, "the table again")

    told(TableApp("fr", screen), story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_at_the_foot_speak_ones_language_and_can_be_pressed_with_the_mouse(language: str) -> None:
    match = banquise.new("ice_lake", 2, seed=3)
    screen = TableScreen(LocalSitting(match, ["human", "random"], language, 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        keys = screen.query_one(Keys)
        line = str(keys.render())
        assert word("key.resign", language) in line
        await pilot.click("#keys", offset=(1 + line.index(word("key.rules", language)), 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, Rules), "the rulebook")

    told(TableApp(language, screen), story)


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


def test_another_match_follows_one_that_is_over() -> None:
    screen = TableScreen(LocalSitting(banquise.new("ice_lake", 2, seed=3), ["human", "random"], "en", 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await pilot.press("g")
        await until(pilot, lambda: "not over" in str(screen.query_one("#answer", Static).render()), "a refusal")
        await pilot.press("x", "x")
        await until(pilot, lambda: screen.now.result, "the end")
        await pilot.press("g")
        await until(pilot, lambda: not screen.now.result and screen.now.choices, "the next match")

    told(TableApp("en", screen), story)


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


def test_two_people_hand_over_the_screen_and_see_only_their_own() -> None:
    match = banquise.new("altitude", 2, seed=9)
    screen = TableScreen(LocalSitting(match, ["human", "human"], "en", 9))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        own = {"Red: dealt", "Yellow: dealt"}
        assert {one for one in own if one in _board_text(screen)} == {"Red: dealt"}
        await pilot.press("m", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOver), "the cover")
        assert "dealt" not in "\n".join(str(line) for line in pilot.app.screen.query(Static).results(Static))
        await pilot.press("enter")
        await settled(pilot, screen)
        assert "Yellow: dealt" in _board_text(screen)
        assert "Red: dealt" not in _board_text(screen)

    told(TableApp("en", screen), story)


def _board_text(screen: TableScreen) -> str:
    return str(screen.query_one(Board).picture)


def test_from_the_home_page_to_a_table_and_on_the_next_day_on_with_it() -> None:
    async def evening(pilot: Pilot[None]) -> None:
        await pilot.press("enter")  # the first door: Ice Lake
        assert isinstance(pilot.app.screen, SetTable)
        await pilot.press("enter")  # a hare
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
                await pilot.press("slash", *_keys(step.teach[0]), "enter", "escape")
                assert screen.is_done, step.name
            await pilot.press("n")
        assert str(screen.query_one("#told", Static).render()).strip()

    told(TableApp(language, screen), story)


def _keys(text: str) -> list[str]:
    names = {" ": "space", "-": "minus", ".": "full_stop", ":": "colon", "/": "slash", "+": "plus", ",": "comma"}
    return [names.get(character, character) for character in text]


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


def test_two_terminals_meet_at_a_servers_table() -> None:
    """One joins by the link that the other's browser would show; both play, each sees only its own."""

    async def story() -> None:
        async with served() as here:
            made = await here.make("ice_lake", ["me", "open"], name="Ann", entropy=fair.seal("ann-adds-this-part"))
            ann = await Player.come(here.ws, made["table"], made["token"])
            link = f"{here.http}/#/table/{made['table']}"
            sitting = await asyncio.to_thread(RemoteSitting, link, "Ben", "en")
            screen = TableScreen(sitting)
            await ann.until(lambda: ann.table["seats"][1]["part"])  # sealed when Ben sat down, and revealed
            assert fair.seal(ann.table["seats"][1]["part"]) == ann.table["seats"][1]["seal"]
            assert (await ann.do("reveal", part="ann-adds-this-part"))["type"] == "done"
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await settled(pilot, screen)
                assert [player.name for player in screen.now.players] == ["Ann", "Ben"]
                await pilot.press("slash", *"XX", "enter")
                await settled(pilot, screen)
                assert "XX" in str(screen.query_one("#answer", Static).render())
                await pilot.press(*"GA", "enter")
                await until(pilot, lambda: screen.now is not None and not screen.now.choices, "Ann's turn")
                await ann.do("move", move="DA", seen=0)
                await until(pilot, lambda: any("Ann" in s or "Red" in s for s in screen.now.log), "the skating")
                await pilot.press("escape", "x", "x")
                await until(pilot, lambda: screen.now is not None and screen.now.result, "the end")
            await asyncio.to_thread(sitting.close)

    asyncio.run(story())


@contextlib.asynccontextmanager
async def seated(here: Here, game: str, clear: Path, **more: Any) -> AsyncIterator[tuple[RemoteSitting, RemoteSitting]]:
    """Two terminals at one table, as on two machines: each keeps what is its own."""
    made = await here.make(game, ["open", "open"], **more)
    link = f"{here.http}/#/table/{made['table']}"
    ann = await asyncio.to_thread(RemoteSitting, link, "Ann", "en")
    (clear / "seats.json").unlink()  # Ben's machine knows nothing of Ann's seat
    ben = await asyncio.to_thread(RemoteSitting, link, "Ben", "en")
    try:
        await becomes(lambda: ann.look().state and ben.look().state, "the match")
        yield ann, ben
    finally:
        for sitting in (ann, ben):
            await asyncio.to_thread(sitting.close)


async def becomes(is_so: Callable[[], object], what: str) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        await asyncio.sleep(0.01)


def test_a_terminal_seals_its_part_of_chance_reveals_it_and_checks_the_table_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with served() as here, seated(here, "alaska", tmp_path / "shelf") as (ann, ben):
            table = ann.table
            assert [seat["seal"].startswith("sealed_") for seat in table["seats"]] == [True, True]
            assert sorted(seat["part"] for seat in table["seats"]) == sorted(table["entropy"])
            await asyncio.to_thread(ben.resign)
            await becomes(lambda: ann.look().result, "the end")
            assert "as sealed" in ann.look().result
            assert is_fair(ann.table | {"entropy": ["another"]}) is False
            assert is_fair(ann.table | {"seed": "00" * 32}) is False
            _, raw = await here.get(f"/api/tables/{table['table']}/record")
            part = table["seats"][ann.look().seat or 0]["part"]
            assert all(verify(decode(json.dumps(raw).encode()), Kept(table["commitment"], part)).checks.values())

    asyncio.run(story())


async def asked_to_take_back(first: RemoteSitting, other: RemoteSitting) -> None:
    """Play until the first has made a move that can be taken back, and asks for it."""
    rng = random.Random(5)
    for _ in range(60):
        await becomes(lambda: first.look().choices or other.look().choices, "somebody's turn")
        who = first if first.look().choices else other
        await asyncio.to_thread(who.play, rng.choice(who.look().choices).text)
        with contextlib.suppress(Refusal):
            if who is first:
                await asyncio.to_thread(first.undo)
                return
    raise AssertionError("no move could be taken back")


def test_two_terminals_ask_each_other_talk_and_play_again(tmp_path: Path) -> None:
    """An undo is asked for and agreed to by a key; what is said is read; a rematch leads both to the next table."""

    async def story() -> None:
        clock = {"kind": "match", "seconds": 600}
        async with served() as here, seated(here, "ice_cult", tmp_path / "shelf", clock=clock) as (ann, ben):
            first, other, screen = ann, ben, TableScreen(ben)
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await until(pilot, lambda: screen.now is not None and screen.now.state, "the match")
                await asked_to_take_back(first, other)
                await until(pilot, lambda: screen.now.question, "the question")
                assert "take back" in str(screen.query_one("#prompt", Static).render())
                assert "n withdraws" in first.look().question
                await pilot.press("y")
                await becomes(lambda: not first.look().question and first.look().choices, "the move taken back")
                await pilot.press("c", *"hello", "enter", "escape")
                await becomes(lambda: any("hello" in note for note in first.look().notes), "what was said")
                left = next(player.clock for player in first.look().players if player.acts)
                await becomes(lambda: any(p.clock < left for p in first.look().players if p.acts), "time goes by")
                before = other.table["table"]
                await pilot.press("x", "x")
                await until(pilot, lambda: screen.now.result, "the end")
                await asyncio.to_thread(first.again)
                await until(pilot, lambda: "g agrees" in screen.now.question, "the wish for another")
                await pilot.press("g")
                await until(pilot, lambda: other.table["table"] != before and screen.now.players, "the next table")
                await becomes(lambda: first.look().choices or other.look().choices, "the next match")
                await becomes(lambda: first.table["table"] == other.table["table"], "the same table for both")
                await becomes(lambda: all(seat["part"] for seat in first.table["seats"]), "chance sealed anew")

    asyncio.run(story())


def test_whoever_is_away_is_waited_for_no_longer_and_a_bot_of_their_choice_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with served() as here, seated(here, "ice_lake", tmp_path / "shelf") as (ann, ben):
            screen, at = TableScreen(ann), ben.look().seat
            assert "random" in await asyncio.to_thread(ben.deputy), "of the bots that this server has"
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await settled(pilot, screen)
                await pilot.press("w")
                await until(pilot, lambda: "away" in str(screen.query_one("#answer", Static).render()), "nobody is")
                await pilot.press("d")
                await until(pilot, lambda: "random" in str(screen.query_one("#answer", Static).render()), "a stand-in")
                await asyncio.to_thread(ben.close)
                await until(pilot, lambda: "Ben is away" in str(screen.query_one("#prompt", Static).render()), "Ben")
                await pilot.press("w")
                await until(pilot, lambda: screen.now.players[at].kind == "random", "the bot that Ben chose")
                await until(pilot, lambda: not screen.now.away, "the bot's move")

    asyncio.run(story())


@pytest.mark.parametrize("link", ["http://127.0.0.1:9/#/table/none", "ftp://x/#/table/a", "http://host"])
def test_a_link_that_leads_nowhere_is_quoted(link: str) -> None:
    with pytest.raises(NoTable, match=link.partition("/#")[0]):
        RemoteSitting(link, "Ben", "en")
