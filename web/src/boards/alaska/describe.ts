/** The lake of Alaska in words, for those who do not see it. */

import { SEASONS, type Alaska } from '../../generated/alaska';
import type { Describe } from '../types';
import { campTotal, cellWords, floes, ownerOf, seatName, spaceWords } from './model';

export const describe: Describe<Alaska> = (view, layout, seats, t) => {
  const said = [
    `${t(SEASONS[view.season] === 'spring' ? 'board.spring' : 'board.winter')}.`,
    `${t('board.stock', Object.fromEntries(layout.pieces.map((name, i) => [name, view.stock[i]])))}.`,
    `${t('board.pack', { count: view.ice_left })}.`,
  ];
  for (let seat = 0; seat < view.seats; seat++) {
    const [space, load] = [spaceWords(layout, view.at[seat], t), view.carried[seat] - 1];
    const seatIs = seats[seat].name;
    said.push(
      load < 0
        ? t('board.vehicle_empty', { seat: seatIs, space })
        : t('board.vehicle_loaded', { seat: seatIs, space, other: seatName(seats, load, t) }),
    );
    said.push(`${t('board.camp', { seat: seatIs, count: campTotal(view, seat) })}.`);
    if (view.held[seat]) said.push(`${t('board.held', { seat: seatIs, count: view.held[seat] })}.`);
  }
  view.lying.forEach((row, space) => {
    if (ownerOf(view, space) >= 0 || !row.some(Boolean)) return;
    const containers = row
      .flatMap((count, colour) => (count ? [t('board.containers', { count, seat: seatName(seats, colour, t) })] : []))
      .join(', ');
    said.push(t('board.lying', { space: spaceWords(layout, space, t), containers }));
  });
  if (view.bear >= 0) said.push(t('board.bear_at', { space: spaceWords(layout, view.bear, t) }));
  const lost = view.lost.reduce((sum, n) => sum + n, 0);
  if (lost) said.push(t('board.lost', { count: lost }));
  const pieces = floes(layout, view).map((floe) => cellWords(layout, floe.cells));
  said.push(pieces.length ? t('board.ice', { pieces: pieces.join(', ') }) : t('board.no_ice'));
  return said.join(' ');
};
