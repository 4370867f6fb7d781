// How things come and go on a board. Svelte asks how an element looks before it knows that nothing is to move, and a
// browser lays out the whole page to answer: where nothing moves, nobody is asked.

import * as svelte from 'svelte/transition';
import type { FadeParams, FlyParams, ScaleParams, TransitionConfig } from 'svelte/transition';

const STILL: TransitionConfig = { duration: 0 };

export const fade = (node: Element, how: FadeParams): TransitionConfig =>
  how.duration ? svelte.fade(node, how) : STILL;
export const fly = (node: Element, how: FlyParams): TransitionConfig => (how.duration ? svelte.fly(node, how) : STILL);
export const scale = (node: Element, how: ScaleParams): TransitionConfig =>
  how.duration ? svelte.scale(node, how) : STILL;
