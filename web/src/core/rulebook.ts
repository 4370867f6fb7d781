// The rulebooks, fetched when somebody reads in them.

import { gameBook } from './api';

export interface Paragraph {
  kind: 'paragraph';
  id?: string;
  text: string;
  marks?: Record<string, string>; // what it rests on, in the reader's language
}
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | Paragraph
  | { kind: 'figure'; name: string; caption: string; zoom: number[] }
  | { kind: 'rebuilt'; text: string; paragraphs: string[] }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

const books = import.meta.glob<{ default: Block[] }>('../generated/rulebooks/*/*.json');

export async function rulebook(game: string, language: string): Promise<Block[]> {
  const built = books[`../generated/rulebooks/${language}/${game}.json`];
  return built ? (await built()).default : (await gameBook<Block>(game, language)).blocks;
}

/** The words of a paragraph; empty if there is none of that number. */
export async function paragraph(game: string, language: string, id: string): Promise<string> {
  const found = (await rulebook(game, language)).find((block) => block.kind === 'paragraph' && block.id === id);
  return found?.kind === 'paragraph' ? found.text : '';
}
