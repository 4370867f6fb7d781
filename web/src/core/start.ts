// Starting a match: the shortest way from a click to a board.

import { botLevels, easyLevel, makeTable, Trouble } from './api';
import { bearer, toldToken } from './card.svelte';
import { sealed } from './fair';
import { facts } from './games.svelte';
import { keep, parsed, recall } from './kept';
import { address, go } from './router.svelte';
import { isHere } from './reach.svelte';
import { settings } from './settings.svelte';
import { remember } from './tables.svelte';
import { t } from './words.svelte';
import type { NewTable, Seated } from '../protocol';
import type { Key } from '../words/en';

/** Set a table, keep what opens our seats, go there. */
export async function sitDown(wish: NewTable): Promise<void> {
  if (wish.seats.every((seat) => seat.kind !== 'open')) keep('habit', wish);
  const seated = await makeTable({ ...wish, entropy: await sealed() }, await bearer());
  seatedAt(wish.game, seated, isHere());
  go(address('table', [seated.table]));
}

/** Remember a seat, which a token opens or, where none was given, the player's card. */
export function seatedAt(game: string, { table, token, seats }: Seated, local: boolean): void {
  if (!local) toldToken(token);
  if (seats.length) remember({ table, game, token: token ?? '', seats, at: Date.now(), ...(local ? { local } : {}) });
}

/** What was played last against bots or on one screen, to be played again with one press. */
export function habit(): NewTable | null {
  const found = parsed(recall('habit')) as NewTable | null;
  return found && facts(found.game) && Array.isArray(found.seats) ? found : null;
}

/** One click: this game, against a beginner. */
export async function playNow(game: string): Promise<void> {
  const level = easyLevel(await botLevels(game));
  const seats = facts(game)!.seats;
  const size = seats.includes(2) ? 2 : seats[0]!;
  const bots = Array.from({ length: size - 1 }, () => ({ kind: 'bot' as const, level }));
  await sitDown({ game, seats: [{ kind: 'me' }, ...bots], name: myName() });
}

export function myName(): string {
  return settings.name.trim() || t('set.me_name');
}

// What the server says in English to whoever speaks HTTP, and people are told in their own language.
const TROUBLES: Record<string, Key> = {
  network: 'error.network',
  pack: 'pack.unknown',
  'refused.words_name': 'error.words',
  'refused.no_free_seat': 'error.no_free_seat',
  'refused.did_not_come': 'pair.held',
  no_invitation: 'error.no_invitation',
  too_many: 'error.too_many',
  'refused.duplicate_known': 'duplicate.err_known',
  'refused.duplicate_late': 'duplicate.err_late',
  'refused.duplicate_closed': 'duplicate.closed_about',
  'refused.duplicate_playing': 'duplicate.err_playing',
  'refused.duplicate_full': 'duplicate.err_full',
  'refused.duplicate_old': 'duplicate.err_old',
  'refused.duplicate_alone': 'duplicate.err_old',
};
/** A failure in the reader's words. */
export function inWords(error: unknown): string {
  if (error instanceof Trouble) {
    const ours = TROUBLES[error.reason];
    return ours ? t(ours) : error.message || t('error.unknown');
  }
  return t('error.unknown');
}
