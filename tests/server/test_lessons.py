"""Lessons over HTTP: the same views and refusals as at a table, and nothing kept between two requests."""

from __future__ import annotations

import asyncio

import pytest
from serving import served
from tools import TAUGHT

from banquise.table.lesson import lesson


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_taken_from_its_first_step_to_its_last(name):
    async def story():
        async with served() as here:
            status, info = await here.get(f"/api/lessons/{name}?language=fr")
            assert status == 200
            assert info["title"] == lesson(name).words("fr").title
            for number, (step, said) in enumerate(zip(lesson(name).steps, info["steps"], strict=True)):
                path = f"/api/lessons/{name}/{number}"
                status, view = await here.get(f"{path}?language=fr")
                assert status == 200
                assert view["seat"] == info["seat"]
                assert bool(view["legal"]) == bool(step.teach) == bool(said["do"])
                if step.teach:
                    status, answer = await here.post(path, {"move": step.teach[0], "language": "fr"})
                    assert (status, answer["verdict"]) == (200, "taught")
                    assert answer["said"] == lesson(name).words("fr").step[step.name].done
                    assert answer["view"]["since"] == view["since"] + len(view["events"])
                    assert answer["view"]["events"]
                    assert answer["view"]["legal"] == []
                    assert (await here.post(f"{path}/show", {"language": "fr"}))[1] == answer

    run(story())


def test_wrong_tries_are_answered_with_a_hint_or_the_rules_reason():
    async def story():
        async with served() as here:
            names = [step.name for step in lesson("ice_lake").steps]
            write, face = (f"/api/lessons/ice_lake/{names.index(name)}" for name in ("write", "face"))
            _, hint = await here.post(write, {"move": "DDD"})
            assert (hint["verdict"], hint["view"]) == ("untaught", None)
            assert hint["said"] == lesson("ice_lake").words("en").step["write"].hint
            _, refused = await here.post(face, {"move": "face S"})
            assert (refused["verdict"], refused["paragraph"]) == ("refused", "IL-7.5")
            _, nonsense = await here.post(face, {"move": "xyzzy"})
            assert nonsense["verdict"] == "refused"
            assert nonsense["said"].startswith("‘xyzzy’ is no move here; these would be some: face ")
            _, nonsense = await here.post(face, {"move": "xyzzy", "language": "fr"})
            assert nonsense["said"].startswith("«\xa0xyzzy\xa0» n’est pas un coup ici\u202f; en voici\xa0: face ")
            _, part = await here.post(write, {"move": "A-"})
            assert part["verdict"] == "under_way"
            assert part["view"]["view"]["written"] == 1
            assert [move["text"] for move in part["view"]["legal"]] == ["G-", "A-", "D-", "done"]
            _, whole = await here.post(write, {"move": "AA", "made": ["A-"]})
            assert whole["verdict"] == "taught"
            _, path = await here.post(f"{write}/preview", {"move": "AA", "made": ["A-"]})
            assert len(path["path"]) == 3

    run(story())


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/chess", None, 404),
        ("/api/lessons/ice_lake?language=xx", None, 404),
        ("/api/lessons/ice_lake/99", None, 404),
        ("/api/lessons/ice_lake/99", {"move": "A"}, 404),
        ("/api/lessons/ice_lake/0", {"move": "A"}, 409),
        ("/api/lessons/ice_lake/0/preview", {"move": "A"}, 409),
        ("/api/lessons/ice_lake/1", {"move": "A", "made": ["DDD"]}, 409),
        ("/api/lessons/ice_lake/1/show", {"made": ["face S"]}, 409),
        ("/api/lessons/ice_lake/1", {"move": "A" * 501}, 400),
        ("/api/lessons/ice_lake/1", {"move": "A", "seat": 1}, 400),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_in_words(path, body, status):
    async def story():
        async with served() as here:
            answered, problem = await (here.get(path) if body is None else here.post(path, body))
            assert answered == status, problem
            assert problem["text"]

    run(story())


def test_one_address_cannot_try_without_end():
    async def story():
        async with served(commands_a_second=0.1) as here:
            statuses = [(await here.post("/api/lessons/ice_lake/1", {"move": "D"}))[0] for _ in range(8)]
            assert statuses[0] == 200
            assert statuses[-1] == 429

    run(story())
