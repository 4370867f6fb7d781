"""The state of Ice Lake: every field, and who may see it."""

from dataclasses import replace

from banquise.games.ice_lake.board import CELLS, LINE_PLACES, LINES, TRIANGLES
from banquise.kernel.holds import FLAG, HOW_MANY, OWNED, SEAT, number, one_of
from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, Schema, field

SEATS = 4
SHEET = 40  # lines of a sheet that an observer is shown: in thousands of random matches nobody wrote more

STATE = Schema(
    "ice_lake",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, holds=HOW_MANY, about="how many seats play"),
        field("radius", "i1", see=PUBLIC, holds=number(6), about="of the lake"),
        field("facing_rule", "i1", see=PUBLIC, holds=one_of(2), late=True, about="the option of IL-3.6"),
        field(
            "named",
            "i1",
            see=PUBLIC,
            holds=one_of(SEATS + 1),
            late=True,
            about="who begins: 0 by lot, else 1 + the seat that the table named",
        ),
        field("phase", "i1", see=PUBLIC, holds=one_of(8), about="what is going on, see rules.py"),
        field("round", "i2", see=PUBLIC, holds=number(20), about="programming and movement phases begun"),
        # The skaters
        field(
            "cell",
            "i2",
            SEATS,
            see=PUBLIC,
            holds=one_of(CELLS),
            by_seat=0,
            about="where each skater stands, or last stood",
        ),
        field("facing", "i1", SEATS, see=PUBLIC, holds=one_of(6), by_seat=0, about="which way each skater looks"),
        field("on_ice", "i1", SEATS, see=PUBLIC, holds=FLAG, by_seat=0, about="1 while a skater is in play"),
        field("how_out", "i1", SEATS, see=PUBLIC, holds=one_of(8), by_seat=0, about="why a skater is out"),
        field(
            "place",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=number(4),
            by_seat=0,
            about="final place of a skater that is out, and of the winner",
        ),
        field(
            "started",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=FLAG,
            by_seat=0,
            about="1 once the first step of the game is made or failed",
        ),
        # The ice
        field(
            "line",
            "i1",
            CELLS,
            6,
            see=PUBLIC,
            holds=replace(OWNED, only=LINE_PLACES),
            about="0 whole, else 1 + the seat whose crack it is",
        ),
        field("sunk", "i1", TRIANGLES, see=PUBLIC, holds=FLAG, about="1 where a triangle is cut off from the shore"),
        # Programming: letters move from the secret sheet to the open one when all have finished (IL-2.3)
        field(
            "letter",
            "i1",
            SEATS,
            LINES,
            see=OWNER,
            holds=replace(one_of(3, first=SHEET), only=tuple(range(SHEET))),
            about="the sheet while it is secret",
        ),
        field("written", "i2", SEATS, see=OWNER, holds=number(32), about="letters on the secret sheet"),
        field("finished", "i1", SEATS, see=PUBLIC, holds=FLAG, by_seat=0, about="1 once a seat has said done"),
        field(
            "programme",
            "i1",
            SEATS,
            LINES,
            see=PUBLIC,
            holds=replace(
                one_of(3, first=SHEET),
                only=tuple(LINES * seat + line for seat in range(SEATS) for line in range(SHEET)),
            ),
            by_seat=0,
            about="the sheet after the reveal",
        ),
        field("length", "i2", SEATS, see=PUBLIC, holds=number(32), by_seat=0, about="letters on the open sheet"),
        # Movement
        field(
            "used",
            "i2",
            SEATS,
            see=PUBLIC,
            holds=number(32),
            by_seat=0,
            about="letters of the open sheet already carried out",
        ),
        field("moved", "i2", SEATS, see=PUBLIC, holds=number(32), by_seat=0, about="steps made in this movement phase"),
        field("first", "i1", see=PUBLIC, holds=SEAT, about="the seat that starts this movement phase"),
        field("mover", "i1", see=PUBLIC, holds=SEAT, about="the seat whose letter is next"),
        field("last_step", "i1", see=PUBLIC, holds=SEAT, about="the seat that made the last actual step"),
        # Choices in public: a facing after a forced stop, a place back into play
        field("chooser", "i1", see=PUBLIC, holds=SEAT, about="the seat that must choose"),
        field(
            "waiting",
            "i1",
            SEATS,
            see=PUBLIC,
            holds=FLAG,
            by_seat=0,
            about="1 for a skater still to be brought back into play",
        ),
        field(
            "portion",
            "i2",
            CELLS,
            see=PUBLIC,
            holds=number(8),
            about="which connected portion each hex is in, 0 for none",
        ),
        field("target", "i2", see=PUBLIC, holds=number(8), about="the portion that skaters return to"),
        field("largest", "i2", see=PUBLIC, holds=number(8), about="the largest portion of all"),
        # Working space
        field("stack", "i2", TRIANGLES, see=SCRATCH),
        field("mark", "i1", TRIANGLES, see=SCRATCH),
        field("size", "i2", CELLS + 1, see=SCRATCH),
    ),
)
