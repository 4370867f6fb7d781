"""The rules of Alaska: the set-up, the turn, and the questions that every game answers (ids AK-n.m: the rulebook's).

Written once in the rules' own subset: plain Python runs it on a slots object, WebAssembly and a GPU on a struct.
``s`` is the state (state.py); a seat, its vehicle and its colour have one number. The subjects have files of their own:
``spaces`` (where things are, AK-6), ``ice`` (AK-3), ``events`` (AK-4), ``voyage`` (AK-5), ``ending`` (AK-7).

Both packs are multisets and every draw is a chance node (AK-8.16); nothing else is left to chance.
"""

from banquise.games.alaska.board import (
    CAMPS,
    CARD_COUNT,
    CARD_KIND,
    CARD_SPRING,
    CARD_WINTER,
    CONTAINERS,
    EVENT_CARDS,
    EVENT_COUNT,
    ICE_CARDS,
    ISLAND,
    KINDS,
    NOWHERE,
    PACK,
    STOCK,
)
from banquise.games.alaska.ending import finish, finish_if_nothing_left, is_cut_off, leaders, points
from banquise.games.alaska.events import can_take, discard, freeze, keep_card, list_bear, move_bear, take, why_not_bear
from banquise.games.alaska.ice import (
    can_lay,
    can_melt,
    lay,
    list_layings,
    list_meltings,
    melt,
    nothing_fits,
    why_not_lay,
    why_not_melt,
)
from banquise.games.alaska.moves import (
    ANSWER_NOW,
    ANSWERING,
    BEAR,
    BEAR_CARD,
    BEAR_NOW,
    CARD_FIRST,
    COLOUR_OF,
    CUT_OFF,
    DRAWING,
    END,
    EVENT_CARD,
    FINDING,
    FLY,
    FOG,
    FOG_CARD,
    FOG_HELD,
    FOUND_CARD,
    FOUND_NOW,
    GO,
    HIJACK,
    HIJACK_CARD,
    ICE_CARD,
    IS_OVER,
    KEPT,
    KIND_OF,
    LAID_OF,
    LAY_NOW,
    LAYING,
    LEAVE,
    LOAD,
    MELT,
    MELT_NOW,
    MELTING,
    MOVE_CODES,
    MOVING_BEAR,
    NO_FOG,
    NO_FOG_HELD,
    NO_SUCH_MOVE,
    NO_SUCH_SEAT,
    NONE_HERE,
    NOTHING_YET,
    OTHER_ANSWERS,
    OTHER_TURN,
    OVER,
    PLACE,
    REMADE_AT_ONCE,
    SPACE_OF,
    SPRING,
    STALLED,
    TAKE,
    UNLOAD,
    VOYAGE,
    VOYAGE_NOW,
    WINTER,
)
from banquise.games.alaska.voyage import (
    begin_voyage,
    fly,
    go,
    list_voyage,
    load,
    rob,
    unload,
    why_not_end,
    why_not_fly,
    why_not_go,
    why_not_hijack,
    why_not_load,
    why_not_unload,
)
from banquise.kernel.chance import below, lots
from banquise.kernel.contract import CHANCE, EVERYBODY, LEGAL, NOBODY

# AK-1: the board and the start ------------------------------------------------------------------


def setup(s, seats, options):
    """AK-1.6: containers of the colours in play on the island, vehicles in their camps, no ice yet."""
    s.seats = seats
    s.end_rule = options[0]
    s.bear_waits = 1 - options[2]
    s.piles_rule = options[3]
    s.third_camp = options[4]
    s.ties_rule = options[5]
    s.first = options[6]
    s.phase = DRAWING
    s.season = WINTER
    s.bear = NOWHERE
    for kind in range(KINDS):
        s.stock[kind] = STOCK[kind]
    for seat in range(seats):
        # AK-8.1: NW, NE, SE, SW in the order of the seats; the option turns that clockwise
        s.camp[seat] = CAMPS[(seat + options[1]) % 4]
        s.at[seat] = s.camp[seat]
        s.lying[ISLAND][seat] = CONTAINERS
    shuffle(s)


