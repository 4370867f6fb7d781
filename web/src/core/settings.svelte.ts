// What a visitor chose, kept in this browser only.

import { Longest } from '../protocol';
import { keep, parsedEntries, recall } from './kept';

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Language = 'en' | 'fr' | 'de' | 'fa';
export const LANGUAGES: readonly Language[] = ['en', 'fr', 'de', 'fa'];
export type Colours = 'usual' | 'vivid' | 'soft';
export const COLOUR_SETS: readonly Colours[] = ['usual', 'vivid', 'soft'];
export const SPEEDS = [0.5, 1, 2, 4] as const;

export interface Settings {
  theme: Theme;
  language: Language | null; // null: follow the browser
  sound: boolean;
  volume: number; // from 0 to 1
  speed: number;
  confirm: boolean; // ask before a move is sent
  notify: boolean; // a browser notification when it is your turn
  motion: 'auto' | 'full' | 'still';
  colours: Colours; // how the players' colours are shown; their shapes stay
  name: string;
}

export const USUAL: Settings = {
  theme: 'auto',
  language: null,
  sound: true,
  volume: 0.8,
  speed: 1,
  confirm: false,
  notify: false,
  motion: 'auto',
  colours: 'usual',
  name: '',
};

/** Settings as they were kept; anything that makes no sense is left at its usual value. */
export function readSettings(kept: string | null): Settings {
  const found: Partial<Record<keyof Settings, unknown>> = Object.fromEntries(parsedEntries(kept));
  const settings: Settings = { ...USUAL };
  if (['auto', 'light', 'dark', 'contrast'].includes(found.theme as string)) settings.theme = found.theme as Theme;
  if (LANGUAGES.includes(found.language as Language)) settings.language = found.language as Language;
  if (SPEEDS.includes(found.speed as 1)) settings.speed = found.speed as number;
  if (['auto', 'full', 'still'].includes(found.motion as string)) settings.motion = found.motion as Settings['motion'];
  if (COLOUR_SETS.includes(found.colours as Colours)) settings.colours = found.colours as Colours;
  for (const name of ['sound', 'confirm', 'notify'] as const) {
    if (typeof found[name] === 'boolean') settings[name] = found[name];
  }
  const loud = found.volume;
  if (typeof loud === 'number' && loud >= 0 && loud <= 1) settings.volume = loud;
  if (typeof found.name === 'string') settings.name = found.name.slice(0, Longest.NAME);
  return settings;
}

export const settings: Settings = $state(readSettings(recall('settings')));

/** Change some settings and keep them. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  keep('settings', $state.snapshot(settings));
}

const media = (query: string) => (typeof matchMedia === 'undefined' ? null : matchMedia(query));
const still = media('(prefers-reduced-motion: reduce)');
const dark = media('(prefers-color-scheme: dark)');
const contrast = media('(prefers-contrast: more)');
const system = $state({
  still: still?.matches ?? false,
  dark: dark?.matches ?? false,
  contrast: contrast?.matches ?? false,
});
still?.addEventListener('change', (event) => (system.still = event.matches));
dark?.addEventListener('change', (event) => (system.dark = event.matches));
contrast?.addEventListener('change', (event) => (system.contrast = event.matches));

/** Do things move on the screen? */
export function moves(): boolean {
  return settings.motion === 'full' || (settings.motion === 'auto' && !system.still);
}

/** The theme that is shown. */
export function theme(): Exclude<Theme, 'auto'> {
  if (settings.theme !== 'auto') return settings.theme;
  return system.contrast ? 'contrast' : system.dark ? 'dark' : 'light';
}
