"""The state of Alaska: every field, and who may see it."""

from banquise.games.alaska.board import EVENT_CARDS, HEXES, ICE_CARDS, KINDS, ROWS, SPACES
from banquise.games.alaska.moves import KEPT
from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET, Schema, field

SEATS = 4

STATE = Schema(
    "alaska",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, about="how many seats play; a seat's colour has its number"),
        field("end_rule", "i1", see=PUBLIC, about="the option of AK-7.1"),
        field("camp", "i1", SEATS, see=PUBLIC, about="the territory that is a seat's camp"),
        field("phase", "i1", see=PUBLIC, about="what is going on, see moves.py"),
        field("season", "i1", see=PUBLIC, about="winter or spring"),
        field("turn", "i2", see=PUBLIC, about="turns begun"),
        field("mover", "i1", see=PUBLIC, about="the seat whose turn it is"),
        # The ice
        field("stock", "i1", KINDS, see=PUBLIC, about="pieces not yet laid"),
        field("melted", "i1", KINDS, see=PUBLIC, about="pieces taken away in spring"),
        field("ice", "i2", HEXES, see=PUBLIC, about="0 water, else 1 + the placement that covers the hex"),
        field("ice_pack", "i1", ICE_CARDS, see=PUBLIC, about="ice cards still to be drawn (all drawn ones were seen)"),
        field("ice_left", "i1", see=PUBLIC, about="how many they are"),
        field("card", "i1", see=PUBLIC, about="the ice card of this turn"),
        field("pieces", "i1", see=PUBLIC, about="pieces that this card still asks for"),
        field("idle_pass", "i1", see=PUBLIC, about="1 if all cards of this pass came in spring and removed nothing"),
        # The events
        field("event_pack", "i1", EVENT_CARDS, see=SECRET, about="event cards still to be drawn"),
        field("played", "i1", EVENT_CARDS, see=PUBLIC, about="event cards face up beside the pack"),
        field("hand", "i1", SEATS, KEPT, see=OWNER, about="kept cards by kind"),
        field("held", "i1", SEATS, see=PUBLIC, about="how many cards each seat keeps"),
        field("bear", "i1", see=PUBLIC, about="the bear's space, or NOWHERE"),
        # Vehicles and containers
        field("at", "i1", SEATS, see=PUBLIC, about="the space of each vehicle"),
        field("carried", "i1", SEATS, see=PUBLIC, about="0 empty, else 1 + the colour of the container carried"),
        field("overfull", "i1", SEATS, see=PUBLIC, about="1 for a vehicle that must leave an over-full piece"),
        field("lying", "i1", SPACES, SEATS, see=PUBLIC, about="containers of each colour lying on each space"),
        field("lost", "i1", SEATS, see=PUBLIC, about="containers of each colour that went down"),
        # The voyage
        field("steps", "i1", see=PUBLIC, about="steps made"),
        field("flew_first", "i1", see=PUBLIC, about="1 after a flight before any step"),
        field("flew_last", "i1", see=PUBLIC, about="1 after a flight that followed a step"),
        field("handled", "i1", see=PUBLIC, about="the last loading or unloading here (AK-8.8)"),
        field("robbed", "i1", see=PUBLIC, about="the seat that is asked for fog"),
        # The end
        field("voyages_left", "i1", see=PUBLIC, about="last voyages still to be finished; 0 before the end"),
        field("ended", "i1", see=PUBLIC, about="why the last voyages began, or how the match ended"),
        field("deliveries", "i2", see=PUBLIC, about="containers brought into camps so far, as a clock for ties"),
        field("last_rise", "i2", SEATS, see=PUBLIC, about="the delivery at which a camp's count last rose"),
        # Working space
        field("near", "i1", 16, see=SCRATCH),
        field("frozen", "i2", ROWS, see=SCRATCH),
        field("reached", "i2", ROWS, see=SCRATCH),
    ),
)
