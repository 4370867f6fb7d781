// Chance that nobody steers: what this client adds to it is shown as a seal until all sit at the table, and what it was
// shown itself is kept, so that both can be checked here when the match is over. docs/fair-chance.md tells all of it.

import { keep, parsedEntries, recall } from './kept';
import { newId } from './line';
import type { Table } from '../protocol';

/** What was added, and what the table showed before it was revealed. */
interface Added {
  part: string;
  commitment?: string;
  seals?: string[];
}

const MOST = 100; // parts that are remembered

function remembered(): Map<string, Added> {
  return new Map(parsedEntries(recall('parts')).filter((entry): entry is [string, Added] => isAdded(entry[1])));
}

function isAdded(value: unknown): value is Added {
  return typeof value === 'object' && value !== null && typeof (value as Added).part === 'string';
}

function remember(seal: string, added: Added): void {
  const all = [...remembered()].filter(([name]) => name !== seal);
  keep('parts', Object.fromEntries([...all, [seal, added]].slice(-MOST)));
}

async function sha256(head: string, rest: Uint8Array): Promise<Uint8Array> {
  const start = new TextEncoder().encode(head);
  const whole = new Uint8Array(start.length + rest.length);
  whole.set(start);
  whole.set(rest, start.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** What is shown of a part before all are in. */
export async function sealOf(part: string): Promise<string> {
  const digest = await sha256('banquise part', new TextEncoder().encode(part));
  const text = btoa(String.fromCharCode(...digest));
  return `sealed_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** What a table shows of its seed before the match. */
export async function commitmentTo(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await sha256('banquise commitment', bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A fresh part of chance: its seal, to be sent. A page that is not secure cannot seal, and sends the part itself. */
export async function sealed(): Promise<string> {
  const part = newId() + newId();
  if (globalThis.crypto.subtle === undefined) return part;
  const seal = await sealOf(part);
  remember(seal, { part });
  return seal;
}

/** The seat of ours that has to add to chance anew: somebody kept back their part, and what was revealed is void. */
export function toSeal(table: Table): number | null {
  return table.you.find((seat) => table.seats[seat]!.must_seal) ?? null;
}

/** Our part, if it is to be revealed now: all sit, and the table shows its commitment and everybody's seal. */
export function toReveal(table: Table): { seat: number; part: string } | null {
  if (table.status !== 'open' || table.seats.some((seat) => seat.kind === 'open' || seat.must_seal)) return null;
  for (const seat of table.you) {
    const { seal = '', part = '' } = table.seats[seat]!;
    const added = remembered().get(seal);
    if (!added || part) continue;
    // What we are shown now is what counts; shown anything else later, we keep this.
    const shown = { commitment: table.commitment, seals: table.seats.map((one) => one.seal ?? '') };
    remember(seal, { ...shown, ...added });
    return { seat, part: added.part };
  }
  return null;
}

/** Was chance as it was sealed, ours and theirs? Null where we have nothing to compare, or it is not over. */
export async function isFair(table: Table): Promise<boolean | null> {
  if (table.status !== 'over' || table.seed === null) return null;
  const own = table.you.map((seat) => remembered().get(table.seats[seat]!.seal ?? '')).find((added) => added?.seals);
  if (!own || !own.seals) return null;
  if (own.commitment !== table.commitment || (await commitmentTo(table.seed)) !== own.commitment) return false;
  for (const [seat, seal] of own.seals.entries()) {
    if (!seal) continue;
    const { seal: now = '', part = '' } = table.seats[seat]!;
    if (now !== seal || (await sealOf(part)) !== seal || !table.entropy.includes(part)) return false;
  }
  return table.entropy.includes(own.part);
}
