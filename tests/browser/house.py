"""A house for browser tests: a real server on a free port, and real Chromium pages that tolerate no console error."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from websockets.sync.client import connect

import banquise
from banquise.games import all_games
from banquise.table import encode, to_record

HOME = Path(__file__).resolve().parents[2]
# The games that have a board: others are told to look at their list of moves.
GAMES = {game.name: game.title for game in all_games() if (HOME / "web" / "src" / "boards" / game.name).is_dir()}
AXE = HOME / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The same engine without a window of its own comes first: it takes a third less of the processor.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
JSON = {"content-type": "application/json"}
AT_REST = """async () => {
  await document.fonts.ready;
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const ending = () => document.getAnimations()
    .filter(one => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending().map(one => one.finished));
  await frame();
}"""
QUICK = {"speed": 4, "motion": "still", "sound": False, "language": "en", "theme": "light", "name": "Ada"}


class Server:
    """``banquise serve`` in a process of its own, which can be killed and started again on the same port and file."""

    def __init__(self, folder: Path, **environment: str):
        self._environment = {**os.environ, **environment}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [
            *(sys.executable, "-m", "banquise", "serve", "--port", str(self.port)),
            *("--database", f"sqlite:{folder / 'tables.db'}", "--tables", "6000", "--rate", "200"),
            *("--hints", "6000"),
            *("--bot-pause", "0"),
        ]
        self._log = (folder / "serve.log").open("a")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(
            self._command, stdout=self._log, stderr=self._log, cwd=HOME, env=self._environment
        )
        for _ in range(600):  # a shared machine may be busy
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=2):
                    return
            except OSError:
                assert self._process.poll() is None, "the server has stopped; see serve.log"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def hold(self) -> None:
        """Answer nothing, until ``go_on``: as a line that is very slow."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer what was asked meanwhile."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """For good."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(120)  # a shared machine may be busy
        self._log.close()

    def get(self, path: str) -> Any:
        """What the HTTP interface says."""
        with urllib.request.urlopen(self.address + path, timeout=5) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        """What it answers to something sent."""
        sent = urllib.request.Request(self.address + path, json.dumps(body).encode(), JSON)
        with urllib.request.urlopen(sent, timeout=20) as answer:
            return json.load(answer)

    def finished(self, game: str) -> str:
        """The table of a match that two bots have played to its end."""
        seats = [{"kind": "bot", "level": level} for level in ("fox", "hare")]
        table: str = self.post("/api/tables", {"game": game, "seats": seats})["table"]
        with connect(
            f"ws{self.address.removeprefix('http')}/ws", legacy=True
        ) as spectator:  # bots that nobody watches rest
            spectator.send(json.dumps({"type": "hello", "protocol": 1, "table": table}))
            for message in spectator:
                told = json.loads(message)
                if told["type"] == "table" and told["status"] == "over":
                    return table
        raise AssertionError("the bots do not finish")


class Expected(NamedTuple):
    """Ways in which a console complains, from a complaint on, at least so often. A number is a status of HTTP."""

    kinds: tuple[str, ...]
    least: int
    since: int

    def means(self, told: str) -> bool:
        """Is it one of these? A number is looked for where a status stands, as ports are numbers too."""
        return any((f"a status of {kind} " if kind.isdigit() else kind) in told for kind in self.kinds)

    def lacks(self, complaints: list[str]) -> bool:
        """Have too few come yet?"""
        return sum(self.means(told) for told in complaints[self.since :]) < self.least


class Visitor:
    """A person with a browser of their own: what they keep is theirs; what their console says is noted."""

    here: ClassVar[list[Visitor]] = []  # who has come and not gone home: a story that fails tells what they see

    def __init__(
        self,
        browser: Any,
        server: Server,
        size: tuple[int, int] = (1280, 900),
        touch: bool = False,
        worker: bool = True,
        **settings: Any,
    ):
        """Without a service worker for whoever holds up requests, as those that go through it are not seen."""
        self.server = server
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            service_workers="allow" if worker else "block",
        )
        kept = json.dumps({**QUICK, **settings})
        self.context.add_init_script(
            f"localStorage['banquise.settings'] === undefined && localStorage.setItem('banquise.settings', {kept!r})"
        )
        self.complaints: list[str] = []
        self._expected: list[Expected] = []
        self.requests: list[str] = []
        self.page = self._tab()
        Visitor.here.append(self)

    def _tab(self) -> Any:
        """A tab that is listened to."""
        page = self.context.new_page()
        page.set_default_timeout(40_000)
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def another_tab(self) -> None:
        """Close the tab, and open another of the same browser."""
        self.page.close()
        self.page = self._tab()

    def expects(self, *kinds: str, least: int = 1) -> None:
        """From now on the console complains in one of these ways, at least so often; of anything else, never.

        A browser notes what is refused when it comes to it, often long after the page has said so: whoever looked at
        the complaints at one moment missed some. So they are judged when the visitor goes home.
        """
        self._expected.append(Expected(kinds, least, len(self.complaints)))

    def go(self, address: str = "") -> None:
        """Open an address of the house."""
        self.page.goto(f"{self.server.address}/{address}")
        self.page.wait_for_selector("main", state="attached")
        if address.startswith("#/") or not address:
            # A page is fetched when it is wanted, and the one before stays until then: nobody is to press that one.
            page = address.removeprefix("#/").partition("?")[0].partition("/")[0] or "home"
            self.page.wait_for_selector(f"main[class~='{page}']", state="attached")

    def click_play(self, title: str) -> None:
        """One click on the home page."""
        self.go()
        self.page.locator(".sign", has_text=title).click()
        self.at_table()

    def take_up(self, match: banquise.Match, line: int, seat: int = 0) -> None:
        """Sit down where a match stood after a line of its log; hares play the other seats."""
        record = encode(to_record(match)).decode()
        wish = {"record": record, "line": line, "seat": seat, "level": "hare", "name": "Ada"}
        seated = self.server.post("/api/play-on", wish)
        self.go()
        self.page.evaluate(
            "one => localStorage['banquise.tables'] ="
            " JSON.stringify([one, ...JSON.parse(localStorage['banquise.tables'] ?? '[]')])",
            {**seated, "game": match.game.name, "at": 1},
        )
        self.page.reload()
        self.go(f"#/table/{seated['table']}")
        self.at_table()

    def at_table(self) -> None:
        """Wait until the table is there."""
        self.page.wait_for_selector(".table[data-status]")

    def my_turn(self) -> None:
        """Wait until the page lights up what can be done, on a board that has come, or the match is over."""
        at_rest = ".table[data-stepping=false]:has(.host .board)"
        self.page.wait_for_selector(
            f"{at_rest}[data-turn=true] .moves, {at_rest}[data-status=over]",
            state="attached",
            timeout=240_000,  # bears of others may think first
        )

    @property
    def is_over(self) -> bool:
        """Has the match ended?"""
        return self.page.get_attribute(".table[data-status]", "data-status") == "over"

    def moves(self) -> list[str]:
        """The moves that the page offers."""
        return self.page.eval_on_selector_all(".moves ul button", "found => found.map(one => one.dataset.move)")

    def events(self) -> int:
        """How many events the log holds."""
        return int(self.page.get_attribute(".log", "data-events"))

    def told(self) -> list[str]:
        """The log, whole sentences for each event."""
        return self.page.eval_on_selector_all(".log .one", "all => all.map(one => one.dataset.full)")

    def tells_still(self, told: list[str]) -> None:
        """Wait until the log begins with these sentences; a page that has just come learns the names a moment later."""
        self.page.wait_for_function(
            """told => JSON.stringify([...document.querySelectorAll('.log .one')]
                .slice(0, told.length).map(one => one.dataset.full)) === JSON.stringify(told)""",
            arg=told,
        )

    def play(self, text: str) -> None:
        """Make a move from the list of moves."""
        events = self.events()
        self.page.eval_on_selector_all(
            ".moves ul button", "(found, text) => found.find(one => one.dataset.move === text).click()", text
        )
        if text.endswith("-"):  # a programme is written down first, and sent whole
            self.page.eval_on_selector(".moves form button", "one => one.click()")
        self.page.wait_for_function(
            "n => Number(document.querySelector('.log').dataset.events) > n || document.querySelector('.cover')",
            arg=events,
        )

    def play_to_the_end(self, seed: int, most: int = 3000) -> int:
        """Play at random until the match is over; how many moves it took."""
        chance = random.Random(seed)
        for made in range(most):
            self.my_turn()
            if self.is_over:
                return made
            self.play(chance.choice(self.moves()))
        raise AssertionError(f"no end after {most} moves")

    def at_rest(self) -> None:
        """Wait until the page is laid out and painted, its letters have come and nothing fades in any more."""
        self.page.evaluate(AT_REST)

    def violations(self, only: str | None = None) -> list[str]:
        """What axe-core finds wrong with the page as it is; by one of its rules only, if one is named."""
        self.at_rest()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        run = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
        found = self.page.evaluate("run => axe.run(document, run)", run)
        return [
            f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:3]]}"
            for one in found["violations"]
        ]

    def violations_in(self, colours: Iterable[dict[str, str]]) -> list[str]:
        """What axe-core finds wrong with the page as it is, and with its contrasts in other themes and colours.

        A theme is nothing but a set of colours, so all that can be wrong with another one is its contrasts.
        """
        wrong = self.violations()
        usual = self.page.evaluate("() => ({ ...document.documentElement.dataset })")
        for look in (*colours, usual):
            self.page.evaluate("look => Object.assign(document.documentElement.dataset, look)", look)
            if look is not usual:
                wrong += [f"{look}: {one}" for one in self.violations(only="color-contrast")]
        return wrong

    def sees(self) -> str:
        """Where they are, what stands there, what was asked last and what the console said."""
        try:
            words = self.page.evaluate("() => document.body.innerText")
            kept = self.page.evaluate("() => JSON.stringify({ ...localStorage })")
        except Exception as error:  # the page may be gone, which is told too
            words, kept = repr(error), ""
        asked = "\n".join(self.requests[-15:])
        return f"{self.page.url}\n{words}\n-- asked\n{asked}\n-- kept\n{kept}\n-- console\n{self.complaints}"

    def close(self) -> None:
        """Go home. A visitor's console must have been silent, but for what was expected, and that must have come."""
        Visitor.here = [one for one in Visitor.here if one is not self]
        patience = time.monotonic() + 20
        while any(one.lacks(self.complaints) for one in self._expected) and time.monotonic() < patience:
            self.page.wait_for_timeout(20)
        self.context.close()
        unforeseen = [
            told
            for at, told in enumerate(self.complaints)
            if not any(one.since <= at and one.means(told) for one in self._expected)
        ]
        assert unforeseen == [], unforeseen
        lacking = [one.kinds for one in self._expected if one.lacks(self.complaints)]
        assert lacking == [], f"the console was expected to complain of {lacking}, and said {self.complaints}"
        strangers = [url for url in self.requests if not url.startswith((self.server.address, "data:", "blob:"))]
        assert strangers == [], "the page asked somebody else"
