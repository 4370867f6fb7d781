"""What every test of the terminal gets."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's own matches."""
    monkeypatch.setenv("BANQUISE_STATE", str(tmp_path / "shelf"))


@pytest.fixture(autouse=True)
def _quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot sleeps 20 ms twice after every key to see whether the program is idle: 1 ms tells it too, and a whole
    match takes seconds instead of minutes."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.001)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.0005)
