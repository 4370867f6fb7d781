// What this browser keeps between visits, and a tab between reloads: the one place that speaks to its storage.
// (public/theme.js reads the settings too, before anything is loaded.)

export type Kept =
  | 'card'
  | 'parts'
  | 'settings'
  | 'tables'
  | 'lessons'
  | 'puzzles'
  | 'solo'
  | 'record'
  | 'habit'
  | 'unheard'
  | 'evenings'
  | 'duplicates';
export type Where = 'browser' | 'tab';

const name = (what: Kept): string => `banquise.${what}`;
const storage = (where: Where): Storage => (where === 'tab' ? sessionStorage : localStorage);

/** What was kept, as it was written; null where there is nothing, or a browser that keeps nothing. */
export function recall(what: Kept, where: Where = 'browser'): string | null {
  try {
    return storage(where).getItem(name(what));
  } catch {
    return null;
  }
}

/** Keep something from now on; null: nothing. In a browser that keeps nothing it holds until the page is closed. */
export function keep(what: Kept, value: unknown, where: Where = 'browser'): void {
  try {
    if (value === null) storage(where).removeItem(name(what));
    else storage(where).setItem(name(what), JSON.stringify(value));
  } catch {
    // Full, or forbidden.
  }
}

/** What a kept text says; null where it makes no sense. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The named things that a kept text says, none where it makes no sense. */
export function parsedEntries(text: string | null): [string, unknown][] {
  const found = parsed(text);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : [];
}
