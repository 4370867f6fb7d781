"""Positions that the lesson of Altitude begins its steps with: two mountains, and a card about to be drawn."""

from __future__ import annotations

from typing import Any

from banquise.games.altitude import moves
from banquise.games.altitude.board import COLUMNS, COPIES, KINDS
from banquise.games.altitude.state import STATE
from banquise.games.altitude.words import CARD_NAMES

RED, YELLOW = 0, 1
_CARD = {name: card for card, name in enumerate(CARD_NAMES)}

Mountain = tuple[str, ...]  # its storeys from the base up: cards by name from column 1 on, a dash where there is none


def mountains() -> dict[str, Any]:
    """Two mountains of three storeys, to look at."""
    return _table(
        ("4 9 3 12 7", "11 13 - 18", "16"),
        ("6 2 10", "marmot-8 15", "17"),
        ("1 5 20 0", "2 14 19 23"),
    )


def begin() -> dict[str, Any]:
    """Hands are chosen, no mountain has a card yet."""
    return _table((), (), ("6 14 17 0", "5 16 20 21"))


def storm() -> dict[str, Any]:
    """Yellow stands higher and has an open place at 3.2; Red has a 24 at the end of the base."""
    return _table(
        ("5 9 7 24", "14 12"),
        ("3 8 6 10", "11 9 13", "16"),
        ("2 15 19 0", "1 4 20 22"),
    )


def summit() -> dict[str, Any]:
    """Red has five storeys and so two draws; two cards are left in the pile, black grouse 18 and chamois 19."""
    return _table(
        ("2 4 3 6 5 1", "8 7 9 10 7", "12 11 13 12", "marmot-16 14 15", "ibex-17"),
        ("1 5 3 2 4", "7 8 6 5", "15 9 10", "20 avalanche"),
        ("20 saint-bernard saint-bernard saint-bernard", "6 10 11 13"),
        pile=("grouse-18", "chamois-19"),
        draws=2,
    )


def _table(
    red: Mountain, yellow: Mountain, hands: tuple[str, str], pile: tuple[str, ...] = (), draws: int = 1
) -> dict[str, Any]:
    """Red is about to draw. Without a pile of its own, every card that is not in sight is in the pile."""
    s = STATE.new()
    s.seats, s.phase, s.turn, s.draws_left, s.dealt_cards = 2, moves.DRAWING, RED, draws, 12
    unseen = list(COPIES)
    for seat, mountain in enumerate((red, yellow)):
        s.has_kept[seat] = 1
        for storey, cards in enumerate(mountain):
            for column, name in enumerate(cards.split()):
                if name != "-":
                    s.mountain[seat][storey * COLUMNS + column] = _taken(unseen, name)
        s.hand[seat] = sorted(_taken(unseen, name) for name in hands[seat].split())
    if pile:
        for name in pile:
            s.pile[_taken(unseen, name) - 1] += 1
        s.discards = unseen
    else:
        s.pile = unseen
    s.pile_size = sum(s.pile[kind] for kind in range(KINDS))
    return STATE.to_json(s)


def _taken(unseen: list[int], name: str) -> int:
    """A card by its name, out of those not yet in sight."""
    card = _CARD[name]
    unseen[card - 1] -= 1
    assert unseen[card - 1] >= 0, f"there are not so many of {name!r}"
    return card
