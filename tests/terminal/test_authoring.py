"""Writing a game: the skeleton runs at once, what is wrong with a game is said with file, line and name."""

from __future__ import annotations

import dataclasses
import importlib
import os
import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.checking import faults
from banquise.lab.new_game import BadName, new_game, new_own_game

NUMBER = count(1)
SRC = str(Path(__file__).parents[2] / "src")


def banquise(*arguments: str, cwd: Path, path: str = "", games: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as an author does."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([SRC, path]), "BANQUISE_GAMES": games}
    command = [sys.executable, "-m", "banquise", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.slow
def test_a_new_game_runs_is_checked_and_pinned(tmp_path):
    made = banquise("new-game", "pebble_row", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "pebble_row/src/pebble_row/rules.py" in made.stdout
    path = str(tmp_path / "pebble_row" / "src")
    checked = banquise("check-game", "pebble_row", cwd=tmp_path, path=path, games="pebble_row")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "law     good      nobody is told what nobody could see" in checked.stdout
    assert "polish  could be  guide.py" in checked.stdout
    assert "WRONG" not in checked.stdout
    tests = tmp_path / "pebble_row" / "tests"
    assert (tests / "perft.txt").read_text().splitlines()[1] == "2 - 2 6 18 54 162 444 870 1080"
    assert (tests / "playthroughs" / "no_stone_left.txt").is_file()
    played = banquise(
        "play", "pebble_row", "--seats", "fox,hare", "--seed", "3", cwd=tmp_path, path=path, games="pebble_row"
    )
    assert "takes the last stone and wins" in played.stdout, played.stderr
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=tmp_path / "pebble_row",
        env=os.environ | {"PYTHONPATH": os.pathsep.join([SRC, path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout


def test_a_pinned_count_that_no_longer_holds_is_named(tmp_path):
    new_game("pebble_row", tmp_path)
    rules = tmp_path / "pebble_row" / "src" / "pebble_row" / "rules.py"
    tests = tmp_path / "pebble_row" / "tests"
    (tests / "perft.txt").write_text("2 - 2 6 17\n3 - 3\n")
    rules.write_text(rules.read_text().replace("    return 1 << s.turn\n", "    return 1 << (s.turn % 5)\n", 1))
    path = str(rules.parents[1])
    checked = banquise("check-game", "pebble_row", cwd=tmp_path, path=path, games="pebble_row")
    assert checked.returncode == 1
    assert "nothing is pinned for 4 seats" in checked.stdout
    assert "2 seats, -: 18 sequences of 3, not 17" in checked.stdout


def test_one_of_ours_is_a_folder_and_a_line(tmp_path):
    register = tmp_path / "src" / "banquise" / "games" / "__init__.py"
    register.parent.mkdir(parents=True)
    register.write_text('OWN = (\n    "ice_lake",\n)\nMORE = ()\n')
    written = new_own_game("pebble_row", tmp_path)
    assert register.read_text() == 'OWN = (\n    "ice_lake",\n    "pebble_row",\n)\nMORE = ()\n'
    assert "from banquise.games.pebble_row.moves import" in (register.parent / "pebble_row" / "rules.py").read_text()
    assert tmp_path / "tests" / "games" / "pebble_row" / "test_rules.py" in written
    with pytest.raises(BadName, match="already"):
        new_own_game("pebble_row", tmp_path)


@pytest.mark.parametrize("name", ["Stones", "2stones", "class", "", "ice_lake", "a-b", "../away"])
def test_a_name_that_cannot_be_is_refused(name, tmp_path):
    with pytest.raises(BadName, match=r"like 'snow_dice'|already"):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


# What is wrong with a game --------------------------------------------------------------------------------------------

SPOILT = [
    ("rules.py", "def ending(s):", "def end(s):", r"rules\.py: ending\(s\) is missing"),
    ("rules.py", "def score(s, out):", "def score(s):", r"rules\.py:\d+: score\(s\) is asked with \(s, out\)"),
    ("rules.py", "s.stones = STONES", "s.stones = 200", r"rules\.py:\d+: setup: 200 does not fit into 'stones', an i1"),
    ("rules.py", "STONES = 12", "STONES = 1200", r"setup: 1200 does not fit into 'stones', an i1: -128 to 127"),
    ("rules.py", "    n = 0\n", "    n = 0\n    found = []\n", r"legal_moves: 'list' is not in the rules' own subset"),
    ("rules.py", "    n = 0\n", "    n = sum(out)\n", r"rules\.py:\d+: legal_moves: 'sum' is no function of the rules"),
    ("rules.py", "in range(MOVE_CODES)", "in COUNT_OF", r"legal_moves: a loop counts: for \.\.\. in range"),
    ("rules.py", "    n = 0\n", "    n = out[1:][0]\n", r"legal_moves: no slices"),
    ("rules.py", "    n = 0\n", "    n = 0.5\n", r"legal_moves: 0\.5 is no whole number"),
    ("rules.py", "STONES = 12", "STONES = 12\nPAY = ((1, 2), (3,))", None),
    ("moves.py", 'COUNT_OF = MOVES.part("count")', "COUNT_OF = (1, (2, 3))", r"COUNT_OF holds numbers beside rows"),
    ("moves.py", 'COUNT_OF = MOVES.part("count")', "COUNT_OF = ((1, 2), (3,))", r"COUNT_OF has rows of 1 and 2"),
    ("moves.py", 'COUNT_OF = MOVES.part("count")', "COUNT_OF = [1, 2, 3]", r"lookup COUNT_OF is no tuple"),
    (
        "words.py",
        "def prompt(s: State, seat: int)",
        "def ask(s: State, seat: int)",
        r"words\.py: prompt\(s, seat\) is missing",
    ),
    ("words.py", "TIMELESS: Container[int] =", "TIMELES =", r"words\.py: TIMELESS is missing"),
    ("words.py", '"prompt.take"', '"prompt.taek"', r"words\.py:\d+: no message 'prompt\.taek' in messages/en\.toml"),
    ("drawing.py", "def layout()", "def outlay()", r"drawing\.py: layout\(\) is missing"),
    (
        "moves.py",
        'TOO_MANY = _reason("PR-2.2")',
        'TOO_MANY = _reason("PR-2.7")',
        r"moves\.py:\d+: no paragraph PR-2\.7",
    ),
    (
        "moves.py",
        "NO_STONE_LEFT = _ending()",
        "NO_STONE_LEFT = _ending()\nRAIN = _ending()",
        r"moves\.py:\d+: no message 'ending\.rain'",
    ),
    ("messages/de.toml", "too_many", "zu_viele", r"de\.toml: 'reason\.too_many' is in English only"),
    ("messages/fa.toml", "{left}", "", r"fa\.toml: 'log\.takes' fills in count, seat, English count, left, seat"),
    ("rulebook/fr.md", "**PR-3.2**", "PR-3.2", r"fr\.md: not the paragraphs of en\.md: PR-3\.2"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), SPOILT, ids=lambda part: str(part)[:20])
def test_what_is_wrong_is_said_with_file_line_and_name(tmp_path, monkeypatch, file, old, new, says):
    game = spoilt(tmp_path, monkeypatch, {file: (old, new)})
    found = "\n".join(map(str, faults(game)))
    if says is None:  # nobody asks for that table
        assert not found
    else:
        assert re.search(says, found), found


def spoilt(tmp_path, monkeypatch, changes):
    """The skeleton as a game, with changes, under a name that no other test has."""
    name = f"p{next(NUMBER)}_row"
    new_game("pebble_row", tmp_path)
    folder = tmp_path / "pebble_row" / "src" / "pebble_row"
    for file, (old, new) in changes.items():
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, (file, old)
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    folder = folder.rename(folder.with_name(name))
    for file in folder.glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("from pebble_row", f"from {name}"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.parent))
    importlib.invalidate_caches()
    return importlib.import_module(name).GAME


def test_a_guide_that_leaves_a_question_open_or_is_not_named_is_told(tmp_path, monkeypatch):
    game = spoilt(tmp_path, monkeypatch, {})
    blind = Path(SRC, "banquise", "bots", "blind.py").read_text(encoding="utf-8")
    wrong = blind.replace("def reopen(s, seat)", "def reopn(s, seat)").replace("TUNING =", "TUNNING =")
    (game.folder / "guide.py").write_text(wrong, encoding="utf-8")
    importlib.invalidate_caches()
    assert [str(fault) for fault in faults(game)] == [
        f"{game.folder / '__init__.py'}: there is a guide.py that GAME does not name: guide=guide"
    ]
    guided = dataclasses.replace(game, guide=importlib.import_module(f"{game.rules.__package__}.guide"))
    assert [str(fault) for fault in faults(guided)] == [
        f"{game.folder / 'guide.py'}: reopen(s, seat) is missing: a guide answers it",
        f"{game.folder / 'guide.py'}: TUNING is missing: a guide says TUNING = Tuning()",
    ]


def test_a_missing_language_is_named(tmp_path, monkeypatch):
    game = spoilt(tmp_path, monkeypatch, {})
    assert faults(game) == []
    (game.folder / "messages" / "fr.toml").unlink()
    assert [str(fault) for fault in faults(game)] == [
        f"{game.folder / 'messages' / 'fr.toml'}: is missing: a game speaks English, French, German and Persian"
    ]


@pytest.mark.parametrize("name", OWN)
def test_our_own_games_have_no_faults(name):
    assert [str(fault) for fault in faults(game_named(name))] == []


def test_a_game_that_cannot_be_loaded_is_named_in_a_line(tmp_path):
    new_game("pebble_row", tmp_path)
    folder = tmp_path / "pebble_row" / "src" / "pebble_row"
    (folder / "rules.py").write_text((folder / "rules.py").read_text().replace("s.stones -= ", "s.stones -= ["))
    told = banquise("play", "pebble_row", cwd=tmp_path, path=str(folder.parent), games="pebble_row")
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert "rules.py:" in told.stderr
    assert "SyntaxError" in told.stderr


def test_an_installed_package_brings_its_game(tmp_path):
    """As pip leaves it: a package, and beside it what it declares."""
    new_game("pebble_row", tmp_path)
    place = tmp_path / "pebble_row" / "src"
    facts = place / "pebble_row-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: pebble-row\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[banquise.games]\npebble_row = pebble_row:GAME\n")
    told = banquise("games", cwd=tmp_path, path=str(place))
    assert told.returncode == 0, told.stderr
    assert "pebble_row  Pebble Row, 2 to 4 seats, about 2 minutes" in told.stdout
    assert "snow_dice" not in told.stdout
