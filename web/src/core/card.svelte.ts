// The key of a player's card, which this browser makes on the first match: 128 bits, of which the server keeps a digest.
// Whoever wants no card has none, and plays by tokens. (club.ts is what the card's own pages ask of the server.)

import { ask, Trouble } from './api';
import { keep, parsed, recall } from './kept';
import { isHere } from './reach.svelte';
import { settings } from './settings.svelte';
import { language, t } from './words.svelte';
import type { Card, CardWish, Me } from '../players';

export const SHAPES = ['red', 'yellow', 'green', 'blue'] as const satisfies readonly Card['shape'][];

/** What is kept: a key, the name that the card was last given, whether a card is wanted at all, and whether the server
 * has lately said that it knows no card of this key. */
interface Held {
  key: string | null;
  name: string;
  wanted: boolean;
  doubted: boolean;
}

export function readHeld(kept: string | null): Held {
  const found = parsed(kept) as Partial<Held> | null;
  const key = typeof found?.key === 'string' && /^[\w-]{21}[AQgw]$/.test(found.key) ? found.key : null;
  const name = typeof found?.name === 'string' ? found.name : '';
  return { key, name, wanted: found?.wanted !== false, doubted: found?.doubted === true };
}

/** `unknown`: the server has said that the key opens no card there. The key is kept all the same: a card is made for it
 * anew, and a server that knew it yesterday (another one, at the same address) knows it again tomorrow. */
export const held: Held & { me: Me | null; unknown: boolean } = $state({
  ...readHeld(recall('card')),
  me: null,
  unknown: false,
});

export const holdsCard = (): boolean => held.key !== null && !held.unknown;

export function hold(changes: Partial<typeof held>): void {
  Object.assign(held, changes);
  const { key, name, wanted, doubted } = held;
  keep('card', { key, name, wanted, ...(doubted && { doubted }) });
}
/** The server has shown us our card. */
export const shown = (me: Me, name = me.card.name): void => hold({ me, name, unknown: false, doubted: false });
/** The server knows no card of our key (any more). */
export const taken = (): void => hold({ me: null, unknown: true, doubted: true });

/** Another tab may have made, found or deleted a card since. */
export function lookAgain(): void {
  const now = readHeld(recall('card'));
  const found = held.unknown && !now.doubted;
  if (now.key !== held.key || found) Object.assign(held, now, { me: null, unknown: false });
}

/** 128 bits, as the server takes them. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}

export const told = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** What this browser is called among the devices of a player. */
export function device(): string {
  const agent = navigator.userAgent;
  const name = ['Firefox', 'Edg', 'Chrome', 'Safari'].find((one) => agent.includes(one)) ?? '';
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((one) => agent.includes(one)) ?? '';
  return [name.replace('Edg', 'Edge'), system].filter(Boolean).join(' · ');
}

/** The first request with a key that was refused before: does it open a card again? */
let trial: Promise<unknown> | null = null;

/** A request in the player's name. One of which we know that it will be refused is not sent, and while that is in doubt
 * the others wait for what comes of the first. */
export async function asPlayer<T>(path: string, body?: unknown, method?: string): Promise<T> {
  if (held.doubted && trial) await trial.catch(() => {});
  if (held.key === null || held.unknown) throw new Trouble('no_card', t('card.none'));
  const sent = ask<T>(`/api/players${path}`, body, { headers: told(held.key), ...(method ? { method } : {}) });
  if (held.doubted) trial ??= sent;
  try {
    const answer = await sent;
    if (held.doubted) hold({ doubted: false });
    return answer;
  } catch (error) {
    if (error instanceof Trouble && error.reason === 'no_card') taken();
    throw error;
  }
}

/** Make a card for the key of this browser; the same card again, if it has one. */
export async function makeCard(): Promise<void> {
  const key = held.key ?? newKey();
  const shape = SHAPES[key.charCodeAt(0) % SHAPES.length]!;
  const name = settings.name.trim() || t('set.me_name');
  const wish: CardWish = { name, shape, languages: [language()], label: device() };
  const me = await ask<Me>('/api/players', wish, { headers: told(key) });
  hold({ key, wanted: true });
  shown(me, name);
}

/** The name by which one sits down is the card's name from then on. */
async function rename(name: string): Promise<void> {
  const me = await asPlayer<Me>('/me');
  shown(me.card.name === name ? me : await asPlayer<Me>('/me', { ...wishOf(me.card), name }), name);
}
export const wishOf = ({ name, shape, languages }: Card): CardWish => ({
  name,
  shape,
  languages: languages as CardWish['languages'],
});

/** Who sits down, for the server: on the first match a card is made. If that fails, one plays as a guest. */
export async function bearer(): Promise<Record<string, string>> {
  lookAgain();
  if (isHere() || !held.wanted) return {};
  const name = settings.name.trim();
  if (!holdsCard()) await makeCard().catch(() => {});
  else if (name && name !== held.name) void rename(name).catch(() => {});
  return holdsCard() ? told(held.key!) : {};
}

/** The server gave a token although we came with a key: it knows no such card, and the next match makes one. */
export function toldToken(token: string | null): void {
  if (token !== null && held.key !== null) taken();
}
