"""The table without a server, in Chromium: how much is fetched, how soon it stands, how quick a move and a search are.

    python benchmarks/static.py

needs a built client (scripts/build_web.py) and Chromium. Times are the best of several rounds: a busy machine makes
everything slower, and nothing quicker.
"""

from __future__ import annotations

import base64
import gzip
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from house import CHROMIUM, FLAGS, HOME, Visitor
from pinned import position
from test_static import PATH, Host

from banquise.bots.mind import Mind, World, guide_of, imagined, searching
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.wasm.export import manifest
from banquise.site.write import write

ROUNDS, SIMULATIONS = 6, 3000
SEARCH = """async ({ module, buffers, writes, rounds, count }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes(module));
  const memory = new Uint8Array(instance.exports.memory.buffer);
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    for (const [name, raw] of writes) memory.set(bytes(raw), buffers[name].address);
    const start = performance.now();
    instance.exports.simulate(BigInt(count));
    best = Math.min(best, performance.now() - start);
  }
  const { address } = buffers.sums;
  return [best, [...memory.subarray(address, address + 16)]];
}"""
MOVE = """() => new Promise((answer) => {
  const log = document.querySelector('.log'), start = performance.now();
  new MutationObserver(() => answer(performance.now() - start)).observe(log, { attributes: true });
  document.querySelector('.moves ul button').click();
})"""
STANDS = "performance.getEntriesByName('banquise: the house stands')[0]?.duration"


def squeezed(files: list[Path]) -> int:
    """Bytes with gzip; what is compressed already does not shrink."""
    return sum(min(len(gzip.compress(file.read_bytes(), 9)), file.stat().st_size) for file in files)


def sizes(site: Path) -> None:
    """The pack, and the modules in it."""
    pack = sorted((site / "pack").iterdir())
    plain = sum(file.stat().st_size for file in pack)
    modules = [gzip.compress(searching(game, guide_of(game)).raw, 9) for game in map(game_named, OWN)]
    print(f"pack: {squeezed(pack) / 1e6:.1f} MB where the host compresses, {plain / 1e6:.1f} MB where it does not")
    print(f"searches of the four games in it: {sum(map(len, modules)) / 1e3:.0f} KB compressed")


def stands(one: Visitor) -> float:
    """Milliseconds from asking for the house until it stands."""
    one.page.wait_for_selector(".table[data-status]", timeout=300_000)
    one.page.wait_for_function(STANDS, timeout=300_000)
    return float(one.page.evaluate(STANDS))


def start(browser: Any, host: Host) -> None:
    """Cold, from a host on this machine; warm, from the cache; and moves at a table for two on one screen."""
    one = Visitor(browser, host)
    one.go("#/set/ice_cult?with=pass")
    one.page.locator("form .button.lamp").click()
    print(f"first start: {stands(one) / 1000:.1f} s")
    warm = []
    for _ in range(ROUNDS):
        one.page.reload()
        warm.append(stands(one))
    print(f"from the cache: {min(warm) / 1000:.1f} s (of {', '.join(f'{each / 1000:.1f}' for each in warm)})")
    answered = []
    for _ in range(3 * ROUNDS):
        one.my_turn()
        if one.page.locator(".cover").count():
            one.page.locator(".cover button").click()
            continue
        answered.append(one.page.evaluate(MOVE))
    print(f"a move, from the click to the log: {sorted(answered)[len(answered) // 2]:.0f} ms (median), ", end="")
    print(f"{min(answered):.0f} ms (best)")
    one.context.close()


def search(browser: Any, name: str) -> None:
    """The same search in wasmtime and in Chromium, in turns; and whether every seat got the same."""
    game, rng = game_named(name), [0] * RNG_LENGTH
    state = position(game, 2, 1, 20)
    seat = game.rules.to_act(state).bit_length() - 1
    world, mind = World(game, imagined(game, state, seat, 1), 2, seat), Mind(game)
    best, writes = float("inf"), []
    for _ in range(ROUNDS):
        seed_rng(rng, 1, 1)
        mind._tree.begin(world.state, mind._plan(2, seat, True), rng)
        raw = mind._tree._instance.raw
        names = ("states", "plan", "rng", "used", "values.count", "sums", "slots")
        writes = [(buffer, base64.b64encode(bytes(raw(buffer))).decode()) for buffer in names]
        before = time.perf_counter()
        mind._tree.simulate(SIMULATIONS)
        best = min(best, time.perf_counter() - before)
    code, page = searching(game, guide_of(game)), browser.new_page()
    page.goto("about:blank")
    work = {"module": base64.b64encode(code.raw).decode(), "buffers": manifest(code)["buffers"], "writes": writes}
    there, sums = page.evaluate(SEARCH, {**work, "rounds": ROUNDS, "count": SIMULATIONS})
    same = bytes(sums) == bytes(mind._tree._instance.raw("sums"))[:16]
    page.close()
    here, there = SIMULATIONS / best / 1000, SIMULATIONS / there
    print(f"| {game.title} | {here:.1f} | {there:.1f} | {there / here:.2f} | {'yes' if same else 'NO'} |")


def main() -> None:
    """All of it."""
    subprocess.run([sys.executable, str(HOME / "scripts" / "build_web.py")], check=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        write(Path(folder) / PATH)
        sizes(Path(folder) / PATH)
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        host = Host(Path(folder))
        try:
            start(browser, host)
            print("\n| search, k simulations/s | wasmtime | Chromium | of wasmtime's | same chances |")
            print("|---|---:|---:|---:|---|")
            for name in OWN:
                search(browser, name)
        finally:
            host.stop()
            browser.close()


if __name__ == "__main__":
    main()
