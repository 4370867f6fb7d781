import { describe, expect, it } from 'vitest';
import { towards } from '../src/core/direction';

describe('which way a sentence is read', () => {
  it.each([
    ['Ann wins.', false, 'ltr'],
    ['کیان wins.', false, 'ltr'], // a name in the other script turns nothing round
    ['Ben برد.', true, 'rtl'],
    ['کیان برد.', true, 'rtl'],
    ['Roll the dice.', true, 'ltr'], // of a game that has no Persian
    ['چیزی نیست.', false, 'rtl'],
    ['12 + 3', false, 'ltr'],
    ['12 + 3', true, 'rtl'],
    ['', true, 'rtl'],
  ])('%s', (text, rightToLeft, way) => expect(towards(text, rightToLeft)).toBe(way));
});
