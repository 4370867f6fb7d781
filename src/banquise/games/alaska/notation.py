"""How moves of Alaska are written and read.

``place single d4``, ``place double d4 E``, ``place straight d4 SE``, ``place bent d4 NE`` (its middle hex and
the direction between its arms), or simply the hexes, ``place d4 d5``; ``melt d4``, ``bear d4``, ``go d4``,
``fly island`` (a piece may be named by any of its hexes, a territory by its compass point); ``load``, ``unload``,
``hijack blue``, ``fog``, ``no fog``, ``take``, ``leave``, ``end``. Several moves may be joined with commas:
``go d4, load, go island``.
"""

# mypy: allow-untyped-calls
from __future__ import annotations

import re
import unicodedata

from banquise.games.alaska import moves
from banquise.games.alaska.board import (
    BENT,
    CARD_KIND,
    DIRECTION_NAMES,
    DOUBLE,
    EVENT_NAMES,
    HEX_NAMED,
    HEXES,
    ISLAND,
    LAND,
    LAND_NAMES,
    NEIGHBOUR,
    PIECE_NAMES,
    PLACE_KIND,
    PLACEMENT_NAMED,
    PLACEMENT_OF,
    STRAIGHT,
)
from banquise.games.alaska.spaces import piece_at
from banquise.kernel.game import COLOURS
from banquise.kernel.notation import BadNotation, listing, nearest, tidy
from banquise.kernel.schema import State
from banquise.kernel.speaking import one_by_one

CARDS = ("single 3/2", "single 3/1", "single 2/1", "double 2/1", "double 2/-", "double 2/2", "triple 1/-", "triple 1/1")

# The moves that are a word alone.
_ALONE = {kind.name.replace("_", " "): kind.first for kind in moves.MOVES.kinds if not kind.parts}


# Writing ----------------------------------------------------------------------------------------


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    return moves.MOVES.write(move)


write_line = one_by_one(write, ", ")


# Reading ----------------------------------------------------------------------------------------

_NO_FOG = {"no fog", "nofog", "no", "pas de brouillard", "sans brouillard", "kein nebel", "non", "nein"}
_ONWARD = {
    moves.LAYING: "place",
    moves.MELTING: "melt",
    moves.MOVING_BEAR: "bear",
    moves.VOYAGE: "go",
}


def _same(**meanings: str) -> dict[str, str]:
    """Many words, few meanings."""
    return {word: meaning for meaning, words in meanings.items() for word in words.split()}


_VERB_OF = _same(
    place="place lay put poser pose placer lege legen setze",
    melt="melt remove thaw fondre fond retirer retire schmelzen schmelze schmilz",
    bear="bear ours bar baer eisbar",
    go="go move step drive walk aller va avancer gehe gehen fahre fahren",
    fly="fly helicopter heli flight voler vole vol helicoptere flieg fliege fliegen hubschrauber",
    load="load charger charge laden lade aufladen pick",
    unload="unload drop decharger decharge deposer abladen entladen",
    hijack="hijack steal rob rapt raub raube rauben kapern",
    fog="fog brouillard nebel",
    take="take prendre prends nehmen nimm found",
    leave="leave laisser laisse lassen lass",
    end="end done stop pass finish fin finir terminer ende fertig schluss",
)
_POINTS = _same(
    N="n north nord norden",
    E="e east est ost osten",
    S="s south sud suden",
    W="w west ouest westen",
    NE="ne no northeast nordest nordost",
    SE="se so southeast sudest sudost",
    SW="sw southwest sudouest sudwest",
    NW="nw northwest nordouest nordwest",
)
_SHAPES = _same(
    single="single singles simple simples einfach einer einzel",
    double="double doubles doppel doppelt zweier",
    triple="triple triples dreier",
    straight="straight droit droite gerade gerader",
    bent="bent courbe coude gebogen gebogener krumm",
)
_PAINTS = _same(
    red="red rouge rot",
    yellow="yellow jaune gelb",
    green="green vert verte grun gruen",
    blue="blue bleu bleue blau",
)
_FILLERS = _same(
    english="to the on at from of in a an up container containers piece pieces hex ice bank shore territory",
    french="le la les l de du des sur vers au un une rive glacon glacons",
    german="der die das den dem auf nach zu zur zum ein eine feld ufer",
)
_HEX = re.compile(r"[a-z]\d+")


def read(s: State, seat: int, text: str) -> list[int]:
    """The moves that a text means, one or several with commas between them."""
    return [_read_one(s, seat, text, part) for part in text.split(",")]


def _plain(text: str) -> str:
    """Small letters without accents, single spaces."""
    bare = unicodedata.normalize("NFKD", text)
    return tidy(re.sub(r"[-.'’:;!]", " ", "".join(c for c in bare if not unicodedata.combining(c))))


def _read_one(s: State, seat: int, text: str, part: str) -> int:
    said = _plain(part)
    if said in _NO_FOG:
        return moves.NO_FOG
    first, *rest = said.split() or [""]
    words = [word for word in rest if word not in _FILLERS]
    verb = _VERB_OF.get(first, "")
    if not verb:
        # A space or a placement alone means whatever one does with it now.
        verb, words = _ONWARD.get(s.phase, ""), [first, *words]
        if not verb or not (_HEX.fullmatch(first) or first in _POINTS or first in _SHAPES or first in _PLACES):
            raise BadNotation(text, _what_would_be_right(s, first))
    if verb in _ALONE:
        if any(_PAINTS.get(word) != COLOURS[seat] and word not in ("voyage", "card", "it") for word in words):
            raise BadNotation(text, f"say simply {verb!r}")
        return _ALONE[verb]
    if verb == "place":
        return moves.PLACE + _read_placement(s, text, words)
    if verb == "hijack":
        return moves.HIJACK + _read_colour(s, seat, text, words)
    space = _read_space(s, seat, text, words)
    if verb == "melt" and space >= HEXES:
        raise BadNotation(text, "only ice melts; name a hex of the piece, like 'melt d4'")
    return moves.MOVES.named(verb).first + space


