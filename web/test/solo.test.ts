// The best results alone: what is kept is read with care, ranked, and each match is noted once.
import { describe, expect, it } from 'vitest';
import { readSettings, USUAL } from '../src/core/settings.svelte';
import { bests, noteSolo, readSolo } from '../src/core/solo.svelte';

describe('results of matches played alone', () => {
  it('are the best five, the highest first, and of equal ones the earlier', () => {
    for (const [table, points] of [
      ['a', 12],
      ['b', 20],
      ['c', 15],
      ['d', 20],
      ['e', 3],
      ['f', 16],
      ['g', 1],
    ] as const) {
      noteSolo('altitude', table, points, table.charCodeAt(0));
    }
    expect(bests('altitude').map((entry) => entry.table)).toEqual(['b', 'd', 'f', 'c', 'a']);
    noteSolo('altitude', 'b', 25, 0);
    expect(bests('altitude')[0]!.points, 'a match is noted once').toBe(20);
    expect(bests('alaska')).toEqual([]);
  });
  it('that make no sense are left out', () => {
    expect(readSolo(null)).toEqual({});
    expect(readSolo('no JSON')).toEqual({});
    expect(readSolo('[1]')).toEqual({});
    expect(readSolo('{"altitude": 3}')).toEqual({ altitude: [] });
    const kept = { altitude: [{ table: 'a', points: 'many', at: 1 }, null, { table: 'b', points: 9, at: 2 }] };
    expect(readSolo(JSON.stringify(kept)).altitude).toEqual([{ table: 'b', points: 9, at: 2 }]);
  });
});

describe('the colours of the players', () => {
  it('are one of the sets, else the usual one', () => {
    expect(readSettings('{"colours": "soft"}').colours).toBe('soft');
    expect(readSettings('{"colours": "pink"}').colours).toBe(USUAL.colours);
  });
});
