"""What is released: a wheel by way of the source archive, with the browser client, used far from the repository."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
CLIENT = HOME / "src" / "banquise" / "server" / "static" / "index.html"

pytestmark = pytest.mark.slow


def build(source, out, *what):
    return subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", str(out), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    assert CLIENT.is_file(), "build the browser client first: python scripts/build_web.py"
    out = tmp_path_factory.mktemp("dist")
    done = build(HOME, out)  # the source archive, and the wheel from nothing but that
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_a_wheel_carries_the_browser_client(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    here = [path.relative_to(CLIENT.parent) for path in CLIENT.parent.rglob("*") if path.is_file()]
    assert len(here) > 10
    assert {f"banquise/server/static/{path.as_posix()}" for path in here if path.name != ".built"} <= set(names)
    assert "banquise/server/docs/rules/alaska/fa.html" in names, "build the site to read: python scripts/build_docs.py"
    assert "banquise/py.typed" in names
    assert "banquise/games/ice_lake/rulebook/fa.md" in names
    assert {"banquise/kernel/cuda/prelude.h", "banquise/research/kernels.cu"} <= set(names)


def test_a_wheel_without_the_browser_client_or_the_site_to_read_is_not_built(tmp_path):
    source = tmp_path / "source"
    for part in ("src", "scripts", "README.md", "LICENSE", "pyproject.toml"):
        copy = shutil.copytree if (HOME / part).is_dir() else shutil.copy
        source.mkdir(exist_ok=True)
        copy(HOME / part, source / part)
    for room, missing in (("docs", "the site to read"), ("static", "the browser client")):
        shutil.rmtree(source / "src" / "banquise" / "server" / room)
        for what in ("--wheel", "--sdist"):
            done = build(source, tmp_path / "dist", what)
            assert done.returncode != 0
            assert f"a wheel without {missing} shows no page" in done.stdout + done.stderr
    assert not list((tmp_path / "dist").glob("*")) if (tmp_path / "dist").exists() else True


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def page(address, patience=60):
    """What is served at an address, once somebody serves."""
    end = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def test_a_bare_environment_serves_the_page(wheel, tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BANQUISE"))}
    environment.pop("VIRTUAL_ENV", None)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "bare"], check=True, env=environment)
    python = tmp_path / "bare" / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[server]"]
    subprocess.run(install, check=True, env=environment, cwd=tmp_path)
    command = tmp_path / "bare" / "bin" / "banquise"

    def told(*words):
        return subprocess.check_output([command, *words], env=environment, cwd=tmp_path, text=True)

    assert "Ice Lake" in told("games")
    assert "moves per second" in told("simulate", "ice_lake", "--games", "50")
    port = free_port()
    serving = subprocess.Popen(
        [command, "serve", "--port", str(port), "--bots", "0"], env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL
    )
    try:
        html = page(f"http://127.0.0.1:{port}/")
        scripts = re.findall(r'src="(/[^"]+\.js)"', html)
        assert scripts
        for script in scripts:
            assert len(page(f"http://127.0.0.1:{port}{script}")) > 100
    finally:
        serving.terminate()
        serving.wait(timeout=30)
