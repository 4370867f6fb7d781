"""The rules of Altitude, paragraph by paragraph (ids AL-n.m are those of the rulebook).

Written once in the rules' own subset: plain Python runs it on a slots object, WebAssembly and a GPU on a struct.
``s`` is the state (state.py), ``m`` one mountain of it: its cards by place (board.py). A card is 1 + its kind.

Moves are declared in moves.py. An act with a hand card names the card, not its slot in the hand: everybody may know the
card that was played, nobody where it stood among the others. No order of cards exists anywhere: the pile is a
multiset, and each card dealt or drawn is an outcome of chance.
"""

from banquise.games.altitude.board import (
    AVALANCHE,
    CARDS,
    COLUMNS,
    COPIES,
    DAHU,
    FIRST_ANIMAL,
    GIVEN_BACK,
    KINDS,
    NO_CARD,
    PLACES,
    SAINT_BERNARD,
)
from banquise.games.altitude.hand import (
    build_on,
    insert,
    moves_at_uncovered,
    moves_from_hand,
    remove,
    why_not_from_hand,
    why_not_rescue,
)
from banquise.games.altitude.hidden import imagine as imagine  # noqa: PLC0414 -- a question answered there
from banquise.games.altitude.mountain import (
    buries,
    goes_on,
    is_begun,
    is_covered,
    open_places,
    storeys,
    value_to_beat,
    why_not_build,
    why_not_fit,
    why_not_open,
)
from banquise.games.altitude.moves import (
    ACTING,
    ALPINIST,
    AVALANCHE_IN_BASE,
    AVALANCHE_STAYS,
    AVALANCHE_TWICE,
    CANNOT_REPLACE,
    CARD_OF,
    CARDS_COMING,
    CHOICE_OF,
    CHOOSING_FIRST,
    CLOSING,
    COVERED,
    DEALING,
    DISCARD,
    DOG_LAID,
    DONE,
    DRAWING,
    HAND,
    HAND_RESCUE,
    HAS_FINISHED,
    HAS_HAND,
    HAS_KEPT,
    HIKER,
    IS_OVER,
    KEEP,
    KEEP_NOW,
    KEEPING,
    KIND_OF,
    LAY,
    MOVE_CODES,
    NO_CARD_THERE,
    NO_DOG_DRAWN,
    NO_SUCH_MOUNTAIN,
    NO_SUCH_MOVE,
    NO_SUCH_SEAT,
    NOT_BEGUN,
    NOT_CLOSING,
    NOT_YOUR_TURN,
    NOTHING_DRAWN,
    OVER,
    OWN_AVALANCHE,
    OWNER_OF,
    PLACE_OF,
    REPLACE,
    RESCUE,
    SHARED_WIN,
    SOLE_WIN,
    SOLO,
    SUMMIT,
    TWIN_CARDS,
    VALLEY,
    WITH_ANIMALS,
)
from banquise.kernel.chance import lots
from banquise.kernel.contract import (
    CHANCE,
    EVERYBODY,
    LEGAL,
    NOBODY,
)

# AL-1, AL-3: the pack and the set-up ------------------------------------------------------------


def setup(s, seats, options):
    """AL-1.1: the whole pack is the pile. AL-7.1: first, six cards to each seat."""
    s.seats = seats
    s.double_rule = options[0]
    s.rescue_rule = options[1]
    s.first = options[2]
    s.phase = DEALING
    s.pile_size = CARDS
    for kind in range(KINDS):
        s.pile[kind] = COPIES[kind]


def to_act(s):
    """Whose decision it is. The opening choice (AL-3.1) and the closing build (AL-6.1) are everybody's at once."""
    if s.phase == ACTING:
        return 1 << s.turn
    if s.phase == KEEPING:
        mask = 0
        for seat in range(s.seats):
            if not s.has_kept[seat]:
                mask |= 1 << seat
        return mask
    if s.phase == CLOSING:
        mask = 0
        for seat in range(s.seats):
            if not s.finished[seat]:
                mask |= 1 << seat
        return mask
    if s.phase == OVER:
        return NOBODY
    return CHANCE


def odds(s, out):
    """AL-3.1, AL-4.1: every card of the pile is as likely as any other; so is every seat to be the first."""
    if s.phase == CHOOSING_FIRST:
        return lots(out, s.seats, s.first)
    for kind in range(KINDS):
        out[kind] = s.pile[kind]
    return KINDS


def settle(s, outcome):
    """A card leaves the pile, or the first seat is drawn."""
    if s.phase == CHOOSING_FIRST:
        begin_turn(s, outcome)
        return
    s.pile[outcome] -= 1
    s.pile_size -= 1
    if s.phase == DEALING:
        deal(s, outcome + 1)
    else:
        s.drawn[s.turn] = outcome + 1
        s.phase = ACTING


