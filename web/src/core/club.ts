// What the pages of a player's card and matches ask of the server.

import { ask, Trouble } from './api';
import { asPlayer, device, held, hold, newKey, shown, told } from './card.svelte';
import { forget, mine } from './tables.svelte';
import { newCode } from './twelve';
import type { Card, CardWish, Me, Moving, MyMatches } from '../players';

export const readMe = async (): Promise<void> => shown(await asPlayer<Me>('/me'));
export const changeCard = async (wish: CardWish): Promise<void> => shown(await asPlayer<Me>('/me', wish));
export const revokeDevice = async (device: string): Promise<void> =>
  shown(await asPlayer<Me>('/me/revoking', { device }));
export const readCard = (player: string): Promise<Card> => ask(`/api/players/${encodeURIComponent(player)}`);

/** A code by which another device may hold the card too, for an hour and once. */
export async function offerCard(): Promise<{ code: string; until: number }> {
  const code = newCode();
  const { until } = await asPlayer<Moving>('/me/moving', { code });
  return { code, until };
}

/** Come with the code of another device: our key opens its card from then on, and no other any more. */
export async function takeCard(code: string): Promise<void> {
  const key = held.key ?? newKey();
  const me = await ask<Me>('/api/players/arriving', { code, label: device() }, { headers: told(key) });
  hold({ key, wanted: true });
  shown(me);
}

/** Have the server forget everything, and want no card until one is asked for. */
export async function deleteCard(): Promise<void> {
  await asPlayer('/me', undefined, 'DELETE');
  for (const { table, token } of [...mine.tables]) if (!token) forget(table);
  hold({ key: null, name: '', wanted: false, me: null });
}
export const want = (wanted: boolean): void => hold({ wanted });

export interface Sought {
  status: 'running' | 'over';
  game: string;
  search: string;
}
export const myMatches = ({ status, game, search }: Sought, after = ''): Promise<MyMatches> =>
  asPlayer(`/me/matches?${new URLSearchParams({ status, search, ...(game && { game }), ...(after && { after }) })}`);

/** Save what the server sends to a player alone: an address cannot carry the key. */
export async function saveMine(what: 'records' | 'kept', file: string): Promise<void> {
  const answer = await fetch(`/api/players/me/${what}`, { headers: told(held.key ?? '') }).catch(() => null);
  if (!answer?.ok) throw new Trouble(answer ? 'unknown' : 'network', '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
