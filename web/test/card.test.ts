// A card that the server knows no more is asked about once, not by every part of the page.

import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
const asked: string[] = [];
let known = true;

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  known = true;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await Promise.resolve();
    if (known) return new Response('{}', { status: 200 });
    return new Response(JSON.stringify({ reason: 'no_card', text: 'unknown' }), { status: 401 });
  });
});

/** The page as it is loaded, with what the browser has kept. */
const load = () => import('../src/core/card.svelte');
const hold = (more: object = {}) =>
  kept.set('banquise.card', JSON.stringify({ key: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Ann', ...more }));
const three = (asPlayer: (path: string) => Promise<unknown>) =>
  Promise.allSettled(['/me', '/me/matches', '/me/invitations'].map((path) => asPlayer(path)));

test('a key that is in no doubt asks for everything at once', async () => {
  hold();
  const { asPlayer } = await load();
  const all = three(asPlayer);
  await Promise.resolve();
  expect(asked.length).toBe(3);
  expect((await all).map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

test('a key that was refused is tried once when the page is loaded again, and never after that', async () => {
  hold();
  known = false;
  const first = await load();
  await first.asPlayer('/me').catch(() => {});
  expect(first.holdsCard()).toBe(false);
  await three(first.asPlayer);
  expect(asked).toEqual(['/api/players/me']);

  vi.resetModules();
  asked.length = 0;
  const again = await load();
  expect((await three(again.asPlayer)).map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toEqual(['/api/players/me']);
});

test('a server that knows the key again is asked for all that waited', async () => {
  hold({ doubted: true });
  const { asPlayer, held } = await load();
  expect((await three(asPlayer)).map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(asked.length).toBe(3);
  expect(held.doubted).toBe(false);
  expect(JSON.parse(kept.get('banquise.card')!)).toEqual({ key: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Ann', wanted: true });
});

test('a card that another tab has made anew for the same key is found', async () => {
  hold();
  known = false;
  const { asPlayer, held, holdsCard, lookAgain } = await load();
  await asPlayer('/me').catch(() => {});
  lookAgain();
  expect(holdsCard()).toBe(false);
  hold();
  lookAgain();
  expect([holdsCard(), held.doubted]).toEqual([true, false]);
});
