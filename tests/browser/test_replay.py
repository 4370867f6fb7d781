"""Looking back in a browser: through any eyes, from a file, playing on from a moment, and what the best bot thinks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from house import Server, Visitor

import banquise
from banquise.table import encode, to_record

Come = Callable[..., Visitor]
READY = 400_000  # milliseconds: the search of a fresh checkout is compiled first


@pytest.fixture(scope="module")
def finished(server: Server) -> Callable[[str], str]:
    """The table of a finished match of a game, played by bots once."""
    return cache(server.finished)


def a_record(folder: Path, game: str = "ice_lake") -> Path:
    match, chance = banquise.new(game, 2, seed=11, names=["Ann", "Ben"]), random.Random(11)
    while not match.is_over:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal(seat))))
    file = folder / "evening.banquise"
    file.write_bytes(encode(to_record(match)))
    return file


def log(one: Visitor) -> str:
    return one.page.locator(".log").inner_text()


def attribute(one: Visitor, name: str) -> str:
    return one.page.get_attribute(".replay[data-steps]", name) or ""


def see_as(one: Visitor, choice: str, eyes: str) -> None:
    one.page.get_by_label("As seen by").select_option(choice)
    one.page.wait_for_selector(f".replay[data-eyes='{eyes}']")


def test_a_finished_match_is_seen_through_anybodys_eyes(visitor: Come, finished: Callable[[str], str]):
    ada = visitor()
    ada.go(f"#/replay/{finished('ice_lake')}")
    ada.page.wait_for_selector(".replay[data-eyes='spectator']")
    assert "writes" not in log(ada), "a spectator saw no letter being written"
    steps = int(attribute(ada, "data-steps"))
    see_as(ada, "0", "0")
    assert "Fox writes" in log(ada)
    assert "Hare writes" not in log(ada)
    see_as(ada, "1", "1")  # who is the last to write reveals it to all at once
    assert "Hare reveals" in log(ada)
    assert "Fox writes" not in log(ada)
    see_as(ada, "everything", "everything")
    assert "Fox writes" in log(ada)
    # What is on the secret sheets is shown beside the board, and goes when it is revealed to all.
    programme = ada.page.locator(".log .one", has_text="Fox writes").first
    letters = programme.inner_text().partition("Fox writes ")[2].partition(".")[0]
    programme.click()
    sheets = ada.page.locator(".hidden")
    assert "".join(sheets.locator(".thing").all_inner_texts()) == letters
    assert ada.violations() == []
    # Another pair of eyes stays at the same moment of the match.
    ada.page.keyboard.press("End")
    see_as(ada, "everyone", "spectator")
    assert int(attribute(ada, "data-step")) == steps


def test_a_link_to_a_moment_keeps_the_eyes(visitor: Come, finished: Callable[[str], str]):
    ada, ben = visitor(), visitor(name="Ben")
    ada.go(f"#/replay/{finished('altitude')}?as=1&at=12")
    ada.page.wait_for_selector(".replay[data-eyes='1'][data-step='12']")
    see_as(ada, "everything", "everything")
    ada.page.get_by_role("button", name="One step on").click()
    moment = attribute(ada, "data-step")
    ada.page.get_by_role("button", name="Copy a link to this moment").click()
    ada.page.wait_for_function("() => location.hash.includes('at=')")
    ben.page.goto(ada.page.url)
    ben.page.wait_for_selector(f".replay[data-eyes='everything'][data-step='{moment}']")
    ben.page.locator(".hidden .thing").nth(4).wait_for()  # both hands are open
    # The score is that of the moment.
    told = ben.server.get(f"/api/tables/{finished('altitude')}/replay?eyes=everything")
    step = len(told["view"]["events"]) // 2
    line = max(n for n, count in enumerate(told["counts"]) if count <= step)
    ben.go(f"#/replay/{finished('altitude')}?as=everything&at={step}")
    ben.page.reload()
    ben.page.wait_for_selector(f".replay[data-step='{step}']")
    shown = [int(one) for one in ben.page.locator(".ribbon .points").all_inner_texts()]
    assert shown == told["scores"][line]
    assert any(shown)


def test_while_a_match_runs_there_is_nothing_to_reveal(visitor: Come):
    ada = visitor()
    ada.click_play("Altitude")
    ada.my_turn()
    ada.play(ada.moves()[0])
    ada.go(f"#/replay/{ada.page.url.split('/')[-1]}")
    ada.page.wait_for_selector(".replay[data-steps]")
    ada.page.get_by_text("The match is still going on").wait_for()
    assert ada.page.locator("option", has_text="everything revealed").count() == 0
    assert ada.page.get_by_role("button", name="Play on from here").count() == 0
    assert ada.page.locator(".analysis").count() == 0


DROP = """text => { const data = new DataTransfer();
  data.items.add(new File([text], 'dropped.banquise'));
  for (const kind of ["dragover", "drop"])
    window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, cancelable: true }));
}"""


def test_a_record_is_opened_from_disk_and_checked(visitor: Come, tmp_path: Path):
    ada, file = visitor(), a_record(tmp_path)
    ada.go()
    ada.page.get_by_role("link", name="Open a record from disk").click()
    ada.page.get_by_role("heading", name="Open a record").wait_for()
    assert ada.violations() == []
    with ada.page.expect_file_chooser() as chooser:
        ada.page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(file)
    ada.page.wait_for_selector(".replay[data-eyes='everything']")
    assert ada.page.locator(".file").inner_text().strip() == "evening.banquise"
    assert "Ann" in ada.page.locator(".ribbon").inner_text()
    ada.page.wait_for_selector("[data-checks=good]")
    assert ada.violations() == []
    # It is still there after a reload and in another language; nothing of it is on the server.
    ada.page.reload()
    ada.page.wait_for_selector(".replay[data-eyes='everything']")
    ada.page.get_by_label("Language").select_option("fr")
    ada.page.locator("[data-checks=good]", has_text="chaque tirage").wait_for()
    # One whose seed was changed is shown, and said to be wrong.
    forged = json.loads(file.read_text())
    forged["seed"] = "00" * 32
    ada.page.evaluate(DROP, json.dumps(forged))
    ada.page.wait_for_selector("[data-checks=broken]")
    assert ada.page.locator(".file").inner_text().strip() == "dropped.banquise"


def test_a_bad_file_is_answered_with_the_line_and_the_reason(visitor: Come, tmp_path: Path):
    ada, file = visitor(), a_record(tmp_path)
    ada.go("#/replay")
    ada.page.get_by_role("heading", name="Open a record").wait_for()
    bad = json.loads(file.read_text())
    number = next(n for n, line in enumerate(bad["log"], 1) if line["by"] == "red")
    bad["log"][number - 1]["move"] = "jump"
    ada.expects("400", least=2)  # the browser notes for itself that both requests were refused
    ada.page.evaluate(DROP, json.dumps(bad))
    said = ada.page.locator(".opening [role=alert]")
    said.wait_for()
    assert "This file cannot be replayed." in said.inner_text()
    assert f"line {number} of the log (red: jump)" in said.inner_text()
    ada.page.evaluate(DROP, "a letter to my aunt")
    ada.page.locator(".opening [role=alert]", has_text="the file is not JSON").wait_for()
    assert ada.violations() == []
    # A good one afterwards is shown.
    ada.page.evaluate(DROP, file.read_text())
    ada.page.wait_for_selector("[data-checks=good]")


def test_one_plays_on_from_a_moment_of_a_finished_match(visitor: Come, finished: Callable[[str], str]):
    ada = visitor()
    ada.go(f"#/replay/{finished('ice_cult')}?at=9")
    ada.page.wait_for_selector(".replay[data-step='9']")
    ada.page.keyboard.press("End")
    assert ada.page.get_by_role("button", name="Play on from here").is_disabled(), "the match is over there"
    ada.go(f"#/replay/{finished('ice_cult')}?at=8")
    ada.page.reload()
    ada.page.wait_for_selector(".replay[data-step='8']")
    ada.page.get_by_role("button", name="Play on from here").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Hare").check()
    dialog.get_by_label("The others are played by").select_option("fox")
    assert ada.violations() == []
    dialog.get_by_role("button", name="Play on").click()
    ada.at_table()
    ada.my_turn()
    assert not ada.is_over
    kinds = ada.page.locator(".ribbon li").all_inner_texts()
    assert "Fox" in kinds[0]
    assert "Ada" in kinds[1]
    before = ada.events()
    ada.play(ada.moves()[0])
    assert ada.events() > before
    # The new table says where it comes from.
    ada.page.get_by_role("button", name="Chat").click()
    ada.page.locator(".notes", has_text="continues another").wait_for()


def test_a_match_is_analysed_and_the_best_bot_is_asked(visitor: Come, finished: Callable[[str], str]):
    ada = visitor()
    ada.go(f"#/replay/{finished('ice_cult')}?at=5")
    ada.page.wait_for_selector(".replay[data-step='5']")
    ada.page.get_by_role("button", name="Analyse this match").click()
    ada.page.wait_for_selector(".analysis .progress")
    ada.page.wait_for_selector(".analysis[data-study=done]", timeout=READY)
    lines = len(server_log(ada, finished("ice_cult")))
    # The graph: a line for each seat, told apart by more than colour; the cursor is at the moment shown.
    dashes = ada.page.eval_on_selector_all(
        ".graph polyline", "found => found.map(one => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 2
    points = ada.page.eval_on_selector_all(".graph polyline", "found => found.map(one => one.points.length)")
    assert points == [lines + 1, lines + 1]
    slider = ada.page.get_by_role("slider", name="Moment of the match")
    assert slider.get_attribute("aria-valuenow") == attribute(ada, "data-line")
    # By keyboard it moves and tells the figures.
    slider.focus()
    ada.page.keyboard.press("ArrowRight")
    assert re.search(r"After decision \d+: Fox \d+%, Hare \d+%", slider.get_attribute("aria-valuetext") or "")
    ada.page.keyboard.press("End")
    assert attribute(ada, "data-line") == str(lines)
    # A click goes there.
    box = slider.bounding_box()
    assert box is not None
    ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(int(attribute(ada, "data-line")) - lines / 2) <= lines / 8 + 2
    # The biggest swings lead to where they happened.
    swings = ada.page.locator(".swings button")
    assert 1 <= swings.count() <= 5
    swings.first.click()
    told = re.search(r"After decision (\d+)", swings.first.inner_text())
    assert told is not None
    assert attribute(ada, "data-line") == told[1]
    # The same figures as a table, for whoever does not see the graph.
    ada.page.locator(".analysis summary").click()
    ada.page.wait_for_selector(".analysis tbody tr")  # made when it opens, which a browser tells a moment later
    assert ada.page.locator(".analysis tbody tr").count() == lines + 1
    # It says who judged: in this game a yeti, which is asked what it would have played at a decision of the match.
    assert "as a yeti sees them" in ada.page.locator("[data-judge=yeti]").inner_text()
    decision = next(n for n, line in enumerate(server_log(ada, finished("ice_cult")), 1) if line["by"] is not None)
    ada.page.locator(".analysis tbody tr").nth(decision).get_by_role("button").click()
    ada.page.get_by_role("button", name="What would a yeti have played?").click()
    opinion = ada.page.locator(".opinion dl")
    opinion.wait_for(timeout=READY)
    assert "played:" in opinion.inner_text()
    assert "A yeti would have played:" in opinion.inner_text()
    assert ada.violations() == []
    # It is known already to whoever asks next, in any language and on any screen.
    ben = visitor(name="Ben", size=(390, 844), theme="dark", language="fa")
    ben.go(f"#/replay/{finished('ice_cult')}?at=5")
    ben.page.wait_for_selector(".replay[data-step='5']")
    ben.page.locator(".analysis header button").click()
    ben.page.wait_for_selector(".analysis[data-study=done]")
    assert re.search("[\u0600-\u06ff]", ben.page.locator(".readout").inner_text())
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert ben.violations() == []
    # And the end of the match tells, at the board and without being asked, where it turned.
    ada.go(f"#/table/{finished('ice_cult')}")
    ada.page.locator(".turning strong", has_text="%").click()
    ada.page.wait_for_selector(f".replay[data-line='{told[1]}']")


def test_where_nobody_was_taught_a_bear_judges(visitor: Come, finished: Callable[[str], str]):
    ada = visitor()
    ada.go(f"#/replay/{finished('ice_lake')}?at=5")
    ada.page.get_by_role("heading", name="The bear’s opinion").wait_for()
    ada.page.get_by_role("button", name="Analyse this match").click()
    ada.page.wait_for_selector("[data-judge=bear]", timeout=READY)
    assert "as a bear sees them" in ada.page.locator("[data-judge=bear]").inner_text()


def server_log(one: Visitor, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = one.server.get(f"/api/tables/{table}/replay")["log"]
    return found


@pytest.mark.parametrize("width", [360, 768])
def test_nothing_of_it_is_wider_than_a_small_screen(visitor: Come, finished: Callable[[str], str], width: int):
    ada = visitor(size=(width, 780), language="de")
    for address in (
        "#/replay",
        *(f"#/replay/{finished(game)}?as=everything&at=30" for game in ("ice_lake", "altitude")),
    ):
        ada.go(address)
        ada.page.wait_for_selector(".open, .replay[data-eyes=everything]")
        ada.page.wait_for_timeout(400)
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= width, address
