/** What a seat hides: the event cards that it keeps. */

import type { Hidden } from '../types';

const KEPT = ['hijack', 'helicopter', 'fog'];

export const hidden: Hidden = (view, seat, _layout, t) =>
  (view.hand[seat] as number[]).flatMap((count, kind) => Array.from({ length: count }, () => t(`card.${KEPT[kind]}`)));
