"""Finding puzzles: positions from bots' matches in which one line is right, and nothing else comes near.

A move is judged by what the seat knows: hidden things are imagined anew in every simulation, what the others have
decided in secret is open again, and each match is played to its end. A line goes on for as long as one move alone is
best by ``MARGIN``; forced moves belong to it. What was found by one draw of worlds must be found again by another.
Where nothing is hidden and little is left, it is tried whether the line wins against everything (``wins_for_sure``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from banquise.bots import levels
from banquise.bots.levels import level_named, mind_of
from banquise.bots.mind import World, believed, guide_of, imagined, mixed_seed
from banquise.bots.playing import play
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, catalogue
from banquise.table import Match, from_line, lines
from banquise.table.position_line import read_line
from banquise.table.puzzle import Puzzle, Riddle, Step

MARGIN = 0.15  # how much better than any other move the right one is, as a part of all worlds
HOPE = 0.3  # a line that wins less often is no solution
FEWEST, MOST = 3, 60  # legal moves at the first decision: a choice, and one that can be looked through
LATEST = 40  # decisions of a match that are looked at, from its end: what happens early decides little for sure
A_MATCH = 6  # puzzles at most from one
WORLDS = 4  # from which searches start, each of which imagines the rest anew in every simulation
BLINK, GLANCE, LOOK, PROOF = 32, 96, 800, 2000  # simulations for a move: to see whether to look, to judge, to verify
TOLERANCE = 0.06  # two measures of one margin differ so much, seldom more: three standard errors of the proof's
ORDERS = 3  # moves at most that are equally right as they may be made in any order
KEPT = 5  # of the other moves, the best are kept with their chances
LONGEST = 8  # moves of a line
SENTENCES = 10  # that tell the line and how the match may go on: a story ends with them, or with twice as many
WAYS = 12  # on which the match may go on, of which one is told; five times as many if none of them is good
BRIEF, ENDLESS = 140, 40  # a way of so few characters is short enough, one of so many lines is followed no further
THEMES = 3  # that a puzzle is said to have: the most telling ones
SOLVERS = ("hare", "fox", "wolf", "bear@0.2")
TELLER = replace(level_named("wolf"), limit=600.0)  # plays on; without haste, so that a slow machine finds the same
ROOM, DEPTH = 4000, 60  # positions that a proof may look at, and how many moves ahead
BOTS = ("fox", "wolf@0.1", "fox", "fox")


class TooMuch(Exception):
    """A proof would take too long."""


@dataclass(frozen=True)
class Spot:
    """A decision in a bots' match: where it was found, and the match as it stood; ``part`` of what is looked at there
    comes before it."""

    name: str
    match: Match
    seat: int
    part: float = 0.0


# Judging ------------------------------------------------------------------------------------------


def chance_after(spot: Spot, move: int, simulations: int, seed: int) -> float:
    """How often the seat wins after a move, over worlds that it can believe."""
    game, state, seats, seat = spot.match.game, spot.match.state, spot.match.seats, spot.seat
    reopen, total = bound(guide_of(game), game.rules).reopen, 0.0
    worlds = WORLDS if simulations > BLINK else 1
    for number in range(worlds):
        world = believed(game, state, seats, seat, seed + 7919 * number).state
        reopen(world, seat)
        game.rules.play(world, seat, move)
        total += _worth(World(game, world, seats, seat), simulations // worlds, seed + number)
    return total / worlds


def _worth(world: World, simulations: int, seed: int) -> float:
    if world.game.rules.to_act(world.state) != NOBODY:
        own = mixed_seed(world.game, world.state, world.seat, seed)
        return mind_of(world.game).estimate(world, simulations, seed=own)[world.seat]
    won = world.game.rules.winners(world.state)
    return (won >> world.seat & 1) / max(1, won.bit_count()) if won else 1 / world.seats


def judged(spot: Spot, simulations: int, seed: int, moves: list[int]) -> list[tuple[float, int]]:
    """Moves with their chances, the best first."""
    return sorted(((chance_after(spot, move, simulations, seed), move) for move in moves), reverse=True)


@dataclass(frozen=True)
class Right:
    """What is right at a decision: one move, or a few that are as good; its chance, and those of the other moves."""

    moves: list[int]
    chance: float
    others: dict[int, float]


def right_moves(spot: Spot, seed: int) -> Right | None:
    """The moves that stand out, mostly one; None if others come near."""
    moves = [int(move) for move in spot.match.legal(spot.seat)]
    promising = _promising(spot, seed, moves) if _is_open(spot, seed) else []
    glance = judged(spot, GLANCE, seed, promising)
    if not _standing_out(glance, MARGIN - 0.05):  # the others can only come nearer
        return None
    glance = sorted(
        [*glance, *judged(spot, GLANCE, seed, [one for one in moves if one not in promising])], reverse=True
    )
    if not _standing_out(glance, MARGIN - 0.05):
        return None
    looked = judged(spot, LOOK, seed + 1, [move for _, move in glance[: ORDERS + 1]])
    right = _standing_out(looked, MARGIN)
    proof = judged(spot, PROOF, seed + 2, [move for _, move in looked[: right + 1]])
    if not right or _standing_out(proof, MARGIN) != right:
        return None
    best = [move for _, move in proof[:right]]
    others = {move: chance for chance, move in [*glance, *looked] if move not in best}
    if proof[0][0] - max(others.values()) < MARGIN - TOLERANCE:  # what a glance saw is told to those who try it
        return None
    return Right(best, proof[0][0], others)


def _standing_out(found: list[tuple[float, int]], margin: float) -> int:
    """How many of the first moves are better than all that follow by a margin; 0 if none or too many."""
    for count in range(1, min(ORDERS, len(found) - 1) + 1):
        if found[count - 1][0] - found[count][0] >= margin:
            return count if found[0][0] >= HOPE and found[0][0] - found[count - 1][0] < MARGIN else 0
    return 0


def _is_open(spot: Spot, seed: int) -> bool:
    """Is it neither won nor lost whatever the seat does, as a first look has it?"""
    world = believed(spot.match.game, spot.match.state, spot.match.seats, spot.seat, seed)
    return HOPE / 2 < _worth(world, 2 * BLINK, seed) < 1 - MARGIN / 8


def _promising(spot: Spot, seed: int, moves: list[int]) -> list[int]:
    """The best by a first look, none if nothing will stand out; it ends as soon as too many are too good for that."""
    best: list[tuple[float, int]] = []
    for move in moves:
        best = sorted([*best, (chance_after(spot, move, BLINK, seed), move)], reverse=True)[: ORDERS + 1]
        if len(best) > ORDERS and best[ORDERS][0] > 1 - MARGIN + 0.1:
            return []
    gaps = [first[0] - second[0] for first, second in pairwise(best)]
    return [move for _, move in best] if best[0][0] >= HOPE - 0.1 and max(gaps, default=0) > MARGIN / 2 else []


# Finding ------------------------------------------------------------------------------------------


def spots(game: Game, number: int) -> Iterator[Spot]:
    """The later decisions of a bots' match with something to choose, the last first."""
    seats = game.usual_seats if number % 3 else max(game.seats)
    match = play(game.name, [BOTS[(number + seat) % len(BOTS)] for seat in range(seats)], seed=number)
    own = [at for at, entry in enumerate(match.log) if entry.actor != CHANCE]
    for gone, at in enumerate(reversed(own[-LATEST:])):
        entry = match.log[at]
        before = match.copy(at)
        for done in range(len(entry.codes)):
            stands = before.copy()
            if done:
                stands.play(entry.actor, list(entry.codes[:done]))
            if FEWEST <= len(stands.legal(entry.actor)) <= MOST:
                yield Spot(f"{number}.{at}.{done}", stands, entry.actor, gone / min(LATEST, len(own)))
                break


