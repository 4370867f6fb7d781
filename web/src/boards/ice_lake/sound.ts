/** What is heard: blades on the ice, and the ice that gives way. */

import type { SoundOf } from '../../core/sound';

export const soundOf: SoundOf = (word) => {
  if (word === 'step') return 'blade';
  return /stopped|surrounded|edge|stuck|unmoved/.test(word) ? 'crack' : null;
};
