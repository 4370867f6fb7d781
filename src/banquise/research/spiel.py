"""OpenSpiel games, registered on import: ``pyspiel.load_game("python_banquise_ice_lake(seats=3)")``.

A match may begin elsewhere than at the set-up, so that a game becomes small enough for algorithms that walk its whole
tree: ``load_game("python_banquise_altitude", {"seats": 2, "position": spiel.position_text({"pile_size": 3, ...})})``.

Chance nodes are explicit, with probabilities; what happens by itself happens at once. Seats that decide at the same
time are asked one after the other under imperfect information, which is the same game. What a player may know is
derived from the rules' declared visibility, never written here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from banquise.games import all_games
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.contract import CHANCE
from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.sight import masks
from banquise.kernel.wasm import INT, Code, Room, translate
from banquise.kernel.wasm.room import Argument
from banquise.research import turns
from banquise.research.copies import Whole
from banquise.table.match import laid_out
from banquise.table.trial import try_out

with of_extra("research"):
    import numpy as np
    import pyspiel

HISTORY_BITS = 128  # a digest of all that a player has seen, so that an information-state tensor names its state
SOLO_POINTS = 100.0  # no patience scores more


def spiel_name(game: Game) -> str:
    """The short name that OpenSpiel knows a game by."""
    return f"python_banquise_{game.name}"


def position_text(position: dict[str, Any]) -> str:
    """Fields of a state that differ from the set-up (as in a JSON position), as text that fits a game's parameters.

    >>> position_text({"turn": 1})
    'eyJ0dXJuIjogMX0'
    """
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def _position_of(text: str) -> dict[str, Any]:
    """What ``position_text`` wrote."""
    try:
        position = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) if text else {}
    except (ValueError, binascii.Error):
        raise ValueError(f"position {text!r:.60} is not what spiel.position_text() writes") from None
    return dict(position)


def _game_type(game: Game, seats: tuple[int, ...]) -> pyspiel.GameType:
    """The facts of a game that may be played by so many: for company it is zero-sum, a patience is not."""
    hides = bool(game.schema.hidden)
    solo = 1 in seats
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"Banquise {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if solo else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": game.usual_seats, "position": ""}
        | {o.name: o.values[0] for o in game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """One of our games as OpenSpiel sees it. Subclasses, one a game, are made at registration."""

    banquise: Game
    state_class: type[SpielState]

    def __init__(self, params: dict[str, Any] | None = None):
        given = params or {}
        game = self.banquise
        self.seats = int(given.get("seats", game.usual_seats))
        game.check_seats(self.seats)
        options = {o.name: given[o.name] for o in game.options if o.name in given}
        position = _position_of(str(given.get("position", "")))
        start = laid_out(game, self.seats, options, position)
        if position:
            try_out(game, self.seats, start)
        self.beginning = _desk(game).begin(game.schema.pack(start), [[] for _ in range(self.seats)])
        best = SOLO_POINTS if self.seats == 1 else 1.0
        worst = 0.0 if self.seats == 1 else -1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.move_codes,
            max_chance_outcomes=game.outcome_codes,
            num_players=self.seats,
            min_utility=worst,
            max_utility=best,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=game.longest,
        )
        super().__init__(_game_type(game, (self.seats,)), info, given)

    def new_initial_state(self) -> SpielState:
        """The set-up."""
        return self.state_class(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.get_type().short_name, self.get_parameters())

    def __copy__(self) -> SpielGame:
        return self  # a game never changes

    def __deepcopy__(self, memo: Any) -> SpielGame:
        return self

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What players see, as tensors and strings."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _loaded(name: str, parameters: dict[str, Any]) -> SpielGame:
    """A game as it was pickled: found here, so that another process registers the games first."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


@lru_cache(maxsize=16)
def _program(game: Game) -> Code:
    """The rules of a game behind OpenSpiel's interface, translated once in a process."""
    room = Room()
    states = room.structs("states", game.schema.layout, 2)
    sight = room.seen_as("longs", states, "i8"), room.lookup("masks", masks(game.schema))
    out, chances = room.numbers("out", game.buffer), room.numbers("chances", game.outcome_codes, kind="f8")
    reward = room.numbers("reward", game.schema.seats, kind="f8")
    here = states[0]
    entries: dict[str, tuple[Argument, ...]] = {
        "follow": (here, out),
        "make": (states, sight, INT, INT, INT, (out, chances)),
        "choices": (here, INT, out, chances),
        "utilities": (here, INT, out, reward),
    }
    return translate(turns, room, entries, rules=game.rules)


