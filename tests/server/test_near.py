"""Friends in the same network are told an address that leads to this computer."""

from __future__ import annotations

import pytest

from banquise.server.http import near


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_of_its_own_computer_only_has_no_address_for_others(host: str):
    assert near.near_address(host, 8000) is None


def test_a_server_that_listens_to_everybody_is_found_under_the_computers_own_address(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(near, "_own_address", lambda: "10.0.0.7")
    assert near.near_address("0.0.0.0", 8123) == "http://10.0.0.7:8123"


def test_an_address_of_six_parts_stands_in_brackets():
    assert near.near_address("fd00::7", 80) == "http://[fd00::7]:80"


def test_without_any_network_there_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(near, "_own_address", lambda: None)
    assert near.near_address("::", 80) is None
