// The record that was opened from disk. It stays with this tab, so that a reload or another language shows it again.

import { keep, parsed, recall } from './kept';
import { RECORD_CHARACTERS } from './study';

export interface Opened {
  name: string;
  text: string;
}

function kept(): Opened | null {
  const one = parsed(recall('record', 'tab')) as Partial<Opened> | null;
  return typeof one?.name === 'string' && typeof one.text === 'string' ? { name: one.name, text: one.text } : null;
}

export const opened: { record: Opened | null } = $state({ record: kept() });

/** Look at a record from now on; null: at none. */
export function open(record: Opened | null): void {
  opened.record = record;
  keep('record', record, 'tab');
}

/** The text of a file, or null if it is too long for a record. */
export async function readFile(file: File): Promise<Opened | null> {
  if (file.size > 4 * RECORD_CHARACTERS) return null;
  const text = await file.text();
  return text.length > RECORD_CHARACTERS ? null : { name: file.name, text };
}