def shuffle(s):
    """AK-2.2: both packs whole again, kept cards included; AK-8.16: hands go back unseen, and no chance is asked."""
    for card in range(ICE_CARDS):
        s.ice_pack[card] = CARD_COUNT[card]
    s.ice_left = PACK
    for kind in range(EVENT_CARDS):
        s.event_pack[kind] = EVENT_COUNT[kind]
        s.played[kind] = 0
    for seat in range(s.seats):
        s.held[seat] = 0
        for kind in range(KEPT):
            s.hand[seat][kind] = 0
    s.idle_pass = s.season  # AK-8.13: a pass counts if all of it is drawn in spring


# AK-2: the turn ---------------------------------------------------------------------------------


def to_act(s):
    """Whose decision it is: the player's whose turn it is, except for the answer to a hijack (AK-5.6)."""
    if s.phase == OVER:
        return NOBODY
    if s.phase == DRAWING or s.phase == ICE_CARD or s.phase == EVENT_CARD:
        return CHANCE
    if s.phase == ANSWERING:
        return 1 << s.robbed
    return 1 << s.mover


def odds(s, out):
    """AK-1.6: the first player is drawn; AK-2.1: an ice card and an event card in every turn."""
    if s.phase == ICE_CARD:
        for card in range(ICE_CARDS):
            out[card] = s.ice_pack[card]
        return ICE_CARDS
    if s.phase == EVENT_CARD:
        for kind in range(EVENT_CARDS):
            out[kind] = s.event_pack[kind]
        return EVENT_CARDS
    return lots(out, s.seats, s.first)


def settle(s, outcome):
    """The draw of the first player, of an ice card or of an event card."""
    if s.phase == DRAWING:
        s.mover = outcome
        begin_turn(s)
    elif s.phase == ICE_CARD:
        draw_ice_card(s, outcome)
    else:
        draw_event_card(s, s.mover, outcome)


def begin_turn(s):
    """AK-2.1: first the ice card."""
    s.turn += 1
    s.bear_came = 0
    s.phase = ICE_CARD


def draw_ice_card(s, card):
    """AK-2.1, action one: the card says how many pieces of which kind, in winter and in spring."""
    s.ice_pack[card] -= 1
    s.ice_left -= 1
    s.card = card
    if s.season == WINTER:
        s.pieces = CARD_WINTER[card]
    else:
        s.pieces = CARD_SPRING[card]
    go_on_with_ice(s)


def go_on_with_ice(s):
    """AK-8.2: piece by piece, looked at anew each time; AK-3.2, AK-3.4: as far as possible."""
    kind = CARD_KIND[s.card]
    if s.pieces > 0 and s.season == WINTER and can_lay(s, kind):
        s.phase = LAYING
    elif s.pieces > 0 and s.season == SPRING and can_melt(s, kind):
        s.phase = MELTING
    else:
        end_action_one(s)


def end_action_one(s):
    """AK-3.3, AK-8.4: the season is looked at, whatever was laid; AK-8.13: a whole idle pass ends the game."""
    s.pieces = 0
    if s.season == WINTER and nothing_fits(s):
        s.season = SPRING
    if s.idle_pass and s.ice_left == 0:
        begin_last_voyages(s, STALLED)
    else:
        s.phase = EVENT_CARD


def after_melting(s):
    """AK-8.13: is nothing left to fetch? AK-7.1: is there still a way? Otherwise the card goes on."""
    finish_if_nothing_left(s)
    if s.phase != OVER:
        if is_cut_off(s):
            begin_last_voyages(s, CUT_OFF)
        else:
            go_on_with_ice(s)


def draw_event_card(s, seat, kind):
    """AK-4.1, action two: three kinds are kept in secret, three are shown and carried out at once."""
    s.event_pack[kind] -= 1
    if kind >= HIJACK_CARD:
        keep_card(s, seat, kind)
    else:
        s.played[kind] += 1
    if s.ice_left == 0 and s.piles_rule == REMADE_AT_ONCE:
        shuffle(s)
    if kind >= HIJACK_CARD:
        set_out(s)
    elif kind == BEAR_CARD:
        s.phase = MOVING_BEAR
    elif kind == FOUND_CARD:
        if can_take(s, seat):
            s.phase = FINDING
        else:
            set_out(s)
    else:
        freeze(s, seat)
        finish_if_nothing_left(s)
        if s.phase != OVER:
            end_turn(s)  # AK-4.5: no voyage this turn


