// Starting a match: the shortest way from a click to a board.

import { botLevels, easyLevel, makeTable, Trouble } from './api';
import { sealed } from './fair';
import { facts } from './games.svelte';
import { keep, parsed, recall } from './kept';
import { address, go } from './router.svelte';
import { isHere } from './reach.svelte';
import { settings } from './settings.svelte';
import { remember } from './tables.svelte';
import { t } from './words.svelte';
import type { NewTable, Seated } from '../protocol';

/** Set a table, keep its token, go there. */
export async function sitDown(wish: NewTable): Promise<void> {
  if (wish.seats.every((seat) => seat.kind !== 'open')) keep('habit', wish);
  const seated = await makeTable({ ...wish, entropy: await sealed() });
  seatedAt(wish.game, seated, isHere());
  go(address('table', [seated.table]));
}

/** Remember a seat. */
export function seatedAt(game: string, { table, token, seats }: Seated, local: boolean): void {
  if (token) remember({ table, game, token, seats, at: Date.now(), ...(local ? { local } : {}) });
}

/** What was played last against bots or on one screen, to be played again with one press. */
export function habit(): NewTable | null {
  const found = parsed(recall('habit')) as NewTable | null;
  return found && facts(found.game) && Array.isArray(found.seats) ? found : null;
}

/** One click: this game, against a beginner. */
export async function playNow(game: string): Promise<void> {
  const level = easyLevel(await botLevels());
  const seats = facts(game)!.seats;
  const size = seats.includes(2) ? 2 : seats[0]!;
  const bots = Array.from({ length: size - 1 }, () => ({ kind: 'bot' as const, level }));
  await sitDown({ game, seats: [{ kind: 'me' }, ...bots], name: myName() });
}

export function myName(): string {
  return settings.name.trim() || t('set.me_name');
}

/** A failure in the reader's words. */
export function inWords(error: unknown): string {
  if (error instanceof Trouble)
    return error.reason === 'network' ? t('error.network') : error.message || t('error.unknown');
  return t('error.unknown');
}
