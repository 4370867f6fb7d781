"""An operator's list of words: found however they are written, and not where they are only a part of others."""

from __future__ import annotations

import asyncio
import time

import pytest
from clubbing import Browser
from serving import QUICK, Process, request, served
from typer.testing import CliRunner

from banquise.server.words import BadWords, WordList, read_words
from banquise.terminal.command import app

LIST = ["# not here", "", "damn", "ass", "anal", "foul word", "spam*", "*nazi*", "احمق", "Straße"]


@pytest.mark.parametrize(
    "text",
    [
        *("damn", "DAMN!", "Dämn", "d4mn", "d@mn", "dаmn", "ｄａｍｎ", "da\u200bmn", "d\u0301amn", "daaamn"),
        *("d.a.m.n", "d a m n", "d-a m_n", "da-mn", "damn!you", "a$$", "a55", "@ss!", "a\u00adss", "aß"),
        *("foul   word", "foul-w0rd", "spam", "Spammer", "5pam", "Anazist", "احـــمق", "احم\u200cق", "strasse"),
        "𝖉𝖆𝖒𝖓",
    ],
)
def test_a_word_is_found_however_it_is_written(text):
    assert WordList(LIST).holds(text)


@pytest.mark.parametrize(
    "text",
    [
        *("damned", "class", "grass", "as so", "an Al", "analyse", "foul", "word", "foul play, my word", "spa", "1984"),
        *("d a m", "Assam", "damask", "a s o", "", "!!!", "۱۲۳", "احمقانه"),
    ],
)
def test_a_part_of_another_word_is_no_word(text):
    assert not WordList(LIST).holds(text)


def test_without_a_list_everything_may_be_said():
    assert not WordList().holds("damn")
    assert not WordList(["# nothing", "  "]).holds("# nothing")


@pytest.mark.parametrize(("line", "says"), [("*", "is no word"), ("a*", "is no word"), ("?!", "is no word")])
def test_a_line_that_is_no_word_is_quoted(tmp_path, line, says):
    file = tmp_path / "words.txt"
    file.write_text(f"damn\n{line}\n", encoding="utf-8")
    with pytest.raises(BadWords, match=says) as told:
        read_words(file)
    assert "line 2" in str(told.value)
    assert repr(line) in str(told.value)


def test_a_list_that_cannot_be_read_says_why(tmp_path):
    with pytest.raises(BadWords, match="cannot be read"):
        read_words(tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes(b"d\xe4mn\n")
    with pytest.raises(BadWords, match="UTF-8"):
        read_words(tmp_path / "latin.txt")
    found = CliRunner().invoke(app, ["serve", "--words", str(tmp_path / "none.txt"), "--port", "65533"])
    assert found.exit_code != 0
    assert "none.txt" in str(found.exception)


def test_a_long_list_holds_up_nobody():
    words = WordList([f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{n}word" for n in range(2_000)])
    begin = time.process_time()
    for text in ("hello there, what a nice move of yours " * 12, "a" * 500, "a " * 250, "a." * 250):
        words.holds(text)
    assert time.process_time() - begin < 1.0  # a few hundredths where nobody else computes


def test_names_and_talk_pass_the_list_wherever_they_come_in():
    async def story():
        async with served(QUICK, words=("damn", "*nazi*")) as here:
            ann = Browser(here)
            for path, wish in (
                ("/api/players", {"name": "D4mn"}),
                ("/api/tables", {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "damn"}),
                ("/api/tables", {"game": "ice_lake", "seats": [{"kind": "me", "name": "da\u200bmn"}, {"kind": "me"}]}),
                ("/api/tables", {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}], "title": "DAMN"}),
                ("/api/pairing", {"game": "ice_lake", "seats": 2, "ticket": ann.key, "name": "Nazi"}),
                ("/api/daily/altitude", {"kind": "alone", "name": "Damn"}),
                ("/api/evenings", {"game": "ice_lake", "right": ann.key, "title": "damn"}),
            ):
                status, answer = await ann.post(path, wish)
                assert (status, answer["reason"]) == (409, "refused.words_name"), path
                assert "choose another" in answer["text"]
            await ann.card("Ann")
            status, answer = await ann.post("/api/players/me", {"name": "damn", "shape": "red", "languages": []})
            assert (status, answer["reason"]) == (409, "refused.words_name")
            assert (await ann.get("/api/players/me"))[1]["card"]["name"] == "Ann"
            seated = await ann.make(name="Ann")
            table = seated["table"]
            assert (await here.post(f"/api/tables/{table}/join", {"name": "Damn"}))[0] == 409
            await here.join(table, name="Ben")
            at = await ann.come(table)
            refused = await at.do("chat", text="well, d a m n")
            assert (refused["type"], refused["reason"]["key"]) == ("refused", "refused.words_talk")
            assert (await at.do("chat", text="damned be it"))["type"] == "done"
            assert [note["chat"] for note in at.notes if note["chat"]] == ["damned be it"]

    asyncio.run(asyncio.wait_for(story(), 60))


def test_serve_takes_a_list(tmp_path):
    (tmp_path / "words.txt").write_text("# ours\ndamn\n", encoding="utf-8")
    with Process(f"sqlite:{tmp_path}/tables.db", "--words", str(tmp_path / "words.txt")) as server:
        wish = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert request(f"{server.http}/api/tables", {**wish, "name": "Damn"})[0] == 409
        assert request(f"{server.http}/api/tables", {**wish, "name": "Dan"})[0] == 201
