// The tables this browser sits at, with the tokens that open its seats (none where the player's card does). They are
// kept here and nowhere else.

import { keep, parsed, recall } from './kept';

export interface MyTable {
  table: string;
  game: string;
  token: string;
  seats: number[];
  at: number;
  turn?: boolean;
  over?: boolean;
  won?: boolean;
  evening?: string; // whose round it belongs to
  local?: boolean; // it is in this browser, not at the server
}

const MOST = 40;

export function readTables(kept: string | null): MyTable[] {
  const found = parsed(kept);
  return Array.isArray(found) ? found.filter(isMine).slice(0, MOST) : [];
}

function isMine(entry: Partial<MyTable> | null): entry is MyTable {
  return (
    typeof entry?.table === 'string' &&
    typeof entry.token === 'string' &&
    typeof entry.game === 'string' &&
    Array.isArray(entry.seats)
  );
}

export const mine: { tables: MyTable[] } = $state({ tables: readTables(recall('tables')) });

function keepAll(): void {
  keep('tables', $state.snapshot(mine.tables));
}

export function mineAt(table: string): MyTable | undefined {
  return mine.tables.find((entry) => entry.table === table);
}

export function remember(entry: MyTable): void {
  mine.tables = [entry, ...mine.tables.filter((other) => other.table !== entry.table)].slice(0, MOST);
  keepAll();
}

export function note(table: string, news: Partial<MyTable>): void {
  const entry = mineAt(table);
  if (!entry) return;
  if (Object.entries(news).every(([name, value]) => entry[name as keyof MyTable] === value)) return;
  Object.assign(entry, news);
  keepAll();
}

export function forget(table: string): void {
  mine.tables = mine.tables.filter((entry) => entry.table !== table);
  keepAll();
}
