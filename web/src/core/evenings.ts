// What this browser keeps of the evenings it has been to. The first page needs no more of them than this.

import { newKey } from './card.svelte';
import { keep, parsedEntries, recall } from './kept';

/** What is kept of an evening: the ticket, the right to lead it, and what it is called. */
export interface MyRight {
  ticket: string;
  right?: string;
  title: string;
  at: number;
}

const MOST = 20;

export function evenings(): Map<string, MyRight> {
  const found = parsedEntries(recall('evenings')).filter((entry): entry is [string, MyRight] => isMine(entry[1]));
  return new Map(found.sort((one, other) => other[1].at - one[1].at).slice(0, MOST));
}
function isMine(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as MyRight).ticket === 'string';
}
export function remember(name: string, news: Partial<MyRight>): MyRight {
  const all = evenings();
  const mine = { title: '', at: Date.now(), ...(all.get(name) ?? { ticket: newKey() }), ...news };
  keep('evenings', Object.fromEntries(all.set(name, mine)));
  return mine;
}
