import { describe, expect, it } from 'vitest';
import { dayOf, rated, readSolver, streakAfter, streakOn } from '../src/core/puzzles.svelte';

describe('what was solved', () => {
  const solver = { rating: 1200, games: { alaska: { '3': true } }, day: '2026-02-28', streak: 4 };

  it('is read as it was kept', () => {
    expect(readSolver(JSON.stringify(solver))).toEqual(solver);
  });
  it('is nothing where what was kept makes no sense', () => {
    const fresh = { rating: 1200, games: {}, day: '', streak: 0 };
    for (const kept of [null, 'no', '[]', '7', '{"rating": "x", "games": 3, "day": "soon", "streak": 9}'])
      expect(readSolver(kept)).toEqual(fresh);
  });
  it('makes a row of days, over the end of a month too', () => {
    expect(streakAfter(solver, '2026-03-01')).toBe(5);
    expect(streakAfter(solver, '2026-02-28')).toBe(4);
    expect(streakAfter(solver, '2026-03-02')).toBe(1);
  });
  it('stands until a day is left out', () => {
    expect(streakOn(solver, '2026-03-01')).toBe(4);
    expect(streakOn(solver, '2026-03-02')).toBe(0);
  });
  it('moves a rating by how hard the puzzle was', () => {
    expect(rated(1200, 1200, true)).toBe(1216);
    expect(rated(1200, 1200, false)).toBe(1184);
    expect(rated(1200, 2000, true) - 1200).toBeGreaterThan(rated(1200, 900, true) - 1200);
  });
  it('goes by the date here', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});
