// The logs of local tables, in IndexedDB. An append is one transaction: it is written whole, or not at all, and only if
// the log is as long as whoever appends believes. src/banquise/site/browser/store.py builds a store on it.

const NAME = 'banquise';
const news = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('banquise-tables');

type Row = { table: string; seq: number; text: string };
type Kept = { table: string; header: string; head: number; card: string };

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(new Error(String(request.error)));
  });

const written = (change: IDBTransaction): Promise<void> =>
  new Promise((good, bad) => {
    change.oncomplete = () => good();
    change.onabort = change.onerror = () => bad(new Error(String(change.error ?? 'the browser gave up writing')));
  });

let opening: Promise<IDBDatabase> | null = null;
function open(): Promise<IDBDatabase> {
  opening ??= new Promise((good, bad) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables', { keyPath: 'table' });
      request.result.createObjectStore('rows', { keyPath: ['table', 'seq'] });
      request.result.createObjectStore('house');
    };
    request.onsuccess = () => {
      request.result.onclose = () => (opening = null);
      good(request.result);
    };
    request.onerror = () => bad(new Error(String(request.error)));
  });
  opening.catch(() => (opening = null));
  return opening;
}

async function changing(...stores: string[]): Promise<IDBTransaction> {
  return (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
}

const listOf = (sent: unknown): string[] => {
  const found = sent as { toJs?: () => string[] };
  return found.toJs ? found.toJs() : (sent as string[]);
};
const rowsOf = (table: string, first: number, texts: string[]): Row[] =>
  texts.map((text, n) => ({ table, seq: first + n, text }));

export const disk = {
  async cards(): Promise<string[]> {
    const all = (await done((await open()).transaction('tables').objectStore('tables').getAll())) as Kept[];
    return all.map((one) => one.card);
  },

  async create(table: string, header: string, rows: unknown, card: string): Promise<void> {
    const texts = listOf(rows);
    const change = await changing('tables', 'rows');
    change.objectStore('tables').add({ table, header, head: texts.length, card });
    for (const row of rowsOf(table, 0, texts)) change.objectStore('rows').add(row);
    await written(change);
  },

  async append(table: string, head: number, rows: unknown, card: string): Promise<void> {
    const texts = listOf(rows);
    const change = await changing('tables', 'rows');
    const known = (await done(change.objectStore('tables').get(table))) as Kept | undefined;
    if (!known || known.head !== head) {
      change.abort();
      throw new Error(`the head of ${table} is ${known?.head}, not ${head}`);
    }
    for (const row of rowsOf(table, head, texts)) change.objectStore('rows').add(row);
    change.objectStore('tables').put({ ...known, head: head + texts.length, card });
    await written(change);
    news?.postMessage({ table, head: head + texts.length });
  },

  async read(table: string, since: number): Promise<string[]> {
    const reading = (await open()).transaction(['tables', 'rows']);
    const known = (await done(reading.objectStore('tables').get(table))) as Kept | undefined;
    if (!known) return [];
    const range = IDBKeyRange.bound([table, since], [table, Infinity]);
    const rows = (await done(reading.objectStore('rows').getAll(range))) as Row[];
    return [known.header, ...rows.map((row) => row.text)];
  },

  async forget(table: string): Promise<void> {
    const change = await changing('tables', 'rows');
    change.objectStore('tables').delete(table);
    change.objectStore('rows').delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    await written(change);
  },

  /** Note that the house is open; the times, from and to, when it was not. */
  async alive(now: number, longest: number): Promise<string> {
    const change = await changing('house');
    const house = change.objectStore('house');
    const kept = ((await done(house.get('alive'))) ?? { last: now, gaps: [] }) as { last: number; gaps: number[][] };
    if (now - kept.last > longest) kept.gaps.push([kept.last, now]);
    house.put({ last: now, gaps: kept.gaps.slice(-1000) }, 'alive');
    await written(change);
    return JSON.stringify(kept.gaps);
  },

  /** Hear when another tab has appended. */
  listen(heard: (table: string, head: number) => void): void {
    if (news)
      news.onmessage = ({ data }: MessageEvent<{ table: string; head: number }>) => heard(data.table, data.head);
  },
};