def set_out(s):
    """AK-2.1, action three: the voyage."""
    s.phase = VOYAGE
    begin_voyage(s)


def end_turn(s):
    """AK-2.2: with the packs used up both are shuffled; then the next player clockwise (AK-1.6)."""
    begin_voyage(s)
    s.mover = (s.mover + 1) % s.seats
    if s.ice_left == 0:
        shuffle(s)
    begin_turn(s)


def begin_last_voyages(s, why):
    """AK-7.2: one each, starting with whoever's turn it is; AK-8.12: the rest of this turn's cards falls away."""
    s.pieces = 0
    s.ended = why
    s.voyages_left = s.seats
    set_out(s)


def end_voyage(s):
    """AK-8.9: said aloud. AK-7.2: after the last of the last voyages comes the scoring; AK-8.12: nothing is drawn."""
    if s.voyages_left == 0:
        end_turn(s)
        return
    s.voyages_left -= 1
    if s.voyages_left == 0:
        finish(s, s.ended)
    else:
        s.mover = (s.mover + 1) % s.seats
        set_out(s)


# Answers in another's turn ----------------------------------------------------------------------


def hijack(s, seat, colour):
    """AK-5.5: the card is played. AK-5.6: an owner with any kept card is asked, so that the question tells nothing."""
    discard(s, seat, HIJACK_CARD)
    s.handled = NOTHING_YET
    if s.held[colour] > 0:
        s.robbed = colour
        s.phase = ANSWERING
    else:
        rob(s, seat, colour)


def answer(s, seat, kind):
    """AK-5.6: fog lets the hijack fail, otherwise it succeeds; AK-8.11: the voyage goes on."""
    if kind == FOG:
        discard(s, seat, FOG_CARD)
    else:
        rob(s, s.mover, seat)
    s.robbed = 0
    s.phase = VOYAGE


# Moves ------------------------------------------------------------------------------------------


def play(s, seat, move):
    """Make a legal move."""
    kind = KIND_OF[move]
    if kind == PLACE:
        lay(s, LAID_OF[move])
        go_on_with_ice(s)
    elif kind == MELT:
        melt(s, SPACE_OF[move])
        after_melting(s)
    elif kind == BEAR:
        move_bear(s, SPACE_OF[move])
        set_out(s)
    elif kind == FOG or kind == NO_FOG:
        answer(s, seat, kind)
    elif kind == TAKE or kind == LEAVE:
        if kind == TAKE:
            take(s, seat)
        set_out(s)
    else:
        voyage_on(s, seat, move)


def voyage_on(s, seat, move):
    """AK-5: steps, flights, loading, unloading and hijacks, until the voyage is ended."""
    kind = KIND_OF[move]
    if kind == GO:
        go(s, seat, SPACE_OF[move])
    elif kind == FLY:
        fly(s, seat, SPACE_OF[move])
    elif kind == LOAD:
        load(s, seat)
    elif kind == UNLOAD:
        unload(s, seat)
        finish_if_nothing_left(s)
    elif kind == HIJACK:
        hijack(s, seat, COLOUR_OF[move])
    else:
        end_voyage(s)


