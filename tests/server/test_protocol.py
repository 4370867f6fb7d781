"""The protocol is described, and its descriptions are true."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import get_args

import pytest

from banquise.kernel.speech import LANGUAGES
from banquise.server import protocol as p
from banquise.server.render import HOME
from banquise.server.typescript import of_meeting, of_players, typescript

ROOT = Path(__file__).parents[2]
SOURCES = [file.read_text(encoding="utf-8") for home in (HOME, HOME.parent / "server") for file in home.rglob("*.py")]


def test_the_types_of_the_web_client_are_those_of_the_server():
    kept = ROOT / "web" / "src" / "protocol.ts"
    assert kept.read_text(encoding="utf-8") == typescript(), "run: python -m banquise.server.typescript > " + str(kept)
    kept = kept.with_name("players.ts")
    assert kept.read_text(encoding="utf-8") == of_players(), (
        f"run: python -m banquise.server.typescript players > {kept}"
    )
    kept = kept.with_name("meeting.ts")
    assert kept.read_text(encoding="utf-8") == of_meeting(), (
        f"run: python -m banquise.server.typescript meeting > {kept}"
    )


def test_every_message_and_code_is_told_in_the_document():
    told = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for struct in (*get_args(p.AnyFromClient), *get_args(p.AnyToClient)):
        assert f"`{struct.__struct_config__.tag}`" in told, struct
        for field in struct.__struct_fields__:
            assert f"`{field}`" in told, (struct, field)
    for code in get_args(p.ErrorCode):
        assert f"`{code}`" in told
    for code in (code for code in vars(p.Close).values() if isinstance(code, int)):
        assert f"`{code}`" in told


def keys(language):
    table = tomllib.loads((HOME / "messages" / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{group}.{key}": text for group, texts in table.items() for key, text in texts.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_parameters(language):
    import string

    def parameters(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, other = keys("en"), keys(language)
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert parameters(text) == parameters(english[key]), key


def test_every_sentence_is_used_and_every_key_has_one():
    import re

    sources = [re.sub(r"^ *>>> .*$", "", source, flags=re.MULTILINE) for source in SOURCES]  # an example may say any
    used = {key for source in sources for key in re.findall(r'"((?:note|refused|ending|feed)\.[a-z_]+)"', source)}
    assert used == set(keys("en"))


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"move","id":"a","move":"x","seen":0,"extra":1}',
        '{"type":"move","id":"","move":"x"}',
        '{"type":"move","id":"a b","move":"x"}',
        '{"type":"chat","id":"a"}',
        '{"type":"hello","protocol":1}',
        '{"type":"hello","protocol":1,"table":"t","token":"short"}',
        '{"type":"view"}',
        "[]",
    ],
)
def test_what_is_not_in_the_protocol_is_refused(frame):
    import msgspec

    with pytest.raises(msgspec.DecodeError):
        p.decode(frame)