class _Desk:
    """A memory in which one position at a time is worked on: which one is remembered, so that it is laid out once."""

    def __init__(self, game: Game):
        instance = _program(game).instance()
        self.call = instance.call
        self.out, self.chances, self.reward = (instance.numbers(name) for name in ("out", "chances", "reward"))
        self._memory = instance.raw("states")[: game.schema.layout.size]
        self._lying: _Now | None = None

    def lay(self, now: _Now) -> _Desk:
        """Have this position before us."""
        if self._lying is not now:
            self._memory[:] = now.struct
            self._lying = now
        return self

    def begin(self, struct: bytes, seen: list[list[str]]) -> _Now:
        """A position that nobody has come to by a move, once everything has happened that happens by itself."""
        self._lying = None
        self._memory[:] = struct
        actor = self.call["follow"]()
        count = self.call["choices"](actor)
        self._lying = now = _Now(bytes(self._memory), actor, *self._choices(actor, count), seen)
        return now

    def _choices(self, actor: int, count: int) -> tuple[list[int], list[float]]:
        """The moves, or the outcomes and their probabilities."""
        return self.out[:count].tolist(), self.chances[:count].tolist() if actor == CHANCE else []

    def make(self, now: _Now, action: int, seats: int) -> _Now:
        """The position that comes of a move or an outcome."""
        self.lay(now)
        self._lying = None  # until it is done
        answer = self.call["make"](now.actor, action, seats)
        actor, count, past = (answer & 15) - 8, answer >> 20, (now.past, now.actor, action, answer >> 4 & 0xFFFF)
        self._lying = made = _Now(bytes(self._memory), actor, *self._choices(actor, count), past)
        return made


_desks = threading.local()


def _desk(game: Game) -> _Desk:
    """This thread's desk for a game."""
    try:
        found: _Desk = _desks.__dict__[game.name]
    except KeyError:
        found = _desks.__dict__[game.name] = _Desk(game)
    return found


class _Now:
    """A position that never changes: its struct, who acts, what may happen, and what each player saw on the way.

    States that are clones share it, which is why they are quickly made. The past is a chain of steps (what was before,
    actor, action, what each player was told); it begins with a list for each player of things seen.
    """

    __slots__ = ("actor", "chances", "moves", "past", "struct")

    def __init__(self, struct: bytes, actor: int, moves: list[int], chances: list[float], past: Any):
        self.struct, self.actor, self.moves, self.chances, self.past = struct, actor, moves, chances, past

    def __deepcopy__(self, memo: Any) -> _Now:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Now, (
            self.struct,
            self.actor,
            self.moves,
            self.chances,
            self.seen(),
        )  # a chain would be too deep for a pickle

    @lru_cache(maxsize=4)  # noqa: B019 -- a few, as every player is asked about one position, in characters and numbers
    def seen(self) -> list[list[str]]:
        """What each player has seen, the first thing first."""
        steps, past = [], self.past
        while isinstance(past, tuple):
            past, *step = past
            steps.append(step)
        seen = [list(things) for things in past]
        for actor, action, told in reversed(steps):
            for player, things in enumerate(seen):
                how = told >> 2 * player & 3
                if how:
                    things.append(f"{actor}:{action if how == turns.KNOWN else '?'}")
        return seen


