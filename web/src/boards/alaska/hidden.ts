/** What a seat hides: the event cards that it keeps. */

import type { Alaska } from '../../generated/alaska';
import type { Hidden } from '../types';

export const hidden: Hidden<Alaska> = (view, seat, layout, t) =>
  view.hand[seat].flatMap((count, kind) => Array.from({ length: count }, () => t(`card.${layout.kept[kind]}`)));
