// Looking back: moments and lines of the log, rows of what is revealed, figures in the reader's way.
import { describe, expect, it } from 'vitest';
import { positions } from '../src/core/changes';
import { actorAt, lineAt, percent, rowOf } from '../src/core/study';
import type { ChangeInfo } from '../src/protocol';

describe('moments and lines', () => {
  const counts = [1, 1, 4, 4, 5]; // one event before any line; the second line brought three, the third none
  it('belong together: a moment in the midst of a line is that line', () => {
    expect([0, 1, 2, 3, 4, 5].map((step) => lineAt(counts, step))).toEqual([0, 0, 2, 2, 2, 4]);
  });
  it('an unseen line is not reached before something is seen', () => {
    expect(lineAt([0, 0, 0, 2], 0)).toBe(0);
    expect(lineAt([0, 0, 0, 2], 1)).toBe(3);
  });
  it('beyond the end there is only the end', () => {
    expect(lineAt(counts, 99)).toBe(4);
    expect(lineAt([], 3)).toBe(0);
  });
});

describe('everything revealed', () => {
  const last = {
    letter: [
      [1, 0],
      [2, 2],
    ],
    written: [1, 2],
    round: 3,
  };
  it('holds a row for each seat, and a board is given one of them', () => {
    expect(rowOf(last, ['letter', 'written'], 1)).toEqual({ letter: [2, 2], written: 2, round: 3 });
    expect(last.written).toEqual([1, 2]);
  });
  it('goes back along changes of rows too', () => {
    const changes: ChangeInfo[] = [
      ['letter', [1, 1], 0, 2],
      ['written', [1], 1, 2],
    ];
    expect(positions(last, [{ changes }])[0]).toEqual({
      letter: [
        [1, 0],
        [2, 0],
      ],
      written: [1, 1],
      round: 3,
    });
  });
  it('is seen through the eyes of whoever acted last', () => {
    const events = [{ by: null }, { by: 1 }, { by: null }, { by: 0 }];
    expect([0, 1, 2, 3, 4].map((step) => actorAt(events, step))).toEqual([1, 1, 1, 1, 0]);
    expect(actorAt([], 0)).toBe(0);
  });
});

describe('percents', () => {
  it('are written as the reader writes them', () => {
    expect(percent(0.615, 'en')).toBe('62%');
    expect(percent(0.5, 'de').replace(/\s/, ' ')).toBe('50 %');
    expect(percent(0.5, 'fa')).toBe('۵۰٪');
    expect(percent(0.23, 'en', true)).toBe('+23%');
    expect(percent(-0.23, 'en', true)).toBe('-23%');
  });
});
