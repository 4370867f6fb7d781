/** What a seat hides: its hand, before that the six cards dealt to it, and the card that it has just drawn. */

import type { Hidden } from '../types';
import { cardWords, type AltitudeLayout } from './model';

export const hidden: Hidden = (view, seat, given, t) => {
  const layout = given as AltitudeLayout;
  const held: number[] = view.has_kept[seat] ? view.hand[seat] : view.dealt[seat];
  const cards = held.filter(Boolean).map((card) => cardWords(layout, card, t));
  return view.drawn[seat] ? [...cards, t('board.drawn', { card: cardWords(layout, view.drawn[seat], t) })] : cards;
};
