"""The table without a server: nothing but ``python -m http.server`` in the folder that ``banquise site`` wrote.

One browser, one story: the first visit, a match against the best bot of each game, a reload in the middle, a lesson, a
replay with its analysis, and, with the network off, all of it from the cache. Long matches are taken up near their end,
by a record that is opened from disk; with BANQUISE_LONG=1 all are played from their beginning.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hands import Hands
from hinting import follow
from house import GAMES, Server, Visitor
from test_lessons import at, type_move

import banquise
from banquise.bots.levels import best_of
from banquise.games import game as game_named
from banquise.site.write import READING, NoSite, write
from banquise.table.lesson import lesson

LONG = os.environ.get("BANQUISE_LONG") == "1"
PATH = "play/banquise"  # somewhere below the root of the host


class Host:
    """``python -m http.server``, and nothing else."""

    def __init__(self, folder: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"http://127.0.0.1:{self.port}/{PATH}"
        command = [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([*command, "--directory", str(folder)], stdout=quiet, stderr=quiet)
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{self.address}/pack/pack.json", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the host does not answer")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)


@pytest.fixture(scope="module")
def host(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    write(folder / PATH)
    host = Host(folder)
    yield host
    host.stop()


@pytest.fixture(scope="module")
def ada(browser: Any, host: Host) -> Iterator[Visitor]:
    """One person, who comes back to the same browser in every part of the story."""
    ada = Visitor(browser, host)
    yield ada
    ada.close()


def ready(one: Visitor) -> None:
    """Until the house stands and a table is shown, or a lesson, or a replay."""
    one.page.wait_for_selector(".table[data-status], .lesson[data-step], .replay[data-steps]", timeout=180_000)


def best(game: str) -> str:
    return best_of(game_named(game))


def set_against_the_best(one: Visitor, game: str) -> None:
    one.go(f"#/set/{game}")
    one.page.locator(".pick", has=one.page.locator("[name=size][value='2']")).click()  # Altitude can be played alone
    one.page.locator(".chair select").nth(1).select_option(f"bot:{best(game)}")
    one.page.locator("form .button.lamp").click()
    ready(one)
    one.page.wait_for_selector(".drawing")


def near_the_end(folder: Path, game: str) -> Path:
    """The record of a match that foxes have played."""
    file = folder / f"{game}.banquise"
    banquise.save(banquise.play(game, ["fox", "fox"], seed=3), file)
    return file


def play_on_against_the_best(one: Visitor, file: Path) -> None:
    one.go("#/replay")
    one.page.wait_for_selector(
        "input[type=file]", state="attached", timeout=180_000
    )  # the house may have to stand first
    one.page.set_input_files("input[type=file]", str(file))
    one.page.wait_for_selector(".replay[data-steps]", timeout=180_000)
    one.page.keyboard.press("End")
    button = one.page.get_by_role("button", name="Play on from here")
    for _ in range(6):
        one.page.keyboard.press("ArrowLeft")
    button.click()
    dialog = one.page.get_by_role("dialog")
    dialog.get_by_label("The others are played by").select_option(best(file.stem))
    dialog.get_by_role("button", name="Play on").click()
    one.at_table()
    one.page.wait_for_selector(".drawing")


def begin_a_match(one: Visitor, game: str, folder: Path) -> None:
    if LONG:
        set_against_the_best(one, game)
    else:
        play_on_against_the_best(one, near_the_end(folder, game))


def play_a_match(one: Visitor, game: str, folder: Path) -> None:
    begin_a_match(one, game, folder)
    Hands(one, touch=False).play_to_the_end(seed=7)
    assert one.is_over
    assert one.page.get_by_text("too much to think about").count() == 0, "nobody moved in its place"
    assert one.page.locator(".ribbon .name", has_text=best(game).capitalize()).count() == 1


def test_the_first_page_asks_for_no_pack_which_comes_with_a_bar_when_somebody_plays(ada: Visitor):
    ada.go()
    ada.page.wait_for_timeout(500)
    assert not [url for url in ada.requests if "/pack/" in url]
    assert ada.page.get_by_text("Invite friends").count() == 0, "there is nobody to invite"
    assert not [url for url in ada.requests if "/api/" in url], "there is no server to ask"
    ada.page.locator(".sign", has_text=GAMES["ice_lake"]).click()
    ada.page.wait_for_selector("progress")
    ready(ada)
    ada.my_turn()
    assert ada.page.locator("progress").count() == 0


def newer_edition(site: Path) -> str:
    """Put a newer edition where the old one is, with something more in the house; its version."""
    pack = site / "pack"
    with zipfile.ZipFile(pack / "banquise.zip", "a") as house:
        house.writestr("banquise/edition.txt", "newer")
    listed = json.loads((pack / "pack.json").read_text(encoding="utf-8"))
    raw = (pack / "banquise.zip").read_bytes()
    listed["files"]["banquise.zip"] |= {"bytes": len(raw), "sha256": sha256(raw).hexdigest()}
    listed["version"] = "newer"
    (pack / "pack.json").write_text(json.dumps(listed), encoding="utf-8")
    return listed["version"]


def test_a_match_against_a_bear_outlives_a_reload_and_a_newer_edition_and_is_replayed_analysed_and_saved(
    ada: Visitor, host: Host, tmp_path: Path
):
    begin_a_match(ada, "ice_lake", tmp_path)
    hands = Hands(ada, touch=False)
    ada.my_turn()
    assert not ada.is_over
    version = newer_edition(host.folder / PATH)
    hands.act(random.Random(5))
    ada.page.wait_for_selector(".host[aria-busy=false]", state="attached")
    told = ada.told()
    ada.page.reload()
    ready(ada)
    ada.my_turn()
    ada.tells_still(told)
    packs = ada.page.evaluate("caches.keys().then(all => all.filter(one => one.startsWith('banquise-pack-')))")
    assert packs == [f"banquise-pack-{version}"], "the newer one is kept, and the older forgotten"
    hands.play_to_the_end(seed=5)
    assert ada.is_over
    ada.page.locator(".turning[data-study=done] :is(strong, p)").wait_for(timeout=240_000)  # unasked, as with a server
    ada.page.locator(".ending").get_by_text("Replay", exact=True).click()
    ada.page.wait_for_selector(".replay[data-steps]")
    ada.page.get_by_role("button", name="Analyse this match").click()
    ada.page.wait_for_selector(".analysis[data-study=done]", timeout=240_000)
    step, opinion = 0, ada.page.locator(".opinion button")
    while not opinion.count():  # chance moved: nobody is asked what it should have done
        step += 1
        ada.page.keyboard.press("ArrowRight")
        ada.page.wait_for_selector(f"[data-steps][data-step='{step}']")
    opinion.click()
    ada.page.locator(".opinion dl").wait_for(timeout=240_000)
    assert "bear would have played:" in ada.page.locator(".opinion dl").inner_text()
    with ada.page.expect_download() as saved:
        ada.page.get_by_label("record").first.click()
    file = tmp_path / "mine.banquise"
    saved.value.save_as(file)
    match = banquise.load(file)
    assert match.is_over
    assert banquise.verify(banquise.decode(file.read_bytes())).is_good, "chance is as it was sealed"


@pytest.mark.parametrize("pointer", ["click", "tap"])
def test_hints_are_given_without_a_server_too(browser: Any, host: Host, pointer: str):
    touch = pointer == "tap"
    one = Visitor(browser, host, size=(390, 844) if touch else (1280, 900), touch=touch)
    hands = Hands(one, touch=touch)
    for game in GAMES:
        one.go()
        hands.press(one.page.locator(".sign", has_text=GAMES[game]))
        ready(one)
        one.page.wait_for_selector(".drawing")
        follow(hands, game, steps=3)
    one.close()


def test_a_lesson_is_taken_in_another_language(ada: Visitor):
    of = lesson("ice_cult")
    ada.go("#/learn/ice_cult")
    for index, step in enumerate(of.steps[:4]):
        at(ada, index)
        if step.teach:
            type_move(ada, step.teach[0])
            at(ada, index, done="true")
        ada.page.locator(".onward").click()
    at(ada, 4)
    ada.page.get_by_label("Language").select_option("fa")
    ada.page.wait_for_selector("html[dir=rtl]")
    at(ada, 4)
    assert ada.page.locator(".words h2").inner_text() == of.words("fa").step[of.steps[4].name].title
    ada.page.get_by_label("زبان").select_option("en")
    ada.page.wait_for_selector("html[dir=ltr]")


def test_without_a_network_everything_comes_from_the_cache(ada: Visitor, host: Host, tmp_path: Path):
    ada.go()
    ada.page.get_by_role("button", name="Take it with me").or_(ada.page.get_by_text("All of it is kept")).wait_for()
    if ada.page.get_by_role("button", name="Take it with me").count():
        ada.page.get_by_role("button", name="Take it with me").click()
    ada.page.get_by_text("All of it is kept").wait_for(timeout=120_000)
    ada.page.wait_for_function("navigator.serviceWorker.controller !== null")
    ada.context.set_offline(True)
    try:
        ada.page.reload()
        for game in ("ice_cult", "altitude", "alaska"):
            play_a_match(ada, game, tmp_path)
        ada.go("#/learn/alaska")
        at(ada, 0)
        ada.go("#/rules/altitude")
        ada.page.wait_for_selector("article h2, .book h2, h2")
        ada.go()
        assert ada.page.locator(".yours li, section li").count() >= 3, "my tables are listed"
    finally:
        ada.context.set_offline(False)


def bots_of(one: Visitor) -> list[Any]:
    return [worker for worker in one.page.workers if "/think.worker" in worker.url]


def answered(bot: Any) -> int:
    return int(bot.evaluate("performance.getEntriesByName('banquise: answered').length"))


def test_where_there_are_cores_the_best_think_in_several_workers_at_once(browser: Any, host: Host):
    one = Visitor(browser, host)
    one.context.add_init_script("Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 })")
    set_against_the_best(one, "ice_cult")
    hands, chance = Hands(one, touch=False), random.Random(4)
    one.my_turn()
    while not one.is_over and not (len(bots_of(one)) == 2 and all(answered(bot) for bot in bots_of(one))):
        hands.act(chance)
        one.page.wait_for_selector(".host[aria-busy=false]", state="attached")
        one.my_turn()
    assert len(bots_of(one)) == 2
    assert all(answered(bot) for bot in bots_of(one)), "each has had its part, and the bot has moved"
    one.close()


def test_two_share_one_screen(ada: Visitor):
    ada.go("#/set/ice_cult?with=pass")
    ada.page.locator("form .button.lamp").click()
    ready(ada)
    ada.my_turn()
    ada.play(ada.moves()[0])
    assert ada.events() > 0
    assert GAMES["ice_cult"] in ada.page.title()


WITHOUT_OTHERS = {"home", "set", "table", "learn", "puzzles", "daily", "rules", "settings", "replay"}
AMONG_OTHERS = ("card", "matches", "people", "pair", "standings", "evening", "duplicate")
LINKS = "all => all.filter(one => one.checkVisibility()).map(one => one.getAttribute('href'))"


def page_of(address: str) -> str:
    return address.removeprefix("#/").partition("/")[0] or "home"


def test_no_door_leads_to_what_needs_a_server_and_what_does_says_so(ada: Visitor):
    """Every link of one page of each kind is looked at, and followed to the first page of its kind."""
    ways, known = {"home": "#/"}, set()
    while unknown := [kind for kind in ways if kind not in known]:
        kind = unknown[0]
        known.add(kind)
        ada.go(ways[kind])
        ada.page.locator(f"main.{kind} :is(h1, h2)").first.wait_for(state="attached")
        for link in ada.page.eval_on_selector_all("a[href^='#/']", LINKS):
            assert page_of(link) in WITHOUT_OTHERS, f"#/{kind} leads to {link}"
            ways.setdefault(page_of(link), link)
    assert known | {"table"} == WITHOUT_OTHERS, "all were seen; a table, if one has been played at"
    for page in AMONG_OTHERS:  # by a link from a server, say
        ada.go(f"#/{page}")
        ada.page.locator(f"main.{page}").get_by_text("server").first.wait_for()
        ada.page.locator("main").get_by_role("link", name="Home").click()
        ada.page.wait_for_selector("main.home .hero")
    assert not [url for url in ada.requests if "/api/" in url], "there is no server to ask"


def test_at_a_table_of_this_browser_nobody_can_be_talked_to_or_asked_to_come(ada: Visitor):
    ada.go("#/set/ice_cult?with=friends")  # as a link of a server's page says
    ada.page.wait_for_function("document.querySelectorAll('.chair select')[1]?.value.startsWith('bot:')")
    ada.page.locator("form .button.lamp").click()
    ready(ada)
    ada.my_turn()
    assert ada.page.locator(".drawer .tab").all_inner_texts() == ["Log", "In words", "More"]
    ada.page.locator(".drawer .tab", has_text="More").click()
    assert ada.page.locator(".drawer .more :is(button, select)").all_inner_texts() == ["Resign"]


def test_a_lost_address_has_a_way_home_however_deep_it_is(browser: Any, host: Host):
    """Hosts of files show 404.html for whatever they have not; ``http.server`` does not, so the line does it here."""
    one = Visitor(browser, host)
    lost = (host.folder / PATH / "404.html").read_text(encoding="utf-8")
    one.context.route("**/old/**", lambda route: route.fulfill(status=404, body=lost, content_type="text/html"))
    one.expects("404")
    one.page.goto(f"{host.address}/old/rules/page.html")
    assert one.violations() == []
    one.page.get_by_role("link", name="To the first page").click()
    one.page.wait_for_selector("main.home .hero")
    assert one.page.url.rstrip("/") == host.address
    one.close()


def test_what_it_carries_is_named_with_whole_licences(host: Host):
    told = (host.folder / PATH / "NOTICES.txt").read_text(encoding="utf-8")
    for text in (
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION",
        "SIL OPEN FONT",
        "Svelte Contributors",
        "Arase",
    ):
        assert text in told, text
    assert told.count('THE SOFTWARE IS PROVIDED "AS IS"') >= 4
    assert (READING / "index.html").exists(), "the site to read has not been built: python scripts/build_docs.py"
    assert "Zensical" in (host.folder / PATH / "docs" / "NOTICES.txt").read_text(encoding="utf-8")


# What can go wrong ------------------------------------------------------------------------------


def stranger(browser: Any, host: Host) -> Visitor:
    """Somebody new, whose browser has no service workers: what those fetch, a test cannot spoil."""
    one = Visitor(browser, host)
    one.context.add_init_script("delete Navigator.prototype.serviceWorker")
    return one


def alert(one: Visitor) -> str:
    one.go("#/learn/ice_lake")
    return one.page.locator(".card [role=alert]").inner_text(timeout=60_000)


def test_a_broken_or_missing_pack_is_said_in_words_and_can_be_tried_again(browser: Any, host: Host):
    one = stranger(browser, host)
    broken = True

    def serve(route: Any) -> None:
        if broken:
            answer = route.fetch()
            route.fulfill(response=answer, body=b"x" + answer.body()[1:])
        else:
            route.continue_()

    one.context.route("**/banquise.zip*", serve)
    assert "damaged" in alert(one)
    broken = False
    one.page.get_by_role("button", name="Try again").click()
    at(one, 0)
    one.close()
    other = stranger(browser, host)
    other.context.route("**/python_stdlib.zip*", lambda route: route.abort())
    other.expects("ERR_FAILED", least=0)  # a browser reports a request that fails; not to the page, if a worker asked
    assert "could not be fetched" in alert(other)
    other.close()


def lacking(browser: Any, host: Host, script: str) -> Visitor:
    """Somebody whose browser lacks something in its workers, as a script takes it away."""
    one = stranger(browser, host)
    one.context.route(
        "**/assets/house.worker*.js",
        lambda route: route.fulfill(
            response=(answer := route.fetch()), body=script.encode() + answer.body(), content_type="text/javascript"
        ),
    )
    return one


LACKS = {
    "no WebAssembly": "delete self.WebAssembly;",
    "keeps nothing for this page": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') };",
}


@pytest.mark.parametrize("words", LACKS)
def test_a_browser_that_cannot_be_a_table_says_why_before_anything_is_fetched(browser: Any, host: Host, words: str):
    one = lacking(browser, host, LACKS[words])
    assert words in alert(one)
    assert not [url for url in one.requests if "/pack/" in url]
    assert one.page.get_by_text("The server cannot be reached").count() == 0, "there is none"
    one.page.get_by_role("link", name="Home", exact=True).click()  # what needs no table is there all the same
    one.page.locator("main.home a[href='#/rules/ice_lake']").click()
    one.page.locator("main.rules h1", has_text=GAMES["ice_lake"]).wait_for()
    assert one.page.locator(".card [role=alert]").count() == 0
    one.close()


NO_CACHE = "Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));"
# A quota that is used up: a transaction is taken on, and given up with this error when it should be committed.
FILLING_UP = """
let full = false;
const line = new BroadcastChannel('full');
line.onmessage = ({ data }) => { full = data; line.postMessage('heard'); };
for (const name of ['add', 'put']) {
  const usual = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    const request = usual.apply(this, given), change = this.transaction;
    if (full) {
      const error = { value: new DOMException('no room', 'QuotaExceededError'), configurable: true };
      Object.defineProperty(change, 'error', error);
      request.addEventListener('success', () => { try { change.abort(); } catch { /* by another request */ } });
    }
    return request;
  };
}
"""
FILL = """full => new Promise((heard) => {
  const line = new BroadcastChannel('full');
  line.onmessage = () => { line.close(); heard(); };
  line.postMessage(full);
})"""


def test_a_disk_too_full_for_the_pack_does_not_stop_the_game_and_one_that_fills_up_later_loses_nothing(
    browser: Any, host: Host
):
    one = lacking(browser, host, NO_CACHE + FILLING_UP)
    one.go("#/set/ice_cult")
    one.page.locator("form .button.lamp").click()
    ready(one)
    one.my_turn()
    one.play(one.moves()[0])
    one.my_turn()
    told, moves = one.told(), one.moves()
    one.page.evaluate(FILL, True)
    one.page.locator(".moves ul button").first.evaluate("button => button.click()")
    one.page.get_by_text("There is no room left to write this down").first.wait_for(state="attached")
    assert (one.told(), one.moves()) == (told, moves)
    one.page.evaluate(FILL, False)
    one.play(moves[0])
    one.my_turn()
    one.tells_still(told)
    one.close()


def test_a_page_of_a_server_has_the_rules_too_and_plays_on_when_the_server_is_gone(
    browser: Any, built: None, tmp_path: Path
):
    server = Server(tmp_path)
    server.start()
    try:
        one = Visitor(browser, server)
        one.go("#/settings")
        one.page.get_by_role("button", name="Take it with me").click()
        one.page.get_by_text("All of it is kept").wait_for(timeout=120_000)
        one.page.wait_for_function("navigator.serviceWorker.controller !== null")
        one.click_play(GAMES["ice_cult"])
        one.my_turn()
        one.page.wait_for_selector(".table[data-rules=here]", timeout=120_000)
        server.hold()
        one.play(one.moves()[0])  # it is in the log before the server has heard of it
        told = one.told()
        assert one.moves() == [], "what comes next, the server says"
        server.go_on()
        one.page.wait_for_selector(".moves ul button", state="attached")  # now the server has said it
        one.my_turn()
        one.tells_still(told)
        seen = one.moves()
        one.expects("WebSocket", "ERR_CONNECTION", "ERR_FAILED", least=0)  # if the page tries before one goes on here
        server.kill()
        one.page.get_by_role("button", name="Go on here without the server").click()
        one.page.get_by_text("This match goes on in this browser").first.wait_for(state="attached")
        one.my_turn()
        assert one.moves() == seen, "it goes on where it was"
        one.play(seen[0])
        one.my_turn()
        told = one.told()
        one.page.reload()  # the page itself comes from what was taken along
        ready(one)
        one.my_turn()
        one.tells_still(told)
        one.close()
    finally:
        server.stop()


def test_a_site_is_not_written_over_something_else(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(NoSite, match="no static edition"):
        write(tmp_path)
    assert (tmp_path / "letter.txt").exists()
