// The tables this browser sits at, with the tokens that open its seats. They are kept here and nowhere else.

export interface MyTable {
  table: string;
  game: string;
  token: string;
  seats: number[];
  at: number;
  turn?: boolean;
  over?: boolean;
}

const KEY = 'banquise.tables';
const MOST = 40;

export function readTables(kept: string | null): MyTable[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(found) ? found.filter(isMine).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isMine(entry: Partial<MyTable> | null): entry is MyTable {
  return (
    typeof entry?.table === 'string' &&
    typeof entry.token === 'string' &&
    typeof entry.game === 'string' &&
    Array.isArray(entry.seats)
  );
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const mine: { tables: MyTable[] } = $state({
  tables: readTables(typeof localStorage === 'undefined' ? null : kept()),
});

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify($state.snapshot(mine.tables)));
  } catch {
    // The seats are ours until the page is closed.
  }
}

export function mineAt(table: string): MyTable | undefined {
  return mine.tables.find((entry) => entry.table === table);
}

export function remember(entry: MyTable): void {
  mine.tables = [entry, ...mine.tables.filter((other) => other.table !== entry.table)].slice(0, MOST);
  keep();
}

export function note(table: string, news: Partial<MyTable>): void {
  const entry = mineAt(table);
  if (!entry) return;
  if (Object.entries(news).every(([name, value]) => entry[name as keyof MyTable] === value)) return;
  Object.assign(entry, news);
  keep();
}

export function forget(table: string): void {
  mine.tables = mine.tables.filter((entry) => entry.table !== table);
  keep();
}
