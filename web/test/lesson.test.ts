import { describe, expect, it } from 'vitest';
import { readProgress } from '../src/core/lesson.svelte';
import { pieces, places, spoken } from '../src/core/taught';

describe('the texts of lessons', () => {
  const text = 'Cross it at [h7], **left** of [g8|there]: see IL-3.4, then [h7] again.';

  it('fall into places, stress and references', () => {
    expect(pieces(text).map((piece) => piece.kind)).toEqual([
      'text',
      'place',
      'text',
      'strong',
      'text',
      'place',
      'text',
      'reference',
      'text',
      'place',
      'text',
    ]);
    expect(pieces('[g8|there]')).toEqual([{ kind: 'place', place: 'g8', text: 'there' }]);
  });
  it('name each place once, in their order', () => {
    expect(places(text, 'and [a1], [g8]')).toEqual(['h7', 'g8', 'a1']);
  });
  it('are read aloud without their marks', () => {
    expect(spoken(text)).toBe('Cross it at h7, left of there: see IL-3.4, then h7 again.');
  });
});

describe('progress that was kept', () => {
  it('is read back', () => {
    const kept = {
      ice_lake: { step: 3, reached: 5, steps: 10, done: false },
      alaska: { step: 0, reached: 8, steps: 9, done: true },
    };
    expect(readProgress(JSON.stringify(kept))).toEqual(kept);
  });
  it('is left out where it makes no sense', () => {
    expect(readProgress(null)).toEqual({});
    expect(readProgress('{{{')).toEqual({});
    expect(
      readProgress('{"ice_lake": null, "alaska": {"step": 9, "steps": 9}, "altitude": {"step": -1, "steps": 4}}'),
    ).toEqual({});
    expect(readProgress('{"ice_lake": {"step": 2, "steps": 10, "reached": 99, "done": "yes"}}')).toEqual({
      ice_lake: { step: 2, reached: 9, steps: 10, done: false },
    });
  });
});
