// The record that was opened from disk. It stays with this tab, so that a reload or another language shows it again.

import { RECORD_CHARACTERS } from './study';

const KEY = 'banquise.record';

export interface Opened {
  name: string;
  text: string;
}

function kept(): Opened | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const one = found as Opened | null;
    return typeof one?.name === 'string' && typeof one.text === 'string' ? one : null;
  } catch {
    return null;
  }
}

export const opened: { record: Opened | null } = $state({
  record: typeof sessionStorage === 'undefined' ? null : kept(),
});

/** Look at a record from now on; null: at none. */
export function open(record: Opened | null): void {
  opened.record = record;
  try {
    if (record) sessionStorage.setItem(KEY, JSON.stringify(record));
    else sessionStorage.removeItem(KEY);
  } catch {
    // It is shown until the page is closed.
  }
}

/** The text of a file, or null if it is too long for a record. */
export async function readFile(file: File): Promise<Opened | null> {
  if (file.size > 4 * RECORD_CHARACTERS) return null;
  const text = await file.text();
  return text.length > RECORD_CHARACTERS ? null : { name: file.name, text };
}
