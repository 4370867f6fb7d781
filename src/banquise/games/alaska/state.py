"""The state of Alaska: every field, and who may see it."""

from banquise.games.alaska.board import EVENT_CARDS, HEXES, ICE_CARDS, KINDS, ROWS, SPACES
from banquise.games.alaska.moves import KEPT
from banquise.kernel.holds import FLAG, HOW_MANY, OWNED, SEAT, number, one_of
from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET, Schema, field

SEATS = 4

STATE = Schema(
    "alaska",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, holds=HOW_MANY, about="how many seats play; a seat's colour has its number"),
        field("end_rule", "i1", see=PUBLIC, holds=one_of(2), about="the option of AK-7.1"),
        field(
            "bear_waits",
            "i1",
            see=PUBLIC,
            holds=one_of(2),
            late=True,
            about="the option of AK-4.3: 1 until the next turn",
        ),
        field("piles_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of AK-2.2"),
        field("third_camp", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of AK-5.3"),
        field("ties_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of AK-7.4"),
        field(
            "first",
            "i1",
            see=PUBLIC,
            holds=one_of(SEATS + 1),
            late=True,
            about="who begins: 0 by lot, else 1 + the seat that the table named",
        ),
        field(
            "camp",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=one_of(SPACES),
            by_seat=0,
            about="the territory that is a seat's camp",
        ),
        field("phase", "i1", see=PUBLIC, holds=one_of(16), about="what is going on, see moves.py"),
        field("season", "i1", see=PUBLIC, holds=one_of(2), about="winter or spring"),
        field("turn", "i2", see=PUBLIC, holds=number(150), about="turns begun"),
        field("mover", "i1", see=PUBLIC, holds=SEAT, about="the seat whose turn it is"),
        # The ice
        field("stock", "i1", KINDS, see=PUBLIC, holds=number(30), about="pieces not yet laid"),
        field("melted", "i1", KINDS, see=PUBLIC, holds=number(30), about="pieces taken away in spring"),
        field(
            "ice", "i2", HEXES, see=PUBLIC, holds=number(1), about="0 water, else 1 + the placement that covers the hex"
        ),
        field(
            "ice_pack",
            "i1",
            ICE_CARDS,
            see=PUBLIC,
            holds=number(7),
            about="ice cards still to be drawn (all drawn ones were seen)",
        ),
        field("ice_left", "i1", see=PUBLIC, holds=number(30), about="how many they are"),
        field("card", "i1", see=PUBLIC, holds=one_of(ICE_CARDS), about="the ice card of this turn"),
        field("pieces", "i1", see=PUBLIC, holds=number(3), about="pieces that this card still asks for"),
        field(
            "idle_pass",
            "i1",
            see=PUBLIC,
            holds=FLAG,
            about="1 if all cards of this pass came in spring and removed nothing",
        ),
        # The events
        field("event_pack", "i1", EVENT_CARDS, see=SECRET, about="event cards still to be drawn"),
        field("played", "i1", EVENT_CARDS, see=PUBLIC, holds=number(7), about="event cards face up beside the pack"),
        field("hand", "i1", SEATS, KEPT, see=OWNER, holds=number(4), about="kept cards by kind"),
        field("held", "i1", SEATS, see=PUBLIC, holds=number(6), by_seat=0, about="how many cards each seat keeps"),
        field("bear", "i1", see=PUBLIC, holds=one_of(SPACES + 1, low=-1), about="the bear's space, or NOWHERE"),
        field(
            "bear_came",
            "i1",
            see=PUBLIC,
            holds=FLAG,
            late=True,
            about="1 if it came in this turn, so that nobody has to leave it yet",
        ),
        # Vehicles and containers
        field("at", "i1", SEATS, see=PUBLIC, holds=one_of(SPACES), by_seat=0, about="the space of each vehicle"),
        field(
            "carried",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=OWNED,
            by_seat=0,
            about="0 empty, else 1 + the colour of the container carried",
        ),
        field(
            "overfull",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=FLAG,
            by_seat=0,
            about="1 for a vehicle that must leave an over-full piece",
        ),
        field(
            "lying",
            "i1",
            SPACES,
            SEATS,
            see=PUBLIC,
            holds=number(6),
            by_seat=1,
            about="containers of each colour lying on each space",
        ),
        field(
            "astray",
            "i1",
            SEATS,
            SEATS,
            see=PUBLIC,
            holds=number(6),
            by_seat=(0, 1),
            late=True,
            about="in a seat's camp, but still of each colour's (AK-5.3)",
        ),
        field(
            "lost",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=number(6),
            by_seat=0,
            about="containers of each colour that went down",
        ),
        # The voyage
        field("steps", "i1", see=PUBLIC, holds=number(4), about="steps made"),
        field("flew_first", "i1", see=PUBLIC, holds=FLAG, about="1 after a flight before any step"),
        field("flew_last", "i1", see=PUBLIC, holds=FLAG, about="1 after a flight that followed a step"),
        field("handled", "i1", see=PUBLIC, holds=number(4), about="the last loading or unloading here (AK-8.8)"),
        field("robbed", "i1", see=PUBLIC, holds=SEAT, about="the seat that is asked for fog"),
        # The end
        field(
            "voyages_left",
            "i1",
            see=PUBLIC,
            holds=number(4),
            about="last voyages still to be finished; 0 before the end",
        ),
        field("ended", "i1", see=PUBLIC, holds=number(4), about="why the last voyages began, or how the match ended"),
        field(
            "deliveries",
            "i2",
            see=PUBLIC,
            holds=number(10),
            about="containers brought into camps so far, as a clock for ties",
        ),
        field(
            "last_rise",
            "i2",
            SEATS,
            see=PUBLIC,
            holds=number(10),
            by_seat=0,
            about="the delivery at which a camp's count last rose",
        ),
        # Working space
        field("near", "i1", 16, see=SCRATCH),
        # Working space of the guide: every space waits in the row at most once, so that it needs no more room
        field("steps_to", "i2", SPACES, see=SCRATCH, about="steps from the goal of a voyage over the ice"),
        field(
            "cost",
            "i2",
            SEATS + 1,
            SPACES,
            see=SCRATCH,
            about="of the way from each camp, and from the island",
        ),
        field("row", "i2", SPACES, see=SCRATCH, about="a ring of spaces to go on from"),
        field("in_row", "i1", SPACES, see=SCRATCH, about="1 while a space waits in the row"),
        field("frozen", "i2", ROWS, see=SCRATCH),
        field("reached", "i2", ROWS, see=SCRATCH),
    ),
)
