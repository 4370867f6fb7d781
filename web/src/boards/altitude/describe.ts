/** The mountains in words, for those who do not see them. */

import { PHASES, type Altitude } from '../../generated/altitude';
import type { Describe } from '../types';
import { cardWords, firstColumn, spot, storeys } from './model';

export const describe: Describe<Altitude> = (view, layout, seats, t) => {
  const said: string[] = [];
  for (let owner = 0; owner < view.seats; owner++) {
    const mountain = view.mountain[owner];
    const height = storeys(layout, mountain);
    said.push(t('board.storeys', { seat: seats[owner].name, storeys: height }));
    const places = mountain.flatMap((card, place) => (card ? [place] : []));
    const start = firstColumn(layout, places);
    for (let row = 0; row < height; row++) {
      const cards = places
        .map((place) => spot(layout, start, place))
        .filter((placed) => placed.row === row)
        .sort((one, other) => one.x - other.x)
        .map((placed) => `${layout.places[placed.place]} ${cardWords(layout, mountain[placed.place], t)}`);
      said.push(t('board.row', { row: row + 1, cards: cards.join(', ') }));
    }
    const shown = view.shown[owner].filter(Boolean);
    if (PHASES[view.phase] === 'over') {
      const cards = shown.map((card) => cardWords(layout, card, t)).join(', ') || t('board.nothing');
      said.push(t('board.shows', { seat: seats[owner].name, cards }));
    }
  }
  said.push(t('board.pile', { count: view.pile_size }));
  const hand = (view.hand ?? []).filter(Boolean);
  if (hand.length) said.push(t('board.in_hand', { cards: hand.map((card) => cardWords(layout, card, t)).join(', ') }));
  if (view.drawn) said.push(t('board.drawn', { card: cardWords(layout, view.drawn, t) }));
  return said.join(' ');
};
