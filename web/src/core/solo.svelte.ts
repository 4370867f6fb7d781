// The best results of matches played alone, kept in this browser only.

export interface Solo {
  table: string; // a match is noted once, however often its end is looked at
  points: number;
  at: number;
}

const KEY = 'banquise.solo';
const MOST = 5; // of each game

/** What was kept; anything that makes no sense is left out. */
export function readSolo(kept: string | null): Record<string, Solo[]> {
  try {
    const found: unknown = JSON.parse(kept ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(
      Object.entries(found).map(([game, list]) => [game, Array.isArray(list) ? ranked(list.filter(isSolo)) : []]),
    );
  } catch {
    return {};
  }
}

function isSolo(entry: Partial<Solo> | null): entry is Solo {
  return typeof entry?.table === 'string' && Number.isFinite(entry.points) && Number.isFinite(entry.at);
}

/** The highest first; of equal ones the earlier, which had nothing to beat. */
function ranked(list: Solo[]): Solo[] {
  return [...list].sort((one, other) => other.points - one.points || one.at - other.at).slice(0, MOST);
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const solo: { games: Record<string, Solo[]> } = $state({
  games: readSolo(typeof localStorage === 'undefined' ? null : kept()),
});

/** The best results of a game, the highest first. */
export function bests(game: string): Solo[] {
  return solo.games[game] ?? [];
}

/** Note the result of a match played alone. */
export function noteSolo(game: string, table: string, points: number, at: number = Date.now()): void {
  if (bests(game).some((entry) => entry.table === table)) return;
  solo.games[game] = ranked([...bests(game), { table, points, at }]);
  try {
    localStorage.setItem(KEY, JSON.stringify($state.snapshot(solo.games)));
  } catch {
    // They hold until the page is closed.
  }
}
