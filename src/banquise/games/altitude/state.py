"""The state of Altitude: every field, and who may see it (AL-6.5)."""

from dataclasses import replace

from banquise.games.altitude.board import KINDS, OPEN_PLACES, PLACES
from banquise.kernel.holds import FLAG, HOW_MANY, SEAT, number, one_of
from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET, Schema, field

SEATS = 4

STATE = Schema(
    "altitude",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, holds=HOW_MANY, about="how many seats play"),
        field("double_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of AL-4.9"),
        field("rescue_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of AL-4.7"),
        field(
            "first",
            "i1",
            see=PUBLIC,
            holds=one_of(SEATS + 1),
            late=True,
            about="who begins: 0 by lot, else 1 + the seat that the table named",
        ),
        field("phase", "i1", see=PUBLIC, holds=one_of(8), about="what is going on, see rules.py"),
        field(
            "dealt_cards",
            "i1",
            see=PUBLIC,
            holds=replace(number(24), only=()),  # all are dealt before anybody decides
            about="cards dealt so far in the set-up",
        ),
        field("turn", "i1", see=PUBLIC, holds=SEAT, about="the seat whose turn it is"),
        field(
            "draws_left", "i1", see=PUBLIC, holds=number(2), about="draws left in this turn, the present one included"
        ),
        # The mountains, cards by place
        field(
            "mountain",
            "i1",
            SEATS,
            PLACES,
            see=PUBLIC,
            holds=one_of(KINDS + 1),
            by_seat=0,
            about="what lies where: 0 or a card",
        ),
        # The table
        field("pile", "i1", KINDS, see=SECRET, about="how many of each kind are in the pile"),
        field("pile_size", "i1", see=PUBLIC, holds=number(110), about="cards in the pile"),
        field("discards", "i1", KINDS, see=PUBLIC, holds=number(10), about="how many of each kind are discarded"),
        # What a seat alone knows; cards lie in rising order, empty slots last
        field(
            "dealt",
            "i1",
            SEATS,
            6,
            see=OWNER,
            holds=one_of(KINDS + 1),
            about="the six cards of the deal; later only remembered",
        ),
        field(
            "returned",
            "i1",
            SEATS,
            2,
            see=OWNER,
            holds=one_of(KINDS + 1),
            about="the two cards given back; later only remembered",
        ),
        field("hand", "i1", SEATS, 4, see=OWNER, holds=one_of(KINDS + 1), about="the cards in the hand"),
        field("drawn", "i1", SEATS, see=OWNER, holds=one_of(KINDS + 1), about="the card in the fingers"),
        # What everybody could see of the hands
        field(
            "has_kept", "i1", SEATS, see=PUBLIC, holds=FLAG, by_seat=0, about="1 once a seat has chosen its four cards"
        ),
        field(
            "fresh",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=number(4),
            by_seat=0,
            about="at most so many cards of the hand came from the pile",
        ),
        field(
            "first_played",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=one_of(KINDS + 1),
            by_seat=0,
            about="the first card played from the hand: one of those kept",
        ),
        # The closing build: secret until everybody is done (AL-7.6)
        field(
            "built",
            "i1",
            SEATS,
            PLACES,
            see=OWNER,
            holds=one_of(KINDS + 1),
            about="the mountain while its owner builds on in secret",
        ),
        field("rescued", "i1", SEATS, see=OWNER, holds=number(2), about="rescues in the secret build"),
        field("finished", "i1", SEATS, see=PUBLIC, holds=FLAG, by_seat=0, about="1 once a seat has said done"),
        field("shown", "i1", SEATS, 4, see=PUBLIC, holds=one_of(KINDS + 1), by_seat=0, about="the hands at the end"),
        # Working space
        field("open", "i1", SEATS, OPEN_PLACES + 1, see=SCRATCH),  # room for an entry that does not count
        field("to_beat", "i1", SEATS, OPEN_PLACES, see=SCRATCH),
        field("pool", "i2", KINDS, see=SCRATCH),
        field("early", "i2", KINDS, see=SCRATCH),
        field("moves", "i2", 4 * OPEN_PLACES + 20, see=SCRATCH),
    ),
)
