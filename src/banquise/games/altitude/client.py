"""What clients that draw Altitude themselves are told, besides views and moves. TypeScript takes these types over."""

from typing import TypedDict


class Card(TypedDict):
    """A kind of card: its name in notation, its family, its altitude or size, and how many there are."""

    name: str
    family: str
    value: int
    copies: int


class Layout(TypedDict):
    """The cards by number (0 is none), and the places by number with their names and what they rest on."""

    cards: list[Card]
    rows: int
    columns: int
    longest_base: int
    places: list[str]
    rests_on: list[list[int]]


class Preview(TypedDict):
    """How the mountain that a move touches would stand after it, why it is refused, and what to warn of."""

    owner: int
    storeys: int
    animals: int
    refused: str | None
    warning: str | None
