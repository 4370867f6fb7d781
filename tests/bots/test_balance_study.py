"""How even a game is: deals that are played twice, what luck weighs, and how matches are added up."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import msgspec
import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.speech import catalogue

FILE = Path(__file__).parents[2] / "benchmarks" / "balance.py"
_SPEC = importlib.util.spec_from_file_location("balance_study", FILE)
study = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = study  # where the fields of its structs are looked up
_SPEC.loader.exec_module(study)

FOXES = study.Cell("ice_cult", 2, "fox")


@pytest.mark.parametrize("name", OWN)
def test_two_matches_have_one_deal_and_bots_of_other_luck(name):
    cell = study.Cell(name, 2, "fox")
    one, other, next_deal = (study.dealt(cell, number) for number in (0, 1, 2))
    assert one.to_line() == other.to_line()
    assert one.seed == other.seed != next_deal.seed
    assert study.played(cell, 0) == study.played(cell, 0)
    assert any(study.played(cell, 2 * deal).said != study.played(cell, 2 * deal + 1).said for deal in range(3))


def test_luck_is_all_where_the_deal_decides_and_nothing_where_it_does_not():
    first, second = [1.0, 0.0], [0.0, 1.0]
    assert study.luck([first, first, second, second] * 50)[0] == 1
    part, half = study.luck([first, first, second, second, first, second, second, first] * 50)
    assert part == 0
    assert 0.1 < half < 0.2, "200 pairs: two over the root of 200"
    assert study.luck([first] * 8) == [0, 0], "who always wins owes it to no deal"
    assert study.luck([[0.5, 0.5]] * 8) == [0, 0]


def line(number, winners, ending="ending.own_move", **said):
    return study.Line(FOXES, number, winners, [5, 3], 40 + number, ending, {f"log.{key}": n for key, n in said.items()})


def test_only_whole_cells_are_added_up_and_each_match_is_worth_a_point():
    lines = [line(0, [0], tilt=2), line(1, [0, 1], tilt=4), line(2, [1]), line(3, [], "ending.safety", tilt=2)]
    assert study.sums(lines[:3], 4) == []
    (found,) = study.sums([*lines, line(4, [1])], 4)
    assert (found.matches, found.different) == (4, 4)
    assert found.seats == [0.5, 0.5]
    assert (found.shared, found.nobody, found.points, found.margin) == (0.25, 0.25, 4, 2)
    assert found.moves == [41.5, 40, 43]
    assert found.endings == {"ending.own_move": 0.75, "ending.safety": 0.25}
    assert found.said == {"log.tilt": [0.75, 2]}


def test_bots_without_luck_play_a_deal_once_and_tell_nothing_of_it():
    alike = [study.Line(FOXES, number, [0], [5, 3], 40, "ending.own_move", {"log.tilt": 3}) for number in range(4)]
    (found,) = study.sums(alike, 4)
    assert (found.matches, found.different, found.luck) == (4, 2, [])


def test_what_was_played_is_kept_and_shown(tmp_path):
    journal, page = study.Journal(tmp_path / "some.jsonl", study.Line), tmp_path / "page.md"
    done = study.run(journal, [FOXES], 2)
    assert study.run(journal, [FOXES], 2) == journal.done() == done
    page.write_text("before <!-- table -->old<!-- end --> after", encoding="utf-8")
    study.save(page.with_suffix(""), study.sums(done, 2))
    told = page.read_text(encoding="utf-8")
    assert told.startswith("before <!-- table -->")
    assert told.endswith("<!-- end --> after")
    assert "old" not in told
    assert "| Ice Cult | 2 | fox | 2 |" in told
    assert catalogue(game_named("ice_cult").folder, "en")["log.tilt"] in told
    assert len(msgspec.json.decode((tmp_path / "page" / "sums.json").read_bytes())) == 1
    drawn = (tmp_path / "page" / "ice_cult.svg").read_text(encoding="utf-8")
    assert drawn.count("<rect") == 2
    assert "](page/ice_cult.svg)" in told
