// The HTTP interface: making tables, sitting down, the lobby.

import type {
  GameInfo,
  JoinWish,
  LessonAnswer,
  LessonInfo,
  LessonTry,
  Lobby,
  NewTable,
  Problem,
  Seated,
  Table,
  View,
} from '../protocol';

/** A request that was not done, with the server's reason in words. */
export class Trouble extends Error {
  constructor(
    readonly reason: string,
    text: string,
  ) {
    super(text);
  }
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? undefined
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Trouble('network', '');
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Trouble(problem?.reason ?? 'unknown', problem?.text ?? '');
}

const part = encodeURIComponent;

export const listGames = (): Promise<GameInfo[]> => ask('/api/games');
export const makeTable = (wish: NewTable): Promise<Seated> => ask('/api/tables', wish);
export const joinTable = (table: string, wish: JoinWish): Promise<Seated> =>
  ask(`/api/tables/${part(table)}/join`, wish);
export const lobby = (status: 'open' | 'running' | 'over', limit = 8, after = ''): Promise<Lobby> =>
  ask(`/api/tables?status=${status}&limit=${limit}${after ? `&after=${part(after)}` : ''}`);
export const readTable = (table: string, language: string): Promise<{ table: Table; view: View | null }> =>
  ask(`/api/tables/${part(table)}?language=${language}`);
export const recordAddress = (table: string): string => `/api/tables/${part(table)}/record`;

const lesson = (game: string, ...more: (string | number)[]): string => ['/api/lessons', part(game), ...more].join('/');
export const readLesson = (game: string, language: string): Promise<LessonInfo> =>
  ask(`${lesson(game)}?language=${language}`);
export const lessonStep = (game: string, step: number, language: string): Promise<View> =>
  ask(`${lesson(game, step)}?language=${language}`);
export const lessonTry = (game: string, step: number, wish: LessonTry): Promise<LessonAnswer> =>
  ask(lesson(game, step), wish);
export const lessonShow = (game: string, step: number, wish: LessonTry): Promise<LessonAnswer> =>
  ask(lesson(game, step, 'show'), wish);
export const lessonPreview = (game: string, step: number, wish: LessonTry): Promise<Record<string, unknown>> =>
  ask(lesson(game, step, 'preview'), wish);

let levels: Promise<string[]> | null = null;
/** The bots that play here, weakest first. */
export function botLevels(): Promise<string[]> {
  levels ??= listGames().then((games) => games[0]?.levels ?? []);
  levels.catch(() => (levels = null));
  return levels;
}

const ORDER = ['random', 'hare', 'fox', 'wolf', 'bear', 'yeti'];
/** The level of a one-click match: a beginner, if one plays here. */
export function easyLevel(known: readonly string[]): string {
  return known.includes('hare')
    ? 'hare'
    : ([...known].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0] ?? 'random');
}
