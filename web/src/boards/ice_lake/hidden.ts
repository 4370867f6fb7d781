/** What a seat hides: the letters on its secret sheet. */

import type { Hidden } from '../types';
import { LETTERS } from './model';

export const hidden: Hidden = (view, seat, _layout, t) => {
  const letters: number[] = view.letter[seat].slice(0, view.written[seat]);
  return letters.map((letter) => t(`letter.${LETTERS[letter]}`));
};