def found_in(game: Game, number: int, watch: Callable[[float], None] = lambda part: None) -> Iterator[Puzzle]:
    """The puzzles of a bots' match; from decisions near one that was found none is taken. Whoever watches is told how
    much of the match has been looked at."""
    count, last = 0, 10**9
    for spot in spots(game, number):
        watch(spot.part)
        at = int(spot.name.split(".")[1])
        if last - at < 2 or count >= A_MATCH:
            continue
        puzzle = puzzle_at(spot)
        if puzzle is not None:
            count, last = count + 1, at
            yield puzzle


def puzzle_at(spot: Spot, seed: int = 1) -> Puzzle | None:
    """The puzzle at a decision, if there is one."""
    position = spot.match.to_line()
    game, seats, options, fields = read_line(position)
    walked = Spot(spot.name, Match(game, seats, options, position=fields), spot.seat)
    steps: list[Step] = []
    equals: list[list[str]] = []  # to each step, the moves that are as good
    while len(steps) < LONGEST and spot.seat in walked.match.to_act:
        found = _step(walked, seed)
        if found is None:
            break
        steps.append(found[0])
        equals.append(found[1])
        walked.match.play(spot.seat, found[0].move)
    line = _whole(Puzzle(spot.name, position, spot.seat, tuple(steps), PROOF), game, equals)
    return _told(line) if line.line else None


