"""Compiled twins: private, bound, cached on disk under the sources' own hash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from banquise.games.ice_lake import rules
from banquise.kernel import compile as twins
from banquise.kernel import contract, playout


def test_the_original_module_is_left_alone():
    before = dict(vars(rules))
    twin = twins.compiled(rules)
    assert twin is not rules
    assert dict(vars(rules)) == before
    assert twin.NEIGHBOUR.shape == (127, 6)
    assert twins.compiled(rules) is twin


def test_a_program_unbound_says_so():
    with pytest.raises(contract.Unbound, match="bind this program"):
        playout.to_act(None)
    with pytest.raises(TypeError, match="needs a game"):
        twins.compiled(playout)


def test_each_question_unbound_says_so():
    arguments = {"setup": 3, "why_illegal": 3, "legal_moves": 3, "play": 3, "who_sees": 3, "imagine": 3, "odds": 2}
    arguments |= {"settle": 2, "score": 2}
    for question in contract.QUESTIONS:
        with pytest.raises(contract.Unbound):
            getattr(contract, question)(*[None] * arguments.get(question, 1))


def test_the_cache_is_named_by_what_the_twin_is_made_of(monkeypatch, tmp_path):
    name = twins._cache_name(playout, rules)
    assert name.startswith("kernel.playout@games.ice_lake.rules-")
    sources: set[str] = set()
    twins._sources(playout, rules, sources)
    needed = {"banquise.kernel.playout", "banquise.kernel.chance", "banquise.games.ice_lake.rules"}
    assert needed | {"banquise.games.ice_lake.board", "banquise.kernel.hexes"} <= sources
    # Another source, another name.
    changed = tmp_path / "rules.py"
    changed.write_bytes(Path(rules.__file__).read_bytes() + b"\n# changed\n")
    monkeypatch.setattr(rules, "__file__", str(changed))
    assert twins._cache_name.__wrapped__(playout, rules) != name


PROBE = """
import numpy as np
from banquise.kernel import chance
from banquise.kernel.compile import compiled
twin, rng = compiled(chance), np.zeros(4, np.int64)
twin.seed_rng(rng, 1, 1)
print(twin.below(rng, 1000), sum(twin.below.stats.cache_hits.values()))
"""


def probe(cache):
    environment = os.environ | {"BANQUISE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
def test_a_second_start_compiles_nothing(tmp_path):
    first = probe(tmp_path)
    second = probe(tmp_path)
    assert first == [first[0], "0"]
    assert second == [first[0], "1"]


@pytest.mark.slow
def test_without_a_place_to_write_everything_still_works(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert probe(blocked / "cache")[1] == "0"


def test_where_the_cache_lives(monkeypatch, tmp_path):
    monkeypatch.setenv("BANQUISE_CACHE", str(tmp_path))
    assert twins.cache_home() == tmp_path
    assert not twins.is_warm(playout, rules)
    monkeypatch.delenv("BANQUISE_CACHE")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert twins.cache_home().parts[-3:] == ("Library", "Caches", "banquise")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert twins.cache_home() == tmp_path / "banquise"
