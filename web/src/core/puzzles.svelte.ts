// What was solved, in a row of days and on a scale: kept in this browser only.

import { keep, parsed, recall } from './kept';

export interface Solver {
  rating: number;
  games: Record<string, Record<string, boolean | null>>; // by game and number: right at the first try? null: only shown
  day: string; // of the last puzzle of the day that was solved
  streak: number; // how many days in a row, up to that one
}

const FRESH: Solver = { rating: 1200, games: {}, day: '', streak: 0 };
const STEP = 32; // how far one puzzle can move a rating
const DAY = 86_400_000; // milliseconds

/** A solver as it was kept; anything that makes no sense is left out. */
export function readSolver(kept: string | null): Solver {
  const found = (parsed(kept) ?? {}) as Partial<Solver>;
  const games: Solver['games'] = {};
  for (const [game, solved] of Object.entries(Object(found.games) as Solver['games']))
    games[game] = Object.fromEntries(
      Object.entries(Object(solved)).map(([n, first]) => [n, first === null ? null : first === true]),
    );
  const isDay = typeof found.day === 'string' && /^\d{4}-\d\d-\d\d$/.test(found.day);
  return {
    rating: Number.isFinite(found.rating) ? found.rating! : FRESH.rating,
    games,
    day: isDay ? found.day! : '',
    streak: isDay && Number.isInteger(found.streak) ? found.streak! : 0,
  };
}

/** The date here, as puzzles of the day go by it. */
export function dayOf(now: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Is the second day the one after the first? */
const follows = (first: string, second: string): boolean => Date.parse(second) - Date.parse(first) === DAY;

/** A rating after a puzzle: solved at once, or not. Each puzzle counts once. */
export function rated(rating: number, puzzle: number, atOnce: boolean): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + STEP * ((atOnce ? 1 : 0) - expected));
}

/** The row of days after the puzzle of a day was solved. */
export function streakAfter(solver: Solver, day: string): number {
  if (solver.day === day) return solver.streak;
  return follows(solver.day, day) ? solver.streak + 1 : 1;
}

/** The row as it stands on a day: broken if neither that day nor the one before is in it. */
export function streakOn(solver: Solver, day: string): number {
  return solver.day === day || follows(solver.day, day) ? solver.streak : 0;
}

export const solver: Solver = $state(readSolver(recall('puzzles')));

/** How many puzzles of a game were solved by whoever sits here. */
export const countSolved = (game: string): number =>
  Object.values(solver.games[game] ?? {}).filter((first) => first !== null).length;

/** Note that a puzzle was solved: at the first try, later, or (null) by the page, which showed how; ``today`` is its day,
    if it is the puzzle of the day. The first time counts for the rating. */
export function noteSolved(
  game: string,
  number: number,
  rating: number,
  atOnce: boolean | null,
  today: string | null,
): void {
  const before = (solver.games[game] ??= {});
  if (!(number in before)) {
    before[number] = atOnce;
    solver.rating = rated(solver.rating, rating, atOnce === true);
  } else if (atOnce !== null) before[number] ??= false;
  if (today !== null && atOnce !== null) {
    solver.streak = streakAfter(solver, today);
    solver.day = today;
  }
  keep('puzzles', $state.snapshot(solver));
}
