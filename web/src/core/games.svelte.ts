// The games: those of the house are built in; those of other packages the server knows, and tells when it is asked.

import list from '../generated/games.json';
import type { GameInfo } from '../protocol';
import { listGames } from './api';
import { language } from './words.svelte';

const known: { games: GameInfo[] } = $state({ games: list as GameInfo[] });

/** All games that are known by now, those of the house first. */
export function games(): GameInfo[] {
  return known.games;
}

/** Learn which other games there are. Without an answer there are those of the house. */
export async function knowGames(): Promise<void> {
  const all = await listGames().catch(() => []);
  const more = all.filter((game) => !facts(game.name));
  if (more.length) known.games = [...known.games, ...more];
}

export function facts(name: string): GameInfo | undefined {
  return known.games.find((game) => game.name === name);
}

/** The colours of so many seats, as an option may change them. */
export function coloursOf(game: GameInfo, seats: number, options: Record<string, string>): string[] {
  const changed = game.options.flatMap((option) =>
    option.colours.filter((other) => other.seats === seats && other.value === options[option.name]),
  );
  return (changed[0] ?? { colours: game.colours[String(seats)] ?? [] }).colours;
}

/** A game's title in the reader's language. */
export function titleOf(name: string): string {
  const game = facts(name);
  return game?.about[language()]?.title ?? game?.title ?? name;
}

/** The game whose paragraphs start so: IL-3.4 is Ice Lake's. */
export function gameOfParagraph(paragraph: string): GameInfo | undefined {
  return known.games.find((game) => paragraph.startsWith(`${game.prefix}-`));
}
