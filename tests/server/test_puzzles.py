"""Puzzles over HTTP: told in every language, each try answered, nothing kept, and nothing that a seat may not see."""

from __future__ import annotations

import asyncio

import pytest
from serving import served

from banquise.games import OWN, game
from banquise.kernel.speech import LANGUAGES
from banquise.table.puzzle import puzzles, riddle


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


@pytest.mark.parametrize("name", OWN)
def test_a_puzzle_is_solved_with_a_wrong_try_before(name):
    puzzle = puzzles(game(name))[0]

    async def story():
        async with served() as here:
            for language in LANGUAGES:
                status, book = await here.get(f"/api/puzzles/{name}?language={language}&day=2026-01-01")
                assert (status, book["today"], len(book["puzzles"])) == (200, 0, len(puzzles(game(name))))
                path = f"/api/puzzles/{name}/0"
                status, info = await here.get(f"{path}?language={language}")
                assert status == 200
                assert info["seat"] == puzzle.seat
                _, view = await here.get(f"{path}/view?language={language}")
                assert view["legal"]
                wrong = next(iter(puzzle.line[0].others))
                _, hint = await here.post(path, {"move": wrong, "language": language})
                assert (hint["verdict"], hint["view"]) == ("untaught", None)
                made = []
                for step in puzzle.line:
                    _, answer = await here.post(path, {"move": step.move, "made": made, "language": language})
                    made.append(step.move)
                assert answer["verdict"] == "taught"
                assert answer["view"]["legal"] == []
                assert len(answer["said"]) > 40
                _, shown = await here.post(f"{path}/show", {"language": language})
                assert shown["said"] == answer["said"]

    run(story())


@pytest.mark.parametrize("name", OWN)
def test_a_solver_is_shown_what_the_seat_sees(name):
    """Secrets of the others are in the file and nowhere in what is sent."""
    of = riddle(name, 0)

    async def story():
        async with served() as here:
            _, view = await here.get(f"/api/puzzles/{name}/0/view")
            assert view["view"] == of.game.schema.view(of.opening().state, of.puzzle.seat)

    run(story())


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/puzzles/chess", None, 404),
        ("/api/puzzles/ice_lake?language=xx", None, 404),
        ("/api/puzzles/ice_lake?day=tomorrow", None, 404),
        ("/api/puzzles/ice_lake/99999", None, 404),
        ("/api/puzzles/ice_lake/99999", {"move": "A"}, 404),
        ("/api/puzzles/ice_lake/0", {"move": "A", "made": ["GGGGGG"]}, 409),
        ("/api/puzzles/ice_lake/0/show", {"made": ["face S"]}, 409),
        ("/api/puzzles/ice_lake/0", {"move": "A" * 501}, 400),
        ("/api/puzzles/ice_lake/0", {"move": "A", "seat": 1}, 400),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_in_words(path, body, status):
    async def story():
        async with served() as here:
            answered, problem = await (here.get(path) if body is None else here.post(path, body))
            assert answered == status, problem
            assert problem["text"]

    run(story())


def test_without_a_day_it_is_today():
    async def story():
        async with served() as here:
            _, book = await here.get("/api/puzzles/ice_cult")
            assert 0 <= book["today"] < len(puzzles(game("ice_cult")))

    run(story())
