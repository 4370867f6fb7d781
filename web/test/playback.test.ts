// Events are shown one after the other, and what a browser keeps is read back; a browser that keeps nothing is no error.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keep, parsed, parsedEntries, recall } from '../src/core/kept';
import { Playback } from '../src/core/playback.svelte';
import type { EventInfo } from '../src/protocol';

const event = (n: number): EventInfo =>
  ({ by: 0, changes: [['turn', [], n - 1, n]], said: [] }) as unknown as EventInfo;

describe('playback', () => {
  let told: number[];
  let ends: number;
  let playback: Playback;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
    [told, ends] = [[], 0];
    playback = new Playback(400, {
      tell: () => told.push(playback.shown!.turn as number),
      holds: (_, next) => next !== undefined,
      end: () => (ends += 1),
    });
    playback.shown = { turn: 0 };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('shows one event after the other, and ends with the last', () => {
    playback.walk([event(1), event(2)]);
    expect([told, playback.stepping, playback.behind, ends]).toEqual([[1], true, 1, 0]);
    playback.walk([event(3)]); // what comes meanwhile waits its turn
    vi.advanceTimersByTime(400);
    expect([told, ends]).toEqual([[1, 2], 0]);
    vi.advanceTimersByTime(400);
    expect([told, playback.stepping, ends]).toEqual([[1, 2, 3], false, 1]);
  });
  it('ends at once where there is nothing to show', () => {
    playback.walk([]);
    expect([told, ends]).toEqual([[], 1]);
  });
  it('hands back what it did not show, and is still then', () => {
    playback.walk([event(1), event(2), event(3)]);
    expect(playback.drop()).toHaveLength(2);
    vi.advanceTimersByTime(5000);
    expect([told, playback.stepping, ends]).toEqual([[1], false, 0]);
  });
  it('does not wait on a page that nobody sees', () => {
    vi.stubGlobal('document', { hidden: true });
    playback.walk([event(1), event(2), event(3)]);
    expect([told, ends]).toEqual([[1, 2, 3], 1]);
  });
});

describe('what is kept', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is read back, browser and tab apart', () => {
    const store = (kept = new Map<string, string>()) => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    vi.stubGlobal('localStorage', store());
    vi.stubGlobal('sessionStorage', store());
    keep('solo', { a: 1 });
    keep('record', { b: 2 }, 'tab');
    expect(parsedEntries(recall('solo'))).toEqual([['a', 1]]);
    expect(recall('record')).toBeNull();
    expect(parsed(recall('record', 'tab'))).toEqual({ b: 2 });
    keep('record', null, 'tab');
    expect(recall('record', 'tab')).toBeNull();
  });
  it('is nothing in a browser that keeps nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError');
      },
      setItem: () => {
        throw new Error('SecurityError');
      },
    });
    keep('settings', { theme: 'dark' });
    expect(recall('settings')).toBeNull();
    expect(parsed('{{{')).toBeNull();
    expect(parsedEntries('[1]')).toEqual([]);
  });
});
