/** What every board is given. A board draws and asks; it never fetches, stores or knows a rule. */

export type Colour = 'red' | 'yellow' | 'green' | 'blue';

export const COLOURS: readonly Colour[] = ['red', 'yellow', 'green', 'blue'];

export interface Seat {
  colour: Colour;
  name: string;
}

export interface LegalMove {
  code: number;
  text: string;
  parts: Record<string, any>;
}

/** A move that a diagram shows without making it; `refused` is the paragraph that forbids it. */
export interface Tried {
  parts: Record<string, any>;
  refused: string | null;
}

export interface Spoken {
  key: string;
  params: Record<string, string | number>;
}

export type View = Record<string, any>;

export type Say = (key: string, params?: Record<string, string | number>) => string;

export interface BoardProps {
  /** the schema view of the viewer */
  view: View;
  /** drawing.layout() of the game */
  layout: any;
  seats: Seat[];
  /** the viewer's seat, null for a spectator */
  seat: number | null;
  /** the viewer's legal moves now */
  legal: LegalMove[];
  play: (text: string) => void;
  /** words.preview */
  preview: (text: string) => Promise<any>;
  /** messages of the game in the reader's language */
  t: Say;
  /** false under reduced motion */
  animate: boolean;
  /** 1 is the usual speed, 2 twice as fast */
  speed: number;
  /** a place named by a log sentence that the reader points at */
  highlight: string | null;
  /** in diagrams only: a move to be drawn */
  tried?: Tried | null;
  /** what the last event told, as keys of the game's messages: a count at the end is the rules' own */
  said?: Spoken[];
}

export type Describe = (view: View, layout: any, seats: Seat[], t: Say) => string;

/** What a seat hides at a moment, thing by thing; the view is one with everything revealed, a row for each seat. */
export type Hidden = (view: View, seat: number, layout: any, t: Say) => string[];