class SpielState(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A position, played on the rules as WebAssembly. Subclasses, one a game: OpenSpiel clones a state's attributes."""

    _game: Game
    _now: _Now

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._now, self._seats = game.beginning, game.seats

    @property
    def position(self) -> Any:
        """The whole state as the plain rules know it, secrets included; a copy."""
        return self._game.schema.unpack(self._now.struct)

    @property
    def seen(self) -> list[list[str]]:
        """What each player has seen happen; a copy."""
        return [list(things) for things in self._now.seen()]

    def current_player(self) -> int:
        """The lowest of the seats that may act, or chance, or nobody."""
        return self._now.actor

    # OpenSpiel would answer these two by asking back: from Python, that takes longer than the rules themselves.

    def is_chance_node(self) -> bool:
        """Is it for chance to decide?"""
        return self._now.actor == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal moves of whoever acts, or the outcomes that chance may choose from; or a player's moves."""
        now = self._now
        if player is None or player == now.actor:
            return now.moves.copy()
        return list(super().legal_actions(player))

    def _legal_actions(self, player: int) -> list[int]:
        now = self._now
        if player == now.actor:
            return now.moves
        desk = _desk(self._game).lay(now)
        moves: list[int] = desk.out[: desk.call["choices"](player)].tolist()
        return moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each possible outcome with its probability."""
        return list(zip(self._now.moves, self._now.chances, strict=True))

    def _apply_action(self, action: int) -> None:
        self._now = _desk(self._game).make(self._now, action, self._seats)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._game.words.write_outcome(self.position, action)
        return self._game.words.write(self.position, player, action)

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self._now.actor == turns.OVER

    def returns(self) -> list[float]:
        """Zero until the end, then what each player won."""
        seats = self._seats
        if not self.is_terminal():
            return [0.0] * seats
        desk = _desk(self._game).lay(self._now)
        desk.call["utilities"](seats)
        won: list[float] = desk.reward[:seats].tolist()
        return won

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from this one: what it does not know is drawn anew."""
        twin: SpielState = self.clone()
        position, rng = self.position, [0] * RNG_LENGTH
        seed_rng(rng, int(probability_sampler() * 2**62), 0)
        self._game.rules.imagine(position, player, rng)
        seen = self.seen
        for other in range(len(seen)):
            if other != player:  # what the others did in secret is imagined too
                view = self._game.schema.view(position, other)
                seen[other] = ["imagined", _digest(json.dumps(view)).hex()]
        twin._now = _desk(self._game).begin(self._game.schema.pack(position), seen)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        history = [(step.player, step.action) for step in self.full_history()]
        return _restored, (self.get_game(), history, self.__dict__)

    def __copy__(self) -> SpielState:
        twin: SpielState = self.clone()
        return twin

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.__copy__()

    def __str__(self) -> str:
        return self._game.drawing.text(self.position)


def _restored(game: SpielGame, history: list[tuple[int, int]], attributes: dict[str, Any]) -> SpielState:
    """A state as it was pickled.

    The history, which only OpenSpiel itself can write, is told again without the rules: a state that was resampled
    does not follow from its history.
    """
    state = game.new_initial_state()
    state._apply_action = lambda action: None  # type: ignore[method-assign] # of this state alone, until it is told
    for player, action in history:
        state.current_player = lambda player=player: player  # type: ignore[method-assign, misc] # likewise
        state.apply_action(action)
    state.__dict__.clear()
    state.__dict__.update(attributes)
    return state


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=HISTORY_BITS // 8).digest()


class SpielObserver(Whole):
    """The view of a player; with perfect recall, also everything that the player has seen happen."""

    made_by_look = ("dict",)

    def __init__(self, game: SpielGame, kind: Any):
        self._game = game.banquise
        self._recall = bool(kind.perfect_recall)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        seats = game.seats
        shapes: dict[str, tuple[int, ...]] = {"observer": (seats,)}
        blank = self._game.schema.view(self._game.schema.new(), 0 if self._own else None)
        if kind.public_info or self._own:
            shapes |= {name: np.shape(value) or (1,) for name, value in blank.items()}
        if self._recall:
            shapes["history"] = (HISTORY_BITS,)
        self._shapes = shapes
        self._fields = [name for name in shapes if name in blank]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.look()

    def look(self) -> None:
        """The parts of the tensor by name."""
        self.dict, at = {}, 0
        for name, shape in self._shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Update the tensor to what a player sees of a state."""
        self.tensor.fill(0)
        self.dict["observer"][player] = 1
        struct = np.frombuffer(state._now.struct, self._game.schema.dtype)[0]
        for name in self._fields:
            self.dict[name][...] = struct[name][player] if name in self._game.schema.owned else struct[name]
        if self._recall:
            digest = np.frombuffer(_digest(" ".join(state._now.seen()[player])), np.uint8)
            self.dict["history"][:] = np.unpackbits(digest)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees of a state, in characters."""
        view = self._game.schema.view(state.position, player if self._own else None)
        lines = [f"observer {player}"] + [f"{name} {_brief(value)}" for name, value in view.items()]
        if self._recall:
            lines.append("seen " + " ".join(state._now.seen()[player]))
        return "\n".join(lines)


def _brief(value: Any) -> str:
    """A field without its zeros: place=value, the places counted through."""
    if isinstance(value, int):
        return str(value)
    flat = np.ravel(value)
    return " ".join(f"{place}={flat[place]}" for place in np.flatnonzero(flat)) or "-"


def register() -> None:
    """Make every game known to OpenSpiel; doing it again changes nothing."""
    for game in all_games():
        if spiel_name(game) in pyspiel.registered_names():
            continue
        kind = _game_type(game, game.seats)
        state = type(f"{game.name}_state", (SpielState,), {"_game": game})
        facts = {"banquise": game, "state_class": state}
        pyspiel.register_game(kind, type(f"{game.name}_game", (SpielGame,), facts))


register()

__all__ = ["SpielGame", "SpielObserver", "SpielState", "position_text", "register", "spiel_name"]
