"""Positions of Alaska for tests, written with the names on the board and played through the real rules."""

from __future__ import annotations

from banquise.games.alaska import GAME, board, ice, moves, rules, words
from banquise.games.alaska.state import STATE
from banquise.kernel.contract import CHANCE

RED, YELLOW, GREEN, BLUE = range(4)
EVENTS = {"hijack": 0, "helicopter": 1, "fog": 2}


def hex_of(name):
    """The number of a hex."""
    return board.HEX_NAMED[name]


def space(name):
    """The number of a space: a piece by its lowest hex, a territory, or the island."""
    return board.NAMES.index(name)


def fresh(seats=2, end="road", camps="nw"):
    """A match before the draw of the first player."""
    s = STATE.new()
    rules.setup(s, seats, GAME.option_values({"end": end, "camps": camps}))
    return s


def scene(seats=2, floes="", at=None, carried=None, lying=None, hands=None, bear=None, **fields):
    """A voyage of seat 0 in spring, unless fields say otherwise.

    ``floes``: pieces as in the notation, with commas; or single hexes, with spaces. ``at``: seat -> space;
    ``carried``: seat -> colour; ``lying``: space -> {colour: count}; ``hands``: seat -> kept cards.
    """
    s = fresh(seats)
    s.phase, s.turn, s.season = moves.VOYAGE, 1, moves.SPRING
    for floe in filter(None, floes.split(",")):
        parts = [floe.strip()] if floe.split()[0] in board.PIECE_NAMES else [f"single {name}" for name in floe.split()]
        for part in parts:
            ice.lay(s, words.read(s, 0, f"place {part}")[0] - moves.PLACE)
    for seat, name in (at or {}).items():
        s.at[seat] = space(name)
    for name, crates in (lying or {}).items():
        for colour, count in crates.items():
            s.lying[space(name)][colour] += count
            s.lying[board.ISLAND][colour] -= count
    for seat, colour in (carried or {}).items():
        s.carried[seat] = colour + 1
        s.lying[board.ISLAND][colour] -= 1
    for seat, cards in (hands or {}).items():
        for card in cards.split():
            s.hand[seat][EVENTS[card]] += 1
            s.held[seat] += 1
            s.event_pack[moves.HIJACK_CARD + EVENTS[card]] -= 1
    s.bear = board.NOWHERE if bear is None else space(bear)
    s.pieces = 0
    for name, value in fields.items():
        assert hasattr(s, name), name
        setattr(s, name, value)
    check_conservation(s)
    return s


def ice_card(s, text, event=None):
    """Action one: this ice card comes next."""
    s.phase = moves.ICE_CARD
    draw(s, text)
    return s


def event_card(s, text):
    """Action two: this event card comes next."""
    s.phase = moves.EVENT_CARD
    draw(s, text)
    return s


def draw(s, text):
    """One outcome of a chance node; it must be possible."""
    assert rules.to_act(s) == CHANCE
    out = [0] * 8
    count = rules.odds(s, out)
    outcome = words.read_outcome(s, text)
    assert outcome < count
    assert out[outcome] > 0, f"{text} cannot be drawn"
    rules.settle(s, outcome)
    check_conservation(s)
    return s


def play(s, seat, text):
    """Make the moves of a text through the rules, each checked for legality; everything stays conserved."""
    for move in words.read(s, seat, text):
        why = rules.why_illegal(s, seat, move)
        assert why == 0, f"{text}: {GAME.reasons[why].key}"
        assert move in legal(s, seat)
        rules.play(s, seat, move)
        check_conservation(s)
    return s


def why_not(s, seat, text):
    """The reason why the text is refused, as its key; empty if it is legal."""
    (move,) = words.read(s, seat, text)
    why = rules.why_illegal(s, seat, move)
    assert (why == 0) == (move in legal(s, seat))
    return GAME.reasons[why].key.removeprefix("reason.") if why else ""


def legal(s, seat):
    """The legal moves of a seat."""
    out = [0] * moves.MOVE_CODES
    return out[: rules.legal_moves(s, seat, out)]


def options(s, seat):
    """The legal moves of a seat, as texts."""
    return [words.write(s, seat, move) for move in legal(s, seat)]


def where(s, seat):
    """The name of the space of a vehicle."""
    return board.NAMES[s.at[seat]]


def crates(s, name):
    """The containers on a space, by colour, of the colours in play."""
    return s.lying[space(name)][: s.seats]


def pieces_on_board(s):
    """How many pieces of each shape lie on the water."""
    placed = {code - 1 for code in s.ice if code}
    return [sum(board.PLACE_KIND[p] == kind for p in placed) for kind in range(board.KINDS)]


def last_turn_of_pack(s, ice_name, event_name, held=""):
    """Only these two cards are left; ``held`` are kept by nobody: all others lie played."""
    s.ice_pack = [0] * board.ICE_CARDS
    s.ice_pack[words.CARDS.index(ice_name)] = 1
    s.ice_left = 1
    for kind in range(board.EVENT_CARDS):
        s.played[kind] += s.event_pack[kind]
        s.event_pack[kind] = 0
    kind = board.EVENT_NAMES.index(event_name)
    s.played[kind] -= 1
    s.event_pack[kind] = 1
    return s


def check_conservation(s):
    """Containers, ice pieces and cards are always somewhere exactly once."""
    for colour in range(4):
        lying = sum(row[colour] for row in s.lying)
        carried = sum(s.carried[seat] == colour + 1 for seat in range(s.seats))
        assert lying + carried + s.lost[colour] == (board.CONTAINERS if colour < s.seats else 0)
    for kind, count in enumerate(pieces_on_board(s)):
        assert s.stock[kind] + count + s.melted[kind] == board.STOCK[kind]
    for code in {code for code in s.ice if code}:
        covered = [cell for cell in range(board.HEXES) if s.ice[cell] == code]
        assert covered == sorted(set(board.PLACE_HEX[code - 1]))
    assert sum(s.ice_pack) == s.ice_left
    for kind in range(board.EVENT_CARDS):
        kept = sum(hand[kind - 3] for hand in s.hand) if kind >= 3 else 0
        assert s.event_pack[kind] + s.played[kind] + kept == board.EVENT_COUNT[kind]
    for seat in range(4):
        assert s.held[seat] == sum(s.hand[seat])
        if s.at[seat] < board.LAND and seat < s.seats:
            assert board.PLACE_HEX[s.ice[s.at[seat]] - 1][0] == s.at[seat], "a vehicle floats on water"
    for name in range(board.HEXES):
        if any(s.lying[name]):
            assert s.ice[name], "a container floats on water"
