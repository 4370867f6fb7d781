// The texts of lessons: the rulebooks' little Markdown, and places of the board.

import { bits, type Bit } from './prose';

export type Piece = Bit | { kind: 'place'; text: string; place: string };

/** A text in pieces: [g7] is a place of the board, [g7|there] one under another name. */
export function pieces(text: string): Piece[] {
  return text.split(/(\[[^\]]+\])/).flatMap((part): Piece[] => {
    if (!part.startsWith('[')) return bits(part);
    const [place, name] = part.slice(1, -1).split('|') as [string, string | undefined];
    return [{ kind: 'place', place, text: name ?? place }];
  });
}

/** The places that texts name, in their order, each once. */
export function places(...texts: string[]): string[] {
  const named = texts.flatMap((text) => [...text.matchAll(/\[([^\]|]+)/g)].map((found) => found[1]!));
  return [...new Set(named)];
}

/** The same as one would read it aloud. */
export function spoken(text: string): string {
  return pieces(text)
    .map((piece) => piece.text)
    .join('');
}
