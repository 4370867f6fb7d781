"""How Altitude looks: in characters, and as an SVG picture. Both draw a state as the viewer sees it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from banquise.games.altitude import mountain, moves, rules
from banquise.games.altitude.board import (
    AVALANCHE,
    BELOW_LEFT,
    BELOW_RIGHT,
    CABLE_CAR,
    COLUMNS,
    KINDS,
    LEFT_OF,
    LONGEST_BASE,
    NO_CARD,
    PACK,
    PLACE_NAMES,
    ROWS,
    SAINT_BERNARD,
    VALUE,
)
from banquise.games.altitude.client import Card, Layout
from banquise.games.altitude.words import CARD_NAMES, card_spoken
from banquise.kernel.canvas import Canvas
from banquise.kernel.contract import LEGAL
from banquise.kernel.game import COLOURS
from banquise.kernel.palette import DEEP_WATER, FJORD, INK, LAMP, SEAT_COLOURS, SNOW, THIN_ICE, seat_shape
from banquise.kernel.schema import State
from banquise.kernel.speech import Say, speaker

_PHASES = {
    moves.DEALING: "drawing.dealing",
    moves.KEEPING: "drawing.keeping",
    moves.CHOOSING_FIRST: "drawing.choosing_first",
    moves.CLOSING: "drawing.closing",
    moves.OVER: "drawing.over",
}


def _standing(s: State, seat: int) -> list[int]:
    """The mountain as the viewer sees it: in the closing build one's own secret work, of the others the old state."""
    built: list[int] = s.built[seat]
    cards: list[int] = s.mountain[seat]
    return built if s.phase == moves.CLOSING and any(built) else cards


def _storeys(m: Sequence[int]) -> int:
    count: int = mountain.storeys(m)
    return count


def _is_open(m: Sequence[int], place: int) -> bool:
    return bool(mountain.why_not_open(m, place) == LEGAL)


def _columns(m: Sequence[int]) -> list[int]:
    """The columns of a picture from left to right: the base, and its two ends while it can grow."""
    lefts = [c for c in range(COLUMNS) if m[c] != NO_CARD and m[LEFT_OF[c]] == NO_CARD]
    if not lefts:
        return [0]
    length = sum(card != NO_CARD for card in m[:COLUMNS])
    end = 0 if length == LONGEST_BASE else 1
    return [(lefts[0] - end + i) % COLUMNS for i in range(length + 2 * end)]


def _cells(m: Sequence[int], is_final: bool = False) -> list[tuple[int, float, int]]:
    """Each place worth drawing: its row, how far it is from the left in cards, and the place. In a final mountain
    nothing is open."""
    columns = _columns(m)
    cells = [(row, i + row / 2, row * COLUMNS + column) for row in range(ROWS) for i, column in enumerate(columns)]
    return [(row, x, place) for row, x, place in cells if m[place] != NO_CARD or (not is_final and _is_open(m, place))]


# Characters -------------------------------------------------------------------------------------

_SHORT = {"plain": "", "cable_car": "", "marmot": "m", "grouse": "g", "chamois": "c", "ibex": "i", "dahu": "d"}


@dataclass(frozen=True)
class _Size:
    """How large things are in characters."""

    width: int  # of lines of words
    high: int = 1  # rows of a card
    card: int = 6  # columns of a card
    left: int = 4  # of a mountain, where its rows are numbered
    abreast: int = 1  # mountains beside one another
    sky: int = 77  # columns of a mountain and what is around it
    is_terse: bool = False  # cards without brackets, and discards in short


_PLAIN, _USUAL, _LARGE = _Size(98), _Size(77), _Size(77, high=2)
_STACKED = _Size(54, card=4, left=3, sky=54, is_terse=True)
_ABREAST = _Size(77, card=3, left=2, abreast=2, sky=38, is_terse=True)


def _short(card: int) -> str:
    if card == AVALANCHE:
        return "~~~"
    family, number, _ = PACK[card - 1]
    return f"{_SHORT[family]}{number}"


def text(s: State, language: str = "en") -> str:
    """The mountains row by row, then the table and what the viewer holds."""
    return str(_canvas(s, language, _PLAIN))


