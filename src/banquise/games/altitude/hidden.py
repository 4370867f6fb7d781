"""What a seat cannot know, and how it may imagine it (AL-6.5).

In the rules' own subset, see rules.py.
"""

from banquise.games.altitude.board import (
    COPIES,
    KINDS,
    NO_CARD,
    PLACES,
    SAINT_BERNARD,
)
from banquise.games.altitude.hand import (
    build_on,
    insert,
    moves_from_hand,
)
from banquise.games.altitude.mountain import open_places
from banquise.games.altitude.moves import (
    ACTING,
    CLOSING,
    DEALING,
    DONE,
    KEEPING,
    OVER,
)
from banquise.kernel.chance import (
    below,
    pick,
)


def imagine(s, seat, rng):
    """AL-6.5: deal all cards that this seat has not seen anew, each deal that fits what it knows as likely as any.

    What the others remember of the set-up is not dealt anew but forgotten: no move and no point depends on it.
    """
    if s.phase == OVER:
        forget(s, seat)
        return
    gather(s, seat)
    if s.phase == DEALING or s.phase == KEEPING:
        imagine_setup(s, seat, rng)
    else:
        forget(s, seat)
        imagine_hands(s, seat, rng)
    for kind in range(KINDS):
        s.pile[kind] = s.pool[kind]
    if s.phase == CLOSING:
        for other in range(s.seats):
            if other != seat:
                take_back(s, other)
                imagine_closing(s, other, rng)


def gather(s, seat):
    """All that the seat has not seen: the pack, less what lies open, less what the seat holds itself.

    It does not matter what the hidden fields hold: what follows here follows from the seat's view.
    """
    for kind in range(KINDS):
        s.pool[kind] = COPIES[kind] - s.discards[kind]
    for other in range(s.seats):
        for place in range(PLACES):
            strike(s, s.mountain[other][place])
    if seat >= 0:
        strike_own(s, seat)


def strike(s, card):
    """One card less that is unseen, if this is one."""
    if card != NO_CARD:
        s.pool[card - 1] -= 1


def strike_own(s, seat):
    """The cards of the deal until all have chosen (AL-3.1), then hand, fingers and the secret build."""
    if s.phase == DEALING or s.phase == KEEPING:
        for slot in range(6):
            strike(s, s.dealt[seat][slot])
    else:
        for slot in range(4):
            strike(s, s.hand[seat][slot])
        strike(s, s.drawn[seat])
    if s.phase == CLOSING:
        for place in range(PLACES):
            if s.built[seat][place] != s.mountain[seat][place]:
                strike(s, s.built[seat][place])
        for _ in range(s.rescued[seat]):
            strike(s, SAINT_BERNARD)


def take_back(s, seat):
    """Undo a secret closing build: all four cards are in the hand again, which is dealt anew."""
    for place in range(PLACES):
        s.built[seat][place] = s.mountain[seat][place]
    s.rescued[seat] = 0


def forget(s, seat):
    """Blank what the others remember of the set-up."""
    for other in range(s.seats):
        if other != seat:
            for slot in range(6):
                s.dealt[other][slot] = NO_CARD
            s.returned[other][0] = NO_CARD
            s.returned[other][1] = NO_CARD


def unseen_card(s, rng):
    """One of the unseen cards, each as likely as any other."""
    kind = pick(rng, s.pool, KINDS)
    s.pool[kind] -= 1
    return kind + 1


def imagine_setup(s, seat, rng):
    """AL-7.1: the others hold as many cards as they do, but any; who has kept four has given back two of the six."""
    for other in range(s.seats):
        if other != seat:
            cards = 6
            if s.phase == DEALING:
                cards = 0
                while cards < 6 and s.dealt[other][cards] != NO_CARD:
                    cards += 1
            for slot in range(6):
                s.dealt[other][slot] = NO_CARD
            for slot in range(4):
                s.hand[other][slot] = NO_CARD
            for i in range(cards):
                card = unseen_card(s, rng)
                insert(s.dealt[other], 6, card)
                if s.has_kept[other]:
                    if i < 4:
                        insert(s.hand[other], 4, card)
                    else:
                        s.returned[other][i - 4] = card
            sort_returned(s, other)


def sort_returned(s, seat):
    """The two cards given back lie in rising order too."""
    one = s.returned[seat][0]
    if one > s.returned[seat][1]:
        s.returned[seat][0] = s.returned[seat][1]
        s.returned[seat][1] = one


def imagine_hands(s, seat, rng):
    """The others' hands and the card in another's fingers.

    A seat remembers the six cards it was dealt: none of them was in a hand that another kept. So the slots that
    cannot have been filled from the pile are dealt first, from the cards that may have been kept; then all others.
    """
    find_early(s, seat)
    for other in range(s.seats):
        if other != seat:
            for slot in range(4):
                s.hand[other][slot] = NO_CARD
            for _ in range(4 - s.fresh[other]):
                kind = pick(rng, s.early, KINDS)
                s.early[kind] -= 1
                s.pool[kind] -= 1
                insert(s.hand[other], 4, kind + 1)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.fresh[other]):
                insert(s.hand[other], 4, unseen_card(s, rng))
            if s.phase == ACTING and other == s.turn:
                s.drawn[other] = unseen_card(s, rng)


def find_early(s, seat):
    """The unseen cards that others may have kept from the deal.

    Of each kind no more than there are, less those dealt to this seat, less those known to have been kept and played.
    """
    for kind in range(KINDS):
        s.early[kind] = COPIES[kind]
    for other in range(s.seats):
        if other != seat and s.first_played[other] != NO_CARD:
            s.early[s.first_played[other] - 1] -= 1
    if seat >= 0:
        for slot in range(6):
            if s.dealt[seat][slot] != NO_CARD:  # in an imagined state it may be forgotten
                s.early[s.dealt[seat][slot] - 1] -= 1
    for kind in range(KINDS):
        s.early[kind] = min(s.early[kind], s.pool[kind])


def imagine_closing(s, seat, rng):
    """AL-7.6: another seat may have built on in secret, or not: any of its moves, until it stops."""
    move = NO_CARD
    while move != DONE:
        n = moves_from_hand(s, seat, open_places(s, seat), s.moves, 1)
        s.moves[0] = DONE
        move = s.moves[below(rng, n)]
        if move != DONE:
            build_on(s, seat, move)
