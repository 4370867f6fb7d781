"""The table on the full screen, used as people use it: matches to their end by keys and by mouse."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest
from piloting import NARROW, keys, settled, shown, table_for, told, until
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import banquise
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES
from banquise.terminal.fullscreen.app import Home, TableApp
from banquise.terminal.fullscreen.beside import tell
from banquise.terminal.fullscreen.board import Board
from banquise.terminal.fullscreen.keys import Keys
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.play import HandOver, Rules, TableScreen
from banquise.terminal.fullscreen.replay import ReplayScreen
from banquise.terminal.fullscreen.sitting import LocalSitting

pytestmark = pytest.mark.slow


async def act_by_keys(pilot: Pilot[None], screen: TableScreen, rng: random.Random) -> None:
    """One decision with the keyboard: a lit place of the board, or a line of the list."""
    board, moves = screen.query_one(Board), screen.query_one("#moves", OptionList)
    if board.lit and rng.random() < 0.7:
        await pilot.press("b", *rng.choices(("up", "down", "left", "right"), k=rng.randrange(3)), "enter")
        if not moves.has_focus:
            return  # else several moves point there: choose one of them
    else:
        await pilot.press("m")
    # From either end of the list: a match may end by what stands last.
    end, way = rng.choice((("home", "down"), ("end", "up")))
    await pilot.press(end, *[way] * rng.randrange(min(moves.option_count, 6)), "enter")


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


def press_at_once(pilot: Pilot[None], *pressed: str) -> None:
    """Keys that come together, pasted or over a slow line: none waits for what the one before does."""
    driver = pilot.app._driver
    assert driver is not None
    for key in pressed:
        driver.send_message(events.Key(key, {"slash": "/", "enter": "\r"}.get(key, key)))


def test_what_comes_at_once_behind_the_key_for_typing_is_typed() -> None:
    """`/GA` and Enter went to the board when they came together; `c` and what was to be said left the table."""
    match = banquise.new("ice_lake", 2, seed=7)
    screen = TableScreen(LocalSitting(match, ["human", "hare"], "en", 7))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        press_at_once(pilot, "slash", *"GA", "enter")
        await until(pilot, lambda: {entry.actor for entry in match.log} >= {0, 1}, "both programmes")
        await pilot.press("escape")
        await until(pilot, lambda: screen.query_one(Board).has_focus, "back at the board")
        press_at_once(pilot, "m", "b", "c", *"quick", "slash", "enter")
        await until(pilot, lambda: shown(screen, "#answer") == word("refused.chat", "en"), "nobody to talk to")
        assert pilot.app.screen is screen

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
        assert screen.now.result == "Won by Green. The others have given up."
        assert "Red resigns." in screen.now.notes

    told(TableApp("en", screen), story)


def test_whoever_gives_up_among_people_leaves_the_others_playing() -> None:
    match = banquise.new("ice_cult", 3, seed=3)
    screen = TableScreen(LocalSitting(match, ["human", "human", "random"], "en", 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        gone = screen.now.seat
        await pilot.press("x", "x")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOver), "the other's turn, bots between")
        await pilot.press("enter")
        await settled(pilot, screen)
        assert (screen.now.seat, bool(screen.now.result)) == (1 - gone, False)
        assert screen.now.players[gone].kind == "fox"
        assert any(entry.actor == gone and not entry.gives_up for entry in match.log) or gone not in match.to_act
        await pilot.press("x", "x")
        await until(pilot, lambda: screen.now.result, "the end, when no person is left")

    told(TableApp("en", screen), story)


def test_a_match_that_is_over_is_looked_back_at_and_found_again_at_home() -> None:
    screen = TableScreen(LocalSitting(banquise.new("ice_lake", 2, seed=3), ["human", "random"], "en", 3))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        assert "look back" not in str(screen.query_one(Keys).render())
        await pilot.press("v", "x", "x")
        await until(pilot, lambda: screen.now.result, "the end")
        assert "look back" in str(screen.query_one(Keys).render())
        assert "hint" not in str(screen.query_one(Keys).render())
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen), "the replay")
        await pilot.press("q", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home), "home")
        doors = pilot.app.screen.query_one("#doors", OptionList)
        last = doors.get_option_at_index(doors.option_count - 1)
        assert "ice_lake-" in str(last.prompt)
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen), "the replay from home")

    told(TableApp("en", screen), story)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "n’est pas un coup ici"),
        ("fr", "G-, A-, D-."),
        ("de", "„XYZ“ ist hier kein Zug; Züge wären: L-, V-, R-."),
    ],
)
def test_what_is_no_move_is_said_in_the_readers_language_and_letters(language: str, words: str) -> None:
    screen = TableScreen(LocalSitting(banquise.new("ice_lake", 2, seed=7), ["human", "hare"], language, 7))

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await pilot.press("slash", "slash", *"XYZ", "enter")  # the second stroke does no harm
        await until(pilot, lambda: words in str(screen.query_one("#answer", Static).render()), "the words")

    told(TableApp(language, screen), story)


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
        await pilot.press("slash", *keys("tilt nowhere"), "enter", "escape")
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


def test_a_bot_that_answers_while_the_screen_is_taken_down_is_no_trouble() -> None:
    app, screen = table_for(banquise.games.game("ice_lake"), seed=11)

    async def story(pilot: Pilot[None]) -> None:
        await settled(pilot, screen)
        await screen.query_one(Board).remove()  # parts go before the whole does
        await asyncio.to_thread(tell, screen, screen.refresh_look)
        assert screen.is_attached

    told(app, story)
