// What a page and the worker of its house say to each other. A house that is started quietly opens, with its matches and
// bots, when it is first asked for more than what the rules say of a move.

export const AHEAD = '/api/ahead';

export type ToHouse =
  | { kind: 'start'; base: string; thinkers: MessagePort[]; quiet: boolean }
  | { kind: 'request'; id: number; method: string; address: string; body: string }
  | { kind: 'connect'; line: number }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'hang up'; line: number };

export type Failure = 'missing' | 'broken' | 'no_disk' | 'no_wasm' | 'unknown';

export type FromHouse =
  | { kind: 'progress'; done: number; all: number }
  | { kind: 'ready' }
  | { kind: 'more bots' }
  | { kind: 'failed'; reason: Failure; detail: string }
  | { kind: 'answer'; id: number; status: number; type: string; text: string }
  | { kind: 'heard'; line: number; text: string }
  | { kind: 'closed'; line: number; code: number };

// What a worker of the bots says to the house when it can be asked; all else are its answers, as bytes.
export const STANDS = 'stands';

export type ToThinker = { kind: 'start'; base: string; house: MessagePort };