def canvas(s: State, language: str = "en") -> Canvas:
    """The same with its colours and places. Cards have the names that one types, which every language has in common."""
    return _canvas(s, language, _USUAL)


def large_canvas(s: State, language: str = "en") -> Canvas:
    """Every card two rows high, with its edge."""
    return _canvas(s, language, _LARGE)


def small_canvas(s: State, language: str = "en") -> Canvas:
    """Narrow cards; from three seats on, two mountains beside one another."""
    return _canvas(s, language, _ABREAST if s.seats > 2 else _STACKED)


def _canvas(s: State, language: str, size: _Size) -> Canvas:
    drawn, say = Canvas(), speaker(Path(__file__).parent, language)
    for first in range(0, s.seats, size.abreast):
        top, band = len(drawn), range(first, min(first + size.abreast, s.seats))
        cells = [cell for seat in band for cell in _cells(_standing(s, seat), _is_final(s, size))]
        storeys = max((row + 1 for row, _, _ in cells), default=1)  # nobody has to build
        for at, seat in enumerate(band):
            _draw_mountain(drawn, s, seat, say, size, (top, size.sky * at), storeys)
        if not size.is_terse:
            drawn.add()
    if s.seats % size.abreast:  # a place is left beside the last mountain
        for at, line in enumerate(_table_lines(s, say, size, size.sky, len(drawn) - top)):
            drawn.put(top + at, size.sky + 1, line)
    else:
        drawn.add("\n".join(_table_lines(s, say, size, size.width, 0 if size.abreast > 1 else ROWS)))
    return drawn


def _is_final(s: State, size: _Size) -> bool:
    """May places and their numbers be left out, as nothing is laid any more and room is dear?"""
    return bool(size.is_terse and s.phase == moves.OVER)


def _draw_mountain(
    drawn: Canvas, s: State, seat: int, say: Say, size: _Size, at: tuple[int, int], storeys: int
) -> None:
    """Its head, so many storeys, and the numbers of its columns."""
    m, (top, left) = _standing(s, seat), at
    height, points = _counted(say, _storeys(m), "storey"), _counted(say, rules.total(s, seat), "point")
    head = say("drawing.head", number=seat + 1, seat=f"@colour.{COLOURS[seat]}", storeys=height, points=points)
    drawn.put(top, left, head, COLOURS[seat])
    cells = _cells(m, _is_final(s, size))
    base = top + 1 + size.high * (storeys - 1)  # the line of the lowest storey
    for half in range(2 * top + 2, 2 * (base + size.high)):
        drawn.fill(half, left, size.sky, "sky")
    for row in {row for row, _, _ in cells}:
        drawn.put(base - size.high * row, left, f"{row + 1:>2}", "faint")
    for row, x, place in cells:
        card, style = m[place], _card_style(m[place])
        line, column = base - size.high * row, left + size.left + int(x * size.card)
        shown = _shown(card, size)
        drawn.put(line, column, shown, style, PLACE_NAMES[place], owner=seat, place=place)
        if size.high > 1 and card != NO_CARD:
            drawn.fill(2 * line + 2, column, size.card, style)
            drawn.fill(2 * line + 3, column, size.card, "edge")
    foot = base + size.high
    if not _is_final(s, size):
        columns = "".join(f"{column + 1:^{size.card}}" for column in _columns(m)).rstrip()
        drawn.put(foot, left, " " * size.left + columns, "faint")
        for half in (0, 1):
            drawn.fill(2 * foot + half, left, size.sky, "snow")


def _shown(card: int, size: _Size) -> str:
    """A card or an open place, as wide as a card is."""
    if not size.is_terse:
        return f"[{_short(card):^4}]" if card != NO_CARD else f" {'·':^4} "
    if card == NO_CARD:
        return f"{'·':>{size.card - 1}} "
    short = "d" if len(_short(card)) > size.card else _short(card)  # the dahu, which is alone in its family
    return f"{short:>3}".ljust(size.card)


def _card_style(card: int) -> str:
    if card == NO_CARD:
        return "faint"
    if card == AVALANCHE:
        return "danger"
    return "card" if PACK[card - 1][0] in ("plain", "cable_car") else "animal"


def _counted(say: Say, number: int, what: str) -> str:
    return say(f"drawing.{what}{'' if number == 1 else 's'}", count=number)