def seat_dealt_to(s):
    """AL-7.1: cards are dealt one at a time, round the table."""
    return s.dealt_cards % s.seats


def deal(s, card):
    """AL-3.1: six cards each."""
    insert(s.dealt[seat_dealt_to(s)], 6, card)
    s.dealt_cards += 1
    if s.dealt_cards == 6 * s.seats:
        s.phase = KEEPING


def why_not_keep(s, seat, choice):
    """AL-7.1: any four may be kept. Of cards of one kind, the first go back: one way to say each choice."""
    if s.has_kept[seat]:
        return HAS_KEPT
    cards = s.dealt[seat]
    one = GIVEN_BACK[choice][0]
    two = GIVEN_BACK[choice][1]
    if one > 0 and cards[one - 1] == cards[one]:
        return TWIN_CARDS
    if two > one + 1 and cards[two - 1] == cards[two]:
        return TWIN_CARDS
    return LEGAL


def keep(s, seat, choice):
    """AL-3.1: four cards are the hand, two go back; when the last seat has chosen, they join the pile (AL-7.1)."""
    one = GIVEN_BACK[choice][0]
    two = GIVEN_BACK[choice][1]
    for i in range(6):
        if i == one:
            s.returned[seat][0] = s.dealt[seat][i]
        elif i == two:
            s.returned[seat][1] = s.dealt[seat][i]
        else:
            insert(s.hand[seat], 4, s.dealt[seat][i])
    s.has_kept[seat] = 1
    if to_act(s) == 0:
        begin_play(s)


def begin_play(s):
    """AL-7.1: the returned cards join the pile, then the first seat is drawn. (A lone seat is the first.)"""
    for seat in range(s.seats):
        for i in range(2):
            s.pile[s.returned[seat][i] - 1] += 1
        s.pile_size += 2
    s.phase = CHOOSING_FIRST
    if s.seats == 1:
        begin_turn(s, 0)


# AL-4: the turn ---------------------------------------------------------------------------------


def begin_turn(s, seat):
    """AL-4.9, AL-7.5: who has five storeys when the turn comes has two draws; this is settled now."""
    s.turn = seat
    s.phase = DRAWING
    s.draws_left = 1
    height = storeys(s.mountain[seat])
    if s.double_rule == WITH_ANIMALS:
        height += animals(s.mountain[seat])
    if height >= 5:
        s.draws_left = 2


def end_draw(s):
    """AL-4.9: the second draw of a double turn, or the next seat clockwise; AL-6.1: or the end of the pile."""
    s.drawn[s.turn] = NO_CARD
    s.draws_left -= 1
    if s.pile_size == 0:
        s.draws_left = 0
        begin_closing(s)
    elif s.draws_left > 0:
        s.phase = DRAWING
    else:
        begin_turn(s, (s.turn + 1) % s.seats)


def discard(s, card):
    """A card goes on the discard pile, for good (AL-6.1)."""
    s.discards[card - 1] += 1


def play(s, seat, move):
    """Make a legal move."""
    kind = KIND_OF[move]
    if kind == KEEP:
        keep(s, seat, CHOICE_OF[move])
    elif kind == DONE:
        say_done(s, seat)
    elif s.phase == CLOSING:
        build_on(s, seat, move)
    else:
        act(s, seat, move)
        end_draw(s)


def act(s, seat, move):
    """AL-4.1: exactly one of the six acts."""
    kind = KIND_OF[move]
    place = PLACE_OF[move]
    card = s.drawn[seat]
    if kind == DISCARD:
        discard(s, card)  # AL-4.3
    elif kind == LAY:
        s.mountain[OWNER_OF[move]][place] = card  # AL-4.2, AL-4.4
    elif kind == REPLACE:
        discard(s, s.mountain[seat][place])  # AL-4.6
        s.mountain[seat][place] = card
    elif kind == RESCUE:
        rescue(s, s.mountain[seat], place)  # AL-4.7
    elif kind == HAND_RESCUE:
        play_from_hand(s, seat, SAINT_BERNARD)  # AL-4.7
        rescue(s, s.mountain[seat], place)
    else:
        play_from_hand(s, seat, CARD_OF[move])  # AL-4.5
        s.mountain[seat][place] = CARD_OF[move]


def play_from_hand(s, seat, card):
    """AL-4.5, AL-7.2: one of the four cards held leaves the hand, the drawn one comes in."""
    remove(s.hand[seat], 4, card)
    insert(s.hand[seat], 4, s.drawn[seat])
    if s.fresh[seat] == 0:
        s.first_played[seat] = card
    if s.fresh[seat] < 4:
        s.fresh[seat] += 1


