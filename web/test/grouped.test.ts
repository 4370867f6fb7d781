// The moves of a game without a board of its own stand in groups: by kind, and a long kind by its first part.

import { describe, expect, it } from 'vitest';
import { grouped } from '../src/boards/grouped';

const move = (code: number, parts: Record<string, string | number>) => ({
  code,
  text: String(code),
  parts: { kind: 'lay', ...parts },
});

describe('grouped moves', () => {
  it('keep their order, each kind together', () => {
    const legal = [
      move(0, { kind: 'doubt' }),
      move(1, { total: 1 }),
      move(2, { total: 2 }),
      move(3, { kind: 'doubt' }),
    ];
    expect(grouped(legal).map(({ kind, moves }) => [kind, moves.map(({ code }) => code)])).toEqual([
      ['doubt', [0, 3]],
      ['lay', [1, 2]],
    ]);
  });
  it('are divided by their first part where a kind has many and another part', () => {
    const many = Array.from({ length: 30 }, (_, i) => move(i, { owner: i % 3, place: i }));
    expect(grouped(many).map(({ part, moves }) => [part, moves.length])).toEqual([
      [0, 10],
      [1, 10],
      [2, 10],
    ]);
    const flat = Array.from({ length: 30 }, (_, i) => move(i, { total: i }));
    expect(grouped(flat)).toHaveLength(1);
  });
  it('are none where nothing can be done', () => {
    expect(grouped([])).toEqual([]);
  });
});
