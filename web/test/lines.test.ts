// The log in lines: what is said in one breath has one stop, and only what is new is said again.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { learnHouse, speak } from '../src/core/words.svelte';
import { lines } from '../src/parts/lines';
import type { EventInfo, SeatInfo } from '../src/protocol';

const SEATS = [{ colour: 'red' }, { colour: 'blue' }] as SeatInfo[];
let number = 0;
const deals = (by: number, card: string): EventInfo => ({
  number: number++,
  by,
  move: null,
  said: [{ key: 'log.dealt', params: { card }, text: `Is dealt ${card}.` }],
  changes: [],
});
const plain = (by: number, text: string): EventInfo => ({
  ...deals(by, ''),
  said: [{ key: `log.${text}`, params: {}, text }],
});
async function speakIn(language: string): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: [language] });
  await speak();
  await learnHouse();
  vi.unstubAllGlobals();
}
const read = (...events: EventInfo[]): string[] =>
  lines('none', events, SEATS, ['Ada', 'Ben']).map((line) => line.list.map((one) => one.text).join(' '));

describe('lines of the log', () => {
  beforeAll(() => speakIn('en'));

  it('merge what is said again, and end it with one stop', () => {
    expect(read(deals(0, '15'), deals(0, '4'), deals(0, '11'), plain(0, 'Goes on.'))).toEqual([
      'Is dealt 15 → 4 → 11. Goes on.',
    ]);
  });
  it('begin anew with somebody else, and with a whole sentence', () => {
    expect(read(deals(0, '15'), deals(1, '4'), deals(1, '5'))).toEqual(['Is dealt 15.', 'Is dealt 4 → 5.']);
  });
  it('say an unchanged sentence again, and leave a sentence alone that ends without a stop', () => {
    expect(read(deals(0, '4'), deals(0, '4'))).toEqual(['Is dealt 4. Is dealt 4.']);
    expect(read(plain(0, 'Done!'), deals(0, '4'))).toEqual(['Done! Is dealt 4.']);
  });
  it('never grow without end, and keep every whole sentence', () => {
    const all = lines(
      'none',
      Array.from({ length: 30 }, (_, i) => deals(0, `${i}`)),
      SEATS,
      ['Ada', 'Ben'],
    );
    expect(all.map((line) => line.list.length)).toEqual([12, 12, 6]);
    expect(all[1]!.list[0]!.text).toBe('Is dealt 12');
    expect(all[1]!.list[1]!.full).toBe('Is dealt 13.');
  });
  it('point the way that the language is read', async () => {
    await speakIn('fa');
    expect(read(deals(0, '15'), deals(0, '4'))).toEqual(['Is dealt 15 ← 4.']);
  });
});
