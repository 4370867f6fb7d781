// Made by `python -m banquise.server.typescript` from the protocols beside it. Do not edit.
import type { Clock } from './protocol';

/** What a player wants on the card: a name, a shape in its colour, the languages they speak. */
export interface CardWish {
  name?: string;
  shape?: 'red' | 'yellow' | 'green' | 'blue';
  languages?: ('en' | 'fr' | 'de' | 'fa')[];
  label?: string;
}

/** A player's card, as anybody may see it. ``since``: milliseconds since 1970. */
export interface Card {
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  languages: string[];
  since: number;
}

/** A device that holds a card; ``here``: the one that asks. */
export interface DeviceInfo {
  device: string;
  label: string;
  since: number;
  here: boolean;
}

/** One's own card, and the devices that hold it. */
export interface Me {
  card: Card;
  devices: DeviceInfo[];
}

/** Let whoever brings this code hold the card too. The device makes the code; the server keeps its digest only. */
export interface MoveWish {
  code: string;
}

/** Until when the code can be brought, once. */
export interface Moving {
  until: number;
}

/** Bring the code of another device. The key of this device comes with the request, and holds the card then. */
export interface ArriveWish {
  code: string;
  label?: string;
}

/** Take the card from a device. */
export interface RevokeWish {
  device: string;
}

/** A match of mine. ``mine``: my seats; ``turn``: one of them may move. */
export interface MyMatch {
  table: string;
  game: string;
  status: 'open' | 'running' | 'over';
  title: string;
  options: Record<string, string>;
  clock: Clock;
  created: number;
  updated: number;
  seats: Record<string, string>[];
  winners: number[] | null;
  mine: number[];
  turn: boolean;
}

/** My matches: those that wait for me first, then the latest; ``next`` continues the list. */
export interface MyMatches {
  matches: MyMatch[];
  next: string | null;
}
