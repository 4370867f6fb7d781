// Facts of the games, made by the build from the games themselves.

import list from '../generated/games.json';

export interface GameFacts {
  name: string;
  title: string;
  year: string;
  author: string;
  publisher: string;
  minutes: number;
  prefix: string;
  secrets: boolean;
  undo: boolean;
  seats: number[];
  options: { name: string; values: string[]; paragraph: string }[];
  colours: Record<string, string[]>;
}

export const GAMES = list as unknown as GameFacts[];

export function facts(name: string): GameFacts | undefined {
  return GAMES.find((game) => game.name === name);
}

/** The game whose paragraphs start so: IL-3.4 is Ice Lake's. */
export function gameOfParagraph(paragraph: string): GameFacts | undefined {
  return GAMES.find((game) => paragraph.startsWith(`${game.prefix}-`));
}
