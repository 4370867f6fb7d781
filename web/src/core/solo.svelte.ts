// The best results of matches played alone, kept in this browser only.

import { keep, parsedEntries, recall } from './kept';

export interface Solo {
  table: string; // a match is noted once, however often its end is looked at
  points: number;
  at: number;
}

const MOST = 5; // of each game

/** What was kept; anything that makes no sense is left out. */
export function readSolo(kept: string | null): Record<string, Solo[]> {
  return Object.fromEntries(
    parsedEntries(kept).map(([game, list]) => [game, Array.isArray(list) ? ranked(list.filter(isSolo)) : []]),
  );
}

function isSolo(entry: Partial<Solo> | null): entry is Solo {
  return typeof entry?.table === 'string' && Number.isFinite(entry.points) && Number.isFinite(entry.at);
}

/** The highest first; of equal ones the earlier, which had nothing to beat. */
function ranked(list: Solo[]): Solo[] {
  return [...list].sort((one, other) => other.points - one.points || one.at - other.at).slice(0, MOST);
}

const solo: { games: Record<string, Solo[]> } = $state({ games: readSolo(recall('solo')) });

/** The best results of a game, the highest first. */
export function bests(game: string): Solo[] {
  return solo.games[game] ?? [];
}

/** Note the result of a match played alone. */
export function noteSolo(game: string, table: string, points: number, at: number = Date.now()): void {
  if (bests(game).some((entry) => entry.table === table)) return;
  solo.games[game] = ranked([...bests(game), { table, points, at }]);
  keep('solo', $state.snapshot(solo.games));
}
