"""The same bytes everywhere: random play and searches in wasmtime, in Chromium and in Node, equal to the last bit.

Firefox does the same work in `test_firefox.py`.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
from pinned import position, variants

from banquise.bots.mind import EDGE, NODE, Mind, World, guide_of, imagined, search_of
from banquise.bots.taught import has_yeti, yeti_of
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.wasm import Code
from banquise.kernel.wasm.export import export, manifest
from banquise.kernel.wasm.playing import playing

HARNESS = Path(__file__).with_name("run_module.js").read_text(encoding="utf-8")
MATCHES, SIMULATIONS = 40, 400


def in_chromium(browser: Any, work: dict[str, Any]) -> dict[str, Any]:
    page = browser.new_page()
    page.goto("about:blank")
    found: dict[str, Any] = page.evaluate(f"async (work) => {{ {HARNESS}; return await runModule(work); }}", work)
    page.close()
    return found


def in_node(work: dict[str, Any]) -> dict[str, Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the path")
    listen = "let t = ''; process.stdin.on('data', (c) => (t += c)).on('end', async () => "
    program = f"{HARNESS}; {listen} process.stdout.write(JSON.stringify(await runModule(JSON.parse(t)))));"
    done = subprocess.run([node, "-e", program], input=json.dumps(work), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def text(raw: Any) -> str:
    return base64.b64encode(bytes(raw)).decode()


def work_of(
    code: Code, writes: list[tuple[str, Any]], calls: list[Any], reads: list[tuple[str, int]]
) -> dict[str, Any]:
    return {
        "module": text(code.raw),
        "manifest": manifest(code),
        "writes": [(name, text(raw)) for name, raw in writes],
        "calls": calls,
        "reads": reads,
    }


def everywhere(browser: Any, work: dict[str, Any], wanted: list[str]) -> None:
    for found in (in_chromium(browser, work), in_node(work)):
        assert found["bytes"] == work["manifest"]["bytes"]
        assert found["found"] == wanted


def random_play(name: str) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Random play with every number of seats and option: the work for a host, and what wasmtime found."""
    game = game_named(name)
    code = playing(game)
    for _, seats, options in variants(game):
        values = game.option_values(options)
        longest = array("q", [game.longest]) * MATCHES
        writes = [("options", array("q", values or [0])), ("steps", longest)]
        reads = [("states", MATCHES * game.schema.layout.size), ("moves", 8 * MATCHES), ("won", 8 * MATCHES)]
        instance = code.instance()
        for buffer, raw in writes:
            instance.raw(buffer)[: len(bytes(raw))] = bytes(raw)
        instance.call["play_games"](seats, 11, 0, MATCHES)
        wanted = [text(instance.raw(buffer)[:length]) for buffer, length in reads]
        yield work_of(code, writes, [["play_games", [seats, 11, 0, MATCHES]]], reads), wanted


def decision(name: str, taught: bool, seats: int) -> tuple[dict[str, Any], list[str]]:
    """A bot's search: the work for a host, and what wasmtime found.

    A decision is read off the tree, so the trees are compared: every node and edge, and what each seat got. A yeti's
    weights are written where the module looks for them, as they lie in the file.
    """
    game = game_named(name)
    guide, net = yeti_of(game) if taught else (guide_of(game), None)
    state, rng = position(game, seats, 1, 20), [0] * RNG_LENGTH
    mask = game.rules.to_act(state)
    seat = max(seat for seat in range(seats) if mask >> seat & 1)
    world = World(game, imagined(game, state, seat, 1), seats, seat)
    seed_rng(rng, 1, 1)
    mind, code = Mind(game, guide, net=net), search_of(game, guide, net)
    mind._tree.begin(world.state, mind._plan(seats, seat, True), rng)
    instance = mind._tree._instance
    weights = (
        tuple(f"net.{name}" for name in ("first", "first_bias", "second", "second_bias", "last")) if taught else ()
    )
    names = ("states", "plan", "rng", "used", "values.count", "sums", "slots", *weights)
    writes = [(buffer, bytes(instance.raw(buffer))) for buffer in names]
    mind._tree.simulate(SIMULATIONS)
    nodes, edges = mind._tree.used
    assert nodes > 3
    reads = [("nodes", nodes * NODE.size), ("edges", edges * EDGE.size), ("sums", 8 * seats), ("used", 16), ("rng", 32)]
    wanted = [text(instance.raw(buffer)[:length]) for buffer, length in reads]
    return work_of(code, writes, [["simulate", [SIMULATIONS]]], reads), wanted


@pytest.mark.parametrize("name", OWN)
def test_random_play_is_the_same_in_every_host(browser, name):
    for work, wanted in random_play(name):
        everywhere(browser, work, wanted)


TAUGHT = [name for name in OWN if has_yeti(game_named(name))]
BOTS = [(name, False) for name in OWN] + [(name, True) for name in TAUGHT]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("name", "taught"), BOTS)
def test_bots_decide_the_same_in_every_host(browser, name, taught, seats):
    everywhere(browser, *decision(name, taught, seats))


def test_what_is_exported_is_all_that_a_host_needs(browser, tmp_path):
    game = game_named("ice_cult")
    module, facts = export(playing(game), tmp_path, "ice_cult")
    known = json.loads(facts.read_text(encoding="utf-8"))
    assert module.read_bytes() == playing(game).raw
    assert known["entries"]["play_games"] == {"passed": ["int"] * 4, "answers": None}
    assert known["layouts"]["ice_cult"]["bytes"] == game.schema.layout.size
    assert known["buffers"]["states"]["item"] == "ice_cult"
