// Made by `python -m banquise.server.typescript` from the protocols beside it. Do not edit.
import type { Clock } from './protocol';

/** What goes on in one game: open public tables, matches whose people are here, those who wait, by their pace. */
export interface GameCounts {
  game: string;
  open: number;
  running: number;
  waiting: Record<string, number>;
}

/** How many people are at tables or wait for others, and what goes on in each game. */
export interface Counts {
  people: number;
  waiting: number;
  games: GameCounts[];
}

/** Somebody with a card whom I have played with: in so many matches, the latest of them begun when. */
export interface Acquaintance {
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  matches: number;
  last: number;
}

/** Those whom I have played with, the latest first. */
export interface Acquaintances {
  people: Acquaintance[];
}

/** Invite a player to a table where I sit and a seat is free. */
export interface InviteWish {
  player: string;
  table: string;
}

/** An invitation. ``player``, ``name``, ``shape``: the other one; ``until``: so long it holds. */
export interface InvitationInfo {
  id: string;
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  table: string;
  game: string;
  seats: number;
  clock: Clock;
  rated: boolean;
  at: number;
  until: number;
  state: 'waiting' | 'declined' | 'accepted';
}

/** The invitations that I may answer, and those that I have sent. */
export interface Invitations {
  received: InvitationInfo[];
  sent: InvitationInfo[];
}

/** Decline an invitation, or withdraw one of mine. */
export interface InvitationWish {
  invitation: string;
}

/** Block or mute a player, or whoever sits on a seat of a table; ``how`` null: neither any more. */
export interface ShunWish {
  how: 'block' | 'mute' | null;
  player?: string | null;
  table?: string | null;
  seat?: number | null;
}

/** Somebody whom I block or mute. */
export interface ShunnedInfo {
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  how: 'block' | 'mute';
  since: number;
}

/** A seat whose player I block or mute. */
export interface ShunnedSeat {
  seat: number;
  how: 'block' | 'mute';
}

/** Those whom I block or mute; and at the table that was asked about, their seats. ``lasts``: of what was just asked for. A guest has no card to be known by again: it is for this table then, and the client's to keep. */
export interface ShunnedPeople {
  people: ShunnedInfo[];
  seats: ShunnedSeat[];
  lasts: boolean;
}

/** Tell the operator of a line that was said at a table (``note``: its number), or of the name at a ``seat``. */
export interface ReportWish {
  table: string;
  note?: number | null;
  seat?: number | null;
  why?: string;
}
