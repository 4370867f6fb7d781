"""Positions that the lesson of Alaska begins its steps with: Red camps in the north-west, Yellow in the north-east."""

# mypy: allow-untyped-calls
from __future__ import annotations

from typing import Any

from banquise.games.alaska import moves
from banquise.games.alaska.board import HEX_NAMED, ISLAND, KINDS, LAND, LAND_NAMES, PLACEMENT_OF, STOCK
from banquise.games.alaska.ice import lay
from banquise.games.alaska.rules import setup
from banquise.games.alaska.spaces import piece_at
from banquise.games.alaska.state import STATE
from banquise.kernel.schema import State

RED, YELLOW = 0, 1
_ROADS = ("a3 b4", "c4 d5", "a8 b8", "c7 d7")  # two double pieces from either camp to the island


def loaded() -> dict[str, Any]:
    """Red is on the island with a container, and its voyage begins."""
    s = _lake(_ROADS, "island", "NE")
    _load(s, RED)
    return STATE.to_json(s)


def hunted() -> dict[str, Any]:
    """Yellow is on the island with a container; Red is about to draw an event card."""
    s = _lake(_ROADS, "NW", "island")
    _load(s, YELLOW)
    s.phase = moves.EVENT_CARD
    return STATE.to_json(s)


def crowded() -> dict[str, Any]:
    """Red is loaded on the island; on the direct way two containers lie, a way round is free."""
    s = _lake((*_ROADS, "d4 e4", "c3"), "island", "NE")
    _load(s, RED)
    _drop(s, "c4", RED, 1)
    _drop(s, "c4", YELLOW, 1)
    return STATE.to_json(s)


def ambush() -> dict[str, Any]:
    """Red stands on the ice beside a container of Yellow's, a hijack and a helicopter in hand; Yellow keeps a card."""
    s = _lake(_ROADS, "c4", "NE")
    _drop(s, "c4", YELLOW, 1)
    for seat, kept in ((RED, moves.HIJACK_HELD), (RED, moves.HELICOPTER_HELD), (YELLOW, moves.HELICOPTER_HELD)):
        s.hand[seat][kept] += 1
        s.held[seat] += 1
        s.event_pack[moves.HIJACK_CARD + kept] -= 1
    return STATE.to_json(s)


def thaw() -> dict[str, Any]:
    """Spring: one road is left, Red stands loaded at its end, Yellow on the island; Red draws an ice card next."""
    s = _lake(("a3", "b4", "c4", "d5", "k5"), "a3", "island")
    for seat in (RED, YELLOW):
        s.lying[ISLAND][seat] -= 6
        s.lying[s.camp[seat]][seat] += 6
        s.last_rise[seat] = 11 + seat
        _load(s, seat)
    s.deliveries = 12
    s.season, s.phase, s.turn = moves.SPRING, moves.ICE_CARD, 61
    for kind in range(KINDS):
        s.melted[kind] += s.stock[kind]
        s.stock[kind] = 0
    return STATE.to_json(s)


def _lake(ice: tuple[str, ...], red: str, yellow: str) -> State:
    """Red's voyage, in winter, with these pieces on the lake; vehicles stand on a hex, a territory or the island."""
    s = STATE.new()
    setup(s, 2, [0] * 7)
    s.phase, s.turn, s.mover = moves.VOYAGE, 5, RED
    for cells in ice:
        lay(s, PLACEMENT_OF[frozenset(HEX_NAMED[cell] for cell in cells.split())])
    s.pieces = 0
    for seat, name in ((RED, red), (YELLOW, yellow)):
        s.at[seat] = _space(s, name)
    assert all(0 <= s.stock[kind] <= STOCK[kind] for kind in range(KINDS))
    return s


def _space(s: State, name: str) -> int:
    if name == "island":
        return ISLAND
    return LAND + LAND_NAMES.index(name) if name in LAND_NAMES else int(piece_at(s, HEX_NAMED[name]))


def _load(s: State, seat: int) -> None:
    """A container of its own colour, from the island."""
    s.lying[ISLAND][seat] -= 1
    s.carried[seat] = seat + 1


def _drop(s: State, name: str, colour: int, count: int) -> None:
    """Containers that somebody left there."""
    s.lying[ISLAND][colour] -= count
    s.lying[_space(s, name)][colour] += count
