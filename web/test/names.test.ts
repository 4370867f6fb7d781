// Who is called how, and what of the others' moves stays in sight.

import { describe, expect, it } from 'vitest';
import { seatNames } from '../src/parts/names';
import { placesOf, traces, whose } from '../src/parts/traces';
import type { EventInfo, SeatInfo } from '../src/protocol';

const person = (name: string, colour: string): SeatInfo => ({
  colour,
  name,
  kind: 'person',
  level: null,
  connected: true,
  left: false,
  resigned: false,
});
const SEATS = [person('Ada', 'red'), person('Ben', 'yellow'), person('Ada', 'blue')];

let number = 0;
const event = (by: number | null, params: Record<string, string | number>): EventInfo => ({
  number: number++,
  by,
  move: null,
  said: [{ key: 'log.goes', params, text: '' }],
  changes: [],
});

describe('names at a table', () => {
  it('are each given once', () => {
    expect(seatNames(SEATS)).toEqual(['Ada', 'Ben', 'Ada 2']);
  });
});

describe('traces of the others', () => {
  const events = [
    event(1, { seat: '@colour.yellow', space: 'c1' }),
    event(0, { seat: '@colour.red', space: 'd4' }),
    event(1, { seat: '@colour.yellow', where: 'e5 e6', piece: '@piece.double' }),
    event(null, { seat: '@colour.blue', space: 'f7' }),
    event(null, { seat: '@colour.red', space: 'g8' }),
  ];

  it('are the places since our own last move, and none of ours', () => {
    const seen = traces(events, SEATS, [0]);
    expect(seen.map(({ place, seat }) => [place, seat])).toEqual([
      ['e5', 1],
      ['e6', 1],
      ['f7', 2],
    ]);
  });

  it('know whose an event is that chance decided', () => {
    expect(events.map((one) => whose(one, SEATS))).toEqual([1, 0, 1, 2, 0]);
    expect(placesOf(events[2]!.said)).toEqual(['e5', 'e6']);
  });

  it('are few for whoever only watches', () => {
    expect(traces(events, SEATS, []).length).toBe(5);
  });
});
