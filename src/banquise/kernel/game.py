"""What a game declares about itself. The generic battery holds every registered game to it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from banquise.kernel.moves import Moves, Names, Reasons
from banquise.kernel.schema import Schema, State
from banquise.kernel.speech import Message, catalogue
from banquise.kernel.tuning import Tuning

COLOURS = ("red", "yellow", "green", "blue")


@dataclass(frozen=True)
class Option:
    """A rule that the players may choose: named values, the first of them usual.

    >>> lake = Option("lake", ("large", "short"), "IL-1.1", "the lake of radius 6, or of radius 5")
    >>> lake.allowed(2)
    ('large', 'short')
    """

    name: str
    values: tuple[str, ...]  # the rules receive the index of the chosen value
    paragraph: str
    about: str
    needs: tuple[int, ...] = ()  # for each value the fewest seats that it makes sense with; empty: any

    def allowed(self, seats: int) -> tuple[str, ...]:
        """The values that so many seats can choose from."""
        needs = self.needs or (0,) * len(self.values)
        return tuple(value for value, fewest in zip(self.values, needs, strict=True) if fewest <= seats)


def who_begins(paragraph: str) -> Option:
    """The option of every game that draws lots for the first turn; the rules ask ``kernel.chance.lots``.

    >>> who_begins("IL-1.4").allowed(2)
    ('lot', '1', '2')
    """
    return Option("first", ("lot", "1", "2", "3", "4"), paragraph, "who begins: by lot, or this seat", (1, 1, 2, 3, 4))


class Endless(ValueError):
    """A match that goes on beyond the bound that its game declares.

    >>> from banquise.games import game
    >>> str(Endless(game("ice_lake"), 2, "a match"))[:40]
    'a match of Ice Lake for 2 has not ended '
    """

    def __init__(self, game: Game, seats: int, which: str):
        self.game, self.seats, self.which = game, seats, which
        super().__init__(
            f"{which} of {game.title} for {seats} has not ended after {game.longest:,} moves and outcomes, the bound "
            "that its GAME declares (longest): the rules let it go on for ever, or the bound is too low"
        )

    def __reduce__(self) -> tuple[type[Endless], tuple[Game, int, str]]:
        return type(self), (self.game, self.seats, self.which)


class Module(Protocol):
    """A module, as far as it is asked who it is.

    >>> from banquise.games import game
    >>> game("ice_lake").rules.__name__
    'banquise.games.ice_lake.rules'
    """

    __name__: str
    __package__: str | None
    __file__: str | None

    def __hash__(self) -> int: ...


class Rules(Module, Protocol):
    """What a game's ``rules.py`` answers; ``kernel.contract`` says what is asked.

    The rules' own subset has no types: ``s`` is a state, a struct in memory or on a device, and so on.

    >>> from banquise.games import game
    >>> s = game("ice_cult").schema.new()
    >>> game("ice_cult").rules.setup(s, 2, game("ice_cult").option_values({}))
    >>> game("ice_cult").rules.to_act(s)
    -1
    """

    def setup(self, s: Any, seats: Any, options: Any) -> Any: ...
    def to_act(self, s: Any) -> Any: ...
    def why_illegal(self, s: Any, seat: Any, move: Any) -> Any: ...
    def legal_moves(self, s: Any, seat: Any, out: Any) -> Any: ...
    def play(self, s: Any, seat: Any, move: Any) -> Any: ...
    def odds(self, s: Any, out: Any) -> Any: ...
    def settle(self, s: Any, outcome: Any) -> Any: ...
    def who_sees(self, s: Any, actor: Any, code: Any) -> Any: ...
    def score(self, s: Any, out: Any) -> Any: ...
    def winners(self, s: Any) -> Any: ...
    def ending(self, s: Any) -> Any: ...
    def imagine(self, s: Any, seat: Any, rng: Any) -> Any: ...


class Guide(Module, Protocol):
    """What a game's ``guide.py`` answers, likewise; and how the game is searched.

    >>> from banquise.games import game
    >>> game("ice_cult").guide.TUNING.simulations_a_second > 0
    True
    """

    TUNING: Tuning
    ADVICE: dict[int, str]  # why a move is good, by the numbers that ``advice`` answers: keys under ``hint``; or empty

    def weigh(self, s: Any, seat: Any, moves: Any, n: Any, weights: Any) -> Any: ...
    def guide_move(self, s: Any, seat: Any, rng: Any, moves: Any, weights: Any) -> Any: ...
    def evaluate(self, s: Any, out: Any, room: Any) -> Any: ...
    def reopen(self, s: Any, seat: Any) -> Any: ...
    def advice(self, s: Any, seat: Any, move: Any) -> Any: ...


class Words(Protocol):
    """How a game speaks (``words.py``): notation both ways, log sentences, reasons.

    States given to ``tell`` and ``prompt`` are as the listener sees them (``Schema.seen``).

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> match.game.words.prompt(match.state, match.to_act[0]).key
    'prompt.tilt'
    """

    TIMELESS: Container[int]  # the moves whose text and parts are the same in every position: written once, kept

    def write(self, s: State, seat: int, move: int) -> str:
        """The text of one legal move."""
        ...

    def read(self, s: State, seat: int, text: str) -> list[int]:
        """The move or moves that a text means (a programme is several); BadNotation if none."""
        ...

    def write_line(self, s: State, seat: int, moves: Sequence[int]) -> str:
        """The text of moves that were made together: what ``read`` turns back into them."""
        ...

    def write_outcome(self, s: State, outcome: int) -> str:
        """The text of one outcome of a chance node."""
        ...

    def read_outcome(self, s: State, text: str) -> int:
        """The outcome that a text means; BadNotation if none."""
        ...

    def tell(self, before: State, after: State, actor: int, code: int | None) -> list[Message]:
        """What happened, in words. ``actor`` is a seat or CHANCE; ``code`` is None if the listener may not know it."""
        ...

    def prompt(self, s: State, seat: int) -> Message:
        """What this seat must do now."""
        ...

    def structure(self, s: State, seat: int, move: int) -> dict[str, int | str]:
        """A legal move in parts (its kind, where it points), so that a client can light up the board."""
        ...

    def preview(self, s: State, seat: int, text: str) -> Mapping[str, Any]:
        """What the seat can know beforehand of a move that it is thinking of, from the state as it sees it.

        The rules answer, so that no client has to know them; BadNotation if the text means nothing.
        """
        ...


class Drawing(Protocol):
    """How a game looks (``drawing.py``), from a state as the viewer sees it, its words in the viewer's language.

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.game.drawing.svg(match.seen(None))[:4]
    '<svg'
    """

    def text(self, s: State, language: str = "en") -> str:
        """The board in characters."""
        ...

    def svg(self, s: State, language: str = "en") -> str:
        """The board as an SVG picture."""
        ...

    def layout(self) -> Mapping[str, Any]:
        """What never changes about the board (places, names, coordinates), for clients that draw it themselves."""
        ...


@dataclass(frozen=True, kw_only=True)
class Game:
    """The facts of a game. What has a default may be left out.

    >>> from banquise.games import game
    >>> alaska = game("alaska")
    >>> alaska.title, alaska.for_seats, alaska.option_values({"ties": "shared"}, 2)
    ('Alaska', '2 to 4 seats', [0, 0, 0, 0, 0, 1, 0])
    """

    name: str
    title: str  # in English; ``about.title`` in its messages says it in other languages
    year: str = ""
    author: str = ""
    publisher: str = ""
    summary: str
    reconstructed: str = ""  # what no source shows and we had to make
    minutes: int
    prefix: str  # of its rulebook's paragraph ids
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    version: int  # of the rules: moves when a record could replay differently, never for a refactor
    # Versions whose matches today's rules still play, and the options with which they do.
    earlier: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = ()
    schema: Schema
    rules: Rules
    words: Words
    drawing: Drawing
    guide: Guide | None = None  # none: bots search without knowing what is good
    moves: Moves  # what the game declares in its moves.py
    phases: Names
    endings: Names
    reasons: Reasons
    outcome_codes: int  # no chance node has more outcomes
    longest: int  # no match takes more moves and outcomes together
    folder: Path
    play_peer: str = ""  # the OpenSpiel game that its speed is measured beside; none: it is measured alone
    search_peer: str = ""  # the same for the search
    no_undo: str = ""  # the paragraph that says what is not taken back, if there is one
    final: tuple[str, ...] = ()  # by that paragraph: these kinds of moves
    # Kinds of moves that only begin one (a letter of a programme): a table takes them together with what ends it, in
    # one command, and tells them together. Their texts end in "-"; joined without it, they are the whole.
    beginnings: tuple[str, ...] = ()
    # Events (keys under ``log``) that others tell as well or that decide nothing: a summary does without them.
    quiet: tuple[str, ...] = ()
    colours: Callable[[int, Sequence[int]], tuple[str, ...]] = lambda seats, options: COLOURS[:seats]

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as the place it is found at, and a copy of it is itself: it never changes."""
        return _game_in, (self.rules.__package__,)

    @property
    def move_codes(self) -> int:
        """Legal moves are ints from 0 to one less."""
        return self.moves.count

    @cached_property
    def buffer(self) -> int:
        """How long an ``out`` must be for every question."""
        return max(self.move_codes, self.outcome_codes)

    @property
    def usual_seats(self) -> int:
        """How many sit down where nobody says: the fewest that make company; a patience is asked for."""
        return next((seats for seats in self.seats if seats > 1), self.seats[0])

    @cached_property
    def _begins(self) -> frozenset[int]:
        return frozenset(code for code in range(self.move_codes) if self.moves.kind(code).name in self.beginnings)

    def is_begun(self, moves: Sequence[int]) -> bool:
        """Do these moves, made together, only begin one?"""
        return moves[-1] in self._begins

    def ending_of(self, state: State, seat: int) -> int:
        """The move that ends what a seat has begun, as it is."""
        out = [0] * self.buffer
        return next(move for move in out[: self.rules.legal_moves(state, seat, out)] if move not in self._begins)

    def option_values(self, chosen: dict[str, str], seats: int | None = None) -> list[int]:
        """Option values as the rules take them; names and values are checked, and whether they suit so many seats."""
        names = [option.name for option in self.options]
        for name in chosen:
            if name not in names:
                known = ", ".join(names) if names else "none"
                raise ValueError(f"{self.title} has no option {name!r}; its options: {known}")
        values = []
        for option in self.options:
            value = chosen.get(option.name, option.values[0])
            if value not in option.values:
                allowed = " or ".join(option.values)
                raise ValueError(f"option {option.name!r} of {self.title} is {allowed}, not {value!r}")
            if seats is not None and value not in option.allowed(seats):
                allowed = " or ".join(option.allowed(seats))
                raise ValueError(f"option {option.name!r} of {self.title} for {seats} is {allowed}, not {value!r}")
            values.append(option.values.index(value))
        return values

    def options_of(self, version: int, chosen: dict[str, str]) -> dict[str, str] | None:
        """Options with which today's rules play a match of this version; None if they do not know how."""
        if version == self.version:
            return chosen
        for number, options in self.earlier:
            if number == version:
                return dict(options) | chosen
        return None

    def check_seats(self, seats: int) -> None:
        """Raise unless the game is for so many."""
        if seats not in self.seats:
            raise ValueError(f"{self.title} is for {self.for_seats}, not {seats}")

    @property
    def for_seats(self) -> str:
        """For how many it is: ``2 seats``, ``2 or 4 seats``, ``2 to 4 seats``."""
        first, last = self.seats[0], self.seats[-1]
        if len(self.seats) == 1:
            return f"{first} seat" + "s" * (first > 1)
        if self.seats == tuple(range(first, last + 1)) and last > first + 1:
            return f"{first} to {last} seats"
        return f"{', '.join(map(str, self.seats[:-1]))} or {last} seats"

    def told(self, what: str, language: str) -> str:
        """Its ``title``, ``summary`` or ``reconstructed`` in a language: ``about`` in its messages, else in English."""
        english: str = getattr(self, what)
        return catalogue(self.folder, language).get(f"about.{what}", english)


def _game_in(package: str) -> Game:
    """The game that a package declares."""
    found: Game = import_module(package).GAME
    return found
