"""What is imported, by name and with what is missing; and matches between bots from Python."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import banquise
from banquise.games import OWN
from banquise.research import zoo

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


MODULES = [name for name in OWN if list(Path(zoo.__file__).parent.glob(f"{name}_v*.py"))]


@pytest.mark.parametrize("name", MODULES)
def test_a_game_with_a_module_has_it_under_its_version(name):
    module = importlib.import_module(f"banquise.research.{name}_v{zoo.version(name)}")
    assert module.__doc__.startswith(banquise.new(name, seed=1).game.title)
    env = module.env(seats=2, observation="planes")
    assert isinstance(env, zoo.SafeEnv)
    assert isinstance(module.raw_env(), zoo.raw_env)
    assert isinstance(module.parallel_env(), zoo.ParallelEnv)
    env.reset(seed=1)
    assert str(env) == f"{name}_v{zoo.version(name)}"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_the_same_however_it_is_imported(name):
    module = f"{name}_v{zoo.version(name)}"
    told = f"from banquise.research import {module} as a; import banquise.research.{module} as b; print(a is b)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.parametrize(
    ("module", "package"), [("zoo", "pettingzoo"), ("gym", "gymnasium"), ("spiel", "pyspiel"), ("batch", "numpy")]
)
def test_an_import_without_its_extra_names_the_extra(module, package):
    hidden = f"import sys; sys.modules[{package!r}] = None; import banquise.research.{module}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("is not installed: pip install 'banquise[research]'")


def test_bots_of_every_kind_play_each_other():
    def lowest(match, seat):
        return match.legal(seat)[0]

    for bots in (["fox", lowest], ["random", "hare"], [f"visitor:{sys.executable} {EXAMPLE}", "random"]):
        match = banquise.play("ice_lake", bots=bots, seed=3)
        assert match.is_over
    assert banquise.play("ice_lake", bots=["fox", lowest], seed=3) == banquise.play("ice_lake", ["fox", lowest], seed=3)
    with pytest.raises(ValueError, match="no level 'foks': did you mean 'fox'"):
        banquise.play("ice_lake", bots=["foks", "fox"])
    with pytest.raises(ValueError, match="not 1"):
        banquise.play("ice_lake", bots=["fox"])


def test_a_level_decides_in_a_match():
    match = banquise.new("ice_cult", seed=1)
    thought = banquise.decide(match, level="fox")
    assert thought.moves[0] in match.legal()
    match.play(thought.moves)
    with pytest.raises(ValueError, match="several seats may act now"):
        banquise.decide(banquise.new("ice_lake", seed=1), level="fox")
    with pytest.raises(ValueError, match="seat 1 may not act now"):
        banquise.decide(banquise.new("ice_cult", seed=1), 1, "fox")
