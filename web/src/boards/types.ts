/** What every board is given. A board draws and asks; it never fetches, stores or knows a rule. */

import type { Parts, Position } from '../protocol';

export type Colour = 'red' | 'yellow' | 'green' | 'blue';

export const COLOURS: readonly Colour[] = ['red', 'yellow', 'green', 'blue'];

export interface Seat {
  colour: Colour;
  name: string;
}

export type { Parts };

/** The types of a game. Those of each are made from its declarations: src/generated/GAME.ts. */
export interface Types {
  view: object;
  revealed: object;
  layout: object;
  parts: { kind: string };
  preview: object;
}

/** A game of which nothing more is known. */
export interface AnyGame extends Types {
  view: Position;
  revealed: Position;
  layout: Record<string, unknown>;
  parts: Parts;
  preview: Record<string, unknown>;
}

export interface LegalMove<P = Parts> {
  code: number;
  text: string;
  parts: P;
}

/** The moves of these kinds, known as such. */
export function ofKind<P extends { kind: string }, K extends P['kind']>(
  legal: readonly LegalMove<P>[],
  ...kinds: K[]
): LegalMove<Extract<P, { kind: K }>>[] {
  const wanted: readonly string[] = kinds;
  return legal.filter((move): move is LegalMove<Extract<P, { kind: K }>> => wanted.includes(move.parts.kind));
}

/** A move that a diagram shows without making it; `refused` is the paragraph that forbids it. */
export interface Tried<P = Parts> {
  parts: P;
  refused: string | null;
  /** as it would be sent, where it is more than its parts tell: a whole programme */
  text?: string;
}

export interface Spoken {
  key: string;
  params: Record<string, string | number>;
}

/** A place of somebody's last move. */
export interface LastMove {
  place: string;
  seat: number;
  /** the seat in whose part of the board it lies, where boards have parts */
  at: number;
}

export type Say = (key: string, params?: Record<string, string | number>) => string;

export interface BoardProps<G extends Types = AnyGame> {
  /** the schema view of the viewer */
  view: G['view'];
  /** drawing.layout() of the game */
  layout: G['layout'];
  seats: Seat[];
  /** the viewer's seat, null for a spectator */
  seat: number | null;
  /** the viewer's legal moves now */
  legal: LegalMove<G['parts']>[];
  play: (text: string) => void;
  /** something was tried that is not lit: the move that it would have been, for the rules to say why not */
  refuse?: (text: string) => void;
  /** words.preview */
  preview: (text: string) => Promise<G['preview']>;
  /** messages of the game in the reader's language */
  t: Say;
  /** false under reduced motion */
  animate: boolean;
  /** 1 is the usual speed, 2 twice as fast */
  speed: number;
  /** a place named by a log sentence that the reader points at */
  highlight: string | null;
  /** where others moved last, until one moves oneself: places as the log names them */
  marks?: LastMove[];
  /** what was begun and not sent outlives the page: given a text it is kept, without one it is handed back */
  draft?: (text?: string) => string;
  /** the score of each seat as the rules reckon it now, where it is known */
  points?: readonly number[] | null;
  /** a move to be drawn that is not made: in diagrams, in hints, and while one is asked about it */
  tried?: Tried<G['parts']> | null;
  /** what the last event told, as keys of the game's messages: a count at the end is the rules' own */
  said?: Spoken[];
}

/** The position in words (boards/GAME/describe.ts). */
export type Describe<G extends Types = AnyGame> = (
  view: G['view'],
  layout: G['layout'],
  seats: Seat[],
  t: Say,
) => string;

/** What a seat hides at a moment, thing by thing (boards/GAME/hidden.ts). */
export type Hidden<G extends Types = AnyGame> = (
  view: G['revealed'],
  seat: number,
  layout: G['layout'],
  t: Say,
) => string[];
