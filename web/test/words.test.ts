// A missing key fails here: the house's own words, and those of every game.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { figure, filled, preferred } from '../src/core/words.svelte';

const files = import.meta.glob<{ default: Record<string, string> }>('../src/words/**/*.ts', { eager: true });
const houses: Record<string, Record<string, string>> = {};
for (const language of ['en', 'fr', 'de', 'fa'])
  houses[language] = Object.assign(
    {},
    ...Object.entries(files)
      .filter(([path]) => path.endsWith(`/${language}.ts`))
      .map(([, file]) => file.default),
  );
const en = houses.en!;
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

describe('the words of the house', () => {
  for (const [language, words] of Object.entries(houses)) {
    it(`${language} has every key of English and no other, none of them empty`, () => {
      expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(words)) expect(text.trim(), key).not.toBe('');
    });
    it(`${language} fills in the same things as English`, () => {
      for (const [key, text] of Object.entries(words)) expect(holes(text), key).toEqual(holes(houses.en![key]!));
    });
  }
  it('are all asked for by somebody, and nobody asks for others', () => {
    const source = sources('src').join('\n');
    const asked = new Set([...source.matchAll(/'([a-z]+\.[a-z_.]+)'/g)].map((match) => match[1]!));
    for (const key of Object.keys(en)) {
      const built = /^(game\.\w+\.(line|goal)|level\.|settings\.(theme|motion)_)/.test(key) || key.endsWith('.one');
      if (!built) expect(asked.has(key), `nobody asks for ${key}`).toBe(true);
    }
    for (const match of source.matchAll(/\bt\('([a-z_.]+)'/g))
      expect(match[1]! in en, `no word for ${match[1]}`).toBe(true);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && /\.(ts|svelte)$/.test(file.name))
    .filter((file) => !/words|generated|boards|gallery/.test(file.parentPath))
    .map((file) => readFileSync(`${file.parentPath}/${file.name}`, 'utf8'));
}

describe('the words of the games', () => {
  const folder = 'src/generated/messages';
  const read = (language: string, game: string): Record<string, string> =>
    JSON.parse(readFileSync(`${folder}/${language}/${game}`, 'utf8'));
  for (const game of readdirSync(`${folder}/en`)) {
    it(`${game} says the same in four languages`, () => {
      for (const language of readdirSync(folder))
        expect(Object.keys(read(language, game)).sort()).toEqual(Object.keys(read('en', game)).sort());
    });
  }
});

describe('speaking', () => {
  it('fills in numbers in the digits of the reader, and keys as the words they name', () => {
    const words = { 'colour.red': 'قرمز', 'letter.G': 'چ', 'letter.A': 'ر' };
    expect(filled('{seat}: {n}', { seat: '@colour.red', n: 42 }, words, 'fa')).toBe('قرمز: ۴۲');
    expect(filled('{letters}', { letters: '@letter.G@letter.A' }, words, 'fa')).toBe('چر');
    expect(filled('{cell} {gone}', { cell: 'g7' }, {}, 'en')).toBe('g7 {gone}');
    expect(figure(2002, 'de')).toBe('2002');
  });
  it('follows the choice, then the browser, then English', () => {
    expect(preferred('fr', ['de-AT'])).toBe('fr');
    expect(preferred(null, ['pt-BR', 'de-AT', 'en'])).toBe('de');
    expect(preferred(null, ['pt-BR'])).toBe('en');
  });
});
