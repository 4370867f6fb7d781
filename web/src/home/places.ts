// Where games have their places in the panorama of the home page. A game without a scene is found in the list below it.

import type { Component } from 'svelte';

/** What a place stands on, from the far end of the panorama to the near one. */
export type Ground = 'range' | 'snow' | 'water' | 'bank';

interface Spot {
  /** where the scene is drawn, as an SVG transform */
  at: string;
  /** where its sign stands, in hundredths of the panorama's width and height */
  sign: [number, number];
}

export interface Place {
  ground: Ground;
  wide: Spot;
  tall: Spot;
}

export interface Scene {
  name: string;
  place: Place;
  Picture: Component;
}

const found = import.meta.glob<{ default: Component; place: Place }>('../boards/*/Scene.svelte', { eager: true });

export const SCENES: readonly Scene[] = Object.entries(found).map(([path, scene]) => ({
  name: path.split('/').at(-2)!,
  place: scene.place,
  Picture: scene.default,
}));

export function placeOf(name: string): Place | undefined {
  return SCENES.find((scene) => scene.name === name)?.place;
}
