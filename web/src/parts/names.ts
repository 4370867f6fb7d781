// What people and bots are called: by their names, and by their colours only where there is no other.

import { gameWords, hasWord, t } from '../core/words.svelte';
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
  for (const seat of seats) {
    const own = ownName(seat);
    let name = own;
    if (seat.kind !== 'open') for (let n = 2; names.includes(name); n++) name = `${own} ${n}`;
    names.push(name);
  }
  return names;
}

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
