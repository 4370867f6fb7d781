"""Writing the static edition: whole or not at all, and gone on with where it was stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from banquise.site.notices import NoLicence, gathered
from banquise.site.pack import zipped
from banquise.site.write import write
from banquise.terminal.command import app


def built(folder: Path) -> Path:
    """What stands for a built page: enough files to stop between them."""
    for name in ("pack/pack.json", "assets/a.js", "assets/b.js", "gallery.html", "index.html"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<head></head> {name}", encoding="utf-8")
    return folder


def test_an_interrupted_edition_leaves_the_old_one_whole_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    source, out = built(tmp_path / "static"), tmp_path / "house"
    write(out, source)
    (source / "assets" / "b.js").write_text("newer", encoding="utf-8")

    def press_ctrl_c(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(out, source, press_ctrl_c)
    assert "newer" not in (out / "assets" / "b.js").read_text(encoding="utf-8"), "the old one is as it was"
    waiting = {file.stat().st_ino for file in (tmp_path / "house.part").rglob("*") if file.is_file()}
    assert len(waiting) == 2
    (tmp_path / "house.part" / "stray").touch()
    told: list[tuple[int, int]] = []
    write(out, source, lambda done, total: told.append((done, total)))
    kept = {file.stat().st_ino for file in out.rglob("*") if file.is_file()}
    assert waiting <= kept, "what was copied is not copied again"
    assert (out / "assets" / "b.js").read_text(encoding="utf-8") == "newer"
    assert not (out / "stray").exists()
    assert not (out / "gallery.html").exists()
    assert [done for done, _ in told] == list(range(1, told[0][1] + 1))
    assert not (tmp_path / "house.part").exists()


@pytest.mark.parametrize(("folder", "said"), [("new", "there is no new yet"), ("old", "old is as it was")])
def test_whoever_interrupts_it_is_told_what_is_there_and_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, said: str
) -> None:
    def press_ctrl_c(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("banquise.site.write.write", press_ctrl_c)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").mkdir()
    stopped = CliRunner().invoke(app, ["site", folder])
    assert stopped.exit_code == 130
    assert f"interrupted: {said}; the same command goes on from here" in stopped.output


@pytest.mark.parametrize("has_it", [True, False])
def test_an_edition_without_the_site_to_read_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_it: bool
) -> None:
    reading = tmp_path / "docs"
    if has_it:
        reading.mkdir()
        (reading / "index.html").touch()
    monkeypatch.setattr("banquise.site.write.READING", reading)
    monkeypatch.setattr(
        "banquise.site.write.write.__defaults__", (built(tmp_path / "static"), lambda done, total: None)
    )
    done = CliRunner().invoke(app, ["site", str(tmp_path / "house")])
    assert done.exit_code == 0, done.output
    assert ("site to read is not in it" in done.output) == (not has_it)
    assert (tmp_path / "house" / "docs" / "index.html").is_file() == has_it


def test_the_house_is_entered_with_what_is_packed_alone(tmp_path: Path) -> None:
    with ZipFile(BytesIO(zipped())) as packed:
        packed.extractall(tmp_path)
    program = "import banquise.site.browser.house as house, banquise.site.browser.thinking; print(house.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))


def test_what_has_no_licence_to_show_is_not_built_in(tmp_path: Path) -> None:
    def installed(name: str, **about: str) -> None:
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "package.json").write_text(json.dumps({"version": "1.0", **about}), encoding="utf-8")

    installed("pyodide", license="MPL-2.0")
    installed("@of/snow", license="OFL-1.1")
    installed("ring", license="MIT", author="Ada")
    with pytest.raises(NoLicence, match="@of/snow"):
        gathered(["@of/snow"], tmp_path, "mine")
    (tmp_path / "@of/snow/LICENSE.md").write_text("Copyright Snow. All of it.", encoding="utf-8")
    told = gathered(["ring", "@of/snow"], tmp_path, "mine")
    assert "Copyright Snow. All of it." in told
    assert "Copyright (c) Ada" in told
    assert "Mozilla Public License" in told