def rescue(s, m, place):
    """AL-4.7: the avalanche and the Saint-Bernard are discarded; what was below is uncovered again (AL-7.3)."""
    m[place] = NO_CARD
    discard(s, AVALANCHE)
    discard(s, SAINT_BERNARD)


def legal_moves(s, seat, out):
    """All legal moves of a seat, in ascending order."""
    mask = to_act(s)
    if mask == CHANCE or seat < 0 or seat >= s.seats or (mask >> seat) & 1 == 0:
        return 0
    if s.phase == KEEPING:
        n = 0
        for choice in range(len(GIVEN_BACK)):
            if why_not_keep(s, seat, choice) == LEGAL:
                out[n] = KEEP + choice
                n += 1
        return n
    places = open_places(s, seat)
    if s.phase == CLOSING:
        out[0] = DONE
        n = 1
    else:
        out[0] = DISCARD
        n = moves_with_drawn(s, seat, places, out, 1)
    return moves_from_hand(s, seat, places, out, n)


def moves_with_drawn(s, seat, places, out, n):
    """AL-4.2, AL-4.4, AL-4.6, AL-4.7: what can be done with the card in the fingers. So many own places are open."""
    card = s.drawn[seat]
    if card == SAINT_BERNARD:
        return moves_at_uncovered(s, seat, RESCUE, out, n)
    if card == AVALANCHE:
        for owner in range(s.seats):
            if owner != seat:
                for i in range(open_places(s, owner)):
                    out[n] = LAY + PLACES * owner + s.open[owner][i]
                    n += buries(s.open[owner][i], s.to_beat[owner][i])
        return n
    for owner in range(s.seats):
        count = 0
        if owner == seat:
            count = places
        elif is_begun(s.mountain[owner]):
            count = open_places(s, owner)
        for i in range(count):
            out[n] = LAY + PLACES * owner + s.open[owner][i]
            n += goes_on(card, s.to_beat[owner][i])
    return moves_at_uncovered(s, seat, REPLACE, out, n)


def why_illegal(s, seat, move):
    """0 for a legal move, else the reason."""
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if move < 0 or move >= MOVE_CODES:
        return NO_SUCH_MOVE
    if s.phase == OVER:
        return IS_OVER
    if s.phase == DEALING or s.phase == CHOOSING_FIRST:
        return CARDS_COMING
    if s.phase == KEEPING:
        if KIND_OF[move] != KEEP:
            return KEEP_NOW
        return why_not_keep(s, seat, CHOICE_OF[move])
    if KIND_OF[move] == KEEP:
        return HAS_HAND
    if s.phase == CLOSING:
        return why_not_build_on(s, seat, move)
    if seat != s.turn:
        return NOT_YOUR_TURN
    if s.phase == DRAWING:
        return CARDS_COMING
    return why_not_act(s, seat, move)


def why_not_act(s, seat, move):
    """AL-4.1: the six acts."""
    kind = KIND_OF[move]
    if kind == DISCARD:
        return LEGAL
    if kind == DONE:
        return NOT_CLOSING
    if kind == LAY:
        return why_not_lay(s, seat, OWNER_OF[move], PLACE_OF[move])
    if kind == REPLACE:
        return why_not_replace(s, seat, PLACE_OF[move])
    if kind == RESCUE:
        if s.drawn[seat] != SAINT_BERNARD:
            return NO_DOG_DRAWN
        return why_not_rescue(s.mountain[seat], PLACE_OF[move])
    return why_not_from_hand(s, seat, move)


def why_not_lay(s, seat, owner, place):
    """AL-4.2, AL-4.4: the drawn card in one's own or in another mountain."""
    if owner >= s.seats:
        return NO_SUCH_MOUNTAIN
    card = s.drawn[seat]
    if card == SAINT_BERNARD:
        return DOG_LAID
    m = s.mountain[owner]
    if owner != seat and not is_begun(m):
        return NOT_BEGUN
    if card != AVALANCHE:
        return why_not_build(m, place, card)
    if owner == seat:
        return OWN_AVALANCHE
    if place < COLUMNS:
        return AVALANCHE_IN_BASE
    reason = why_not_open(m, place)
    if reason == LEGAL and not buries(place, value_to_beat(m, place)):
        return AVALANCHE_TWICE
    return reason


