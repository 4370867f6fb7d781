/** What is heard: cards. */

import type { SoundOf } from '../../core/sound';

export const soundOf: SoundOf = () => 'card';
