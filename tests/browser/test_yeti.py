"""A yeti in a browser: offered where a game was taught one, chosen, and met at the table."""

from __future__ import annotations

from collections.abc import Callable

from house import Visitor

from banquise.bots.levels import levels_of
from banquise.games import OWN
from banquise.games import game as game_named

Come = Callable[..., Visitor]


def offered(one: Visitor, game: str) -> list[str]:
    """The bots that a chair can be given to."""
    one.go(f"#/set/{game}")
    one.page.wait_for_selector(".chair option[value='bot:bear']", state="attached")
    options = one.page.locator(".chair select").first.locator("option")
    values = options.evaluate_all("found => found.map(one => one.value)")
    return [value.removeprefix("bot:") for value in values if value.startswith("bot:")]


def test_only_games_that_were_taught_one_offer_a_yeti(visitor: Come):
    ada = visitor()
    for game in OWN:
        assert set(offered(ada, game)) - {"random"} == set(levels_of(game_named(game)))


def test_a_yeti_is_chosen_and_moves(visitor: Come):
    ada = visitor()
    offered(ada, "ice_cult")
    chair = ada.page.locator(".chair select").nth(1)
    chair.select_option("bot:yeti")
    assert "Yeti, has trained" in chair.locator("option:checked").inner_text()
    ada.page.locator("form .button.lamp").click()
    ada.at_table()
    ada.page.locator(".ribbon .name", has_text="Yeti").wait_for()
    for _ in range(20):
        ada.my_turn()
        if "Yeti tilts" in " ".join(ada.told()):
            break
        ada.play(ada.moves()[0])
    assert "Yeti tilts" in " ".join(ada.told())
    assert "too much to think about" not in ada.page.locator("body").inner_text()
