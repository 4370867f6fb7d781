"""Text that names no move is answered in the reader's language and letters, the same at every table."""

from __future__ import annotations

import pytest

import banquise
from banquise.games import all_games
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import LANGUAGES, spelt
from banquise.table.misread import misread, misread_said, no_move


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_moves_that_would_be_some_are_named_in_the_readers_letters(name: str, language: str) -> None:
    match = banquise.new(name, 2, seed=3)
    seat = match.to_act[0]
    with pytest.raises(BadNotation) as wrong:
        match.play(seat, "@@xyzzy")
    said = misread_said(misread(wrong.value, match, seat), language, match.game)
    legal = [spelt(str(move), language, match.game.folder) for move in match.legal(seat)]
    assert "xyzzy" in said
    assert any(move in said for move in legal)
    assert said == no_move(wrong.value, legal, language)
    assert (wrong.value.hint in said) is False, "the library's own English stays there"


def test_what_is_written_much_like_it_comes_first() -> None:
    match = banquise.new("alaska", 2, seed=3)
    legal = [str(move) for move in match.legal(match.to_act[0])]
    typed = legal[-1][:-1] + "ß"
    assert legal[-1] in str(misread(BadNotation(typed, ""), match, match.to_act[0]).params["moves"])


def test_who_has_no_move_gets_no_example() -> None:
    match = banquise.new("alaska", 2, seed=3)
    waits = next(seat for seat in range(2) if seat not in match.to_act)
    said = misread(BadNotation("xyzzy", ""), match, waits)
    assert said.key == "refused.no_move"
    assert misread_said(said, "de", match.game) == "„xyzzy“ ist hier kein Zug."
