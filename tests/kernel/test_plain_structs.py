"""The stand-in for msgspec where there is none: the same JSON, the same values, the same words for what is wrong."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import msgspec
import pytest
from without import run_without

from banquise.kernel import plain_structs
from banquise.server import protocol as p
from banquise.table import encode, new, to_record

MESSAGES = [
    {"type": "hello", "protocol": 1, "table": "abc"},
    {"type": "hello", "protocol": 1, "table": "abc", "token": "x" * 16, "language": "fa", "seen": 3},
    {"type": "hello", "protocol": 1},
    {"type": "hello", "protocol": "1", "table": "abc"},
    {"type": "hello", "protocol": 1, "table": ""},
    {"type": "hello", "protocol": 1, "table": "abc", "language": "xx"},
    {"type": "hello", "protocol": 1, "table": "abc", "seen": -1},
    {"type": "hello", "protocol": 1, "table": "abc", "token": "short"},
    {"type": "hello", "protocol": True, "table": "abc"},
    {"type": "hello", "protocol": 1, "table": "abc", "more": 1},
    {"type": "move", "id": "a", "move": "GA"},
    {"type": "move", "id": "a", "move": 17, "seat": 1},
    {"type": "move", "id": "a", "move": [1, 2, 3], "seen": 4},
    {"type": "move", "id": "a", "move": [1, "2"]},
    {"type": "move", "id": "a", "move": None},
    {"type": "move", "id": "a b", "move": "GA"},
    {"type": "consent", "id": "a", "yes": 1},
    {"type": "chat", "id": "a", "text": "été \u2744 <b>"},
    {"type": "dance"},
    {"type": 3},
    {"id": "a"},
    [],
    "text",
    None,
    7,
]
WISHES = [
    {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "bot", "level": "bear"}]},
    {"game": "ice_lake", "seats": [{"kind": "me"}], "clock": {"kind": "move", "seconds": 5}, "options": {"a": "b"}},
    {"game": "ice_lake", "seats": []},
    {"game": "ice_lake", "seats": [{"kind": "cat"}]},
    {"game": "ice_lake", "seats": [{"kind": "me"}], "options": {"a": 1}},
    {"game": "x" * 41, "seats": [{"kind": "me"}]},
]
BAD_TEXTS = ["", "{", "nonsense", '{"type": NaN}']

READ = """
    def told(decoder, text):
        try:
            return decoder.encode(decoder.decode(text)).decode()
        except decoder.errors as error:
            return type(error).__name__ + (": " + str(error) if type(error).__name__ == "ValidationError" else "")

    class Of:
        errors = (msgspec.DecodeError, msgspec.ValidationError)
        def __init__(self, kind):
            self.decode, self.encode = msgspec.json.Decoder(kind).decode, p.encode
"""


def read_here(kind, text):
    scope = {"msgspec": msgspec, "p": p}
    exec(textwrap.dedent(READ), scope)
    return scope["told"](scope["Of"](kind), text)


def read_without(names_and_texts):
    """The same in a Python that has no msgspec."""
    start = """
    import json
    from banquise.server import protocol as p
    import msgspec
    assert "banquise" in msgspec.__name__
    """
    end = f"""
    for kind, text in json.loads({json.dumps(names_and_texts)!r}):
        print(json.dumps(told(Of(getattr(p, kind)), text)))
    """
    program = "".join(textwrap.dedent(part) for part in (start, READ, end))
    return [json.loads(line) for line in run_without(("msgspec",), program).splitlines()]


def test_what_clients_say_is_read_alike():
    asked = [("AnyFromClient", json.dumps(one)) for one in MESSAGES]
    asked += [("NewTable", json.dumps(one)) for one in WISHES] + [("AnyFromClient", text) for text in BAD_TEXTS]
    here = [read_here(getattr(p, kind), text) for kind, text in asked]
    assert sum("ValidationError" in one for one in here) > 15
    assert read_without(asked) == here


@pytest.mark.parametrize("name", ["ice_lake", "altitude"])
def test_records_are_the_same_bytes(name, tmp_path: Path):
    match = new(name, 2, seed=5)
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    file = tmp_path / "match.banquise"
    file.write_bytes(encode(to_record(match, reveal=True)))
    program = f"""
    from pathlib import Path
    import banquise
    raw = Path({str(file)!r}).read_bytes()
    record = banquise.decode(raw)
    assert banquise.verify(record).is_good
    print(banquise.encode(record) == raw, banquise.replay(record).is_over)
    """
    assert run_without(("msgspec",), program).split() == ["True", "True"]


def test_a_changed_copy_leaves_the_first_as_it_was() -> None:
    told = {}
    for library in (msgspec, plain_structs):
        kind = type(library.Struct)(
            "Line", (library.Struct,), {"__annotations__": {"text": str, "took": int}, "took": 0}
        )
        one = kind("north")
        other = library.structs.replace(one, took=7)
        told[library] = (one.text, one.took, other.text, other.took)
    assert told[msgspec] == told[plain_structs] == ("north", 0, "north", 7)
