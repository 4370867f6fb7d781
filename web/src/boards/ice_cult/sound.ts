/** What is heard: cubes that are tilted, and steps. */

import type { SoundOf } from '../../core/sound';

export const soundOf: SoundOf = (word) => {
  return /tilt|turn|cube|roll|rotate/.test(word) ? 'cube' : 'step';
};
