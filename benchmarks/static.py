"""The table without a server, in Chromium: how much is fetched, how soon it stands, how quick a move and a search are.

    python benchmarks/static.py

needs a built client (scripts/build_web.py) and Chromium. Times are the best of several rounds: a busy machine makes
everything slower, and nothing quicker. Searches are compared in turns and by processor time.
"""

from __future__ import annotations

import base64
import gzip
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from house import CHROMIUM, FLAGS, HOME, Visitor
from pinned import position
from test_static import PATH, Host

from banquise.bots.levels import LEVELS, Level, decide_in, look_in, settle_in
from banquise.bots.mind import Mind, World, believed, guide_of, imagined, searching
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.wasm.export import manifest
from banquise.site.write import write

ROUNDS, SIMULATIONS = 6, 3000
DEPTHS = (0, 6, 12, 20, 30)  # steps of a match after which a bear is asked
WORTH = 0.4  # seconds of processor time that a round takes at least: processes are told theirs in hundredths
LOAD = """async ({ module, buffers, writes }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes(module));
  const memory = new Uint8Array(instance.exports.memory.buffer);
  const start = writes.map(([name, raw]) => [bytes(raw), buffers[name].address]);
  window.think = (count, times) => {
    for (let time = 0; time < times; time++) {
      for (const [raw, address] of start) memory.set(raw, address);
      instance.exports.simulate(BigInt(count));
    }
    const { address } = buffers.sums;
    return [...memory.subarray(address, address + 16)];
  };
}"""
THINK = "([count, times]) => window.think(count, times)"
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
    """The same search in wasmtime and in Chromium, in turns, by processor time; and whether every seat got the same."""
    here = _Here(name)
    times = max(1, round(WORTH / here.think(1)))
    with browser.new_page() as page:
        page.goto("about:blank")
        page.evaluate(LOAD, here.work())
        processes = browser.new_browser_cdp_session()
        rounds = [(here.think(times), *_there(processes, page, times)) for _ in range(ROUNDS)]
    same = all(bytes(sums) == here.sums() for *_, sums in rounds)
    done = SIMULATIONS * times / 1000
    mine, theirs = done / min(one[0] for one in rounds), done / min(one[1] for one in rounds)
    print(f"| {here.game.title} | {mine:.1f} | {theirs:.1f} | {theirs / mine:.2f} | {'yes' if same else 'NO'} |")


class _Here:
    """A search in wasmtime, begun anew each time."""

    def __init__(self, name: str):
        self.game = game_named(name)
        state = position(self.game, 2, 1, 20)
        self._seat = self.game.rules.to_act(state).bit_length() - 1
        self._state = imagined(self.game, state, self._seat, 1)
        self._mind = Mind(self.game)

    def _begin(self) -> None:
        rng = [0] * RNG_LENGTH
        seed_rng(rng, 1, 1)
        self._mind._tree.begin(self._state, self._mind._plan(2, self._seat, True), rng)

    def think(self, times: int) -> float:
        """Seconds of processor time."""
        spent = 0.0
        for _ in range(times):
            self._begin()
            before = time.thread_time()
            self._mind._tree.simulate(SIMULATIONS)
            spent += time.thread_time() - before
        return spent

    def work(self) -> dict[str, Any]:
        """What a browser needs for the same."""
        self._begin()
        raw, code = self._mind._tree._instance.raw, searching(self.game, guide_of(self.game))
        names = ("states", "plan", "rng", "used", "values.count", "sums", "slots")
        writes = [(buffer, base64.b64encode(bytes(raw(buffer))).decode()) for buffer in names]
        module = base64.b64encode(code.raw).decode()
        return {"module": module, "buffers": manifest(code)["buffers"], "writes": writes}

    def sums(self) -> bytes:
        """What the seats got in the last search."""
        return bytes(self._mind._tree._instance.raw("sums"))[:16]


def _there(processes: Any, page: Any, times: int) -> tuple[float, list[int]]:
    """Seconds of processor time in Chromium, and what the seats got."""
    before = _spent(processes)
    sums = page.evaluate(THINK, [SIMULATIONS, times])
    return _spent(processes) - before, sums


def _spent(processes: Any) -> float:
    """Of all pages."""
    found = processes.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(float(process["cpuTime"]) for process in found if process["type"] == "renderer")


def shared(name: str) -> None:
    """What is waited for where a bear's search is shared out: the longest part and the decision, by processor time."""
    game, spent = game_named(name), {1: 0.0, 2: 0.0, 4: 0.0}
    for depth in DEPTHS:
        state = position(game, 2, 1, depth)
        world = believed(game, state, 2, game.rules.to_act(state).bit_length() - 1, 1)
        for parts in spent:
            level = replace(LEVELS["bear"], limit=3600.0, parts=parts)
            spent[parts] += _waited(world, level)
    whole, *others = spent.values()
    cells = [f"{1000 * each / len(DEPTHS):.0f} ms | {whole / each:.1f}" for each in others]
    print(f"| {game.title} | {1000 * whole / len(DEPTHS):.0f} ms | {' | '.join(cells)} |", flush=True)


def _waited(world: World, level: Level) -> float:
    """A whole search, or the longest of its parts, and what it takes to decide by them."""
    begun = time.thread_time()
    if level.parts == 1:
        decide_in(world, level, 1)
        return time.thread_time() - begun
    longest, found = 0.0, []
    for part in range(level.parts):
        begun = time.thread_time()
        found.append(look_in(world, level, 1, part))
        longest = max(longest, time.thread_time() - begun)
    begun = time.thread_time()
    settle_in(world, level, 1, found)
    return longest + time.thread_time() - begun


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
            print("\n| a bear's search, waited for | whole | in 2 | times as quick | in 4 | times as quick |")
            print("|---|---:|---:|---:|---:|---:|")
            for name in OWN:
                shared(name)
        finally:
            host.stop()
            browser.close()


if __name__ == "__main__":
    main()