_PLACES = ("island", "ile", "insel", "camp", "home", "lager", "base")


def _read_space(s: State, seat: int, text: str, words: list[str]) -> int:
    """A piece by any of its hexes, a territory by its compass point, the island, or one's own camp."""
    if any(word in ("island", "ile", "insel") for word in words):
        return ISLAND
    if len(words) == 1 and words[0] in _PLACES:
        return int(s.camp[seat])
    point = _read_point([word for word in words if word not in _PLACES])
    if point in LAND_NAMES:
        return LAND + LAND_NAMES.index(point)
    if len(words) == 1 and _HEX.fullmatch(words[0]):
        cell = _read_hex(text, words[0])
        piece = int(piece_at(s, cell))
        return cell if piece < 0 else piece
    raise BadNotation(text, f"name one space: a hex like d4, island, or a territory ({', '.join(LAND_NAMES)})")


def _read_point(words: list[str]) -> str:
    """A compass point in one word or two (``north west``), or nothing."""
    points = [_POINTS.get(word, "?") for word in words]
    return "".join(points) if points else ""


def _read_hex(text: str, word: str) -> int:
    if word not in HEX_NAMED:
        raise BadNotation(text, f"there is no water hex {word!r}; rows are a to k, like d4 (the island is e5 to g6)")
    return HEX_NAMED[word]


def _read_colour(s: State, seat: int, text: str, words: list[str]) -> int:
    """The colour to hijack; it need not be said where only one foreign colour lies."""
    named = [COLOURS.index(_PAINTS[word]) for word in words if word in _PAINTS]
    if not words:
        named = [colour for colour in range(s.seats) if colour != seat and s.lying[s.at[seat]][colour]]
    if len(named) != 1:
        raise BadNotation(text, f"say whose container, like 'hijack blue' ({listing(COLOURS[: s.seats])})")
    return named[0]


def _read_placement(s: State, text: str, words: list[str]) -> int:
    """A placement by its name or by its hexes."""
    shapes = [_SHAPES[word] for word in words if word in _SHAPES]
    cells = [_read_hex(text, word) for word in words if _HEX.fullmatch(word)]
    point = _read_point([word for word in words if word not in _SHAPES and not _HEX.fullmatch(word)])
    if not cells or (point and point not in DIRECTION_NAMES) or (point and len(cells) > 1):
        raise BadNotation(text, "write 'place single d4', 'place double d4 E', 'place bent d4 NE', or 'place d4 d5'")
    if point:
        shape = _shape_meant(s, text, shapes)
        found = _by_direction(shape, cells[0], DIRECTION_NAMES.index(point))
    else:
        found = PLACEMENT_OF.get(frozenset(cells))
    if found is None:
        raise BadNotation(text, "no piece lies like that on the water")
    kind = PIECE_NAMES[PLACE_KIND[found]]
    if any(shape != kind and not (shape == "triple" and kind in PIECE_NAMES[STRAIGHT:]) for shape in shapes):
        raise BadNotation(text, f"these hexes make a {kind} piece; say its direction too, like 'place double d4 E'")
    return found


def _shape_meant(s: State, text: str, shapes: list[str]) -> int:
    """Straight or bent must be said; double follows from the card."""
    for shape in shapes:
        if shape in PIECE_NAMES:
            return PIECE_NAMES.index(shape)
    if s.phase == moves.LAYING and CARD_KIND[s.card] == DOUBLE and not shapes:
        return DOUBLE
    raise BadNotation(text, "say 'straight' or 'bent', like 'place straight d4 E' or 'place bent d4 NE'")


def _by_direction(shape: int, cell: int, direction: int) -> int | None:
    """A row of hexes from either end, or a bend around its middle."""
    if shape == BENT:
        return PLACEMENT_NAMED.get((BENT, cell, direction))
    cells = [cell]
    while len(cells) < shape + 1 and 0 <= cells[-1] < HEXES:
        cells.append(NEIGHBOUR[cells[-1]][direction])
    return PLACEMENT_OF.get(frozenset(cells)) if len(cells) == shape + 1 else None


_EXAMPLES = {
    moves.LAYING: "lay it, like 'place single d4', 'place double d4 E', 'place straight d4 SE' or 'place bent d4 NE'",
    moves.MELTING: "name a piece that melts, like 'melt d4'",
    moves.MOVING_BEAR: "say where the bear goes, like 'bear d4' or 'bear N'",
    moves.FINDING: "say 'take' or 'leave'",
    moves.ANSWERING: "say 'fog' or 'no fog'",
}


def _what_would_be_right(s: State, word: str) -> str:
    meant = nearest(word, set(_VERB_OF.values()), 1)
    hint = f"did you mean {meant[0]!r}? " if meant else ""
    return hint + _EXAMPLES.get(s.phase, "write 'go d4', 'fly island', 'load', 'unload', 'hijack blue' or 'end'")


def write_outcome(s: State, outcome: int) -> str:
    """The colour of the first player, an ice card, or an event card."""
    return _outcomes(s)[outcome]


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    names = _outcomes(s)
    if tidy(text) not in names:
        raise BadNotation(text, f"the outcome is one of {listing(names)}")
    return names.index(tidy(text))


def _outcomes(s: State) -> tuple[str, ...]:
    if s.phase == moves.ICE_CARD:
        return CARDS
    return EVENT_NAMES if s.phase == moves.EVENT_CARD else COLOURS[: s.seats]
