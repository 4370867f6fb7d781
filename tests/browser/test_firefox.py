"""The modules and the table without a server, in Firefox.

Random play and bots come to the same numbers as everywhere; a bear is played by clicks, the match outlives a reload,
and then the host.
With BANQUISE_LONG=1 a whole match of each game is played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from firefox import FIREFOX, Firefox
from hands import FREE_POINT, OFFERED
from house import GAMES
from test_modules import BOTS, HARNESS, decision, random_play
from test_static import LONG, PATH, Host

from banquise.games import OWN
from banquise.site.write import write

MOVES = 3  # decisions, in the short form
PLAYED = GAMES if LONG else ["ice_lake"]
_MINE = ".table[data-turn=true][data-stepping=false] .moves, .table[data-status=over][data-stepping=false]"
_POINTS = f"() => {{ ({OFFERED})(); return window.offered.map({FREE_POINT}).filter(point => point !== null); }}"
_TOLD = "() => [...document.querySelectorAll('.log .one')].map(one => one.dataset.full)"
_BEGINS_WITH = f"told => JSON.stringify(({_TOLD})().slice(0, told.length)) === JSON.stringify(told)"
_AGAINST_A_BEAR = """() => {
  const choice = document.querySelectorAll('.chair select')[1];
  choice.value = 'bot:bear';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  return choice.value;
}"""
_TEXT = "text => document.body.innerText.includes(text)"


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("this story needs Firefox (firefox-esr or firefox on the path)")
    firefox = Firefox()
    yield firefox
    firefox.close()


@pytest.fixture(scope="module")
def host(firefox: Firefox, built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("firefox")
    write(folder / PATH)
    host = Host(folder)
    yield host
    host.stop()


def done(firefox: Firefox, work: dict[str, Any]) -> Any:
    """What a module finds in Firefox."""
    return firefox.evaluate(f"async (work) => {{ {HARNESS}; return (await runModule(work)).found; }}", work)


@pytest.mark.parametrize("name", OWN)
def test_random_play_is_the_same_in_firefox(firefox: Firefox, name: str):
    firefox.go("about:blank")
    for work, wanted in random_play(name):
        assert done(firefox, work) == wanted


@pytest.mark.parametrize(("name", "taught"), BOTS)
def test_bots_decide_the_same_in_firefox(firefox: Firefox, name: str, taught: bool):
    firefox.go("about:blank")
    work, wanted = decision(name, taught, 2)
    assert done(firefox, work) == wanted


def my_turn(firefox: Firefox) -> bool:
    """Wait for it; false when the match is over."""
    firefox.until("selector => document.querySelector(selector) !== null", _MINE)
    return bool(firefox.evaluate("() => document.querySelector('.table[data-status=over]') === null"))


def act(firefox: Firefox, chance: random.Random) -> None:
    """Press something that the board offers."""
    x, y, _ = chance.choice(firefox.until(_POINTS))
    firefox.click(x, y)
    firefox.until("() => document.querySelector('.host[aria-busy=false]') !== null")


def test_a_bear_is_played_in_firefox_and_the_match_outlives_a_reload_and_the_host(firefox: Firefox, host: Host):
    chance = random.Random(6)
    for game in PLAYED:
        firefox.go(f"{host.address}/#/set/{game}")
        firefox.press(".pick:has([name=size][value='2'])")  # Altitude can be played alone
        firefox.until("() => document.querySelectorAll('.chair select').length > 1")
        assert firefox.evaluate(_AGAINST_A_BEAR) == "bot:bear"
        firefox.press("form .button.lamp")
        for made in range(1500):
            if not my_turn(firefox) or (made >= MOVES and not LONG):
                break
            act(firefox, chance)
    my_turn(firefox)
    assert firefox.evaluate("() => document.querySelector('.table[data-status=over]') !== null") == LONG
    told = firefox.evaluate(_TOLD)
    table = firefox.evaluate("() => location.hash")
    firefox.go(f"{host.address}/#/settings")
    firefox.until("() => document.querySelector('.take') !== null")
    if firefox.evaluate("() => document.querySelector('.take button') !== null"):
        firefox.press(".take button")
    firefox.until(_TEXT, "All of it is kept")
    host.stop()
    firefox.go(f"{host.address}/{table}")
    firefox.reload()
    my_turn(firefox)
    firefox.until(_BEGINS_WITH, told)  # names and the log come a moment after the table
