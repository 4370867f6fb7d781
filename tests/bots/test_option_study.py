"""What an option does to its game: where two readings of the same match part, and how that is added up."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.contract import CHANCE
from banquise.lab.ladder import Task, play
from banquise.table import decode, new, replay

FILE = Path(__file__).parents[2] / "benchmarks" / "options.py"
_SPEC = importlib.util.spec_from_file_location("option_study", FILE)
study = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(study)


def played(game, seats=2, seed=0):
    """A match of foxes."""
    return replay(decode(play(Task(game, {}, ("fox",) * seats, ("fox", "fox"), 0, seed, 1.0)).record))


@pytest.mark.parametrize("name", OWN)
def test_a_match_never_parts_from_itself_and_parts_at_once_where_the_set_up_differs(name):
    match = played(name)
    assert study.parting(match, {}) is None
    other = {"slots": "canonical"} if name == "ice_cult" else {"first": "1"}
    at = study.parting(match, other)
    assert at is not None
    if name == "altitude":  # where hands are dealt and chosen before the lot
        assert all(entry.actor == CHANCE for entry in match.log[:12])
        assert at == 12 + match.seats
    else:
        assert at == 0


def test_a_result_alone_parts_two_readings():
    found = [study.parting(played("alaska", seed=seed), {"ties": "shared"}) for seed in range(3)]
    lengths = [len(played("alaska", seed=seed).log) for seed in range(3)]
    assert all(at in (None, length) for at, length in zip(found, lengths, strict=True)), "a tie shows at the end only"


def test_an_arc_that_turns_an_arrow_away_parts_free_from_strict():
    match = new("ice_cult", 2, seed=3)
    assert study.offered(match) == study.offered(new("ice_cult", 2, seed=3, options={"arc": "strict"}))


def test_every_option_is_tried_and_every_match_counted():
    planned = [cell for group in study.cells() for cell in group]
    assert len(set(planned)) == len(planned)
    tried = {(cell.game, cell.option) for cell in planned if cell.option}
    assert tried == {(name, option.name) for name in OWN for option in game_named(name).options}
    usual, other = study.Cell("ice_cult", 2), study.Cell("ice_cult", 2, "arc", "strict")
    lines = [
        study.Line(usual, 0, [0], [5, 1], 40, "ending.own_move", {"arc=strict": 9}),
        study.Line(usual, 1, [1], [2, 5], 50, "ending.own_move", {}),
        study.Line(other, 0, [0, 1], [5, 5], 60, "ending.shared_move", {}),
    ]
    row = next(one for one in study.sums(lines) if (one.game, one.option) == ("ice_cult", "arc"))
    assert (row.matches, row.comes_up, row.comes_up_there, row.other_winners) == ([2, 1], 1, 0, 1)
    assert row.seat_points == [[0.5, 0.5], [0.5, 0.5]]
    assert (row.shared, row.moves) == ([0, 1], [45, 60])
    often = "| Ice Cult | arc | `strict` | 2 | 2 | 1 (50%) |"
    assert study.table([row]).count("| Ice Cult |") == 1, "a value that was not played in full has no second row"
    assert often in study.table([row])
    lines.append(study.Line(other, 1, [1], [4, 5], 50, "ending.own_move", {"arc=": 7}))
    row = next(one for one in study.sums(lines) if (one.game, one.option) == ("ice_cult", "arc"))
    both = "| Ice Cult | arc | `strict` | 2 | 1 (50%) | 1 (50%) | 50%, 50% → 25%, 75% | 0% → 50% | 45.0 → 55.0 |"
    assert often in study.table([row])
    assert both in study.table([row])


def test_the_page_holds_what_its_figures_say(tmp_path):
    page, figures = (FILE.parents[1] / "docs" / f"options.{kind}" for kind in ("md", "json"))
    found = study.msgspec.json.decode(figures.read_bytes(), type=list[study.Sum])
    (tmp_path / "options.md").write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    study.save(tmp_path / "options", found)
    assert (tmp_path / "options.md").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")
