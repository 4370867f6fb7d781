import { describe, expect, it } from 'vitest';

// Whatever a board calls the rule of a thing is a paragraph of that game's rulebook, in every language.
const sources = import.meta.glob<string>('../src/boards/*/*.{svelte,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const books = import.meta.glob<{ default: { kind: string; id?: string }[] }>('../src/generated/rulebooks/*/*.json', {
  eager: true,
});

describe('the rules of things', () => {
  for (const game of ['ice_lake', 'alaska', 'altitude', 'ice_cult']) {
    it(`are paragraphs of ${game}`, () => {
      const own = Object.entries(sources).filter(([path]) => path.includes(`/boards/${game}/`));
      const named = new Set(own.flatMap(([, text]) => [...text.matchAll(/\b[A-Z]{2}-\d+\.\d+\b/g)].map(([id]) => id)));
      const ruled = own.filter(([, text]) => text.includes('data-rule')).length;
      expect(ruled).toBeGreaterThan(0);
      for (const language of ['en', 'fr', 'de', 'fa']) {
        const book = books[`../src/generated/rulebooks/${language}/${game}.json`]!.default;
        const ids = new Set(book.map((block) => block.id));
        for (const id of named) expect(ids, `${language} ${id}`).toContain(id);
      }
    });
  }
});
