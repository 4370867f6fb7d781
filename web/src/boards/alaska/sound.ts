/** What is heard: crates, ice, and steps. */

import type { SoundOf } from '../../core/sound';

export const soundOf: SoundOf = (word) => {
  if (/load|crate|container|found|hijack/.test(word)) return 'crate';
  return /place|melt|freez|thaw|ice|spring|winter/.test(word) ? 'floe' : 'step';
};
