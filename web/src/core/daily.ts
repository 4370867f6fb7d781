// The deal of the day: what the house tells of it, and a seat at it.

import { ask } from './api';
import { bearer, held, told } from './card.svelte';
import { isHere } from './reach.svelte';
import { address, go } from './router.svelte';
import { myName, seatedAt } from './start';
import type { Daily, DailyDeal, DailySeat } from '../players';

/** The deals of a day (2026-11-18; '' is today), with our own try where we have a card. */
export const readDaily = (game: string, day: string): Promise<Daily> =>
  ask(
    `/api/daily/${encodeURIComponent(game)}?day=${encodeURIComponent(day)}`,
    undefined,
    held.key !== null && held.wanted ? { headers: told(held.key) } : {},
  );

/** Sit down to the cards of today; the house says whether it counts. */
export async function playDaily(game: string, kind: DailyDeal['kind']): Promise<void> {
  const wish = { kind, name: myName() };
  const { seated } = await ask<DailySeat>(`/api/daily/${encodeURIComponent(game)}`, wish, { headers: await bearer() });
  seatedAt(game, seated, isHere());
  go(address('table', [seated.table]));
}

/** The day so many days after a day. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
