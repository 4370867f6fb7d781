// The HTTP interface: making tables, sitting down, the lobby.

import { here, isHere, reach } from './reach.svelte';
import list from '../generated/games.json';
import type {
  DrawWish,
  GameInfo,
  JoinWish,
  LessonAnswer,
  LessonInfo,
  LessonTry,
  Lobby,
  NewTable,
  Problem,
  PuzzleBook,
  Seated,
  Table,
  View,
} from '../protocol';
import type { Standings } from '../players';

/** A request that was not done, with the server's reason in words. */
export class Trouble extends Error {
  constructor(
    readonly reason: string,
    text: string,
  ) {
    super(text);
  }
}

/** Who asks, and another verb than what the body says. */
interface Manner {
  headers?: Record<string, string>;
  method?: string;
}

async function request(path: string, body?: unknown, manner: Manner = {}): Promise<Response> {
  let answer: Response;
  const sent = { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', ...manner.headers };
  try {
    answer = await reach(path, body === undefined ? manner : { ...sent, ...manner, headers });
  } catch {
    throw new Trouble(isHere() ? 'pack' : 'network', '');
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Trouble(problem?.reason ?? 'unknown', problem?.text ?? '');
}

export async function ask<T>(path: string, body?: unknown, manner?: Manner): Promise<T> {
  const answer = await request(path, body, manner);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

const part = encodeURIComponent;

let games: Promise<GameInfo[]> | null = null;
/** The games that can be played here, asked for once. */
export function listGames(): Promise<GameInfo[]> {
  games ??= here ? Promise.resolve(list as GameInfo[]) : ask<GameInfo[]>('/api/games');
  games.catch(() => (games = null));
  return games;
}
const game = (name: string, ...more: string[]): string => ['/api/games', part(name), ...more].join('/');
export const gameMessages = (name: string, language: string): Promise<Record<string, string>> =>
  ask(game(name, 'words', language));
export const gameBook = <Block>(name: string, language: string): Promise<{ blocks: Block[] }> =>
  ask(game(name, 'rulebook', language));
export const gameDiagrams = <Frame>(name: string): Promise<Record<string, Frame[]>> => ask(game(name, 'diagrams'));
/** Where the game's drawing of how a match begins is found. */
export const openingAddress = (name: string, language: string): string =>
  `${game(name, 'drawing')}?language=${language}`;
/** A position as the game itself draws it. */
export const drawPosition = (name: string, wish: DrawWish): Promise<string> =>
  request(game(name, 'drawing'), wish).then((answer) => answer.text());

type Bearer = Record<string, string>;
export const makeTable = (wish: NewTable, headers: Bearer): Promise<Seated> => ask('/api/tables', wish, { headers });
export const joinTable = (table: string, wish: JoinWish, headers: Bearer): Promise<Seated> =>
  ask(`/api/tables/${part(table)}/join`, wish, { headers });
export function lobby(status: 'open' | 'running' | 'over', limit = 8, after = '', game = ''): Promise<Lobby> {
  if (here) return Promise.resolve({ tables: [], next: null }); // where nobody else can be
  const wish = `status=${status}&limit=${limit}${after && `&after=${part(after)}`}${game && `&game=${part(game)}`}`;
  return ask(`/api/tables?${wish}`);
}
/** Whoever opened the page on the server's own computer has an address that leads nobody else here. */
export const opensHereOnly = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
/** Under which address the local network finds the server; null where it does not, or where that is nobody's to know. */
export const nearAddress = (): Promise<string | null> =>
  ask<{ address: string | null }>('/api/here').then(
    ({ address }) => address,
    () => null,
  );
/** Who stands where in a game with so many seats, after a place in that list. */
export const standingsOf = (game: string, seats: number, after = ''): Promise<Standings> =>
  ask(`/api/standings/${part(game)}/${seats}${after && `?after=${part(after)}`}`);
export const readTable = (table: string, language: string): Promise<{ table: Table; view: View | null }> =>
  ask(`/api/tables/${part(table)}?language=${language}`);
export const recordAddress = (table: string): string => `/api/tables/${part(table)}/record`;
/** Save a record. A server sends it by its address; without one it is asked for, and handed to the browser. */
export async function saveRecord(event: MouseEvent, table: string): Promise<void> {
  if (!isHere()) return;
  event.preventDefault();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await request(recordAddress(table))).blob());
  link.download = `${table}.banquise`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Where the steps of a lesson come from: each is looked at, tried, shown, and tried out. */
export interface Steps {
  info: (language: string) => Promise<LessonInfo>;
  step: (step: number, language: string) => Promise<View>;
  attempt: (step: number, wish: LessonTry) => Promise<LessonAnswer>;
  show: (step: number, wish: LessonTry) => Promise<LessonAnswer>;
  preview: (step: number, wish: LessonTry) => Promise<Record<string, unknown>>;
}

export function lessonOf(game: string): Steps {
  const at = `/api/lessons/${part(game)}`;
  return {
    info: (language) => ask(`${at}?language=${language}`),
    step: (step, language) => ask(`${at}/${step}?language=${language}`),
    attempt: (step, wish) => ask(`${at}/${step}`, wish),
    show: (step, wish) => ask(`${at}/${step}/show`, wish),
    preview: (step, wish) => ask(`${at}/${step}/preview`, wish),
  };
}

/** A game's puzzles in short; which of them is a day's depends on the date alone. */
export const readPuzzles = (game: string, language: string, day: string): Promise<PuzzleBook> =>
  ask(`/api/puzzles/${part(game)}?language=${language}&day=${day}`);

/** A puzzle is a lesson of one step. */
export function puzzleOf(game: string, number: number): Steps {
  const at = `/api/puzzles/${part(game)}/${number}`;
  return {
    info: (language) => ask(`${at}?language=${language}`),
    step: (_, language) => ask(`${at}/view?language=${language}`),
    attempt: (_, wish) => ask(at, wish),
    show: (_, wish) => ask(`${at}/show`, wish),
    preview: (_, wish) => ask(`${at}/preview`, wish),
  };
}

/** The bots that play a game here, weakest first. */
export const botLevels = (game: string): Promise<string[]> =>
  listGames().then((all) => all.find((one) => one.name === game)?.levels ?? []);

/** Who is asked for an opinion: the best of the bots that search. */
export type Adviser = 'bear' | 'yeti';
export const adviserOf = (known: readonly string[]): Adviser | null =>
  known.includes('yeti') ? 'yeti' : known.includes('bear') ? 'bear' : null;

const ORDER = ['random', 'hare', 'fox', 'wolf', 'bear', 'yeti'];
/** The level of a one-click match: a beginner, if one plays here. */
export function easyLevel(known: readonly string[]): string {
  return known.includes('hare')
    ? 'hare'
    : ([...known].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0] ?? 'random');
}