def legal_moves(s, seat, out):
    """All legal moves of a seat, in ascending order."""
    if seat < 0 or seat >= s.seats or to_act(s) == CHANCE or (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.phase == LAYING:
        return list_layings(s, out)
    if s.phase == MELTING:
        return list_meltings(s, out)
    if s.phase == MOVING_BEAR:
        return list_bear(s, out)
    if s.phase == VOYAGE:
        return list_voyage(s, seat, out)
    if s.phase == FINDING:
        out[0] = TAKE
        out[1] = LEAVE
        return 2
    if s.hand[seat][FOG_HELD] > 0:
        out[0] = FOG
        out[1] = NO_FOG
        return 2
    out[0] = NO_FOG
    return 1


def why_illegal(s, seat, move):
    """0 for a legal move, else the reason."""
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if move < 0 or move >= MOVE_CODES:
        return NO_SUCH_MOVE
    if s.phase == OVER:
        return IS_OVER
    if to_act(s) == CHANCE:
        return CARD_FIRST
    if (to_act(s) >> seat) & 1 == 0:
        if s.phase == ANSWERING:
            return OTHER_ANSWERS
        return OTHER_TURN
    if s.phase == ANSWERING:
        return why_not_answer(s, seat, KIND_OF[move])
    if s.phase == VOYAGE:
        return why_not_voyage(s, seat, move)
    return why_not_card(s, move)


def why_not_card(s, move):
    """AK-2.1, actions one and two: what the ice card or the event card asks for."""
    kind = KIND_OF[move]
    if s.phase == LAYING:
        if kind != PLACE:
            return LAY_NOW
        return why_not_lay(s, LAID_OF[move])
    if s.phase == MELTING:
        if kind != MELT:
            return MELT_NOW
        return why_not_melt(s, SPACE_OF[move])
    if s.phase == MOVING_BEAR:
        if kind != BEAR:
            return BEAR_NOW
        return why_not_bear(s, SPACE_OF[move])
    if kind != TAKE and kind != LEAVE:
        return FOUND_NOW
    return LEGAL


def why_not_answer(s, seat, kind):
    """AK-5.6: fog, if one is held; AK-8.11: "no fog" is always an answer."""
    if kind != FOG and kind != NO_FOG:
        return ANSWER_NOW
    if kind == FOG and s.hand[seat][FOG_HELD] == 0:
        return NO_FOG_HELD
    return LEGAL


def why_not_voyage(s, seat, move):
    """AK-5: what a voyage is made of."""
    kind = KIND_OF[move]
    if kind == GO:
        return why_not_go(s, seat, SPACE_OF[move])
    if kind == FLY:
        return why_not_fly(s, seat, SPACE_OF[move])
    if kind == LOAD:
        return why_not_load(s, seat)
    if kind == UNLOAD:
        return why_not_unload(s, seat)
    if kind == HIJACK:
        if COLOUR_OF[move] >= s.seats:
            return NONE_HERE
        return why_not_hijack(s, seat, COLOUR_OF[move])
    if kind == END:
        return why_not_end(s, seat)
    return VOYAGE_NOW


def who_sees(s, actor, code):
    """AK-4.1: a kept card is its drawer's secret; everything else happens in the open."""
    if actor == CHANCE and s.phase == EVENT_CARD and code >= HIJACK_CARD:
        return 1 << s.mover
    return EVERYBODY


# AK-7: the end ----------------------------------------------------------------------------------


def winners(s):
    """AK-7.4: most points; a tie goes to whoever brought the last container home first; still equal: shared."""
    if s.phase != OVER:
        return 0
    return leaders(s)


def score(s, out):
    """AK-7.4: every container in a player's camp is a point."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


def ending(s):
    """AK-7.1, AK-7.3: how the match ended."""
    if s.phase != OVER:
        return 0
    return s.ended


# What a seat cannot know ------------------------------------------------------------------------


def imagine(s, seat, rng):
    """AK-4.1: deal the kept cards of the others anew, out of all that this seat has not seen; the rest is in the pack.

    Every kept card was drawn unseen from one pack, so every deal that fits the numbers held is as likely. What is
    unseen follows from the cards played and the seat's own: it does not matter what the hidden fields hold.
    """
    for kind in range(EVENT_CARDS):
        s.event_pack[kind] = EVENT_COUNT[kind] - s.played[kind]
    unseen = 0
    for kind in range(KEPT):
        for other in range(s.seats):
            if other == seat:
                s.event_pack[HIJACK_CARD + kind] -= s.hand[other][kind]
            else:
                s.hand[other][kind] = 0
        unseen += s.event_pack[HIJACK_CARD + kind]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other]):
                deal(s, other, below(rng, unseen))
                unseen -= 1


def deal(s, seat, number):
    """Give a seat the card of this number among the kept kinds in the pack."""
    kind = 0
    while kind < KEPT - 1 and number >= s.event_pack[HIJACK_CARD + kind]:
        number -= s.event_pack[HIJACK_CARD + kind]
        kind += 1
    s.event_pack[HIJACK_CARD + kind] -= 1
    s.hand[seat][kind] += 1
