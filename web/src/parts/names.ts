// What people and bots are called: by their names, and by their colours only where there is no other.

import { figure, gameWords, hasWord, language, t } from '../core/words.svelte';
import type { Said, SeatInfo } from '../protocol';
import type { Key } from '../words/en';

export function levelName(level: string): string {
  const name = t(`level.${level}` as Key);
  return name.startsWith('level.') ? level : name;
}

function ownName(seat: SeatInfo): string {
  if (seat.kind === 'open') return t('table.open_seat');
  return seat.kind === 'bot' ? levelName(seat.level ?? '') : seat.name;
}

/** The names at a table, each once: two foxes are Fox and Fox 2. */
export function seatNames(seats: readonly SeatInfo[]): string[] {
  const names: string[] = [];
  for (const seat of seats) names.push(seat.kind === 'open' ? ownName(seat) : another(ownName(seat), names));
  return names;
}
function another(own: string, names: readonly string[]): string {
  let name = own;
  for (let n = 2; names.includes(name); n++) name = `${own} ${figure(n)}`;
  return name;
}

/** Bots as their table will call them, in a row. */
export function botNames(levels: readonly string[]): string {
  const names: string[] = [];
  for (const level of levels) names.push(another(levelName(level), names));
  return new Intl.ListFormat(language(), { type: 'unit' }).format(names);
}

/** Sentences one after the other. A mark keeps the stop of one with it where the next begins with Latin letters. */
export const inARow = (sentences: readonly string[]): string => sentences.join(language() === 'fa' ? '\u200f ' : ' ');

/** A sentence of the rules in which seats are called by their names. */
export function told(game: string, said: Said, seats: readonly { colour: string }[], names: readonly string[]): string {
  if (!hasWord(game, said.key)) return said.text;
  const params = { ...said.params };
  for (const role of ['seat', 'other']) {
    const at = seats.findIndex((seat) => params[role] === `@colour.${seat.colour}`);
    if (at >= 0 && names[at]) params[role] = names[at].replace(/^@/, '\u2060@'); // a name is never a key
  }
  return gameWords(game)(said.key, params);
}