def _whole(found: Puzzle, game: Game, equals: list[list[str]]) -> Puzzle:
    """A line as far as nothing beside it is as good: what is as good must be a part of it, in another order."""
    while found.line:
        last = len(found.line) - 1
        riddle = Riddle(game, found)
        free = (not riddle.is_in_any_order(at, move) for at in range(last + 1) for move in equals[at])
        if found.line[last].others and not any(free):  # forced moves at the end are no part of an answer
            break
        found = msgspec.structs.replace(found, line=found.line[:last])
    return found


def _step(walked: Spot, seed: int) -> tuple[Step, list[str]] | None:
    legal = walked.match.legal(walked.seat)
    if len(legal) == 1:
        return Step(legal[0].text, 100, {}), []
    right = right_moves(walked, seed) if len(legal) <= MOST else None
    if right is None:
        return None
    texts = {int(one): one.text for one in legal}
    best = sorted(right.others, key=lambda other: -right.others[other])[:KEPT]
    others = {texts[one]: round(100 * right.others[one]) for one in best}
    return Step(texts[right.moves[0]], round(100 * right.chance), others), [texts[one] for one in right.moves[1:]]


def _told(found: Puzzle) -> Puzzle:
    """A puzzle with what else is said of it: who solves it, whether it is proved, how it goes on, themes."""
    solved_by = tuple(name for name in SOLVERS if solves(found, name))
    return told_anew(msgspec.structs.replace(found, solved_by=solved_by, sure=is_proved(found)))


def told_anew(found: Puzzle) -> Puzzle:
    """A puzzle with how it goes on and its themes as they are found today; all else stays."""
    whole = msgspec.structs.replace(found, then=how_it_goes_on(found))
    return msgspec.structs.replace(whole, themes=themes_of(whole))


def how_it_goes_on(found: Puzzle) -> tuple[str, ...]:
    """The lines that wolves play after the solution, up to the end or until enough is told.

    Of several ways on it is one that has a theme and goes for the solver as the line promises, so that it shows what
    the line is good for; and a short one, as wolves that see how it ends write down anything.
    """
    best = _way_on(found, 1)
    for seed in range(2, 5 * WAYS + 1):
        has_theme, goes_well, shortness = best.merit
        if has_theme and goes_well and (seed > WAYS or shortness >= -BRIEF):
            break
        best = max(best, _way_on(found, seed), key=lambda way: way.merit)
    return best.then


@dataclass(frozen=True)
class _Way:
    """One way on: its lines, and how well it tells what the line is good for (has a theme, goes well, is short)."""

    then: tuple[str, ...]
    merit: tuple[bool, bool, int]


def _way_on(found: Puzzle, seed: int) -> _Way:
    riddle, match = Riddle(read_line(found.position)[0], found), _solved(found, seed)
    since = len(riddle.opening().events(found.seat))

    def is_told() -> bool:
        told = riddle.told_of(match, since)
        return len(told) >= (SENTENCES if _themes_in(match.game, told) else 2 * SENTENCES)

    while not match.is_over and not is_told() and len(match.log) < ENDLESS:
        seat = match.to_act[0]
        match.play(seat, levels.decide(match.game, match.state, match.seats, seat, TELLER, seed).moves)
    then = tuple(_lines(match, len(found.line)))  # what chance has drawn since the line belongs to what follows
    worth = _worth(believed(match.game, match.state, match.seats, found.seat, seed), LOOK, seed)
    themes = _themes_in(match.game, riddle.told_of(match, since))
    return _Way(then, (bool(themes), worth >= found.line[-1].chance / 100, -sum(map(len, then))))


def _lines(match: Match, first: int) -> Iterator[str]:
    walked = match.copy(first)
    for entry in match.log[first:]:
        yield str(lines.write(walked, entry))
        walked.apply(entry)


def _solved(found: Puzzle, seed: int) -> Match:
    """The match after the line, chance drawn from a seed."""
    match = from_line(found.position, seed=seed)
    for step in found.line:
        match.play(found.seat, step.move)
    return match


def solves(found: Puzzle, name: str) -> bool:
    """Does a level find the line, mostly?"""
    first = [_finds(found, name, seed) for seed in (1, 2)]
    return first[0] if first[0] == first[1] else _finds(found, name, 3)


