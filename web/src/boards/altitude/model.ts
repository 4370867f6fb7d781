/** Where the cards of a mountain are drawn, and what they are called. No rules. */

import { PHASES, type Layout, type Parts, type View } from '../../generated/altitude';
import { ofKind, type LegalMove, type Say } from '../types';

export type CardFacts = Layout['cards'][number];

/** A move that lays a card somewhere, or takes one from there. */
export type PlaceMove = LegalMove<Extract<Parts, { place: number }>>;

export const WIDE = 60;
export const TALL = 76;
export const STOREY = 52; // a storey shows this much of its cards; the rest lies under the one above

const ALONE = ['dahu', 'cable_car', 'avalanche', 'saint_bernard'];

export function cardWords(layout: Layout, card: number, t: Say): string {
  const { family, value } = layout.cards[card];
  if (family === 'plain') return t('board.number', { number: value });
  return t(ALONE.includes(family) ? `card.${family}` : `card.${family}_${value}`);
}

/** The column of the base that is drawn first: its cards are one run on a circle of columns. */
export function firstColumn(layout: Layout, places: number[]): number {
  const base = new Set(places.filter((place) => place < layout.columns));
  if (base.size === 0) return 0;
  for (const column of base) {
    if (!base.has((column - 1 + layout.columns) % layout.columns)) return column;
  }
  return 0;
}

export interface Placed {
  place: number;
  row: number;
  /** in cards, from the left end of the base */
  x: number;
}

export interface Plan {
  start: number;
  width: number;
  rows: number;
}

/** How much room a mountain needs, with the places that are lit in it. */
export function plan(layout: Layout, mountain: number[], lit: number[], rows: number): Plan {
  const inBase = (place: number): boolean => place < layout.columns;
  const laid = mountain.flatMap((card, place) => (card && inBase(place) ? [place] : []));
  const open = lit.filter((place) => inBase(place) && !mountain[place]);
  let start = firstColumn(layout, laid.length ? laid : open);
  const before = (start - 1 + layout.columns) % layout.columns;
  if (laid.length && laid.length < layout.columns && open.includes(before)) start = before;
  return { start, width: Math.max(4, laid.length + open.length), rows: Math.max(rows, 2) };
}

/** The outline of the massif behind the cards: the ends of every row, up one side and down the other. */
export function outline(placed: Placed[]): { left: Placed[]; right: Placed[] } {
  const left = new Map<number, Placed>();
  const right = new Map<number, Placed>();
  for (const one of placed) {
    if (!left.has(one.row) || one.x < left.get(one.row)!.x) left.set(one.row, one);
    if (!right.has(one.row) || one.x > right.get(one.row)!.x) right.set(one.row, one);
  }
  const byRow = (map: Map<number, Placed>): Placed[] => [...map.values()].sort((one, other) => one.row - other.row);
  return { left: byRow(left), right: byRow(right) };
}

export function spot(layout: Layout, start: number, place: number): Placed {
  const row = Math.floor(place / layout.columns);
  const column = ((place % layout.columns) - start + layout.columns) % layout.columns;
  return { place, row, x: column + row / 2 };
}

/** Storeys of a mountain: rows that hold a card. */
export function storeys(layout: Layout, mountain: number[]): number {
  const highest = mountain.reduce((most, card, place) => (card ? Math.max(most, place) : most), -1);
  return Math.floor(highest / layout.columns) + 1;
}

/** The mountain as the viewer sees it: while one builds on in secret, one's own sheet. */
export function mountainOf(view: View, owner: number, seat: number | null): number[] {
  const built = PHASES[view.phase] === 'closing' && owner === seat ? view.built : undefined;
  return built?.some(Boolean) ? built : view.mountain[owner];
}

export type Source = { from: 'drawn' } | { from: 'hand'; card: number; index: number };

/** The moves that play the selected card. */
export function movesOf(layout: Layout, legal: LegalMove<Parts>[], source: Source | null): PlaceMove[] {
  if (!source) return [];
  if (source.from === 'drawn') return ofKind(legal, 'lay', 'replace', 'rescue');
  const dog = layout.cards[source.card].family === 'saint_bernard';
  return [
    ...ofKind(legal, 'hand').filter(({ parts }) => parts.card === source.card),
    ...(dog ? ofKind(legal, 'hand_rescue') : []),
  ];
}

/** The paragraph that says what a card is for. */
export function ruleOf(card: CardFacts | null): string {
  if (!card || card.family === 'plain') return 'AL-2.3';
  return { cable_car: 'AL-5.1', avalanche: 'AL-5.2', saint_bernard: 'AL-4.7' }[card.family] ?? 'AL-6.2';
}

/** The ground that a number stands for: green valley, rock, snow. */
export function tint(value: number): string {
  const share = Math.min(1, value / 25);
  const [from, to, part] = share < 0.5 ? ['valley', 'rock', share * 2] : ['rock', 'peak', share * 2 - 1];
  return `color-mix(in oklab, var(--${to}) ${Math.round(part * 100)}%, var(--${from}))`;
}
