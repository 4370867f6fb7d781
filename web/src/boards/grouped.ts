/** The moves of a game without a board of its own: by their kinds, and a long kind by the first of its parts. */

import type { LegalMove } from './types';

export interface Group {
  kind: string;
  /** the first part that all its moves have in common, if a kind had to be divided */
  part: string | number | null;
  moves: LegalMove[];
}

const LONG = 24;

export function grouped(legal: readonly LegalMove[]): Group[] {
  const kinds = new Map<string, LegalMove[]>();
  for (const move of legal) kinds.set(move.parts.kind, [...(kinds.get(move.parts.kind) ?? []), move]);
  return [...kinds].flatMap(([kind, moves]) => divided(kind, moves));
}

function divided(kind: string, moves: LegalMove[]): Group[] {
  const names = Object.keys(moves[0].parts).filter((name) => name !== 'kind');
  if (moves.length <= LONG || names.length < 2) return [{ kind, part: null, moves }];
  const found = new Map<string | number, LegalMove[]>();
  for (const move of moves) {
    const value = move.parts[names[0]];
    found.set(value, [...(found.get(value) ?? []), move]);
  }
  return [...found].map(([part, some]) => ({ kind, part, moves: some }));
}
