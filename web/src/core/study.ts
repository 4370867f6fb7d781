// Looking back: replays, records from disk, playing on, analyses. And how moments and lines of the log belong together.

import { ask } from './api';
import { held, told } from './card.svelte';
import { reach } from './reach.svelte';
import type { Numbers, PlayOn, Position, Replay, Seated, Study, StudyWish } from '../protocol';

/** A match to look back on: that of a finished table, or the text of a record. */
export type Source = { table: string } | { record: string };

export const RECORD_CHARACTERS = 400_000; // as many as the server reads

export function readReplay(source: Source, eyes: string, language: string): Promise<Replay> {
  if ('record' in source) return ask('/api/replay', { record: source.record, eyes, language });
  const path = `/api/tables/${encodeURIComponent(source.table)}/replay?eyes=${eyes}&language=${language}`;
  // Who looks says who it is, if they have a card: whoever has seen a match is not let play it as a duplicate.
  return ask(path, undefined, held.key !== null && held.wanted ? { headers: told(held.key) } : {});
}
export const playOn = (wish: PlayOn, headers: Record<string, string>): Promise<Seated> =>
  ask('/api/play-on', wish, { headers });
export const startStudy = (wish: StudyWish): Promise<Study> => ask('/api/studies', wish);
export const readStudy = (key: string, language: string): Promise<Study> =>
  ask(`/api/studies/${encodeURIComponent(key)}?language=${language}`);
/** Nobody here wants to know any more; it does not matter whether that is heard. */
export function stopStudy(key: string): void {
  void reach(`/api/studies/${encodeURIComponent(key)}`, { method: 'DELETE', keepalive: true }).catch(() => {});
}

export const isUnderWay = (study: Study | null): boolean =>
  study !== null && ['waiting', 'thinking'].includes(study.status);

/** The line of the log that the last shown event belongs to: `counts[n]` events had happened after n lines. */
export function lineAt(counts: readonly number[], step: number): number {
  const line = counts.findIndex((count) => count >= step);
  return line < 0 ? Math.max(0, counts.length - 1) : line;
}

/** With everything revealed a view has a row for each seat; what one seat's view would have is its own row. */
export function rowOf(view: Position, rows: readonly string[], seat: number): Position {
  const own: Position = { ...view };
  for (const field of rows) own[field] = (view[field] as Numbers[])[seat]!;
  return own;
}

/** Whose eyes a board is drawn through when everything is revealed: those of whoever acted last. */
export function actorAt(events: readonly { by: number | null }[], step: number): number {
  for (let n = Math.min(step, events.length) - 1; n >= 0; n--) if (events[n]!.by !== null) return events[n]!.by!;
  return events.find((event) => event.by !== null)?.by ?? 0;
}

/** 0.62 as 62 %, in the reader's way; `signed` for what rose or fell. */
export function percent(value: number, language: string, signed = false): string {
  const style: Intl.NumberFormatOptions = {
    style: 'percent',
    maximumFractionDigits: 0,
    ...(signed ? { signDisplay: 'exceptZero' } : {}),
  };
  return new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : language, style).format(value);
}