def why_not_replace(s, seat, place):
    """AL-4.6, AL-7.4: the drawn card instead of an uncovered one of one's own mountain."""
    m = s.mountain[seat]
    if s.drawn[seat] >= AVALANCHE:
        return CANNOT_REPLACE
    if m[place] == NO_CARD:
        return NO_CARD_THERE
    if m[place] == AVALANCHE:
        return AVALANCHE_STAYS
    if is_covered(m, place):
        return COVERED
    return why_not_fit(m, place, s.drawn[seat])


def who_sees(s, actor, code):
    """AL-6.5, AL-7.6: cards dealt and drawn, the opening choice and the closing build are secret.

    AL-7.7, AL-7.8: which act is taken is not, nor whether a card came from the fingers or from the hand, even where the
    mountain looks the same afterwards; the drawn card that goes into a hand is in no code.
    """
    if actor == CHANCE:
        if s.phase == DEALING:
            return 1 << seat_dealt_to(s)
        if s.phase == DRAWING:
            return 1 << s.turn
    elif s.phase == KEEPING or (s.phase == CLOSING and code != DONE):
        return 1 << actor
    return EVERYBODY


# AL-6: the end ----------------------------------------------------------------------------------


def begin_closing(s):
    """AL-6.1: everybody builds on at once, in secret (AL-7.6)."""
    s.phase = CLOSING
    for seat in range(s.seats):
        for place in range(PLACES):
            s.built[seat][place] = s.mountain[seat][place]


def why_not_build_on(s, seat, move):
    """AL-6.1: with hand cards only, in one's own mountain, no replacing; done is done."""
    if s.finished[seat]:
        return HAS_FINISHED
    kind = KIND_OF[move]
    if kind == DONE:
        return LEGAL
    if kind != HAND_RESCUE and kind != HAND:
        return NOTHING_DRAWN
    return why_not_from_hand(s, seat, move)


def say_done(s, seat):
    """AL-7.6: always said. When the last one is done, mountains and hands are shown."""
    s.finished[seat] = 1
    if to_act(s) == 0:
        reveal(s)


def reveal(s):
    """AL-7.6: what was built in secret becomes the mountain, the hands lie open."""
    s.phase = OVER
    for seat in range(s.seats):
        for place in range(PLACES):
            s.mountain[seat][place] = s.built[seat][place]
            s.built[seat][place] = NO_CARD
        for slot in range(4):
            s.shown[seat][slot] = s.hand[seat][slot]
            s.hand[seat][slot] = NO_CARD
        s.discards[AVALANCHE - 1] += s.rescued[seat]
        s.discards[SAINT_BERNARD - 1] += s.rescued[seat]
        s.rescued[seat] = 0


def animals(m):
    """AL-6.2: animals on the fourth storey or higher, covered or not."""
    count = 0
    for place in range(3 * COLUMNS, PLACES):
        if FIRST_ANIMAL <= m[place] <= DAHU:
            count += 1
    return count


def dogs_left(s, seat):
    """AL-6.2: Saint-Bernards left in the hand that is shown."""
    count = 0
    for slot in range(4):
        if s.shown[seat][slot] == SAINT_BERNARD:
            count += 1
    return count


def hand_bonus(s, seat):
    """AL-6.2: 1 for a hand that is empty or holds only Saint-Bernards."""
    for slot in range(4):
        if s.shown[seat][slot] != NO_CARD and s.shown[seat][slot] != SAINT_BERNARD:
            return 0
    return 1


def total(s, seat):
    """AL-6.2: storeys and animals; once the hands are shown, Saint-Bernards and the bonus as well."""
    points = storeys(s.mountain[seat]) + animals(s.mountain[seat])
    if s.phase == OVER:
        points += dogs_left(s, seat) + hand_bonus(s, seat)
    return points


def score(s, out):
    """AL-6.2: the totals. Before the end they are what everybody can see of them."""
    for seat in range(s.seats):
        out[seat] = total(s, seat)


def winners(s):
    """AL-6.3: the highest total wins, a tie is shared."""
    if s.phase != OVER:
        return 0
    best = -1
    mask = 0
    for seat in range(s.seats):
        points = total(s, seat)
        if points > best:
            best = points
            mask = 0
        if points == best:
            mask |= 1 << seat
    return mask


def ending(s):
    """AL-6.3, AL-6.4: how the match ended."""
    if s.phase != OVER:
        return 0
    if s.seats == 1:
        return SOLO
    won = winners(s)
    if won & (won - 1) != 0:
        return SHARED_WIN
    return SOLE_WIN


def grade(points):
    """AL-6.4: what a patience is worth."""
    if points < 15:
        return VALLEY
    if points < 20:
        return HIKER
    if points < 24:
        return ALPINIST
    return SUMMIT
