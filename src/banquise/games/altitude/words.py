"""How Altitude speaks: notation, log sentences, reasons for refusal, the score in words.

Notation: ``own 3.2`` lays the drawn card on storey 3, column 2 of one's own mountain, ``to 2: 4.1`` in that of seat 2;
``hand 17 at 2.3`` takes the drawn card and builds with a 17 from the hand; ``replace 1.4``; ``rescue 2.2``, and
``hand rescue 2.2`` with a Saint-Bernard from the hand; ``discard``. ``keep 12 18 0 marmot-8`` at the start, ``done`` at
the end.

A place keeps its name for the whole match: the first card of a base is 1.1, to its right lie 1.2, 1.3, ..., to its
left 1.11, 1.10, ...; a base never has more than ten cards. ``own left`` and ``own right`` name the ends of a base.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from banquise.games.altitude import hand, mountain, moves, rules
from banquise.games.altitude.board import (
    AVALANCHE,
    CABLE_CAR,
    COLUMNS,
    DAHU,
    GIVEN_BACK,
    KINDS,
    LEFT_OF,
    NO_CARD,
    PACK,
    PLACE_NAMES,
    RIGHT_OF,
    ROWS,
    SAINT_BERNARD,
)
from banquise.games.altitude.client import Preview
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.notation import BadNotation, listing, tidy
from banquise.kernel.schema import State
from banquise.kernel.speaking import one_by_one, walked
from banquise.kernel.speech import Message

TIMELESS: Container[int] = range(moves.DISCARD, moves.MOVE_CODES)  # an opening choice names the cards that were dealt

# Cards that are not just a number, in the order of the pack: their names in sentences.
_CARD_KEYS = (
    *("card.marmot_8", "card.marmot_12", "card.marmot_16", "card.marmot_20"),
    *("card.grouse_10", "card.grouse_14", "card.grouse_18", "card.grouse_22"),
    *("card.chamois_15", "card.chamois_19", "card.chamois_23"),
    *("card.ibex_17", "card.ibex_21", "card.ibex_25"),
    *("card.dahu", "card.cable_car", "card.avalanche", "card.saint_bernard"),
)


# Cards and places in notation -------------------------------------------------------------------


def _card_name(kind: int) -> str:
    family, number, _ = PACK[kind]
    if family in ("plain", "cable_car"):
        return str(number)
    if family in ("dahu", "avalanche", "saint_bernard"):
        return family.replace("_", "-")
    return f"{family}-{number}"


CARD_NAMES = ("nothing", *(_card_name(kind) for kind in range(KINDS)))
_CARD_OF = {(family, number): kind + 1 for kind, (family, number, _) in enumerate(PACK)}
_ANIMAL_OF = {number: card for (family, number), card in _CARD_OF.items() if 26 <= card <= DAHU}

# What people call the cards, in French and German too.
_FAMILY_OF = {
    **dict.fromkeys(("marmot", "marmots", "marmotte", "murmeltier", "m"), "marmot"),
    **dict.fromkeys(("black grouse", "grouse", "tétras-lyre", "tétras", "tetras", "birkhuhn", "g"), "grouse"),
    **dict.fromkeys(("chamois", "gämse", "gams", "c"), "chamois"),
    **dict.fromkeys(("ibex", "bouquetin", "steinbock", "i"), "ibex"),
    **dict.fromkeys(("dahu", "d"), "dahu"),
    **dict.fromkeys(("cable car", "cable-car", "cablecar", "cable", "téléphérique", "seilbahn"), "cable_car"),
    **dict.fromkeys(("avalanche", "lawine", "av", "a"), "avalanche"),
    **dict.fromkeys(
        (
            "saint-bernard",
            "saint bernard",
            "st bernard",
            "st. bernard",
            "st-bernard",
            "bernard",
            "bernhardiner",
            "dog",
            "sb",
        ),
        "saint_bernard",
    ),
}
_ONE_OF_A_KIND = {"dahu": DAHU, "cable_car": CABLE_CAR, "avalanche": AVALANCHE, "saint_bernard": SAINT_BERNARD}


def _alternatives(one_of_a_kind: bool) -> str:
    names = [name for name, family in _FAMILY_OF.items() if (family in _ONE_OF_A_KIND) == one_of_a_kind]
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


# Only families with several numbers are followed by one: "dahu 0" is two cards, "marmot 12" is one.
_CARD = re.compile(
    rf"(?P<only>{_alternatives(True)})(?![a-zé])(?:[ -]*100)?"
    rf"|(?:(?P<family>{_alternatives(False)})(?![a-zé])[ -]*)?(?P<number>\d+)?"
)
_BETWEEN_CARDS = re.compile(r"(?:[ ,;+&]|and |et |und )*")

_PLACE = r"(?:(?:at|on|in|en|à|auf|an) )?(?P<place>\d+ ?[./,-] ?\d+|left|right|gauche|droite|links|rechts)"
_COLOUR_SEATS = {
    **dict.fromkeys(("red", "rouge", "rot"), 0),
    **dict.fromkeys(("yellow", "jaune", "gelb"), 1),
    **dict.fromkeys(("green", "vert", "grün"), 2),
    **dict.fromkeys(("blue", "bleu", "blau"), 3),
}
_SEAT = rf"(?P<seat>\d|{'|'.join(_COLOUR_SEATS)})"
_DONE = ("done", "finished", "fini", "terminé", "fertig", ".")
_DISCARD = re.compile(r"(?:discard|throw away|throw|défausse|défausser|jeter|jette|abwerfen|ablegen)(?: (?P<card>.+))?")
_OWN = re.compile(rf"(?:(?:own|mine|lay|build|base|moi|poser|pose|legen|eigen) )?{_PLACE}")
_TO = re.compile(rf"(?:(?:to|give|chez|bei|an) )?(?:seat )?{_SEAT} ?:? ?{_PLACE}")
_REPLACE = re.compile(rf"(?:replace|remplacer|remplace|ersetzen|ersetze) {_PLACE}")
_RESCUE = re.compile(
    rf"(?P<hand>hand )?(?:rescue|sauver|sauve|retten|rette) {_PLACE}(?P<from> from (?:the |my )?hand)?"
)
_HAND = re.compile(rf"(?:hand|from hand|main) (?P<card>.+?) {_PLACE}")
_KEEP = re.compile(r"(?:keep|garder|garde|behalten|behalte) (?P<cards>.+)")


def _read_place(m: Sequence[int], text: str, said: str) -> int:
    if not said[0].isdigit():
        return _base_end(m, on_the_left=said in ("left", "gauche", "links"))
    row, column = (int(part) for part in re.split(r"[ ./,-]+", said))
    if not (1 <= row <= ROWS and 1 <= column <= COLUMNS):
        raise BadNotation(text, f"places are storey.column, from 1.1 to {ROWS}.{COLUMNS}")
    return (row - 1) * COLUMNS + column - 1


def _base_end(m: Sequence[int], on_the_left: bool) -> int:
    """The free place at an end of the base; 1.1 while there is no base."""
    step = LEFT_OF if on_the_left else RIGHT_OF
    for place in range(COLUMNS):
        if m[place] != NO_CARD and m[step[place]] == NO_CARD:
            return step[place]
    return 0


def _read_cards(text: str, said: str, among: Iterable[int]) -> list[int]:
    """The cards that a text lists. A number may mean an animal when no plain card of it is among those at hand."""
    left = Counter(among)
    cards: list[int] = []
    at = 0
    while at < len(said):
        word = _CARD.match(said, at)
        assert word is not None  # all of it is optional
        if word.end() == at:
            names = listing(["17", "marmot-8", "dahu", "0 (the cable car)", "avalanche", "saint-bernard"])
            raise BadNotation(text, f"no card is called {said[at:]!r}; cards are called like {names}")
        card = _one_card(text, word, left)
        left[card] -= 1
        cards.append(card)
        between = _BETWEEN_CARDS.match(said, word.end())
        at = between.end() if between else word.end()
    return cards


def _one_card(text: str, word: re.Match[str], left: Counter[int]) -> int:
    if word["only"]:
        return _ONE_OF_A_KIND[_FAMILY_OF[word["only"]]]
    number = int(word["number"]) if word["number"] else None
    family = _FAMILY_OF[word["family"]] if word["family"] else "plain"
    if number is None:
        meant: list[int | None] = [card for (name, _), card in _CARD_OF.items() if name == family and left[card] > 0]
    elif family == "plain":
        meant = [_CARD_OF.get(("plain", number)), _ANIMAL_OF.get(number), CABLE_CAR if number == 0 else None]
    else:
        meant = [_CARD_OF.get((family, number))]
    known = [card for card in meant if card is not None]
    held = [card for card in known if left[card] > 0]
    if not known:
        raise BadNotation(text, f"there is no card {word[0].strip()!r} here; name it like 17 or marmot-8")
    return (held or known)[0]


def _own_cards(s: State, seat: int) -> list[int]:
    return list(s.dealt[seat] if s.phase == moves.KEEPING else s.hand[seat])


# Notation ---------------------------------------------------------------------------------------


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    kind, place = moves.KIND_OF[move], PLACE_NAMES[moves.PLACE_OF[move]]
    if kind == moves.KEEP:
        return "keep " + " ".join(CARD_NAMES[card] for card in kept_cards(s, seat, moves.CHOICE_OF[move]))
    if kind == moves.LAY:
        owner = moves.OWNER_OF[move]
        return f"own {place}" if owner == seat else f"to {owner + 1}: {place}"
    if kind == moves.HAND:
        return f"hand {CARD_NAMES[moves.CARD_OF[move]]} at {place}"
    return moves.MOVES.write(move)


def kept_cards(s: State, seat: int, choice: int) -> list[int]:
    """The four cards that an opening choice keeps."""
    return [card for slot, card in enumerate(s.dealt[seat]) if slot not in GIVEN_BACK[choice]]


write_line = one_by_one(write, "; ")  # closing builds, mostly


def read(s: State, seat: int, text: str) -> list[int]:
    """The move that a text means, or the moves: several are parted by semicolons."""
    return [_read_one(s, seat, text, tidy(part)) for part in text.split(";")]


def _read_one(s: State, seat: int, text: str, said: str) -> int:
    if said in _DONE:
        return moves.DONE
    if act := _DISCARD.fullmatch(said):
        return _read_discard(s, seat, text, act["card"])
    if act := _KEEP.fullmatch(said):
        return _read_keep(s, seat, text, act["cards"])
    m: Sequence[int] = mountain.standing(s, seat)
    if act := _REPLACE.fullmatch(said):
        return moves.REPLACE + _read_place(m, text, act["place"])
    if act := _RESCUE.fullmatch(said):
        from_hand = act["hand"] or act["from"] or s.drawn[seat] != SAINT_BERNARD
        return (moves.HAND_RESCUE if from_hand else moves.RESCUE) + _read_place(m, text, act["place"])
    if act := _HAND.fullmatch(said):
        return _read_hand(s, seat, text, act["card"], _read_place(m, text, act["place"]))
    if act := _OWN.fullmatch(said):
        return moves.MOVES.code(moves.LAY, seat, _read_place(m, text, act["place"]))
    if act := _TO.fullmatch(said):
        return _read_lay_to(s, text, act["seat"], act["place"])
    raise BadNotation(text, _what_would_be_right(s))


def _read_discard(s: State, seat: int, text: str, card: str | None) -> int:
    """Only the drawn card can be discarded, so there is no need to name it; but one may."""
    drawn = s.drawn[seat]
    if card and _read_cards(text, card, [drawn]) != [drawn]:
        raise BadNotation(text, f"only the drawn card can be discarded, and that is {CARD_NAMES[drawn]}: say 'discard'")
    return moves.DISCARD


def _read_keep(s: State, seat: int, text: str, said: str) -> int:
    cards = sorted(_read_cards(text, said, _own_cards(s, seat)))
    if s.phase != moves.KEEPING:
        return moves.KEEP  # the rules say why not
    for choice in range(len(GIVEN_BACK)):
        # Of cards of one kind the rules give back the first, so the first choice that fits is theirs.
        if kept_cards(s, seat, choice) == cards:
            return moves.KEEP + choice
    six = " ".join(CARD_NAMES[card] for card in s.dealt[seat])
    raise BadNotation(text, f"name four of your six cards ({six}), like 'keep 12 18 0 marmot-8'")


def _read_hand(s: State, seat: int, text: str, said: str, place: int) -> int:
    cards = _read_cards(text, said, s.hand[seat])
    if len(cards) != 1:
        raise BadNotation(text, "one card at a time, like 'hand 17 at 2.3'")
    if cards[0] == SAINT_BERNARD:
        return moves.HAND_RESCUE + place
    return moves.MOVES.code(moves.HAND, cards[0], place)


def _read_lay_to(s: State, text: str, said: str, place: str) -> int:
    owner = _COLOUR_SEATS[said] if said in _COLOUR_SEATS else int(said) - 1
    if not 0 <= owner < s.seats:
        raise BadNotation(
            text, f"there are {s.seats} mountains here: seats 1 to {s.seats}, or {listing(COLOURS[: s.seats])}"
        )
    return moves.MOVES.code(moves.LAY, owner, _read_place(s.mountain[owner], text, place))


def _what_would_be_right(s: State) -> str:
    if s.phase == moves.KEEPING:
        return "name the four cards that you keep, like 'keep 12 18 0 marmot-8'"
    if s.phase == moves.CLOSING:
        return "build on with 'hand 17 at 2.3', clear an avalanche with 'rescue 2.2', or say 'done'"
    return "say 'own 3.2', 'to 2: 4.1', 'hand 17 at 2.3', 'replace 1.4', 'rescue 2.2' or 'discard'"


def write_outcome(s: State, outcome: int) -> str:
    """A card by its name, or the colour of the first seat."""
    return COLOURS[outcome] if s.phase == moves.CHOOSING_FIRST else CARD_NAMES[outcome + 1]


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    said = tidy(text)
    if s.phase == moves.CHOOSING_FIRST:
        if _COLOUR_SEATS.get(said, s.seats) >= s.seats:
            raise BadNotation(text, f"the first seat is one of {listing(COLOURS[: s.seats])}")
        return _COLOUR_SEATS[said]
    cards = _read_cards(text, said, [])
    if len(cards) != 1:
        raise BadNotation(text, "the outcome is one card, like 17, marmot-8, 0, avalanche or saint-bernard")
    return cards[0] - 1


# Sentences --------------------------------------------------------------------------------------

Params = dict[str, str | int]


def _colour(seat: int) -> str:
    return f"@colour.{COLOURS[seat]}"


def card_spoken(card: int) -> str | int:
    """A card as a parameter of a sentence: a number, or the key of its name."""
    return card if card <= 25 else f"@{_CARD_KEYS[card - 26]}"


def tell(before: State, after: State, actor: int, code: int | None) -> list[Message]:
    """What happened, in words, from states as the listener sees them."""
    if actor == CHANCE:
        said = _tell_chance(before, code)
    elif before.phase == moves.KEEPING:
        said = _tell_keep(before, actor, code)
    elif before.phase == moves.CLOSING:
        said = _tell_closing(actor, code)
    else:
        assert code is not None  # AL-7.8: everybody sees which act is taken
        said = [_tell_act(before, after, actor, code)]
    return said + _tell_turning_points(before, after)


def _tell_chance(before: State, code: int | None) -> list[Message]:
    if before.phase == moves.CHOOSING_FIRST:
        assert code is not None
        return [Message("log.first", {"seat": _colour(code)})]
    dealing = before.phase == moves.DEALING
    seat = rules.seat_dealt_to(before) if dealing else before.turn
    if code is None:
        # Cards dealt to others are no news one by one; that somebody draws is.
        return [] if dealing else [Message("log.draws_hidden", {"seat": _colour(seat)})]
    return [Message("log.dealt" if dealing else "log.draws", {"seat": _colour(seat), "card": card_spoken(code + 1)})]


def _tell_keep(before: State, seat: int, code: int | None) -> list[Message]:
    if code is None:
        return [Message("log.has_kept", {"seat": _colour(seat)})]
    one, two, three, four = (card_spoken(card) for card in kept_cards(before, seat, moves.CHOICE_OF[code]))
    return [Message("log.keeps", {"seat": _colour(seat), "one": one, "two": two, "three": three, "four": four})]


def _tell_act(before: State, after: State, seat: int, code: int) -> Message:
    """AL-7.7: the card that was laid or discarded is open now, so the public part of the state tells it."""
    who: Params = {"seat": _colour(seat)}
    kind, place = moves.KIND_OF[code], moves.PLACE_OF[code]
    if kind == moves.DISCARD:
        card = next(kind + 1 for kind in range(KINDS) if after.discards[kind] > before.discards[kind])
        return Message("log.discards", {**who, "card": card_spoken(card)})
    where: Params = {**who, "place": PLACE_NAMES[place]}
    if kind == moves.LAY:
        owner = moves.OWNER_OF[code]
        where["card"] = card_spoken(after.mountain[owner][place])
        if owner == seat:
            return Message("log.lays", where)
        return Message("log.lays_to", {**where, "other": _colour(owner)})
    if kind == moves.REPLACE:
        old, new = before.mountain[seat][place], after.mountain[seat][place]
        return Message("log.replaces", {**where, "old": card_spoken(old), "card": card_spoken(new)})
    if kind == moves.HAND:
        return Message("log.from_hand", {**where, "card": card_spoken(moves.CARD_OF[code])})
    return Message("log.rescues" if kind == moves.RESCUE else "log.hand_rescues", where)


def _tell_closing(seat: int, code: int | None) -> list[Message]:
    who: Params = {"seat": _colour(seat)}
    if code is None:
        return [Message("table.hidden", who)]
    if code == moves.DONE:
        return [Message("log.done", who)]
    where: Params = {**who, "place": PLACE_NAMES[moves.PLACE_OF[code]]}
    if moves.KIND_OF[code] == moves.HAND_RESCUE:
        return [Message("log.clears", where)]
    return [Message("log.builds_on", {**where, "card": card_spoken(moves.CARD_OF[code])})]


def _tell_turning_points(before: State, after: State) -> list[Message]:
    if after.phase == before.phase:
        return []
    if after.phase == moves.KEEPING:
        return [Message("log.choose")]
    if after.phase == moves.DRAWING and after.draws_left == 2 and after.seats > 1:
        return [Message("log.double", {"seat": _colour(after.turn)})]
    if after.phase == moves.CLOSING:
        return [Message("log.closing")]
    if after.phase == moves.OVER:
        return [*(breakdown(after, seat) for seat in range(after.seats)), *_tell_end(after)]
    return []


def breakdown(s: State, seat: int) -> Message:
    """AL-6.2: where the points of a seat come from. Before the end: those that everybody can see."""
    over = s.phase == moves.OVER
    return Message(
        "log.points",
        {
            "seat": _colour(seat),
            "total": rules.total(s, seat),
            "storeys": mountain.storeys(s.mountain[seat]),
            "animals": rules.animals(s.mountain[seat]),
            "dogs": rules.dogs_left(s, seat) if over else 0,
            "bonus": rules.hand_bonus(s, seat) if over else 0,
        },
    )


def _tell_end(after: State) -> list[Message]:
    if after.seats == 1:
        total = rules.total(after, 0)
        return [Message(f"log.grade_{moves.GRADES[rules.grade(total)]}", {"total": total})]
    won = [seat for seat in range(after.seats) if rules.winners(after) >> seat & 1]
    key = "log.wins" if len(won) == 1 else "log.shares"
    return [Message(key, {"seat": _colour(seat), "total": rules.total(after, seat)}) for seat in won]


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    if s.phase == moves.KEEPING:
        return Message("prompt.keep")
    if s.phase == moves.CLOSING:
        return Message("prompt.close")
    return Message("prompt.act", {"card": card_spoken(s.drawn[seat])})


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A legal move in parts: its kind, and the cards and places that it is about."""
    parts = moves.MOVES.parts(move)
    if parts["kind"] == "keep":
        parts["one_back"], parts["two_back"] = GIVEN_BACK[moves.CHOICE_OF[move]]
    elif "place" in parts:
        parts.setdefault("owner", seat)
    return parts


