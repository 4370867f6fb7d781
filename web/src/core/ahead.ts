// The rules in this browser, beside a server: what they say of a move is shown before the server answers, and a match
// against bots goes on where the server cannot be reached. Only where the house was taken along (src/local/take.ts).

import { sealed } from './fair';
import { here, isHere } from './reach.svelte';
import { address, go } from './router.svelte';
import { myName, seatedAt } from './start';
import { AHEAD } from '../local/messages';
import type { LocalHouse } from '../local/house';
import type { EventInfo, NewTable, Position, Said, Seated, Table, View } from '../protocol';

export interface Ahead {
  game: string;
  seats: number;
  options: Record<string, string>;
  view: Position;
  seat: number;
  move: string;
  seen: number;
  language: string;
}

/** What we will see of our move, as far as that is certain; or why the rules refuse it. */
export interface Foreseen {
  events: EventInfo[];
  refused: Said | null;
  paragraph: string | null;
}

let rules: LocalHouse | null = null;

/** Start the rules of this browser, if it has them; can they be asked? */
export async function prepare(): Promise<boolean> {
  if (isHere()) return false;
  if (rules) return true;
  try {
    const { isTaken } = await import('../local/take');
    if (await isTaken()) rules = await (await import('../local/house')).openQuietly();
  } catch (error) {
    console.warn(`no rules in this browser: ${String(error)}`); // the server has them
  }
  return rules !== null;
}

const asked = (house: LocalHouse, path: string, body: unknown): Promise<Response> =>
  house.request(path, { method: 'POST', body: JSON.stringify(body) });

/** What the rules of this browser say of a move; null where there are none. */
export async function foresee(wish: Ahead): Promise<Foreseen | null> {
  if (!rules || here) return null;
  const answer = await asked(rules, AHEAD, wish);
  return answer.ok ? ((await answer.json()) as Foreseen) : null;
}

/** A match that goes on without its server: we and bots only, and it is ours to see. */
export const canGoOn = (table: Table, view: View | null): boolean =>
  !isHere() &&
  table.status === 'running' &&
  view !== null &&
  table.you.length === 1 &&
  table.seats.every(({ kind }, seat) => kind === 'bot' || seat === table.you[0]);

/** Go on in this browser, from what we see. The server's match stays as it is. */
export async function goOn(table: Table, view: View): Promise<void> {
  const seat = table.you[0]!;
  const wish: NewTable = {
    game: table.game,
    options: table.options,
    seats: table.seats.map(({ level }, n) => (n === seat ? { kind: 'me' } : { kind: 'bot', level: level ?? 'hare' })),
    name: myName(),
    entropy: await sealed(),
  };
  const answer = await asked(rules!, '/api/resume', { table: wish, view: view.view, seat });
  if (!answer.ok) throw new Error(await answer.text());
  const seated = (await answer.json()) as Seated;
  seatedAt(table.game, seated, true);
  go(address('table', [seated.table]));
}
