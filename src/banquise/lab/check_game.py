"""``banquise check-game``: what is missing or wrong in a game, by name; law first, polish apart."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from banquise.games import BadGame
from banquise.games import game as game_named
from banquise.kernel.checking import faults
from banquise.kernel.game import Game
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.lab import golden
from banquise.lab.laws import LAWS, Law
from banquise.lab.simulate import simulate
from banquise.lab.visits import name_of, variants

SEEDS = 6  # random matches that a law is asked about in each variant
COMPARED = 30  # matches that are played at both speeds
Sort = Literal["law", "polish"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; without complaints it holds."""

    sort: Sort
    what: str
    complaints: tuple[str, ...] = ()


def check_game(name: str) -> Iterator[Finding]:
    """Look at everything, one thing after the other. Pinned counts and playthroughs that are missing are written."""
    try:
        game = game_named(name)
    except BadGame as error:
        if error.game is None:
            yield Finding("law", "the game can be loaded", (str(error),))
            return
        game = error.game
    read = tuple(str(fault) for fault in faults(game))
    yield Finding("law", "every question is answered, in the rules' own subset, with words in four languages", read)
    if read:
        return
    held = True
    for law in LAWS:
        complaints = tuple(_broken(game, law))
        held = held and not complaints
        yield Finding("law", law.__name__.replace("_", " "), complaints)
    if held:
        yield Finding("law", "plain and compiled play the same matches", tuple(_compiled(game)))
        yield from _pinned(game)
    yield from _polish(game)


def _broken(game: Game, law: Law) -> Iterator[str]:
    """The first complaint at each table."""
    for variant in variants(game):
        for seed in range(SEEDS):
            try:
                complaint = next(law(variant, seed), None)
            except Exception as error:
                complaint = _fallen(game, error)
            if complaint:
                yield f"{name_of(variant)}, match {seed}: {complaint}"
                break


def _fallen(game: Game, error: Exception) -> str:
    """An exception in the game's own code: its line there, without the way to it."""
    places = [place for place in traceback.extract_tb(error.__traceback__) if str(game.folder) in place.filename]
    where = f"{places[-1].filename}:{places[-1].lineno}: in {places[-1].name}: " if places else ""
    return f"{where}{type(error).__name__}: {error}"


def _compiled(game: Game) -> Iterator[str]:
    for seats in game.seats:
        play = partial(simulate, game, seats, games=COMPARED, seed=1)
        try:
            plain, quick = play(engine="plain"), play(engine="compiled")
        except Exception as error:
            yield " ".join(str(error).split())[:300]
            return
        if plain.digest != quick.digest:
            yield f"with {seats} seats {COMPARED} random matches end differently"


# What is pinned -------------------------------------------------------------------------------------------------------


def _pinned(game: Game) -> Iterator[Finding]:
    home = golden.home_of_tests(game)
    if home is None:
        return  # an installed game has left its tests at home
    yield Finding("law", f"perft is as pinned in {_short(home / 'perft.txt')}", tuple(_perft(game, home / "perft.txt")))
    missing = tuple(_playthroughs(game, home / "playthroughs"))
    yield Finding("law", f"a playthrough for every way to end in {_short(home / 'playthroughs')}", missing)
    uncited = sorted(set(rulebook(game.folder, "en").paragraphs) - golden.cited_in_tests(game, home))
    prefix = game.prefix.lower()
    wish = tuple(f"no test is named for {each}: def test_{prefix}_{each[3:].replace('.', '_')}_..." for each in uncited)
    yield Finding("law", f"every paragraph has a test in {_short(home)}", wish)


def _short(path: Path) -> str:
    """A path as seen from here, where that is shorter."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _perft(game: Game, file: Path) -> Iterator[str]:
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(golden.perft_lines(game), encoding="utf-8")
        return
    yield from golden.perft_differs(game, file.read_text(encoding="utf-8"))


def _playthroughs(game: Game, folder: Path) -> Iterator[str]:
    """Those that are there play again as they are written; for every other ending a random match is looked for."""
    ends = set()
    for file in sorted(folder.glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        try:
            head, lines = golden.parse(text)
            if golden.render(golden.play(head, lines)) != text:
                yield f"{_short(file)} plays otherwise now; python -m banquise.lab.golden {_short(file)} rewrites it"
            ends.add(head.ends)
        except (ValueError, KeyError) as error:
            yield f"{_short(file)}: {error}"
    for name in game.endings.values():
        if f"ending.{name}" not in ends:
            try:
                match = golden.find(game.name, game.usual_seats, f"ending.{name}", {}, tries=300)
            except LookupError as error:
                yield f"{error}: play one and keep it (python -m banquise.lab.golden --from RECORD FILE)"
                continue
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_text(golden.render(match), encoding="utf-8")


# Polish ---------------------------------------------------------------------------------------------------------------


def _polish(game: Game) -> Iterator[Finding]:
    """What a game may do without."""
    for file, without in (
        ("guide.py", "bots search without knowing what is good"),
        ("lessons/script.toml", "nobody is taught it step by step"),
        ("puzzles.jsonl", "nobody can solve puzzles of it"),
        ("rulebook/diagrams.toml", "its rulebook has no pictures"),
    ):
        yield Finding("polish", file, () if (game.folder / file).is_file() else (f"none: {without}",))
    told = tuple(
        f"messages/{language}.toml has no about.title: {game.title!r} is said in {language} too"
        for language in LANGUAGES[1:]
        if "about.title" not in catalogue(game.folder, language)
    )
    yield Finding("polish", "a title in every language", told)
    unsaid = tuple(fact for fact in ("year", "author") if not getattr(game, fact))
    yield Finding("polish", "where it comes from", tuple(f"GAME has no {fact}" for fact in unsaid))
    used = "".join(file.read_text(encoding="utf-8") for file in game.folder.glob("*.py"))
    sentences = [key for key in catalogue(game.folder, "en") if re.fullmatch(r"(log|prompt)\.\w+", key)]
    idle = tuple(f"{key} is never said" for key in sentences if f'"{key}"' not in used)
    yield Finding("polish", "no message without use", idle)
