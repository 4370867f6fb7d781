"""`./play` as on a bare machine: seconds until the page answers and until a bear has moved, and what was installed.

    python benchmarks/bare.py [GAME ...]

A fresh clone of what is committed here, in a folder of its own, with a home and caches of its own: everything is
fetched, unpacked, built and started as for somebody who has just cloned. Only where packages are fetched from is taken
from the home of whoever measures (`.npmrc`, `PIP_...`). Times are by the clock, the network included,
and grow with whatever else the machine does, which is why processor time is told beside them where the system tells
it; the same is done once more without setting up, as on the next day. A
bear's move is counted from the wish for a table to the sight of the move, with its thinking and a bot's usual pause.
What a browser can take along is packed in the background meanwhile, and there before the second time.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("ice_lake", "ice_cult", "altitude", "alaska")
PATIENCE = 600.0

# Two bears at a table, and somebody who watches; run by the Python that was just set up.
WATCH = """
import json, sys, time, urllib.request
from websockets.sync.client import connect

port, game = sys.argv[1:]
start = time.perf_counter()
body = json.dumps({"game": game, "seats": [{"kind": "bot", "level": "bear"}] * 2}).encode()
asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body, {"content-type": "application/json"})
table = json.load(urllib.request.urlopen(asked))["table"]
with connect(f"ws://127.0.0.1:{port}/ws", max_size=None) as socket:
    socket.send(json.dumps({"type": "hello", "protocol": 1, "table": table}))
    while not any(event["by"] is not None for event in json.loads(socket.recv()).get("events", ())):
        pass
print(time.perf_counter() - start)
"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def answers(port: int, play: subprocess.Popen[bytes], said: Path) -> None:
    """Wait until the page is served; if it never is, tell what was said instead."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and play.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                if b"<html" in page.read():
                    return
        except OSError:
            time.sleep(0.05)
    how = f"ended with {play.poll()}" if play.poll() is not None else f"did not serve the page within {PATIENCE:.0f} s"
    sys.exit(f"./play {how}; it said:\n{said.read_text(errors='replace')[-3000:]}")


def worked(process: int) -> float:
    """Seconds of processor time of a process and all that it has waited for; none where there is no /proc."""
    try:
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return sum(map(int, told[11:15])) / float(os.sysconf("SC_CLK_TCK"))


def started(clone: Path, home: Path, games: tuple[str, ...]) -> tuple[float, float, dict[str, float]]:
    """Seconds until the page answers, by the clock and of processor time, and of each game until a bear has moved."""
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    own = {
        "HOME": home,
        "XDG_CACHE_HOME": home / "cache",
        "PIP_CACHE_DIR": home / "pip",
        "npm_config_cache": home / "npm",
    }
    env = {**kept, "npm_config_userconfig": str(Path.home() / ".npmrc"), **{name: str(at) for name, at in own.items()}}
    start = time.perf_counter()
    with (home / "said.txt").open("wb") as said:
        play = subprocess.Popen(["./play", "serve", "--port", str(port)], cwd=clone, env=env, stderr=said)
    try:
        answers(port, play, home / "said.txt")
        page, work = time.perf_counter() - start, worked(play.pid)
        watch = [str(clone / ".venv/bin/python"), "-c", WATCH, str(port)]
        moved = {
            game: float(subprocess.run([*watch, game], capture_output=True, text=True, check=True).stdout)
            for game in games
        }
    finally:
        play.terminate()
        play.wait()
    return page, work, moved


def packed(clone: Path) -> None:
    """Wait until what is made in the background is there."""
    end = time.monotonic() + PATIENCE
    while not (clone / "src/banquise/server/static/pack/.built").exists():
        if time.monotonic() > end:
            sys.exit(f"nothing was packed within {PATIENCE:.0f} s")
        time.sleep(0.05)


def installed(clone: Path) -> float:
    """Megabytes of what `./play` needs: site-packages without the tools that every new environment has."""
    (packages,) = (clone / ".venv/lib").glob("python*/site-packages")
    tools = ("pip", "setuptools", "pkg_resources", "_distutils_hack")
    files = (file for file in packages.rglob("*") if file.is_file() and not file.is_symlink())
    own = (file for file in files if not file.relative_to(packages).parts[0].startswith(tools))
    return sum(file.stat().st_size for file in own) / 1e6


def main() -> None:
    """Print the table."""
    games = tuple(sys.argv[1:]) or GAMES
    with tempfile.TemporaryDirectory(prefix="banquise-bare-") as folder:
        clone, home = Path(folder, "banquise"), Path(folder, "home")
        home.mkdir()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        bears = " | ".join(f"a bear moves: {game}" for game in games)
        print(f"| `./play` | the page answers | processor time until then | {bears} |")
        print(f"|---|---:|---:|{'---:|' * len(games)}")
        for name in ("from nothing", "set up"):
            page, work, moved = started(clone, home, games)
            packed(clone)
            bears = " | ".join(f"{moved[game]:.1f} s" for game in games)
            print(f"| {name} | {page:.1f} s | {work:.1f} s | {bears} |", flush=True)
        print(f"\nInstalled: {installed(clone):.0f} MB.")


if __name__ == "__main__":
    main()
