/** What a seat hides: the letters on its secret sheet. */

import { LETTERS, type IceLake } from '../../generated/ice_lake';
import type { Hidden } from '../types';

export const hidden: Hidden<IceLake> = (view, seat, _layout, t) => {
  const letters = view.letter[seat].slice(0, view.written[seat]);
  return letters.map((letter) => t(`letter.${LETTERS[letter]}`));
};
