"""A match: the fold of its log.

The log holds what people decided and what chance decided; everything else follows. Chance nodes with a single outcome
(a skater's programmed step, say) happen by themselves and are not logged, but they are events that a viewer can see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache, cached_property
from typing import Any, NamedTuple, overload

from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.ascii import in_ascii
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.schema import See, State
from banquise.kernel.speech import Message, say
from banquise.table import position_line
from banquise.table.audience import EVERYTHING, Audience, Event, Step, happen
from banquise.table.decisions import (
    CALLED_OFF,
    CLOSED,
    GIVING_UP,
    HOME,
    RESIGNED,
    RESIGNS,
    Choice,
    Decision,
    IllegalMove,
    Move,
    NoUndo,
    Result,
)
from banquise.table.trial import try_out

__all__ = [  # what is decided belongs to a match for whoever asks here
    "Choice",
    "Decision",
    "Event",
    "IllegalMove",
    "Mark",
    "Match",
    "Move",
    "NoUndo",
    "Result",
    "from_line",
    "laid_out",
    "new",
]


class Mark(NamedTuple):
    """A moment of a match: so many lines of the log, steps and draws, and the state that they led to."""

    entries: int
    steps: int
    drawn: int
    state: State


@cache
def _seats_in(mask: int, seats: int) -> tuple[int, ...]:
    """The seats of a bit mask; chance and nobody, which are negative, are no seats."""
    return tuple(seat for seat in range(seats) if mask > 0 and mask >> seat & 1)


class Match:
    """A match of one game, played on the plain rules.

    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.to_act
    (0, 1)
    >>> match.legal(0)
    [<0 'G-'>, <1 'A-'>, <2 'D-'>]
    >>> match.play(0, "GA")
    >>> match.play(1, "DAX")
    Traceback (most recent call last):
    ...
    banquise.kernel.notation.BadNotation: 'DAX' is no move here: X is no letter of a programme; write L or G ...
    >>> match.play(0, "A")
    Traceback (most recent call last):
    ...
    banquise.table.decisions.IllegalMove: 'A' refused: Your programme is finished and cannot be changed. (IL-7.2)
    >>> match.result is None
    True
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str] | None = None,
        *,
        seed: bytes | None = None,
        promise: fair.Promise = fair.NOTHING_PROMISED,
        names: Sequence[str] = (),
        position: dict[str, Any] | None = None,
        before: Sequence[Decision] = (),
    ):
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self._option_values = game.option_values(options or {}, seats)
        self.options = {o.name: o.values[v] for o, v in zip(game.options, self._option_values, strict=True)}
        self.colours = game.colours(seats, self._option_values)
        self.names = tuple(names) or tuple(colour.title() for colour in self.colours)
        if len(self.names) != seats:
            raise ValueError(f"{len(self.names)} names for {seats} seats")
        self.seed: bytes | None = None
        self.commitment = promise.commitment or (fair.commitment(seed) if seed else None)
        _, self.entropy, self.seals, self.decks, self.dealt = promise
        self.position = position or {}
        self.before = tuple(before)  # lines of an earlier match: this one begins where they lead
        self.bots: frozenset[int] = frozenset()  # seats that no person holds: a match that all people leave is over
        self._first = laid_out(game, seats, self.options, self.position)
        self._begin()
        if self.before:
            self._go_on()
        if seed is not None:
            self.begin(seed)

    def begin(self, seed: bytes, *, draw: bool = True) -> None:
        """Let chance be drawn from a seed; without ``draw`` from the next move on: the log has what was decided."""
        self.seed = seed
        if draw:
            self.draw_chance()

    @cached_property
    def _out(self) -> list[int]:
        """Room for the answers of the rules, made when it is first needed: many copies of a match never play."""
        return [0] * self.game.buffer

    @cached_property
    def _audience(self) -> Audience:
        """Those who listen, from the first question on. Until then a match is told to nobody, and easily copied."""
        return Audience(self.game, self._first, self._steps)

    def _begin(self) -> None:
        self._stand(self._first_state())
        self.log: list[Decision] = []
        self.given_up: tuple[int, ...] = ()
        self.ended: Result | None = None  # by giving up, where the rules have not ended it
        self._drawn = 0  # outcomes of chance in the log
        self._draws: list[fair.Drawn] = []  # and what they were, where they come from decks
        self._steps: list[Step] = []
        self._pushed: list[Mark] = []  # what the match was like before each pushed move
        self.__dict__.pop("_audience", None)
        self._follow()

    def _go_on(self) -> None:
        """Begin where the lines of an earlier match lead; the rules are asked about each of them."""
        for entry in self.before:
            self.apply(entry)
        self._first = self.state
        self._begin()

    def _stand(self, state: State) -> None:
        """Let this be the state. Who acts in it is asked about often, and found once."""
        self.state = state
        self._due: int = self.game.rules.to_act(state)
        self.to_act = _seats_in(self._due, self.seats)  # the seats that may move now; empty when the match is over

    def _first_state(self) -> State:
        """The state that this match begins with, to be changed by whoever asked."""
        return self._first.copy()

    # What is going on ---------------------------------------------------------------------------

    @property
    def awaits_chance(self) -> bool:
        """True where chance is next and has not been drawn (only without a seed)."""
        return self._due == CHANCE

    @property
    def is_over(self) -> bool:
        """Has the match ended?"""
        return self._due == NOBODY

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        if not self.is_over or self.ended is not None:
            return self.ended
        points = [0] * self.seats
        self.game.rules.score(self.state, points)
        mask = self.game.rules.winners(self.state)
        won = tuple(seat for seat in range(self.seats) if mask >> seat & 1)
        return Result(won, f"ending.{self.game.endings[self.game.rules.ending(self.state)]}", tuple(points))

    def legal(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat now, empty if it may not move; without a seat, of the only one that may act."""
        if seat is None and not self.to_act:
            return []
        seat = self._only_seat("legal") if seat is None else seat
        self._at_table(seat)
        n = self.game.rules.legal_moves(self.state, seat, self._out)
        return [Move(code, self.game.words.write(self.state, seat, code)) for code in self._out[:n]]

    def _only_seat(self, asked: str) -> int:
        """The seat that is meant where none is named."""
        if not self.to_act:
            raise ValueError("chance is next" if self.awaits_chance else "the match is over: nobody may act")
        if len(self.to_act) > 1:
            seats = ", ".join(map(str, self.to_act))
            raise ValueError(f"several seats may act now ({seats}): name one, as in {asked}({self.to_act[0]}, ...)")
        return self.to_act[0]

    def _at_table(self, seat: int | None) -> int | None:
        """The seat, or a spectator, if there is such a one."""
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self.seats}: seats count from 0")
        return seat

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: a spectator), as JSON-ready data."""
        self._at_table(seat)
        return {"to_act": list(self.to_act), **self.game.schema.view(self.state, seat)}

    def written(self, seat: int | None = None) -> bytes:
        """The fields of the view as JSON; those that are as they were the last time are not written anew."""
        return self._audience.written(self._at_table(seat))

    def seen(self, seat: int | None = None) -> State:
        """The state as a seat sees it: for drawings and sentences."""
        return self.game.schema.seen(self.state, self._at_table(seat))

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The board as a seat sees it (None: a spectator), as an SVG picture."""
        return self.game.drawing.svg(self.seen(seat), language)

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The board as a seat sees it (None: a spectator), in characters."""
        return self.game.drawing.text(self.seen(seat), language)

    def ascii(self, seat: int | None = None, language: str = "en") -> str:
        """The board in the 95 characters that every terminal has; arrows are where their digits are on a keypad."""
        return in_ascii(self.text(seat, language))

    def to_line(self) -> str:
        """The present position in one line, secrets included, as FEN is for chess; ``from_line`` reads it."""
        return position_line.to_line(self.game, self.seats, self._option_values, self.state)

    def digest(self) -> str:
        """A name for the present state."""
        return self.game.schema.digest(self.state)

    @property
    def step_count(self) -> int:
        """How many moves, outcomes and consequences there have been."""
        return len(self._steps)

    # Playing ------------------------------------------------------------------------------------

    @overload
    def play(self, move: Choice, /) -> None: ...
    @overload
    def play(self, seat: int, move: Choice) -> None: ...
    def play(self, seat: Any, move: Any = None) -> None:
        """Make a move, given as an int, as text, or as several ints at once; all of it happens, or nothing.

        Without a seat it is the move of the only one that may act. Raises BadNotation for text that names no move,
        IllegalMove for a move that the rules refuse.
        """
        if move is None:
            seat, move = self._only_seat("play"), seat
        if self.awaits_chance:
            raise ValueError("chance is next, and this match has no seed to draw from: use apply() with the outcome")
        if not 0 <= seat < self.seats:
            self._check_move(self.state, seat, 0, None)  # no seat may speak for chance, whose actor number is negative
        if isinstance(move, str):
            codes = tuple(self.game.words.read(self.state, seat, move))
        else:
            codes = (int(move),) if isinstance(move, int) else tuple(move)
        self.apply(Decision(seat, codes), move if isinstance(move, str) else None)
        if self.seed is not None:
            self.draw_chance()

    def apply(self, entry: Decision, text: str | None = None) -> None:
        """Append one entry to the log, moves and outcomes alike. The rules are asked first; chance is not drawn."""
        if entry.gives_up:
            self._give_up(entry)
            return
        if not entry.codes:
            raise ValueError("a log entry holds at least one move")
        if self.ended is not None:
            raise ValueError("the match is over: it was given up")
        # Moves made together are tried on a copy, so that a refusal half-way changes nothing.
        state = self.state if len(entry.codes) == 1 else self.state.copy()
        for at, code in enumerate(entry.codes):
            if entry.actor == CHANCE:
                self._check_outcome(state, code)
            else:
                self._check_move(state, entry.actor, code, text)
            if at < len(entry.codes) - 1:
                self.game.rules.play(state, entry.actor, code)
        if self.decks and entry.actor == CHANCE:
            self._draws.append(fair.drawn(self._draws, *self._odds(), entry.codes[0]))
        for at, code in enumerate(entry.codes):
            self._do(Step(entry.actor, code, at < len(entry.codes) - 1))
        self.log.append(entry)
        self._drawn += entry.actor == CHANCE
        self._follow()

    def give_up(self, seat: int, how: str = RESIGNS) -> None:
        """A seat resigns, or is out of time where that means the same. The match is over when nobody plays on."""
        self.apply(Decision(seat, (), how))

    def _give_up(self, entry: Decision) -> None:
        if entry.gives_up not in GIVING_UP or not 0 <= entry.actor < self.seats:
            raise ValueError(f"{entry.gives_up!r} is no way for seat {entry.actor} to give up")
        if self.is_over or entry.actor in self.given_up:
            raise ValueError("the match is over" if self.is_over else "this seat has given up already")
        self.log.append(entry)
        self.given_up += (entry.actor,)
        self._end_if_given_up()

    def _end_if_given_up(self) -> None:
        """A match ends when all but one have given up, or no person is left in it; if it is closed, nobody wins."""
        playing = [seat for seat in range(self.seats) if seat not in self.given_up]
        is_closed = bool(self.given_up) and self.log[-1].gives_up == CLOSED
        if self.given_up and (not playing if is_closed else len(playing) == 1 or not set(playing) - self.bots):
            points = [0] * self.seats
            self.game.rules.score(self.state, points)
            self.ended = Result(tuple(playing), CALLED_OFF if is_closed else RESIGNED, tuple(points))
            self._due, self.to_act = NOBODY, ()

    @property
    def decisions(self) -> int:
        """How many lines of the log are moves or outcomes of chance."""
        return len(self.log) - len(self.given_up)

    def _check_outcome(self, state: State, code: int) -> None:
        rules = self.game.rules
        n = rules.odds(state, self._out) if rules.to_act(state) == CHANCE else 0
        if not 0 <= code < n or self._out[code] <= 0:
            raise ValueError(f"outcome {code} of chance is not possible here")

    def _check_move(self, state: State, seat: int, code: int, text: str | None) -> None:
        if why := self.game.rules.why_illegal(state, seat, code):
            reason = self.game.reasons[why]
            raise IllegalMove(reason, text or str(code), self.say(Message(reason.key)))

    def _do(self, step: Step) -> None:
        if "_audience" in self.__dict__:
            self._audience.watch(step, self.state)
        else:
            happen(self.game.rules, self.state, step)
        self._steps.append(step)
        if not step.goes_on:
            self._stand(self.state)

    def _follow(self) -> None:
        """Let everything happen that happens by itself."""
        while self.awaits_chance and self.game.rules.odds(self.state, self._out) == 1:
            self._do(Step(CHANCE, 0))

    def draw_chance(self) -> None:
        """Draw from the seed whatever chance has to decide now, as ``play`` does after every move."""
        while self.awaits_chance:
            self.apply(Decision(CHANCE, (self.next_outcome(),)))

    def next_outcome(self) -> int:
        """What chance decides now, by the seed."""
        assert self.seed is not None
        kind, weights = self._odds()
        if self.decks:
            return fair.next_card(self.seed, self.entropy, self._draws, kind, weights)
        return fair.draw(self.seed, self.entropy, self._drawn, weights)

    def _odds(self) -> tuple[str, tuple[int, ...]]:
        """What kind of draw is next (a phase of the game), and the weights of its outcomes."""
        n = self.game.rules.odds(self.state, self._out)
        return self.game.phases[self.state.phase], tuple(self._out[:n])

    def is_answer(self, seat: int) -> bool:
        """Is this seat, which hides something, alone asked for something by what another seat has just done?

        What it may answer can depend on what it hides, so how long it takes over it must not tell.
        """
        asked_by = self.log[-1].actor if self.log else CHANCE
        return self.to_act == (seat,) and asked_by not in (CHANCE, seat) and self._hides_something(seat)

    def _hides_something(self, seat: int) -> bool:
        own = [f for f in self.game.schema.hidden if f.see is See.OWNER]
        return any(getattr(self.state, f.name)[seat] != f.zero()[seat] for f in own)  # type: ignore[index] # they have rows

    # Taking back --------------------------------------------------------------------------------

    @overload
    def push(self, move: Choice, /) -> None: ...
    @overload
    def push(self, seat: int, move: Choice) -> None: ...
    def push(self, seat: Any, move: Any = None) -> None:
        """As ``play``, for analysis: the move can be popped quickly, whatever the rules say of taking back."""
        before = self.mark()
        self.play(seat, move)
        self._pushed.append(before)

    def pop(self) -> Decision:
        """Take back the last decision, whoever made it, and what chance decided after it; ``apply`` makes it again.

        Popping what was not pushed goes through the log once more, and is slower.
        """
        at = next((at for at in reversed(range(len(self.log))) if self.log[at].actor != CHANCE), None)
        if at is None:
            raise NoUndo("refused.nothing_to_undo")
        taken = self.log[at]
        marked = self._pushed and self._pushed[-1].entries == at
        self.back_to(self._pushed[-1] if marked else self.copy(at).mark())
        return taken

    def mark(self) -> Mark:
        """This moment, to come back to."""
        return Mark(len(self.log), len(self._steps), self._drawn, self.state.copy())

    def back_to(self, mark: Mark) -> None:
        """Be again as at a moment that was marked; what has happened since is forgotten."""
        del self.log[mark.entries :], self._steps[mark.steps :], self._draws[mark.drawn :]
        self._drawn = mark.drawn
        self.given_up = tuple(entry.actor for entry in self.log if entry.gives_up)
        self.ended = None
        self._pushed = [pushed for pushed in self._pushed if pushed.entries < mark.entries]
        self.__dict__.pop("_audience", None)
        self._stand(mark.state.copy())
        self._end_if_given_up()

    def undo_point(self, seat: int) -> int:
        """How many lines of the log are left when this seat takes back its last move, and all that came after it.

        NoUndo if that cannot be: chance has decided since, something hidden was decided or revealed, or could have
        been without this seat's knowing. So the answer tells it nothing that it does not know.
        """
        own = [at for at, entry in enumerate(self.log) if entry.actor == seat and not entry.gives_up]
        keep = own[-1] if own else None
        if keep is None:
            raise NoUndo("refused.nothing_to_undo")
        if any(self._is_final(entry) for entry in self.log[keep:]):
            raise NoUndo("refused.undo_final", self.game.no_undo)
        twin = self.copy(keep)
        before = twin.state.copy()
        for entry in self.log[keep:]:
            if entry.actor == CHANCE:
                raise NoUndo("refused.undo_chance")
            twin.apply(entry)
            if twin._could_act_unseen(seat):
                raise NoUndo("refused.undo_secret")
        if not self.game.schema.same_secrets(before, self.state):
            raise NoUndo("refused.undo_secret")
        return keep

    def _is_final(self, entry: Decision) -> bool:
        """Is there a move among these that the rules never take back?"""
        if entry.actor == CHANCE or entry.gives_up:
            return False
        return any(self.game.moves.kind(code).name in self.game.final for code in entry.codes)

    def _could_act_unseen(self, by: int) -> bool:
        """May another seat do something now that this one is not told?"""
        rules = self.game.rules
        for seat in self.to_act:
            if seat != by and self.game.schema.hidden:
                count = rules.legal_moves(self.state, seat, self._out)
                if any(not rules.who_sees(self.state, seat, code) >> by & 1 for code in self._out[:count]):
                    return True
        return False

    def undo(self, seat: int | None = None) -> None:
        """Take back this seat's last move and what came after it; without a seat, the last move, whoever made it."""
        if seat is None:
            seat = next((entry.actor for entry in reversed(self.log) if entry.actor != CHANCE), 0)
        self.back_to(self.copy(self.undo_point(seat)).mark())

    def copy(self, entries: int | None = None) -> Match:
        """The same match, independent of this one; with a number, as it was after that many log entries."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._detach()
        if entries is not None:
            twin._begin()
            for entry in self.log[:entries]:
                twin.apply(entry)
        return twin

    def _detach(self) -> None:
        """Share nothing that can change with the match whose attributes these are; listeners ask anew."""
        self.state = self.state.copy()
        self.log, self._steps, self._draws = self.log[:], self._steps[:], self._draws[:]
        self._pushed = []
        self.options = dict(self.options)
        self.position = deepcopy(self.position) if self.position else {}
        self.__dict__.pop("_out", None)
        self.__dict__.pop("_audience", None)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: everything but the room for answers and the listeners, who can be told again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_audience", "_out")}

    # Telling ------------------------------------------------------------------------------------

    def events(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """What this seat (None: a spectator) has seen happen, from its event number ``since`` on."""
        return self._audience.events(self._at_table(seat))[since:]

    def looked_back(self, viewer: int | None) -> list[Event]:
        """As ``events``, also for EVERYTHING, which sees what was hidden: not for a match that people still play."""
        return self._audience.events(viewer if viewer == EVERYTHING else self._at_table(viewer))

    def event_count(self, seat: int | None = None) -> int:
        """How many events this seat (None: a spectator) has seen."""
        return len(self._audience.events(self._at_table(seat)))

    def say(self, message: Message, language: str = "en") -> str:
        """A message of this game as a sentence."""
        return say(message, language, HOME if message.key == RESIGNED else self.game.folder)

    def story(self, seat: int | None = None, language: str = "en") -> Iterator[str]:
        """The match so far in sentences, as this seat saw it."""
        for event in self.events(seat):
            for message in event.said:
                yield self.say(message, language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine = (self.game.name, self.seats, self.options, self.position, self.before, self.log)
        return mine == (other.game.name, other.seats, other.options, other.position, other.before, other.log)

    def __hash__(self) -> int:
        """Equal matches have equal hashes. A match that goes on is no longer what it was: keep copies as keys."""
        return hash((self.game.name, self.seats, len(self.log), self.digest()))

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self.log)} log entries, to act {self.to_act}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()


def laid_out(game: Game, seats: int, options: dict[str, str], position: dict[str, Any]) -> State:
    """The set-up, with the fields of a position laid over it."""
    state = game.schema.new()
    game.rules.setup(state, seats, game.option_values(options))
    game.schema.overlay(state, position)
    return state


def new(
    name: str,
    seats: int | None = None,
    *,
    seed: int | bytes | None = None,
    options: dict[str, str] | None = None,
    names: Sequence[str] = (),
    entropy: Sequence[str] = (),
    position: dict[str, Any] | None = None,
) -> Match:
    """A new match, chance drawn from the seed (an int for a repeatable match; none for a secret one).

    ``position`` sets fields of the state (as in a JSON position) that differ from the game's own set-up.

    >>> new("ice_lake", seats=3, seed=7) == new("ice_lake", seats=3, seed=7)
    True
    >>> new("ice_lake", options={"lake": "short"}).options["lake"]
    'short'
    """
    game = game_named(name)
    chosen = game.usual_seats if seats is None else seats
    return Match(
        game,
        chosen,
        options,
        seed=fair.seed_of(seed),
        promise=fair.Promise(entropy=tuple(entropy)),
        names=names,
        position=position,
    )


def from_line(line: str, *, seed: int | bytes | None = None) -> Match:
    """A match that begins at the position in a line that ``Match.to_line`` wrote; chance is drawn as in ``new``.

    >>> match = new("ice_cult", seats=2, seed=4)
    >>> from_line(match.to_line()).state == match.state
    True
    """
    game, seats, options, fields = position_line.read_line(line)
    try_out(game, seats, laid_out(game, seats, options, fields))
    return Match(game, seats, options, seed=fair.seed_of(seed), position=fields)