def preview(s: State, seat: int, text: str) -> Preview:
    """How the mountain that a move touches would stand after it, why it is refused, and what to warn of.

    A line of several closing moves is shown as far as it is legal.
    """
    owner, warned = seat, None

    def make(ghost: State, move: int) -> None:
        nonlocal owner, warned
        warned = warning(s, seat, move)
        owner = int(structure(s, seat, move).get("owner", seat))
        if s.phase != moves.KEEPING and move not in (moves.DISCARD, moves.DONE):
            (hand.build_on if s.phase == moves.CLOSING else rules.act)(ghost, seat, move)

    ghost, refused = walked(s, seat, read(s, seat, text), rules, moves.REASONS, make)
    m = mountain.standing(ghost, owner)
    return {
        "owner": owner,
        "storeys": mountain.storeys(m),
        "animals": rules.animals(m),
        "refused": refused,
        "warning": warned.key if warned else None,
    }


def warning(s: State, seat: int, move: int) -> Message | None:
    """What a careful client says before a legal move that is easily regretted."""
    if s.phase != moves.ACTING or s.drawn[seat] != AVALANCHE:
        return None
    kind, owner = moves.KIND_OF[move], moves.OWNER_OF[move]
    if kind in (moves.HAND_RESCUE, moves.HAND):
        return Message("warning.dead_avalanche")
    if kind == moves.LAY and moves.PLACE_OF[move] // COLUMNS == mountain.storeys(s.mountain[owner]):
        return Message("warning.adds_storey", {"other": _colour(owner)})
    return None