def _table_lines(s: State, say: Say, size: _Size, width: int, rows: int) -> list[str]:
    """Pile, discards and hands, a line or more for each; where a small drawing has not so many rows, all in one
    paragraph, and discards are only counted."""
    pile, phase = say("drawing.pile", cards=_counted(say, s.pile_size, "card")), _phase_text(s, say)
    thrown = say("drawing.discards", cards=_thrown(s, size) or say("drawing.none"))
    held = [_holdings(s, seat, say) for seat in range(s.seats)]
    lines = [line for words in (f"{pile} {phase}", thrown, *held) for line in _wrapped(words, width)]
    if size.is_terse and len(lines) > rows:
        counted = say("drawing.discards", cards=sum(s.discards))
        table = f"{pile} {phase} {counted}" if s.pile_size else f"{phase} {counted}"
        return _wrapped(" | ".join([table, *filter(None, held)]), width)
    return lines


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width, break_on_hyphens=False)  # a card's name stays whole


def _thrown(s: State, size: _Size) -> str:
    kinds = [kind for kind in range(KINDS) if s.discards[kind]]
    if not size.is_terse:
        return ", ".join(f"{s.discards[kind]}x {CARD_NAMES[kind + 1]}" for kind in kinds)
    names = {kind: CARD_NAMES[kind + 1] if kind + 1 == SAINT_BERNARD else _short(kind + 1) for kind in kinds}
    return " ".join(f"{names[kind]}×{s.discards[kind]}" if s.discards[kind] > 1 else names[kind] for kind in kinds)


def _phase_text(s: State, say: Say) -> str:
    if s.phase in (moves.DRAWING, moves.ACTING):
        key = "drawing.turn_twice" if s.draws_left == 2 else "drawing.turn"
        return say(key, colour=f"@hue.{COLOURS[s.turn]}")
    return say(_PHASES[s.phase])


def _names(cards: Sequence[int]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards if card != NO_CARD)


def _holdings(s: State, seat: int, say: Say) -> str:
    """What the viewer knows of a seat's cards; empty for a hand that it cannot see."""
    said = []
    if s.phase == moves.OVER:
        said.append(say("drawing.shows", cards=_names(s.shown[seat]) or say("drawing.empty_hand")))
    elif any(s.hand[seat]):
        said.append(say("drawing.hand", cards=_names(s.hand[seat])))
    elif any(s.dealt[seat]) and s.phase in (moves.DEALING, moves.KEEPING):
        said.append(say("drawing.dealt", cards=_names(s.dealt[seat])))
    if s.drawn[seat]:
        said.append(say("drawing.drawn", card=CARD_NAMES[s.drawn[seat]]))
    if any(s.returned[seat]):
        said.append(say("drawing.gave_back", cards=_names(s.returned[seat])))
    if s.phase == moves.KEEPING and s.has_kept[seat]:
        said.append(say("drawing.has_chosen"))
    if s.phase == moves.CLOSING and s.finished[seat]:
        said.append(say("drawing.is_done"))
    return say("drawing.has", seat=f"@colour.{COLOURS[seat]}", what=say("list.after").join(said)) if said else ""


# For clients that draw the table themselves -------------------------------------------------------


def layout() -> Layout:
    """The cards by number (0 is none), and the places by number with their names and what they rest on."""
    cards: list[Card] = [{"name": "", "family": "none", "value": 0, "copies": 0}]
    for kind, (family, value, copies) in enumerate(PACK):
        cards.append({"name": CARD_NAMES[kind + 1], "family": family, "value": value, "copies": copies})
    return {
        "cards": cards,
        "rows": ROWS,
        "columns": COLUMNS,
        "longest_base": LONGEST_BASE,
        "places": list(PLACE_NAMES),
        "rests_on": [
            [BELOW_LEFT[place], BELOW_RIGHT[place]] if place >= COLUMNS else [] for place in range(ROWS * COLUMNS)
        ],
    }


# SVG --------------------------------------------------------------------------------------------

_CARD_W, _CARD_H = 44, 36
_PANEL_W = 12 * _CARD_W + 24
_STRIP = 64  # height of the strip of cards below the mountains

