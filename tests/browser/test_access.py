"""The house for everybody: by keyboard alone, for ears instead of eyes, on small and on enlarged screens."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from house import Visitor
from keys import Keys

from banquise.games import all_games

Come = Callable[..., Visitor]
GAMES = {game.name: game.title for game in all_games()}
# What a match must have held, by the first word of each move, and in how many moves at least.
KINDS = {
    "ice_cult": ({"tilt", "arrow", "done"}, 14),
    "altitude": ({"keep", "own", "discard"}, 14),
    "alaska": ({"place", "go", "end"}, 24),
}


@pytest.mark.parametrize("which", KINDS)
def test_a_game_is_played_on_its_board_by_keyboard_alone(visitor: Come, which: str):
    ada = visitor()
    keys = Keys(ada)
    keys.start(GAMES[which])
    ada.my_turn()
    keys.to_board()
    chance = random.Random(5)
    wanted, least = KINDS[which]
    for _ in range(400):
        ada.my_turn()
        keys.must_hold("when it is our turn again")
        if ada.is_over or (len(keys.moves) >= least and wanted <= set(keys.kinds)):
            break
        keys.press_something(chance)
        keys.must_hold(f"after {keys.moves[-1:]}")
    assert wanted <= set(keys.kinds), keys.moves


def test_a_programme_is_written_and_skated_by_keyboard_alone(visitor: Come):
    ada = visitor()
    keys = Keys(ada)
    keys.start("Ice Lake")
    ada.my_turn()
    keys.to_board()
    # Two steps on the lake, one taken back, one by its letter; then sent with the button.
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("Backspace")
    keys.press("a")
    assert keys.written() == 2
    keys.tab_to("document.activeElement.matches('.board .key.lamp')")
    keys.press("Enter")
    ada.page.locator(".log", has_text="Red has finished a programme").wait_for()
    ada.my_turn()
    keys.must_hold("after the movement phase")
    for _ in range(30):
        if ada.is_over or any(move.startswith("face") for move in keys.moves):
            break
        if ada.page.locator(".board .spot.face, .board .spot.place").count():
            keys.press_something(random.Random(1))
        else:
            keys.run_into_a_crack()
            keys.press("Shift+Tab")  # a letter typed anywhere goes into the programme; Enter outside a button sends it
            keys.tab_to("document.activeElement.matches('.board .key.lamp')")
            keys.press("Enter")
        ada.my_turn()
        keys.must_hold(f"after {keys.moves[-1:]}")
    assert keys.kinds.count("letters") >= 2, keys.moves
