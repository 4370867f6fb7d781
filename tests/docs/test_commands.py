"""Whatever the pages tell people to type is typed, page by page and in its order, in a folder of its own.

What would take long is done in a smaller form (``SMALLER``), what stands for the reader's own is filled in
(``Reader.filled_in``), what needs something that cannot be here is left out with its reason (``LEFT_OUT``): of that the
options are read, so that one that was renamed is noticed. Python that is no doctest is run too. docs/adding-a-game.md
has a test of its own.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
import typer
from serving import NoPostgres, Postgres, a_postgres, free_port, request

import banquise
from banquise.games import game
from banquise.kernel import fair
from banquise.table.puzzle import Puzzle, puzzles
from banquise.terminal import riddling
from banquise.terminal.command import app, main

pytestmark = pytest.mark.slow

HOME = Path(__file__).resolve().parents[2]
PACK = HOME / "src" / "banquise" / "server" / "static" / "pack" / "pack.json"
PAGES = [
    *sorted((HOME / "docs").rglob("*.md")),
    *(HOME / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
]
SMALLER = (
    (r"--matches \d+", "--matches 2"),
    (r"--rate \d+", "--rate 10"),
    (r"--seconds \d+", "--seconds 1"),
    (r"(load.py again)", r"\1 --over 0.5"),
    (r"--spectators \d+", "--spectators 3"),
    (r"--tables \d+ --passes \d+", "--tables 50 --passes 2"),
    (r"(benchmarks/processes.py)", r"\1 --matches 2 --seconds 1"),
    (r"(benchmarks/club.py)", r"\1 --players 50 --matches 100 --asks 2"),
    (r"(benchmarks/pairing.py)", r"\1 --comers 24"),
    (r"(ladder .*--bots) \S+", r"\1 hare,fox --games 2 --jobs 1"),
    (r"(ladder .*--jobs 1) --games \d+", r"\1"),
    (r"(puzzles .*--count) \d+", r"\1 1"),
    (r"(train \S+ --out \S+)", r"\1 --seats 2 --generations 1 --matches 10"),  # what the page says follows, smaller
    (r"(train .*) --begin \S+", r"\1"),
    (r"(train .*) --minutes \S+", r"\1"),
    (r"(train .* --generations 1 .*)--generations \d+", r"\1--generations 1"),
    (r"(train .* --matches 10 .*)--matches \d+", r"\1--matches 10"),
    (r"(train .*)--simulations \d+", r"\1--simulations 8"),
    (r"(analyse \S+)", r"\1 --simulations 8"),
    (r"(benchmarks/balance.py.*) --games ice_cult --bots best", r"\1 --games ice_lake --bots fox --matches 2"),
    (r"(benchmarks/balance.py(?!.*--games).*)", r"\1 --games ice_cult --bots fox --matches 2"),
    (r"(benchmarks/options.py.*)", r"\1 --sum"),  # what tests/bots/test_option_study.py plays a little of takes hours
    (r"(foretell \S+).*", r"\1 --games 2 --bot fox --simulations 8 --jobs 1"),
    (r"wolf,wolf", "fox,fox"),
)
LEFT_OUT = {
    r"benchmarks/peer.py": "needs boardgame.io from npm",
    r"examples/(learn|maskable_ppo)\.py": "needs PyTorch; tests/research/test_examples.py runs it where there is one",
}
_FENCE = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^(?: {4}| {7})((?:\./play|banquise|python) .+)$", re.MULTILINE)
_INLINE = re.compile(r"`((?:\./play|banquise) [^`\n]+)`")
_POSTGRES = re.compile(r"postgresql://\S+")
_OURS = re.compile(r"(?:[A-Z_]+=\S+ )*(?:\./play|\./check|banquise|python)\b")


def typed_on(page: Path) -> list[str]:
    """Every line that a page tells people to type to us, without what it says about it."""
    text = page.read_text(encoding="utf-8")
    blocks = [(found.start(), line) for found in _FENCE.finditer(text) for line in found[1].splitlines()]
    blocks += [(found.start(), found[1]) for found in _INDENTED.finditer(text)]
    lines = [re.split(r"\s+#|\s{2,}", line.removeprefix("$ "))[0].strip() for _, line in sorted(blocks)]
    return [line for line in lines if _OURS.match(line)]


ALL_TYPED = {page: typed_on(page) for page in PAGES}
# The page about adding a game has a test of its own, and each of the ladders' pages was written by its own command.
TYPED = {
    p: typed for p, typed in ALL_TYPED.items() if typed and p.name != "adding-a-game.md" and p.parent.name != "ladder"
}


def test_there_are_commands_to_try() -> None:
    assert sum(map(len, TYPED.values())) > 30
    assert {"terminal.md", "operations.md", "hosting.md", "bots.md"} <= {page.name for page in TYPED}


@dataclass
class Reader:
    """Somebody who types what a page says."""

    folder: Path
    table: str = ""
    player: str = ""
    link: str = ""
    kept: tuple[str, str] = ("", "")
    postgres: Postgres | None = None

    def filled_in(self, line: str) -> str:
        """What stands for the reader's own."""
        for name, own in (
            ("TABLE", self.table),
            ("PLAYER", self.player),
            ("FILE", "evening.banquise"),
            ("SHOWN", self.kept[0]),
            ("MINE", self.kept[1]),
            ("http://host:8000/#/table/NAME", self.link),
            ("tables-today.db --replace", f"tables-today.db --replace --database sqlite:{self.folder}/other.db"),
        ):
            line = line.replace(name, own)
        if self.postgres is not None and _POSTGRES.search(line):
            line = _POSTGRES.sub(self.postgres.fresh(), line)
        for long, short in SMALLER:
            line = re.sub(long, short, line)
        return line

    def environment(self, line: str) -> tuple[dict[str, str], list[str]]:
        """The words of a line with the programs that are meant, and what is set before them."""
        words = shlex.split(line)
        own = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
        words = [word for word in words if not re.match(r"[A-Z_]+=", word)]
        paths = [str(HOME / path) for path in own.pop("PYTHONPATH", "").split(":") if path]
        program = [sys.executable] if words[0] == "python" else [sys.executable, "-m", "banquise"]
        arguments = [str(HOME / word) if "/" in word and (HOME / word).is_file() else word for word in words[1:]]
        arguments = [word.replace("python examples", f"{sys.executable} {HOME}/examples") for word in arguments]
        settings = {
            "PYTHONPATH": os.pathsep.join([str(HOME / "src"), *paths]),
            "BANQUISE_STATE": str(self.folder / "state"),
            "BANQUISE_GAMES": "",  # the tests' own guest stays at home
            "TERM": "xterm-256color",
        }
        return os.environ | settings | own, [*program, *(arguments or ["serve"] * (words[0] != "python"))]

    def types(self, line: str) -> None:
        """Do it, as it is meant: look at a screen, start and stop a server, answer a prompt with quit."""
        environment, words = self.environment(self.filled_in(line))
        if "--help" in words:
            self._does(words, environment)
        elif "serve" in words:
            usual = self.table, self.player
            with serving(words, environment, self.folder) as address:
                self._sits_down(address)
            if _POSTGRES.search(line):  # what follows on a page is done with the usual store
                self.table, self.player = usual
        elif "table" in words:
            self._looks(words, environment)
        else:
            self._does(words, environment)

    def _does(self, words: list[str], environment: dict[str, str]) -> None:
        before = self._written()
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=environment,
            input="quit\n",
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        assert done.stdout + done.stderr or self._written() != before, "it says nothing, and writes nothing"

    def _written(self) -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in self.folder.rglob("*") if file.is_file()}

    def _looks(self, words: list[str], environment: dict[str, str]) -> None:
        """A real terminal: the screen comes up, and goes away with Ctrl-C."""
        child, terminal = pty.fork()
        if not child:
            os.chdir(self.folder)
            os.execve(words[0], words, environment)
        seen, end = b"", time.monotonic() + 60
        while b"\x1b[?1049h" not in seen or len(seen) < 3000:  # the other screen, and something on it
            assert time.monotonic() < end, seen[-500:]
            seen += os.read(terminal, 4096)
        os.write(terminal, b"\x03")
        with contextlib.suppress(OSError):  # it hangs up when it is gone
            while os.read(terminal, 4096):
                pass
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        assert os.waitstatus_to_exitcode(status) in (0, 130)
        assert b"Traceback" not in seen

    def _sits_down(self, address: str) -> None:
        seats = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
        status, seated = request(f"{address}/api/tables", seats)
        assert status == 201, seated
        self.table = seated["table"]
        status, me = request(f"{address}/api/players", {"name": "Ann"}, {"authorization": f"Bearer {'A' * 22}"})
        assert status == 201, me
        self.player = me["card"]["player"]
        assert request(f"{address}/")[0] == 200


