"""docs/adding-a-game.md: every command on the page is run, in its order, in one shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)


@pytest.mark.slow
def test_every_command_of_the_page_does_what_it_says(tmp_path):
    page = (HOME / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    commands = [line for block in BLOCK.findall(page) for line in block.splitlines()]
    assert len(commands) > 8
    # The page's PYTHONPATH is all that an author needs who has installed Banquise; here it lies in a checkout.
    script = "\n".join(["set -e", 'banquise() { python -m banquise "$@"; }', *commands])
    script = script.replace("PYTHONPATH=pebble_row/src", f"PYTHONPATH=pebble_row/src:{HOME / 'src'}")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(HOME / "src"), "BANQUISE_GAMES": ""}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    for told in ("WRONG", "Traceback"):
        assert told not in done.stdout + done.stderr
    assert "takes the last stone and wins" in done.stdout
    assert "The seats take stones in turn, clockwise." in done.stdout
    assert "['seat_0', 'seat_1']" in done.stdout


def test_the_page_names_every_question_and_every_part_of_a_game():
    from dataclasses import fields

    from banquise.kernel.contract import QUESTIONS
    from banquise.kernel.game import Game

    page = (HOME / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for question in QUESTIONS:
        assert f"`{question}(" in page, question
    optional = [field.name for field in fields(Game) if field.name in ("year", "author", "publisher", "reconstructed")]
    assert all(f"`{name}`" in page for name in optional)
