"""Golden playthroughs: matches as readable text that is played again line by line.

A playthrough is a file ``playthroughs/NAME.txt`` among a game's tests: a head (game, seats, options, the way it ends,
and maybe a ``position``: fields laid over the set-up), then the log: lines that start with ``>`` are what was decided,
the sentences below each are what the table said to everybody (and in brackets what only one seat was told). At the end:
the board, the points and the digest of the last state.

Beside them ``perft.txt`` pins how many sequences of 1, 2, 3 ... moves and outcomes there are: a line for every number
of seats, ``seats options counts...``.

    python -m banquise.lab.golden FILE ...     play the ``>`` lines of each file again, rewrite what follows from them
    python -m banquise.lab.golden --from RECORD.banquise FILE     make a playthrough from a record
    python -m banquise.lab.golden --find GAME SEATS ENDING FILE [NAME=VALUE ...]     the shortest of many random matches
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.lab.perft import perft
from banquise.table import Match, decode, lines, new
from banquise.table.lines import Line
from banquise.table.record import Record, Seat, replay, to_record

PERFT_MOST = 100_000  # sequences that a pinned count goes up to
PERFT_DEPTH = 8


def home_of_tests(game: Game) -> Path | None:
    """Where the tests of a game lie: beside those of the other games, or in ``tests`` of its own project."""
    for folder in game.folder.parents:
        if (folder / "pyproject.toml").is_file():
            together = folder / "tests" / "games"
            return together / game.name if together.is_dir() else folder / "tests"
    return None


def perft_lines(game: Game) -> str:
    """What ``perft.txt`` holds for a game: counts as deep as is quick."""
    lines = ["# seats, options, then how many sequences of 1, 2, 3 ... moves and outcomes"]
    for seats in game.seats:
        counts: list[int] = []
        while len(counts) < PERFT_DEPTH and (not counts or 0 < counts[-1] < PERFT_MOST // 10):
            counts.append(perft(game, seats, {}, len(counts) + 1, "plain"))
        lines.append(f"{seats} - {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


def perft_differs(game: Game, pinned: str) -> Iterator[str]:
    """What the counts of a ``perft.txt`` should be instead, and the seats that it leaves out."""
    lines = [line.split() for line in pinned.splitlines() if line and not line.startswith("#")]
    for unpinned in sorted(set(game.seats) - {int(line[0]) for line in lines}):
        yield f"nothing is pinned for {unpinned} seats"
    for seats, options, *counts in lines:
        chosen = dict(pair.split("=") for pair in options.split(",") if "=" in pair)
        for depth, count in enumerate(map(int, counts), 1):
            if count <= PERFT_MOST and (now := perft(game, int(seats), chosen, depth, "plain")) != count:
                yield f"{seats} seats, {options}: {now} sequences of {depth}, not {count}"
                break


def cited_in_tests(game: Game, home: Path) -> set[str]:
    """Paragraph ids that the names of a game's tests carry: test_il_3_4_... cites IL-3.4."""
    source = "".join(file.read_text(encoding="utf-8") for file in home.glob("test_*.py"))
    names = re.findall(r"def (test_\w+)", source)
    ids = [found for name in names for found in re.findall(rf"{game.prefix.lower()}_(\d+)_(\d+)", name)]
    return {f"{game.prefix}-{chapter}.{paragraph}" for chapter, paragraph in ids}


@dataclass(frozen=True)
class Head:
    """What a playthrough says before its first move."""

    game: str
    seats: int
    options: dict[str, str]
    ends: str
    position: dict[str, Any]


def parse(text: str) -> tuple[Head, list[Line]]:
    """The head and the decisions of a playthrough."""
    facts = dict(line.split(":", 1) for line in text.split("\n\n", maxsplit=1)[0].splitlines())
    options = dict(pair.split("=") for pair in facts["options"].split())
    position = json.loads(facts.get("position", "{}"))
    head = Head(facts["game"].strip(), int(facts["seats"]), options, facts["ends"].strip(), position)
    return head, [lines.parted(line[2:]) for line in text.splitlines() if line.startswith("> ")]


def play(head: Head, log: list[Line]) -> Match:
    """Play the decisions of a playthrough."""
    game = game_named(head.game)
    blank = Match(game, head.seats, head.options)
    seats = [Seat(colour, colour.title()) for colour in blank.colours]
    return replay(
        Record(
            banquise=1,
            game=head.game,
            rules=game.version,
            options=head.options,
            seats=seats,
            position=head.position,
            commitment=None,
            entropy=[],
            seed=None,
            log=log,
            result=None,
            digest="",
        )
    )


def render(match: Match) -> str:
    """A match as a playthrough."""
    result = match.result
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    out = [f"game: {match.game.name}", f"seats: {match.seats}", f"options: {options}".rstrip()]
    if match.position:
        out.append(f"position: {json.dumps(match.position)}")
    out.append(f"ends: {result.ending if result else 'not yet'}")
    out.append("")
    twin = match.copy(0)
    viewers: list[int | None] = [None, *range(match.seats)]
    heard = dict.fromkeys(viewers, 0)
    for entry in match.log:
        out.append(f"> {lines.write(twin, entry)}")
        twin.apply(entry)
        for viewer in viewers:
            events = twin.events(viewer, heard[viewer])
            heard[viewer] += len(events)
            sentences = [(event, twin.say(message)) for event in events for message in event.said]
            if viewer is None:
                public = [sentence for _, sentence in sentences]
                out += [f"  {sentence}" for sentence in public]
            else:
                private = [sentence for _, sentence in sentences if sentence not in public]
                out += [f"  ({match.colours[viewer]}: {sentence})" for sentence in private]
    out += ["", str(match), ""]
    if result:
        out.append("points: " + " ".join(map(str, result.points)))
        out.append("winners: " + (" ".join(match.colours[seat] for seat in result.winners) or "nobody"))
    out.append(f"digest: {match.digest()}")
    return "\n".join(out) + "\n"


def find(name: str, seats: int, ending: str, options: dict[str, str], tries: int = 3000) -> Match:
    """The shortest of many random matches that ends in this way."""
    best: Match | None = None
    for seed in range(tries):
        rng = random.Random(seed)
        match = new(name, seats, seed=seed, options=options)
        while not match.is_over and (best is None or len(match.log) < len(best.log)):
            seat = rng.choice(match.to_act)
            match.play(seat, int(rng.choice(match.legal(seat))))
        if match.result and match.result.ending == ending:
            best = match
    if best is None:
        raise LookupError(f"no random match of {tries} ended by {ending}")
    return replay(to_record(best))


def main(arguments: list[str]) -> None:
    """The command at the head of this file."""
    if arguments[:1] == ["--from"]:
        Path(arguments[2]).write_text(render(replay(decode(Path(arguments[1]).read_bytes()))), encoding="utf-8")
    elif arguments[:1] == ["--find"]:
        name, seats, ending, file, *pairs = arguments[1:]
        match = find(name, int(seats), ending, dict(pair.split("=") for pair in pairs))
        Path(file).write_text(render(match), encoding="utf-8")
    else:
        for path in map(Path, arguments):
            path.write_text(render(play(*parse(path.read_text(encoding="utf-8")))), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