@contextlib.contextmanager
def serving(words: list[str], environment: dict[str, str], folder: Path) -> Iterator[str]:
    """A server that a command starts, on a port that is free; it ends cleanly when it is asked to."""
    port = free_port()
    server = subprocess.Popen(
        [*words, "--port", str(port)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    address, end = f"http://127.0.0.1:{port}", time.monotonic() + 60
    try:
        while True:
            with contextlib.suppress(OSError):
                if request(f"{address}/api/games")[0] == 200:
                    break
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
        yield address
    finally:
        server.send_signal(signal.SIGINT)
        said, _ = server.communicate(timeout=30)
    assert server.returncode in (0, 130), said[-2000:]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """A server for whoever joins by a link."""
    reader = Reader(tmp_path_factory.mktemp("house"))
    environment, words = reader.environment("banquise serve")
    with serving(words, environment, reader.folder) as address:
        status, made = request(
            f"{address}/api/tables", {"game": "alaska", "seats": [{"kind": "open"}, {"kind": "open"}]}
        )
        assert status == 201
        reader.link = f"{address}/#/table/{made['table']}"
        yield reader


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres | None]:
    """A PostgreSQL of our own, where there is one."""
    try:
        with a_postgres() as running:
            yield running
    except NoPostgres:
        yield None


@pytest.mark.slow
@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.relative_to(HOME).as_posix())
def test_what_a_page_says_to_type_is_done(page: Path, tmp_path: Path, house: Reader, postgres: Postgres | None) -> None:
    match = banquise.new("ice_lake", 2, seed=7, entropy=["a-part-of-my-own"])
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    match.seals = (fair.seal("a-part-of-my-own"),)
    banquise.save(match, tmp_path / "evening.banquise")
    reader = Reader(tmp_path, link=house.link, kept=(match.commitment, "a-part-of-my-own"), postgres=postgres)
    for name in ("balance.md", "options.md"):  # pages that their studies write into
        (tmp_path / "docs").mkdir(exist_ok=True)
        shutil.copy(HOME / "docs" / name, tmp_path / "docs" / name)
    for line in TYPED[page]:
        if any(re.search(pattern, line) for pattern in LEFT_OUT):
            has_its_options(line)
        elif postgres is not None or not _POSTGRES.search(line):
            reader.types(line)


