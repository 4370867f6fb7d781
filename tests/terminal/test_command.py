"""The command line as people and machines use it, run as a process of its own."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

import banquise
from banquise.games import NAMES

pytestmark = pytest.mark.slow


def command(*words, typed="", **kwargs):
    """Run ``banquise`` with these words."""
    return subprocess.run(
        [sys.executable, "-m", "banquise", *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "120", "NO_COLOR": "1"},
        **kwargs,
    )


def complaint(*words, typed=""):
    """The one line that a mistake is answered with; exit code 2, nothing on the output, no traceback."""
    done = command(*words, typed=typed)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("banquise: ")
    return done.stderr


def test_games_are_listed_for_people_and_machines():
    listed = command("games")
    assert listed.returncode == 0
    assert "Ice Lake (2002)" in listed.stdout
    facts = json.loads(command("games", "--json").stdout)
    assert [fact["name"] for fact in facts] == list(NAMES)
    assert facts[0]["options"][0]["values"] == ["large", "short"]


@pytest.mark.parametrize(("lang", "word"), [("en", "crack"), ("fr", "fissure"), ("de", "Riss"), ("fa", "ترک")])
def test_rules_are_read_whole_or_by_paragraph_in_four_languages(lang, word):
    whole = command("rules", "ice_lake", "--lang", lang).stdout
    assert "IL-7.9" in whole
    assert word in command("rules", "ice_lake", "il-3.4", "--lang", lang).stdout


@pytest.mark.parametrize(
    ("lang", "marks"),
    [
        ("en", "text, our reading, house rule"),
        ("fr", "texte, notre lecture, règle maison"),
        ("de", "Text, unsere Lesart, Hausregel"),
        ("fa", "متن, برداشت ما, قاعدهٔ خانگی"),
    ],
)
def test_rules_show_what_each_paragraph_rests_on(lang, marks):
    assert command("rules", "alaska", "ak-7.4", "--lang", lang).stdout.startswith(f"AK-7.4 [{marks}]  ")
    whole = command("rules", "alaska", "--lang", lang).stdout
    assert f"**AK-7.4** [{marks}] " in whole
    assert f"**AK-6.3** [{marks.split(',')[0]}] " in whole


def test_simulate_prints_one_digest_for_both_engines():
    plain = json.loads(
        command("simulate", "ice_lake", "--games", 60, "--seed", 3, "--engine", "plain", "--json").stdout
    )
    quick = json.loads(command("simulate", "ice_lake", "--games", 60, "--seed", 3, "--json").stdout)
    assert plain["digest"] == quick["digest"]
    assert plain["moves"] == quick["moves"] > 0
    assert sum(quick["wins"]) + quick["shared"] + quick["nobody"] == quick["games"] == sum(quick["ends"].values()) == 60
    assert "moves per second" in command("simulate", "ice_lake", "--games", 5).stdout


@pytest.mark.slow
def test_simulate_with_several_jobs_gives_the_same_digest():
    one = json.loads(command("simulate", "ice_lake", "--games", 2600, "--json").stdout)
    two = json.loads(command("simulate", "ice_lake", "--games", 2600, "--jobs", 2, "--json").stdout)
    assert one["digest"] == two["digest"]
    assert one["wins"] == two["wins"]


def interrupted_when_shown(words, shown, **environment):
    """Run a command on a terminal, press Ctrl-C once the bar shows something, and give what it printed."""
    terminal, side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "banquise", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=side,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"} | environment,
        text=True,
    )
    os.close(side)
    seen, end = "", time.monotonic() + 120
    try:
        while not re.search(shown, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)):  # without its colours
            assert time.monotonic() < end, f"the bar never showed {shown!r}: {seen[-300:]!r}"
            try:
                seen += os.read(terminal, 4096).decode(errors="replace")
            except OSError:  # it has hung up
                raise AssertionError(f"it ended before: {seen[-500:]!r} {process.communicate()}") from None
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
    finally:
        process.kill()  # what goes on for hours must not outlive a test that fails
        os.close(terminal)
    return process.returncode, printed


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_simulation_tells_what_was_done(jobs):
    words = ["simulate", "ice_lake", "--games", "100000000", "--jobs", jobs, "--json"]
    code, printed = interrupted_when_shown(words, r"\b[1-9]\d*/100000000.*\d:\d\d:\d\d")
    facts = json.loads(printed)
    assert facts["interrupted"]
    assert 0 < facts["games"] < 100000000
    assert facts["games"] % 500 == 0
    assert code == 130
    again = json.loads(command("simulate", "ice_lake", "--games", facts["games"], "--json").stdout)
    assert again["digest"] == facts["digest"]


@pytest.mark.slow
def test_an_interrupted_analysis_goes_on_where_it_stopped(tmp_path):
    file, match = tmp_path / "evening.banquise", banquise.new("ice_lake", seed=2)
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    banquise.save(match, file)
    words, here = ["analyse", file, "--simulations", 1500, "--json"], {"BANQUISE_STATE": str(tmp_path)}
    code, printed = interrupted_when_shown(words, r"\b[2-9]/\d+ ", **here)
    first = json.loads(printed)
    assert code == 130
    assert first["interrupted"]
    (kept,) = (tmp_path / "analyses").iterdir()
    assert [json.loads(line) for line in kept.read_text().splitlines()] == [one["chances"] for one in first["points"]]
    # What was thought out is not thought out again: whatever the file says is taken.
    marked = [[0.25, 0.75], *[one["chances"] for one in first["points"]][1:]]
    kept.write_text("".join(json.dumps(one) + "\n" for one in marked))
    done = subprocess.run(
        [sys.executable, "-m", "banquise", *map(str, words)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | here,
    )
    whole = json.loads(done.stdout)
    assert len(whole["points"]) == len(match.log) + 1
    assert [one["chances"] for one in whole["points"]][: len(marked)] == marked
    assert not whole["interrupted"]
    assert not kept.exists()


@pytest.mark.parametrize(("language", "word"), [("fr", "plateau"), ("de", "Spielplan"), ("fa", "صفحه")])
def test_at_a_narrow_terminal_lines_are_broken_between_words_and_in_ones_language(language, word):
    child, terminal = pty.fork()
    if not child:
        words = [sys.executable, "-m", "banquise", "play", "ice_lake", "--lang", language]
        os.execve(words[0], words, {key: value for key, value in os.environ.items() if key != "COLUMNS"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    seen = ""
    os.write(terminal, b"help\nrules IL-9\nsave\nquit\n")
    with contextlib.suppress(OSError):  # it hangs up when it is gone
        while True:
            seen += os.read(terminal, 4096).decode(errors="replace")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    told = [line for line in seen.replace("\r", "").split("\n") if "·" not in line]  # not the lake itself
    assert max(map(len, told)) <= 75
    assert sum(40 < len(line) <= 60 for line in told) >= 4
    assert word in seen
    assert "look away" not in seen


def test_perft_counts():
    assert json.loads(command("perft", "ice_lake", "--depth", 4, "--json").stdout) == [2, 6, 24, 90]
    assert "90" in command("perft", "ice_lake", "--depth", 4, "--engine", "plain").stdout


@pytest.mark.parametrize(("language", "letters"), [("en", "L-, S-, R-"), ("fr", "G-, A-, D-"), ("fa", "C-, J-, R-")])
def test_moves_are_listed_in_the_letters_of_the_reader(language, letters):
    played = command("play", "ice_lake", "--seed", 1, "--lang", language, typed="moves\nquit\n")
    assert letters in played.stdout


def test_what_cannot_be_taken_back_is_said_with_its_paragraph_in_the_readers_language():
    played = command("play", "ice_cult", "--seed", 1, "--lang", "fr", typed="tilt top down\nundo\nquit\n")
    assert "Un tel coup, une fois joué, ne se reprend pas. (IC-2.3)" in played.stdout


def test_a_match_is_played_saved_resumed_replayed_and_verified(tmp_path):
    file = tmp_path / "evening.banquise"
    script = f"help\nmoves\nboard\nlog\nrules IL-3.4\nrules nothing\nGAX\nface N\nundo\nsave\nsave {file}\nquit\n"
    first = command("play", "ice_lake", "--seats", "human,random", "--seed", 5, typed=script)
    assert first.returncode == 0, first.stderr
    for expected in (
        "Write your programme",
        "L-, S-, R-",
        "‘GAX’ is no move here; these would be some: L-, S-, R-.",
        "Now is the time to write a programme. (IL-2.1)",
        "Name a file",
        "Saved to",
        "You have not moved yet.",
        "There is no paragraph 'nothing'",
    ):
        assert expected in first.stdout, expected
    typed = "GAAD\nAAD\nface N\nface NE\nface S\nreturn a4\nA\n" * 40
    second = command("play", "ice_lake", "--load", file, "--seed", 1, typed=typed)
    assert second.returncode == 0, second.stderr
    assert "last skater on the ice" in second.stdout

    match = banquise.new("ice_lake", seed=2)
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    banquise.save(match, file)
    assert "wins" in command("replay", file).stdout
    assert (
        "remporte" in command("replay", file, "--lang", "fr").stdout
        or "gagne" in command("replay", file, "--lang", "fr").stdout
    )
    facts = json.loads(command("replay", file, "--json").stdout)
    assert facts["digest"] == match.digest()
    assert json.loads(command("replay", file, "--json", "--until", 1).stdout)["outcome"] is None
    assert command("verify", file).returncode == 0
    file.write_text(file.read_text().replace('"points": [\n   ', '"points": [\n   1'))
    assert command("verify", file).returncode == 1
    assert json.loads(command("verify", file, "--json").stdout)["good"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "icelake"], "did you mean 'ice_lake'"),
        (["simulate", "go"], "the games are"),
        (["simulate", "ice_lake", "--seats", 1], "2 to 4 seats, not 1"),
        (["simulate", "ice_lake", "--seats", 5], "2 to 4 seats, not 5"),
        (["simulate", "ice_lake", "--engine", "fast"], "choose plain, compiled or checked"),
        (["simulate", "ice_lake", "--option", "lake"], "NAME=VALUE, not 'lake'"),
        (["simulate", "ice_lake", "--option", "lake=dry"], "large or short, not 'dry'"),
        (["simulate", "ice_lake", "--option", "pond=1"], "no option 'pond'"),
        (["simulate", "ice_lake", "--games", "many"], "many"),
        (["perft", "ice_lake", "--seats", 9], "not 9"),
        (["rules", "ice_lake", "IL-9.9"], "no paragraph 'IL-9.9'"),
        (["rules", "ice_lake", "--lang", "xx"], "no language 'xx'"),
        (["play", "ice_lake", "--seats", "human,dragon"], "'dragon' cannot sit down"),
        (["play", "ice_lake", "--seats", "human"], "not 1"),
        (["replay", "nowhere.banquise"], "no file 'nowhere.banquise'"),
        (["verify", "."], "is a folder"),
        (["dance"], "dance"),
        (["perft", "ice_lake", "--seats", "0"], "for 2 to 4 seats, not 0"),
        (["simulate", "ice_lake", "--seed", "1" + "0" * 26], "from 0 to 9223372036854775807, not 1000000"),
        (["rules", "ice_lake", "9"], "no paragraph '9'; they run from IL-1.1"),
    ],
)
def test_mistakes_are_answered_in_one_line(words, said):
    assert said in complaint(*words)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (b"[]", "a JSON object with a field 'banquise'"),
        (b'{"chess": 1}', "a JSON object with a field 'banquise'"),
        (b'{"banquise": 99}', "reads formats 1 and 2"),
        (b'{"banquise": 1}', "a damaged record"),
    ],
)
def test_damaged_and_foreign_records_are_answered_in_one_line(content, said, tmp_path):
    file = tmp_path / "x.banquise"
    file.write_bytes(content)
    assert said in complaint("replay", file)
    assert said in complaint("verify", file)


def test_an_unwritable_path_loses_nothing(tmp_path):
    played = command("play", "ice_lake", "--seed", 1, typed=f"save {tmp_path}/no/such/folder/x.banquise\nGA\nquit\n")
    assert played.returncode == 0
    assert "Cannot save to" in played.stdout
    assert "Red reveals LS." in played.stdout


def test_a_match_without_its_seed_is_not_gone_on_with(tmp_path):
    match = banquise.new("ice_lake", seed=2)
    match.play(0, "GA")
    banquise.save(match, tmp_path / "open.banquise", reveal=False)
    assert "does not hold its seed" in complaint("play", "ice_lake", "--load", tmp_path / "open.banquise")
    banquise.save(match, tmp_path / "held.banquise")
    assert "2 seats" in complaint(
        "play", "ice_lake", "--seats", "human,random,random", "--load", tmp_path / "held.banquise"
    )


@pytest.mark.parametrize(
    "words", [("games",), ("rules", "ice_lake"), ("perft", "ice_lake", "--engine", "plain", "--depth", "9")]
)
def test_a_reader_that_leaves_early_is_no_fault(words):
    # As `banquise games | head -1` does; what it left behind is no trouble either.
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "banquise", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout.readline().strip()
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr.read() == ""
    running.stderr.close()


@pytest.mark.parametrize("lang", ["en", "fr", "de", "fa"])
def test_a_terminal_that_knows_only_ascii_is_played_at(lang):
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    for words in (("play", "ice_lake", "--seed", "1", "--lang", lang), ("rules", "altitude", "--lang", lang)):
        run = [sys.executable, "-m", "banquise", *words]
        done = subprocess.run(run, input=b"board\nquit\n", capture_output=True, check=False, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()
    assert b"IL-" not in done.stdout
    assert b"AL-1.1" in done.stdout


def test_the_version_help_and_completion_are_told():
    assert command("--version").stdout == f"banquise {banquise.__version__}\n"
    assert command("-h").stdout == command("--help").stdout
    assert "simulate" in command("-h").stdout
    assert "GAME" in command("play", "-h").stdout
    completion = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv[0] = 'banquise'; from banquise.terminal.command import main; main()",
        ],
        env=os.environ | {"_BANQUISE_COMPLETE": "complete_bash", "COMP_WORDS": "banquise si", "COMP_CWORD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completion.stdout.split() == ["simulate", "site"]


def test_a_chapter_of_the_rulebook_is_read_by_its_number():
    chapter = command("rules", "ice_lake", "3").stdout
    assert chapter.startswith("IL-3.1 [text]  ")
    assert all(line.startswith("IL-3.") for line in chapter.splitlines() if line.startswith("IL-"))
    assert command("rules", "ice_lake", "3.4").stdout == command("rules", "ice_lake", "il-3.4").stdout


def test_a_visitor_that_does_not_start_is_named():
    told = command(
        "play", "ice_lake", "--seats", "visitor,human", "--visitor", "/no/such/bot", "--seed", 1, typed="GA\nquit\n"
    ).stdout
    assert "/no/such/bot (seat 1) is silent: it does not start (No such file or directory); a fox moves instead" in told


def test_a_record_that_an_editor_put_a_mark_in_front_of_is_read(tmp_path):
    file = tmp_path / "marked.banquise"
    banquise.save(banquise.new("ice_lake", seed=1), file)
    plain = command("replay", file).stdout
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert command("replay", file).stdout == plain != ""
    assert command("verify", file).returncode == 0


def test_altitude_is_for_company_unless_a_patience_is_asked_for():
    told = command("play", "altitude", "--seed", 1, typed="quit\n").stdout
    assert "Yellow" in told
    assert "Yellow" not in command("play", "altitude", "--seats", "human", "--seed", 1, typed="quit\n").stdout