# Silhouettes in a box of 20 by 12, drawn by us.
_SILHOUETTES = {
    "marmot": "M3 12q0-7 5-8l1-2 1 2q5 1 6 8zM11 5l2-1",
    "grouse": "M2 4l3 1q4-3 8 1l4-5-1 6q-3 5-8 4-4-1-4-4zM8 11v1M11 11v1",
    "chamois": "M3 12V7l2-2h8l2-3 3 1-2 2v7h-1V8H5v4zM15 2q0-2-1-2M16 2q1-2 2-1",
    "ibex": "M3 12V7l2-2h8l2-3 3 1-2 2v7h-1V8H5v4zM15 2q-4-3-6 2M16 2q-3-4-7-1",
    "dahu": "M3 9V7l2-2h8l2-3 3 1-2 2v7h-1V8H5v1zM15 2q-1-3-3-1M16 2q1-3 3-1",
    "cable_car": "M1 3L19 0M10 2v3M5 5h10v6H5zM7 7h2M11 7h2",
    "avalanche": "M1 12q2-5 5-4 1-6 6-4 5-2 6 4 2 1 1 4z",
    "saint_bernard": "M2 12V6l3-3 4 2h6l3-2-1 9h-2V9H6v3zM8 6h3v3H8z",
}


def svg(s: State, language: str = "en") -> str:
    """The mountains side by side on one altitude scale, and below them the pile and what the viewer holds."""
    columns = 1 if s.seats == 1 else 2
    lines = (s.seats + 1) // 2
    height = 44 + _CARD_H * (max(_storeys(_standing(s, seat)) for seat in range(s.seats)) + 1)
    width, total = columns * _PANEL_W, lines * height + _STRIP
    say = speaker(Path(__file__).parent, language)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" role="img" '
        f'aria-label="{escape(_summary(s, say))}" font-family="Georgia, serif">',
        f'<rect width="{width}" height="{total}" fill="{FJORD}"/>',
    ]
    for seat in range(s.seats):
        x, y = seat % columns * _PANEL_W, seat // columns * height
        parts.append(f'<g transform="translate({x} {y})">{_panel(s, seat, height, say)}</g>')
    parts.append(f'<g transform="translate(0 {lines * height})">{_strip(s, width, say)}</g>')
    return "".join(parts) + "</svg>"


def _summary(s: State, say: Say) -> str:
    """The picture in one sentence."""
    heights = [
        f"{say(f'hue.{COLOURS[seat]}')} {_counted(say, _storeys(_standing(s, seat)), 'storey')}"
        for seat in range(s.seats)
    ]
    return say("drawing.summary", heights=", ".join(heights), cards=_counted(say, s.pile_size, "card"))


