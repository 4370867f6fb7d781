"""The state of Snow Dice: every field, and who may see it."""

from banquise.kernel.schema import OWNER, PUBLIC, Schema, field

SEATS = 4

STATE = Schema(
    "snow_dice",
    SEATS,
    (
        field("seats", "i1", see=PUBLIC, about="how many seats play"),
        field("phase", "i1", see=PUBLIC, about="what is going on, see rules.py"),
        field("turn", "i1", see=PUBLIC, about="the seat that rolls, or whose turn it is"),
        field("rolled", "i1", see=PUBLIC, about="how many have rolled in this round"),
        field("claim", "i1", see=PUBLIC, about="the last claim of this round, 0 for none"),
        field("die", "i1", SEATS, see=OWNER, about="what lies under each cup, 0 for nothing"),
        field("lifted", "i1", SEATS, see=PUBLIC, about="what lay under each cup when they were last lifted"),
        field("snowballs", "i1", SEATS, see=PUBLIC, about="how many each seat has taken"),
    ),
)
