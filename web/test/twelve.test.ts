// Twelve words: each a byte, in every language; a word misheard is noticed.
import { describe, expect, it } from 'vitest';
import { newKey, readHeld } from '../src/core/card.svelte';
import { LANGUAGES } from '../src/core/settings.svelte';
import { fromTwelve, inTwelve, newCode } from '../src/core/twelve';

describe('twelve words', () => {
  for (const language of LANGUAGES) {
    it(`${language} has 256 of them, all different`, async () => {
      const { default: list } = await import(`../src/core/twelve/${language}.ts`);
      expect(new Set(list).size).toBe(256);
      for (const word of list) expect(word).toBe(word.normalize('NFC').toLowerCase().trim());
    });
    it(`${language} says every code and hears it again, however it is written down`, async () => {
      for (const code of [newCode(), '00'.repeat(11), 'ff'.repeat(11)]) {
        const words = await inTwelve(code, language);
        expect(words).toHaveLength(12);
        expect(await fromTwelve(` ${words.join(', ').toUpperCase()}\n`)).toBe(code);
      }
    });
    it(`${language}: one word that is another, or is missing, says nothing`, async () => {
      const words = await inTwelve('0123456789abcdef012345', language);
      const { default: list } = await import(`../src/core/twelve/${language}.ts`);
      const other = list[(list.indexOf(words[3]) + 1) % 256];
      expect(await fromTwelve(words.with(3, other).join(' '))).toBeNull();
      expect(await fromTwelve(words.slice(1).join(' '))).toBeNull();
    });
  }
});

describe('the key of a card', () => {
  it('is 128 bits, never twice the same, as the server takes it', () => {
    const keys = Array.from({ length: 200 }, newKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^[\w-]{21}[AQgw]$/);
  });
  it('is read as it was kept, and nonsense is no key', () => {
    const key = newKey();
    const none = { key: null, name: '', wanted: true, doubted: false };
    expect(readHeld(JSON.stringify({ key, name: 'Ann', wanted: true }))).toEqual({ ...none, key, name: 'Ann' });
    expect(readHeld('{"key": "short", "name": 7}')).toEqual(none);
    expect(readHeld('{"key": null, "wanted": false}')).toEqual({ ...none, wanted: false });
    expect(readHeld(null)).toEqual(none);
  });
});
