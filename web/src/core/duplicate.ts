// Duplicates: several tables with one chance, and what is compared when nobody plays with it any more.

import { ask } from './api';
import { bearer, held, newKey, told } from './card.svelte';
import { commitmentTo } from './fair';
import { keep, parsedEntries, recall } from './kept';
import { address, go } from './router.svelte';
import { myName, seatedAt } from './start';
import { mineAt } from './tables.svelte';
import type { Again, AgainWish, Duplicate, DuplicateAt, DuplicateWish } from '../players';
import type { Seated } from '../protocol';

const part = encodeURIComponent;
const MOST = 40; // rights that are remembered

/** Who asks, if they have a card: whoever plays is told nothing of the other tables. */
const asked = (): { headers?: Record<string, string> } =>
  held.key !== null && held.wanted ? { headers: told(held.key) } : {};

const rights = (): Map<string, unknown> => new Map(parsedEntries(recall('duplicates')));
/** By what we lead a duplicate that we opened; null where we did not. */
export function rightTo(name: string): string | null {
  const right = rights().get(name);
  return typeof right === 'string' ? right : null;
}

/** Open tables with one chance, keep the right to lead them, go there. */
export async function openDuplicate(wish: Omit<DuplicateWish, 'right'>): Promise<void> {
  const right = newKey();
  const { name } = await ask<Duplicate>('/api/duplicates', { ...wish, right }, asked());
  keep('duplicates', Object.fromEntries([...rights(), [name, right]].slice(-MOST)));
  go(address('duplicate', [name]));
}

export const readDuplicate = (name: string): Promise<Duplicate> =>
  ask(`/api/duplicates/${part(name)}`, undefined, asked());

/** Wait no longer for tables where nobody has begun. */
export const closeDuplicate = (name: string, right: string): Promise<Duplicate> =>
  ask(`/api/duplicates/${part(name)}/close`, { right }, asked());

/** The duplicate that a finished match belongs to, if any. */
export const duplicateOf = (table: string): Promise<string | null> =>
  ask<DuplicateAt>(`/api/tables/${part(table)}/duplicate`).then(({ duplicate }) => duplicate);

/** One more table with the chance of a match that is over. */
export const playAgain = (table: string, wish: AgainWish): Promise<Again> =>
  ask(`/api/tables/${part(table)}/duplicate`, wish, asked());

/** Take a seat at a table of a duplicate, and go there. To its chance nobody adds anything. */
export async function takeSeat(game: string, table: string, seat: number): Promise<void> {
  const headers = await bearer();
  const seated = await ask<Seated>(`/api/tables/${part(table)}/join`, { name: myName(), seat }, { headers });
  seatedAt(game, seated, false);
  go(address('table', [table]));
}

/** Do we sit at this table, by our card or by a token that this browser keeps? */
export const sitsAt = (one: Duplicate['tables'][number]): boolean =>
  one.mine || (one.table !== null && (mineAt(one.table)?.seats.length ?? 0) > 0);

interface Proof {
  commitment: string | null;
  entropy: string[];
  seed: string | null;
}

/** Have all tables that can be looked at had one chance, the one that was sealed? Found out in this browser. */
export async function isOneChance(told: Duplicate): Promise<boolean | null> {
  if (told.seed === null || globalThis.crypto.subtle === undefined) return null;
  if ((await commitmentTo(told.seed)) !== told.commitment) return false;
  const tables = told.tables.filter((one) => one.table !== null && one.winners !== null);
  const records = await Promise.all(
    tables.map((one) => ask<Proof>(`/api/tables/${part(one.table!)}/record`, undefined, asked())),
  );
  const [first, ...others] = records.map((one) => JSON.stringify([one.commitment, one.seed, one.entropy]));
  return records.every((one) => one.seed === told.seed) && others.every((one) => one === first);
}
