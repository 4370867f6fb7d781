/** The lake in words, for those who do not see it. */

import { LETTERS, type IceLake } from '../../generated/ice_lake';
import type { Describe } from '../types';
import { cracks, drownedCells } from './model';

export const describe: Describe<IceLake> = (view, layout, seats, t) => {
  const said = [t('board.round', { round: view.round })];
  for (let seat = 0; seat < view.seats; seat++) {
    const name = seats[seat].name;
    if (!view.on_ice[seat]) {
      said.push(t('board.out', { seat: name }));
      continue;
    }
    const direction = t(`direction.${layout.directions[view.facing[seat]]}`);
    said.push(t('board.skater', { seat: name, cell: layout.cells[view.cell[seat]].name, direction }));
    const open = view.programme[seat].slice(view.used[seat], view.length[seat]);
    if (open.length) {
      const programme = open.map((letter) => t(`letter.${LETTERS[letter]}`)).join('');
      said.push(t('board.open_sheet', { seat: name, programme }));
    }
  }
  const all = cracks(view);
  said.push(t('board.cracks', { count: all.length }));
  for (let seat = 0; seat < view.seats; seat++) {
    const lines = all
      .filter((crack) => crack.seat === seat)
      .map(({ cell, direction }) =>
        [cell, layout.neighbours[cell][direction]].map((end) => layout.cells[end].name).join('-'),
      );
    if (lines.length) said.push(t('board.crack_trail', { seat: seats[seat].name, lines: lines.join(', ') }));
  }
  const drowned = drownedCells(layout, view).map((cell) => layout.cells[cell].name);
  if (drowned.length) said.push(t('board.drowned', { cells: drowned.join(' ') }));
  return said.join(' ');
};
