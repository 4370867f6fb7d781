"""The laws that every game keeps, asked of plain rules: ``banquise check-game`` and the battery of tests ask the same.

A law looks at one random match of one variant and yields a sentence for whatever breaks it: what was seen, and where.
What needs more than a game's folder (compiled twins, records, pinned playthroughs) is held by tests/battery alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.game import Endless, Game
from banquise.kernel.notation import BadNotation
from banquise.kernel.schema import BadPosition, State
from banquise.kernel.speech import LANGUAGES, Message, say
from banquise.lab.visits import (
    Variant,
    Viewer,
    after,
    codes,
    imagined,
    sample,
    some_seat,
    some_step,
    viewers,
    visit,
)

Law = Callable[[Variant, int], Iterator[str]]

FAR_OUT = ((-1, 0), (99, 0), (0, -1), (0, 2**40), (0, -(2**40)), (2**40, 2**40))
MOST_QUESTIONS = 20_000  # asked of why_illegal in one match


def _who(actor: Viewer) -> str:
    return "a spectator" if actor is None else "chance" if actor == CHANCE else f"seat {actor}"


def _what(game: Game, state: State, actor: int, code: int) -> str:
    """A step for a complaint: who does what."""
    text = game.words.write_outcome(state, code) if actor == CHANCE else game.words.write(state, actor, code)
    return f"{text!r} of {_who(actor)}"


# Rules ----------------------------------------------------------------------------------------------------------------


def a_match_ends_within_its_bound(variant: Variant, seed: int) -> Iterator[str]:
    """Random matches end within ``longest`` steps, in a way that has words, and only then somebody has won."""
    game, seats, _ = variant
    rules = game.rules
    try:
        for state in visit(variant, seed):
            if (rules.ending(state) == 0) != (rules.to_act(state) != NOBODY):
                yield f"ending answers {rules.ending(state)} where to_act answers {rules.to_act(state)}"
            if rules.ending(state) == 0 and rules.winners(state) != 0:
                yield f"winners answers {rules.winners(state)} before the end"
    except Endless as error:
        yield str(error)
        return
    if rules.ending(state) not in game.endings:
        yield f"it ends by {rules.ending(state)}, which has no words in ENDINGS"
    if rules.winners(state) >> seats:
        yield f"winners answers {rules.winners(state):b}, a seat that does not play"


def every_number_fits_its_field(variant: Variant, seed: int) -> Iterator[str]:
    """No number of the state leaves the bounds of its field, and no list its shape: compiled, it would wrap."""
    game = variant[0]
    for number, state in enumerate(visit(variant, seed)):
        try:
            game.schema.check(state)
        except BadPosition as error:
            yield f"after {number} steps {error}"
            return


def every_step_changes_the_state(variant: Variant, seed: int) -> Iterator[str]:
    """A move or an outcome leaves a trace, or a match could stand still."""
    game, rng = variant[0], [0] * RNG_LENGTH
    seed_rng(rng, seed, 2)
    for state in sample(variant, seed, 3):
        if game.rules.to_act(state) != NOBODY:
            actor, code = some_step(game, state, rng)
            if after(game, state, actor, code) == state:
                yield f"{_what(game, state, actor, code)} changes nothing"


def legal_moves_and_reasons_agree(variant: Variant, seed: int) -> Iterator[str]:
    """``legal_moves`` lists what ``why_illegal`` does not refuse, in ascending order, for seats that may act alone."""
    game, seats, _ = variant
    for state in sample(variant, seed, 1 + game.move_codes * seats * 20 // MOST_QUESTIONS):
        mask = game.rules.to_act(state)
        for seat in range(seats):
            legal = codes(game, state, seat)
            if bool(legal) != (mask > 0 and mask >> seat & 1 == 1):
                yield f"seat {seat} has {len(legal)} legal moves where to_act answers {mask}"
            whys = [game.rules.why_illegal(state, seat, move) for move in range(game.move_codes)]
            allowed = [move for move, why in enumerate(whys) if why == 0]
            if legal != allowed:
                odd = sorted(set(legal) ^ set(allowed)) or legal
                yield f"legal_moves and why_illegal do not agree on moves {odd[:5]} of seat {seat}, or on their order"
            unknown = {why for why in whys if why} - set(game.reasons)
            if unknown:
                yield f"why_illegal answers {sorted(unknown)}, which have no words in REASONS"


def codes_out_of_range_are_refused(variant: Variant, seed: int) -> Iterator[str]:
    """``why_illegal`` welcomes any ints and refuses seats and moves that there are not."""
    game, seats, _ = variant
    for state in sample(variant, seed, 10):
        for seat, move in (*FAR_OUT, (seats, 0), (0, game.move_codes)):
            if game.rules.why_illegal(state, seat, move) not in game.reasons:
                yield f"why_illegal does not refuse move {move} of seat {seat}"


def chance_has_weights(variant: Variant, seed: int) -> Iterator[str]:
    """At a chance node there are 1 to ``outcome_codes`` outcomes with whole weights, one of them positive."""
    game, out = variant[0], [0] * variant[0].buffer
    for state in visit(variant, seed):
        if game.rules.to_act(state) == CHANCE:
            n = game.rules.odds(state, out)
            if not 1 <= n <= game.outcome_codes:
                yield f"odds answers {n} outcomes; there may be 1 to {game.outcome_codes} (outcome_codes)"
            elif not all(type(weight) is int and weight >= 0 for weight in out[:n]) or sum(out[:n]) <= 0:
                yield f"odds gives the weights {out[:n]}: whole numbers, none negative, some positive are wanted"


# Secrets --------------------------------------------------------------------------------------------------------------


def known(game: Game, state: State, viewer: Viewer) -> list[object]:
    """All that a viewer is sent about a position is made of this: pictures, texts and prompts of what is seen alone."""
    parts: list[object] = [game.schema.seen(state, viewer), game.schema.view(state, viewer), game.rules.to_act(state)]
    if viewer is not None:
        # A refusal tells nothing either.
        asked = (0, game.move_codes // 2, game.move_codes - 1)
        parts += [codes(game, state, viewer), [game.rules.why_illegal(state, viewer, move) for move in asked]]
    return parts


def what_is_shown_does_not_depend_on_what_is_hidden(variant: Variant, seed: int) -> Iterator[str]:
    """What is seen, the moves and the refusals are the same in every world that ``imagine`` draws for the viewer."""
    game, seats, _ = variant
    for state in sample(variant, seed, 11):
        for viewer in viewers(seats):
            if known(game, imagined(game, state, viewer, seed), viewer) != known(game, state, viewer):
                yield f"what {_who(viewer)} is shown changes with what imagine draws anew"


def an_imagined_match_ends_too(variant: Variant, seed: int) -> Iterator[str]:
    """A world that a seat believes in can be played to its end."""
    game, seats, _ = variant
    program = bound(playout, game.rules)
    rng, out = [0] * RNG_LENGTH, [0] * game.buffer
    for number, state in enumerate(visit(variant, seed)):
        if number % 29 == seed % 29:
            twin, steps = imagined(game, state, seed % seats, seed), number
            seed_rng(rng, seed, 9)
            while game.rules.to_act(twin) != NOBODY:
                if steps > game.longest:
                    yield str(Endless(game, seats, f"a world imagined by seat {seed % seats}"))
                    return
                program.random_step(twin, seats, rng, out)
                steps += 1


def nobody_is_told_what_nobody_could_see(variant: Variant, seed: int) -> Iterator[str]:
    """If another code would leave a viewer's view the same, that viewer may not be told the code (``who_sees``).

    A seat knows its own moves; and two codes that do the very same are no secret. The other codes are those of this
    very world: what is hidden is found out as soon as there are two of it to choose from. In a world that differs where
    the viewer cannot look another act may leave the same picture (a card from the hand, its like from the fingers);
    whether people see which act it was no view can answer, and the rulebook does (AL-7.7, AL-7.8).
    """
    game, seats, _ = variant
    rng = [0] * RNG_LENGTH
    seed_rng(rng, seed, 5)
    for state in sample(variant, seed, 7 if game.move_codes > 100 else 1):
        if game.rules.to_act(state) == NOBODY:
            continue
        actor, code = some_step(game, state, rng)
        told = game.rules.who_sees(state, actor, code)
        then = after(game, state, actor, code)
        others = [after(game, state, actor, other) for other in codes(game, state, actor) if other != code]
        others = [other for other in others if other != then]
        for viewer in viewers(seats):
            if viewer == actor or not (told == EVERYBODY or (viewer is not None and told >> viewer & 1)):
                continue
            if any(game.schema.looks_alike(other, then, viewer) for other in others):
                yield f"who_sees lets {_who(viewer)} be told {_what(game, state, actor, code)}, which it cannot see"


def sentences_do_not_tell_what_is_hidden(variant: Variant, seed: int) -> Iterator[str]:
    """Whoever does not see what is done is told the same whatever it was, unless their own view changes otherwise."""
    game, seats, _ = variant
    rng = [0] * RNG_LENGTH
    seed_rng(rng, seed, 4)
    for state in sample(variant, seed, 5):
        if game.rules.to_act(state) == NOBODY:
            continue
        actor, code = some_step(game, state, rng)
        mask, then = game.rules.who_sees(state, actor, code), after(game, state, actor, code)
        for viewer in viewers(seats):
            if mask == EVERYBODY or (viewer is not None and mask >> viewer & 1):
                continue
            believed = imagined(game, state, viewer, seed), imagined(game, then, viewer, seed)
            one, other = (
                game.words.tell(game.schema.seen(first, viewer), game.schema.seen(last, viewer), actor, None)
                for first, last in ((state, then), believed)
            )
            if one != other:
                yield f"{_who(viewer)} is told {one} or {other} of {_what(game, state, actor, code)}"


# Words ----------------------------------------------------------------------------------------------------------------


def every_text_reads_back(variant: Variant, seed: int) -> Iterator[str]:
    """Every legal move and outcome reads back from its text, in capitals and with spaces around it too."""
    game, seats, _ = variant
    words = game.words
    for state in sample(variant, seed, 7):
        if game.rules.to_act(state) == CHANCE:
            for code in codes(game, state, CHANCE):
                text = words.write_outcome(state, code)
                if words.read_outcome(state, text) != code:
                    yield f"outcome {code} is written {text!r} and read as {words.read_outcome(state, text)}"
        for seat in range(seats):
            for move in codes(game, state, seat):
                yield from _reads_back(game, state, seat, move)


def _reads_back(game: Game, state: State, seat: int, move: int) -> Iterator[str]:
    text = game.words.write(state, seat, move)
    for said in (text, f"  {text.upper()} "):
        try:
            read = game.words.read(state, seat, said)
        except BadNotation as error:
            yield f"move {move} is written {text!r}, and {error}"
            return
        if read != [move]:
            yield f"move {move} is written {text!r}, and {said!r} is read as {read}"
            return
    if game.words.write_line(state, seat, [move]) != text:
        yield f"write_line writes {game.words.write_line(state, seat, [move])!r} for {text!r} alone"


def any_text_is_read_or_refused(variant: Variant, seed: int) -> Iterator[str]:
    """Text that names no move raises BadNotation, which quotes it and says what would be right; nothing else."""
    game, rng = variant[0], random.Random(seed)
    alphabet = "gadslr nsew 0123456789.:-,é\0{}%sdone tilt red keep place"
    for state in sample(variant, seed, 5):
        mask = game.rules.to_act(state)
        if mask <= 0:
            continue
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(30)))
        try:
            game.words.read(state, mask.bit_length() - 1, text)
        except BadNotation as error:
            if repr(text)[:20] not in str(error) or len(error.hint) <= 10:
                yield f"{text!r} is refused by {str(error)!r}: that should quote it and say what would be right"
        except Exception as error:
            yield f"{text!r} is refused by {type(error).__name__}: {error}; BadNotation is wanted"


def everything_said_has_words(variant: Variant, seed: int) -> Iterator[str]:
    """Every sentence, prompt and reason is in four languages, with nothing missing to fill in."""
    game, seats, _ = variant
    rng = [0] * RNG_LENGTH
    seed_rng(rng, seed, 6)
    for state in visit(variant, seed):
        if game.rules.to_act(state) == NOBODY:
            return
        actor = some_seat(game, state, seats, rng)
        code = codes(game, state, actor)[0]
        then = after(game, state, actor, code)
        for viewer in viewers(seats):
            mask = game.rules.who_sees(state, actor, code)
            knows = mask == EVERYBODY or (viewer is not None and mask >> viewer & 1)
            seen = (game.schema.seen(state, viewer), game.schema.seen(then, viewer))
            said = game.words.tell(*seen, actor, code if knows else None)
            if viewer is not None and viewer == actor:
                said = [*said, game.words.prompt(seen[0], viewer)]
            for message in said:
                yield from _unsaid(game, message)


def _unsaid(game: Game, message: Message) -> Iterator[str]:
    for language in LANGUAGES:
        try:
            say(message, language, game.folder)
        except KeyError as error:
            yield f"messages/{language}.toml: {message.key} cannot be said with {message.params}: no {error}"


def moves_come_in_parts(variant: Variant, seed: int) -> Iterator[str]:
    """Legal moves differ in their parts, the parts have a kind, and what can be known beforehand fits into JSON."""
    game, seats, _ = variant
    for state in sample(variant, seed, 17):
        for seat in range(seats):
            seen, legal = game.schema.seen(state, seat), codes(game, state, seat)
            parts = [game.words.structure(seen, seat, move) for move in legal]
            if len({json.dumps(part) for part in parts}) != len(legal):
                yield f"two legal moves of seat {seat} have the same parts"
            if not all(part.get("kind") for part in parts):
                yield f"a legal move of seat {seat} has no kind among its parts"
            for move in legal[:5]:
                json.dumps(game.words.preview(seen, seat, game.words.write(seen, seat, move)))
            if seen != game.schema.seen(state, seat):
                yield "a preview changes the state that it is asked about"


def every_position_is_drawn(variant: Variant, seed: int) -> Iterator[str]:
    """There is a board in text and a picture of what anybody sees, and the picture is well formed."""
    game, seats, _ = variant
    for number, state in enumerate(sample(variant, seed, 23)):
        viewer = viewers(seats)[number % (seats + 1)]
        seen = game.schema.seen(state, viewer)
        if not game.drawing.text(seen).strip():
            yield f"{_who(viewer)} is shown an empty board"
        try:
            ElementTree.fromstring(game.drawing.svg(seen))  # noqa: S314 -- the picture is our own
        except ElementTree.ParseError as error:
            yield f"the picture for {_who(viewer)} is not well formed: {error}"


def timeless_moves_never_change(variant: Variant, seed: int) -> Iterator[str]:
    """The text and the parts of a move in TIMELESS are the same in every position: they are written once and kept."""
    game, seats, _ = variant
    blank = game.schema.new()
    for state in sample(variant, seed, 3):
        for seat in range(seats):
            seen = game.schema.seen(state, seat)
            for move in codes(game, state, seat):
                if move in game.words.TIMELESS:
                    for write in (game.words.write, game.words.structure):
                        once, now = write(blank, seat, move), write(seen, seat, move)
                        if once != now:
                            yield f"TIMELESS holds {once}, which is {now} elsewhere"


LAWS: tuple[Law, ...] = (
    a_match_ends_within_its_bound,
    every_number_fits_its_field,
    every_step_changes_the_state,
    legal_moves_and_reasons_agree,
    codes_out_of_range_are_refused,
    chance_has_weights,
    what_is_shown_does_not_depend_on_what_is_hidden,
    an_imagined_match_ends_too,
    nobody_is_told_what_nobody_could_see,
    sentences_do_not_tell_what_is_hidden,
    every_text_reads_back,
    any_text_is_read_or_refused,
    everything_said_has_words,
    moves_come_in_parts,
    every_position_is_drawn,
    timeless_moves_never_change,
)
