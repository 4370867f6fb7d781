"""The examples for whoever runs a server name what there is: options, services, files."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main
import yaml

from banquise.terminal.command import app

HOME = Path(__file__).parents[2]
DEPLOY = HOME / "deploy"


def options() -> set[str]:
    """Of ``banquise serve``."""
    serve = typer.main.get_command(app).commands["serve"]
    return {name for parameter in serve.params for name in parameter.opts}


def test_compose_starts_three_servers_behind_the_proxy_of_the_example():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    tables = sorted(name for name in services if name.startswith("table"))
    assert re.findall(r"server (\w+) (\w+):8000", (DEPLOY / "haproxy.cfg").read_text()) == [(t, t) for t in tables]
    for table in tables:
        assert (DEPLOY / services[table]["build"]["context"] / services[table]["build"]["dockerfile"]).is_file()
        command, *given = services[table]["command"]
        assert command == "serve"
        assert {option.partition("=")[0] for option in given} <= options()
        address = services["proxy"]["networks"]["tables"]["ipv4_address"]
        assert f"--proxy={address}" in given  # or everybody would be one address
        assert "condition" in services[table]["depends_on"]["database"]
    for volume in services["proxy"]["volumes"]:
        assert (DEPLOY / volume.partition(":")[0]).is_file()


def test_what_the_image_is_built_from_is_there():
    text = (DEPLOY / "Dockerfile").read_text()
    for file in ("requirements/play.txt", "scripts/build_web.py"):
        assert file in text
        assert (HOME / file).is_file()
    # The list leaves out what only Litestar's examples need: with dependencies looked for, pip refuses it.
    assert all("--no-deps" in line for line in text.splitlines() if "pip install" in line)
    # A wheel wants the site to read as well (scripts/wheel_hook.py); the image has the sources in its place.
    assert "--no-deps -e ." in text
    assert "COPY --from=built /banquise/src /banquise/src" in text
    assert re.findall(r"--[a-z-]+", text.rpartition("CMD")[2]) == ["--host"]


def test_the_unit_starts_the_command_with_options_that_it_has():
    text = (DEPLOY / "banquise@.service").read_text()
    program, command, *given = re.search(r"ExecStart=(.*)", text)[1].split()
    assert program.endswith("/banquise")
    assert command == "serve"
    assert {word for word in given if word.startswith("--")} <= options()


def test_systemd_reads_the_unit(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here")
    file = tmp_path / "banquise@.service"
    file.write_text((DEPLOY / "banquise@.service").read_text().replace("/opt/banquise/bin/banquise", "/bin/true"))
    checked = subprocess.run([program, "verify", str(file)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_haproxy_reads_the_example(tmp_path):
    program = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
    if program is None:
        pytest.skip("no HAProxy here: apt install haproxy")
    file = tmp_path / "haproxy.cfg"
    file.write_text(re.sub(r"table\d:8000", "127.0.0.1:8000", (DEPLOY / "haproxy.cfg").read_text()))
    checked = subprocess.run([program, "-c", "-f", str(file)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd's own judge of units")
def test_the_unit_is_understood_by_systemd_whole(tmp_path):
    text = (DEPLOY / "banquise@.service").read_text()
    unit = tmp_path / "banquise@.service"
    unit.write_text(
        text.replace("/opt/banquise/bin/banquise", shutil.which("true"))
    )  # it wants the program to be there
    judged = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (judged.returncode, judged.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("RestartSec", "RestartSek"))
    judged = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "RestartSek" in judged.stderr, "what is misspelt is noticed"
