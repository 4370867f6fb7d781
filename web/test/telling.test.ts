// What a table says: the board's own words where it has them, and how a match ended, by name.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveTable } from '../src/core/table.svelte';
import { learnHouse, speak } from '../src/core/words.svelte';
import { botNames } from '../src/parts/names';
import { boardWord, Telling } from '../src/parts/telling.svelte';
import type { MoveInfo } from '../src/protocol';

const move = (parts: object): MoveInfo => ({ code: 0, text: '', parts }) as unknown as MoveInfo;

describe('what is asked', () => {
  const knows =
    (...keys: string[]) =>
    (key: string) =>
      keys.includes(key);
  const [go, end] = [move({ kind: 'go', space: 3 }), move({ kind: 'end' })];

  it('is told in the words of the board, or else in those of the rules', () => {
    expect(boardWord('prompt.voyage', [go], knows('board.ask_voyage'))).toBe('board.ask_voyage');
    expect(boardWord('prompt.voyage', [go], knows())).toBe('prompt.voyage');
  });
  it('sends nobody to a lit place where none is lit', () => {
    const both = knows('board.ask_voyage', 'board.ask_voyage_still');
    expect(boardWord('prompt.voyage', [end], both)).toBe('board.ask_voyage_still');
    expect(boardWord('prompt.voyage', [go, end], both)).toBe('board.ask_voyage');
    expect(boardWord('prompt.voyage', [end], knows('board.ask_voyage'))).toBe('board.ask_voyage');
  });
});

describe('what is said at a table', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('navigator', { languages: ['en'] });
    await speak();
    await learnHouse();
    vi.unstubAllGlobals();
  });
  it('calls two bots of one kind by two names before they sit there too', () => {
    expect(botNames(['wolf', 'fox', 'wolf'])).toBe('Wolf, Fox, Wolf 2');
  });
  const seats = ['Ada', 'Ben'].map((name, i) => ({ kind: 'person', name, colour: ['red', 'blue'][i] }));
  function at(mine: number[], table: object, rest: object = {}): Telling {
    const known = { game: 'none', seats, status: 'running', result: null, ...table };
    const live = { table: known, mine, events: [], legal: [], toAct: [], prompt: null, stepping: false, ...rest };
    return new Telling(
      () => live as unknown as LiveTable,
      () => false,
    );
  }
  const over = (...winners: number[]) => ({ status: 'over', result: { winners, points: [], ending: { text: '' } } });

  it('calls the winner by name, and whoever looks "you", unless two share the screen', () => {
    expect(at([], over(1)).verdict).toContain('Ben');
    expect(at([1], over(1)).verdict).not.toContain('Ben');
    expect(at([0, 1], over(1)).verdict).toContain('Ben');
    expect(at([0], over(0, 1)).verdict).toMatch(/Ada, Ben/);
  });
  it('waits for others by name', () => expect(at([0], {}, { toAct: [1] }).prompt).toContain('Ben'));
  it('tells what others did since our own last move, and not our own', () => {
    const event = (by: number, text: string) => ({ by, said: [{ key: 'none', params: {}, text }] });
    const moved = (...events: object[]) => at([0], {}, { events }).news;
    expect(moved(event(1, 'old'), event(0, 'mine'))).toEqual({ text: '', colour: null });
    expect(moved(event(0, 'mine'), event(1, 'theirs'))).toEqual({ text: 'theirs', colour: 'blue' });
  });
});
