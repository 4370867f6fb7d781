// Chance that nobody steers, as this client checks it.

import { beforeEach, expect, test } from 'vitest';
import { commitmentTo, isFair, sealOf, sealed, toReveal, toSeal } from '../src/core/fair';
import type { Table } from '../src/protocol';

const SEED = '00'.repeat(32);
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    },
  });
});

const seat = (seal: string, part = '', kind = 'person') => ({ colour: 'red', name: 'x', kind, seal, part });

function table(status: string, seats: unknown[], commitment: string, more: object = {}): Table {
  return { status, seats, you: [0], commitment, seed: null, entropy: [], ...more } as unknown as Table;
}

test('seals and commitments are those of the server', async () => {
  expect(await sealOf('sixteen-letters!')).toBe('sealed_gV_Fl3aZnGYI0RN-WsWR_h9dlcM3dZI1haKfaoGN4ic');
  expect(await commitmentTo(SEED)).toBe('e747c172ff1392b422b52b74d6dcfc8b60388fdd26a688e24e622c2491467dac');
});

/** A match that is played to its end, as an honest server tells it. */
async function story() {
  const mine = await sealed();
  const theirs = await sealOf('their-part');
  const commitment = await commitmentTo(SEED);
  const waiting = table('open', [seat(mine), seat('', '', 'open')], commitment);
  const full = table('open', [seat(mine), seat(theirs)], commitment);
  expect(toReveal(waiting)).toBeNull();
  const { part } = toReveal(full)!;
  expect(await sealOf(part)).toBe(mine);
  const seats = [seat(mine, part), seat(theirs, 'their-part')];
  const over = table('over', seats, commitment, { seed: SEED, entropy: [part, 'their-part'] });
  return { mine, theirs, part, commitment, full, over };
}

test('a part is revealed when all sit, and an honest table is fair', async () => {
  const { over } = await story();
  expect(await isFair(over)).toBe(true);
  expect(await isFair({ ...over, you: [] })).toBeNull();
});

test('while a part is kept back nothing is sealed, and what was revealed is sealed anew', async () => {
  const { full, mine, theirs, part, commitment } = await story();
  const waiting = { ...full, seats: [{ ...full.seats[0]!, part }, full.seats[1]!] };
  expect(toSeal(waiting)).toBeNull();
  const anew = table('open', [{ ...seat(''), must_seal: true }, seat(theirs)], commitment);
  expect(toSeal(anew)).toBe(0);
  expect(toReveal(table('open', [seat(mine), { ...seat(''), must_seal: true }], commitment))).toBeNull();
});

test('a seed that was chosen later is found out', async () => {
  const { over } = await story();
  const other = 'ab'.repeat(32);
  expect(await isFair({ ...over, seed: other })).toBe(false);
  expect(await isFair({ ...over, seed: other, commitment: await commitmentTo(other) })).toBe(false);
});

test('what is shown after our part is revealed changes nothing that we keep', async () => {
  const { full, over } = await story();
  const other = 'cd'.repeat(32);
  const commitment = await commitmentTo(other);
  toReveal({ ...full, commitment });
  expect(await isFair({ ...over, seed: other, commitment })).toBe(false);
});

test("another's part that is not the sealed one is found out, and so is ours left out", async () => {
  const { mine, part, over } = await story();
  const ground = await sealOf('ground-part');
  const swapped = [seat(mine, part), seat(ground, 'ground-part')] as unknown as Table['seats'];
  expect(await isFair({ ...over, seats: swapped, entropy: [part, 'ground-part'] })).toBe(false);
  expect(await isFair({ ...over, entropy: ['their-part'] })).toBe(false);
});