def has_its_options(line: str) -> None:
    """Does a program of Python know the options that it is given? Its parser is read, not run: its libraries may not
    be here."""
    words = shlex.split(line)
    file: str | Path = HOME / words[1]
    if words[1] == "-m":
        found = importlib.util.find_spec(words[2])
        assert found is not None, line
        assert found.origin is not None, line
        file = found.origin
    calls = [node for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    added = [one for call in calls if getattr(call.func, "attr", "") == "add_argument" for one in call.args]
    known = {one.value for one in added if isinstance(one, ast.Constant)}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, f"{line}: {known}"


def test_an_option_that_a_program_does_not_have_is_noticed() -> None:
    has_its_options("python benchmarks/peer.py --matches 50")
    with pytest.raises(AssertionError, match="--rivals"):
        has_its_options("python benchmarks/peer.py --rivals 50")


@pytest.mark.parametrize("pattern", LEFT_OUT)
def test_what_is_left_out_is_on_a_page(pattern: str) -> None:
    assert any(re.search(pattern, line) for lines in TYPED.values() for line in lines), "take it off the list"


SAID = sorted(
    {line for page in PAGES for line in _INLINE.findall(page.read_text(encoding="utf-8"))}
    | {line for page, lines in ALL_TYPED.items() for line in lines if page.parent.name == "ladder"}
)
STAND_INS = {
    "postgresql://...": "postgresql://banquise@db/banquise",
    "GAME": "ice_lake",
    "NAME": "pebble_row",
    "FILE": "evening.banquise",
    "...": "user@host/name",
    "OUT": "out",
}
WHOLE = {  # where a sentence speaks of a command without its game or of an option without its value, one of each
    "banquise train": "banquise train ice_cult --out nets/ice_cult.net --generations 1 --matches 10 --seats 2",
    "banquise foretell": "banquise foretell ice_cult --games 2 --bot fox --simulations 8",
    "banquise play": "banquise play GAME",
    "banquise verify": "banquise verify FILE",
    "banquise ladder": "banquise ladder GAME --bots hare,fox --games 1 --jobs 1",
    "banquise ladder --save": "banquise ladder GAME --bots hare,fox --games 1 --jobs 1 --save OUT",
    "banquise site": "banquise site OUT",
}


ELSEWHERE = {
    r"^banquise (part|commitment|day .*)$": "heads of what is hashed, not commands",
    r"--peers": "needs the peers; benchmarks/ and tests/research measure beside them",
    r"(new|check)-game": "tests/terminal/test_adding_a_game.py makes one and checks it",
    r"ladder (alaska|altitude) .*yeti": "of weights that are not shipped: docs/training.md says where they are",
}
SHORTER = (
    (r"^((?!.*foretell).*)--games \d+", r"\1--games 1"),  # a foretelling takes two or more
    (r"--jobs \d+", "--jobs 1 --thinking 0.001"),
    (r"^(.* simulate .*)$", r"\1 --games 2"),
    (r"^(.* bench)$", r"\1 --seconds 0.1"),
    (r"^(.* --retell)$", r"\1 --save told.jsonl"),  # else into the sources, which others read meanwhile
)


@pytest.mark.parametrize("line", SAID)
def test_a_command_within_a_sentence_is_done(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Postgres | None
) -> None:
    """Run in a short form; what is run elsewhere is read by the real command line, its options and values checked."""
    if " site" in line and not PACK.is_file():
        pytest.skip("build the browser client first: python scripts/build_web.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "state"))
    banquise.save(banquise.new("ice_lake", 2, seed=7), tmp_path / "evening.banquise")
    is_run_elsewhere = any(re.search(pattern, line) for pattern in ELSEWHERE)
    line = WHOLE.get(line, line)
    for name, own in STAND_INS.items():
        line = line.replace(name, own)
    for long, short in SHORTER:
        line = re.sub(long, short, line)
    _, name, *rest = shlex.split(line)
    if name == "serve" and "--help" not in rest and (postgres is not None or not _POSTGRES.search(line)):
        (tmp_path / "words.txt").write_text("damn\n")
        Reader(tmp_path, postgres=postgres).types(line.replace("--words evening.banquise", "--words words.txt"))
        return
    if name == "table":
        Reader(tmp_path).types(line)
        return
    if name in ("part", "commitment", "day"):
        return
    if is_run_elsewhere:
        typer.main.get_command(app).commands[name].make_context(name, list(rest))
        return
    if "--retell" in rest:  # of all that are shipped it takes minutes: of two, whose stories are thrown away first
        shipped = puzzles(game("ice_lake"))[2:4]
        bare = tuple(msgspec.structs.replace(one, then=(), themes=()) for one in shipped)
        monkeypatch.setattr(riddling, "puzzles", lambda of: bare)
    monkeypatch.setattr(sys, "argv", ["banquise", name, *rest])
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    if "--retell" in rest:
        told = (tmp_path / "told.jsonl").read_bytes().splitlines()
        assert [msgspec.json.decode(one, type=Puzzle) for one in told] == list(shipped)


def test_what_is_made_whole_is_said() -> None:
    assert set(WHOLE) <= set(SAID), "take it off the list"


@pytest.mark.parametrize("pattern", ELSEWHERE)
def test_what_is_run_elsewhere_is_said(pattern: str) -> None:
    assert any(re.search(pattern, line) for line in SAID), "take it off the list"


BESIDE = {
    r"^\./check": "it is what runs this",
    r"^systemctl": "needs systemd; tests/docs/test_deploy.py reads the unit that it starts",
    r"^pip install (?!\.|-e)": "needs a registry; tests/test_wheel.py installs the wheel",
    r"^pip install (-e|\.)": "tests/terminal/test_adding_a_game.py finds such a package; the example is in every test",
    r"python -m http.server": "Python's own",
    r"research.baselines": "takes minutes and writes into docs/",
    r"mend_french|sources_table": "writes into the sources; tests/texts holds what it writes",
    r"benchmarks/(load|processes)\.py": "docs/operations.md has it done in its blocks",
    r"benchmarks/(tables|webassembly|before|bare|static)\.py": "needs minutes, Numba and the history of the clone",
    r"benchmarks/(peer|gpu/run)\.py": "needs boardgame.io from npm; a GPU",
}
DONE = {
    "python -m banquise.lab.anchors docs/ladder",  # what it prints, tests/server/test_ratings.py holds
    "python -m banquise.lab.golden FILE",
}
_BESIDE = re.compile(r"`((?:python|pip|\./check|systemctl) [^`\n]+)`")
ALSO_SAID = sorted({line for page in PAGES for line in _BESIDE.findall(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("line", ALSO_SAID)
def test_what_else_a_sentence_says_to_type_is_there_and_has_a_reason_not_to_be_done_here(
    line: str, tmp_path: Path
) -> None:
    if line in DONE:
        known = HOME / "tests" / "games" / "ice_lake" / "playthroughs" / "last_skater.txt"
        copied = Path(shutil.copy(known, tmp_path))
        words = shlex.split(line.replace("FILE", str(copied)))
        done = subprocess.run([sys.executable, *words[1:]], cwd=HOME, capture_output=True, check=False)
        assert (done.returncode, bool(done.stdout) or "FILE" in line) == (0, True), done.stderr
        assert copied.read_bytes() == known.read_bytes(), "played again, it is as it was"
        return
    assert any(re.search(pattern, line) for pattern in BESIDE), "do it in a test, or say why not"
    if line.startswith("python ") and "http.server" not in line:
        has_its_options(line)
    for extra in re.findall(r"banquise\[(\w+)\]", line):
        assert extra in tomllib.loads((HOME / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@pytest.mark.parametrize("pattern", BESIDE)
def test_what_is_done_beside_is_said(pattern: str) -> None:
    assert any(re.search(pattern, line) for line in ALSO_SAID), "take it off the list"


def _plain_python() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for code in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            if ">>>" not in code:  # those are doctests
                found.append((page.relative_to(HOME).as_posix(), code))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("page", "code"), _plain_python(), ids=lambda text: text if text.endswith(".md") else "")
def test_python_on_a_page_runs(page: str, code: str) -> None:
    exec(compile(code, page, "exec"), {})