def _finds(found: Puzzle, name: str, seed: int) -> bool:
    riddle, made, level = Riddle(read_line(found.position)[0], found), list[str](), level_named(name)
    match = riddle.opening()
    for _ in found.line:
        thought = levels.decide(match.game, match.state, match.seats, found.seat, level, seed)
        move = match.game.words.write(match.state, found.seat, thought.moves[0])
        verdict = riddle.attempt(made, move).verdict
        if verdict != "under_way":
            return verdict == "solved"
        match.play(found.seat, thought.moves[:1])
        made.append(move)
    return False


def themes_of(found: Puzzle) -> tuple[str, ...]:
    """What a puzzle is about: the events that it leads to and that the game's words have a theme for (``theme.``)."""
    game = read_line(found.position)[0]
    return _themes_in(game, Riddle(game, found).explanation())


def _themes_in(game: Game, messages: list[Message]) -> tuple[str, ...]:
    named = [key.removeprefix("theme.") for key in catalogue(game.folder, "en") if key.startswith("theme.")]
    told = {word for message in messages for word in _words_of(message)}
    return tuple(key for key in named if key in told)[:THEMES]


def _words_of(message: Message) -> Iterator[str]:
    """What a message is about: its own key, and those of the things that it names (``@card.avalanche``)."""
    yield message.key.removeprefix("log.")
    for value in message.params.values():
        if isinstance(value, str) and value.startswith("@"):
            yield value.rpartition(".")[2]


# Verifying ----------------------------------------------------------------------------------------


def complaints(found: Puzzle, seed: int = 1001, simulations: int = PROOF) -> list[str]:
    """What is wrong with a puzzle, judged in worlds that were not looked at before: nothing, if it holds."""
    try:
        return [f"{found.name}: {wrong}" for wrong in _wrong(found, seed, simulations)]
    except ValueError as error:
        return [f"{found.name}: it cannot be played: {error}"]


def _wrong(found: Puzzle, seed: int, simulations: int) -> Iterator[str]:
    walked = Spot(found.name, Riddle(read_line(found.position)[0], found).opening(), found.seat)
    for step in found.line:
        texts = {move.text: int(move) for move in walked.match.legal(found.seat)}
        rivals = [texts[text] for text in (step.move, *list(step.others)[:2]) if text in texts]
        order = judged(walked, simulations, seed, rivals) if step.others else []
        if order and (order[0][1] != texts[step.move] or order[0][0] - order[1][0] < MARGIN - TOLERANCE):
            yield f"{step.move} does not stand out: {[round(chance, 2) for chance, _ in order]}"
        walked.match.play(found.seat, step.move)
    if found.sure and not is_proved(found):
        yield "it is said to be sure, and that could not be proved"
    if themes_of(found) != found.themes:
        yield f"its themes are {themes_of(found)}, not {found.themes}"


# Proving ------------------------------------------------------------------------------------------


def is_proved(found: Puzzle) -> bool:
    """Does the line win for sure? Only asked where the seat can know everything."""
    riddle = Riddle(read_line(found.position)[0], found)
    match = riddle.opening()
    worlds = {match.game.schema.digest(imagined(match.game, match.state, found.seat, seed)) for seed in range(6)}
    if len(worlds) > 1:
        return False
    for step in found.line:
        match.play(found.seat, step.move)
    try:
        return wins_for_sure(match.game, match.state, found.seat, {}, DEPTH)
    except TooMuch:
        return False


def wins_for_sure(game: Game, state: State, seat: int, known: dict[str, bool], depth: int) -> bool:
    """Does a seat win alone whatever the others and chance do? Where several act at once, it commits itself first."""
    rules = game.rules
    mask = rules.to_act(state)
    if mask == NOBODY:
        return bool(rules.winners(state) == 1 << seat)
    key = game.schema.digest(state)
    if key not in known:
        if len(known) >= ROOM or depth == 0:
            raise TooMuch
        known[key] = False  # whoever comes round in a circle has not won
        own = mask != CHANCE and mask >> seat & 1
        follow = (wins_for_sure(game, after, seat, known, depth - 1) for after in _after(game, state, mask, seat))
        known[key] = any(follow) if own else all(follow)
    return known[key]


def _after(game: Game, state: State, mask: int, seat: int) -> Iterator[State]:
    """The states that one decision leads to: the seat's own if it may act, else chance's or the first other's."""
    rules, out = game.rules, [0] * game.buffer
    if mask == CHANCE:
        for outcome in range(rules.odds(state, out)):
            if out[outcome] > 0:
                after = state.copy()
                rules.settle(after, outcome)
                yield after
        return
    actor = seat if mask >> seat & 1 else (mask & -mask).bit_length() - 1
    count = rules.legal_moves(state, actor, out)
    for move in out[:count]:
        after = state.copy()
        rules.play(after, actor, move)
        yield after