def _panel(s: State, seat: int, height: int, say: Say) -> str:
    m = _standing(s, seat)
    ground = height - 14
    turn = s.phase in (moves.DRAWING, moves.ACTING) and s.turn == seat
    parts = [
        f'<rect x="4" y="4" width="{_PANEL_W - 8}" height="{height - 8}" rx="8" fill="{DEEP_WATER}" '
        f'stroke="{LAMP if turn else DEEP_WATER}" stroke-width="2"/>',
        *(_altitude_line(row, ground) for row in range((height - 44) // _CARD_H)),
        seat_shape(COLOURS[seat], 22, 20, 8),
        _label(38, 25, f"{say(f'colour.{COLOURS[seat]}')} · {rules.total(s, seat)}", 14),
    ]
    columns = len(_columns(m))
    left = (_PANEL_W - columns * _CARD_W) / 2
    for row, x, place in _cells(m):
        at_x, at_y = left + x * _CARD_W, ground - (row + 1) * _CARD_H
        parts.append(card_shape(m[place], at_x, at_y, say) if m[place] else _gap(at_x, at_y))
    for i, column in enumerate(_columns(m)):
        x = left + (i + 0.5) * _CARD_W
        where = f'x="{x:.0f}" y="{ground + 9}"'
        parts.append(f'<text {where} font-size="8" text-anchor="middle" fill="{THIN_ICE}">{column + 1}</text>')
    return "".join(parts)


def _altitude_line(row: int, ground: int) -> str:
    y = ground - row * _CARD_H
    colour = LAMP if row == 4 else THIN_ICE  # above the fourth line one draws twice
    return (
        f'<line x1="12" x2="{_PANEL_W - 12}" y1="{y}" y2="{y}" stroke="{colour}" stroke-opacity="0.25"/>'
        f'<text x="10" y="{y - 4}" font-size="8" fill="{THIN_ICE}">{row + 1}</text>'
    )


def _gap(x: float, y: float) -> str:
    """A place where a card could lie."""
    return (
        f'<rect x="{x + 3:.0f}" y="{y + 3:.0f}" width="{_CARD_W - 6}" height="{_CARD_H - 6}" rx="4" fill="none" '
        f'stroke="{THIN_ICE}" stroke-opacity="0.35" stroke-dasharray="3 3"/>'
    )


def card_shape(card: int, x: float, y: float, say: Say) -> str:
    """A card: its number, and a silhouette if it has one."""
    family, _, _ = PACK[card - 1]
    fill = {"plain": SNOW, "avalanche": "#9fb8c4", "cable_car": THIN_ICE, "saint_bernard": "#f3dfc0"}.get(
        family, "#fbeed3"
    )
    parts = [
        f'<rect x="{x + 1:.0f}" y="{y + 1:.0f}" width="{_CARD_W - 2}" height="{_CARD_H - 2}" rx="4" fill="{fill}" '
        f'stroke="{INK}"/>'
    ]
    drawn = family in _SILHOUETTES
    if drawn:
        parts.append(
            f'<path transform="translate({x + 12:.0f} {y + 5:.0f})" d="{_SILHOUETTES[family]}" fill="{DEEP_WATER}" '
            f'stroke="{INK}" stroke-width="0.8" stroke-linejoin="round"/>'
        )
    if card not in (AVALANCHE, SAINT_BERNARD):
        size, baseline = (12, 31) if drawn else (18, 25)
        parts.append(
            f'<text x="{x + _CARD_W / 2:.0f}" y="{y + baseline:.0f}" font-size="{size}" text-anchor="middle" '
            f'fill="{INK}">{0 if card == CABLE_CAR else VALUE[card]}</text>'
        )
    return f"<g><title>{escape(say('board.number', number=card_spoken(card)))}</title>{''.join(parts)}</g>"


def _strip(s: State, width: int, say: Say) -> str:
    """The pile, and every hand that the viewer can see."""
    parts = [_back(12, 14), _label(62, 37, f"{s.pile_size}", 16)]
    x = 110
    for seat in range(s.seats):
        cards = [card for card in _held(s, seat) if card != NO_CARD]
        if cards:
            parts.append(seat_shape(COLOURS[seat], x, 32, 8))
            x += 14
        for card in cards:
            parts.append(card_shape(card, x, 14, say))
            x += _CARD_W
        if s.drawn[seat]:
            parts.append(
                f'<rect x="{x + 6}" y="11" width="{_CARD_W + 4}" height="{_CARD_H + 6}" rx="6" fill="none" '
                f'stroke="{SEAT_COLOURS[COLOURS[seat]]}" stroke-width="2"/>{card_shape(s.drawn[seat], x + 8, 14, say)}'
            )
            x += _CARD_W + 16
        x += 16 if cards else 0
    thrown = sum(s.discards)
    if s.phase != moves.OVER:
        parts.append(_label(width - 70, 37, say("drawing.thrown", count=thrown), 11))
    return "".join(parts)


def _held(s: State, seat: int) -> list[int]:
    if s.phase == moves.OVER:
        return list(s.shown[seat])
    if s.phase in (moves.DEALING, moves.KEEPING) and not any(s.hand[seat]):
        return list(s.dealt[seat])
    return list(s.hand[seat])


def _back(x: int, y: int) -> str:
    """The back of a card: contour lines."""
    rings = "".join(
        f'<ellipse cx="{x + 22}" cy="{y + 18}" rx="{r * 5}" ry="{r * 4}" fill="none" stroke="{THIN_ICE}"/>'
        for r in (1, 2, 3)
    )
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{_CARD_W - 2}" height="{_CARD_H - 2}" rx="4" fill="{DEEP_WATER}" '
        f'stroke="{THIN_ICE}"/>{rings}'
    )


def _label(x: int, y: int, words: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{SNOW}">{escape(words)}</text>'
