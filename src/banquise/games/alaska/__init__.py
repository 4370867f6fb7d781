"""Alaska (Eric W. Solomon, Ravensburger, 1979): bring your containers home over the ice before spring takes it."""

from pathlib import Path

from banquise.games.alaska import drawing, guide, moves, rules, words
from banquise.games.alaska.board import ICE_CARDS
from banquise.games.alaska.state import STATE
from banquise.kernel.game import Game, Option, who_begins

# AK-8.13: a pass is 30 turns. In one pass there are 60 cards drawn, at most 58 pieces laid or melted, 7 bears and
# 4 finds, 30 ends, 90 steps, 5 flights, 6 hijacks and 6 answers; and at every halt (a start, a step, a flight or a
# hijack, 131 of them) at most 3 loadings and unloadings (AK-8.8).
_PASS = 60 + 58 + 11 + 30 + 90 + 5 + 12 + 3 * 131

GAME = Game(
    name="alaska",
    title="Alaska",
    year="1979",
    author="Eric W. Solomon",
    publisher="Ravensburger",
    summary="Build roads of ice to the island, fetch your containers home, and beware of the bear: spring is coming.",
    reconstructed="The board, and how many pieces and cards there are of each kind: no picture has come down to us.",
    minutes=45,
    prefix="AK",
    seats=(2, 3, 4),
    options=(
        Option(
            "end",
            ("road", "containers"),
            "AK-7.1",
            "the game ends when no road to the island is left, or when no container can reach land any more",
        ),
        # The other two arrangements are these, turned by half a circle.
        Option("camps", ("nw", "ne"), "AK-8.1", "the camp of the first seat; the others follow clockwise"),
        Option(
            "bear",
            ("next_turn", "at_once"),
            "AK-4.3",
            "a vehicle under the bear leaves on its owner's next turn, or the drawer's own in this turn's voyage",
        ),
        Option(
            "piles",
            ("end_of_turn", "at_once"),
            "AK-2.2",
            "used-up packs are shuffled anew at the end of that turn, or as soon as the last card is drawn",
        ),
        Option(
            "third_camp",
            ("camp", "colour"),
            "AK-5.3",
            "a stolen container unloaded in a third player's camp is the camp's, or its colour's",
        ),
        Option(
            "ties",
            ("first_home", "shared"),
            "AK-7.4",
            "a tie goes to whoever brought the last one home first, or is shared",
        ),
        who_begins("AK-1.6"),
    ),
    version=2,
    earlier=((1, (("bear", "at_once"),)),),
    schema=STATE,
    rules=rules,
    words=words,
    drawing=drawing,
    guide=guide,
    moves=moves.MOVES,
    phases=moves.PHASES,
    endings=moves.ENDINGS,
    reasons=moves.REASONS,
    outcome_codes=ICE_CARDS,
    # Winter is over within two passes (28 singles in the first, 2 more on the first single card of the second). After
    # that every pass takes away at least one of 60 pieces or is the last; the last voyages are shorter than a pass.
    longest=1 + 64 * _PASS,
    quiet=("spring_card", "blank_card", "nothing_melts", "keeps", "no_fog", "ends"),
    folder=Path(__file__).parent,
    play_peer="hive",
    search_peer="chess",
)
