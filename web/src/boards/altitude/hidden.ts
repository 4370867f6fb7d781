/** What a seat hides: its hand, before that the six cards dealt to it, and the card that it has just drawn. */

import type { Altitude } from '../../generated/altitude';
import type { Hidden } from '../types';
import { cardWords } from './model';

export const hidden: Hidden<Altitude> = (view, seat, layout, t) => {
  const held = view.has_kept[seat] ? view.hand[seat] : view.dealt[seat];
  const cards = held.filter(Boolean).map((card) => cardWords(layout, card, t));
  return view.drawn[seat] ? [...cards, t('board.drawn', { card: cardWords(layout, view.drawn[seat], t) })] : cards;
};
