"""What a client is told of a game, so that a game needs no client of its own: facts, words, book, and its drawing."""

from __future__ import annotations

import asyncio
from xml.etree import ElementTree

import pytest
from serving import served

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.schema import BadPosition
from banquise.kernel.speech import LANGUAGES
from banquise.server import gamebook, protocol
from banquise.table.match import Match


def test_every_position_of_a_match_can_be_drawn_from_what_is_seen_of_it(game: Game) -> None:
    """For every seat and for a spectator, the drawing of the view is the drawing of the state as it is seen."""
    match = Match(game, game.usual_seats, seed=bytes(32))
    for _ in range(12):
        for seat in (None, *range(match.seats)):
            drawn = gamebook.drawing(game, game.schema.view(match.state, seat), seat, "en")
            assert drawn == game.drawing.svg(match.seen(seat), "en")
        if match.is_over:
            break
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])


def test_every_moment_of_a_diagram_can_be_drawn(pictured_game: Game) -> None:
    """A client without a board for the game shows its diagrams all the same."""
    shown = [frame for frames in gamebook.pictures(pictured_game).values() for frame in frames]
    assert shown
    for frame in shown:
        assert gamebook.drawing(pictured_game, frame["views"][-1], frame["seat"], "de").startswith("<svg")


def test_a_view_that_is_none_is_refused_in_words() -> None:
    """Unknown fields, wrong shapes, too many seats, a seat that is not there."""
    game = game_named("snow_dice")
    view = game.schema.view(Match(game, 2, seed=bytes(32)).state, 0)
    for wrong, seat, why in (
        (view | {"moon": 1}, 0, "moon"),
        (view | {"snowballs": 3}, 0, "snowballs"),
        (view | {"seats": 9}, 0, "2 to 4 seats, not 9"),
        (view, 7, "no seat 7"),
        (view | {"die": 300}, 0, "die"),
    ):
        with pytest.raises(BadPosition, match=why):
            gamebook.drawing(game, wrong, seat, "en")


def test_a_game_without_polish_has_its_facts(game: Game) -> None:
    """Title, summary and goal are there in every language; what is missing is empty, and no lesson is promised."""
    info = gamebook.info(game, ["hare"])
    for language in LANGUAGES:
        assert info.about[language].title
        assert info.about[language].summary
        assert info.about[language].goal
        assert gamebook.book(game, language)[0]["kind"] == "heading"
    assert info.lesson == (game.folder / "lessons").exists()
    assert set(info.colours) == {str(seats) for seats in game.seats}


def test_an_option_tells_where_it_changes_the_colours_of_the_seats(game: Game) -> None:
    """So that the settings of a table show them before anybody sits down."""
    info = gamebook.info(game, ["hare"])
    for option in info.options:
        told = {(other.value, other.seats): other.colours for other in option.colours}
        for seats in info.seats:
            for value in option.values:
                if seats >= (option.needs or [0] * len(option.values))[option.values.index(value)]:
                    real = list(game.colours(seats, game.option_values({option.name: value})))
                    assert told.get((value, seats), info.colours[str(seats)]) == real
    if game.name == "ice_cult":
        assert info.options[1].colours[0] == protocol.OtherColours("ordered", 2, ["red", "yellow"])


def test_a_game_of_another_package_is_served_whole() -> None:
    """Everything that the client has built in for our games is there to be asked for."""

    async def story() -> None:
        async with served() as here:
            for path in ("words/fa", "rulebook/de", "layout", "diagrams"):
                status, _ = await here.get(f"/api/games/snow_dice/{path}")
                assert status == 200, path
            status, picture = await here.get("/api/games/snow_dice/drawing?language=fr")
            assert status == 200
            assert ElementTree.fromstring(picture).tag.endswith("svg")
            game = game_named("snow_dice")
            view = game.schema.view(Match(game, 3, seed=bytes(32)).state, 1)
            status, picture = await here.post("/api/games/snow_dice/drawing", {"view": view, "seat": 1})
            assert status == 200
            assert b"<svg" in picture
            status, problem = await here.post("/api/games/snow_dice/drawing", {"view": {"seats": 77}})
            assert status == 400
            assert "not 77" in problem["text"]
            assert (await here.get("/api/games/snow_dice/words/xx"))[0] == 404
            assert (await here.get("/api/games/chess/drawing"))[0] == 404

    asyncio.run(asyncio.wait_for(story(), 60))
