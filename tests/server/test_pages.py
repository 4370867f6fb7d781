"""The files of the web client: what is not there yet is said to be coming while somebody makes it, and only then."""

import fcntl

import pytest
from litestar.exceptions import NotFoundException

from banquise.server.http.pages import Pages


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "index.html").write_text("<html>")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "banquise.zip").write_bytes(b"half")  # left by whoever was interrupted
    return tmp_path


def test_a_pack_that_nobody_makes_is_not_there(folder):
    pages = Pages(folder)
    for name in ("pack.json", "banquise.zip"):
        with pytest.raises(NotFoundException):
            pages.answer(f"/pack/{name}", None)
    (folder / ".packing").write_text("it failed")  # nobody holds it any more
    with pytest.raises(NotFoundException):
        pages.answer("/pack/pack.json", None)


def test_a_pack_in_the_making_is_waited_for_and_then_served(folder):
    pages = Pages(folder)
    with (folder / ".packing").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for name in ("pack.json", "banquise.zip"):
            answer = pages.answer(f"/pack/{name}", None)
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "1"
        assert pages.answer("/", None).content == b"<html>"
        (folder / "pack" / "banquise.zip").write_bytes(b"whole")
        (folder / "pack" / "pack.json").write_text("{}")
        assert pages.answer("/pack/pack.json", None).content == b"{}"
    assert pages.answer("/pack/banquise.zip", None).content == b"whole"
    with pytest.raises(NotFoundException):
        pages.answer("/pack/other.zip", None)
