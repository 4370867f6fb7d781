/** The temple in words, for those who do not see it. */

import { PHASES, type IceCult } from '../../generated/ice_cult';
import { COLOURS, type Describe } from '../types';
import { shownAt, symbolWords, UP } from './model';

export const describe: Describe<IceCult> = (view, layout, seats, t) => {
  const said: string[] = [];
  if (view.turn) said.push(t('board.turn_of', { turn: view.turn, seat: seats[view.player].name }));
  layout.slots.forEach((slot, i) => {
    const faces = Object.fromEntries(
      layout.directions.map((name, place) => {
        let words = symbolWords(layout, shownAt(layout, view.cube[i], view.orientation[i], place), t);
        if (place === UP && PHASES[view.phase] === 'acting' && view.executed[i])
          words += ` (${t('board.carried_out')})`;
        return [name, words];
      }),
    );
    said.push(t('board.cube', { slot, cube: layout.cubes[view.cube[i]], ...faces }));
  });
  view.stack.forEach((spaces, path) =>
    spaces.forEach((stack, space) => {
      const there = stack.slice(0, view.height[path][space]).map((piece) => t(`colour.${COLOURS[piece - 1]}`));
      const place = `${layout.paths[path]}${space + 1}`;
      if (there.length) said.push(t('board.stack', { place, pieces: there.join(', ') }));
    }),
  );
  COLOURS.forEach((name, i) =>
    said.push(t('board.pieces', { colour: t(`colour.${name}`), supply: view.supply[i], out: view.out[i] })),
  );
  return said.join(' ');
};
